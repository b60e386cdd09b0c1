"""The roads: how a shoe has gone so far, in the five drawings that hang over a table.

They tell what was, and nothing of what comes: the shoe does not look at them.
"""

from croupier.roads.board import Cell, Forecast, Roads
from croupier.roads.drawing import ROWS, Grid, Road, Spot
from croupier.roads.entry import Entry, Statistics
from croupier.roads.marks import Colour, Mark, Style

__all__ = [
    "ROWS",
    "Cell",
    "Colour",
    "Entry",
    "Forecast",
    "Grid",
    "Mark",
    "Road",
    "Roads",
    "Spot",
    "Statistics",
    "Style",
]

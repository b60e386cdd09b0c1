"""The roads: how a shoe has gone so far, in the five drawings that hang over a table.

They tell what was, and nothing of what comes: the shoe does not look at them.
"""

from croupier.roads.drawing import ROWS, Colour, Grid, Mark, Road, Spot, Style
from croupier.roads.roads import Cell, Entry, Forecast, Roads, Statistics

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

"""The roads: the results of a shoe so far, in the five drawings shown above a table.

They show past results only; they say nothing about the cards to come.
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

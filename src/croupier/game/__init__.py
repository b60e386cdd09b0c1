"""A game as data: its model, and how it is read."""

from croupier.game.checked_mapping import BadGame, Fault
from croupier.game.model import Banker, BetKind, Game, InsuranceKind, Offer, PayLine, Stage
from croupier.game.read_game import read_game

__all__ = [
    "BadGame",
    "Banker",
    "BetKind",
    "Fault",
    "Game",
    "InsuranceKind",
    "Offer",
    "PayLine",
    "Stage",
    "read_game",
]

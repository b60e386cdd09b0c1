"""croupier: a baccarat table that can be trusted.

Load a game, deal a coup, place bets, settle; every line says what happened and which
paragraph says so.
"""

from croupier.cards import Card
from croupier.coup import Coup, Hand, Side, Winner
from croupier.errors import Code, CroupierError, InvalidInput, Refused
from croupier.facts import FACTS
from croupier.game import BadGame, Game, Stage
from croupier.game.loading import load
from croupier.money import Odds, Unit
from croupier.settlement import Bet, Limits, Line, Outcome, Round, Settlement, settle
from croupier.settlement.explaining import explain_bet, explain_play
from croupier.shoe import Shoe

__all__ = [
    "FACTS",
    "BadGame",
    "Bet",
    "Card",
    "Code",
    "Coup",
    "CroupierError",
    "Game",
    "Hand",
    "InvalidInput",
    "Limits",
    "Line",
    "Odds",
    "Outcome",
    "Refused",
    "Round",
    "Settlement",
    "Shoe",
    "Side",
    "Stage",
    "Unit",
    "Winner",
    "explain_bet",
    "explain_play",
    "load",
    "settle",
]

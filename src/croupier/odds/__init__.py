"""Exact odds: the distribution of facts for any shoe, and the house edge of every bet.

`croupier.odds("tiger")` asks for those of a game: it is `croupier.lab.odds`.
"""

from croupier.odds.bet_odds import (
    BetOdds,
    Design,
    GameOdds,
    Outcome,
    Proposal,
    design,
    odds,
)
from croupier.odds.composition import Composition
from croupier.odds.insurance import InsuredOdds, OfferOdds
from croupier.odds.mid_round import MidRound, OpenOffer, mid_round
from croupier.odds.removal import effects_of_removal

__all__ = [
    "BetOdds",
    "Composition",
    "Design",
    "GameOdds",
    "InsuredOdds",
    "MidRound",
    "OfferOdds",
    "OpenOffer",
    "Outcome",
    "Proposal",
    "design",
    "effects_of_removal",
    "mid_round",
    "odds",
]

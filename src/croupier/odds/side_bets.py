"""What the side bets of the catalogue cost: computed, or for six and eight decks looked up.

Bets on suits take seconds each, so figures of the usual decks are kept in a file beside the bets.
Tests compute every one of them again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from croupier.game.catalogue import SideBet, side_bets
from croupier.odds.bet_odds import BetOdds, bet_odds, weigh
from croupier.odds.composition import Composition
from croupier.words import ENGLISH, as_json

USUAL_DECKS = 8
KEPT_DECKS = (6, 8)
"""Figures of so many decks are kept."""
_KEPT = files("croupier.game") / "side_bets" / "figures.json"


@dataclass(frozen=True, slots=True)
class Cost:
    """What a bet costs, and how often it wins."""

    edge: Fraction
    hit_frequency: Fraction

    @classmethod
    def of(cls, found: BetOdds) -> Cost:
        """Return what a bet of these odds costs."""
        return cls(found.house_edge, found.hit_frequency)


def side_bet_odds(bet: SideBet, decks: int) -> BetOdds:
    """Return the odds of a bet of the catalogue with whole decks."""
    return bet_odds(bet.kind, *weigh(bet.kind, Composition.of_decks(decks)))


def costs(bets: Iterable[SideBet], decks: int) -> Mapping[str, Cost]:
    """Return what bets cost with so many decks, by their keys."""
    return {bet.key: _cost(bet, decks) for bet in bets}


def _cost(bet: SideBet, decks: int) -> Cost:
    # A person's own file may have the key of a bet of the catalogue.
    if decks in KEPT_DECKS and bet is side_bets().get(bet.key):
        return kept(decks)[bet.key]
    return computed(bet, decks)


def computed(bet: SideBet, decks: int) -> Cost:
    """Return what a bet costs, computed."""
    return Cost.of(side_bet_odds(bet, decks))


@cache
def kept(decks: int) -> Mapping[str, Cost]:
    """Return the figures that are kept of so many decks, by the keys of bets."""
    figures = json.loads(_KEPT.read_text(encoding="utf-8"))[str(decks)]
    return {
        key: Cost(Fraction(row["house_edge_exact"]), Fraction(row["hit_frequency"]))
        for key, row in figures.items()
    }


def write_cost(cost: Cost) -> dict[str, object]:
    """Return what a bet costs as JSON."""
    return {
        "house_edge": float(cost.edge),
        "house_edge_exact": str(cost.edge),
        "hit_frequency": str(cost.hit_frequency),
    }


def write_side_bet(bet: SideBet, cost: Cost, decks: int) -> dict[str, Any]:
    """Return a bet of the catalogue as JSON, with what it costs with so many decks."""
    return {
        "key": bet.key,
        "bet": bet.kind.key,
        "name": bet.name,
        "names": _others(bet.kind.texts),
        "kin": bet.kin,
        "tags": list(bet.tags),
        "decks": list(bet.decks),
        "note": bet.notes.get(ENGLISH),
        "notes": _others(bet.notes),
        "at_decks": decks,
        **write_cost(cost),
        "pays": [
            {"says": line.says, "said": as_json(line.said), "odds": str(line.gross or line.odds)}
            for line in bet.kind.pays
        ],
        "published": [
            {
                "edge": each.edge,
                "decks": each.decks,
                "source": each.source,
                "where": each.where,
                "differs": each.differs,
            }
            for each in bet.published
        ],
    }


def _others(texts: Mapping[str, str]) -> dict[str, str]:
    """Return a text in the languages beside English."""
    return {language: text for language, text in texts.items() if language != ENGLISH}

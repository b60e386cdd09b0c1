"""Odds as JSON objects, as CONTRACT describes them: exact ratios are strings."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from croupier.cards import Rank
from croupier.odds.bet_odds import BetOdds, GameOdds
from croupier.odds.insurance import OfferOdds


def write_odds(found: GameOdds, decks: int | None) -> dict[str, object]:
    """Return the odds of a game as JSON; `decks` is None where cards left were counted."""
    return {
        "game": found.game.key,
        "decks": decks,
        "cards": found.left.cards,
        "bets": {
            key: {**write_bet(bet), **_insured(found, key)} for key, bet in found.bets.items()
        },
        "insurance": [_offer(row) for row in found.insurance],
    }


def write_bet(bet: BetOdds) -> dict[str, object]:
    """Return the odds of one bet as JSON."""
    return {
        "ev": str(bet.ev),
        "house_edge": float(bet.house_edge),
        "resolved_edge": float(bet.resolved_edge),
        "hit_frequency": str(bet.hit_frequency),
        "sd": bet.sd,
        "outcomes": write_outcomes(bet),
    }


def write_outcomes(bet: BetOdds) -> list[dict[str, str]]:
    """Return each way a bet can end as JSON."""
    return [
        {"when": end.when, "pays": str(end.pays), "probability": str(end.probability)}
        for end in bet.outcomes
    ]


def write_removal(effects: Mapping[str, Mapping[Rank, Fraction]]) -> dict[str, dict[str, str]]:
    """Return the effects of removal as JSON."""
    return {
        bet: {str(rank): str(change) for rank, change in row.items()}
        for bet, row in effects.items()
    }


def _insured(found: GameOdds, bet: str) -> dict[str, dict[str, object]]:
    """Return the odds of a bet with its insurance as JSON; empty if it has none."""
    if bet not in found.insured:
        return {}
    insured = found.insured[bet]
    known = {"by_totals": insured.by_totals, "by_cards": insured.by_cards}
    return {
        "with_insurance": {
            name: {"ev": str(ev), "house_edge": float(-ev)} for name, ev in known.items()
        }
    }


def _offer(row: OfferOdds) -> dict[str, object]:
    offer = row.offer
    return {
        "stage": offer.stage,
        "insures": row.kind.insures,
        "player_total": offer.player_total,
        "banker_total": offer.banker_total,
        "odds": str(offer.odds),
        "frequency": str(row.frequency),
        "ev": None if row.ev is None else str(row.ev),
    }

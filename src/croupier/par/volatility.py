"""How much the hold of each bet varies, on a sheet: variance, bands, and the top award."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from croupier.odds import BetOdds
from croupier.par.contents import Sheet
from croupier.par.hold import LEVELS, ROUNDS, VOLATILITY, Award, Band, bands, top_award

BASIS = (
    "one unit on the bet in each round, every round with a fresh shoe; hold is what the bank keeps "
    "of all stakes; a band leaves out at most half of the rest on either side"
)
_RARE = 20
"""Pages tell what one award does where it comes once in so many rounds or less."""


def volatility_index(bet: BetOdds) -> float:
    """Return how far one round's result lies from its mean in 90 of 100, were it normal."""
    return VOLATILITY * bet.sd


def view(sheet: Sheet) -> dict[str, object]:
    """Return variance, bands and top awards for a page."""
    names, bets = sheet.par.game.names, sheet.par.found.bets
    return {
        "rounds": [f"{rounds:,}" for rounds in ROUNDS],
        "levels": [f"{level}%" for level in LEVELS],
        "index_of": f"{VOLATILITY:.3f}",
        "volatility": [
            {
                "name": names[key],
                "sd": f"{bet.sd:.4f}",
                "variance": f"{float(bet.variance):.4f}",
                "index": f"{volatility_index(bet):.3f}",
                "expected": _percent(bet.house_edge),
                "rows": [
                    {
                        "rounds": f"{rounds:,}",
                        "bands": [f"{_percent(b.low)} to {_percent(b.high)}" for b in found],
                    }
                    for rounds, found in bands_of(bet).items()
                ],
            }
            for key, bet in bets.items()
        ],
        "rare": str(_RARE),
        "awards": [
            {
                "name": names[key],
                "pays": str(award.pays),
                "one_in": f"{float(1 / award.probability):,.0f}",
                "cells": [
                    {
                        "none": _percent(award.hold(0, rounds)),
                        "one": _percent(award.hold(1, rounds)),
                        "chance": _chance(award.none_in(rounds)),
                    }
                    for rounds in ROUNDS
                ],
            }
            for key, bet in bets.items()
            if (award := top_award(bet)) is not None and award.probability * _RARE <= 1
        ],
    }


def _percent(value: Fraction) -> str:
    return f"{float(value) * 100:.3f}%".replace("-", "\N{MINUS SIGN}")


def _chance(value: float) -> str:
    if value and value < 0.0001:
        return "below 0.01%"
    return f"{value:.2%}" if value else "0%"


def bands_of(bet: BetOdds) -> Mapping[int, tuple[Band, ...]]:
    """Return the bands of a bet's hold, by the number of rounds."""
    return {rounds: bands(bet, rounds) for rounds in ROUNDS}


def write_hold(bet: BetOdds) -> list[dict[str, object]]:
    """Return the bands of a bet's hold as JSON."""
    return [
        {
            "rounds": rounds,
            "expected": float(bet.house_edge),
            "bands": {str(band.level): [float(band.low), float(band.high)] for band in found},
        }
        for rounds, found in bands_of(bet).items()
    ]


def write_top_award(bet: BetOdds) -> dict[str, object] | None:
    """Return the top award of a bet and what one does to its hold as JSON; None if none is paid."""
    award = top_award(bet)
    if award is None:
        return None
    return {
        "pays": str(award.pays),
        "probability": str(award.probability),
        "one_in": float(1 / award.probability),
        "hold": [{"rounds": rounds, **_write_award(award, rounds)} for rounds in ROUNDS],
    }


def _write_award(award: Award, rounds: int) -> dict[str, float]:
    none, one = award.hold(0, rounds), award.hold(1, rounds)
    return {
        "without": float(none),
        "with_one": float(one),
        "one_takes": float(none - one),
        "chance_of_none": award.none_in(rounds),
    }


def write_basis(_: Sheet) -> dict[str, object]:
    """Return what the bands are of, as JSON."""
    return {"hold_basis": BASIS}


def rows(sheet: Sheet) -> Iterator[dict[str, object]]:
    """Yield a row for each band of each bet, and for each top award and number of rounds."""
    decks = sheet.par.decks
    for key, bet in sheet.par.found.bets.items():
        for rounds, found in bands_of(bet).items():
            for band in found:
                hold = {"level": band.level, "low": float(band.low), "high": float(band.high)}
                yield {"section": "hold", "decks": decks, "bet": key, "rounds": rounds, **hold}
        award = top_award(bet)
        if award is not None:
            paid = {"pays": str(award.pays), "probability": str(award.probability)}
            for rounds in ROUNDS:
                row = {"bet": key, "rounds": rounds, **paid, **_write_award(award, rounds)}
                yield {"section": "top_award", "decks": decks, **row}

"""What the cut card adds to the figures of a fresh shoe: measured once, and kept in a file.

`cut_card.json` is written by `python -m benchmarks.cut_page`, of what docs/cut-card.md tells.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from croupier.game.loading import shipped
from croupier.game.model import BetKind
from croupier.par.contents import Sheet

_LEAST_CUT = 14


@dataclass(frozen=True, slots=True)
class Change:
    """What a cut card adds to the result of a unit, on average over whole shoes."""

    decks: int
    cut: int
    rounds: int
    change: float
    error: float
    """Its standard error."""


@cache
def _measured() -> Any:
    return json.loads((files("croupier.par") / "cut_card.json").read_text(encoding="utf-8"))


def _lines(kind: BetKind) -> list[object]:
    return [(line.when, line.odds) for line in kind.pays]


def changes(kind: BetKind) -> list[Change]:
    """Return what was measured for a bet that pays the same for the same; nothing if it was not."""
    measured = _measured()
    for row in measured["bets"]:
        if _lines(shipped(row["game"]).bets[row["bet"]]) == _lines(kind):
            return [
                Change(**run, change=change, error=error)
                for run, (change, error) in zip(measured["runs"], row["changes"], strict=True)
            ]
    return []


def _shown(sheet: Sheet) -> dict[str, list[Change]]:
    """Return the changes of each bet that fit the sheet's decks, or else those of the usual cut."""
    found = {key: changes(kind) for key, kind in sheet.par.game.bets.items()}
    fitting = {
        key: [each for each in row if each.decks == sheet.par.decks] for key, row in found.items()
    }
    if any(fitting.values()):
        return fitting
    return {key: [each for each in row if each.cut == _LEAST_CUT] for key, row in found.items()}


def view(sheet: Sheet) -> dict[str, object]:
    """Return the changes of the bets for a page."""
    names, shown = sheet.par.game.names, _shown(sheet)
    runs = next((row for row in shown.values() if row), [])
    return {
        "cuts": [f"{run.decks} decks, cut {run.cut}" for run in runs],
        "cut_card": [
            {
                "name": names[key],
                "changes": [_parts(each) for each in row],
            }
            for key, row in shown.items()
            if row
        ],
        "cut_unknown": ", ".join(names[key] for key, row in shown.items() if not row),
        "cut_most": f"{max(_all_changes()) * 1e6:.0f}",
        "cut_rounds": f"{min((run.rounds for run in runs), default=0) // 10**12}",
    }


def _all_changes() -> list[float]:
    return [abs(change) for row in _measured()["bets"] for change, _ in row["changes"]]


def _parts(change: Change) -> str:
    written = f"{change.change * 1e6:+.1f} ± {change.error * 1e6:.1f}"
    return written.replace("-", "\N{MINUS SIGN}")


def write_json(sheet: Sheet) -> dict[str, object]:
    """Return everything that was measured for the bets as JSON."""
    return {
        "cut_card": {
            key: [
                {
                    "decks": each.decks,
                    "cut": each.cut,
                    "rounds": each.rounds,
                    "change": each.change,
                    "stderr": each.error,
                }
                for each in changes(kind)
            ]
            for key, kind in sheet.par.game.bets.items()
        }
    }


def rows(sheet: Sheet) -> Iterator[dict[str, object]]:
    """Yield a row for each bet, number of decks and place of the cut card."""
    for key, kind in sheet.par.game.bets.items():
        for each in changes(kind):
            yield {
                "section": "cut_card",
                "decks": each.decks,
                "bet": key,
                "event": f"cut {each.cut}",
                "rounds": each.rounds,
                "change": each.change,
                "stderr": each.error,
            }

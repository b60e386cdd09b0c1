"""A patron is told of everything that touches their money: no event that moves chips is silent."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from croupier.table.events import EVENTS, Audience
from croupier.table.events.base import Event
from croupier.words import catalogue

PAGE = Path(__file__).parent.parent / "web/src/live/moneyTold.ts"
HOUSE_ONLY = {"table_opened"}
"""Moves the tray of the house and no patron's chips."""

MOVES_MONEY = sorted(
    name
    for name, kind in EVENTS.items()
    if kind.transfers is not Event.transfers
    and kind.seen_by is not Audience.STAFF
    and name not in HOUSE_ONLY
)


@pytest.mark.parametrize("name", MOVES_MONEY)
def test_each_event_that_moves_chips_has_a_sentence_for_its_patron(name: str) -> None:
    """The page has a case for it that says it, and every language has the words."""
    page = PAGE.read_text(encoding="utf-8")
    case = re.search(rf'case "{name}":(.*?)(?=\n    case "|\n  }}\n  return)', page, re.S)
    assert case is not None, f"{PAGE.name} does not know {name}"
    assert f'"told.{name}"' in case[1]
    for language in ("en", "zh"):
        assert catalogue(language, "pages").get(f"told.{name}"), language


def test_what_is_left_out_moves_only_the_houses_money() -> None:
    """Who adds an event cannot leave it out by mistake: the list is short and fixed."""
    left_out = {n for n, kind in EVENTS.items() if kind.transfers is not Event.transfers}
    assert left_out - set(MOVES_MONEY) == {"table_opened", "float_filled", "float_credited"}

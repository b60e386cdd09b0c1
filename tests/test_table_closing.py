"""A table closes: what was counted, by how much it differs, who signed."""

from __future__ import annotations

from typing import Any

import pytest

from casino import Coups
from croupier.money import MOST_UNITS
from croupier.table import events as e
from croupier.table.vocabulary import Signed, Units
from tables import Play, betting_table, only, open_table

SIGNED: dict[str, Any] = {"by": "pit_manager", "witness": "max"}


def _closed(play: Play, **fields: Any) -> dict[str, Any]:
    return only(play.do("close_table", **{**SIGNED, **fields}), "table_closed")


def test_without_a_count_nothing_is_new() -> None:
    """Logs and scripts stay as they were, byte for byte."""
    closed = only(
        open_table("tiger", float="500").do("close_table", by="pit_manager"), "table_closed"
    )
    assert list(closed) == ["type", "float", "house", "fees"]


@pytest.mark.parametrize(
    ("count", "variance"), [("5000", "0.00"), ("4999.99", "-0.01"), ("5100", "100.00")]
)
def test_a_count_is_held_against_the_book(count: str, variance: str) -> None:
    closed = _closed(open_table("tiger", float="5000"), count=count, reason="as counted")
    assert (closed["float"], closed["variance"]) == ("5000.00", variance)
    assert (closed["witness"], closed["reason"]) == ("max", "as counted")
    assert "drop_variance" not in closed


def test_what_was_won_and_the_drop_belong_to_the_book() -> None:
    play = betting_table("tiger", ("ann", 1, "player", "100"), cards=Coups.BANKER_WINS, float="500")
    play.do("close_bets")
    play.deal(4)
    play.do("settle")
    play.do("buy_in", player="*cap", amount="200", cash=True)
    closed = _closed(play, count="400", drop_count="190", reason="a note is torn")
    assert (closed["float"], closed["variance"]) == ("400.00", "0.00")
    assert (closed["drop"], closed["drop_variance"]) == ("200.00", "-10.00")
    assert closed["reason"] == "a note is torn"


def test_a_drop_that_should_be_empty_is_compared_too() -> None:
    closed = _closed(open_table("tiger"), drop_count="5", reason="found in the box")
    assert closed["drop_variance"] == "5.00"
    assert "drop" not in closed
    assert "variance" not in closed


def test_a_count_by_denomination_is_its_sum() -> None:
    closed = _closed(open_table("tiger", float="2100"), pieces={"100": 20, "25": 4, "5": 0})
    assert (closed["count"], closed["variance"]) == ("2100.00", "0.00")
    assert closed["pieces"] == {"100": 20, "25": 4, "5": 0}
    wrong = open_table("tiger", float="2100").refused(
        "close_table", **SIGNED, pieces={"100": 20}, count="2100"
    )
    assert (wrong["code"], "2000.00" in wrong["message"]) == ("bad_amount", True)


@pytest.mark.parametrize(
    ("pieces", "code"),
    [
        ({"100": -1}, "bad_amount"),
        ({"100": MOST_UNITS}, "bad_amount"),
        ({"0": 5}, "bad_amount"),
        ({"0.005": 2}, "bad_amount"),
        ({"x": 1}, "bad_amount"),
        ({"5": "2"}, "malformed"),
        ({"5": True}, "malformed"),
        ([["5", 2]], "malformed"),
    ],
)
def test_pieces_that_are_none_are_refused(pieces: Any, code: str) -> None:
    assert open_table("tiger").refused("close_table", **SIGNED, pieces=pieces)["code"] == code


@pytest.mark.parametrize(
    "fields", [{"count": "5000"}, {"drop_count": "0"}, {"pieces": {"100": 50}}]
)
def test_nobody_signs_a_count_alone(fields: dict[str, Any]) -> None:
    play = open_table("tiger", float="5000")
    assert play.refused("close_table", by="pit_manager", **fields)["code"] == "not_allowed"
    for name in ("pit_manager", "PIT_Manager"):
        wrong = play.refused("close_table", by="pit_manager", witness=name, **fields)
        assert (wrong["code"], "somebody else signs" in wrong["message"]) == ("not_allowed", True)
    play.do("close_table", **SIGNED, **fields)


@pytest.mark.parametrize("fields", [{"count": "4999"}, {"count": "5000", "drop_count": "1"}])
def test_a_variance_needs_a_reason(fields: dict[str, Any]) -> None:
    play = open_table("tiger", float="5000")
    wrong = play.refused("close_table", **SIGNED, **fields)
    assert (wrong["code"], "1.00" in wrong["message"]) == ("malformed", True)
    play.do("close_table", **SIGNED, **fields, reason="miscounted fill")


def test_why_nothing_is_counted_can_be_said() -> None:
    closed = only(
        open_table("tiger").do("close_table", by="pit_manager", reason="the cage is shut"),
        "table_closed",
    )
    assert closed["reason"] == "the cage is shut"


def test_the_book_stays_as_it_is() -> None:
    """A difference moves no money: the next opening takes what the book has to the cage."""
    play = open_table("tiger", float="5000")
    _closed(play, count="4000", reason="gone")
    play.do("open_table", by="shift_manager", game="tiger", float="5000")
    assert play.state["float"] == "5000.00"


def test_a_closing_is_told_with_its_count() -> None:
    play = open_table("tiger", float="5000")
    play.do("buy_in", player="*cap", amount="300", cash=True)
    event = e.TableClosed(
        float=Signed(470_000),
        house=Signed(0),
        fees=Signed(0),
        drop=Units(30_000),
        count=Units(469_000),
        drop_count=Units(30_500),
        variance=Signed(-1000),
        drop_variance=Signed(500),
        reason="a note",
        witness="max",
    )
    unit = play.live.table.rules.unit
    found = [e.tell(event, unit, language=language) for language in ("en", "zh")]
    assert "4690.00, 10.00 short" in found[0]
    assert "305.00, 5.00 too much" in found[0]
    assert "max signed too" in found[0]
    assert "a note" in found[0]
    assert found[1].isascii() is False

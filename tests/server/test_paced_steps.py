"""While bets are open a table's steps are told together; everything else is told at once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.server.live.feed import Feed, Subscription
from croupier.server.live.visibility import Viewer, write_after_bet
from croupier.store.house import House
from houses import ANN, DEE, Body, opened
from server.sim_process import SyncHub


class TimedHub(SyncHub):
    """A hub whose calls are made at once, and whose timers end when a test says so."""

    def __init__(self, house: House) -> None:
        super().__init__(house, lambda what, *arguments: what(*arguments))
        self.timers: list[Callable[[], None]] = []

    def _call_later(self, _: float, what: Callable[[Feed], None], feed: Feed) -> None:
        self.timers.append(lambda: what(feed))

    def end_pause(self) -> None:
        """Let the pause that began first be over."""
        self.timers.pop(0)()


class Setting:
    """A table with bets open, and somebody who watches it."""

    def __init__(self, database: str) -> None:
        self.house = House.open(database)
        opened(self.house)
        self.told: list[dict[str, Any]] = []
        self.hub = TimedHub(self.house)
        feed = self.hub.now("t1")
        Subscription(feed, Viewer(), lambda frame: self.told.append(json.loads(frame))).start()
        self._ids = iter(range(1000))
        self.send(DEE, {"do": "open_bets"})
        self.told.clear()

    def send(self, actor: Any, body: Body) -> None:
        """Send a command; it must be accepted."""
        answer = self.house.command("t1", f"c{next(self._ids)}", actor, body)
        assert answer.ok, answer.data

    def bet(self, kind: str) -> None:
        """Let ann bet."""
        self.send(ANN, {"do": "place_bet", "box": 1, "bet": kind, "amount": "5"})


@pytest.fixture
def setting(folder: Path) -> Iterator[Setting]:
    made = Setting(str(folder / "house.db"))
    yield made
    made.house.close()


def _kinds(frame: dict[str, Any]) -> list[str]:
    return [event["type"] for event in frame["events"]]


def test_the_first_bet_is_told_at_once_and_the_next_ones_together(setting: Setting) -> None:
    for kind in ("player", "tie", "tiger"):
        setting.bet(kind)
    assert [_kinds(frame) for frame in setting.told] == [["bet_placed"]]
    setting.hub.end_pause()
    assert [_kinds(frame) for frame in setting.told] == [["bet_placed"], ["bet_placed"] * 2]
    numbers = [event["n"] for frame in setting.told for event in frame["events"]]
    assert numbers == list(range(numbers[0], numbers[0] + 3))
    assert len(setting.told[-1]["state"]["bets"]) == 3


def test_a_pause_without_bets_ends_quietly_and_the_next_bet_is_told_at_once(
    setting: Setting,
) -> None:
    setting.bet("player")
    setting.hub.end_pause()
    assert len(setting.told) == 1
    assert not setting.hub.timers
    setting.bet("tie")
    assert len(setting.told) == 2


def test_one_pause_follows_another_while_people_bet(setting: Setting) -> None:
    setting.bet("player")
    setting.bet("tie")
    setting.hub.end_pause()
    setting.bet("tiger")
    assert len(setting.told) == 2, "the second step began a pause of its own"
    setting.hub.end_pause()
    assert len(setting.told) == 3


def test_closing_is_told_at_once_with_the_bets_before_it(setting: Setting) -> None:
    setting.bet("player")
    setting.bet("tie")
    setting.send(DEE, {"do": "close_bets"})
    assert _kinds(setting.told[-1]) == ["bet_placed", "bets_closed"]
    told = len(setting.told)
    setting.send(DEE, {"do": "deal"})
    assert len(setting.told) == told + 1, "cards never wait"
    setting.hub.end_pause()
    assert len(setting.told) == told + 1, "what was told is not told again"


def test_who_asks_for_the_latest_state_gets_it_in_a_pause(setting: Setting) -> None:
    setting.bet("player")
    setting.bet("tie")
    feed = setting.hub.now("t1")
    setting.hub.reach_now(feed)
    assert len(feed.public["bets"]) == 2
    setting.hub.end_pause()
    numbers = [event["n"] for frame in setting.told for event in frame["events"]]
    assert len(numbers) == len(set(numbers)) == 2


def test_the_bettor_sees_the_bet_in_the_answer(setting: Setting) -> None:
    setting.bet("player")
    setting.bet("tie")
    table = setting.house.live_table("t1").table
    shown = write_after_bet(table, Viewer("ann"))
    assert [bet["bet"] for bet in shown["state"]["bets"]] == ["player", "tie"]
    assert shown["me"]["available"] == "990.00"
    assert "me" not in write_after_bet(table, Viewer()), "nobody's chips are shown to others"
    setting.send(DEE, {"do": "close_bets"})
    assert write_after_bet(setting.house.live_table("t1").table, Viewer("ann")) == {}

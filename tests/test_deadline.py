"""Deadlines are announced and decide nothing; a table is run by a person or automatically."""

from __future__ import annotations

from typing import Any

import pytest

from casino import Coups
from croupier.game.loading import load
from croupier.money import CENT
from croupier.store import snapshots
from croupier.table import Context, read_event, write_event
from croupier.table.events import DeadlineSet, DealerAssigned
from croupier.table.vocabulary import PAUSES, WINDOWS, Pace, Purpose
from tables import Play, betting_table, dealt_table, open_table, seated_table

ANN = ("ann", 1, "banker", "100")
SIX = "2s 5d 2c Kh 7c 2d"
BY = "pit_supervisor"


def deadline(play: Play) -> dict[str, Any] | None:
    found: dict[str, Any] | None = play.state["deadline"]
    return found


def squeezed() -> Play:
    play = betting_table("tiger", ANN, cards=SIX, face_down=True)
    play.do("grant_squeeze", player="ann", hand="player")
    play.do("close_bets")
    play.deal(4)
    return play


def offered() -> Play:
    play = seated_table("player-dealer")
    play.do("offer_player_dealer", seat=1)
    return play


def choosing() -> Play:
    play = dealt_table("tiger", ANN, cards=SIX, deal=2)
    play.do("report", kind="exposed_card", cards="2c")
    return play


OPEN = {
    "bets": lambda: betting_table("insurance", ANN, cards=SIX),
    "insurance": lambda: dealt_table("insurance", ANN, cards=SIX, deal=4),
    "options": choosing,
    "squeeze": squeezed,
    "player_dealer": offered,
}
CITED = {
    "bets": "3.8",
    "insurance": "5.3",
    "options": "5.12",
    "squeeze": "3.9",
}


@pytest.mark.parametrize("purpose", OPEN)
def test_a_deadline_says_what_it_is_for(purpose: str) -> None:
    play = OPEN[purpose]()
    (event,) = play.do("set_deadline", seconds=20)
    assert event["type"] == "deadline_set"
    assert (event["purpose"], event["seconds"]) == (purpose, 20)
    if purpose in CITED:
        assert event["rule"] == CITED[purpose]
    assert deadline(play) == {"for": purpose, "seconds": 20}
    play.do("set_deadline", seconds=5)
    assert deadline(play) == {"for": purpose, "seconds": 5}


@pytest.mark.parametrize(
    "make",
    [
        lambda: seated_table("tiger"),
        lambda: dealt_table("tiger", ANN, cards=SIX, deal=3),
        lambda: dealt_table("tiger", ANN, cards=SIX, deal=6),
    ],
)
def test_nothing_runs_out_where_nothing_is_open(make: Any) -> None:
    play: Play = make()
    assert play.refused("set_deadline", seconds=20)["code"] == "wrong_phase"
    assert deadline(play) is None


@pytest.mark.parametrize("purpose", ["bets", "insurance", "squeeze", "player_dealer"])
def test_no_time_runs_while_a_report_waits(purpose: str) -> None:
    play = OPEN[purpose]()
    play.do("set_deadline", seconds=20)
    play.do("report", kind="other")
    assert deadline(play) is None
    wrong = play.refused("set_deadline", seconds=20)
    assert wrong["code"] == "wrong_phase"
    assert "shift manager" in wrong["message"]


@pytest.mark.parametrize("seconds", [0, -1, 3601, "20", 1.5, True, None])
def test_seconds_are_a_whole_number_within_an_hour(seconds: object) -> None:
    play = betting_table("tiger", ANN, cards=SIX)
    assert play.refused("set_deadline", seconds=seconds)["code"] == "malformed"


@pytest.mark.parametrize("seconds", [1, 3600])
def test_a_second_is_enough_and_an_hour_is_not_too_much(seconds: int) -> None:
    play = betting_table("tiger", ANN, cards=SIX)
    play.do("set_deadline", seconds=seconds)
    assert deadline(play) == {"for": "bets", "seconds": seconds}
    pace = {**dict.fromkeys(WINDOWS, seconds * 1000), **dict.fromkeys(PAUSES, 600_000)}
    play.do("assign_dealer", by=BY, automatic=True, pace=pace)
    assert play.state["dealer"]["pace"] == pace


def test_a_bet_does_not_move_a_deadline_and_closing_ends_it() -> None:
    play = betting_table("tiger", ANN, cards=SIX)
    play.do("set_deadline", seconds=20)
    play.do("place_bet", by="bob", box=2, bet="tie", amount="10")
    assert deadline(play) == {"for": "bets", "seconds": 20}
    play.do("close_bets")
    assert deadline(play) is None


def test_a_deadline_counts_at_its_own_place_only() -> None:
    play = dealt_table("insurance", ANN, cards=SIX, deal=4)
    play.do("set_deadline", seconds=20)
    play.deal(1)
    assert play.state["insurance"], "the next window is open"
    assert deadline(play) is None


def test_the_offer_to_another_seat_has_its_own_time() -> None:
    play = offered()
    play.do("set_deadline", seconds=20)
    play.do("decline_player_dealer", by="ann", seat=1)
    assert play.state["offered"] not in (None, 1)
    assert deadline(play) is None


def test_an_interruption_ends_a_deadline_for_good() -> None:
    play = dealt_table("insurance", ANN, cards=SIX, deal=4)
    play.do("set_deadline", seconds=20)
    play.do("interrupt")
    play.do("resume")
    assert play.state["phase"] == "dealing"
    assert deadline(play) is None


def test_turned_cards_end_the_squeeze_and_not_one_of_them() -> None:
    play = squeezed()
    play.do("set_deadline", seconds=20)
    play.do("turn", by="ann", hand="player", number=1)
    assert deadline(play) == {"for": "squeeze", "seconds": 20}
    play.do("turn", by="ann", hand="player", number=2)
    assert deadline(play) is None


def test_a_table_is_run_by_a_person_until_it_is_handed_over() -> None:
    play = seated_table("tiger")
    assert play.state["dealer"]["automatic"] is False
    (event,) = play.do("assign_dealer", by=BY, automatic=True, pace={"betting": 30_000, "card": 0})
    assert event["pace"]["betting"] == 30_000
    assert event["pace"]["insurance"] == Pace().insurance
    assert event["was"]["automatic"] is False
    assert play.state["dealer"] == {"automatic": True, "pace": event["pace"]}
    play.do("assign_dealer", by=BY, automatic=False)
    assert play.state["dealer"] == {"automatic": False, "pace": event["pace"]}


def test_a_real_shoe_is_dealt_by_a_person() -> None:
    play = open_table("tiger", shoe="manual")
    assert play.refused("assign_dealer", by=BY, automatic=True)["code"] == "not_allowed"
    play.do("assign_dealer", by=BY, automatic=False)
    open_table("tiger", shoe="shuffler").do("assign_dealer", by=BY, automatic=True)


@pytest.mark.parametrize("name", WINDOWS)
@pytest.mark.parametrize("value", [0, 999, 1500, 3_601_000, -1000])
def test_a_window_is_of_whole_seconds_within_an_hour(name: str, value: int) -> None:
    play = open_table("tiger")
    wrong = play.refused("assign_dealer", by=BY, automatic=True, pace={name: value})
    assert wrong["code"] == "malformed"
    assert name in wrong["message"]


@pytest.mark.parametrize("name", PAUSES)
@pytest.mark.parametrize("value", [-1, 600_001])
def test_a_pause_has_its_bounds(name: str, value: int) -> None:
    play = open_table("tiger")
    wrong = play.refused("assign_dealer", by=BY, automatic=True, pace={name: value})
    assert wrong["code"] == "malformed"
    assert name in wrong["message"]
    play.do("assign_dealer", by=BY, automatic=True, pace={name: 0})


@pytest.mark.parametrize("pace", [{"tea": 5}, {"card": "1"}, {"card": 0.5}, {"card": True}, 5, []])
def test_a_pace_that_cannot_be_read(pace: object) -> None:
    wrong = open_table("tiger").refused("assign_dealer", by=BY, automatic=True, pace=pace)
    assert wrong["code"] == "malformed"


@pytest.mark.parametrize(
    "event",
    [
        DeadlineSet(Purpose.OPTIONS, 7, "5.12"),
        DeadlineSet(Purpose.PLAYER_DEALER, 3600),
        DealerAssigned(True, Pace(card=0), {"automatic": False, "pace": {}}),
    ],
)
def test_what_is_written_reads_back(event: DeadlineSet | DealerAssigned) -> None:
    assert read_event(write_event(event, CENT), Context(CENT, load)) == event


def test_a_snapshot_holds_both() -> None:
    play = betting_table("tiger", ANN, cards=Coups.PLAYER_WINS)
    play.do("assign_dealer", by=BY, automatic=True, pace={"card": 250})
    play.do("set_deadline", seconds=9)
    table = play.live.table
    games = {table.game.digest: table.game}
    found = snapshots.read(snapshots.write(table), games.__getitem__)
    assert found == table
    assert found.deadline is not None
    assert found.pace.card == 250

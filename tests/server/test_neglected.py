"""Insurance that was neglected is in the state of the staff, as far as the log tells (5.13)."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.server.live.neglected import CHANCE, RoundOffers, Why, write_neglected
from croupier.server.live.visibility import StoredEvent
from croupier.table.vocabulary import AUTOMATIC_DEALER
from server.running import Running
from tables import Play, dealt_table

BETS = (("ann", 1, "player", "100"), ("bob", 2, "banker", "100"))
INSURABLE = "2s 6d 3c Kh 4c"  # 5 to 6, Banker at 3:1; Player draws to 9 and wins
KEPT = "2s 6d 3c Kh 9c"  # the same, but Banker wins: insurance would have lost


def at(second: float) -> str:
    return f"2026-11-18T10:{int(second) // 60:02}:{second % 60:06.3f}+00:00"


def offers_of(play: Play, open_for: float, by: str = "dealer:dee") -> RoundOffers:
    """Fold the events of a table as if each offer had been open for some seconds."""
    offers, second = RoundOffers(), 1.0
    for number, event in enumerate(play.events, start=1):
        if event["type"] == "insurance_closed":
            second += open_for
        offers = offers.after(StoredEvent(number, at(second), by, event))
    return offers


def told(play: Play, offers: RoundOffers) -> list[tuple[Any, ...]]:
    found: Any = write_neglected(play.live.table, offers)
    keys = ("player", "box", "stage", "hand", "amount", "why")
    return [] if found is None else [tuple(bet[key] for key in keys) for bet in found["bets"]]


def dealt(cards: str, **fields: Any) -> Play:
    return dealt_table("insurance", *BETS, cards=cards, deal=5, **fields)


BOB = ("bob", 2, "four_cards", "banker", "100.00")


@pytest.mark.rule("insurance", "5.13")
@pytest.mark.parametrize("settled", [False, True])
def test_an_offer_that_nobody_could_answer_is_listed(settled: bool) -> None:
    play = dealt(INSURABLE)
    if settled:
        play.do("settle")
    hurried = CHANCE.total_seconds() - 0.1
    assert told(play, offers_of(play, hurried)) == [(*BOB, "hurried")]
    assert told(play, offers_of(play, CHANCE.total_seconds())) == []
    machine = f"dealer:{AUTOMATIC_DEALER}"
    assert told(play, offers_of(play, hurried, machine)) == [], "its window is the house's own"


@pytest.mark.rule("insurance", "5.13")
def test_only_bets_that_would_come_back_are_listed() -> None:
    """Insurance that would have lost neglects nobody; nor does a bet that was given back."""
    play = dealt(KEPT)
    assert told(play, offers_of(play, 0)) == []
    play = dealt(INSURABLE)
    offers = offers_of(play, 0)
    play.do(
        "return_uninsured",
        by="pit_manager",
        player="bob",
        stage="four_cards",
        hand="banker",
        amount="30",
    )
    assert told(play, offers) == []


@pytest.mark.rule("insurance", "5.13")
def test_a_report_lists_whatever_time_there_was() -> None:
    play = dealt(INSURABLE)
    play.do("report", kind="insurance_not_offered")
    assert told(play, offers_of(play, 60)) == [(*BOB, "reported")]


@pytest.mark.rule("insurance", "5.13")
def test_what_was_never_offered_is_listed() -> None:
    play = dealt(INSURABLE)
    assert told(play, RoundOffers(1)) == [(*BOB, "not_offered")]
    assert told(play, RoundOffers(2)) == [], "nothing is known of another round"


@pytest.mark.rule("insurance", "5.3")
def test_who_walked_away_was_not_neglected() -> None:
    play = dealt_table("insurance", *BETS, cards=INSURABLE)
    play.do("leave", by="bob")
    play.deal(5)
    assert told(play, offers_of(play, 0)) == []


@pytest.mark.rule("insurance", "4.2.2")
def test_without_insurance_on_the_sign_nothing_is_neglected() -> None:
    play = dealt(INSURABLE, insurance=False)
    assert told(play, RoundOffers(1)) == []


def test_the_next_round_ends_it_and_other_games_have_none() -> None:
    play = dealt(INSURABLE)
    play.do("settle")
    play.do("new_shoe", cards=INSURABLE)
    play.do("open_bets")
    assert told(play, offers_of(play, 0)) == []
    other = dealt_table("tiger", *BETS, cards=INSURABLE, deal=5)
    assert told(other, RoundOffers(1)) == []
    assert write_neglected(Play().live.table, RoundOffers()) is None


def test_an_offer_made_anew_counts_as_its_last_one() -> None:
    """A card put right makes another offer: what was hurried before does not count."""

    def event(type_: str, second: float, **fields: Any) -> StoredEvent:
        body = {"type": type_, "stage": "four_cards", **fields}
        return StoredEvent(1, at(second), "dealer:dee", body)

    offers = RoundOffers().after(event("bets_opened", 0, round=4))
    for step in (("insurance_offered", 1.0), ("insurance_closed", 1.5), ("insurance_offered", 2.0)):
        offers = offers.after(event(*step))
    assert (offers.round, offers.hurried) == (4, frozenset())
    assert offers.after(event("insurance_closed", 2.5)).hurried == {"four_cards"}
    late = event("irregularity_reported", 5, kind="insurance_not_offered", round=3)
    assert not offers.after(late).reported
    assert Why.HURRIED.value == "hurried"


@pytest.mark.rule("insurance", "5.13")
def test_the_staff_see_it_and_nobody_else(running: Running) -> None:
    """Dealt past at once by hand: the pit reads it, before payment and after it."""
    table = running.table("insurance", shoe="manual", enforcement="dealer")
    with running.api("dee") as dee, running.api("max") as boss, running.api("ann") as ann:
        dee.do(table, "open_bets")
        dee.do(table, "place_bet", player="bob", box=2, bet="banker", amount="100")
        dee.do(table, "close_bets")
        for card in INSURABLE.split():
            dee.do(table, "deal", card=card)
        for settled in (False, True):
            if settled:
                dee.do(table, "settle")
            found = boss.state(table)["neglected"]
            assert found["round"] == 1
            assert [bet["player"] for bet in found["bets"]] == ["bob"]
            assert "neglected" not in ann.state(table)
        fields = {"stage": "four_cards", "hand": "banker", "amount": "30"}
        boss.do(table, "return_uninsured", player="bob", **fields)
        assert boss.state(table)["neglected"] is None

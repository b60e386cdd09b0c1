"""What `verify` holds each field of an event to: a mistake on purpose for every one of them.

`test_planted_events.py` has a mistake for every kind of event; here are the other things that its
check looks at, and events that never happened, put between those that did.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from croupier.store.log_file import END
from table_run import Run
from test_planted_events import LOGS, MANAGER, SUPERVISOR, Event, bets, must, put, seated
from test_table_log import broken, found, rechained

Change = Callable[[Event], object]
DRAWN = ["Ks", "Qd", "7c", "6h"]
"""Player wins by 7 to 6."""


def played(run: Run, *cards: str) -> None:
    must(run, "close_bets")
    for _ in cards:
        must(run, "deal")
    must(run, "settle")


def uninsured() -> Run:
    """Play a round in which a bet is given back before the others are paid."""
    run = seated("insurance")
    must(run, "new_shoe", cards=["2s", "6d", "3c", "Kh", "6c", "4d"])
    bets(run, ("ann", 1, "banker", "100"))
    must(run, "close_bets")
    for _ in range(6):
        must(run, "deal")
    lost: dict[str, Any] = {"stage": "four_cards", "hand": "banker", "amount": "20"}
    must(run, "return_uninsured", MANAGER, player="ann", **lost)
    must(run, "settle")
    return run


def insured_otherwise() -> Run:
    """Settle a round again by cards that insurance was not taken on: it is handed back."""
    run = seated("insurance")
    must(run, "new_shoe", cards=["2s", "6d", "3c", "Kh", "9c"])
    bets(run, ("ann", 1, "banker", "100"))
    must(run, "close_bets")
    for _ in range(4):
        must(run, "deal")
    must(run, "place_insurance", "ann", box=1, bet="banker_insurance", amount="30", id="i")
    must(run, "deal")
    must(run, "settle")
    must(run, "report", kind="wrong_number_of_cards")
    must(run, "reconstruct", SUPERVISOR, cards=["6d", "2s", "3c", "Kh", "9c"])
    return run


def early() -> Run:
    """Report a foreign card before the first round; let patrons choose while bets are open."""
    run = seated("tiger")
    must(run, "new_shoe", cards=DRAWN * 2)
    must(run, "report", kind="foreign_card")
    must(run, "dismiss_report", SUPERVISOR)
    bets(run, ("ann", 1, "player", "100"), ("bob", 2, "banker", "50"))
    must(run, "report", kind="exposed_card", cards=DRAWN[:1])
    must(run, "choose", "bob", option="refund")
    must(run, "close_options")
    played(run, *DRAWN)
    return run


def owing(game: str = "tiger") -> Run:
    """Undo a round whose winner has cashed out and owes what was won."""
    run = seated(game)
    must(run, "new_shoe", cards=DRAWN)
    if game == "player-dealer":
        must(run, "offer_player_dealer", seat=3)
        must(run, "accept_player_dealer", "cho", seat=3, wager="200")
    bets(run, ("ann", 1, "player", "100"), ("bob", 2, "banker", "50"))
    played(run, *DRAWN)
    must(run, "cash_out", player="ann", amount="1100")
    must(run, "report", kind="wrong_number_of_cards")
    must(run, "cannot_reconstruct", SUPERVISOR)
    return run


def owing_to_a_player() -> Run:
    """Undo such a round where a player banked: nothing is taken back, and nobody gets anything."""
    return owing("player-dealer")


ALL = {
    **LOGS,
    "uninsured": uninsured,
    "insured_otherwise": insured_otherwise,
    "early": early,
    "owing": owing,
    "owing_to_a_player": owing_to_a_player,
}


@cache
def log(name: str) -> list[bytes]:
    return ALL[name]().log.closed().read().splitlines()


def forged(name: str, change: Callable[[list[Event]], None]) -> bytes:
    """Change what happened, and work every number and hash out anew."""
    entries = [json.loads(line)["entry"] for line in log(name)]
    events = [entry["event"] for entry in entries]
    change(events)
    events[-1] = {"type": END, "entries": len(events)}
    lines = list[bytes]()
    for number, event in enumerate(events, start=1):
        opened = event["type"] == "table_opened"
        entry = {**entries[0], "n": number, "event": event}
        lines.append(json.dumps({"entry": entry if opened else {**entry, "game": None}}).encode())
    return rechained(lines, lambda _, __: None)


def changed(name: str, kind: str, change: Change) -> bytes:
    """Change the first event of a kind that the change is about."""

    def first(events: list[Event]) -> None:
        for event in events:
            before = deepcopy(event)
            if event["type"] == kind:
                change(event)
            if event != before:
                return
        raise AssertionError(f"no {kind} was changed")

    return forged(name, first)


def added(name: str, after: str, *planted: Event) -> bytes:
    """Let events happen after the first of a kind, or "card_dealt 4"; none: that one twice."""
    kind, _, number = after.partition(" ")

    def add(events: list[Event]) -> None:
        places = [n for n, event in enumerate(events) if event["type"] == kind]
        place = places[int(number or 1) - 1]
        events[place + 1 : place + 1] = planted or (deepcopy(events[place]),)

    return forged(name, add)


def where(found_by: dict[str, Any], **values: Any) -> Change:
    """Change an event that has these values."""

    def change(event: Event) -> None:
        if all(event.get(name) == value for name, value in found_by.items()):
            event.update(values)

    return change


def lammer(**values: Any) -> Change:
    return lambda event: event["offers"][0].update(values)


def money(**changes: str | None) -> Change:
    """Change what a correction gives to some; None for nothing."""

    def change(event: Event) -> None:
        for name, amount in changes.items():
            event["changes"].pop(name, None)
            if amount is not None:
                event["changes"][name] = amount

    return change


def settled_again(**values: Any) -> Change:
    return lambda event: event.get("settlement", {}).update(values)


def netted(event: Event) -> None:
    if "settlement" in event:
        event["settlement"]["net"]["eve"] = "5.00"


def face_down(event: Event) -> None:
    if event["hand"] == "banker":
        del event["card"]
        event["seal"] = "0" * 64


def other_third(event: Event) -> None:
    """Say the second offer of a round at the first stage, with what that would pay."""
    if event["stage"] == "player_third":
        event["stage"] = "four_cards"
        event["offers"][0]["odds"] = "3:1"


def counted(pieces: dict[str, int]) -> Change:
    """Say that the tray was counted and is right, by pieces that add up to something else."""
    return lambda event: event.update(count=event["float"], variance="0.00", pieces=pieces)


LONG = "x" * 120
CHANGED: list[tuple[str, str, Change, str]] = [
    # The table, its people and its shoes.
    ("insured", "table_closed", put(fees="9.00"), "what was taken in fees"),
    ("insured", "table_closed", put(count="7.00"), "the variance of the tray"),
    ("insured", "table_closed", put(variance="7.00"), "the variance of the tray"),
    ("insured", "table_closed", put(drop_count="7.00"), "the variance of the drop"),
    ("insured", "table_closed", put(drop_variance="7.00"), "the variance of the drop"),
    ("insured", "table_closed", counted({"1": 1}), "the count of the tray"),
    ("insured", "table_closed", counted({"x": 1}), "plain digits"),
    ("insured", "chips_cashed", put(amount="0.00"), "it is about no money"),
    ("insured", "seat_taken", put(box=0), "there is no box 0: they run from 1 to 9"),
    ("insured", "seat_left", put(squeezes=["player"]), "who had the squeeze of player"),
    ("insured", "shoe_started", put(cards=417), "8 decks do not hold 417 cards"),
    ("insured", "shoe_started", put(cards=5), "there was no card in the shoe"),
    ("insured", "shoe_started", put(commitment="0" * 64), "whether the shuffle was committed to"),
    ("banked", "shoe_started", put(commitment=None), "whether the shuffle was committed to"),
    ("insured", "dealer_assigned", lambda v: v["was"]["pace"].update(betting=1), "the pace before"),
    ("insured", "deadline_set", put(seconds=0), "it gives no time"),
    # Who banks.
    ("banked", "player_dealer_accepted", put(seat=1, player="ann"), "the seat that was asked"),
    ("banked", "player_dealer_accepted", put(wager="0.00"), "it is about no money"),
    ("banked", "player_dealer_restored", put(wager="0.00"), "it is about no money"),
    ("banked", "player_dealer_restored", put(hands=-1), "for less than no hands"),
    ("banked", "wager_changed", put(wager="0.00"), "it is about no money"),
    ("banked", "wager_posted", put(seat=1), "who banked"),
    # Bets.
    ("insured", "bet_placed", put(box=99), "there is no box 99"),
    ("insured", "bet_placed", put(amount="0.00"), "it is about no money"),
    ("insured", "bet_placed", where({"id": "bob"}, id="ann"), "is called ann already"),
    ("insured", "bet_increased", put(bet="b7"), "no bet of the round is called b7"),
    ("insured", "bet_increased", put(amount="0.00", total="50.00"), "it is about no money"),
    ("insured", "bet_increased", put(total="56.00"), "the bet was 5600, and it works out as 5500"),
    (
        "insured",
        "bet_increased",
        where({"bet": "i"}, bet="ann", total="105.00"),
        "the phase that the bet was raised in",
    ),
    ("insured", "bet_withdrawn", put(amount="0.00", total="55.00"), "it is about no money"),
    ("insured", "bets_closed", put(round=9), "the round was 9"),
    ("insured", "bets_closed", put(squeezes=["banker"]), "nobody was granted to squeeze banker"),
    # Cards.
    ("insured", "card_dealt", put(ready=True), "whether the card lay ready"),
    ("insured", "card_dealt", where({"ready": True}, card="9s"), "the card that lay ready"),
    ("insured", "card_dealt", face_down, "nobody was granted to squeeze banker"),
    ("insured", "card_turned", put(hand="banker"), "card 1 of banker did not lie face down"),
    ("typed", "card_corrected", put(number=2), "the card before was 2s"),
    ("typed", "card_corrected", put(card="2s"), "it corrects nothing"),
    # Insurance.
    ("insured", "insurance_offered", put(offers=[]), "nothing was offered"),
    ("insured", "insurance_offered", lammer(bet="poker"), "works out as None"),
    ("insured", "insurance_offered", lammer(bet="player_insurance"), "works out as None"),
    ("insured", "insurance_offered", lammer(hand="player"), "the hand insured"),
    ("insured", "insurance_offered", other_third, "the odds of insurance"),
    ("insured", "insurance_placed", put(amount="0.00"), "it is about no money"),
    ("insured", "insurance_placed", put(id="ann"), "is called ann already"),
    ("uninsured", "original_returned", put(round=9), "the round was 9"),
    ("insured", "original_returned", put(round=9), "the round was 9"),
    # What was reported and chosen.
    (
        "insured",
        "irregularity_reported",
        where({"kind": "simultaneous_cards"}, ready=["3c", "9s"]),
        "a card lies ready that the report does not name",
    ),
    (
        "insured",
        "irregularity_reported",
        where({"kind": "simultaneous_cards"}, behind=1),
        "there are no such cards on the felt",
    ),
    ("insured", "irregularity_reported", put(behind=-1), "there are no such cards on the felt"),
    ("insured", "shoe_started", where({"shoe": 2}, cards=3), "the shoe had no such cards"),
    ("insured", "reconstruction_refused", put(banker=None), "that Player's hand was left as dealt"),
    ("insured", "options_offered", put(players=[]), "nobody may choose"),
    ("insured", "options_closed", put(continued=["ann"]), "who continued"),
    ("early", "options_closed", put(returned=["bob"]), "the bets that were taken back"),
    # A round that was paid and is put right.
    ("insured", "round_corrected", settled_again(id=2), "the round that was settled again"),
    ("insured", "round_corrected", netted, "eve gets 0, and 500 is due"),
    ("insured", "round_corrected", money(eve="0.01"), "eve gets 1, and 0 is due"),
    ("insured", "round_corrected", money(ann=None), "ann gets 0, and 5500 is due"),
    ("banked", "round_corrected", money(ann="100.00"), "ann gets 10000, and 10100 is due"),
    ("owing", "round_corrected", money(bob="40.00"), "bob gets 4000, and 5000 is due"),
    ("owing_to_a_player", "round_corrected", money(bob="60.00"), "bob gets 6000, and 5000"),
    ("owing_to_a_player", "round_corrected", money(bob="-1.00"), "bob gets -100, and 5000"),
    ("insured_otherwise", "round_corrected", put(handed_back=None), "was not on offer"),
    # What is long is told in brief.
    ("insured", "bet_increased", put(player=LONG), f"whose bet it is was {LONG}, and"),
    ("insured", "bet_increased", put(player=f"{LONG}y"), f"was {LONG[:116]} ..., and"),
]

SHOE = {"type": "shoe_started", "shoe": 2, "cards": 6, "burned": 0, "fixed": True}
GONE = {"type": "shoe_ended", "shoe": 1, "dealt": 0, "reason": "x"}
ENTROPY = {"type": "entropy_added", "player": "ann", "text": "x"}
OFFERED = {"type": "player_dealer_offered", "seat": 1, "player": "ann"}
RESTORED = {
    "type": "player_dealer_restored",
    "seat": 1,
    "player": "ann",
    "wager": "9.00",
    "hands": 0,
}
WAGER = {"type": "wager_changed", "seat": 3, "player": "cho", "wager": "9.00"}
MISSING = {"type": "player_dealer_missing"}
CORRECTED = {"type": "card_corrected", "hand": "player", "number": 1, "was": "2s", "card": "9s"}
SQUEEZE = {"type": "squeeze_granted", "player": "ann", "hand": "player"}
LAMMER = {"bet": "banker_insurance", "hand": "banker", "odds": "3:1"}
INSURANCE = {"type": "insurance_offered", "stage": "four_cards", "offers": [LAMMER]}
CLOSED = {"type": "insurance_closed", "stage": "four_cards"}
WAIVED = {"type": "insurance_waived", "player": "ann"}
GIVEN_BACK = {
    "type": "original_returned",
    "round": 1,
    "bet": "ann",
    "player": "ann",
    "amount": "1.00",
}
REPORT = {"type": "irregularity_reported", "kind": "exposed_card", "round": 0, "does": "nothing"}
LAID = {"type": "cards_reconstructed", "ready": [], "cards": DRAWN}
PUT_RIGHT = {"type": "round_corrected", "round": 0, "reason": "void", "changes": {}}
DISMISSED = {"type": "report_dismissed", "kind": "foreign_card", "round": 0}
OPENED = {"type": "bets_opened", "round": 1, "call": "place_your_bets"}

ADDED: list[tuple[str, str, tuple[Event, ...], str]] = [
    # Nothing is named: that event a second time.
    ("insured", "table_opened", (), "the table was open already"),
    ("insured", "option_chosen", (), "what cho had chosen was None, and it works out as refund"),
    ("insured", "original_returned", (), "bet cho was given back before"),
    ("uninsured", "original_returned", (), "bet ann was given back before"),
    # A shoe too many, or none.
    ("insured", "shoe_started", (SHOE,), "there was a shoe already"),
    ("insured", "chips_bought", (OPENED,), "there was no shoe to deal from"),
    ("insured", "bets_closed", (GONE,), "there was no card in the shoe"),
    ("insured", "chips_bought", (GONE,), "and it works out as None"),
    ("insured", "chips_bought", (ENTROPY,), "no shuffle that anything could be added to"),
    ("insured", "shoe_started", (ENTROPY,), "no shuffle that anything could be added to"),
    ("banked", "bets_opened", (ENTROPY,), "no shuffle that anything could be added to"),
    (
        "insured",
        "chips_bought",
        ({**REPORT, "cards": ["2s"], "ready": ["2s"]},),
        "the shoe had no such cards",
    ),
    # A bank where the house banks, or a second one.
    ("typed", "seat_taken", (OFFERED,), "the house banks this game"),
    ("typed", "seat_taken", (MISSING,), "the house banks this game"),
    ("typed", "seat_taken", (RESTORED,), "the house banks this game"),
    ("banked", "player_dealer_accepted", (OFFERED,), "somebody had the position"),
    ("banked", "player_dealer_accepted", (MISSING,), "somebody banked, or was being asked"),
    ("banked", "player_dealer_accepted", (RESTORED,), "somebody had the position"),
    ("banked", "player_dealer_missing", (WAGER,), "who banked was (3, 'cho'), and it works out"),
    # What the table or the game does not have.
    ("insured", "card_dealt", (CORRECTED,), "a digital shoe deals its own cards"),
    ("typed", "bets_opened", (SQUEEZE,), "cards are dealt face up at this table"),
    ("typed", "card_dealt 4", (INSURANCE,), "the odds of insurance was 3:1, and it works"),
    ("typed", "bets_closed", (WAIVED,), "this game has no insurance"),
    # Insurance while a card lies face down.
    ("insured", "card_turned", (INSURANCE,), "the odds of insurance was 3:1, and it works"),
    ("insured", "card_turned", (CLOSED,), "the stage of insurance was four_cards"),
    # A round that nobody has played, a report that nobody has made.
    ("insured", "chips_bought", (GIVEN_BACK,), "no round was paid that a bet could be given back"),
    ("insured", "chips_bought", (PUT_RIGHT,), "no round was paid that could be put right"),
    ("insured", "chips_bought", (DISMISSED,), "the report that waited was foreign_card"),
    ("early", "shoe_started", (LAID,), "nothing waited to be decided"),
    ("early", "irregularity_reported", (LAID,), "they are not the cards that were there"),
]


@pytest.mark.parametrize(
    ("name", "kind", "change", "reason"),
    CHANGED,
    ids=[f"{row[1]}-{number}" for number, row in enumerate(CHANGED)],
)
def test_a_changed_field_is_named(name: str, kind: str, change: Change, reason: str) -> None:
    assert reason in str(broken(changed(name, kind, change)))


@pytest.mark.parametrize(
    ("name", "after", "planted", "reason"),
    ADDED,
    ids=[f"{row[1]}-{number}" for number, row in enumerate(ADDED)],
)
def test_an_event_that_never_happened_is_named(
    name: str, after: str, planted: tuple[Event, ...], reason: str
) -> None:
    assert reason in str(broken(added(name, after, *planted)))


@pytest.mark.parametrize("name", ALL)
def test_only_what_was_planted_is_wrong(name: str) -> None:
    """Written anew with nothing changed, every log holds."""
    found(forged(name, lambda _: None))


def test_a_deadline_of_a_second_is_one() -> None:
    found(changed("insured", "deadline_set", put(seconds=1)))

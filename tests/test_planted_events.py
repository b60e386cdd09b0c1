"""For every kind of event a mistake on purpose, by a forger who works the chain out anew.

`verify` names each. What it cannot see without the hash that was kept elsewhere is listed in
`UNSEEN`, with the reason.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from functools import cache
from typing import Any

import pytest

from croupier.store.log_file import BadLog
from croupier.table import EVENTS
from table_run import Run
from test_table_log import broken, found, rechained

Event = dict[str, Any]
ORDER = ["2s", "6d", "3c", "Kh", "6c", "4d"]
"""Player wins by 1 to 0 with six cards; insurance of Banker is on offer at both stages."""
MANAGER, SUPERVISOR, SHIFT = "pit_manager", "pit_supervisor", "shift_manager"


def must(run: Run, do: str, by: str = "dealer", /, **fields: Any) -> None:
    said = run.say(do, by, **fields)
    assert said["ok"], f"{do}: {said}"


def seated(game: str, **setup: Any) -> Run:
    run = Run(1)
    must(run, "open_table", SHIFT, game=game, float="1000", **setup)
    for box, name in enumerate(("ann", "bob", "cho"), start=1):
        must(run, "buy_in", player=name, amount="1000")
        must(run, "sit", name, box=box)
    return run


def bets(run: Run, *wanted: tuple[str, int, str, str]) -> None:
    must(run, "open_bets")
    for name, box, bet, amount in wanted:
        must(run, "place_bet", name, box=box, bet=bet, amount=amount, id=name)


THREE = (("ann", 1, "banker", "100"), ("bob", 2, "player", "50"), ("cho", 3, "banker", "30"))


def insured() -> Run:
    """Play a round with insurance and a squeeze, which is undone; others with every mishap."""
    run = seated("insurance", face_down=True)
    must(run, "new_shoe", cards=ORDER)
    bets(run, *THREE)
    must(run, "place_bet", "cho", box=2, bet="player", amount="20", standing=True, id="s")
    must(run, "increase_bet", "bob", bet="bob", amount="5")
    must(run, "withdraw_bet", "bob", bet="bob")
    must(run, "place_bet", "bob", box=2, bet="player", amount="50", id="bob")
    must(run, "request_squeeze", "ann", hand="player")
    must(run, "grant_squeeze", player="ann", hand="player")
    must(run, "close_bets")
    for _ in range(4):
        must(run, "deal")
    must(run, "turn", "ann", hand="player", number=1)
    must(run, "turn", "ann", hand="player", number=2)
    must(run, "set_deadline", seconds=10)
    must(run, "place_insurance", "ann", box=1, bet="banker_insurance", amount="10", id="i")
    must(run, "increase_bet", "ann", bet="i", amount="5")
    must(run, "deal")
    must(run, "turn", "ann", hand="player", number=3)
    must(run, "deal")
    must(run, "settle")
    lost: dict[str, Any] = {"stage": "four_cards", "hand": "banker", "amount": "5"}
    must(run, "return_uninsured", MANAGER, player="cho", **lost)
    must(run, "report", kind="wrong_number_of_cards")
    must(run, "cannot_reconstruct", SUPERVISOR)
    mishaps(run)
    corrected(run)
    must(run, "assign_dealer", MANAGER, automatic=False, pace={"betting": 5000})
    must(run, "fill", MANAGER, amount="500")
    must(run, "credit", MANAGER, amount="100")
    must(run, "change_table", MANAGER, insurance=False)
    must(run, "leave", "cho", box=3)
    must(run, "cash_out", player="cho", amount="10")
    must(run, "close_table", MANAGER)
    return run


def mishaps(run: Run) -> None:
    must(run, "new_shoe", cards=ORDER)
    bets(run, *THREE)
    must(run, "close_bets")
    must(run, "deal")
    must(run, "deal")
    must(run, "report", kind="simultaneous_cards", cards=ORDER[2:4])
    must(run, "decide_order", SUPERVISOR, cards=ORDER[2:4])
    must(run, "choose", "cho", option="refund")
    must(run, "close_options")
    must(run, "deal")
    must(run, "interrupt")
    must(run, "resume")
    must(run, "deal")
    must(run, "expose_banker_first", "dealer", player="ann")
    must(run, "report", kind="wrong_hand")
    swapped = ["6d", "2s", *ORDER[2:4]]
    must(run, "reconstruct", SUPERVISOR, cards=swapped)
    run.say("close_options", "dealer")
    must(run, "report", kind="wrong_hand")
    hands = {"player_cards": ["2s", "3c"], "banker_cards": ["6d", "Kh"]}
    must(run, "cannot_reconstruct", SUPERVISOR, **hands)
    run.say("close_options", "dealer")
    must(run, "rule", SHIFT, text="for the wait", adjustments=[{"player": "bob", "amount": "5"}])
    must(run, "void_round", SUPERVISOR, reason="too much of it")


def corrected(run: Run) -> None:
    """Play a round that is settled again by the cards in another order."""
    must(run, "new_shoe", cards=ORDER)
    bets(run, *THREE)
    must(run, "close_bets")
    for _ in range(6):
        must(run, "deal")
    must(run, "settle")
    must(run, "report", kind="wrong_number_of_cards")
    must(run, "reconstruct", SUPERVISOR, cards=["Kh", "6d", "3c", "2s", "6c", "4d"])


def banked() -> Run:
    """Play rounds that a player banks, from a shoe shuffled with a patron's entropy."""
    run = seated("player-dealer", fees={"main": "1", "player_dealer": "2"})
    must(run, "new_shoe")
    must(run, "add_entropy", "ann", text="seven horses")
    must(run, "offer_player_dealer", seat=1)
    for seat, name in enumerate(("ann", "bob", "cho"), start=1):
        must(run, "decline_player_dealer", name, seat=seat)
    must(run, "offer_player_dealer", seat=3)
    must(run, "accept_player_dealer", "cho", seat=3, wager="200")
    must(run, "change_wager", "cho", seat=3, wager="300")
    for _ in range(2):
        bets(run, *THREE[:2])
        must(run, "close_bets")
        run.to_the_end()
    must(run, "report", kind="wrong_number_of_cards")
    must(run, "cannot_reconstruct", SUPERVISOR)
    must(run, "close_table", MANAGER)
    return run


def typed() -> Run:
    """Play from a real shoe, with a slip of the keyboard."""
    run = seated("tiger", shoe="manual")
    must(run, "new_shoe")
    bets(run, *THREE)
    must(run, "close_bets")
    must(run, "deal", card="2s")
    must(run, "correct_card", card="3s")
    must(run, "report", kind="foreign_card")
    must(run, "dismiss_report", SUPERVISOR)
    run.to_the_end()
    return run


LOGS: dict[str, Callable[[], Run]] = {"insured": insured, "banked": banked, "typed": typed}


@cache
def log(name: str) -> list[bytes]:
    run = LOGS[name]()
    return run.log.closed().read().splitlines()


def forged(name: str, kind: str, change: Callable[[Event], object]) -> bytes:
    """Change the first event of a kind that the change is about, and work every hash out anew."""
    done: list[int] = []

    def forge(number: int, entry: dict[str, Any]) -> None:
        event = entry["event"]
        if event["type"] != kind or done:
            return
        before = json.dumps(event)
        change(event)
        if json.dumps(event) != before:
            done.append(number)

    content = rechained(log(name), forge)
    assert done, f"no {kind} was changed"
    return content


def early(name: str, kind: str) -> bytes:
    """Let the first event of a kind happen one entry earlier than it did."""
    events = [json.loads(line)["entry"]["event"] for line in log(name)]
    place = next(n for n, event in enumerate(events) if event["type"] == kind)
    events[place - 1], events[place] = events[place], events[place - 1]
    return rechained(log(name), lambda number, entry: entry.update(event=events[number - 1]))


def put(**values: Any) -> Callable[[Event], object]:
    return lambda event: event.update(values)


def _was(**values: Any) -> Callable[[Event], object]:
    return lambda event: event["was"].update(values)


def _other_salt(event: Event) -> None:
    event["salt"] = "0" * 32


def _settlement(event: Event) -> None:
    if "settlement" in event:
        event["settlement"]["house"] = "0.00"


PLANTED: list[tuple[str, str, Callable[[Event], object], str]] = [
    ("insured", "table_opened", put(digest="0" * 64), "another version"),
    ("insured", "table_closed", put(house="0.00"), "what the house won"),
    ("insured", "table_closed", put(float="1.00"), "what is in the tray"),
    ("insured", "table_changed", _was(insurance=False), "what the sign said before"),
    ("insured", "float_filled", put(amount="0.00"), "it is about no money"),
    ("insured", "float_filled", put(amount="400.00"), "what is in the tray"),
    ("insured", "float_credited", put(amount="50.00"), "what is in the tray"),
    ("insured", "chips_bought", put(amount="50.00"), "the money does not add up"),
    ("insured", "chips_bought", put(player="eve"), "the money does not add up"),
    ("insured", "chips_cashed", put(player="eve"), "nobody called eve"),
    ("insured", "chips_cashed", put(amount="9999.00"), "the money does not add up"),
    ("insured", "seat_taken", put(box=99), "there is no box 99"),
    ("insured", "seat_taken", put(box=2), "box 2 was taken"),
    ("insured", "seat_left", put(player="ann"), "who sat at box 3"),
    ("insured", "shoe_started", put(shoe=2), "the number of the shoe"),
    ("insured", "shoe_started", put(burned=3), "how many cards were burned"),
    ("banked", "shoe_started", put(commitment="0" * 64), "the commitment of the shoe"),
    ("banked", "shoe_started", put(cards=52), "how many cards the shoe holds"),
    ("banked", "entropy_added", put(text="eight horses"), "of the shoe was"),
    ("banked", "entropy_added", put(player="eve"), "nobody called eve"),
    ("banked", "shoe_ended", put(seed="0" * 64), "the commitment of the shoe"),
    ("insured", "shoe_ended", put(dealt=3), "how many cards had left it"),
    ("banked", "player_dealer_offered", put(player="bob"), "who sat at seat 1"),
    ("banked", "player_dealer_declined", put(seat=2), "the seat that was asked"),
    ("banked", "player_dealer_declined", put(player="bob"), "seat 1 was ann's"),
    ("banked", "player_dealer_accepted", put(player="ann"), "who sat at seat 3"),
    ("banked", "player_dealer_accepted", put(wager="9000.00"), "the money does not add up"),
    ("banked", "player_dealer_restored", put(player="ann"), "who sat at seat 3"),
    ("banked", "player_dealer_restored", put(wager="9000.00"), "the money does not add up"),
    ("banked", "wager_changed", put(seat=1), "who banked"),
    ("banked", "wager_posted", put(wager="1.00"), "the wager was"),
    ("banked", "player_dealer_vacated", put(player="ann"), "who banked"),
    ("insured", "dealer_assigned", _was(automatic=True), "who dealt before"),
    ("insured", "deadline_set", put(purpose="bets"), "no time runs for bets"),
    ("insured", "bets_opened", put(round=7), "the round was 7"),
    ("insured", "bet_placed", put(amount="90.00"), "the settlement was"),
    ("insured", "bet_placed", put(player="eve"), "nobody called eve"),
    ("insured", "bet_placed", put(bet="poker"), "this game has no bet poker"),
    ("insured", "bet_increased", put(total="500.00"), "the bet was"),
    ("insured", "bet_increased", put(player="ann"), "whose bet it is"),
    ("insured", "bet_withdrawn", put(amount="1.00"), "what is left of the bet"),
    ("insured", "bet_returned", put(player="ann"), "whose bet it is"),
    ("insured", "bet_returned", put(amount="1.00"), "what is left of the bet"),
    ("insured", "bets_closed", put(fees={"ann": "1.00"}), "the fees was"),
    ("insured", "bets_closed", put(pro_rata=[{"bet": "ann", "in_action": "1.00"}]), "in action"),
    ("insured", "card_dealt", put(hand="banker"), "the hand that the card went to"),
    ("insured", "card_dealt", put(number=2), "the place of the card"),
    ("insured", "card_dealt", put(seal="0" * 64), "the seal of the card"),
    ("banked", "card_dealt", put(seal="0" * 64), "whether the card was sealed"),
    ("insured", "card_turned", _other_salt, "the seal of the card"),
    ("insured", "card_turned", put(number=3), "did not lie face down"),
    ("typed", "card_corrected", put(was="9s"), "the card before"),
    ("typed", "card_corrected", put(card="9s"), "it belongs to phase dealing"),
    ("insured", "squeeze_requested", put(player="eve"), "nobody called eve"),
    ("insured", "squeeze_granted", put(hand="banker"), "nobody was granted to squeeze"),
    ("insured", "insurance_offered", lambda v: v["offers"][0].update(odds="9:1"), "the odds of"),
    ("insured", "insurance_closed", put(stage="player_third"), "the stage of insurance"),
    ("insured", "insurance_waived", put(player="eve"), "nobody called eve"),
    ("insured", "insurance_placed", put(odds="9:1"), "the odds of insurance"),
    ("insured", "insurance_placed", put(box=3), "ann had no bet on banker at box 3"),
    ("insured", "original_returned", put(amount="99.00"), "what is given back"),
    ("insured", "original_returned", put(player="ann"), "whose bet it is"),
    ("insured", "irregularity_reported", put(round=9), "there was no round 9"),
    ("typed", "report_dismissed", put(kind="card_excess"), "the report that waited"),
    ("insured", "cards_reconstructed", put(cards=["9s", *ORDER[1:4]]), "not the cards that were"),
    ("insured", "reconstruction_refused", put(player=["9s", "3c"]), "not the cards that were"),
    ("insured", "order_decided", put(ready=["9s", "Kh"]), "not the cards that were there"),
    ("insured", "options_offered", put(players=["eve"]), "eve had no bet"),
    ("insured", "option_chosen", put(player="eve"), "eve had nothing to choose"),
    ("insured", "option_chosen", put(option="continue"), "who took the refund"),
    ("insured", "options_closed", put(refunded=["ann"]), "who took the refund"),
    ("insured", "round_interrupted", put(phase="complete"), "the phase that was interrupted"),
    ("insured", "round_resumed", put(phase="complete"), "the phase that play goes on in"),
    ("insured", "ruling_made", put(adjustments=[{"player": "eve", "amount": "5.00"}]), "eve"),
    ("insured", "round_voided", put(returned={"ann": "1.00"}), "what goes back"),
    ("insured", "round_voided", put(round=1), "the round was 1"),
    ("insured", "round_settled", put(house="0.00"), "the settlement was"),
    ("insured", "round_corrected", put(changes={"ann": "999.00"}), "is due"),
    ("insured", "round_corrected", put(round=2), "the round was 2"),
    ("insured", "round_corrected", _settlement, "the settlement was"),
]

EARLY: list[tuple[str, str, str]] = [
    ("banked", "player_dealer_missing", "somebody banked, or was being asked"),
    ("banked", "player_dealer_declined", "the seat that was asked"),
    ("banked", "wager_posted", "it belongs to phase idle"),
    ("insured", "options_closed", "who took the refund"),
    ("insured", "order_decided", "nothing waited to be decided"),
    ("insured", "round_resumed", "it belongs to phase interrupted"),
    ("insured", "round_settled", "it belongs to phase complete"),
    ("insured", "table_closed", "the table was closed"),
]
"""Events that stand one entry too early."""

UNSEEN: list[tuple[str, str, Callable[[Event], object], str]] = [
    ("typed", "chips_bought", put(amount="2000.00"), "in a database wallets tell; a log has none"),
    ("typed", "bet_placed", put(warnings=[{"code": "x", "message": "y"}]), "what was only said"),
    ("insured", "deadline_set", put(seconds=3), "it decides nothing"),
    ("insured", "insurance_waived", put(player="bob"), "who asked changes nothing afterwards"),
    ("insured", "irregularity_reported", put(text="x"), "what was only said"),
    ("insured", "ruling_made", put(text="other words"), "what was only said"),
    ("insured", "round_voided", put(reason="other words"), "what was only said"),
    ("insured", "round_resumed", put(rule="5.99"), "citations explain, and move nothing"),
    ("insured", "round_settled", lambda v: v["bets"][0].update(rules=[]), "citations explain"),
]
"""What only the chain guards, with its head kept elsewhere."""


@pytest.mark.parametrize(
    ("name", "kind", "change", "reason"),
    PLANTED,
    ids=[f"{row[1]}-{number}" for number, row in enumerate(PLANTED)],
)
def test_a_planted_mistake_is_named(
    name: str, kind: str, change: Callable[[Event], object], reason: str
) -> None:
    assert reason in str(broken(forged(name, kind, change)))


@pytest.mark.parametrize(
    ("name", "kind", "change"),
    [row[:3] for row in UNSEEN],
    ids=[row[1] for row in UNSEEN],
)
def test_what_only_the_chain_guards(
    name: str, kind: str, change: Callable[[Event], object]
) -> None:
    found(forged(name, kind, change))
    with pytest.raises(BadLog, match="something was changed"):
        # Without the hashes worked out anew it is seen at once.
        found(_unchained(name, kind, change))


def _unchained(name: str, kind: str, change: Callable[[Event], object]) -> bytes:
    lines, done = list[bytes](), False
    for line in log(name):
        whole = json.loads(line)
        if whole["entry"]["event"]["type"] == kind and not done:
            change(whole["entry"]["event"])
            done = True
        lines.append(json.dumps(whole).encode() + b"\n")
    return b"".join(lines)


@pytest.mark.parametrize(("name", "kind", "reason"), EARLY, ids=[row[1] for row in EARLY])
def test_an_event_that_stands_too_early_is_named(name: str, kind: str, reason: str) -> None:
    assert reason in str(broken(early(name, kind)))


@pytest.mark.parametrize("name", LOGS)
def test_the_logs_themselves_hold(name: str) -> None:
    found(b"\n".join(log(name)))


def test_every_kind_of_event_has_its_mistake() -> None:
    assert {row[1] for row in (*PLANTED, *EARLY)} == set(EVENTS)


@pytest.mark.parametrize("kind", EVENTS)
def test_what_has_happened_is_not_changed_afterwards(kind: str) -> None:
    """Nor is anything hung on it: an event has its fields and no others."""
    event = object.__new__(EVENTS[kind])
    for name in (*EVENTS[kind].__slots__, "other"):
        with pytest.raises((FrozenInstanceError, TypeError)):
            setattr(event, name, 0)
    assert not hasattr(event, "__dict__")

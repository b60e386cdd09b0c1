"""The table against a second, naive one that was written from the contract alone."""

import json
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from croupier.game.loading import load
from croupier.store.memory_table import MemoryTable
from croupier.table import write_state
from naive import scripts
from naive import settlement as slow
from naive.table import Table

# Long runs through code that other tests cover line by line.
pytestmark = pytest.mark.no_cover

BLOCKS, SCRIPTS, LINES = 24, 40, 70
Seen = dict[str, Any]


@cache
def money(count: int, unit: Fraction) -> str:
    """A number of units as both write it."""
    return slow.money(count, unit)


def facts(bet: dict[str, Any], amount: str) -> tuple[str, int, str, str, bool, str]:
    """A bet as both tables know it."""
    stage = bet.get("stage") or ""
    return bet["player"], bet["box"], bet["bet"], stage, bet["standing"], amount


def naive_view(table: Table) -> Seen:
    """What anybody can see of the naive table."""
    hands = {hand: [] if table.phase == "idle" else cards for hand, cards in table.hands.items()}
    left = None
    if table.shoe is not None:
        left = 52 * table.decks - table.out if table.shoe_kind == "manual" else len(table.shoe)
    # Given back under 5.13: no longer on the felt.
    back = table.uninsured if table.phase != "idle" else []
    bets = [bet for bet in table.bets if (bet["player"], bet["box"], bet["bet"]) not in back]
    return {
        "phase": table.phase,
        "round": table.round,
        "bets": sorted(facts(bet, money(bet["amount"], table.unit)) for bet in bets),
        "names": {bet["id"] for bet in bets if bet["id"] is not None},
        "balances": {who: money(chips, table.unit) for who, chips in table.balances.items()},
        "house": money(table.house, table.unit),
        "fees": money(table.fees, table.unit),
        "seats": {str(box): who for box, who in table.seats.items()},
        "cards": {h: [None if c["down"] else c["card"] for c in hands[h]] for h in hands},
        "ready": table.queue,
        "left": left,
        "offered": table.offered,
        "insurance": table.on_offer(),
        "options": table.options,
        "report": table.pending and table.pending["kind"],
        "owed": {who: money(chips, table.unit) for who, chips in table.owed.items()},
        "player_dealer": table.seat
        and {
            "seat": table.seat,
            "player": table.banker,
            "wager": money(table.wager, table.unit),
            "hands": table.banked,
        },
    }


def view(live: MemoryTable, given: set[str]) -> Seen:
    """The same of the real one; names of bets only where the script gave them."""
    state: Any = json.loads(json.dumps(write_state(live.table)))
    bets = state["bets"]
    return {
        "phase": state["phase"],
        "round": state["round"],
        "bets": sorted(facts(bet, bet["amount"]) for bet in bets),
        "names": {bet["id"] for bet in bets} & given,
        "balances": state["balances"],
        "house": state["house"],
        "fees": state["fees"],
        "seats": state["seats"],
        "cards": state["cards"],
        "ready": state["ready"],
        "left": state["shoe"] and state["shoe"]["left"],
        "offered": state["offered"],
        "insurance": state["insurance"],
        "options": state["options"],
        "report": state["report"],
        "owed": state.get("owed") or {},  # may be left out while nobody owes anything
        "player_dealer": state["player_dealer"],
    }


def differences(seed: int, lines: int) -> Iterator[str]:
    """Play one script on both tables; say where they part."""
    live, given = MemoryTable(load), set[str]()
    for number, (command, expected, table) in enumerate(scripts.play(seed, lines), start=1):
        got: Any = json.loads(json.dumps(live.answer(json.loads(json.dumps(command)))))
        where = f"script {seed}, line {number}: {json.dumps(command)}"
        if got["ok"] != expected["ok"]:
            yield f"{where}\n  table: {got}\n  naive: {expected}"
            return
        if not got["ok"] and got["error"]["code"] not in expected["error"]["code"]:
            yield f"{where}\n  table: {got['error']['code']}\n  naive: {expected['error']['code']}"
        if isinstance(command.get("id"), str):
            given.add(command["id"])
        if table.open:
            here, there = view(live, given), naive_view(table)
            for key in there:
                if here[key] != there[key]:
                    yield f"{where}\n  table, {key}: {here[key]}\n  naive, {key}: {there[key]}"
            if here != there:
                return


@pytest.mark.parametrize("block", range(BLOCKS))
def test_both_tables_answer_alike(block: int) -> None:
    """Answers, refusals and everything that can be seen, after every line of many scripts."""
    found = [
        difference
        for seed in range(block * SCRIPTS, (block + 1) * SCRIPTS)
        for difference in differences(seed, LINES)
    ]
    assert not found, "\n".join(found[:3])

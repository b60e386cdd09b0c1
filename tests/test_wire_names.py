"""Names that last: every command and event is called as it always was, and has the same fields."""

from __future__ import annotations

import json
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

from croupier.table import COMMANDS, EVENTS
from croupier.table.decide.draft import DECIDERS

FILE = Path(__file__).parent / "data" / "wire_names.json"
"""Names with their fields, in their order; `?` marks a field that may be left out."""


def fields_of(kind: Any) -> list[str]:
    return [each.name + ("" if each.default is MISSING else "?") for each in fields(kind)]


def test_no_name_or_field_on_the_wire_changes_unnoticed() -> None:
    """Logs hold these names for ever: add a line for something new, never change one."""
    golden = json.loads(FILE.read_text("utf-8"))
    assert golden == {
        "commands": {name: fields_of(kind) for name, kind in COMMANDS.items()},
        "events": {name: fields_of(kind) for name, kind in EVENTS.items()},
    }
    # A refusal lists the commands in this order.
    assert list(golden["commands"]) == list(COMMANDS)


def test_a_name_is_written_beside_its_class() -> None:
    for name, kind in EVENTS.items():
        assert kind.wire_name == name
        assert kind.__dict__["wire_name"] == name, "its own, not that of another kind"
    for command, of in COMMANDS.items():
        assert of.wire_name == command
        assert of.__dict__["wire_name"] == command, "its own, not that of another command"


def test_every_command_has_one_function_that_decides_it() -> None:
    assert DECIDERS.keys() == set(COMMANDS.values())


def test_what_waits_for_a_report_and_what_a_closed_table_still_does() -> None:
    """Written out here: a slip in one command's attributes would go unseen otherwise."""
    free = {
        "accept_player_dealer",
        "add_entropy",
        "assign_dealer",
        "buy_in",
        "cannot_reconstruct",
        "cash_out",
        "change_wager",
        "credit",
        "decide_order",
        "decline_player_dealer",
        "dismiss_report",
        "fill",
        "give_up_player_dealer",
        "interrupt",
        "leave",
        "new_shoe",
        "offer_player_dealer",
        "open_table",
        "reconstruct",
        "replace_shoe",
        "report",
        "return_uninsured",
        "rule",
        "set_deadline",
        "sit",
        "void_round",
    }
    assert {name for name, kind in COMMANDS.items() if not kind.waits} == free
    assert {n for n, kind in COMMANDS.items() if kind.at_closed_table} == {"cash_out", "rule"}

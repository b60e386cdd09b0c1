"""Names that last: every command and event is called as it always was, and has the same fields."""

from __future__ import annotations

import json
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

from croupier.table import COMMANDS, EVENTS

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

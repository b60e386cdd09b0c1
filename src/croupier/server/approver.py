"""Whose names and PINs come with a command: the supervisor who approves, who signs a count too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from croupier.accounts import PeopleRefused
from croupier.accounts.person import Person
from croupier.errors import Code, InvalidInput, Refused
from croupier.server.problems import Problem, ProblemCode
from croupier.table import COMMANDS
from croupier.words import say

if TYPE_CHECKING:
    from croupier.server.app_state import AppState


SIGNATURE = "signature"
"""What somebody gives a PIN for who signs a command beside the one who gives it."""

_TOLD = (
    *("player", "amount", "box", "seat", "wager", "hand", "stage", "kind", "option"),
    *("reason", "text", "game", "float", "insurance", "enforcement", "automatic"),
    *("count", "drop_count", "limits", "fees", "adjustments"),
)
"""The fields of a command that the journal is told of when somebody approves it."""

_MOST_TOLD, _MOST_FIELDS = 150, 8
"""As much as the journal is told; the command itself is stored whole."""


def _about(body: Mapping[str, object]) -> dict[str, str]:
    """Return what is approved: the command, whose, how much."""
    do = body.get("do")
    given = [(key, _brief(body[key])) for key in _TOLD if body.get(key) is not None]
    told = dict([each for each in given if each[1]][:_MOST_FIELDS])
    if "reason" in told:
        # `reason` is why an approval was refused.
        told["why"] = told.pop("reason")
    return {"command": do, **told} if isinstance(do, str) else told


def _brief(value: object) -> str:
    """Return a field of a command on one line; what lies deeper than a list of rows is left out."""
    if isinstance(value, dict):
        rows = [
            f"{key.replace('_', ' ')} {each}"
            for key, each in value.items()
            if isinstance(each, str | int)
        ]
        return ", ".join(rows)[:_MOST_TOLD]
    if isinstance(value, list):
        return "; ".join(_brief(each) for each in value if isinstance(each, dict))[:_MOST_TOLD]
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)[:_MOST_TOLD] if isinstance(value, str | int) else ""


async def approver_of(
    app: AppState,
    approval: Mapping[str, object],
    table_id: str,
    asked_by: Person,
    body: Mapping[str, object],
) -> Person:
    """Return the supervisor who approves a command; raise if name or PIN are wrong."""
    if not asked_by.role.staff:
        # Before the PIN is checked: a patron must not be able to try PINs, or to lock one.
        raise Refused(Code.NOT_ALLOWED, say("server.approvals_at_staff"))
    return await _by_pin(app, approval, table_id, asked_by, None, _about(body))


async def _by_pin(
    app: AppState,
    given: Mapping[str, object],
    table_id: str,
    asked_by: Person,
    what: str | None,
    about: Mapping[str, str],
) -> Person:
    name, pin = given.get("name"), given.get("pin")
    if not isinstance(name, str) or not isinstance(pin, str) or len(given) != 2:
        raise InvalidInput(Code.MALFORMED, say("server.approval_fields"))
    try:
        return await app.run_hashing(
            app.people.approve, name, pin, table_id, asked_by.name, what, about
        )
    except PeopleRefused as wrong:
        raise Problem(ProblemCode.FORBIDDEN, wrong.said) from None


async def signed(
    app: AppState,
    witness: Mapping[str, object] | None,
    table_id: str,
    asked_by: Person,
    giver: Person,
    body: Mapping[str, object],
) -> Mapping[str, object]:
    """Return a command with the second person who signs it; raise if name or PIN are wrong.

    Nobody else can put a name there: a body that has one is refused. `giver` is in whose name the
    command is given.
    """
    if "witness" in body:
        raise InvalidInput(Code.MALFORMED, say("server.witness_by_pin"))
    if witness is None:
        return body
    if not asked_by.role.staff:
        raise Refused(Code.NOT_ALLOWED, say("server.approvals_at_staff"))
    kind = COMMANDS.get(str(body.get("do")))
    if not hasattr(kind, "witness"):
        raise InvalidInput(Code.MALFORMED, say("server.signed_by_one"))
    if str(witness.get("name")).casefold() == giver.name.casefold():
        # Before the PIN is checked: the journal notes no signature that was none.
        raise Refused(Code.NOT_ALLOWED, say("table.signs_twice", name=giver.name))
    second = await _by_pin(app, witness, table_id, asked_by, SIGNATURE, _about(body))
    return {**body, "witness": second.name}

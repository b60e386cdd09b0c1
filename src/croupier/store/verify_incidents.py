"""Check the journal of incidents: its chain, and that people are as it says."""

from __future__ import annotations

import json
from contextlib import closing
from typing import Any, Protocol

from sqlalchemy import Connection, select

from croupier.store import schema as s
from croupier.store.failures import BadStore
from croupier.store.hash_chain import incident_genesis, incident_hash
from croupier.store.incidents import Kind
from croupier.store.queries import streamed
from croupier.store.verify_wallets import Head

_FIELDS = {
    Kind.ROLE_CHANGED: "post",
    Kind.TABLES_CHANGED: "tables",
    Kind.LOCKED: "locked",
    Kind.UNLOCKED: "locked",
}
"""Which field of a person each kind of incident changes."""


class Counts(Protocol):
    """What is counted."""

    incidents: int
    people: int


def _wrong(number: int, reason: str) -> BadStore:
    return BadStore(f"incident {number}", reason)


def check_journal(connection: Connection, counts: Counts) -> list[Head]:
    """Check every incident and every person; return the head of the chain, if there is one."""
    kept = connection.execute(select(s.journal.c.number, s.journal.c.head)).first()
    if kept is None:
        raise BadStore("the journal", "its head is missing")
    number, head = 0, incident_genesis()
    people: dict[str, dict[str, Any]] = {}
    question = select(s.incidents).order_by(s.incidents.c.number)
    with closing(streamed(connection, question)) as rows:
        for row in rows:
            number += 1
            if row.number != number:
                raise _wrong(number, f"it is missing: the next one is {row.number}")
            if incident_hash(head, *row[:-1]) != row.hash:
                reason = "its hash does not follow from the incident before: something was changed"
                raise _wrong(number, reason)
            head = row.hash
            _follow(people, tuple(row), number)
    if (number, head) != tuple(kept):
        raise _wrong(number, f"the incidents end here, and the journal is at {kept[0]}")
    _check_people(connection, people)
    counts.incidents, counts.people = number, len(people)
    return [("incidents", "", head)] if number else []


def _follow(people: dict[str, dict[str, Any]], row: tuple[Any, ...], number: int) -> None:
    """Take over what an incident says about a person."""
    _, _, kind, _, subject, _, _, after, _, _ = row
    if kind == Kind.PERSON_ADDED:
        people[subject] = {**json.loads(after), "locked": False}
    elif kind in _FIELDS:
        told = json.loads(after)
        # A lock after wrong passwords has a time at which it ends, and is not followed.
        if _FIELDS[kind] == "locked" and not isinstance(told, bool):
            return
        if subject not in people:
            raise _wrong(number, "it is about somebody who was never added")
        people[subject][_FIELDS[kind]] = told


def _check_people(connection: Connection, people: dict[str, dict[str, Any]]) -> None:
    """Compare every person with the journal; raise `BadStore` for a change it does not have."""
    left = dict(people)
    table = s.people.c
    question = select(table.name, table.post, table.tables, table.locked, table.guest)
    for name, post, tables, locked, guest in connection.execute(question.order_by(table.key)):
        said = left.pop(name, None)
        if said is None:
            raise BadStore(f"person {name}", "no incident says that they were added")
        found = {
            "post": post,
            "tables": "all" if tables is None else json.loads(tables),
            "locked": bool(locked),
            "guest": bool(guest),
        }
        for field, value in found.items():
            if value != said[field]:
                shown = f"{json.dumps(value)}, and the journal says {json.dumps(said[field])}"
                raise BadStore(f"person {name}", f"{field} is {shown}")
    for name in left:
        raise BadStore(f"person {name}", "they are missing, and the journal says nothing of it")

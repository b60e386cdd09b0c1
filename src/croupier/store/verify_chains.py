"""Check the hash chains beside the tables' logs: wallets, and the journal of incidents."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from contextlib import closing
from itertools import groupby
from typing import Any, Protocol

from sqlalchemy import Connection, inspect, select

from croupier.store import schema as s
from croupier.store.failures import BadStore
from croupier.store.hash_chain import incident_genesis, row_hash, wallet_genesis
from croupier.store.incidents import Kind
from croupier.store.queries import streamed
from croupier.store.wallets import WalletMove

Head = tuple[str, str, str]
"""A chain's kind, its name and its last hash."""


def _bad_move(name: str, number: int, reason: str) -> BadStore:
    return BadStore(f"wallet {name}, move {number}", reason)


class Payments:
    """The payments of wallets that the tables' events require."""

    def __init__(self) -> None:
        """Start with nothing."""
        self._moves: dict[tuple[str, int], tuple[str, str, int]] = {}

    def expect(self, table_id: str, event: int, kind: WalletMove, name: str, amount: int) -> None:
        """Note an event that moves money into or out of a wallet."""
        self._moves[table_id, event] = (kind.value, name, amount)

    def take(self, table_id: str, event: int) -> tuple[str, str, int] | None:
        """Return the payment of an event and forget it; None if there is none."""
        return self._moves.pop((table_id, event), None)

    @property
    def left(self) -> tuple[tuple[str, int], tuple[str, str, int]] | None:
        """An event whose payment no wallet has."""
        return next(iter(self._moves.items()), None)


class Counts(Protocol):
    """What is counted."""

    wallets: int
    wallet_moves: int
    money: int
    incidents: int
    people: int


def check_wallets(connection: Connection, counts: Counts, paid: Payments) -> list[Head]:
    """Check every wallet; return the head of each chain."""
    moves = s.wallet_moves
    question = select(moves).order_by(moves.c.name, moves.c.number)
    stored = {row[0]: tuple(row[1:]) for row in connection.execute(select(s.wallets))}
    heads: list[Head] = []
    with closing(streamed(connection, question)) as rows:
        for name, group in groupby(rows, lambda row: str(row[0])):
            if name not in stored:
                raise _bad_move(name, 1, "there is no such wallet")
            heads.append(_check_wallet(name, map(tuple, group), stored.pop(name), counts, paid))
    for name, wallet in stored.items():
        heads.append(_check_wallet(name, iter(()), wallet, counts, paid))
    left = paid.left
    if left is not None:
        (table_id, event), (kind, name, amount) = left
        told = f"entry {event} of table {table_id}, a {kind} of {amount}, is missing in it"
        raise BadStore(f"wallet {name}", told)
    return heads


def _check_wallet(
    name: str,
    rows: Iterator[tuple[Any, ...]],
    stored: tuple[int, int, str],
    counts: Counts,
    paid: Payments,
) -> Head:
    balance, version, head = stored
    total, number, chained = 0, 0, wallet_genesis(name)
    for row in rows:
        number += 1
        total, chained = _check_move(row, number, total, chained, paid)
    if (number, chained) != (version, head):
        raise _bad_move(name, number, f"the moves end here, and the wallet is at move {version}")
    if total != balance:
        raise _bad_move(name, number, f"it holds {balance}, and its moves sum to {total}")
    counts.wallets += 1
    counts.wallet_moves += number
    counts.money += total
    return "wallet", name, head


def _check_move(
    row: tuple[Any, ...], number: int, total: int, head: str, paid: Payments
) -> tuple[int, str]:
    """Check a move against the chain, its balance and its event; return balance and hash."""
    name, found, _, _, _, kind, amount, balance, table_id, event, chained = row
    if found != number:
        raise _bad_move(name, number, f"it is missing: the next one is {found}")
    if row_hash(head, *row[:-1]) != chained:
        raise _bad_move(
            name, number, "its hash does not follow from the move before: something was changed"
        )
    total += WalletMove(kind).sign * amount
    if total != balance or total < 0:
        raise _bad_move(name, number, f"the balance was {balance}, and it works out as {total}")
    if event is not None and paid.take(table_id, event) != (kind, name, amount):
        raise _bad_move(
            name, number, f"entry {event} of table {table_id} says nothing of this {kind}"
        )
    return total, chained


_FIELDS = {
    Kind.ROLE_CHANGED: "post",
    Kind.TABLES_CHANGED: "tables",
    Kind.LOCKED: "locked",
    Kind.UNLOCKED: "locked",
    Kind.ACCOUNT_CLOSED: "locked",
    Kind.LIMITS_CHANGED: "limits",
}
"""Which field of a person each kind of incident changes."""


def _bad_incident(number: int, reason: str) -> BadStore:
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
                raise _bad_incident(number, f"it is missing: the next one is {row.number}")
            if row_hash(head, *row[:-1]) != row.hash:
                reason = "its hash does not follow from the incident before: something was changed"
                raise _bad_incident(number, reason)
            head = row.hash
            _follow(people, tuple(row), number)
    if (number, head) != tuple(kept):
        raise _bad_incident(number, f"the incidents end here, and the journal is at {kept[0]}")
    _check_people(connection, people)
    counts.incidents, counts.people = number, len(people)
    return [("incidents", "", head)] if number else []


def _follow(people: dict[str, dict[str, Any]], row: tuple[Any, ...], number: int) -> None:
    """Take over what an incident says about a person."""
    _, _, kind, _, subject, _, _, after, _, _ = row
    if kind == Kind.PERSON_ADDED:
        people[subject] = {**json.loads(after), "locked": False, "limits": None}
    elif kind in _FIELDS:
        told = json.loads(after)
        # A lock after wrong passwords has a time at which it ends, and is not followed.
        if _FIELDS[kind] == "locked" and not isinstance(told, bool):
            return
        if subject not in people:
            raise _bad_incident(number, "it is about somebody who was never added")
        people[subject][_FIELDS[kind]] = told


def _kept_limits(connection: Connection, people: Collection[str]) -> dict[str, Any]:
    """Return the limits of patrons as they are enforced; an older database has none."""
    if not inspect(connection).has_table(s.patron_limits.name):
        return {}
    kept = s.patron_limits.c
    found = {
        name: json.loads(text) for name, text in connection.execute(select(kept.name, kept.limits))
    }
    for name in found:
        if name not in people:
            raise BadStore(f"limits of {name}", "there is no such person")
    return found


def _check_people(connection: Connection, people: dict[str, dict[str, Any]]) -> None:
    """Compare every person with the journal; raise `BadStore` for a change it does not have."""
    left = dict(people)
    table = s.people.c
    question = select(table.name, table.post, table.tables, table.locked, table.guest)
    limits = _kept_limits(connection, people)
    for name, post, tables, locked, guest in connection.execute(question.order_by(table.key)):
        said = left.pop(name, None)
        if said is None:
            raise BadStore(f"person {name}", "no incident says that they were added")
        found = {
            "post": post,
            "tables": "all" if tables is None else json.loads(tables),
            "locked": bool(locked),
            "guest": bool(guest),
            "limits": limits.get(name),
        }
        for field, value in found.items():
            if value != said[field]:
                shown = f"{json.dumps(value)}, and the journal says {json.dumps(said[field])}"
                raise BadStore(f"person {name}", f"{field} is {shown}")
    for name in left:
        raise BadStore(f"person {name}", "they are missing, and the journal says nothing of it")

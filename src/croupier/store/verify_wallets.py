"""Check the wallets: each chain, each balance, and each buy-in and cash-out at a table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from itertools import groupby
from typing import Any, Protocol

from sqlalchemy import Connection, select

from croupier.store import schema as s
from croupier.store.batch import WalletMove
from croupier.store.failures import BadStore
from croupier.store.hash_chain import wallet_genesis, wallet_hash
from croupier.store.queries import streamed

Head = tuple[str, str, str]
"""A chain's kind, its name and its last hash."""


def _wrong(name: str, number: int, reason: str) -> BadStore:
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


def check_wallets(connection: Connection, counts: Counts, paid: Payments) -> list[Head]:
    """Check every wallet; return the head of each chain."""
    moves = s.wallet_moves
    question = select(moves).order_by(moves.c.name, moves.c.number)
    stored = {row[0]: tuple(row[1:]) for row in connection.execute(select(s.wallets))}
    heads: list[Head] = []
    with closing(streamed(connection, question)) as rows:
        for name, group in groupby(rows, lambda row: str(row[0])):
            if name not in stored:
                raise _wrong(name, 1, "there is no such wallet")
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
        raise _wrong(name, number, f"the moves end here, and the wallet is at move {version}")
    if total != balance:
        raise _wrong(name, number, f"it holds {balance}, and its moves sum to {total}")
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
        raise _wrong(name, number, f"it is missing: the next one is {found}")
    if wallet_hash(head, *row[:-1]) != chained:
        raise _wrong(
            name, number, "its hash does not follow from the move before: something was changed"
        )
    total += WalletMove(kind).sign * amount
    if total != balance or total < 0:
        raise _wrong(name, number, f"the balance was {balance}, and it works out as {total}")
    if event is not None and paid.take(table_id, event) != (kind, name, amount):
        raise _wrong(name, number, f"entry {event} of table {table_id} says nothing of this {kind}")
    return total, chained

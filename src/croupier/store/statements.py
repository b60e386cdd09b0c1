"""The hot writer's statements, in their order: the same for both databases.

They are written by hand, for this is the path that every bet waits for. `Run` carries one out and
gives the rows it returned and how many it touched.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from croupier.store.commit import Advance, Batch, WalletStep
from croupier.store.failures import Conflict, Excess, Repeated, Short
from croupier.store.hash_chain import wallet_genesis, wallet_hash
from croupier.store.schema import MOST_MONEY

Rows = Sequence[tuple[Any, ...]]
Run = Callable[[str, tuple[Any, ...]], tuple[Rows, int]]


def _insert(table: str, columns: str, then: str = "") -> str:
    marks = ", ".join("?" for _ in columns.split(", "))
    return f"INSERT INTO {table} ({columns}) VALUES ({marks}){then}"


_RESULT = _insert(
    "results",
    "actor, id, digest, table_id, first, last, answer",
    " ON CONFLICT (actor, id) DO NOTHING",
)
_ADVANCE = "UPDATE tables SET version = ?, commands = ?, head = ? WHERE id = ? AND version = ?"
_PING = "UPDATE house SET made = made || ?"
_PONG = "UPDATE house SET made = substr(made, 1, length(made) - length(?))"
_PINGED = (" " * 16_000,)
"""About as much as a command takes. A row that is set to what it was is not written at all."""
_VERSION = "SELECT version FROM tables WHERE id = ?"
_TABLE = _insert("tables", "id, made, version, commands, head", " ON CONFLICT (id) DO NOTHING")
_GAME = _insert("games", "digest, key, data", " ON CONFLICT (digest) DO NOTHING")
_REFUSAL = _insert("refusals", "table_id, at, actor, id, body, code, message, rule")
_WALLET = "SELECT balance, version, head FROM wallets WHERE name = ?"
_NEW_WALLET = _insert("wallets", "name, balance, version, head", " ON CONFLICT (name) DO NOTHING")
_PAY = "UPDATE wallets SET balance = ?, version = ?, head = ? WHERE name = ? AND version = ?"
_MOVE = _insert(
    "wallet_moves", "name, number, at, actor, id, kind, amount, balance, table_id, event, hash"
)


class _Many(NamedTuple):
    """Rows of one table, in the order in which foreign keys allow them."""

    field: str
    statement: str


_MANY = (
    _Many("events", _insert("events", "table_id, number, command, at, actor, entry, hash")),
    _Many(
        "transfers",
        _insert("transfers", "table_id, event, place, kind, hold, source, target, amount"),
    ),
    _Many("rounds", _insert("rounds", "table_id, round, event")),
    _Many("secrets", _insert("vault", "table_id, shoe, secret")),
    # Two processes may both think that it is their turn to make one.
    _Many(
        "snapshots",
        _insert(
            "snapshots",
            "table_id, number, format, state, hash",
            " ON CONFLICT (table_id, number) DO NOTHING",
        ),
    ),
    _Many(
        "marks",
        _insert(
            "vault_snapshots",
            "table_id, number, mark, hash",
            " ON CONFLICT (table_id, number) DO NOTHING",
        ),
    ),
)


def store(batch: Batch, run: Run, lock: str = "") -> None:
    """Carry out a batch inside a transaction; an exception means that it must be undone.

    `lock` is what a SELECT needs to keep a row for the transaction, where others write too.
    """
    if batch.result is not None:
        _, stored = run(_RESULT, batch.result)
        if not stored:
            raise Repeated
    for table in batch.tables:
        run(_TABLE, table)
    if batch.advance is not None:
        _advance(batch.advance, run)
    for game in batch.games:
        run(_GAME, game)
    for field, statement in _MANY:
        for row in getattr(batch, field):
            run(statement, row)
    # By name, so that two transactions never wait for each other crosswise.
    for step in sorted(batch.wallets, key=lambda step: step.name):
        _pay(step, run, lock)
    if batch.refusal is not None:
        run(_REFUSAL, batch.refusal)
    if batch.ping:
        run(_PING, _PINGED)
        run(_PONG, _PINGED)


def _advance(step: Advance, run: Run) -> None:
    if step.version == step.expected:
        rows, _ = run(_VERSION, (step.table_id,))
        if not rows or rows[0][0] != step.expected:
            raise Conflict
        return
    values = (step.version, step.commands, step.head, step.table_id, step.expected)
    _, moved = run(_ADVANCE, values)
    if not moved:
        raise Conflict


def _pay(step: WalletStep, run: Run, lock: str) -> None:
    """Move money into or out of a wallet, never below nothing, and chain the move."""
    rows, _ = run(_WALLET + lock, (step.name,))
    if not rows:
        if step.kind.sign < 0:
            raise Short(step.name, 0, step.amount)
        run(_NEW_WALLET, (step.name, 0, 0, wallet_genesis(step.name)))
        rows, _ = run(_WALLET + lock, (step.name,))
    had, version, head = rows[0]
    balance, number = had + step.kind.sign * step.amount, version + 1
    if balance < 0:
        raise Short(step.name, had, step.amount)
    if balance > MOST_MONEY:
        raise Excess
    row = (
        step.name,
        number,
        step.at,
        step.actor,
        step.id,
        step.kind.value,
        step.amount,
        balance,
        step.table_id,
        step.event,
    )
    chained = wallet_hash(head, *row)
    _, paid = run(_PAY, (balance, number, chained, step.name, version))
    if not paid:
        raise Conflict
    run(_MOVE, (*row, chained))

"""Check the cage: numbers without gaps, the hash chain, the cash, and the wallets' payments."""

from __future__ import annotations

from contextlib import closing
from typing import Any, Protocol

from sqlalchemy import Connection, func, inspect, select

from croupier.store import schema as s
from croupier.store.cage import CageHead, CageMove, SlipRow
from croupier.store.failures import BadStore
from croupier.store.queries import streamed

Head = tuple[str, str, str]
"""A chain's kind, its name and its last hash."""


class Counts(Protocol):
    """What is counted."""

    slips: int
    cash: int


def has_cage(connection: Connection) -> bool:
    """Return True if there is a cage; a database of an earlier version has none."""
    return inspect(connection).has_table(s.cage_head.name)


def slip_count(connection: Connection) -> int:
    """Return how many slips there are."""
    if not has_cage(connection):
        return 0
    return int(connection.execute(select(func.count()).select_from(s.cage_slips)).scalar_one())


def _bad(number: int, reason: str) -> BadStore:
    return BadStore(f"slip {number} of the cage", reason)


def check_cage(connection: Connection, counts: Counts) -> list[Head]:
    """Check every slip; return the head of the chain, if there is one."""
    if not has_cage(connection):
        return []
    kept = connection.execute(select(s.cage_head)).first()
    head = CageHead.new()
    moves, results = s.wallet_moves, s.results.c
    slip = s.cage_slips.c
    question = (
        select(s.cage_slips, moves, results.id)
        .outerjoin(moves, (moves.c.name == slip.name) & (moves.c.number == slip.wallet_move))
        .outerjoin(s.results, (results.actor == slip.actor) & (results.id == slip.id))
        .order_by(slip.number)
    )
    width = len(SlipRow._fields)
    with closing(streamed(connection, question)) as rows:
        for row in rows:
            values = tuple(row)
            head = _next(SlipRow(*values[:width]), values[width], head)
            _check_payment(SlipRow(*values[:width]), values[width + 1 : -1])
            if values[-1] is None:
                raise _bad(head.number, "no command was answered for it")
    if (kept is None and head.number) or (kept is not None and CageHead(*kept) != head):
        at = "is missing" if kept is None else f"is at slip {kept.number} with {kept.cash}"
        raise _bad(head.number, f"the slips end here with {head.cash}, and the cage's record {at}")
    _check_moves(connection)
    counts.slips, counts.cash = head.number, head.cash
    return [] if kept is None else [("cage", "", head.head)]


def _next(row: SlipRow, stored: str, before: CageHead) -> CageHead:
    number = before.number + 1
    try:
        after = row.after(before)
    except ValueError as wrong:
        raise _bad(number, str(wrong)) from None
    if after.head != stored:
        reason = "its hash does not follow from the slip before: something was changed"
        raise _bad(number, reason)
    return after


def _check_payment(row: SlipRow, move: tuple[Any, ...]) -> None:
    """Compare a slip with the payment in its patron's wallet."""
    wallet = CageMove(row.kind).wallet
    if wallet is None:
        return
    wanted = (row.name, row.wallet_move, row.at, row.actor, row.id, wallet.value, row.amount)
    if move[:8] != (*wanted, row.balance):
        raise _bad(row.number, f"the wallet of {row.name} has no such payment")


def _check_moves(connection: Connection) -> None:
    """Check that every payment by a cashier has a slip: there is no other way to make one."""
    moves, slip = s.wallet_moves.c, s.cage_slips.c
    question = (
        select(moves.name, moves.number)
        .outerjoin(s.cage_slips, (slip.name == moves.name) & (slip.wallet_move == moves.number))
        .where(moves.actor.startswith("cashier:"), slip.number.is_(None))
        .limit(1)
    )
    row = connection.execute(question).first()
    if row is not None:
        raise BadStore(f"wallet {row[0]}, move {row[1]}", "the cage has no slip for it")

"""What a patron did with their money: moves of the wallet, and what each round brought or cost."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import ColumnElement, Connection, and_, case, func, or_, select

from croupier.ledger import BOUGHT_FROM, CHIPS, FLOAT, patron
from croupier.store import schema as s
from croupier.store.rows import factor
from croupier.store.wallets import WalletMove

if TYPE_CHECKING:
    from croupier.store.house import House

MOST_LINES = 10_000
"""How many lines a history has at most; the latest are kept."""


IN_HAND = ("bought_in_cash", "chips_brought", "chips_taken")
"""Chips that were paid in cash at a table, brought there, or taken along: in no wallet."""


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """A move of the wallet, or a round; amounts are in the house's unit."""

    at: str
    kind: str
    """A `WalletMove`, "round", or one of `IN_HAND`."""
    amount: int
    """Positive to the patron: into the wallet, won, or taken along."""
    wallet: int | None
    """What the wallet held afterwards; None for what touches no wallet."""
    table_id: str | None
    round: int | None


def tables_of(connection: Connection, name: str) -> list[str]:
    """Return the tables where a patron has ever bought chips, from the wallet or in another way."""
    paid, moved = s.wallet_moves.c, s.transfers.c
    from_wallet = select(paid.table_id).where(paid.name == name, paid.table_id.is_not(None))
    in_hand = select(moved.table_id).where(moved.target == str(patron(name)), s.BOUGHT_IN_HAND)
    return sorted(str(table_id) for (table_id,) in connection.execute(from_wallet.union(in_hand)))


def won_or_lost(name: str) -> ColumnElement[bool]:
    """Return the condition of transfers that are a patron's winnings, losses, stakes and fees."""
    moved, chips = s.transfers.c, str(patron(name))
    bought = [str(account) for account in BOUGHT_FROM]
    return or_(
        and_(moved.source == chips, moved.target.not_in(bought)),
        and_(moved.target == chips, moved.source.not_in(bought)),
    )


def chips_at_tables(house: House, name: str) -> dict[str, str]:
    """Return what a patron has at each table, on the layout too, where it is not nothing."""
    held = dict[str, str]()
    with house.reader.moment() as connection:
        tables = tables_of(connection, name)
    for table_id in tables:
        table, chips = house.live_table(table_id).refresh(), patron(name)
        staked = sum(each.amount for each in table.book.holds.values() if each.source == chips)
        if units := table.free(name) + staked:
            held[table_id] = house.unit_of(table_id).write(units)
    return held


def history(house: House, name: str, start: str, end: str) -> list[HistoryLine]:
    """Return what happened from a time until before another, the oldest first."""
    moves = s.wallet_moves.c
    with house.reader.moment() as connection:
        rows = connection.execute(
            select(moves.at, moves.kind, moves.amount, moves.balance, moves.table_id)
            .where(moves.name == name, moves.at >= start, moves.at < end)
            .order_by(moves.number)
        ).all()
        lines = [
            HistoryLine(at, kind, WalletMove(kind).sign * amount, balance, table_id, None)
            for at, kind, amount, balance, table_id in rows
        ]
        for table_id in tables_of(connection, name):
            scale = factor(house.unit_of(table_id), house.unit)
            lines += _rounds(connection, name, table_id, start, end, scale)
            lines += _in_hand(connection, name, table_id, start, end, scale)
    lines.sort(key=lambda line: line.at)
    return lines[-MOST_LINES:]


def _rounds(
    connection: Connection, name: str, table_id: str, start: str, end: str, scale: int
) -> Iterator[HistoryLine]:
    """Yield what each round at a table brought; later corrections count to the round before."""
    moved, event, chips = s.transfers.c, s.events.c, str(patron(name))
    net = func.sum(case((moved.source == chips, -moved.amount), else_=moved.amount))
    question = (
        select(moved.event, event.at, net)
        .join(s.events, (event.table_id == moved.table_id) & (event.number == moved.event))
        .where(moved.table_id == table_id, won_or_lost(name))
        .group_by(moved.event, event.at)
        .order_by(moved.event)
    )
    rounds = s.rounds.c
    begun = connection.execute(
        select(rounds.event, rounds.round).where(rounds.table_id == table_id).order_by(rounds.event)
    ).all()
    firsts = [first for first, _ in begun]
    results: dict[int, tuple[str, int]] = {}
    for number, at, amount in connection.execute(question):
        place = bisect_right(firsts, number)
        round = begun[place - 1][1] if place else 0
        results[round] = (at, results.get(round, ("", 0))[1] + int(amount))
    for round, (at, amount) in results.items():
        if start <= at < end:
            yield HistoryLine(at, "round", amount * scale, None, table_id, round or None)


def _in_hand(
    connection: Connection, name: str, table_id: str, start: str, end: str, scale: int
) -> Iterator[HistoryLine]:
    """Yield the chips that were paid in cash at a table, brought to it, or taken along."""
    moved, event, chips = s.transfers.c, s.events.c, str(patron(name))
    question = (
        select(event.at, moved.source, moved.amount)
        .join(s.events, (event.table_id == moved.table_id) & (event.number == moved.event))
        .where(
            moved.table_id == table_id,
            ((moved.target == chips) & s.BOUGHT_IN_HAND)
            | ((moved.source == chips) & (moved.target == str(CHIPS))),
            event.at >= start,
            event.at < end,
        )
        .order_by(moved.event)
    )
    kinds = dict(zip((str(FLOAT), str(CHIPS), chips), IN_HAND, strict=True))
    for at, source, amount in connection.execute(question):
        sign = 1 if source == chips else -1
        yield HistoryLine(at, kinds[source], sign * int(amount) * scale, None, table_id, None)

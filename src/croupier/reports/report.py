"""What the tables brought in a span of time, beside what could be expected, and proven twice."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass

import msgspec
from sqlalchemy import Connection, func, select

from croupier.money import Unit
from croupier.reports.expectation import Expectation, Find, expected, expected_of
from croupier.reports.figures import Figure
from croupier.reports.ledger_check import Check, Sums, check_table, sums, tray
from croupier.reports.rows import BetRow, Debt, Report, Row, Tray
from croupier.reports.spans import Past, Span
from croupier.reports.table_money import Felt
from croupier.reports.tally import BetTally, Tally
from croupier.store import schema as s
from croupier.store.queries import Reader, streamed
from croupier.store.rows import factor


class UnknownTable(LookupError):
    """A report was asked for about a table that is not there."""


class _Told(msgspec.Struct, frozen=True):
    event: dict[str, object]


_tell = msgspec.json.Decoder(_Told).decode


@dataclass(slots=True)
class _Reported:
    """What was found out about one table."""

    felt: Felt
    tray: Tray
    owed: tuple[Debt, ...]
    checks: list[Check]


def report(reader: Reader, span: Span | None = None, tables: Iterable[str] | None = None) -> Report:
    """Report on a span of time, at one moment of the database, however long that takes."""
    during = span or Span()
    unit, past = Unit.parse(reader.unit()), Past(reader)
    known = reader.tables()
    wanted = known if tables is None else tuple(dict.fromkeys(tables))
    for table_id in wanted:
        if table_id not in known:
            raise UnknownTable(f"there is no table {table_id}")
    with reader.moment() as connection:
        found = [_table(connection, past, each, during, unit) for each in wanted]
    find = past.games.find
    parts = [
        (felt.table_id, felt.stretches[place].game.key, day, tally)
        for felt in (each.felt for each in found)
        for (place, day), tally in felt.tallies.items()
    ]
    return Report(
        during,
        unit,
        _rows((("total", tally) for *_, tally in parts), find, ("total",))[0],
        _rows(((table_id, tally) for table_id, _, _, tally in parts), find, wanted),
        _rows(sorted(((key, tally) for _, key, _, tally in parts), key=_name), find),
        _rows(sorted(((day, tally) for _, _, day, tally in parts), key=_name), find),
        tuple(each.tray for each in found),
        tuple(debt for each in found for debt in each.owed),
        tuple(check for each in found for check in each.checks),
    )


def _name(part: tuple[str, Tally]) -> str:
    return part[0]


def _table(connection: Connection, past: Past, table_id: str, span: Span, unit: Unit) -> _Reported:
    """Follow one table through the span, and hold it to its ledger."""
    column = s.events.c
    ends = select(func.min(column.number), func.max(column.number)).where(
        column.table_id == table_id, span.where(column.at)
    )
    first, last = connection.execute(ends).one()
    if first is None:
        # Nothing happened: what lies there is what lay there.
        before = select(func.max(column.number)).where(
            column.table_id == table_id, Span(until=span.until).where(column.at)
        )
        last = connection.execute(before).scalar() or 0
        first = last + 1
    table = past.load(table_id, first - 1).table
    felt = Felt(table_id, first - 1, table, unit, past.games.find, span.holds)
    opened, lay = felt.drawer, felt.felt
    question = (
        select(column.number, column.at, column.entry)
        .where(column.table_id == table_id, column.number.between(first, last))
        .order_by(column.number)
    )
    with closing(streamed(connection, question)) as rows:
        for number, at, entry in rows:
            felt.follow(number, at, _tell(entry).event)
    ledger = list[Sums]()
    for stretch in felt.stretches:
        found = sums(connection, table_id, stretch.first, stretch.last, span)
        ledger.append(_scaled(found, factor(stretch.unit, unit)))
    worth = factor(felt.stretches[-1].unit, unit) if felt.stretches else 1
    trays = (tray(connection, table_id, first - 1), tray(connection, table_id, last))
    checks = check_table(felt, ledger, (opened, lay), trays, worth)
    after = past.load(table_id, last).table
    owed = tuple(Debt(table_id, name, amount * worth) for name, amount in after.owed.items())
    return _Reported(felt, Tray(table_id, opened, felt.drawer), owed, checks)


def _scaled(found: Sums, worth: int) -> Sums:
    return Sums(
        Counter({key: amount * worth for key, amount in found.figures.items()}),
        Counter({flow: amount * worth for flow, amount in found.other.items()}),
    )


def _rows(
    parts: Iterable[tuple[str, Tally]], find: Find, names: Iterable[str] = ()
) -> tuple[Row, ...]:
    """Put together what has the same name."""
    grouped: defaultdict[str, Tally] = defaultdict(Tally)
    for name in names:
        grouped[name].add(Tally())
    for name, tally in parts:
        grouped[name].add(tally)
    return tuple(_row(name, tally, find) for name, tally in grouped.items())


def _row(name: str, tally: Tally, find: Find) -> Row:
    bets = [
        _bet(key.game, key.bet, each, expected_of(tally, key.game, key.bet, find), banked=False)
        for key, each in tally.bets.items()
    ]
    bets += [
        _bet(key.game, key.bet, each, Expectation(), banked=True)
        for key, each in tally.banked.items()
    ]
    return Row(
        name,
        tally.rounds,
        tally.settled,
        tally.voids,
        tally.undone,
        {figure: tally.figures[figure] for figure in Figure},
        {line: fee for line, fee in sorted(tally.fees.items()) if fee},
        tally.out_of_action,
        tally.uncollected,
        tuple(sorted(bets, key=lambda bet: (bet.game, bet.bet))),
        expected(tally, find),
    )


def _bet(game: str, bet: str, each: BetTally, found: Expectation, *, banked: bool) -> BetRow:
    return BetRow(
        game,
        bet,
        banked,
        each.bets,
        each.won,
        each.in_action,
        each.collected,
        each.paid,
        each.commission,
        each.short_pay,
        found,
    )

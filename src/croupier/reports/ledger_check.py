"""The check of a report: every figure from the rows of the ledger, and again from the events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, case, func, select

from croupier.ledger import Kind
from croupier.money import Unit
from croupier.reports.events import NAMES, USES, stored_event, type_column
from croupier.reports.figures import PATHS, TRAY, Counted, Figure, Span, fees_kept
from croupier.reports.table_money import TableMoney
from croupier.store import schema as s
from croupier.table.events import TableClosed


@dataclass(frozen=True, slots=True)
class Check:
    """One figure of one table: what the ledger says, and what the events say."""

    table_id: str
    what: str
    ledger: int
    events: int

    @property
    def difference(self) -> int:
        """By how much they differ; if it is not 0, something is wrong."""
        return self.ledger - self.events


def check_table(
    money: TableMoney, ledger: Iterable[LedgerSums], before: tuple[int, int], trays: tuple[int, int]
) -> list[Check]:
    """Return a check for each figure of a table.

    `before` is what lay in the tray and in bets before the span, by the events; `trays` is what
    lay in the tray before the span and at its end, by all transfers until then.
    """
    from_rows, from_events = Counter[Figure](), Counter[Figure]()
    counted, by_events = Counter[Counted](), Counter[Counted]()
    by_day, other = Counter[tuple[str, Figure]](), Counter[str]()
    for sums in ledger:
        for (day, figure), amount in sums.figures.items():
            from_rows[figure] += amount
            by_day[day, figure] += amount
        counted.update(sums.counted)
        for flow, amount in sums.other.items():
            other[f"{flow.type}: {flow.kind} from {flow.source} to {flow.target}"] += amount
    for (_, day), tally in money.tallies.items():
        from_events.update(tally.figures)
        by_events.update(tally.counted)
        for figure, amount in tally.figures.items():
            by_day[day, figure] -= amount
    name = money.table_id
    checks = [Check(name, figure, from_rows[figure], from_events[figure]) for figure in Figure]
    checks += [Check(name, each, counted[each], by_events[each]) for each in Counted]
    checks += [Check(name, what, amount, 0) for what, amount in other.items()]
    differences = sum(abs(amount) for amount in by_day.values())
    checks.append(Check(name, "figures by day, differences added up", differences, 0))
    checks.append(Check(name, "win by bet", _won(from_rows), _won_by_bet(money)))
    checks.append(Check(name, "fees by line", fees_kept(from_rows), _fees_by_line(money)))
    checks.append(Check(name, "tray before", trays[0], before[0]))
    checks.append(Check(name, "tray after", trays[1], money.in_tray))
    bets = before[1] + _open_bets(from_rows) + _open_bets(money.outside.figures)
    checks.append(Check(name, "on the felt after", bets, money.in_bets))
    return checks


def _won(figures: Counter[Figure]) -> int:
    """Return what the house won on bets, corrections included."""
    into = (Figure.COLLECTED, Figure.CORRECTED_IN, Figure.FEES_CORRECTED)
    out = (Figure.PAID, Figure.CORRECTED_OUT, Figure.GIVEN_BACK)
    return sum(figures[each] for each in into) - sum(figures[each] for each in out)


def _won_by_bet(money: TableMoney) -> int:
    """Return what settled bets brought the house, less what it could not take back afterwards."""
    tallies = money.tallies.values()
    bets = (bet for tally in tallies for bet in tally.bets.values())
    missing = sum(tally.uncollected for tally in tallies)
    return sum(bet.collected - bet.paid for bet in bets) - missing


def _fees_by_line(money: TableMoney) -> int:
    return sum(fee for tally in money.tallies.values() for fee in tally.fees.values())


_OUT_OF_BETS = (
    Figure.WITHDRAWN,
    Figure.HANDED_BACK,
    Figure.REFUNDED,
    Figure.VOIDED,
    Figure.UNINSURED,
    Figure.COLLECTED,
    Figure.DEALER_COLLECTED,
    Figure.STAKES_BACK,
)


def _open_bets(figures: Counter[Figure]) -> int:
    return figures[Figure.PLACED] - sum(figures[each] for each in _OUT_OF_BETS)


class Flow(NamedTuple):
    """Transfers of one kind that events of one type make between two kinds of accounts."""

    type: str
    kind: str
    source: str
    target: str


@cache
def figures_by_flow() -> dict[Flow, tuple[Figure, int]]:
    """Return the figure of each flow with 1, or with -1 if the flow reduces the figure.

    A flow in the opposite direction reduces a figure, unless it has a figure of its own.
    """
    forward = {
        Flow(NAMES[event], kind, PATHS[figure].source, PATHS[figure].target): (figure, 1)
        for event, use in USES.items()
        for figure in use.figures
        for kind in PATHS[figure].transfers
    }
    back = {
        flow._replace(source=flow.target, target=flow.source): (figure, -1)
        for flow, (figure, _) in forward.items()
    }
    return back | forward


class LedgerSums(NamedTuple):
    """The transfers of a period of a table, added up by gaming day and figure."""

    figures: Counter[tuple[str, Figure]]
    other: Counter[Flow]
    """Money that belongs to no figure: none, unless an event lacks a figure."""
    counted: Counter[Counted]
    """What was counted at closings, beside what the transfers until then leave there."""


def ledger_sums(
    connection: Connection, table_id: str, first: int, last: int, span: Span
) -> LedgerSums:
    """Return the sums of the transfers of these events, as far as they are in the span.

    The database adds them up by so many signs of the moment as tell the gaming day.
    """
    event, days = s.events.c, span.days
    of_these = (event.table_id == table_id, event.number.between(first, last))
    ends = select(func.min(event.at), func.max(event.at)).where(*of_these, span.where(event.at))
    earliest, latest = connection.execute(ends).one()
    if earliest is None:
        return LedgerSums(Counter(), Counter(), Counter())
    group = func.substr(event.at, 1, days.precision(earliest, latest))
    transfer, type_ = s.transfers.c, type_column(connection)
    keys = (group, type_, transfer.kind, _account(transfer.source), _account(transfer.target))
    named = [key.label(f"k{place}") for place, key in enumerate(keys)]
    query = (
        select(*named, func.sum(transfer.amount))
        .join(
            s.events,
            and_(s.events.c.table_id == transfer.table_id, s.events.c.number == transfer.event),
        )
        .where(transfer.table_id == table_id, transfer.event.between(first, last))
        .where(span.where(s.events.c.at))
        .group_by(*named)
    )
    figures, other = Counter[tuple[str, Figure]](), Counter[Flow]()
    for moments, *key, amount in connection.execute(query):
        flow = Flow(*key)
        found = figures_by_flow().get(flow)
        if found is None:
            other[flow] += int(amount)
        else:
            figures[days.day_of_group(moments), found[0]] += found[1] * int(amount)
    return LedgerSums(figures, other, Counter())


def counted_sums(
    connection: Connection, table_id: str, first: int, last: int, span: Span, unit: Unit
) -> Counter[Counted]:
    """Return what was counted at closings of a period, in its unit, beside the transfers."""
    row, sums = s.events.c, Counter[Counted]()
    query = (
        select(row.number, row.entry)
        .where(row.table_id == table_id, row.number.between(first, last))
        .where(type_column(connection) == NAMES[TableClosed], span.where(row.at))
    )
    kinds = (
        ("count", TRAY, Counted.TRAY, Counted.TRAY_VARIANCE),
        ("drop_count", (Kind.DROP,), Counted.DROP, Counted.DROP_VARIANCE),
    )
    for number, entry in connection.execute(query).all():
        event = stored_event(entry)
        for field, accounts, count, variance in kinds:
            if field in event:
                found = unit.count(event[field])
                sums[count] += found
                sums[variance] += found - tray_balance(connection, table_id, number, accounts)
    return sums


def tray_balance(
    connection: Connection, table_id: str, last: int, accounts: Sequence[Kind] = TRAY
) -> int:
    """Return what lay in the tray, or on other accounts, by every transfer until an event."""
    transfer = s.transfers.c
    sums = [
        func.coalesce(func.sum(case((column.in_(accounts), transfer.amount), else_=0)), 0)
        for column in (transfer.target, transfer.source)
    ]
    query = select(*sums).where(transfer.table_id == table_id, transfer.event <= last)
    into, out = connection.execute(query).one()
    return int(into) - int(out)


def _account(column: Any) -> ColumnElement[str]:
    """Return the SQL expression for the kind of an account, without its name."""
    named = (Kind.PATRON, Kind.STAKE, Kind.WAGER)
    return case(*((column.like(f"{kind}:%"), kind) for kind in named), else_=column)

"""The report held to the ledger: every figure from the rows, and again from the events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, case, func, select

from croupier.reports.figures import Figure, Flow, claims
from croupier.reports.spans import Span, type_of
from croupier.reports.table_money import Felt
from croupier.store import schema as s


@dataclass(frozen=True, slots=True)
class Check:
    """One figure of one table: what the ledger says, and what the events say."""

    table_id: str
    what: str
    ledger: int
    events: int

    @property
    def difference(self) -> int:
        """By how much they differ: nothing, or something is wrong."""
        return self.ledger - self.events


def check_table(
    felt: Felt,
    ledger: Iterable[Sums],
    before: tuple[int, int],
    trays: tuple[int, int],
    worth: int,
) -> list[Check]:
    """Hold what was followed to what was booked; `before` is what lay in the tray and on the felt.

    `trays` are sums over all transfers before the span and until its end, in the table's unit.
    """
    from_rows, from_events = Counter[Figure](), Counter[Figure]()
    by_day, other = Counter[tuple[str, Figure]](), Counter[str]()
    for found in ledger:
        for (day, figure), amount in found.figures.items():
            from_rows[figure] += amount
            by_day[day, figure] += amount
        for flow, amount in found.other.items():
            other[f"{flow.type}: {flow.kind} from {flow.source} to {flow.target}"] += amount
    for (_, day), tally in felt.tallies.items():
        from_events.update(tally.figures)
        for figure, amount in tally.figures.items():
            by_day[day, figure] -= amount
    name = felt.table_id
    checks = [Check(name, figure, from_rows[figure], from_events[figure]) for figure in Figure]
    checks += [Check(name, what, amount, 0) for what, amount in other.items()]
    apart = sum(abs(amount) for amount in by_day.values())
    checks.append(Check(name, "figures by day, differences added up", apart, 0))
    checks.append(Check(name, "win by bet", _won(from_rows), _won_by_bet(felt)))
    checks.append(Check(name, "fees by line", _kept(from_rows), _kept_by_line(felt)))
    checks.append(Check(name, "tray before", trays[0] * worth, before[0]))
    checks.append(Check(name, "tray after", trays[1] * worth, felt.drawer))
    lies = before[1] + _lying(from_rows) + _lying(felt.outside.figures)
    checks.append(Check(name, "on the felt after", lies, felt.felt))
    return checks


def _won(figures: Counter[Figure]) -> int:
    """What the house won on bets, corrections counted in."""
    into = (Figure.COLLECTED, Figure.CORRECTED_IN, Figure.FEES_CORRECTED)
    out = (Figure.PAID, Figure.CORRECTED_OUT, Figure.GIVEN_BACK)
    return sum(figures[each] for each in into) - sum(figures[each] for each in out)


def _won_by_bet(felt: Felt) -> int:
    """What the bets of settled rounds brought, less what could not be taken back afterwards."""
    tallies = felt.tallies.values()
    bets = (bet for tally in tallies for bet in tally.bets.values())
    missing = sum(tally.uncollected for tally in tallies)
    return sum(bet.collected - bet.paid for bet in bets) - missing


def _kept(figures: Counter[Figure]) -> int:
    out = (Figure.FEES_RETURNED, Figure.FEES_CORRECTED)
    return figures[Figure.FEES_TAKEN] - sum(figures[each] for each in out)


def _kept_by_line(felt: Felt) -> int:
    return sum(fee for tally in felt.tallies.values() for fee in tally.fees.values())


_OFF_THE_FELT = (
    Figure.WITHDRAWN,
    Figure.HANDED_BACK,
    Figure.REFUNDED,
    Figure.VOIDED,
    Figure.UNINSURED,
    Figure.COLLECTED,
    Figure.DEALER_COLLECTED,
    Figure.STAKES_BACK,
)


def _lying(figures: Counter[Figure]) -> int:
    return figures[Figure.PLACED] - sum(figures[each] for each in _OFF_THE_FELT)


TRAY = ("float", "house", "fees")
"""The accounts that together are what lies in a table's tray."""


class Sums(NamedTuple):
    """The ledger of a stretch of a table's life, by figure and by day."""

    figures: Counter[tuple[str, Figure]]
    other: Counter[Flow]
    """Money that no figure is about: there is none, unless this report is behind the rules."""


def sums(connection: Connection, table_id: str, first: int, last: int, span: Span) -> Sums:
    """Add up the transfers of events by their numbers and their moments."""
    day, type_ = func.substr(s.events.c.at, 1, 10), type_of(connection)
    transfer = s.transfers.c
    keys = (day, type_, transfer.kind, _account(transfer.source), _account(transfer.target))
    named = [key.label(f"k{place}") for place, key in enumerate(keys)]
    question = (
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
    for on, *key, amount in connection.execute(question):
        flow = Flow(*key)
        found = claims().get(flow)
        if found is None:
            other[flow] += int(amount)
        else:
            figures[on, found[0]] += found[1] * int(amount)
    return Sums(figures, other)


def tray(connection: Connection, table_id: str, last: int) -> int:
    """Add up what lay in the tray after an event, over every transfer until then."""
    transfer = s.transfers.c
    asked = [
        func.coalesce(func.sum(case((column.in_(TRAY), transfer.amount), else_=0)), 0)
        for column in (transfer.target, transfer.source)
    ]
    question = select(*asked).where(transfer.table_id == table_id, transfer.event <= last)
    into, out = connection.execute(question).one()
    return int(into) - int(out)


def _account(column: Any) -> ColumnElement[str]:
    """Ask for the kind of an account, without whose it is."""
    named = ("patron", "stake", "wager")
    return case(*((column.like(f"{kind}:%"), kind) for kind in named), else_=column)

"""What went through the cage in a span of time: sums, differences, large amounts, tips, chips."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select

from croupier.ledger import FLOAT
from croupier.money import Unit
from croupier.reports.figures import Span
from croupier.reports.gaming_days import GamingDays
from croupier.store import schema as s
from croupier.store.cage import CageMove, SlipRow, Tender
from croupier.store.queries import Reader
from croupier.store.verify_cage import has_cage
from croupier.store.wallets import has_wallet


@dataclass(frozen=True, slots=True)
class Sum:
    """All slips of one kind and tender."""

    kind: str
    tender: str | None
    slips: int
    amount: int

    @property
    def adds_up(self) -> bool:
        """Whether its amount tells anything: what was counted twice is no sum of money."""
        return self.kind not in (CageMove.COUNT, CageMove.CHIPS_COUNTED)


@dataclass(frozen=True, slots=True)
class Large:
    """What one patron brought or took on one gaming day, where it reaches the threshold."""

    day: str
    name: str | None
    """None for somebody without an account, whose slips stand alone."""
    direction: str
    """`in` for money that came to the house, `out` for money that left it."""
    amount: int
    slips: tuple[int, ...]
    tables: tuple[str, ...] = ()
    """Where cash was taken for chips."""


@dataclass(frozen=True, slots=True)
class CageReport:
    """The cage in a span of time; amounts in the house's unit."""

    sums: tuple[Sum, ...] = ()
    opening: int = 0
    """The cash before the first slip of the span."""
    closing: int = 0
    variance: int = 0
    """What was counted, less what should have been there, over all counts."""
    tips: tuple[tuple[str, int], ...] = ()
    chips: tuple[tuple[str, int], ...] = ()
    """The last inventory of chips: how many of each denomination."""
    without_slip: tuple[int, int] = (0, 0)
    """What went into and out of wallets without a slip: guests' chips, and programs' payments."""
    large: tuple[Large, ...] = ()


_DIRECTIONS = {
    CageMove.DEPOSIT: "in",
    CageMove.CHIPS_SOLD: "in",
    CageMove.WITHDRAWAL: "out",
    CageMove.PAY_OUT: "out",
    CageMove.CHIPS_REDEEMED: "out",
}


def cage_report(connection: Connection, span: Span, large: int | None = None) -> CageReport:
    """Return the cage's report; from the amount `large` on, who brought or took it is listed."""
    if not has_cage(connection):
        return CageReport(without_slip=_without_slip(connection, span, slips=False))
    column = s.cage_slips.c
    question = select(s.cage_slips).where(span.where(column.at)).order_by(column.number)
    rows = [SlipRow(*tuple(row)[:-1]) for row in connection.execute(question)]
    sums: dict[tuple[str, str | None], list[int]] = defaultdict(lambda: [0, 0])
    tips: dict[str, int] = defaultdict(int)
    for row in rows:
        found = sums[row.kind, row.tender]
        found[0] += 1
        found[1] += row.amount
        if row.kind == CageMove.TIPS:
            tips[str(row.name)] += row.amount
    earlier = select(column.cash).order_by(column.number.desc()).limit(1)
    before = connection.execute(earlier.where(column.number < rows[0].number) if rows else earlier)
    opening = int(before.scalar() or 0)
    counted = [row.pieces for row in rows if row.kind == CageMove.CHIPS_COUNTED and row.pieces]
    return CageReport(
        tuple(Sum(kind, tender, *sums[kind, tender]) for kind, tender in sums),
        opening,
        rows[-1].cash if rows else opening,
        sum(row.variance or 0 for row in rows),
        tuple(sorted(tips.items())),
        tuple(json.loads(counted[-1]).items()) if counted else (),
        _without_slip(connection, span, slips=True),
        tuple(_large(connection, rows, large, span)),
    )


class _Paid(NamedTuple):
    """What one person brought or took, at the cage or at a table."""

    day: str
    name: str | None
    direction: str
    alone: str
    """What tells it from other people's, where the name is nobody's account."""
    amount: int
    slip: int | None = None
    table: str | None = None

    @property
    def together(self) -> tuple[str, str | None, str, str]:
        return self[:4]


def _large(
    connection: Connection, rows: list[SlipRow], least: int | None, span: Span
) -> list[Large]:
    """Return large amounts; what a patron does on a gaming day counts together, however small."""
    if least is None:
        return []
    together: dict[tuple[str, str | None, str, str], list[_Paid]] = defaultdict(list)
    for paid in (*_at_cage(rows, span.days), *_at_tables(connection, span)):
        together[paid.together].append(paid)
    found = (
        Large(
            day,
            name,
            way,
            sum(each.amount for each in all_of_it),
            tuple(each.slip for each in all_of_it if each.slip is not None),
            tuple(sorted({each.table for each in all_of_it if each.table is not None})),
        )
        for (day, name, way, _), all_of_it in together.items()
    )
    return [each for each in found if each.amount >= least]


def _at_cage(rows: list[SlipRow], days: GamingDays) -> Iterator[_Paid]:
    for row in rows:
        direction = _DIRECTIONS.get(CageMove(row.kind))
        if direction is not None and row.tender != Tender.ADJUSTMENT:
            alone = f"slip {row.number}" if row.name is None else ""
            day = days.day_of(row.at).name
            yield _Paid(day, row.name, direction, alone, row.amount, slip=row.number)


def _at_tables(connection: Connection, span: Span) -> Iterator[_Paid]:
    """Yield the cash that tables took for chips; a dealer's name for somebody is of one table."""
    unit = Unit.parse(str(connection.execute(select(s.house.c.unit)).scalar_one()))
    moved, event = s.transfers.c, s.events.c
    question = (
        select(moved.table_id, event.at, event.entry)
        .join(s.events, (event.table_id == moved.table_id) & (event.number == moved.event))
        .where(moved.source == str(FLOAT), s.BOUGHT_IN_HAND, span.where(event.at))
        .order_by(event.at, moved.table_id, moved.event)
    )
    for table_id, at, entry in connection.execute(question):
        told = json.loads(entry)["event"]
        if told.get("cash"):
            name, day = str(told["player"]), span.days.day_of(at).name
            alone = "" if has_wallet(name) else f"table {table_id}"
            yield _Paid(day, name, "in", alone, unit.count(told["amount"]), table=str(table_id))


def _without_slip(connection: Connection, span: Span, *, slips: bool) -> tuple[int, int]:
    move, slip = s.wallet_moves.c, s.cage_slips.c
    question = (
        select(move.kind, func.sum(move.amount))
        .where(span.where(move.at), move.event.is_(None))
        .group_by(move.kind)
    )
    if slips:
        has = select(slip.number).where(slip.name == move.name, slip.wallet_move == move.number)
        question = question.where(~has.exists())
    sums = {kind: int(amount) for kind, amount in connection.execute(question)}
    return sums.get("deposit", 0), sums.get("withdrawal", 0)


def read_cage_report(reader: Reader, span: Span, large: int | None = None) -> dict[str, Any]:
    """Return the cage's report as an object, from one moment of the database."""
    unit = Unit.parse(reader.unit())
    with reader.moment() as connection:
        return write_cage_report(cage_report(connection, span, large), unit)


def write_cage_report(found: CageReport, unit: Unit) -> dict[str, Any]:
    """Return the report as an object; money is in decimal texts."""
    write = unit.write
    paid_in, paid_out = found.without_slip
    return {
        "sums": [
            {"kind": each.kind, "tender": each.tender, "slips": each.slips}
            | {"amount": write(each.amount)}
            for each in found.sums
        ],
        "opening": write(found.opening),
        "closing": write(found.closing),
        "variance": write(found.variance),
        "tips": {name: write(amount) for name, amount in found.tips},
        "chips": dict(found.chips),
        "without_slip": {"in": write(paid_in), "out": write(paid_out)},
        "large": [
            {
                "day": each.day,
                "name": each.name,
                "direction": each.direction,
                "amount": write(each.amount),
                "slips": list(each.slips),
                "tables": list(each.tables),
            }
            for each in found.large
        ],
    }

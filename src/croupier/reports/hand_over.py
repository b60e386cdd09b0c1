"""The sheet that a shift manager gives to the next: tables, cage, and what is still open.

It is read from the logs, so the sheet of a shift that was given over can be made again later.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, func, select

from croupier.ledger import DROP
from croupier.money import Unit
from croupier.reports.cage_report import cage_report
from croupier.reports.events import VaultlessLoader
from croupier.reports.figures import Figure, Span
from croupier.reports.gaming_days import GamingDays, write_moment
from croupier.reports.notable_events import notable_events, write_notable_event
from croupier.reports.report import Report, report
from croupier.store import schema as s
from croupier.store.cage import CageMove, SlipRow
from croupier.store.incidents import Kind, read_incident
from croupier.store.queries import Reader
from croupier.store.rows import factor
from croupier.store.verify_cage import has_cage
from croupier.table import Phase, Table

_BY_DEALER = "dealer:"
_LOOK_BACK = 2_000
"""Among how many of a table's last events its dealer is looked for."""
_MOST = 12
"""How many lines of what happened a sheet has: it is one page."""
_AT_TABLES = frozenset({"void", "ruling", "correction", "interruption", "uninsured"})
_IN_HOUSE = (
    Kind.VARIANCE,
    Kind.LOCKED,
    Kind.UNLOCKED,
    Kind.APPROVAL_REFUSED,
    Kind.CLOCK_BACK,
    Kind.SERVER_STARTED,
    Kind.OUTAGE_BEGAN,
    Kind.OUTAGE_ENDED,
    Kind.LOSS_ACCEPTED,
    Kind.VAULT_KEY_ROTATED,
)
"""Incidents that the next shift has to know of."""


def begin_of_shift(days: GamingDays, last: str | None, now: str) -> str:
    """Return when a shift began: when it was given over last, else with the gaming day.

    It has its zone, as all times that leave the house: a browser takes another for its own.
    """
    return _moment(days.day_of(now).since).isoformat("T", "milliseconds") if last is None else last


def read_hand_over(
    reader: Reader, days: GamingDays, since: str, until: str, large: int
) -> dict[str, Any]:
    """Return what a shift gives to the next, from a moment until before another.

    `large` is the amount from which what a patron brought or took on a day is listed.
    """
    span = Span(_moment(since), _moment(until), days)
    found = report(reader, span)
    playback, write = VaultlessLoader(reader), found.unit.write
    with reader.moment() as connection:
        tables = [
            _table(connection, playback, found, place, until)
            for place in range(len(found.by_table))
        ]
        cage = _cage(connection, span, found.unit, large)
        happened, excluded = _house_lines(connection, span)
        locked = _locked(connection, Span(until=span.until))
    at_tables = notable_events(reader, span, kinds=_AT_TABLES, latest=True, most=10 * _MOST)
    happened += [_table_line(write_notable_event(each)) for each in at_tables.items]
    happened.sort(key=_at, reverse=True)
    lines = list(_once_each(happened))[:_MOST]
    shown = [each for each in tables if each is not None]
    return {
        "day": days.day_of(write_moment(_moment(until))).name,
        "since": since,
        "until": until,
        "time_zone": days.zone_name,
        "tables": shown,
        "closed": [
            row.name for row, each in zip(found.by_table, tables, strict=True) if each is None
        ],
        "won": write(found.total.result),
        "drop": write(sum(found.unit.count(each["drop"]) for each in shown)),
        "agrees": found.agrees,
        "cage": cage,
        "owed": [
            {"table": debt.table_id, "player": debt.patron, "amount": write(debt.amount)}
            for debt in found.owed
        ],
        "locked": locked,
        "excluded": excluded,
        "happened": lines,
        "more": len(happened) - len(lines),
    }


def _at(line: Mapping[str, Any]) -> str:
    return str(line["at"])


def _moment(at: str) -> datetime:
    found = datetime.fromisoformat(at)
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found


def _table(
    connection: Connection, playback: VaultlessLoader, found: Report, place: int, until: str
) -> dict[str, Any] | None:
    """Return a table as it stood at the end; None if it was closed all the time."""
    row, tray = found.by_table[place], found.trays[place]
    event = s.events.c
    last = connection.execute(
        select(func.max(event.number)).where(
            event.table_id == row.name, Span(until=_moment(until)).where(event.at)
        )
    ).scalar()
    table = playback.load(row.name, last or 0).table
    if not table.open and not any(row.figures.values()) and not row.rounds:
        return None
    write = found.unit.write
    scale = factor(table.rules.unit, found.unit) if table.setup else 1
    return {
        "table": row.name,
        "game": table.game.key if table.setup else None,
        "open": table.open,
        "phase": table.phase.value,
        "round": table.round,
        "rounds": row.settled,
        "automatic": table.automatic,
        "dealer": _dealer(connection, row.name, last or 0),
        "float": write(tray.close),
        "drop": write(table.book.balance(DROP) * scale),
        "fills": write(row.figures[Figure.FILLS] - row.figures[Figure.CREDITS]),
        "won": write(row.result),
        "case": _case(table),
        "shoe": None
        if table.shoe is None
        else {"number": table.shoe.number, "left": table.shoe.left, "fault": table.shoe.fault},
    }


def _case(table: Table) -> str | None:
    """Return what waits for a decision at a table; None if nothing does."""
    if table.case is not None:
        return table.case.kind
    return "technical_interruption" if table.phase is Phase.INTERRUPTED else None


def _dealer(connection: Connection, table_id: str, last: int) -> str | None:
    """Return the dealer who gave the last command of one; None if that was long ago."""
    event = s.events.c
    question = (
        select(event.actor)
        .where(event.table_id == table_id, event.number.between(last - _LOOK_BACK, last))
        .where(event.actor.like(f"{_BY_DEALER}%"))
        .order_by(event.number.desc())
        .limit(1)
    )
    found = connection.execute(question).scalar()
    return None if found is None else str(found).removeprefix(_BY_DEALER)


def _cage(connection: Connection, span: Span, unit: Unit, large: int) -> dict[str, Any]:
    write, found = unit.write, cage_report(connection, span, large)
    counts: Sequence[SlipRow] = ()
    opened = False
    if has_cage(connection):
        slip = s.cage_slips.c
        question = select(s.cage_slips).where(
            slip.kind.in_([CageMove.COUNT.value, CageMove.CLOSE.value]), span.where(slip.at)
        )
        rows = connection.execute(question.order_by(slip.number))
        counts = [SlipRow(*tuple(row)[:-1]) for row in rows]
        turned = (
            select(slip.kind)
            .where(slip.kind.in_([CageMove.OPEN.value, CageMove.CLOSE.value]))
            .where(Span(until=span.until).where(slip.at))
            .order_by(slip.number.desc())
            .limit(1)
        )
        opened = connection.execute(turned).scalar() == CageMove.OPEN.value
    return {
        "open": opened,
        "before": write(found.opening),
        "cash": write(found.closing),
        "variance": write(found.variance),
        "counts": [
            {
                "slip": each.number,
                "at": each.at,
                "by": each.actor.partition(":")[2],
                "counted": write(each.amount),
                "variance": write(each.variance or 0),
            }
            for each in counts
        ],
        "large_transactions": [
            {"name": each.name, "direction": each.direction, "amount": write(each.amount)}
            | {"slips": list(each.slips), "tables": list(each.tables), "day": each.day}
            for each in found.large
        ],
    }


_Lines = list[dict[str, Any]]


def _house_lines(connection: Connection, span: Span) -> tuple[_Lines, _Lines]:
    """Return incidents that the next shift has to know of, and the exclusions that were set."""
    entry = s.incidents.c
    question = (
        select(s.incidents)
        .where(entry.kind.in_([*(kind.value for kind in _IN_HOUSE), Kind.LIMITS_CHANGED.value]))
        .where(span.where(entry.at))
        .order_by(entry.number.desc())
    )
    lines, excluded = _Lines(), _Lines()
    for each in map(read_incident, connection.execute(question)):
        if each.kind is Kind.LIMITS_CHANGED:
            until = _excluded(each.before or {}, each.after or {})
            if until is not None:
                excluded.append({"name": each.subject, "until": until, "by": each.actor})
            continue
        lines.append(
            {
                "at": each.at,
                "kind": each.kind.value,
                "what": _differs(each.detail or {}) if each.kind is Kind.VARIANCE else None,
                "table": each.table_id,
                "round": None,
                "name": each.subject,
                "by": each.actor,
            }
        )
    return lines, excluded


def _differs(detail: Mapping[str, Any]) -> str:
    """Return by how much tray and drop differed when a table was closed, and the reason."""
    parts = (detail.get(name) for name in ("variance", "drop_variance", "reason"))
    return " · ".join(str(part) for part in parts if part is not None)


def _once_each(happened: _Lines) -> Iterator[dict[str, Any]]:
    """Yield lines, of wrong PINs only the latest of each pair: they must not hide all else."""
    seen = set[tuple[str, str | None]]()
    for line in happened:
        if line["kind"] == Kind.APPROVAL_REFUSED.value:
            pair = (line["by"], line["name"])
            if pair in seen:
                continue
            seen.add(pair)
        yield line


def _locked(connection: Connection, span: Span) -> list[str]:
    """Return whose account an administrator has locked; those that were closed are not told."""
    entry, locked = s.incidents.c, dict[str, bool]()
    kinds = (Kind.LOCKED, Kind.UNLOCKED, Kind.ACCOUNT_CLOSED)
    question = (
        select(entry.kind, entry.subject, entry.after)
        .where(entry.kind.in_([kind.value for kind in kinds]), span.where(entry.at))
        .order_by(entry.number)
    )
    for kind, name, after in connection.execute(question):
        # What wrong passwords and PINs lock ends by itself: that entry has the time instead.
        if kind != Kind.LOCKED or after == "true":
            locked[name] = kind == Kind.LOCKED
    return sorted(name for name, still in locked.items() if still)


def _excluded(before: Mapping[str, Any], after: Mapping[str, Any]) -> str | None:
    """Return until when a patron is excluded from now on; None if that did not change."""
    for side in ("own", "house"):
        until = after.get(side, {}).get("excluded_until")
        if until is not None and until != before.get(side, {}).get("excluded_until"):
            return str(until)
    return None


def _table_line(event: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "at": event["at"],
        "kind": event["kind"],
        "what": event["why"],
        "table": event["table"],
        "round": event["round"],
        "name": None,
        "by": event["by"]["name"],
    }

"""Notable events, page by page: voids, rulings, corrections, limits, large bets, refusals."""

from __future__ import annotations

import heapq
from collections.abc import Generator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, func, select, true

from croupier.errors import Code, InvalidInput
from croupier.reports.events import Data, names_where, stored_event, type_column, use_of
from croupier.reports.figures import Figure, Span
from croupier.store import schema as s
from croupier.store.queries import Reader, columns_of, streamed

ALWAYS_LISTED = names_where(lambda use: use.notable)
LISTED_IF_LARGE = names_where(lambda use: Figure.PLACED in use.figures)
REFUSAL = "refusal"
LARGE_BET = "large_bet"
MOST = 500
"""The most events on a page."""


@dataclass(frozen=True, slots=True)
class NotableEvent:
    """An event at a table, or a refusal: who, when, why, and by which paragraph."""

    kind: str
    table_id: str | None
    number: int
    """The number of the event at its table, or of the refusal in the journal."""
    round: int | None
    at: str
    by: str
    what: str
    """The type of the event, or the code of the refusal."""
    why: str | None
    rule: str | None
    before: Mapping[str, Any] | None
    after: Mapping[str, Any]
    """The event as it is stored, or the fields of the refused command."""
    why_said: Any = None
    """Why, as a message's key with parameters, for any language; None where it is not known."""

    @property
    def mark(self) -> str:
        """Its place among the others, by which the following page is asked for."""
        source = "r" if self.kind == REFUSAL else "e"
        return f"{self.at}|{self.table_id or ''}|{source}|{self.number:012}"


@dataclass(frozen=True, slots=True)
class Page:
    """Some notable events in order, and the mark to ask for the next page by; None at the end."""

    items: tuple[NotableEvent, ...]
    next: str | None


def notable_events(
    reader: Reader,
    span: Span | None = None,
    table: str | None = None,
    *,
    large: int | None = None,
    kinds: frozenset[str] | None = None,
    after: str | None = None,
    before: str | None = None,
    latest: bool = False,
    most: int = 100,
) -> Page:
    """Return a page of notable events, the earliest first or, with `latest`, the latest first.

    `large` is the amount, a whole number of money, from which a bet is listed. `after` is the
    mark of the page before; where the latest come first, `before` is.
    """
    backwards = latest or before is not None
    order = _Order(before if backwards else after, backwards)
    if order.mark is not None and order.mark.count("|") < 3:
        raise InvalidInput(Code.MALFORMED, "that is no mark of a page")
    if backwards and after is not None:
        raise InvalidInput(Code.MALFORMED, "a page comes after a mark or before one, not both")
    count = max(1, min(most, MOST))
    during = span or Span()
    found: list[NotableEvent] = []
    with reader.moment() as connection:
        events = _events(connection, during, table, large, order)
        refusals = _refusals(connection, during, table, order)
        with closing(events), closing(refusals):
            for each in heapq.merge(events, refusals, key=_mark, reverse=backwards):
                if order.includes(each.mark) and (kinds is None or each.kind in kinds):
                    found.append(each)
                    if len(found) > count:
                        break
        shown = tuple(_with_round(connection, each) for each in found[:count])
    return Page(shown, shown[-1].mark if len(found) > count else None)


def _mark(each: NotableEvent) -> str:
    return each.mark


@dataclass(frozen=True, slots=True)
class _Order:
    """The mark after which a page begins, and the direction of reading."""

    mark: str | None
    backwards: bool

    def includes(self, mark: str) -> bool:
        """Return True if an event comes after the mark, in the direction of reading."""
        return self.mark is None or (mark < self.mark if self.backwards else mark > self.mark)

    def where(self, at: Any) -> Any:
        """Return the SQL condition that a moment is not before the mark, to the millisecond."""
        if self.mark is None:
            return true()
        moment = self.mark.split("|")[0]
        return at <= moment if self.backwards else at >= moment

    def columns(self, *columns: Any) -> tuple[Any, ...]:
        """Return the columns to sort by, in the direction of reading."""
        return tuple(each.desc() for each in columns) if self.backwards else columns


def _events(
    connection: Connection, span: Span, table: str | None, large: int | None, order: _Order
) -> Generator[NotableEvent, None, None]:
    column = s.events.c
    wanted = (*ALWAYS_LISTED, *(() if large is None else LISTED_IF_LARGE))
    query = (
        select(column.table_id, column.number, column.at, column.actor, column.entry)
        .where(type_column(connection).in_(wanted), span.where(column.at), order.where(column.at))
        .order_by(
            *order.columns(
                *(_by_code_point(connection, each) for each in (column.at, column.table_id)),
                column.number,
            )
        )
    )
    if table is not None:
        query = query.where(column.table_id == table)
    for table_id, number, at, by, entry in streamed(connection, query):
        event = stored_event(entry)
        kind = use_of(event).notable or LARGE_BET
        if kind is LARGE_BET and not _is_large(event, large):
            continue
        yield NotableEvent(
            kind=kind,
            table_id=table_id,
            number=number,
            round=event.get("round"),
            at=at,
            by=by,
            what=event["type"],
            why=event.get("reason") or event.get("text") or event.get("kind"),
            rule=event.get("rule"),
            before=event.get("was"),
            after=event,
        )


def _by_code_point(connection: Connection, column: Any) -> ColumnElement[str]:
    """Return a column that is sorted by code points, as Python does; a server may do otherwise."""
    found: ColumnElement[str] = column
    return found if connection.dialect.name == "sqlite" else found.collate("C")


def _is_large(event: Data, large: int | None) -> bool:
    """Return True if the whole amount on the bet is large; the table's unit is not known here."""
    text = str(event.get("total", event["amount"]))
    return large is not None and int(text.partition(".")[0]) >= large


def _refusals(
    connection: Connection, span: Span, table: str | None, order: _Order
) -> Generator[NotableEvent, None, None]:
    column = s.refusals.c
    query = (
        select(*columns_of(connection, s.refusals))
        .where(span.where(column.at), order.where(column.at))
        .order_by(
            *order.columns(
                _by_code_point(connection, column.at),
                _by_code_point(connection, func.coalesce(column.table_id, "")),
                column.number,
            )
        )
    )
    if table is not None:
        query = query.where(column.table_id == table)
    for row in streamed(connection, query):
        yield NotableEvent(
            kind=REFUSAL,
            table_id=row.table_id,
            number=row.number,
            round=None,
            at=row.at,
            by=row.actor,
            what=row.code,
            why=row.message,
            rule=row.rule,
            before=None,
            after=command_fields(row.body),
            why_said=said_of(row.said),
        )


_SHOWN = ("do", "player", "box", "bet", "amount", "seat", "wager", "hand", "stage", "option")


def command_fields(body: bytes) -> dict[str, Any]:
    """Return the plain fields of a refused command; never a seed or cards, which may be in use."""
    try:
        command = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return {}
    # The journal stores a command together with where it was sent.
    if isinstance(command, list) and len(command) == 2:
        command = command[1]
    if not isinstance(command, dict):
        return {}
    return {key: command[key] for key in _SHOWN if isinstance(command.get(key), str | int)}


def said_of(stored: str | None) -> Any:
    """Return the reason of a refusal as data; None for one that an earlier version stored."""
    return None if stored is None else msgspec.json.decode(stored)


def _with_round(connection: Connection, each: NotableEvent) -> NotableEvent:
    """Return an event with the round in which it happened."""
    if each.round is not None or each.kind == REFUSAL:
        return each
    column = s.rounds.c
    query = select(func.max(column.round)).where(
        column.table_id == each.table_id, column.event <= each.number
    )
    return replace(each, round=connection.execute(query).scalar())


def write_notable_event(each: NotableEvent) -> dict[str, Any]:
    """Return a notable event as an object for programs."""
    role, _, name = each.by.partition(":")
    written: dict[str, Any] = {
        "kind": each.kind,
        "table": each.table_id,
        "number": each.number,
        "round": each.round,
        "at": each.at,
        "by": {"role": role, "name": name},
        "what": each.what,
        "why": each.why,
        "rule": each.rule,
    }
    if each.why_said is not None:
        written["why_said"] = each.why_said
    if each.before is not None:
        written["before"] = each.before
    return {**written, "after": each.after}


def write_page(page: Page) -> dict[str, Any]:
    """Return a page as an object for programs."""
    return {"items": [write_notable_event(each) for each in page.items], "next": page.next}

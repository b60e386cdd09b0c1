"""What a floor has to know of: voids, rulings, corrections, limits, fills, large bets, refusals."""

from __future__ import annotations

import heapq
from collections.abc import Generator, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection, func, select, true

from croupier.errors import Code, InvalidInput
from croupier.reports.spans import Span, exactly, type_of
from croupier.store import schema as s
from croupier.store.queries import Reader, streamed

NOTED = {
    "table_opened": "opening",
    "table_closed": "closing",
    "round_voided": "void",
    "ruling_made": "ruling",
    "round_corrected": "correction",
    "original_returned": "uninsured",
    "table_changed": "limits",
    "round_interrupted": "interruption",
    "round_resumed": "interruption",
    "irregularity_reported": "irregularity",
    "report_dismissed": "irregularity",
    "cards_reconstructed": "irregularity",
    "reconstruction_refused": "irregularity",
    "order_decided": "irregularity",
    "card_corrected": "irregularity",
    "options_closed": "irregularity",
    "float_filled": "fill",
    "float_credited": "credit",
}
"""Events that are always noted, and what they are called."""

BETS = ("bet_placed", "bet_increased", "insurance_placed")
REFUSED = "refusal"
LARGE = "large_bet"
MOST = 500
"""The most that are given at a time."""


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happened at a table: who, when, why, and by which paragraph."""

    kind: str
    table_id: str | None
    number: int
    """Of the event at its table; of a refusal, in the journal."""
    round: int | None
    at: str
    by: str
    what: str
    """The type of the event, or the code of the refusal."""
    why: str | None
    rule: str | None
    before: Mapping[str, Any] | None
    after: Mapping[str, Any]
    """The event as it is written, or what was asked for."""

    @property
    def mark(self) -> str:
        """Where it stands among the others: what comes after it is asked for by this."""
        source = "r" if self.kind == REFUSED else "e"
        return f"{self.at}|{self.table_id or ''}|{source}|{self.number:012}"


@dataclass(frozen=True, slots=True)
class Page:
    """Some of what happened, in order, and what to ask for the rest by; None at the end."""

    items: tuple[Happening, ...]
    next: str | None


class _Told(msgspec.Struct, frozen=True):
    event: dict[str, Any]


_tell = msgspec.json.Decoder(_Told).decode


def happenings(
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
    """List what happened, the earliest first, or the latest first.

    `large` is the amount, a whole number of money, from which a bet is noted. `after` is the mark
    that the last page gave; where the latest came first, `before` is.
    """
    way = _Way(before if latest or before is not None else after, latest or before is not None)
    if way.mark is not None and way.mark.count("|") < 3:
        raise InvalidInput(Code.MALFORMED, "that is no mark of a page")
    if way.back and after is not None:
        raise InvalidInput(Code.MALFORMED, "a page comes after a mark or before one, not both")
    count = max(1, min(most, MOST))
    during = span or Span()
    found: list[Happening] = []
    with reader.moment() as connection:
        events = _events(connection, during, table, large, way)
        refusals = _refusals(connection, during, table, way)
        with closing(events), closing(refusals):
            for each in heapq.merge(events, refusals, key=_mark, reverse=way.back):
                if way.leads_to(each.mark) and (kinds is None or each.kind in kinds):
                    found.append(each)
                    if len(found) > count:
                        break
        shown = tuple(_placed(connection, each) for each in found[:count])
    return Page(shown, shown[-1].mark if len(found) > count else None)


def _mark(each: Happening) -> str:
    return each.mark


@dataclass(frozen=True, slots=True)
class _Way:
    """From which mark on the book is read, and whether backwards."""

    mark: str | None
    back: bool

    def leads_to(self, mark: str) -> bool:
        """Say whether something is still ahead."""
        return self.mark is None or (mark < self.mark if self.back else mark > self.mark)

    def where(self, at: Any) -> Any:
        """Leave out what lies behind, to the millisecond."""
        if self.mark is None:
            return true()
        moment = self.mark.split("|")[0]
        return at <= moment if self.back else at >= moment

    def order(self, *columns: Any) -> tuple[Any, ...]:
        """Order by columns, in the direction of reading."""
        return tuple(each.desc() for each in columns) if self.back else columns


def _events(
    connection: Connection, span: Span, table: str | None, large: int | None, way: _Way
) -> Generator[Happening, None, None]:
    column, type_ = s.events.c, type_of(connection)
    wanted = (*NOTED, *(() if large is None else BETS))
    question = (
        select(column.table_id, column.number, column.at, column.actor, column.entry)
        .where(type_.in_(wanted), span.where(column.at), way.where(column.at))
        .order_by(
            *way.order(
                *(exactly(connection, each) for each in (column.at, column.table_id)),
                column.number,
            )
        )
    )
    if table is not None:
        question = question.where(column.table_id == table)
    for table_id, number, at, by, entry in streamed(connection, question):
        event = _tell(entry).event
        what = str(event["type"])
        kind = NOTED.get(what, LARGE)
        if kind is LARGE and not _is_large(event, large):
            continue
        why = event.get("reason") or event.get("text") or event.get("kind")
        rule = event.get("rule")
        yield Happening(
            kind, table_id, number, event.get("round"), at, by, what, why, rule,
            event.get("was"), event,
        )  # fmt: skip


def _is_large(event: Mapping[str, Any], large: int | None) -> bool:
    """Compare what lies on the bet then; amounts are decimal texts, so digits are compared."""
    text = str(event.get("total", event["amount"]))
    return large is not None and int(text.partition(".")[0]) >= large


def _refusals(
    connection: Connection, span: Span, table: str | None, way: _Way
) -> Generator[Happening, None, None]:
    column = s.refusals.c
    question = (
        select(s.refusals)
        .where(span.where(column.at), way.where(column.at))
        .order_by(
            *way.order(
                exactly(connection, column.at),
                exactly(connection, func.coalesce(column.table_id, "")),
                column.number,
            )
        )
    )
    if table is not None:
        question = question.where(column.table_id == table)
    for number, table_id, at, by, _, body, code, message, rule in streamed(connection, question):
        yield Happening(
            REFUSED, table_id, number, None, at, by, code, message, rule, None, asked(body)
        )


_SHOWN = ("do", "player", "box", "bet", "amount", "seat", "wager", "hand", "stage", "option")


def asked(body: bytes) -> dict[str, Any]:
    """Show what was asked for; never a seed or cards, which another command may have used since."""
    try:
        said = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return {}
    # The journal keeps where a command was sent to beside it.
    if isinstance(said, list) and len(said) == 2:
        said = said[1]
    if not isinstance(said, dict):
        return {}
    return {key: said[key] for key in _SHOWN if isinstance(said.get(key), str | int)}


def _placed(connection: Connection, each: Happening) -> Happening:
    """Say in which round an event happened."""
    if each.round is not None or each.kind == REFUSED:
        return each
    column = s.rounds.c
    question = select(func.max(column.round)).where(
        column.table_id == each.table_id, column.event <= each.number
    )
    round_ = connection.execute(question).scalar()
    return Happening(
        each.kind, each.table_id, each.number, round_, each.at, each.by, each.what, each.why,
        each.rule, each.before, each.after,
    )  # fmt: skip


def write_happening(each: Happening) -> dict[str, Any]:
    """Write one as an object for programs."""
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
    if each.before is not None:
        written["before"] = each.before
    return {**written, "after": each.after}


def write_page(page: Page) -> dict[str, Any]:
    """Write a page as an object for programs."""
    return {"items": [write_happening(each) for each in page.items], "next": page.next}

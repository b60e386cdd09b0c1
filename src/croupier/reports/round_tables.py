"""Every round of a house, or every bet, as the rows of a table in a file.

Events are followed from the first one of each table, a round is written when the next one begins:
until then it can be corrected. Memory does not grow with the rounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from croupier.errors import Code, InvalidInput
from croupier.lab.parquet import Column, Kind
from croupier.money import CENT, Unit
from croupier.reports.events import stored_event, typed_event
from croupier.reports.exports import safe
from croupier.reports.figures import Span
from croupier.reports.gaming_days import GamingDays
from croupier.reports.round_list import FollowedRound
from croupier.store.queries import Reader
from croupier.store.replay import Games
from croupier.table import Event
from croupier.table import events as e

Row = dict[str, Any]

_WHERE = {"table": Kind.TEXT, "game": Kind.TEXT, "digest": Kind.TEXT, "decks": Kind.SMALL}
ROUNDS: Mapping[str, Kind] = {
    **_WHERE,
    "shoe": Kind.SMALL,
    "round": Kind.SMALL,
    "day": Kind.TEXT,
    "began": Kind.TEXT,
    "ended": Kind.TEXT,
    "state": Kind.TEXT,
    "result": Kind.TEXT,
    "player": Kind.TEXT,
    "banker": Kind.TEXT,
    "player_total": Kind.SMALL,
    "banker_total": Kind.SMALL,
    "bets": Kind.SMALL,
    "wagers": Kind.MONEY,
    "house": Kind.MONEY,
    "fees": Kind.MONEY,
}
"""The columns of a table of rounds."""

BETS: Mapping[str, Kind] = {
    **_WHERE,
    "shoe": Kind.SMALL,
    "round": Kind.SMALL,
    "day": Kind.TEXT,
    "state": Kind.TEXT,
    "bet": Kind.TEXT,
    "player": Kind.TEXT,
    "box": Kind.SMALL,
    "place": Kind.TEXT,
    "kind": Kind.TEXT,
    "stage": Kind.TEXT,
    "amount": Kind.MONEY,
    "outcome": Kind.TEXT,
    "in_action": Kind.MONEY,
    "odds": Kind.TEXT,
    "profit": Kind.MONEY,
    "back": Kind.MONEY,
    "rules": Kind.TEXT,
}
"""The columns of a table of bets."""

_CHUNK = 5_000
PART_ROWS = 20_000


class _Playing:
    """A round while its events are followed, with the bets of it."""

    def __init__(self, opened: e.TableOpened, shoe: int | None, round: FollowedRound) -> None:
        self.round, self._opened, self._shoe = round, opened, shoe
        self._bets: dict[str, Row] = {}
        self._settled: Mapping[str, Any] | None = None

    def follow(self, event: Event, at: str) -> None:
        """Change the round by an event that happened after it began."""
        self.round.follow(event, at)
        match event:
            case e.BetPlaced() | e.InsurancePlaced():
                self._bets[event.id] = {
                    "bet": event.id,
                    "player": event.player,
                    "box": event.box,
                    "place": "standing" if event.standing else "seated",
                    "kind": event.bet,
                    "stage": str(event.stage) if isinstance(event, e.InsurancePlaced) else None,
                }
            case e.RoundSettled():
                self._settled = event.settlement
            case e.RoundCorrected() if event.round == self.round.number:
                self._settled = event.settlement
            case _:
                pass

    def where(self, table: str, days: GamingDays) -> Row:
        """Return what a round and its bets have in common."""
        return {
            "table": table,
            "game": self._opened.game.key,
            "digest": f"sha256:{self._opened.digest}",
            "decks": self._opened.decks,
            "shoe": self._shoe,
            "round": self.round.number,
            "day": days.day_of(self.round.began).name,
            "state": self.round.state,
        }

    def row(self) -> Row:
        """Return the rest of a row of the table of rounds."""
        line = self.round.line()
        hands = {
            side: " ".join(card or "??" for card in cards) or None
            for side, cards in (("player", line.player), ("banker", line.banker))
        }
        settled = self._settled or {}
        totals = {f"{side}_total": settled[side]["total"] if settled else None for side in hands}
        return {
            "began": line.began,
            "ended": line.ended,
            "result": line.result,
            **hands,
            **totals,
            "bets": len(self._bets),
            "wagers": line.wagers,
            "house": line.house,
            "fees": line.fees,
        }

    def bets(self) -> Iterator[Row]:
        """Yield the rest of the rows of the table of bets, in the order they were placed."""
        lines = {line["id"]: line for line in (self._settled or {"bets": ()})["bets"]}
        for key, bet in self._bets.items():
            amount = self.round.bets.get(key)
            line = lines.get(key, {})
            yield {
                **bet,
                "amount": None if amount is None else self.round.unit.write(amount[1]),
                **{name: line.get(name) for name in ("outcome", "in_action", "odds")},
                **{name: line.get(name) for name in ("profit", "back")},
                "rules": " ".join(line["rules"]) if line else None,
            }


def _rounds_of(reader: Reader, table: str, games: Games) -> Iterator[_Playing]:
    """Yield the rounds of a table, each when nothing can change it any more."""
    unit: Unit = CENT
    opened: e.TableOpened | None = None
    shoe: int | None = None
    playing: _Playing | None = None
    after = 0
    while rows := reader.events(table, after, most=_CHUNK):
        for row in rows:
            event = typed_event(stored_event(row.entry), unit, games.find)
            match event:
                case e.TableOpened():
                    if playing is not None:
                        yield playing
                    opened, unit, playing = event, event.unit, None
                case e.BetsOpened():
                    if playing is not None:
                        yield playing
                    assert opened is not None, "bets are opened at an open table"
                    playing = _Playing(opened, shoe, FollowedRound(event.round, row.at, unit))
                case _:
                    if isinstance(event, e.ShoeStarted):
                        shoe = event.shoe
                    if playing is not None:
                        playing.follow(event, row.at)
        after = rows[-1].number
    if playing is not None:
        yield playing


def round_rows(
    reader: Reader, span: Span, tables: Sequence[str] | None, *, bets: bool
) -> Iterator[Row]:
    """Yield the rows of the rounds that ended in a span, those under way by when they began."""
    known, games = reader.tables(), Games(reader.game)
    for table in tables or known:
        if table not in known:
            raise InvalidInput(Code.MALFORMED, f"there is no table {table[:40]}")
        for playing in _rounds_of(reader, table, games):
            if span.holds(playing.round.ended or playing.round.began):
                where = playing.where(table, span.days)
                found = playing.bets() if bets else [playing.row()]
                yield from ({**where, **row} for row in found)


def parts_of(
    rows: Iterator[Row], kinds: Mapping[str, Kind], *, csv: bool
) -> Iterator[list[Column]]:
    """Yield rows as columns, some thousand rows at a time; a first part even if there are none.

    In a CSV no name is taken for a formula.
    """
    part = list(islice(rows, PART_ROWS))
    while True:
        yield [Column.of(name, kind, _cells(part, name, csv)) for name, kind in kinds.items()]
        part = list(islice(rows, PART_ROWS))
        if not part:
            return


def _cells(part: Sequence[Row], name: str, csv: bool) -> list[Any]:
    cells = [row[name] for row in part]
    guarded = csv and name in ("table", "player")
    return [safe(cell) if guarded and isinstance(cell, str) else cell for cell in cells]

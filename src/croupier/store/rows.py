"""From events to rows: entries with their hashes, money as movements, what wallets pay."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from croupier.errors import Code, Refused
from croupier.game.model import Game
from croupier.ledger import Book, Hold, Move, Post, Transfer, Void
from croupier.money import Unit
from croupier.store.commit import EventRow, GameRow, RoundRow, TransferRow, WalletMove, WalletStep
from croupier.store.log_file import VERSION, chained
from croupier.store.requests import MOST_ID, check_text, written
from croupier.store.schema import MOST_MONEY
from croupier.table import Actor, Event, Table, evolve, write_event
from croupier.table import events as e
from croupier.table.events import transfers


class _Entry(msgspec.Struct, frozen=True):
    """An entry as `log.Entry` reads it; the event is written once and used twice."""

    v: int
    n: int
    c: int
    at: str
    by: dict[str, str]
    event: msgspec.Raw
    id: str


_encode = msgspec.json.Encoder().encode


class Place(NamedTuple):
    """Where a table's log ends: the next entry goes there."""

    version: int
    commands: int
    head: str


class Movement(NamedTuple):
    """Money that goes from one account to another; what it was held for, if it was."""

    kind: str
    hold: str | None
    source: str
    target: str
    amount: int


def movements(book: Book, moved: Iterable[Transfer]) -> Iterator[Movement]:
    """Resolve transfers to who pays whom, so that balances are sums over rows."""
    for transfer in moved:
        yield from (each for each in _resolved(book, transfer) if each.amount)
        book = book.book(transfer)


def _resolved(book: Book, transfer: Transfer) -> Iterator[Movement]:
    match transfer:
        case Move(source, target, amount):
            yield Movement("move", None, str(source), str(target), amount)
        case Hold(name, source, held, amount):
            yield Movement("hold", name, str(source), str(held), amount)
        case Post(name, target, amount):
            hold = book.holds[name]
            yield Movement("post", name, str(hold.held), str(target), amount)
            rest = hold.amount - amount
            yield Movement("release", name, str(hold.held), str(hold.source), rest)
        case Void(name):
            hold = book.holds[name]
            yield Movement("release", name, str(hold.held), str(hold.source), hold.amount)


def transfer_rows(table_id: str, number: int, table: Table, event: Event) -> list[TransferRow]:
    """Give the rows of the money that an event moves at the table as it was before."""
    moved = transfers(table, event)
    if not moved:
        return []
    rows = [
        TransferRow(table_id, number, place, *movement)
        for place, movement in enumerate(movements(table.book, moved), start=1)
    ]
    if any(row.amount > MOST_MONEY for row in rows):
        raise Refused(Code.BAD_AMOUNT, "that is more money than this system can book")
    return rows


def factor(unit: Unit, house: Unit) -> int:
    """Say how many of the house's units a table's unit is; wallets are kept in the former."""
    mine = unit.coefficient * 10**house.decimals
    theirs = house.coefficient * 10**unit.decimals
    if mine % theirs:
        raise Refused(
            Code.BAD_AMOUNT,
            f"wallets are kept in units of {house.write(1)}; "
            f"a table's unit is a multiple of that, not {unit.write(1)}",
        )
    return int(mine // theirs)


def wallet_move(event: Event) -> tuple[WalletMove, str, int] | None:
    """Say what an event does to a wallet: whose, and how much in the table's unit."""
    match event:
        case e.ChipsBought():
            return WalletMove.BUY_IN, event.player, event.amount
        case e.ChipsCashed():
            return WalletMove.CASH_OUT, event.player, event.amount
        case _:
            return None


def game_row(game: Game) -> GameRow:
    """Write a game file so that its digest is the hash of these very bytes."""
    text = json.dumps(game.data, ensure_ascii=False, default=str)
    return GameRow(game.digest, game.key, text.encode(errors="replace"))


class Record(NamedTuple):
    """The rows of one command's events, and where the log ends after them."""

    place: Place
    events: tuple[EventRow, ...]
    transfers: tuple[TransferRow, ...]
    wallets: tuple[WalletStep, ...]
    rounds: tuple[RoundRow, ...]
    games: tuple[GameRow, ...]
    answer: bytes


class Recorder:
    """Writes events of one table down."""

    def __init__(self, table_id: str, unit: Unit) -> None:
        """Write for a table of a house whose wallets are kept in a unit."""
        self._table_id = table_id
        self._unit = unit

    def record(
        self,
        table: Table,
        events: Sequence[Event],
        by: Actor,
        at: str,
        place: Place,
        command_id: str,
    ) -> Record:
        """Make the rows of what a command brought about at the table as it was before."""
        number, head, command = place.version, place.head, place.commands + 1
        last = place.version + len(events)
        actor, who = written(by), {"role": by.role.value, "name": by.name}
        rows, told = list[EventRow](), list[bytes]()
        moved, paid = list[TransferRow](), list[WalletStep]()
        rounds, games = list[RoundRow](), list[GameRow]()
        for event in events:
            number += 1
            unit = event.unit if isinstance(event, e.TableOpened) else table.rules.unit
            moved += transfer_rows(self._table_id, number, table, event)
            if number < last:
                table = evolve(table, event)
            raw = _encode(write_event(event, unit))
            entry = _encode(_Entry(VERSION, number, command, at, who, msgspec.Raw(raw), command_id))
            head = chained(head, entry)
            rows.append(EventRow(self._table_id, number, command, at, actor, entry, head))
            told.append(raw)
            step = wallet_move(event)
            if step is not None and step[2]:
                paid.append(self._step(step, unit, at, actor, command_id, number))
            if isinstance(event, e.BetsOpened):
                rounds.append(RoundRow(self._table_id, event.round, number))
            if isinstance(event, e.TableOpened):
                factor(unit, self._unit)
                games.append(game_row(event.game))
        return Record(
            Place(number, command, head),
            tuple(rows),
            tuple(moved),
            tuple(paid),
            tuple(rounds),
            tuple(games),
            answered(told),
        )

    def _step(
        self,
        step: tuple[WalletMove, str, int],
        unit: Unit,
        at: str,
        actor: str,
        command_id: str,
        number: int,
    ) -> WalletStep:
        kind, name, amount = step
        # A wallet is found by its name, and an index takes no name of any length.
        check_text(name, "the name of a patron", MOST_ID)
        money = amount * factor(unit, self._unit)
        if money > MOST_MONEY:
            raise Refused(Code.BAD_AMOUNT, "that is more money than a wallet can hold")
        return WalletStep(name, kind, money, at, actor, command_id, self._table_id, number)


def answered(events: Iterable[bytes]) -> bytes:
    """Write the answer to a command that was carried out, from its events as they are stored."""
    return b'{"ok":true,"events":[%s]}' % b",".join(events)


class _Told(msgspec.Struct, frozen=True):
    event: msgspec.Raw


_tell = msgspec.json.Decoder(_Told).decode


def event_of(entry: bytes) -> bytes:
    """Give the event of a stored entry, as it is written there."""
    return bytes(_tell(entry).event)

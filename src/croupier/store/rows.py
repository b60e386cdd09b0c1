"""Events as rows of the database: entries with hashes, transfers, and payments of wallets."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from croupier.errors import Code, Refused
from croupier.game.model import Game
from croupier.ledger import Hold, Move, Post, Transfer, Void
from croupier.money import Unit
from croupier.store.batch import EventRow, GameRow, RoundRow, TransferRow
from croupier.store.log_file import VERSION, chained
from croupier.store.requests import MOST_ID, answered, check_text, written
from croupier.store.schema import MOST_MONEY
from croupier.store.wallets import WalletMove, WalletStep, has_wallet
from croupier.table import Actor, Change, Event, Table, write_event
from croupier.table import events as e
from croupier.words import Amount, say


class _Entry(msgspec.Struct, frozen=True):
    """An entry as `log_file.Entry` reads it; the bytes of the event are used in the answer too."""

    v: int
    n: int
    c: int
    at: str
    by: dict[str, str]
    event: msgspec.Raw
    id: str


_encode = msgspec.json.Encoder().encode


class LogEnd(NamedTuple):
    """The end of a table's log: how many events and commands it has, and its last hash."""

    version: int
    commands: int
    head: str


class Movement(NamedTuple):
    """Money that goes from one account to another, and the hold that it belongs to, if any."""

    kind: str
    hold: str | None
    source: str
    target: str
    amount: int


def movements(held: Mapping[str, Hold], moved: Iterable[Transfer]) -> Iterator[Movement]:
    """Yield who paid whom for transfers that were booked, so that balances are sums over rows.

    `held` has the holds before them.
    """
    holds = dict(held)
    for transfer in moved:
        yield from (each for each in _resolved(holds, transfer) if each.amount)


def _resolved(holds: dict[str, Hold], transfer: Transfer) -> Iterator[Movement]:
    match transfer:
        case Move(source, target, amount):
            yield Movement("move", None, str(source), str(target), amount)
        case Hold(name, source, held, amount):
            holds[name] = transfer
            yield Movement("hold", name, str(source), str(held), amount)
        case Post(name, target, amount):
            hold = holds.pop(name)
            yield Movement("post", name, str(hold.held), str(target), amount)
            rest = hold.amount - amount
            yield Movement("release", name, str(hold.held), str(hold.source), rest)
        case Void(name):
            hold = holds.pop(name)
            yield Movement("release", name, str(hold.held), str(hold.source), hold.amount)


def transfer_rows(
    table_id: str, number: int, before: Table, moved: Sequence[Transfer]
) -> list[TransferRow]:
    """Return the rows of the money that an event moved at the table as it was before."""
    if not moved:
        return []
    rows = [
        TransferRow(table_id, number, place, *movement)
        for place, movement in enumerate(movements(before.book.holds, moved), start=1)
    ]
    if any(row.amount > MOST_MONEY for row in rows):
        raise Refused(Code.BAD_AMOUNT, say("server.too_much_to_book"))
    return rows


def factor(unit: Unit, house: Unit) -> int:
    """Return how many of the house's units a table's unit is; raise `Refused` if not whole."""
    mine = unit.coefficient * 10**house.decimals
    theirs = house.coefficient * 10**unit.decimals
    if mine % theirs:
        raise Refused(
            Code.BAD_AMOUNT,
            say(
                "server.unit_of_wallets",
                unit=Amount(house.write(1)),
                given=Amount(unit.write(1)),
            ),
        )
    return int(mine // theirs)


def wallet_move(event: Event) -> tuple[WalletMove, str, int] | None:
    """Return what an event does to a wallet (whose, and how many of the table's units), or None.

    Chips for cash at the table, and chips that are brought or taken along, concern no wallet.
    """
    match event:
        case e.ChipsBought() if not (event.cash or event.chips):
            return WalletMove.BUY_IN, event.player, event.amount
        case e.ChipsCashed() if not event.chips:
            return WalletMove.CASH_OUT, event.player, event.amount
        case _:
            return None


def game_row(game: Game) -> GameRow:
    """Return the row of a game file, in every language that it has."""
    text = json.dumps(game.data, ensure_ascii=False, default=str)
    return GameRow(game.digest, game.key, text.encode(errors="replace"))


class Record(NamedTuple):
    """The rows of one command's events, and the end of the log after them."""

    end: LogEnd
    events: tuple[EventRow, ...]
    transfers: tuple[TransferRow, ...]
    wallets: tuple[WalletStep, ...]
    rounds: tuple[RoundRow, ...]
    games: tuple[GameRow, ...]
    answer: bytes


class Recorder:
    """Makes rows of the events of one table."""

    def __init__(self, table_id: str, unit: Unit) -> None:
        """Make rows for a table; `unit` is the unit of wallets."""
        self._table_id = table_id
        self._unit = unit

    def record(
        self,
        before: Table,
        changes: Sequence[Change],
        by: Actor,
        at: str,
        end: LogEnd,
        command_id: str,
    ) -> Record:
        """Return the rows of what a command changed at the table as it was before."""
        number, head, command = end.version, end.head, end.commands + 1
        actor, who = written(by), {"role": by.role.value, "name": by.name}
        rows, written_events = list[EventRow](), list[bytes]()
        moved, paid = list[TransferRow](), list[WalletStep]()
        rounds, games = list[RoundRow](), list[GameRow]()
        for event, booked, after in changes:
            number += 1
            unit = after.rules.unit
            moved += transfer_rows(self._table_id, number, before, booked)
            before = after
            raw = _encode(write_event(event, unit))
            entry = _encode(_Entry(VERSION, number, command, at, who, msgspec.Raw(raw), command_id))
            head = chained(head, entry)
            rows.append(EventRow(self._table_id, number, command, at, actor, entry, head))
            written_events.append(raw)
            step = wallet_move(event)
            if step is not None and step[2]:
                paid.append(self._step(step, unit, at, actor, command_id, number))
            if isinstance(event, e.BetsOpened):
                rounds.append(RoundRow(self._table_id, event.round, number))
            if isinstance(event, e.TableOpened):
                factor(unit, self._unit)
                games.append(game_row(event.game))
        return Record(
            LogEnd(number, command, head),
            tuple(rows),
            tuple(moved),
            tuple(paid),
            tuple(rounds),
            tuple(games),
            answered(written_events),
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
        if not has_wallet(name):
            raise Refused(Code.INSUFFICIENT_BALANCE, say("server.no_wallet", player=name))
        # The name is part of an index, which limits its length.
        check_text(name, say("server.what_patron"), MOST_ID)
        money = amount * factor(unit, self._unit)
        if money > MOST_MONEY:
            raise Refused(Code.BAD_AMOUNT, say("server.wallet_full"))
        return WalletStep(name, kind, money, at, actor, command_id, self._table_id, number)

"""Stored events played again: a table from its nearest snapshot, a round by its number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from croupier.errors import CroupierError
from croupier.game import Game, read_game
from croupier.game.digest import digest_of
from croupier.game.loading import shipped
from croupier.ledger import InvalidTransfer, Overdrawn
from croupier.money import CENT
from croupier.store import snapshots
from croupier.store.batch import EventRow
from croupier.store.hash_chain import table_genesis
from croupier.store.log_file import BadLog, Entry, chained
from croupier.store.queries import Reader
from croupier.store.rows import LogEnd
from croupier.store.sealing import BadSeal, Place, Purpose, Sealer
from croupier.store.vault import Vault
from croupier.table import Context, Event, ShoeKind, Table, evolve, read_event
from croupier.table import events as e

_decode = msgspec.json.Decoder(Entry).decode

STEP = 5000
"""How many events are fetched at a time."""

_BROKEN = (
    AssertionError,
    CroupierError,
    LookupError,
    InvalidTransfer,
    Overdrawn,
    StopIteration,
    TypeError,
    ValueError,
)
"""What is raised for bytes that were changed, or for events that cannot follow each other."""


class Games:
    """Game files by the digest that they were stored by."""

    def __init__(self, data: Callable[[str], bytes | None]) -> None:
        """Use a function that returns a file's bytes by its digest."""
        self._data = data
        self._known: dict[str, Game] = {}

    def find(self, digest: str) -> Game:
        """Return a game; raise ValueError if its file is missing or was changed."""
        game = self._known.get(digest)
        if game is None:
            data = self._data(digest)
            if data is None:
                raise ValueError(f"the game file {digest} is missing")
            try:
                file = msgspec.json.decode(data, type=dict[str, Any])
            except msgspec.MsgspecError:
                file = {}
            if digest_of(file) != digest:
                raise ValueError(f"the game file {digest} was changed")
            game = self._known[digest] = self._read(file, digest)
        return game

    @staticmethod
    def _read(file: dict[str, Any], digest: str) -> Game:
        # For a game that ships with croupier, return that object itself.
        key = file.get("key")
        try:
            known = shipped(str(key))
        except KeyError:
            known = None
        if known is not None and known.digest == digest:
            return known
        return read_game(file, "the game in the database", shipped)


@dataclass(slots=True)
class LoadedTable:
    """A table as loaded: its state, its vault, and the end of its log."""

    table: Table
    vault: Vault
    end: LogEnd

    @property
    def digital(self) -> bool:
        """Whether its cards come from the vault."""
        return is_digital(self.table)


def is_digital(table: Table) -> bool:
    """Return True if a table's cards come from the vault."""
    return table.setup is not None and table.setup.shoe is not ShoeKind.MANUAL


def read_entry(row: EventRow, end: LogEnd) -> tuple[Entry, LogEnd]:
    """Return a stored entry and the end of the log after it; raise `BadLog` if they do not fit."""
    number = end.version + 1
    if row.number != number:
        raise BadLog(number, f"it is missing: the next one is {row.number}")
    if chained(end.head, row.entry) != row.hash:
        raise BadLog(
            number, "its hash does not follow from the entry before: something was changed"
        )
    try:
        entry = _decode(row.entry)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise BadLog(number, "it is no entry of a log") from None
    by = entry.by or {}
    said = (entry.n, entry.c, entry.at, f"{by.get('role')}:{by.get('name')}")
    if said != (row.number, row.command, row.at, row.actor):
        raise BadLog(number, "its columns do not say what its entry says")
    if entry.c not in (end.commands, end.commands + 1):
        raise BadLog(number, f"it is of command {entry.c}, after command {end.commands}")
    return entry, LogEnd(number, entry.c, row.hash)


def read_stored(entry: Entry, table: Table, games: Games) -> Event:
    """Return the event of an entry, by the game that the table was opened with."""
    unit = table.setup.unit if table.setup else CENT
    digest = str(entry.event.get("digest", ""))
    return read_event(entry.event, Context(unit, lambda _: games.find(digest)))


@dataclass(slots=True)
class TableLoader:
    """Loads tables from a database."""

    reader: Reader
    games: Games
    new_vault: Callable[[], Vault] = Vault
    sealer: Sealer | None = None
    """What opens the vault; None if the vault is not read."""
    replayed: int = field(default=0, init=False)
    """How many events the last load has played."""

    def load(self, table_id: str, to: int | None = None) -> LoadedTable:
        """Return a table at its last event, or at an earlier one."""
        loaded = self._nearest(table_id, to)
        self.replayed = 0
        self.catch_up(table_id, loaded, to)
        return loaded

    def catch_up(
        self, table_id: str, loaded: LoadedTable, to: int | None = None
    ) -> tuple[EventRow, ...]:
        """Play what was stored since, and return the last rows of it, which may be all."""
        began = loaded.end.version
        while True:
            rows = self.reader.events(table_id, loaded.end.version, to, STEP)
            self._play(table_id, loaded, rows)
            if len(rows) < STEP:
                break
        self.replayed = loaded.end.version - began
        return rows

    def _play(self, table_id: str, loaded: LoadedTable, rows: Iterable[EventRow]) -> None:
        for row in rows:
            entry, end = read_entry(row, loaded.end)
            try:
                event = read_stored(entry, loaded.table, self.games)
                table = evolve(loaded.table, event)
                if is_digital(table):
                    self._follow(table_id, loaded.vault, event)
            except _BROKEN as wrong:
                raise BadLog(row.number, f"it cannot have happened here: {wrong}") from None
            loaded.table, loaded.end = table, end

    def _follow(self, table_id: str, vault: Vault, event: Event) -> None:
        if isinstance(event, e.ShoeStarted):
            vault.unseal(self._secret(table_id, event.shoe))
        vault.observe(event)

    def _secret(self, table_id: str, shoe: int) -> bytes:
        secret = self.reader.secret(table_id, shoe)
        if secret is None:
            raise ValueError(f"the vault has nothing of shoe {shoe}")
        return self._opened(Place(Purpose.SHOE, table_id, shoe), secret)

    def _opened(self, place: Place, sealed: bytes) -> bytes:
        assert self.sealer is not None, "only a loader with a key reads the vault"
        try:
            return self.sealer.open(place, sealed)
        except BadSeal as wrong:
            what = f"the vault's {place.purpose} {place.number} cannot be opened"
            raise ValueError(f"{what}: {wrong}") from None

    def _nearest(self, table_id: str, to: int | None) -> LoadedTable:
        """Return the latest snapshot that is valid; others are passed over."""
        for row in self.reader.snapshots(table_id, to):
            number, form, state, said, head, command, mark, mark_said = row
            if form != snapshots.FORMAT or snapshots.hash_of(state, head) != said:
                continue
            try:
                table = snapshots.read(state, self.games.find)
                vault = self.new_vault()
                if is_digital(table):
                    self._restore(
                        table_id, vault, table, LogEnd(number, command, head), mark, mark_said
                    )
            except (*_BROKEN, msgspec.MsgspecError):
                continue
            return LoadedTable(table, vault, LogEnd(number, command, head))
        return LoadedTable(Table(), self.new_vault(), LogEnd(0, 0, table_genesis(table_id)))

    def _restore(
        self,
        table_id: str,
        vault: Vault,
        table: Table,
        end: LogEnd,
        mark: bytes | None,
        said: str | None,
    ) -> None:
        if mark is None:
            if table.shoes:
                raise ValueError("the mark of the vault is missing")
            assert table.setup is not None, "a digital table was opened"
            vault.begin(table.setup.decks)
            return
        if snapshots.hash_of(mark, end.head) != said:
            raise ValueError("the mark of the vault was changed")
        opened = self._opened(Place(Purpose.MARK, table_id, end.version), mark)
        vault.restore(opened, lambda shoe: self._secret(table_id, shoe))
        if table.shoe is not None and vault.number != table.shoe.number:
            raise ValueError("the mark of the vault is of another shoe")


@dataclass(frozen=True, slots=True)
class Recall:
    """A round as it was played; the entries go on until the next round."""

    table_id: str
    round: int
    entries: tuple[EventRow, ...]
    before: Table
    """The table just before bets were opened."""
    after: Table
    """The table when the round was over, or the current one if it is not."""
    ended: bool
    settlement: Mapping[str, object] | None
    """What was paid, as last corrected; None while the round runs, and if it was void."""

    @property
    def balances(self) -> dict[str, tuple[str, str]]:
        """Each patron's free chips, before and after."""
        write = self.after.rules.unit.write
        return {
            name: (write(self.before.free(name)), write(self.after.free(name)))
            for name in self.after.patrons
        }


def recall(playback: TableLoader, table_id: str, round: int) -> Recall | None:
    """Return a round, played again from the nearest snapshot; None if there was no such round."""
    found = playback.reader.round(table_id, round)
    if found is None:
        return None
    first, last = found
    loaded = playback.load(table_id, first - 1)
    rows = playback.reader.events(table_id, first - 1, last)
    table, end = loaded.table, loaded.end
    after, ended, settlement = table, False, None
    for row in rows:
        entry, end = read_entry(row, end)
        event = read_stored(entry, table, playback.games)
        table = evolve(table, event)
        if _ends(event) or (ended and _mends(event, round)):
            ended, after = True, table
            settlement = _settlement(event, settlement)
    return Recall(table_id, round, rows, loaded.table, after if ended else table, ended, settlement)


def _ends(event: Event) -> bool:
    return isinstance(event, e.RoundSettled | e.RoundVoided)


def _mends(event: Event, round: int) -> bool:
    """Return True if an event corrects how a round ended."""
    return isinstance(event, e.RoundCorrected | e.OriginalReturned) and event.round == round


def _settlement(event: Event, known: Mapping[str, object] | None) -> Mapping[str, object] | None:
    match event:
        case e.RoundSettled():
            return event.settlement
        case e.RoundCorrected():
            return event.settlement
        case _:
            return known

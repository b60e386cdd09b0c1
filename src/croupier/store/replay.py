"""Playing stored events again: from the nearest snapshot that holds, else from the first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import msgspec

from croupier.coup import Side
from croupier.errors import CroupierError
from croupier.game import Game, read_game
from croupier.game.loading import shipped
from croupier.ledger import Mistake, Overdrawn
from croupier.money import CENT
from croupier.store import snapshots
from croupier.store.commit import EventRow
from croupier.store.hash_chain import table_genesis
from croupier.store.log_file import BadLog, Entry, chained
from croupier.store.queries import Reader
from croupier.store.rows import Place
from croupier.store.vault import Vault
from croupier.table import Context, Event, ShoeKind, Table, evolve, read_event
from croupier.table.events import RoundSettled, ShoeStarted

_decode = msgspec.json.Decoder(Entry).decode

STEP = 5000
"""How many events are fetched at a time."""

_BROKEN = (
    AssertionError,
    CroupierError,
    LookupError,
    Mistake,
    Overdrawn,
    StopIteration,
    TypeError,
    ValueError,
)
"""What comes of bytes that were tampered with, or of events that cannot follow each other."""


class Games:
    """Game files by the digest that they were stored by."""

    def __init__(self, data: Callable[[str], bytes | None]) -> None:
        """Ask for a file's bytes by its digest."""
        self._data = data
        self._known: dict[str, Game] = {}

    def find(self, digest: str) -> Game:
        """Give a game; ValueError where its file is missing or was changed."""
        game = self._known.get(digest)
        if game is None:
            data = self._data(digest)
            if data is None:
                raise ValueError(f"the game file {digest} is missing")
            if sha256(data).hexdigest() != digest:
                raise ValueError(f"the game file {digest} was changed")
            game = self._known[digest] = self._read(data, digest)
        return game

    @staticmethod
    def _read(data: bytes, digest: str) -> Game:
        file: dict[str, Any] = msgspec.json.decode(data)
        # A game that ships is the same as itself only, so the one that is known is taken.
        key = file.get("key")
        try:
            known = shipped(str(key))
        except KeyError:
            known = None
        if known is not None and known.digest == digest:
            return known
        return read_game(file, "the game in the database", shipped)


@dataclass(slots=True)
class Standing:
    """A table in mid-life: its state, its vault, and where its log ends."""

    table: Table
    vault: Vault
    place: Place

    @property
    def digital(self) -> bool:
        """Whether its cards come from the vault."""
        return is_digital(self.table)


def is_digital(table: Table) -> bool:
    """Say whether a table's cards come from the vault."""
    return table.setup is not None and table.setup.shoe is not ShoeKind.MANUAL


def read_entry(row: EventRow, place: Place) -> tuple[Entry, Place]:
    """Hold a stored entry to the chain and to its own columns; `BadLog` says what is wrong."""
    number = place.version + 1
    if row.number != number:
        raise BadLog(number, f"it is missing: the next one is {row.number}")
    if chained(place.head, row.entry) != row.hash:
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
    if entry.c not in (place.commands, place.commands + 1):
        raise BadLog(number, f"it is of command {entry.c}, after command {place.commands}")
    return entry, Place(number, entry.c, row.hash)


def read_stored(entry: Entry, table: Table, games: Games) -> Event:
    """Read the event of an entry, by the rules that the table was opened by."""
    unit = table.setup.unit if table.setup else CENT
    digest = str(entry.event.get("digest", ""))
    return read_event(entry.event, Context(unit, lambda _: games.find(digest)))


@dataclass(slots=True)
class Playback:
    """Loads tables from a database."""

    reader: Reader
    games: Games
    new_vault: Callable[[], Vault] = Vault
    replayed: int = field(default=0, init=False)
    """How many events the last load had to play again."""

    def load(self, table_id: str, to: int | None = None) -> Standing:
        """Bring a table to its last event, or to an earlier one."""
        standing = self._nearest(table_id, to)
        self.replayed = 0
        self.catch_up(table_id, standing, to)
        return standing

    def catch_up(
        self, table_id: str, standing: Standing, to: int | None = None
    ) -> tuple[EventRow, ...]:
        """Play what others have stored since; give the last of it, which may be all."""
        began = standing.place.version
        while True:
            rows = self.reader.events(table_id, standing.place.version, to, STEP)
            self._play(table_id, standing, rows)
            if len(rows) < STEP:
                break
        self.replayed = standing.place.version - began
        return rows

    def _play(self, table_id: str, standing: Standing, rows: Iterable[EventRow]) -> None:
        for row in rows:
            entry, place = read_entry(row, standing.place)
            try:
                event = read_stored(entry, standing.table, self.games)
                table = evolve(standing.table, event)
                if is_digital(table):
                    self._follow(table_id, standing.vault, event)
            except _BROKEN as wrong:
                raise BadLog(row.number, f"it cannot have happened here: {wrong}") from None
            standing.table, standing.place = table, place

    def _follow(self, table_id: str, vault: Vault, event: Event) -> None:
        if isinstance(event, ShoeStarted):
            vault.unseal(self._secret(table_id, event.shoe))
        vault.observe(event)

    def _secret(self, table_id: str, shoe: int) -> bytes:
        secret = self.reader.secret(table_id, shoe)
        if secret is None:
            raise ValueError(f"the vault has nothing of shoe {shoe}")
        return secret

    def _nearest(self, table_id: str, to: int | None) -> Standing:
        """Take the latest snapshot that holds; one that does not is passed over."""
        for row in self.reader.snapshots(table_id, to):
            number, form, state, said, head, command, mark, mark_said = row
            if form != snapshots.FORMAT or snapshots.hash_of(state, head) != said:
                continue
            try:
                table = snapshots.read(state, self.games.find)
                vault = self.new_vault()
                if is_digital(table):
                    self._restore(table_id, vault, table, head, mark, mark_said)
            except (*_BROKEN, msgspec.MsgspecError):
                continue
            return Standing(table, vault, Place(number, command, head))
        return Standing(Table(), self.new_vault(), Place(0, 0, table_genesis(table_id)))

    def _restore(
        self,
        table_id: str,
        vault: Vault,
        table: Table,
        head: str,
        mark: bytes | None,
        said: str | None,
    ) -> None:
        if mark is None:
            if table.shoes:
                raise ValueError("the mark of the vault is missing")
            assert table.setup is not None, "a digital table was opened"
            vault.begin(table.setup.decks)
            return
        if snapshots.hash_of(mark, head) != said:
            raise ValueError("the mark of the vault was changed")
        vault.restore(mark, lambda shoe: self._secret(table_id, shoe))
        if table.shoe is not None and vault.number != table.shoe.number:
            raise ValueError("the mark of the vault is of another shoe")


def told_bets(before: Table, event: Event) -> Iterator[str]:
    """Tell what became of each bet, and by which paragraphs."""
    if not isinstance(event, RoundSettled):
        return
    bets = {bet.id: bet for bet in before.round_bets}
    for line in event.settlement["bets"]:
        bet = bets[line["id"]]
        name = before.game.names[bet.kind]
        sign = "" if line["profit"].startswith("-") else "+"
        rules = before.game.titles(line["rules"])
        yield f"  {bet.patron}, {name}: {line['outcome']} {sign}{line['profit']} [{rules}]"


def told_hands(before: Table, after: Table) -> str:
    """Show both hands whenever a card has come or moved."""
    if not after.cards or after.cards == before.cards:
        return ""
    return "   ".join(_hand(after, side) for side in Side)


def _hand(table: Table, side: Side) -> str:
    cards = [dealt.card for dealt in table.cards if dealt.hand is side]
    faces: Iterable[str] = ("??" if card is None else card.face for card in cards)
    seen = [card.points for card in cards if card is not None]
    total = f" = {sum(seen) % 10}" if cards and len(seen) == len(cards) else ""
    return f"{side.value.capitalize()} {' '.join(faces) or '-'}{total}"

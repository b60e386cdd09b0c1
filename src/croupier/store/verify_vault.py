"""Verify the vault: that each row is whole and in its place, and with the key what is in it."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, inspect, select

from croupier.store import schema as s
from croupier.store import snapshots
from croupier.store.failures import BadStore
from croupier.store.log_file import BadLog
from croupier.store.rows import LogEnd
from croupier.store.sealing import BadSeal, Place, Purpose, Sealer, check_sealed
from croupier.store.vault import Vault
from croupier.table import Event
from croupier.table.events import ShoeStarted


@dataclass(slots=True)
class VaultFindings:
    """What was found in the vault."""

    shoes: int = 0
    """How many shoes were started from it."""
    opened: int = 0
    """How many of them were opened and are those that were committed to."""
    marks: int = 0
    """How many marks were looked at: how far a shoe was dealt at a snapshot."""
    master: str | None = None
    """The id of the master key that opens it; None if nothing is sealed in it."""
    encrypted: bool = True
    """False for a database of a schema that had no keys: everybody can open it."""


class VaultCheck:
    """Checks the rows of the vault; without a sealer it opens none that is encrypted."""

    def __init__(self, connection: Connection, sealer: Sealer | None = None) -> None:
        """Read which keys there are; raise `BadStore` if they do not agree."""
        self.connection = connection
        self._sealer = sealer
        self.found = VaultFindings()
        self._numbers: set[int] = set()
        self.found.encrypted = inspect(connection).has_table(s.vault_keys.name)
        if self.found.encrypted:
            self._read_keys()

    def _read_keys(self) -> None:
        key = s.vault_keys.c
        rows = self.connection.execute(select(key.number, key.master).order_by(key.number)).all()
        masters = {master for _, master in rows}
        if len(masters) > 1:
            said = "its data keys are wrapped by several master keys: a rotation was not completed"
            raise BadStore("the vault", said)
        self._numbers = {number for number, _ in rows}
        if sorted(self._numbers) != list(range(1, len(rows) + 1)):
            raise BadStore("the vault", "one of its data keys is missing")
        self.found.master = masters.pop() if masters else None

    @property
    def opens(self) -> bool:
        """Whether rows are opened."""
        return self._sealer is not None or not self.found.encrypted

    def read(self, place: Place, stored: bytes) -> bytes | None:
        """Return what a row says, None if only a key could tell; raise `BadSeal`."""
        if not self.found.encrypted:
            return stored
        number = check_sealed(place, stored)
        if number not in self._numbers:
            raise BadSeal(f"there is no data key {number}")
        return None if self._sealer is None else self._sealer.open(place, stored)

    def table(self, table_id: str) -> VaultTableCheck:
        """Return the check of one table."""
        return VaultTableCheck(self, table_id)


class VaultTableCheck:
    """Follows the events of a table, and compares the vault's rows with them."""

    def __init__(self, check: VaultCheck, table_id: str) -> None:
        self._check = check
        self._id = table_id
        self._vault = Vault()

    def follow(self, event: Event, decks: int, number: int) -> None:
        """Check the shoe that an event starts; raise `BadLog`."""
        check = self._check
        if isinstance(event, ShoeStarted):
            self._shoe(event, decks, number)
        if check.opens:
            self._vault.observe(event)

    def _shoe(self, event: ShoeStarted, decks: int, number: int) -> None:
        check, what = self._check, f"the vault's shoe {event.shoe}"
        check.found.shoes += 1
        stored = check.connection.execute(
            select(s.vault.c.secret).where(
                s.vault.c.table_id == self._id, s.vault.c.shoe == event.shoe
            )
        ).scalar()
        if stored is None:
            raise BadLog(number, f"the vault has nothing of shoe {event.shoe}")
        self._vault.begin(decks)
        try:
            secret = check.read(Place(Purpose.SHOE, self._id, event.shoe), stored)
            if secret is None:
                return
            self._vault.unseal(secret)
            kept = self._vault.fresh()
        except BadSeal as wrong:
            raise BadLog(number, f"{what} does not hold: {wrong}") from None
        except (ValueError, TypeError):
            raise BadLog(number, f"{what} cannot be read") from None
        public = (event.cards, event.fixed, event.commitment)
        if (kept.cards, kept.fixed, kept.commitment) != public:
            raise BadLog(number, f"{what} is not the one committed to")
        check.found.opened += 1

    def mark(self, end: LogEnd, stored: bytes, said: str) -> None:
        """Check a mark at the event that it was taken after; raise `BadLog`."""
        self._check.found.marks += 1
        what = "the vault's mark after it"
        if snapshots.hash_of(stored, end.head) != said:
            raise BadLog(end.version, f"{what} was changed")
        try:
            mark = self._check.read(Place(Purpose.MARK, self._id, end.version), stored)
        except BadSeal as wrong:
            raise BadLog(end.version, f"{what} does not hold: {wrong}") from None
        if mark is not None and mark != self._vault.mark():
            raise BadLog(end.version, f"{what} is not what the events give")

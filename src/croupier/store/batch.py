"""The rows of one command, which are stored in one transaction or not at all."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from croupier.store.cage import CageStep
from croupier.store.wallets import WalletStep


class EventRow(NamedTuple):
    """An event as it is stored."""

    table_id: str
    number: int
    command: int
    at: str
    actor: str
    entry: bytes
    hash: str


class TransferRow(NamedTuple):
    """Money from one account of a table to another."""

    table_id: str
    event: int
    place: int
    kind: str
    hold: str | None
    source: str
    target: str
    amount: int


class ResultRow(NamedTuple):
    """How a command was answered: by the events from first to last, or by the bytes in `answer`."""

    actor: str
    id: str
    digest: str
    table_id: str | None
    first: int | None
    last: int | None
    answer: bytes | None


class RefusalRow(NamedTuple):
    """A command that was refused, for the journal; it is chained when it is stored."""

    table_id: str | None
    at: str
    actor: str
    id: str
    body: bytes
    code: str
    message: str
    rule: str | None
    said: str | None
    """The message as data, for any language."""


class IncidentRow(NamedTuple):
    """An incident that a command brought about, for the journal; it is chained when it is stored.

    What was before, what is after and the details are JSON.
    """

    at: str
    kind: str
    actor: str
    table_id: str
    before: str
    after: str
    detail: str


class SecretRow(NamedTuple):
    """What the vault keeps of a shoe."""

    table_id: str
    shoe: int
    secret: bytes


class GameRow(NamedTuple):
    """A game file by its digest."""

    digest: str
    key: str
    data: bytes


class RoundRow(NamedTuple):
    """The event that a round began with."""

    table_id: str
    round: int
    event: int


class SnapshotRow(NamedTuple):
    """A table after an event."""

    table_id: str
    number: int
    format: str
    state: bytes
    hash: str


class VaultSnapshotRow(NamedTuple):
    """The vault after an event."""

    table_id: str
    number: int
    mark: bytes
    hash: str


class Advance(NamedTuple):
    """The version that a table must have before the transaction, and what it has after it."""

    table_id: str
    expected: int
    version: int
    commands: int
    head: str


class TableRow(NamedTuple):
    """A new table."""

    id: str
    made: str
    version: int
    commands: int
    head: str


class LimitGuard(NamedTuple):
    """The version that the limits of a patron must have; 0 if there are none."""

    name: str
    version: int


class Batch(NamedTuple):
    """All rows of one command, or of several bets at one table.

    An `advance` to the same version only requires that the table still has that version.
    """

    result: ResultRow | None
    tables: tuple[TableRow, ...] = ()
    advance: Advance | None = None
    games: tuple[GameRow, ...] = ()
    events: tuple[EventRow, ...] = ()
    transfers: tuple[TransferRow, ...] = ()
    rounds: tuple[RoundRow, ...] = ()
    secrets: tuple[SecretRow, ...] = ()
    wallets: tuple[WalletStep, ...] = ()
    limits: tuple[LimitGuard, ...] = ()
    cage: CageStep | None = None
    snapshots: tuple[SnapshotRow, ...] = ()
    vault_snapshots: tuple[VaultSnapshotRow, ...] = ()
    refusal: RefusalRow | None = None
    incidents: tuple[IncidentRow, ...] = ()
    more_results: tuple[ResultRow, ...] = ()
    """How further commands were answered whose events are stored with those of the first."""
    ping: bool = False
    """Whether to write something that changes nothing, to find out if the disk works."""


class Writer(Protocol):
    """Stores batches, each in one transaction."""

    def write(self, batch: Batch) -> None:
        """Return after the commit, or raise."""

    def close(self) -> None:
        """Store what was handed in, then close the connections."""

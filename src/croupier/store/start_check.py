"""What a house had when it was last served, and whether it still has it at the next start.

Three things are known beside the database: the last entry that a server stored (SQLite only), the
last signed statement of all heads, and that there is a signing key for it, which is made after the
database. A database that has less is not served as if nothing had happened.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import DBAPIError

from croupier.store import schema as s
from croupier.store.address import Address
from croupier.store.failures import BadStore, NotStored, WrongDatabase
from croupier.store.incidents import Kind
from croupier.store.migrate import revision_of
from croupier.store.queries import Reader, engine_of
from croupier.store.served_file import StoredEntry, last_entry, served_file
from croupier.store.statement_file import file_lines
from croupier.store.statements import latest_state
from croupier.store.verify_cage import has_cage
from croupier.store.verify_heads import Chain, check_entries, check_stop, heads_of


@dataclass(frozen=True, slots=True)
class Loss:
    """Something that a database had and has no more."""

    what: str

    def refusal(self, address: Address) -> WrongDatabase:
        """Return the error of a start that nobody has allowed."""
        return WrongDatabase(
            f"{address} has lost something: {self.what}. Bring back its files (a SQLite file "
            "with its -wal) or restore a backup; to go on without what is missing, which the "
            "journal will say: croupier serve --accept-loss"
        )


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of a database beside it."""

    entry: StoredEntry | None
    entry_file: Path | None
    statements: list[bytes]
    statement_file: Path | None
    key_file: Path | None
    """A key that was made for this database, and for no other one."""

    @property
    def anything(self) -> str | None:
        """Where something shows that the database was in use; None if nothing does."""
        if self.entry is not None:
            at = f"entry {self.entry.number} of table {self.entry.table_id}"
            return f"{self.entry_file} names {at}, of {self.entry.at}"
        if self.statements:
            return f"{self.statement_file} has {len(self.statements)} statements of its heads"
        return None if self.key_file is None else f"{self.key_file} was made for it"


def evidence(address: Address, statement_file: Path | None, key_file: Path | None) -> Evidence:
    """Return what is known of a database; raise `WrongDatabase` if a file cannot be read."""
    path = address.path
    try:
        there = statement_file is not None and statement_file.exists()
        return Evidence(
            None if path is None else last_entry(path),
            None if path is None else served_file(path),
            file_lines(statement_file) if there and statement_file is not None else [],
            statement_file,
            key_file if key_file is not None and key_file.exists() else None,
        )
    except OSError as wrong:
        raise WrongDatabase(f"cannot read {wrong.filename}: {wrong.strerror}") from None


def find_loss(address: Address, known: Evidence) -> Loss | None:
    """Return the first thing that a database has lost; None if it has all that is known of it."""
    path = address.path
    if path is not None and (not path.exists() or not path.stat().st_size):
        state = "is empty" if path.exists() else "is missing"
        return None if known.anything is None else Loss(f"the file {state}, and {known.anything}")
    reader = Reader(engine_of(address))
    try:
        with reader.moment() as connection:
            revision = revision_of(connection)
            if revision is None:
                gone = known.anything
                return None if gone is None else Loss(f"it has no tables, and {gone}")
            # An older database is upgraded first, and is checked at the next start.
            if revision in s.READABLE:
                _check(connection, known)
    except BadStore as wrong:
        return Loss(str(wrong))
    except NotStored as wrong:
        raise WrongDatabase(f"cannot open {address}: {wrong}") from None
    finally:
        reader.close()
    return None


def _check(connection: Connection, known: Evidence) -> None:
    """Raise `BadStore` for the first thing that is missing."""
    try:
        for where, has, needs in _tails(connection):
            if has != needs:
                raise BadStore(where, f"it has {needs} entries, and the last one there is {has}")
        accepted = select(func.max(s.incidents.c.number)).where(
            s.incidents.c.kind == Kind.LOSS_ACCEPTED.value
        )
        check_stop(connection, after=connection.execute(accepted).scalar() or 0)
        state = latest_state(known.statements, str(known.statement_file))
        if state is not None:
            last, chains = state
            # Most chains stand where they stood: only the others are looked up one by one.
            now = set(heads_of(connection))
            source = f"statement {last.statement.number} of {known.statement_file}"
            check_entries(connection, [(each, source) for each in chains if each not in now])
        if known.entry is not None:
            entry = known.entry
            chain = Chain("table", entry.table_id, entry.number, entry.hash)
            check_entries(connection, [(chain, f"{known.entry_file} ({entry.at})")])
    except DBAPIError as wrong:
        raise WrongDatabase(f"the database cannot be read: {wrong.orig}") from None


def _tails(connection: Connection) -> Iterator[tuple[str, int, int]]:
    """Yield each table, wallet and the journal with its last entry, and how many it should have."""
    event, move, incident = s.events.c, s.wallet_moves.c, s.incidents.c
    tables, wallets = s.tables.c, s.wallets.c
    of_table = select(func.max(event.number)).where(event.table_id == tables.id)
    of_wallet = select(func.max(move.number)).where(move.name == wallets.name)
    questions = (
        ("table", select(tables.id, of_table.scalar_subquery(), tables.version)),
        ("wallet", select(wallets.name, of_wallet.scalar_subquery(), wallets.version)),
    )
    for kind, question in questions:
        for name, has, needs in connection.execute(question):
            yield f"{kind} {name}", has or 0, needs
    if has_cage(connection):
        slip = select(func.max(s.cage_slips.c.number)).scalar_subquery()
        for has, needs in connection.execute(select(slip, s.cage_head.c.number)):
            yield "the cage", has or 0, needs
    last = select(func.max(incident.number)).scalar_subquery()
    for has, needs in connection.execute(select(last, s.journal.c.number)):
        yield "the journal of incidents", has or 0, needs

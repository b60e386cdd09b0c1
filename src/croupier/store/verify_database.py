"""Verify a database: every table is played again, every row and every wallet worked out again.

What was edited, deleted, swapped or cut off is named. One moment of the database is checked,
however long that takes, while others go on playing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec
from sqlalchemy import Connection, Row, Select, func, select

from croupier.game.model import Game
from croupier.money import Unit
from croupier.store import schema as s
from croupier.store import snapshots
from croupier.store.batch import EventRow, IncidentRow
from croupier.store.failures import BadStore
from croupier.store.hash_chain import anchor, table_genesis
from croupier.store.log_file import BadLog, Entry
from croupier.store.queries import streamed
from croupier.store.replay import Games, is_digital, read_entry
from croupier.store.rows import LogEnd, factor, transfer_rows, wallet_move
from croupier.store.sealing import Sealer
from croupier.store.variances import check_variances, wanted_variance
from croupier.store.verify_cage import check_cage
from croupier.store.verify_chains import Payments, check_journal, check_wallets
from croupier.store.verify_heads import check_complete, check_listed
from croupier.store.verify_log import Findings, VerifiedEntry, verified_entries
from croupier.store.verify_refusals import check_journaled, check_refusals
from croupier.store.verify_vault import VaultCheck, VaultFindings
from croupier.table import Table
from croupier.table.events import BetsOpened, TableOpened

_decode = msgspec.json.Decoder(Entry).decode


class Counts(Protocol):
    """What is counted."""

    commands: int
    refusals: int


def check_answers(connection: Connection, counts: Counts) -> None:
    """Raise `BadStore` if results, events, refusals and wallets do not agree."""
    _check_commands(connection, counts)
    check_journaled(connection, counts)
    _check_cage(connection)


def _check_commands(connection: Connection, counts: Counts) -> None:
    """Check that each command has the answer that its first event names, and no other exists."""
    results, events = s.results.c, s.events.c
    spans = (
        select(events.table_id, func.min(events.number), func.max(events.number))
        .group_by(events.table_id, events.command)
        .subquery()
    )
    first, last = spans.c[1], spans.c[2]
    commands = (
        select(spans.c.table_id, first, last, events.actor, events.entry)
        .join(s.events, (events.table_id == spans.c.table_id) & (events.number == first))
        .order_by(spans.c.table_id, first)
    )
    answers = (
        select(results.table_id, results.first, results.last, results.actor, results.id)
        .where(results.first.is_not(None))
        .order_by(results.table_id, results.first)
    )
    with (
        closing(streamed(connection, answers)) as listed,
        closing(streamed(connection, commands)) as carried_out,
    ):
        before = None
        for table_id, number, end, actor, entry in carried_out:
            counts.commands += 1
            row = next(listed, None)
            wanted = (table_id, number, end, actor, _decode(entry).id)
            if row is not None and row[0] == before != table_id:
                raise _stray(row)
            if row is None or tuple(row) != wanted:
                where = f"table {table_id}, entry {number}"
                raise BadStore(where, "the answer to its command is missing, or is another's")
            before = table_id
        row = next(listed, None)
        if row is not None:
            raise _stray(row)


def _stray(row: Row[Any]) -> BadStore:
    return BadStore(f"answer {row[4]} of {row[3]}", "it belongs to no event")


def _check_cage(connection: Connection) -> None:
    """Check that each deposit and each withdrawal was answered."""
    moves, results = s.wallet_moves.c, s.results.c
    question = (
        select(moves.name, moves.number)
        .outerjoin(s.results, (results.actor == moves.actor) & (results.id == moves.id))
        .where(results.id.is_(None))
        .limit(1)
    )
    row = connection.execute(question).first()
    if row is not None:
        raise BadStore(f"wallet {row[0]}, move {row[1]}", "no command was answered for it")


@dataclass(slots=True)
class DatabaseFindings:
    """What was checked, and how much there was."""

    tables: dict[str, Findings] = field(default_factory=dict)
    states: dict[str, str] = field(default_factory=dict)
    """The hash of each table's state."""
    transfers: int = 0
    snapshots: int = 0
    commands: int = 0
    refusals: int = 0
    wallets: int = 0
    wallet_moves: int = 0
    money: int = 0
    """The sum of all wallets, in the house's unit."""
    slips: int = 0
    cash: int = 0
    """The cash at the cage after its last slip."""
    unit: Unit = field(default_factory=lambda: Unit(1, 2))
    incidents: int = 0
    people: int = 0
    variances: list[IncidentRow] = field(default_factory=list)
    """What the journal must have of counts that differ from the book."""
    games: set[str] = field(default_factory=set)
    """The digests of the games that tables were opened with."""
    vault: VaultFindings = field(default_factory=VaultFindings)
    held: int = 0
    """How many chains were compared with heads that were kept elsewhere."""
    head: str = ""
    """One hash over all heads, to be kept elsewhere."""

    @property
    def shoes(self) -> int:
        """How many shoes were started from the vault."""
        return self.vault.shoes

    @property
    def empty(self) -> bool:
        """Whether there was nothing to check."""
        return not (self.tables or self.wallets or self.incidents)


def table_ids(connection: Connection) -> tuple[str, ...]:
    """Return the names of all tables, in order."""
    return tuple(connection.execute(select(s.tables.c.id).order_by(s.tables.c.id)).scalars())


def read_verified_table(
    connection: Connection, table_id: str, find: Callable[[str], Game]
) -> Generator[VerifiedEntry, None, None]:
    """Yield the entries of a stored table, each checked against the chain and the rules."""
    games = Games(lambda digest: _game(connection, digest))
    listed = select(s.tables.c.version).where(s.tables.c.id == table_id)
    wanted, end = connection.execute(listed).scalar_one(), 0
    with closing(_entries_of(connection, table_id)) as rows:
        entries = ((entry, after.head) for entry, after in rows)
        for step in verified_entries(entries, find, Findings(), games.find):
            end = step.entry.n
            yield step
    if end != wanted:
        raise BadLog(end, f"the table was at entry {wanted}: something was cut off")


def _entries_of(
    connection: Connection, table_id: str
) -> Generator[tuple[Entry, LogEnd], None, None]:
    """Yield the entries of a table, and where its log was after each."""
    end = LogEnd(0, 0, table_genesis(table_id))
    question = select(s.events).where(s.events.c.table_id == table_id).order_by(s.events.c.number)
    with closing(streamed(connection, question)) as rows:
        for row in rows:
            entry, end = read_entry(EventRow(*row), end)
            yield entry, end


class _Rows:
    """Rows of a query, read in step with the entries that they belong to."""

    def __init__(self, connection: Connection, question: Select[Any]) -> None:
        self._rows = streamed(connection, question)
        self._next = next(self._rows, None)

    def take(self, number: int) -> list[tuple[Any, ...]]:
        """Return the next rows whose first column is at most a number."""
        taken: list[tuple[Any, ...]] = []
        while self._next is not None and self._next[0] <= number:
            taken.append(tuple(self._next))
            self._next = next(self._rows, None)
        return taken

    @property
    def left(self) -> tuple[Any, ...] | None:
        """The next row; at the end, one that belongs to no entry."""
        return None if self._next is None else tuple(self._next)

    def close(self) -> None:
        """Close the query."""
        self._rows.close()


def verify_database(
    connection: Connection,
    find: Callable[[str], Game],
    advance: Callable[[int], None] = lambda _: None,
    sealer: Sealer | None = None,
) -> DatabaseFindings:
    """Check a whole database; raise `BadStore` at the first thing that is wrong.

    No key is needed. With a `sealer` every row of the vault is opened too.
    """
    counts, paid = DatabaseFindings(), Payments()
    unit = connection.execute(select(s.house.c.unit)).scalar()
    if unit is None:
        raise BadStore("the house", "its own record is missing: the database was emptied")
    counts.unit = Unit.parse(unit)
    check_listed(connection)
    games = Games(lambda digest: _game(connection, digest))
    vault = VaultCheck(connection, sealer)
    counts.vault = vault.found
    heads: list[tuple[str, str, str]] = []
    listed = connection.execute(select(s.tables).order_by(s.tables.c.id)).all()
    for table_id, _, version, commands, head in listed:
        check = _TableCheck(connection, table_id, counts, games, paid, vault)
        try:
            check.run(find, LogEnd(version, commands, head), advance)
        except BadLog as wrong:
            where = f"table {table_id}, entry {wrong.number}"
            raise BadStore(where, wrong.reason) from None
        finally:
            check.close()
        heads.append(("table", table_id, head))
    heads += check_wallets(connection, counts, paid)
    heads += check_cage(connection, counts)
    check_answers(connection, counts)
    heads += check_refusals(connection)
    heads += check_journal(connection, counts)
    check_variances(connection, counts.variances)
    check_complete(connection, counts)
    counts.head = anchor(heads)
    return counts


def _game(connection: Connection, digest: str) -> bytes | None:
    return connection.execute(select(s.games.c.data).where(s.games.c.digest == digest)).scalar()


class _TableCheck:
    """Checks one table: its chain and the rules by `verify_log`, and the rows of each entry."""

    def __init__(
        self,
        connection: Connection,
        table_id: str,
        counts: DatabaseFindings,
        games: Games,
        paid: Payments,
        vault: VaultCheck,
    ) -> None:
        self._connection = connection
        self._vault = vault.table(table_id)
        self._id = table_id
        self._counts = counts
        self._games = games
        self._paid = paid
        self._end = LogEnd(0, 0, table_genesis(table_id))
        transfer, shot, round_ = s.transfers.c, s.snapshots.c, s.rounds.c
        mark = s.vault_snapshots.c
        self._transfers = self._rows(
            select(*list(transfer)[1:]).where(transfer.table_id == table_id),
            transfer.event,
            transfer.place,
        )
        self._snapshots = self._rows(
            select(shot.number, shot.format, shot.state, shot.hash).where(
                shot.table_id == table_id
            ),
            shot.number,
        )
        self._rounds = self._rows(
            select(round_.event, round_.round).where(round_.table_id == table_id), round_.event
        )
        self._marks = self._rows(
            select(mark.number, mark.mark, mark.hash).where(mark.table_id == table_id), mark.number
        )
        self._balances: Counter[str] = Counter()

    def _rows(self, question: Select[Any], *order: Any) -> _Rows:
        return _Rows(self._connection, question.order_by(*order))

    def run(
        self, find: Callable[[str], Game], stored: LogEnd, advance: Callable[[int], None]
    ) -> None:
        findings = Findings()
        with closing(self._entries()) as entries:
            for step in verified_entries(entries, find, findings, self._stored):
                self._check(step)
                advance(1)
        number = self._end.version
        if self._end != stored:
            reason = f"the table was at entry {stored.version} of command {stored.commands}"
            raise BadLog(number, f"the log ends here, but {reason}: something was cut off")
        self._check_ends(number, findings.table)
        self._counts.tables[self._id] = findings
        self._counts.states[self._id] = snapshots.state_hash(findings.table)

    def close(self) -> None:
        for rows in (self._transfers, self._snapshots, self._rounds, self._marks):
            rows.close()

    def _stored(self, digest: str) -> Game:
        return self._games.find(digest)

    def _entries(self) -> Generator[tuple[Entry, str], None, None]:
        with closing(_entries_of(self._connection, self._id)) as rows:
            for entry, self._end in rows:
                yield entry, self._end.head

    def _check(self, step: VerifiedEntry) -> None:
        """Compare the rows of an entry with what follows from its event."""
        number, event = step.entry.n, step.event
        derived = [
            row[1:] for row in transfer_rows(self._id, number, step.before, step.change.transfers)
        ]
        found = self._transfers.take(number)
        if found != derived:
            raise BadLog(number, _differ(found, derived))
        self._counts.transfers += len(found)
        for _, _, _, _, source, target, amount in found:
            self._balances[source] -= amount
            self._balances[target] += amount
        begun = [(number, event.round)] if isinstance(event, BetsOpened) else []
        if self._rounds.take(number) != begun:
            raise BadLog(number, "the list of rounds does not say that one began here")
        moved = wallet_move(event)
        if moved is not None and moved[2]:
            kind, name, amount = moved
            worth = amount * factor(step.after.rules.unit, self._counts.unit)
            self._paid.expect(self._id, number, kind, name, worth)
        if isinstance(event, TableOpened):
            self._counts.games.add(event.digest)
        self._counts.variances += wanted_variance(self._id, step.entry, event, step.after)
        if is_digital(step.after):
            self._vault.follow(event, step.after.rules.decks, number)
        for _, mark, said in self._marks.take(number):
            self._vault.mark(self._end, mark, said)
        for row in self._snapshots.take(number):
            self._check_snapshot(row, step.after)

    def _check_snapshot(self, row: tuple[Any, ...], table: Table) -> None:
        number, form, state, said = row
        if form != snapshots.FORMAT:
            # It is from another version of croupier, and will not be used.
            return
        self._counts.snapshots += 1
        held = snapshots.hash_of(state, self._end.head) == said
        if not held or state != snapshots.write(table):
            raise BadLog(number, "the snapshot after it is not what the events give")

    def _check_ends(self, number: int, table: Table) -> None:
        for rows, what in (
            (self._transfers, "transfer"),
            (self._rounds, "round"),
            (self._snapshots, "snapshot"),
            (self._marks, "mark of the vault"),
        ):
            if rows.left is not None:
                raise BadLog(number, f"a {what} of entry {rows.left[0]} is left over")
        book = {str(account): units for account, units in table.book.balances.items()}
        sums = {account: units for account, units in self._balances.items() if units}
        if sums != book:
            raise BadLog(number, "the transfers do not add up to the balances")


def _differ(found: list[tuple[Any, ...]], derived: list[tuple[Any, ...]]) -> str:
    """Return how the transfers of an entry differ from those that follow from it."""
    if len(found) != len(derived):
        return f"it moves money {len(derived)} times, and the ledger has {len(found)} rows of it"
    there, right = next(pair for pair in zip(found, derived, strict=True) if pair[0] != pair[1])
    return f"the ledger says {_told(there)}, and it works out as {_told(right)}"


def _told(row: tuple[Any, ...]) -> str:
    _, _, kind, _, source, target, amount = row
    return f"{kind} {amount} from {source} to {target}"

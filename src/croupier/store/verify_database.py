"""Proving a database: every table played again, every row worked out again, every wallet counted.

Whatever was edited, deleted, swapped or cut off is named by where it is. One moment of the
database is looked at, however long that takes and whoever plays meanwhile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Select, select

from croupier.game.model import Game
from croupier.money import Unit
from croupier.store import schema as s
from croupier.store import snapshots
from croupier.store.commit import EventRow
from croupier.store.failures import BadStore
from croupier.store.hash_chain import anchor, table_genesis
from croupier.store.log_file import BadLog, Entry
from croupier.store.queries import streamed
from croupier.store.replay import Games, is_digital, read_entry
from croupier.store.rows import Place, factor, transfer_rows, wallet_move
from croupier.store.vault import Vault
from croupier.store.verify_answers import check_answers
from croupier.store.verify_heads import check_complete, check_listed
from croupier.store.verify_incidents import check_journal
from croupier.store.verify_log import Findings, Step, audited
from croupier.store.verify_wallets import Paid, check_wallets
from croupier.table import Table
from croupier.table.events import BetsOpened, ShoeStarted, TableOpened


@dataclass(slots=True)
class Proof:
    """What was checked, counted."""

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
    """What all wallets hold together, in the house's unit."""
    unit: Unit = field(default_factory=lambda: Unit(1, 2))
    incidents: int = 0
    people: int = 0
    games: set[str] = field(default_factory=set)
    """The digests of the games that tables were opened by."""
    shoes: int = 0
    """How many shoes were started that the vault knows."""
    held: int = 0
    """How many chains were held to heads that were kept elsewhere."""
    head: str = ""
    """All heads in one hash: keep it elsewhere."""

    @property
    def empty(self) -> bool:
        """Whether there was nothing to prove."""
        return not (self.tables or self.wallets or self.incidents)


class _Rows:
    """Rows of a query, taken one after the other beside the entries they belong to."""

    def __init__(self, connection: Connection, question: Select[Any]) -> None:
        self._rows = streamed(connection, question)
        self._next = next(self._rows, None)

    def take(self, number: int) -> list[tuple[Any, ...]]:
        """Take the rows whose first column is a number, or less than it."""
        taken: list[tuple[Any, ...]] = []
        while self._next is not None and self._next[0] <= number:
            taken.append(tuple(self._next))
            self._next = next(self._rows, None)
        return taken

    @property
    def left(self) -> tuple[Any, ...] | None:
        """A row that belongs to nothing."""
        return None if self._next is None else tuple(self._next)

    def close(self) -> None:
        """Let go of the query."""
        self._rows.close()


def prove(
    connection: Connection,
    find: Callable[[str], Game],
    advance: Callable[[int], None] = lambda _: None,
) -> Proof:
    """Check a whole database; `BadStore` names the first thing that does not hold."""
    proof, paid = Proof(), Paid()
    unit = connection.execute(select(s.house.c.unit)).scalar()
    if unit is None:
        raise BadStore("the house", "its own record is missing: the database was emptied")
    proof.unit = Unit.parse(unit)
    check_listed(connection)
    games = Games(lambda digest: _game(connection, digest))
    heads: list[tuple[str, str, str]] = []
    listed = connection.execute(select(s.tables).order_by(s.tables.c.id)).all()
    for table_id, _, version, commands, head in listed:
        prover = _TableProof(connection, table_id, proof, games, paid)
        try:
            prover.prove(find, Place(version, commands, head), advance)
        except BadLog as wrong:
            where = f"table {table_id}, entry {wrong.number}"
            raise BadStore(where, wrong.reason) from None
        finally:
            prover.close()
        heads.append(("table", table_id, head))
    heads += check_wallets(connection, proof, paid)
    check_answers(connection, proof)
    heads += check_journal(connection, proof)
    check_complete(connection, proof)
    proof.head = anchor(heads)
    return proof


def _game(connection: Connection, digest: str) -> bytes | None:
    return connection.execute(select(s.games.c.data).where(s.games.c.digest == digest)).scalar()


class _TableProof:
    """Checks one table: its chain and rules by the audit, its rows beside them."""

    def __init__(
        self, connection: Connection, table_id: str, proof: Proof, games: Games, paid: Paid
    ) -> None:
        self._connection = connection
        self._id = table_id
        self._proof = proof
        self._games = games
        self._paid = paid
        self._place = Place(0, 0, table_genesis(table_id))
        transfer, shot, round_ = s.transfers.c, s.snapshots.c, s.rounds.c
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
        self._balances: Counter[str] = Counter()

    def _rows(self, question: Select[Any], *order: Any) -> _Rows:
        return _Rows(self._connection, question.order_by(*order))

    def prove(
        self, find: Callable[[str], Game], stored: Place, advance: Callable[[int], None]
    ) -> None:
        findings = Findings()
        with closing(self._entries()) as entries:
            for step in audited(entries, find, findings, self._stored):
                self._check(step)
                advance(1)
        number = self._place.version
        if self._place != stored:
            reason = f"the table was at entry {stored.version} of command {stored.commands}"
            raise BadLog(number, f"the log ends here, but {reason}: something was cut off")
        self._check_ends(number, findings.table)
        self._proof.tables[self._id] = findings
        self._proof.states[self._id] = snapshots.state_hash(findings.table)

    def close(self) -> None:
        for rows in (self._transfers, self._snapshots, self._rounds):
            rows.close()

    def _stored(self, digest: str) -> Game:
        return self._games.find(digest)

    def _entries(self) -> Generator[tuple[Entry, str], None, None]:
        question = (
            select(s.events).where(s.events.c.table_id == self._id).order_by(s.events.c.number)
        )
        with closing(streamed(self._connection, question)) as rows:
            for row in rows:
                entry, self._place = read_entry(EventRow(*row), self._place)
                yield entry, self._place.head

    def _check(self, step: Step) -> None:
        """Hold the rows of an entry to what follows from its event."""
        number, event = step.entry.n, step.event
        derived = [row[1:] for row in transfer_rows(self._id, number, step.before, event)]
        found = self._transfers.take(number)
        if found != derived:
            raise BadLog(number, _differ(found, derived))
        self._proof.transfers += len(found)
        for _, _, _, _, source, target, amount in found:
            self._balances[source] -= amount
            self._balances[target] += amount
        begun = [(number, event.round)] if isinstance(event, BetsOpened) else []
        if self._rounds.take(number) != begun:
            raise BadLog(number, "the list of rounds does not say that one began here")
        moved = wallet_move(event)
        if moved is not None and moved[2]:
            kind, name, amount = moved
            worth = amount * factor(step.after.rules.unit, self._proof.unit)
            self._paid.expect(self._id, number, kind, name, worth)
        if isinstance(event, TableOpened):
            self._proof.games.add(event.digest)
        if isinstance(event, ShoeStarted) and is_digital(step.after):
            self._proof.shoes += 1
            self._check_vault(event, step.after)
        for row in self._snapshots.take(number):
            self._check_snapshot(row, step.after)

    def _check_vault(self, event: ShoeStarted, table: Table) -> None:
        """Hold the vault to what was committed to when the shoe started."""
        secret = self._connection.execute(
            select(s.vault.c.secret).where(
                s.vault.c.table_id == self._id, s.vault.c.shoe == event.shoe
            )
        ).scalar()
        number = self._place.version
        if secret is None:
            raise BadLog(number, f"the vault has nothing of shoe {event.shoe}")
        vault = Vault()
        vault.begin(table.rules.decks)
        try:
            vault.unseal(secret)
            kept = vault.fresh()
        except (ValueError, TypeError):
            raise BadLog(number, f"the vault's shoe {event.shoe} cannot be read") from None
        if (kept.cards, kept.fixed, kept.commitment) != (
            event.cards,
            event.fixed,
            event.commitment,
        ):
            raise BadLog(number, f"the vault's shoe {event.shoe} is not the one committed to")

    def _check_snapshot(self, row: tuple[Any, ...], table: Table) -> None:
        number, form, state, said = row
        if form != snapshots.FORMAT:
            # Of another version of croupier: it will not be read.
            return
        self._proof.snapshots += 1
        held = snapshots.hash_of(state, self._place.head) == said
        if not held or state != snapshots.write(table):
            raise BadLog(number, "the snapshot after it is not what the events give")

    def _check_ends(self, number: int, table: Table) -> None:
        for rows, what in (
            (self._transfers, "transfer"),
            (self._rounds, "round"),
            (self._snapshots, "snapshot"),
        ):
            if rows.left is not None:
                raise BadLog(number, f"a {what} of entry {rows.left[0]} is left over")
        book = {str(account): units for account, units in table.book.balances.items()}
        sums = {account: units for account, units in self._balances.items() if units}
        if sums != book:
            raise BadLog(number, "the transfers do not add up to the balances")


def _differ(found: list[tuple[Any, ...]], derived: list[tuple[Any, ...]]) -> str:
    """Say how the transfers of an entry differ from those that follow from it."""
    if len(found) != len(derived):
        return f"it moves money {len(derived)} times, and the ledger has {len(found)} rows of it"
    there, right = next(pair for pair in zip(found, derived, strict=True) if pair[0] != pair[1])
    return f"the ledger says {_told(there)}, and it works out as {_told(right)}"


def _told(row: tuple[Any, ...]) -> str:
    _, _, kind, _, source, target, amount = row
    return f"{kind} {amount} from {source} to {target}"

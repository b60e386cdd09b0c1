"""A table in the database: decides a command, stores it, and only then changes its state."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import takewhile
from threading import RLock

import msgspec

from croupier.errors import Code, CroupierError, Refused
from croupier.store import snapshots
from croupier.store.batch import (
    Advance,
    Batch,
    EventRow,
    LimitGuard,
    ResultRow,
    SecretRow,
    SnapshotRow,
    VaultSnapshotRow,
)
from croupier.store.failures import (
    Busy,
    Conflict,
    InsufficientFunds,
    LimitsChanged,
    NotStored,
    Repeated,
    WalletFull,
)
from croupier.store.replay import LoadedTable, is_digital
from croupier.store.requests import Answer, Request, refusal_row, wallet_short
from croupier.store.rows import Record, Recorder
from croupier.store.sealing import Place, Purpose
from croupier.store.services import Decided, Services
from croupier.store.variances import found_variances
from croupier.table import Change, Table, decide_changes, write_refusal
from croupier.table.commands import BETS, NewShoe, ReplaceShoe
from croupier.table.events import ShoeStarted
from croupier.words import say

EVERY = 500
"""The least number of events between two snapshots."""

RECENT = 256
"""How many of the last events are kept in memory, for those who watch."""

MOST_TRIES = 100


class LiveTable:
    """A table that any thread may command; other processes may change it too."""

    def __init__(self, table_id: str, services: Services) -> None:
        """Load the table from the database."""
        self.id = table_id
        self._services = services
        self._lock = RLock()
        self._recorder = Recorder(table_id, services.unit)
        self._loader = services.new_loader()
        self._loaded: LoadedTable = self._loader.load(table_id)
        self._stale = False
        self._recent: deque[EventRow] = deque(maxlen=RECENT)
        self._last_snapshot = self._loaded.end.version - self._loader.replayed
        if self._loader.replayed >= 2 * EVERY:
            # The next start is fast then, even if nothing happens until then.
            with suppress(NotStored):
                self._store_snapshot()

    @property
    def table(self) -> Table:
        """The table as this process knows it."""
        return self._loaded.table

    @property
    def version(self) -> int:
        """The number of the last event that this process knows."""
        return self._loaded.end.version

    @property
    def replayed(self) -> int:
        """How many events were played when it was last brought up to date."""
        return self._loader.replayed

    def refresh(self) -> Table:
        """Read what other processes have stored, and return the table."""
        with self._lock:
            self._catch_up()
            return self._loaded.table

    @property
    def behind(self) -> bool:
        """Whether others have stored something that was not read yet."""
        return self._stale

    def current(self) -> Table:
        """Return the table; what others are known to have stored is read first."""
        return self.refresh() if self._stale else self._loaded.table

    def fall_behind(self) -> None:
        """Note that others have stored something; it is read when it is needed."""
        self._stale = True

    def moment(self, after: int) -> tuple[Table, int, tuple[EventRow, ...]]:
        """Return the table, its version and the events after a number, all of one moment."""
        with self._lock:
            if self._stale:
                self._catch_up()
            version, recent = self.version, self._recent
            if after >= version:
                rows: tuple[EventRow, ...] = ()
            elif recent and recent[-1].number == version and recent[0].number <= after + 1:
                # The newest are at the end, and usually only they are wanted.
                newer = takewhile(lambda row: row.number > after, reversed(recent))
                rows = tuple(newer)[::-1]
            else:
                rows = self._services.reader.events(self.id, after, version)
            return self._loaded.table, version, rows

    def command(self, request: Request) -> Answer:
        """Carry out a command once, however often it is sent."""
        with self._lock:
            for _ in range(MOST_TRIES):
                try:
                    if self._stale:
                        self._catch_up()
                    return self._attempt(request)
                except Conflict:
                    self._stale = True
                except Repeated:
                    return self.again(request)
                except NotStored:
                    # It may be stored all the same; the log has the answer.
                    self._stale = True
                    raise
        raise Busy(f"table {self.id} is written to by others all the time")

    def commands(self, requests: Sequence[Request]) -> list[Answer | Exception]:
        """Carry out commands in order; bets that follow each other are stored in one go.

        Return for each what `command` returns or raises.
        """
        outcomes: list[Answer | Exception] = []
        with self._lock:
            while len(outcomes) < len(requests):
                outcomes += self._bets_together(requests[len(outcomes) :])
                if len(outcomes) < len(requests):
                    try:
                        outcomes.append(self.command(requests[len(outcomes)]))
                    except Exception as wrong:
                        outcomes.append(wrong)
        return outcomes

    def _bets_together(self, requests: Sequence[Request]) -> list[Answer | Exception]:
        """Store the bets that the commands begin with; return nothing if they have to go alone."""
        if self._stale:
            return []
        made = self._decide_bets(requests)
        if len(made) < 2:
            return []
        results = [self._result(bet.request, bet.record) for bet in made]
        end = made[-1].record.end
        batch = Batch(
            results[0],
            advance=Advance(self.id, self.version, end.version, end.commands, end.head),
            events=tuple(row for bet in made for row in bet.record.events),
            transfers=tuple(row for bet in made for row in bet.record.transfers),
            limits=tuple({guard for bet in made for guard in bet.guards}),
            more_results=tuple(results[1:]),
        )
        try:
            self._services.writer.write(batch)
        except (Conflict, Repeated):
            # Each alone finds out what is true of it.
            self._stale = True
            return []
        except NotStored as wrong:
            self._stale = True
            return [wrong for _ in made]
        self._apply(batch, tuple(change for bet in made for change in bet.changes))
        self._services.notify(self.id)
        return [Answer(True, bet.record.answer, bet.record.end.version) for bet in made]

    def _decide_bets(self, requests: Sequence[Request]) -> list[Decided]:
        """Return what the bets bring about that the commands begin with, each after the others.

        One that is refused, that a snapshot goes with, or whose patron has limits, which the bets
        before it count towards, ends them: it is carried out alone.
        """
        made: list[Decided] = []
        table, end, at = self._loaded.table, self._loaded.end, self._services.now()
        known: set[tuple[str, str]] = set()
        for request in requests:
            key = (request.by, request.id)
            due = end.version - self._last_snapshot >= EVERY
            if due or key in known or request.body.get("do") not in BETS:
                break
            try:
                changes = self._decide(request, table)
                guards = self._services.limits.admit_changes(self.id, table, changes, at)
                record = self._recorder.record(table, changes, request.actor, at, end, request.id)
            except CroupierError:
                self._loaded.vault.forget()
                break
            if not changes or any(guard.version for guard in guards):
                break
            known.add(key)
            made.append(Decided(request, changes, record, guards))
            table, end = changes[-1].table, record.end
        return made

    def react(self, decide: Callable[[int, Table], Request | None]) -> Answer | None:
        """Carry out what `decide` returns for the table as it is stored, at that very version.

        If another process was faster, `decide` is called again. Return None if it returned None.
        """
        with self._lock:
            for _ in range(MOST_TRIES):
                try:
                    self._catch_up()
                    request = decide(self.version, self.table)
                    return None if request is None else self._attempt(request)
                except Conflict:
                    self._stale = True
                except Repeated:
                    assert request is not None, "somebody asked for something"
                    return self.again(request)
                except NotStored:
                    self._stale = True
                    raise
        raise Busy(f"table {self.id} is written to by others all the time")

    def _catch_up(self) -> None:
        # Before reading: what is stored meanwhile sets it again.
        self._stale = False
        known = self.version
        try:
            rows = self._loader.catch_up(self.id, self._loaded)
            if rows and rows[0].number != known + 1:
                # It took several queries; the events in memory must have no gap.
                self._recent.clear()
            self._recent.extend(rows)
        except BaseException:
            self._stale = True
            raise

    def _attempt(self, request: Request) -> Answer:
        loaded = self._loaded
        try:
            changes = self._decide(request, loaded.table)
            guards = self._services.limits.admit_changes(
                self.id, loaded.table, changes, self._services.now()
            )
            batch, answer = self._batch(request, changes, guards)
        except CroupierError as wrong:
            loaded.vault.forget()
            return self._refuse(request, wrong)
        try:
            self._services.writer.write(batch)
        except (InsufficientFunds, WalletFull) as wrong:
            loaded.vault.forget()
            return self._refuse(request, self._unpaid(wrong))
        except LimitsChanged as changed:
            loaded.vault.forget()
            self._services.limits.reload(changed.name)
            raise
        except BaseException:
            loaded.vault.forget()
            raise
        if batch.snapshots:
            self._last_snapshot = loaded.end.version
        self._apply(batch, changes)
        self._services.limits.stored(guards)
        self._services.notify(self.id)
        return answer

    def _decide(self, request: Request, table: Table) -> tuple[Change, ...]:
        vault, digital = self._loaded.vault, is_digital(table)
        command = self._services.read(request, table)
        if digital and isinstance(command, NewShoe | ReplaceShoe):
            vault.prepare(command.cards, command.seed)
        return decide_changes(table, command, request.actor, vault if digital else None)

    def _batch(
        self, request: Request, changes: tuple[Change, ...], guards: tuple[LimitGuard, ...]
    ) -> tuple[Batch, Answer]:
        loaded, at = self._loaded, self._services.now()
        end = loaded.end
        made = self._recorder.record(loaded.table, changes, request.actor, at, end, request.id)
        secrets = tuple(
            SecretRow(
                self.id, event.shoe, self._sealed(Purpose.SHOE, event.shoe, loaded.vault.sealed())
            )
            for event, _, _ in changes
            if isinstance(event, ShoeStarted) and loaded.digital
        )
        due = end.version - self._last_snapshot >= EVERY
        states, marks = self._snapshot() if due else ((), ())
        last = made.end.version
        batch = Batch(
            self._result(request, made),
            advance=Advance(self.id, end.version, last, made.end.commands, made.end.head),
            games=made.games,
            events=made.events,
            transfers=made.transfers,
            rounds=made.rounds,
            secrets=secrets,
            wallets=made.wallets,
            limits=guards,
            incidents=found_variances(changes, made.events, request.actor.name),
            snapshots=states,
            vault_snapshots=marks,
        )
        return batch, Answer(True, made.answer, last)

    def _result(self, request: Request, made: Record) -> ResultRow:
        # A command without events has an answer all the same.
        events = made.events
        stored = (
            (events[0].number, events[-1].number, None) if events else (None, None, made.answer)
        )
        return ResultRow(request.by, request.id, request.digest, self.id, *stored)

    def _apply(self, batch: Batch, changes: tuple[Change, ...]) -> None:
        """Take what was stored into the state of this process."""
        loaded = self._loaded
        advance = batch.advance
        assert advance is not None, "events advance the table"
        self._recent.extend(batch.events)
        if changes:
            loaded.table = changes[-1].table
            loaded.end = loaded.end._replace(
                version=advance.version, commands=advance.commands, head=advance.head
            )
        if loaded.digital:
            for event, _, _ in changes:
                loaded.vault.observe(event)

    def _refuse(self, request: Request, wrong: CroupierError) -> Answer:
        """Store a refusal in the audit journal, and return it as the answer to this id.

        It is stored only if the table still has the version that was looked at: after what
        another process has stored since, the command may be right.
        """
        end = self._loaded.end
        answer = msgspec.json.encode(write_refusal(wrong, said=True))
        self._services.writer.write(
            Batch(
                ResultRow(request.by, request.id, request.digest, self.id, None, None, answer),
                advance=Advance(self.id, end.version, end.version, end.commands, end.head),
                refusal=refusal_row(self.id, self._services.now(), request, wrong),
            )
        )
        return Answer(False, answer)

    def _unpaid(self, wrong: InsufficientFunds | WalletFull) -> CroupierError:
        if isinstance(wrong, WalletFull):
            return Refused(Code.BAD_AMOUNT, say("server.wallet_full"))
        write = self._services.unit.write
        return Refused(
            Code.INSUFFICIENT_BALANCE,
            wallet_short(wrong.name, write(wrong.balance), write(wrong.amount)),
        )

    def again(self, request: Request) -> Answer:
        """Return the first answer again; an id that was used for another command is refused."""
        return self._services.answer_again(request, self.id)

    def _snapshot(self) -> tuple[tuple[SnapshotRow, ...], tuple[VaultSnapshotRow, ...]]:
        """Return the rows of a snapshot of the table and of its vault."""
        loaded = self._loaded
        _, head = loaded.end.version, loaded.end.head
        state = snapshots.write(loaded.table)
        rows = SnapshotRow(
            self.id,
            loaded.end.version,
            snapshots.FORMAT,
            state,
            snapshots.hash_of(state, head),
        )
        mark = loaded.vault.mark() if loaded.digital else None
        if mark is None:
            return (rows,), ()
        sealed = self._sealed(Purpose.MARK, loaded.end.version, mark)
        said = snapshots.hash_of(sealed, head)
        return (rows,), (VaultSnapshotRow(self.id, loaded.end.version, sealed, said),)

    def _sealed(self, purpose: Purpose, number: int, secret: bytes) -> bytes:
        """Return a secret as it is stored; no plain one ever reaches the writer."""
        return self._services.sealer.seal(Place(purpose, self.id, number), secret)

    def _store_snapshot(self) -> None:
        states, marks = self._snapshot()
        self._services.writer.write(Batch(None, snapshots=states, vault_snapshots=marks))
        self._last_snapshot = self._loaded.end.version

"""One table of a house: decides a command, has it stored, and only then lets it have happened."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from itertools import takewhile
from threading import RLock

import msgspec

from croupier.errors import Code, CroupierError, Refused
from croupier.money import CENT
from croupier.store import snapshots
from croupier.store.commit import (
    Advance,
    Batch,
    EventRow,
    MarkRow,
    ResultRow,
    SecretRow,
    SnapshotRow,
)
from croupier.store.failures import Busy, Conflict, Excess, NotStored, Repeated, Short
from croupier.store.replay import Standing, is_digital
from croupier.store.replies import Answer, Surroundings, answer_again, refusal_row
from croupier.store.requests import Request
from croupier.store.rows import Recorder
from croupier.table import Context, Event, Table, carry_out, read_command, write_refusal
from croupier.table.commands import Command, NewShoe, ReplaceShoe
from croupier.table.events import ShoeStarted

EVERY = 500
"""How many events lie between two snapshots, at least."""

RECENT = 256
"""How many of the last events are kept at hand, for those who watch."""

MOST_TRIES = 100


class Room:
    """A table that may be commanded from any thread; other processes may play at it too."""

    def __init__(self, table_id: str, house: Surroundings) -> None:
        """Load the table as it stands in the database."""
        self.id = table_id
        self._house = house
        self._lock = RLock()
        self._recorder = Recorder(table_id, house.unit)
        self._playback = house.playback()
        self._standing: Standing = self._playback.load(table_id)
        self._stale = False
        self._recent: deque[EventRow] = deque(maxlen=RECENT)
        self._snapped = self._standing.place.version - self._playback.replayed
        if self._playback.replayed >= 2 * EVERY:
            # The next start shall be fast, even if nothing happens until then.
            with suppress(NotStored):
                self._snap()

    @property
    def table(self) -> Table:
        """The table as this process knows it."""
        return self._standing.table

    @property
    def version(self) -> int:
        """The number of the last event that this process knows."""
        return self._standing.place.version

    @property
    def replayed(self) -> int:
        """How many events had to be played when it was last brought up to date."""
        return self._playback.replayed

    def refresh(self) -> Table:
        """Catch up with what other processes have stored."""
        with self._lock:
            self._catch_up()
            return self._standing.table

    @property
    def behind(self) -> bool:
        """Whether others have stored something that is not known here yet."""
        return self._stale

    def current(self) -> Table:
        """Give the table, caught up with others if they are known to have moved it."""
        return self.refresh() if self._stale else self._standing.table

    def fall_behind(self) -> None:
        """Learn that others have stored something; it is read when somebody asks."""
        self._stale = True

    def moment(self, after: int) -> tuple[Table, int, tuple[EventRow, ...]]:
        """Give the table, its version and the events after a number, all of one moment."""
        with self._lock:
            if self._stale:
                self._catch_up()
            version, recent = self.version, self._recent
            if after >= version:
                rows: tuple[EventRow, ...] = ()
            elif recent and recent[-1].number == version and recent[0].number <= after + 1:
                # The newest are at the end, and mostly only they are asked for.
                newer = takewhile(lambda row: row.number > after, reversed(recent))
                rows = tuple(newer)[::-1]
            else:
                rows = self._house.reader.events(self.id, after, version)
            return self._standing.table, version, rows

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
                    # It may be stored all the same: the log will tell.
                    self._stale = True
                    raise
        raise Busy(f"table {self.id} is written to by others all the time")

    def react(self, decide: Callable[[int, Table], Request | None]) -> Answer | None:
        """Carry out what follows from the table as it is stored, at that very version.

        Nobody comes in between: where another process was faster it is decided anew. None where
        nothing is to be done.
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
        # Before reading: what is stored while it reads is told after that.
        self._stale = False
        known = self.version
        try:
            rows = self._playback.catch_up(self.id, self._standing)
            if rows and rows[0].number != known + 1:
                # It took several readings: what is at hand must have no gap.
                self._recent.clear()
            self._recent.extend(rows)
        except BaseException:
            self._stale = True
            raise

    def _attempt(self, request: Request) -> Answer:
        standing = self._standing
        try:
            command, events, table = self._decide(request)
            batch, answer = self._batch(request, command, events)
        except CroupierError as wrong:
            standing.vault.forget()
            return self._refuse(request, wrong)
        try:
            self._house.writer.write(batch)
        except (Short, Excess) as wrong:
            standing.vault.forget()
            return self._refuse(request, self._unpaid(wrong))
        except BaseException:
            standing.vault.forget()
            raise
        if batch.snapshots:
            self._snapped = standing.place.version
        self._happen(batch, events, table)
        self._house.told(self.id)
        return answer

    def _decide(self, request: Request) -> tuple[Command, tuple[Event, ...], Table]:
        table, vault = self._standing.table, self._standing.vault
        actor = request.actor
        by = {"role": actor.role.value, "name": actor.name}
        unit = table.setup.unit if table.setup else CENT
        command, _ = read_command({**request.body, "by": by}, Context(unit, self._house.find))
        digital = is_digital(table)
        if isinstance(command, NewShoe | ReplaceShoe):
            if not self._house.rehearsal and (command.cards or command.seed) is not None:
                raise Refused(Code.NOT_ALLOWED, "nobody chooses the order of a shoe in play")
            if digital:
                vault.prepare(command.cards, command.seed)
        events, after = carry_out(table, command, actor, vault if digital else None)
        return command, events, after

    def _batch(
        self, request: Request, command: Command, events: tuple[Event, ...]
    ) -> tuple[Batch, Answer]:
        standing, at = self._standing, self._house.now()
        place = standing.place
        made = self._recorder.record(standing.table, events, request.actor, at, place, request.id)
        secrets = tuple(
            SecretRow(self.id, event.shoe, standing.vault.sealed())
            for event in events
            if isinstance(event, ShoeStarted) and standing.digital
        )
        due = place.version - self._snapped >= EVERY
        states, marks = self._snapshot() if due else ((), ())
        last = made.place.version
        # A command that brings nothing about is answered all the same.
        stored = (place.version + 1, last, None) if events else (None, None, made.answer)
        result = ResultRow(request.by, request.id, request.digest, self.id, *stored)
        batch = Batch(
            result,
            advance=Advance(self.id, place.version, last, made.place.commands, made.place.head),
            games=made.games,
            events=made.events,
            transfers=made.transfers,
            rounds=made.rounds,
            secrets=secrets,
            wallets=made.wallets,
            snapshots=states,
            marks=marks,
        )
        return batch, Answer(True, made.answer, last)

    def _happen(self, batch: Batch, events: tuple[Event, ...], table: Table) -> None:
        """Let what is stored be so for this process too."""
        standing = self._standing
        advance = batch.advance
        assert advance is not None, "events advance the table"
        standing.table = table
        self._recent.extend(batch.events)
        if events:
            standing.place = standing.place._replace(
                version=advance.version, commands=advance.commands, head=advance.head
            )
        if is_digital(table):
            for event in events:
                standing.vault.observe(event)

    def _refuse(self, request: Request, wrong: CroupierError) -> Answer:
        """Journal a refusal, and answer by it as long as the id is sent; nothing has changed.

        It is stored only if the table is still at the version that was looked at: what another
        process has let happen since may make the command right.
        """
        place = self._standing.place
        answer = msgspec.json.encode(write_refusal(wrong))
        self._house.writer.write(
            Batch(
                ResultRow(request.by, request.id, request.digest, self.id, None, None, answer),
                advance=Advance(self.id, place.version, place.version, place.commands, place.head),
                refusal=refusal_row(self.id, self._house.now(), request, wrong),
            )
        )
        return Answer(False, answer)

    def _unpaid(self, wrong: Short | Excess) -> CroupierError:
        if isinstance(wrong, Excess):
            return Refused(Code.BAD_AMOUNT, "that is more money than a wallet can hold")
        write = self._house.unit.write
        return Refused(
            Code.INSUFFICIENT_BALANCE,
            f"{wrong.name}'s wallet has {write(wrong.balance)}, not {write(wrong.amount)}",
        )

    def again(self, request: Request) -> Answer:
        """Give the first answer again; an id that was used for something else is refused."""
        return answer_again(self._house, request, self.id)

    def _snapshot(self) -> tuple[tuple[SnapshotRow, ...], tuple[MarkRow, ...]]:
        """Write down the table as it is stored now; the vault's mark goes beside it."""
        standing = self._standing
        _, head = standing.place.version, standing.place.head
        state = snapshots.write(standing.table)
        rows = SnapshotRow(
            self.id,
            standing.place.version,
            snapshots.FORMAT,
            state,
            snapshots.hash_of(state, head),
        )
        mark = standing.vault.mark() if standing.digital else None
        if mark is None:
            return (rows,), ()
        said = snapshots.hash_of(mark, head)
        return (rows,), (MarkRow(self.id, standing.place.version, mark, said),)

    def _snap(self) -> None:
        states, marks = self._snapshot()
        self._house.writer.write(Batch(None, snapshots=states, marks=marks))
        self._snapped = self._standing.place.version

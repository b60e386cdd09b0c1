"""The automatic dealer of a house: one process at a time runs all its automatic tables.

`AutoDealer` is stepped: given the time, it does what is due and returns when to step it again. It
has no thread and reads no clock, so that a test plays a week in a second; `AutoDealerThread` adds
both.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from croupier.server.auto_dealer.crash_recovery import (
    Unresolved,
    interrupt_round,
    resolve_round,
)
from croupier.server.auto_dealer.next_command import (
    Body,
    DealerCommands,
    NextCommand,
    NothingToDo,
    WaitingPoint,
    decide_next,
    waiting_point,
)
from croupier.server.auto_dealer.schedule import Schedule
from croupier.server.monitoring import log_info
from croupier.store.house import House
from croupier.store.lease import Lease
from croupier.table import Table

RETRY = 500
"""Milliseconds until the lease, or a database that does not answer, is tried again."""
POLL = 2000
"""Milliseconds between two looks at all tables, for changes by other processes."""
FIRST_PAUSE, LAST_PAUSE = 250, 8000
"""Milliseconds for which a table that failed is left alone; doubled each time."""

_log = logging.getLogger(__name__)

OnFailure = Callable[[str, str], None]
"""Called with the id of a table, or "all", and what failed."""


def _logged(table_id: str, why: str) -> None:
    _log.warning("table %s: %s", table_id, why)


@dataclass(slots=True)
class _TableWait:
    """A table that waits for the dealer's next command."""

    point: WaitingPoint
    since: int
    command: NextCommand
    announced: int | None = None
    """The deadline that patrons were told at this point."""

    @property
    def to_announce(self) -> bool:
        """Whether patrons have to be told the deadline first."""
        return self.command.seconds is not None and self.announced is None

    def due_command(self, table: Table, now: int) -> Body | None:
        """Return the command that is due at the table; None if it has left this point."""
        found = decide_next(table)
        if (
            isinstance(found, NothingToDo)
            or waiting_point(table) != self.point
            or found.seconds != self.command.seconds
        ):
            return None
        if self.to_announce:
            return {"do": "set_deadline", "seconds": found.seconds}
        return found.body if now >= self.since + found.wait else None


class AutoDealer:
    """Takes the lease, resolves what a crash interrupted, and deals at automatic tables.

    `clean_stop` is True if the house was stopped cleanly before; a function is called when the
    lease is taken. `only_server` is True if no other process served the house: then rounds that
    people deal were interrupted too. It becomes False if another process holds the lease.
    """

    def __init__(
        self,
        house: House,
        lease: Lease,
        *,
        clean_stop: bool | Callable[[], bool] = False,
        only_server: bool = False,
        on_stop: Callable[[bool], None] = lambda _: None,
        poll: int = POLL,
        on_failure: OnFailure = _logged,
    ) -> None:
        """Listen to the house; nothing is done before the first step."""
        self._house = house
        self._commands = DealerCommands(house)
        self._lease = lease
        self._clean_stop = clean_stop
        self._only_server = only_server
        self._on_stop = on_stop
        self._poll = poll
        self._on_failure = on_failure
        self.wake: Callable[[], None] = lambda: None
        """Called from any thread when there may be something to do."""
        self._holds_lease = False
        self._started = False
        self._stopped = False
        self._lease_checked = -RETRY
        self._polled = 0
        self._lock = Lock()
        self._changed: set[str] = set()
        self._any_changed = True
        self.unresolved = Unresolved()
        """Tables whose rounds a crash may have interrupted."""
        self._unread: dict[str, None] = {}
        """Tables that were not loaded yet, in the order in which they are."""
        self._waits: dict[str, _TableWait] = {}
        self._waiting_for: dict[str, str] = {}
        self._failures: dict[str, int] = {}
        self._paused: set[str] = set()
        self._schedule = Schedule()
        house.listen(self._table_changed)

    def _table_changed(self, table_id: str | None) -> None:
        with self._lock:
            if table_id is None:
                self._any_changed = True
            else:
                self._changed.add(table_id)
        self.wake()

    @property
    def holds_lease(self) -> bool:
        """Whether this process ran the tables when it was last stepped."""
        return self._holds_lease

    def waits_for(self, table_id: str) -> str | None:
        """Return what somebody else has to do before the dealer goes on; None otherwise."""
        return self._waiting_for.get(table_id)

    def step(self, now: int) -> int | None:
        """Do everything that is due and return when to step again, unless woken before.

        Times are milliseconds of any clock that does not go back. None: the dealer has stopped.
        """
        if self._stopped:
            return None
        if not self.begin(now):
            return (now if self._holds_lease else self._lease_checked) + RETRY
        if not self._read_changed_tables(now):
            return now + RETRY
        while (table_id := self._schedule.take(now)) is not None:
            self._act(table_id, now)
            if not self._read_changed_tables(now):
                return now + RETRY
        # One at a time: meanwhile the others are dealt, and the house can be stopped.
        if self._look_at_next(now):
            return now
        due, poll = self._schedule.next, self._polled + self._poll
        return poll if due is None else min(due, poll)

    # The lease

    def begin(self, now: int) -> bool:
        """Take or keep the lease; return True if it is held and a crash before it is known.

        After a crash no table takes commands of people until it was looked at. That is settled
        here, which is quick; to resolve the rounds is not, and is left to later steps.
        """
        if not self._keep_lease(now):
            return False
        if not self._started:
            try:
                tables = self._house.tables()
                # Before the start is noted: if that fails, it is tried again, and nobody bets.
                self.unresolved.hold(tables)
                given = self._clean_stop
                if given() if callable(given) else given:
                    self.unresolved.clear()
            except Exception as wrong:
                self._on_failure("all", f"it cannot be found out what a crash left: {wrong}")
                return False
            self._started = True
        return True

    def _keep_lease(self, now: int) -> bool:
        """Return True if the lease is held, and try to take it if not.

        Both only now and then, not with every bet that wakes the dealer: a command of a dealer
        without the lease would still count once.
        """
        if now < self._lease_checked + RETRY:
            return self._holds_lease
        self._lease_checked = now
        if self._holds_lease:
            if self._lease.held():
                return True
            self._forget_tables()
        if not self._lease.try_take():
            self._only_server = False
            return False
        self._holds_lease = True
        log_info("this process deals at the automatic tables", pid=os.getpid())
        with self._lock:
            self._any_changed = True
        return True

    def _forget_tables(self) -> None:
        self._holds_lease = False
        if self.unresolved:
            # Whoever takes the lease next finds out anew what is left.
            self._started = False
            self.unresolved.clear()
        self._unread.clear()
        self._waits.clear()
        self._waiting_for.clear()
        self._failures.clear()
        self._paused.clear()
        self._schedule.clear()

    # What the tables wait for

    def _read_changed_tables(self, now: int) -> bool:
        """Plan the next command of every table that changed; False if no database answers."""
        read_all = now >= self._polled + self._poll
        with self._lock:
            changed, self._changed = self._changed, set()
            read_all, self._any_changed = read_all or self._any_changed, False
        if read_all:
            try:
                changed |= set(self._house.tables())
            except Exception as wrong:
                with self._lock:
                    self._changed |= changed
                    self._any_changed = True
                self._on_failure("all", f"the tables cannot be listed: {wrong}")
                return False
            self._polled = now
            # Another process may have changed them without telling this one.
            self._house.fall_behind(changed)
        for table_id in sorted(changed):
            if table_id in self.unresolved:
                continue
            if not self._house.is_loaded(table_id):
                self._unread[table_id] = None
            elif table_id not in self._paused:
                self._read_table(table_id, now)
        return True

    def _look_at_next(self, now: int) -> bool:
        """Look at one table that waits for it; return True if there may be another."""
        table_id = self.unresolved.next(but=self._paused)
        if table_id is None:
            table_id = next((each for each in self._unread if each not in self._paused), None)
        if table_id is not None:
            self._read_table(table_id, now)
        return table_id is not None

    def _read_table(self, table_id: str, now: int) -> None:
        self._unread.pop(table_id, None)
        try:
            if table_id in self.unresolved and not self._resolved(table_id):
                return
            self._plan(table_id, now)
        except Exception as wrong:
            self._pause(table_id, wrong, now)

    def _resolved(self, table_id: str) -> bool:
        """Take the next step after a crash at a table; return True if that was the last one."""
        if not self.unresolved.is_interrupted(table_id):
            people = self._only_server
            if interrupt_round(self._commands, table_id, dealt_by_people=people):
                self.unresolved.interrupted(table_id)
                return False
        else:
            resolve_round(self._commands, table_id)
        self.unresolved.release(table_id)
        return True

    def _plan(self, table_id: str, now: int) -> None:
        """Schedule a table's next command; waiting counts from when its point was reached."""
        table = self._house.live_table(table_id).current()
        command = decide_next(table)
        if isinstance(command, NothingToDo):
            self._waits.pop(table_id, None)
            self._schedule.drop(table_id)
            self._failures.pop(table_id, None)
            self._waiting_for[table_id] = command.why
            return
        self._waiting_for.pop(table_id, None)
        wait, point = self._waits.get(table_id), waiting_point(table)
        if wait is None or wait.point != point:
            wait = self._waits[table_id] = _TableWait(point, now, command)
        else:
            wait.command = command
            stored = table.deadline.seconds if table.deadline is not None else None
            if wait.announced is None and stored == command.seconds:
                # The announcement was stored, only its answer was lost.
                wait.announced = stored
            elif wait.announced not in (None, command.seconds):
                # The pace was changed: the time starts anew.
                wait.since, wait.announced = now, None
        self._schedule.put(table_id, now if wait.to_announce else wait.since + command.wait)

    # Acting

    def _act(self, table_id: str, now: int) -> None:
        """Send the command that is due at a table; a table that failed is read again first."""
        wait = self._waits.get(table_id)
        if table_id in self._paused or wait is None:
            self._paused.discard(table_id)
            self._read_table(table_id, now)
            return
        announces = wait.to_announce
        try:
            given = self._commands.give(table_id, lambda table: wait.due_command(table, now))
        except Exception as wrong:
            self._pause(table_id, wrong, now)
            return
        self._failures.pop(table_id, None)
        if given and announces:
            wait.announced = wait.command.seconds
        with self._lock:
            self._changed.add(table_id)

    def _pause(self, table_id: str, wrong: Exception, now: int) -> None:
        """Leave a table that failed alone for a while; the others go on."""
        self._on_failure(table_id, f"{type(wrong).__name__}: {wrong}")
        failures = self._failures.get(table_id, 0)
        self._failures[table_id] = failures + 1
        self._paused.add(table_id)
        self._schedule.put(table_id, now + min(FIRST_PAUSE << min(failures, 10), LAST_PAUSE))

    # Stopping

    def stop(self, *, finish: bool, has_time: Callable[[], bool] = lambda: True) -> bool:
        """Deal no more and release the lease; return True if everything was left in order.

        With `finish`, rounds whose bets are closed are dealt to their end without pauses, as long
        as `has_time` returns True. Open bets stay open: after the next start their time starts
        anew.
        """
        if self._stopped:
            return True
        self._stopped = True
        clean = not self._failures and not self.unresolved
        if self._holds_lease and finish:
            clean = self._finish_rounds(has_time) and clean
        if self._holds_lease:
            # Before the lease is free: the next process that takes it asks how this one stopped.
            self._on_stop(clean)
        self._forget_tables()
        self._lease.release()
        return clean

    def _finish_rounds(self, has_time: Callable[[], bool]) -> bool:
        """Finish every round that can be; a table that fails does not stop the others."""
        try:
            tables = self._house.tables()
        except Exception as wrong:
            self._on_failure("all", f"the tables cannot be listed: {wrong}")
            return False
        done = True
        for table_id in tables:
            try:
                done = self._commands.finish_round(table_id, has_time) and done
            except Exception as wrong:
                self._on_failure(table_id, f"{type(wrong).__name__}: {wrong}")
                done = False
        return done

"""The steward: of all processes that serve a house, the one that runs its automatic tables.

It is a machine that is stepped: given the time it does what is due and says when to come back. It
has no thread and reads no clock, so that a test plays a week in a second; `StewardThread` gives it
both.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from heapq import heappop, heappush
from threading import Lock

from croupier.server.auto_dealer.commands import Hand
from croupier.server.auto_dealer.next_act import Act, Body, Rest, Stop, consider, stop_of
from croupier.store.house import House
from croupier.store.lease import Lease
from croupier.table import Table

RETRY = 500
"""How many milliseconds until a lease, or a database that is gone, is asked for again."""
SWEEP = 2000
"""How often all tables are looked at, for moves of other processes that nobody told of."""
FIRST_PAUSE, LAST_PAUSE = 250, 8000
"""How long a table is left alone that failed; twice as long each time."""

_log = logging.getLogger(__name__)

Failed = Callable[[str, str], None]


def _logged(table_id: str, why: str) -> None:
    _log.warning("table %s: %s", table_id, why)


@dataclass(slots=True)
class _Watch:
    """A table that is waited for, since when, and what follows."""

    stop: Stop
    since: int
    act: Act
    announced: int | None = None
    """The deadline that patrons were told at this place."""

    @property
    def to_announce(self) -> bool:
        """Whether patrons are to be told first how long they have."""
        return self.act.seconds is not None and self.announced is None

    def due_at(self, table: Table, now: int) -> Body | None:
        """Say what is done at the table as it is now; None if it has left this place."""
        act = consider(table)
        if isinstance(act, Rest) or stop_of(table) != self.stop or act.seconds != self.act.seconds:
            return None
        if self.to_announce:
            return {"do": "set_deadline", "seconds": act.seconds}
        return act.body if now >= self.since + act.wait else None


class Steward:
    """Takes the lease, resolves what a crash has left, and deals at automatic tables.

    `clean` says whether the house was stopped cleanly before; a function is asked when the lease
    is taken. `fresh` says that no other process served it: then rounds that persons deal were
    interrupted too. A lease that somebody else has shows that it is not fresh.
    """

    def __init__(
        self,
        house: House,
        lease: Lease,
        *,
        clean: bool | Callable[[], bool] = False,
        fresh: bool = False,
        leaving: Callable[[bool], None] = lambda _: None,
        sweep: int = SWEEP,
        failed: Failed = _logged,
    ) -> None:
        """Listen to the house; nothing is done before the first step."""
        self._house = house
        self._hand = Hand(house)
        self._lease = lease
        self._clean = clean
        self._fresh = fresh
        self._leaving = leaving
        self._sweep = sweep
        self._failed = failed
        self.wake: Callable[[], None] = lambda: None
        """Called from any thread when there may be something to do."""
        self._holding = False
        self._started = False
        self._stopped = False
        self._checked = 0
        self._swept = 0
        self._lock = Lock()
        self._moved: set[str] = set()
        self._any_moved = True
        self._broken: set[str] = set()
        """Tables whose rounds a crash may have interrupted."""
        self._watches: dict[str, _Watch] = {}
        self._resting: dict[str, str] = {}
        self._fails: dict[str, int] = {}
        self._paused: set[str] = set()
        self._agenda = Agenda()
        house.listen(self._heard)

    def _heard(self, table_id: str | None) -> None:
        with self._lock:
            if table_id is None:
                self._any_moved = True
            else:
                self._moved.add(table_id)
        self.wake()

    @property
    def holding(self) -> bool:
        """Whether it was the steward when it was last stepped."""
        return self._holding

    def why(self, table_id: str) -> str | None:
        """Say what the dealer of a table waits for that is not its own to do; None otherwise."""
        return self._resting.get(table_id)

    def step(self, now: int) -> int | None:
        """Do everything that is due, in milliseconds of any clock that does not go back.

        Gives when to be stepped again, unless woken before; None once it has stopped.
        """
        if self._stopped:
            return None
        if not self._hold(now) or not self._look_around(now):
            return now + RETRY
        while (table_id := self._agenda.take(now)) is not None:
            self._turn(table_id, now)
            if not self._look_around(now):
                return now + RETRY
        due, sweep = self._agenda.next, self._swept + self._sweep
        return sweep if due is None else min(due, sweep)

    # The lease

    def _hold(self, now: int) -> bool:
        """Make sure of the lease; it is asked after now and then, for what is done is guarded."""
        if self._holding:
            if now < self._checked + RETRY:
                return True
            if self._lease.held():
                self._checked = now
                return True
            self._let_go()
        if not self._lease.try_take():
            self._fresh = False
            return False
        self._holding, self._checked = True, now
        with self._lock:
            self._any_moved = True
        return True

    def _let_go(self) -> None:
        self._holding = False
        self._watches.clear()
        self._resting.clear()
        self._fails.clear()
        self._paused.clear()
        self._agenda.clear()

    # What the tables are at

    def _look_around(self, now: int) -> bool:
        """Look at every table that moved; False where the database does not answer."""
        everywhere = now >= self._swept + self._sweep
        with self._lock:
            moved, self._moved = self._moved, set()
            everywhere, self._any_moved = everywhere or self._any_moved, False
        if everywhere:
            try:
                moved |= set(self._house.tables())
            except Exception as wrong:
                with self._lock:
                    self._moved |= moved
                    self._any_moved = True
                self._failed("all", f"the tables cannot be listed: {wrong}")
                return False
            self._swept = now
            for table_id in moved:
                # Somebody may have moved it whom nobody hears.
                self._house.live_table(table_id).fall_behind()
            if not self._started:
                self._started = True
                clean = self._clean() if callable(self._clean) else self._clean
                self._broken = set() if clean else set(moved)
        for table_id in sorted(moved):
            if table_id not in self._paused:
                self._attend(table_id, now)
        return True

    def _attend(self, table_id: str, now: int) -> None:
        try:
            if table_id in self._broken:
                self._hand.mend(table_id, persons=self._fresh)
                self._broken.discard(table_id)
            self._look(table_id, now)
        except Exception as wrong:
            self._fail(table_id, wrong, now)

    def _look(self, table_id: str, now: int) -> None:
        """Find out what follows and when; waiting counts from when the place was reached."""
        table = self._house.live_table(table_id).current()
        act = consider(table)
        if isinstance(act, Rest):
            self._watches.pop(table_id, None)
            self._agenda.drop(table_id)
            self._fails.pop(table_id, None)
            self._resting[table_id] = act.why
            return
        self._resting.pop(table_id, None)
        watch, stop = self._watches.get(table_id), stop_of(table)
        if watch is None or watch.stop != stop:
            watch = self._watches[table_id] = _Watch(stop, now, act)
        else:
            watch.act = act
            told = table.deadline.seconds if table.deadline is not None else None
            if watch.announced is None and told == act.seconds:
                # It was stored, only the answer was lost.
                watch.announced = told
            elif watch.announced not in (None, act.seconds):
                # The pace was changed: the time starts anew.
                watch.since, watch.announced = now, None
        self._agenda.put(table_id, now if watch.to_announce else watch.since + act.wait)

    # Acting

    def _turn(self, table_id: str, now: int) -> None:
        """Do what is due at a table; one that failed is looked at first."""
        watch = self._watches.get(table_id)
        if table_id in self._paused or watch is None:
            self._paused.discard(table_id)
            self._attend(table_id, now)
            return
        announce = watch.to_announce
        try:
            done = self._hand.act(table_id, lambda table: watch.due_at(table, now))
        except Exception as wrong:
            self._fail(table_id, wrong, now)
            return
        self._fails.pop(table_id, None)
        if done and announce:
            watch.announced = watch.act.seconds
        with self._lock:
            self._moved.add(table_id)

    def _fail(self, table_id: str, wrong: Exception, now: int) -> None:
        """Leave a table alone for a while; the others go on."""
        self._failed(table_id, f"{type(wrong).__name__}: {wrong}")
        fails = self._fails.get(table_id, 0)
        self._fails[table_id] = fails + 1
        self._paused.add(table_id)
        self._agenda.put(table_id, now + min(FIRST_PAUSE << min(fails, 10), LAST_PAUSE))

    # Beginning and end

    def stop(self, *, finish: bool, patient: Callable[[], bool] = lambda: True) -> bool:
        """Deal no more and let go of the lease; say whether everything was left in order.

        With `finish`, rounds whose bets are closed are dealt to their end without pauses, as long
        as `patient` says so. Bets that are open stay open: their time starts anew.
        """
        if self._stopped:
            return True
        self._stopped = True
        clean = not self._fails and not self._broken
        if self._holding and finish:
            clean = self._finish(patient) and clean
        if self._holding:
            # While nobody else has the lease: who takes it next wants to know.
            self._leaving(clean)
        self._let_go()
        self._lease.release()
        return clean

    def _finish(self, patient: Callable[[], bool]) -> bool:
        """Finish every round that can be; one table that fails does not keep the others."""
        try:
            tables = self._house.tables()
        except Exception as wrong:
            self._failed("all", f"the tables cannot be listed: {wrong}")
            return False
        done = True
        for table_id in tables:
            try:
                done = self._hand.finish(table_id, patient) and done
            except Exception as wrong:
                self._failed(table_id, f"{type(wrong).__name__}: {wrong}")
                done = False
        return done


class Agenda:
    """A heap in which an entry that was put off or dropped stays until it comes up."""

    def __init__(self) -> None:
        """Start with nothing due."""
        self._due: dict[str, int] = {}
        self._heap: list[tuple[int, str]] = []

    def put(self, table_id: str, due: int) -> None:
        """Let a table be due at a time, and at no other."""
        if self._due.get(table_id) != due:
            self._due[table_id] = due
            heappush(self._heap, (due, table_id))

    def drop(self, table_id: str) -> None:
        """Let a table not be due."""
        self._due.pop(table_id, None)

    @property
    def next(self) -> int | None:
        """When the first table is due; None if none is."""
        while self._heap and self._due.get(self._heap[0][1]) != self._heap[0][0]:
            heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def take(self, now: int) -> str | None:
        """Take a table out that is due, the longest first."""
        due = self.next
        if due is None or due > now:
            return None
        table_id = heappop(self._heap)[1]
        del self._due[table_id]
        return table_id

    def clear(self) -> None:
        """Forget everything."""
        self._due.clear()
        self._heap.clear()

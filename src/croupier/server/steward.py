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

from croupier.server.dealer import DEALER, Act, Body, Rest, Stop, command_id, consider, stop_of
from croupier.store.database.failure import Moved
from croupier.store.house import House
from croupier.store.lease import Lease
from croupier.table import Phase, Table

RETRY = 500
"""How many milliseconds until a lease, or a database that is gone, is asked for again."""
SWEEP = 2000
"""How often all tables are looked at, for moves of other processes that nobody told of."""
FIRST_PAUSE, LAST_PAUSE = 250, 8000
"""How long a table is left alone that failed; twice as long each time."""
MOST_ACTS = 60
"""More than a round can take from the close of bets to its end."""

_log = logging.getLogger(__name__)

Failed = Callable[[str, str], None]


def _logged(table_id: str, why: str) -> None:
    _log.warning("table %s: %s", table_id, why)


class Refusal(Exception):
    """The table refused what its dealer did: a mistake in the dealer, not in the table."""


@dataclass(slots=True)
class _Watch:
    """A table that is waited for, since when, and what follows."""

    stop: Stop
    since: int
    version: int
    act: Act
    announced: int | None = None
    """The deadline that patrons were told at this place."""


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
        sweep: int = SWEEP,
        failed: Failed = _logged,
    ) -> None:
        """Listen to the house; nothing is done before the first step."""
        self._house = house
        self._lease = lease
        self._clean = clean
        self._fresh = fresh
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
        self._pauses: dict[str, int] = {}
        self._due: dict[str, int] = {}
        self._heap: list[tuple[int, str]] = []
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
        while self._heap and self._heap[0][0] <= now:
            due, table_id = heappop(self._heap)
            if self._due.get(table_id) == due:
                del self._due[table_id]
                self._turn(table_id, now)
                if not self._look_around(now):
                    return now + RETRY
        while self._heap and self._due.get(self._heap[0][1]) != self._heap[0][0]:
            heappop(self._heap)
        sweep = self._swept + self._sweep
        return min(sweep, self._heap[0][0]) if self._heap else sweep

    # The lease

    def _hold(self, now: int) -> bool:
        """Make sure of the lease; it is asked after now and then, for what is done is guarded."""
        if self._holding:
            if now < self._checked + RETRY or self._lease.held():
                self._checked = max(self._checked, now - RETRY + 1)
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
        for known in (self._watches, self._due, self._pauses, self._resting, self._heap):
            known.clear()

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
            if not self._started:
                self._started = True
                clean = self._clean() if callable(self._clean) else self._clean
                self._broken = set() if clean else set(moved)
        for table_id in sorted(moved):
            if table_id not in self._pauses:
                self._attend(table_id, now, sure=everywhere)
        return True

    def _attend(self, table_id: str, now: int, *, sure: bool = True) -> None:
        """Look at a table; to be `sure`, at what others may have stored and told nobody of."""
        try:
            if sure:
                self._house.room(table_id).fall_behind()
            if table_id in self._broken:
                self._mend(table_id)
                self._broken.discard(table_id)
            self._look(table_id, now)
        except Moved:
            self._schedule(table_id, now)
        except Exception as wrong:
            self._fail(table_id, wrong, now)

    def _look(self, table_id: str, now: int) -> None:
        """Find out what follows and when; waiting counts from when the place was reached."""
        room = self._house.room(table_id)
        # Read only where somebody else moved it: what it leads to is guarded by the version.
        table, version, _ = room.moment(room.version)
        act = consider(table)
        if isinstance(act, Rest):
            self._watches.pop(table_id, None)
            self._due.pop(table_id, None)
            self._resting[table_id] = act.why
            return
        self._resting.pop(table_id, None)
        watch, stop = self._watches.get(table_id), stop_of(table)
        if watch is None or watch.stop != stop:
            watch = self._watches[table_id] = _Watch(stop, now, version, act)
        else:
            watch.version, watch.act = version, act
            told = table.deadline.seconds if table.deadline is not None else None
            if watch.announced is None and told == act.seconds:
                # It was stored, only the answer was lost.
                watch.announced = told
            elif watch.announced not in (None, act.seconds):
                # The pace was changed: the time starts anew.
                watch.since, watch.announced = now, None
        self._schedule(table_id, now if _to_announce(watch) else watch.since + act.wait)

    def _schedule(self, table_id: str, due: int) -> None:
        if self._due.get(table_id) != due:
            self._due[table_id] = due
            heappush(self._heap, (due, table_id))

    # Acting

    def _turn(self, table_id: str, now: int) -> None:
        """Do what is due at a table; one that failed or moved meanwhile is looked at first."""
        watch = self._watches.get(table_id)
        if self._pauses.get(table_id) is not None or watch is None:
            self._attend_again(table_id, now)
            return
        announce = _to_announce(watch)
        body = {"do": "set_deadline", "seconds": watch.act.seconds} if announce else watch.act.body
        try:
            self._say(table_id, watch.version, body)
            if announce:
                watch.announced = watch.act.seconds
            self._look(table_id, now)
        except Moved:
            with self._lock:
                self._moved.add(table_id)
        except Exception as wrong:
            self._fail(table_id, wrong, now)

    def _attend_again(self, table_id: str, now: int) -> None:
        pause = self._pauses.pop(table_id, None)
        self._attend(table_id, now)
        if pause is not None and table_id in self._pauses:
            self._pause(table_id, min(2 * pause, LAST_PAUSE), now)

    def _say(self, table_id: str, version: int, body: Body) -> None:
        """Give a command that is meant for one version of the table and no other."""
        name = command_id(table_id, version)
        answer = self._house.command(table_id, name, DEALER, body, at=version)
        if not answer.ok:
            raise Refusal(f"{body['do']} was refused: {answer.data.decode()}")

    def _fail(self, table_id: str, wrong: Exception, now: int) -> None:
        """Leave a table alone for a while; the others go on."""
        self._failed(table_id, f"{type(wrong).__name__}: {wrong}")
        self._pause(table_id, FIRST_PAUSE, now)

    def _pause(self, table_id: str, pause: int, now: int) -> None:
        self._pauses[table_id] = pause
        self._schedule(table_id, now + pause)

    # Beginning and end

    def _mend(self, table_id: str) -> None:
        """Resolve a round that a crash interrupted: by the rules it goes on, or it is void."""
        room = self._house.room(table_id)
        version, table = room.standing()
        if not _running(table) or not (table.automatic or self._fresh):
            return
        if table.phase is not Phase.INTERRUPTED:
            self._say(table_id, version, {"do": "interrupt"})
            version, table = room.standing()
        if table.phase is Phase.INTERRUPTED:
            self._say(table_id, version, {"do": "resume"})

    def stop(self, *, finish: bool, patient: Callable[[], bool] = lambda: True) -> bool:
        """Deal no more and let go of the lease; say whether everything was left in order.

        With `finish`, rounds whose bets are closed are dealt to their end without pauses, as long
        as `patient` says so. Bets that are open stay open: their time starts anew.
        """
        if self._stopped:
            return True
        self._stopped = True
        clean = not self._pauses and not self._broken
        if self._holding and finish:
            clean = self._finish_all(patient) and clean
        self._let_go()
        self._lease.release()
        return clean

    def _finish_all(self, patient: Callable[[], bool]) -> bool:
        try:
            return all([self._finish(table_id, patient) for table_id in self._house.tables()])
        except Exception as wrong:
            self._failed("all", f"the tables cannot be listed: {wrong}")
            return False

    def _finish(self, table_id: str, patient: Callable[[], bool]) -> bool:
        for _ in range(MOST_ACTS):
            try:
                version, table = self._house.room(table_id).standing()
                act = consider(table)
                if isinstance(act, Rest) or table.phase in (Phase.IDLE, Phase.BETTING):
                    return True
                if not patient():
                    return False
                self._say(table_id, version, act.body)
            except Moved:
                continue
            except Exception as wrong:
                self._failed(table_id, f"{type(wrong).__name__}: {wrong}")
                return False
        return False


def _to_announce(watch: _Watch) -> bool:
    return watch.act.seconds is not None and watch.announced is None


def _running(table: Table) -> bool:
    return table.open and table.phase is not Phase.IDLE

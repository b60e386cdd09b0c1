"""The application state of a running server: the house, its people, thread pools and sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from fractions import Fraction
from math import ceil
from time import perf_counter
from typing import ParamSpec, TypeVar

import msgspec

from croupier.accounts import SERVER, People, SignedIn
from croupier.accounts.person import Person
from croupier.errors import Code, CroupierError, InvalidInput, Refused, brief
from croupier.game.model import Role
from croupier.server.approver import approver_of, signed
from croupier.server.auto_dealer.crash_recovery import Unresolved
from croupier.server.away import AwayPatrons
from croupier.server.caller import Caller, actor_command
from croupier.server.command_queue import CommandQueue
from croupier.server.config import Config
from croupier.server.heads_publisher import PublisherThread
from croupier.server.live.feed import Feed
from croupier.server.live.hub import Hub
from croupier.server.live.socket import PAGE, Close, Socket
from croupier.server.live.visibility import Viewer
from croupier.server.load_limits import Load
from croupier.server.monitoring import Health, Metrics, log_info, log_warning
from croupier.server.problems import Problem, ProblemCode
from croupier.server.rate_limit import RateLimit
from croupier.server.read_pool import ReadPool
from croupier.server.shedding import Shedding, What
from croupier.server.table_cash import check_not_locked, check_table_cash, is_table_cash
from croupier.server.turns import TurnLimits, Turns
from croupier.store.batch import EventRow
from croupier.store.failures import NotStored
from croupier.store.house import House
from croupier.store.requests import Answer
from croupier.table import Actor
from croupier.words import as_json, say

P = ParamSpec("P")
T = TypeVar("T")

CHECK_SESSIONS = 1.0
"""Seconds between two checks whether the people on sockets are still signed in."""

CHECK_SEATS = 5
"""How many of these checks pass until the seats of patrons who are gone are looked at."""

CLEAN_SESSIONS = 60
"""How many of these checks pass until expired sessions are removed."""

FLUSH = 5
"""Of the seconds for a stop, those that are left to send answers and close sockets."""


REPORTS = TurnLimits(2, 1, 1_000, 100, patience=30)
HASHING = TurnLimits(2, 1, 1_000, 50, patience=30)
"""How many reports and hashed passwords are worked on and wait, in all and for one address."""


class AppState:
    """What all requests and sockets of one process share; made on its event loop."""

    def __init__(self, config: Config, house: House, people: People, metrics: Metrics) -> None:
        self.config = config
        self.house = house
        self.people = people
        self.metrics = metrics
        self.health = Health()
        self.health.listen(self._health_changed)
        self._pool = ThreadPoolExecutor(config.threads, "croupier")
        self._queue = CommandQueue(house, self._pool, self.health)
        self.shedding = Shedding(lambda what, why: metrics.shed.labels(what, why).inc())
        self.load = Load(config, self.shedding)
        wait, wait_each = config.reads, config.reads_per_address
        # What a table shows is read quickly; reports and odds may take seconds, and a hashed
        # password as long as a hundred bets. Each has threads of its own, and nobody holds both.
        self._reads = self._read_pool("croupier-read", TurnLimits(4, 2, wait, wait_each))
        self._reports = self._read_pool("croupier-report", REPORTS)
        self._hashing = self._read_pool("croupier-hash", HASHING)
        requests, each = config.requests, config.requests_per_address
        limits = TurnLimits(requests, each, 5 * requests, max(each, requests))
        self.requests = Turns(What.REQUEST, limits, self.shedding)
        self._hub = Hub(house, self._pool, self._reads, self.health.failed)
        self._away = AwayPatrons(house, people, config.away_rounds)
        self._checking: asyncio.Task[bool] | None = None
        self.unresolved = Unresolved()
        """The tables that take no commands until a round that a crash interrupted is resolved."""
        self.large_bet = int(config.large_bet.partition(".")[0])
        rate = config.commands_per_second
        self.command_limit = RateLimit(rate, 2 * rate)
        self.sign_in_limit = RateLimit(config.sign_ins_per_minute / 60, config.sign_ins_per_minute)
        self.sockets: dict[Socket, Caller] = {}
        self.publisher: PublisherThread | None = None
        """What publishes statements of heads; None if nothing does."""
        self.active_sessions: set[str] = set()
        """Sessions that gave a command on a socket since the last check."""
        self._loop = asyncio.get_running_loop()
        self._session_check = self._loop.create_task(self._check_sessions())
        self._ending: asyncio.Task[None] | None = None

    def begin_stop(self) -> None:
        """Take no more commands, answer those under way, then end all sockets; only once."""
        if self._ending is None:
            self.health.closing = True
            self.metrics.well.set(0)
            self._ending = self._loop.create_task(self._end_sockets())

    async def _end_sockets(self) -> None:
        if not await self._queue.drained(self.config.stop_seconds - FLUSH):
            log_warning("commands were still under way when the server closed")
        for socket in tuple(self.sockets):
            socket.end(Close.GOING_AWAY)

    async def close(self) -> None:
        """Refuse new commands, answer running ones, end all sockets, stop all threads."""
        self.begin_stop()
        if self._ending is not None:
            await self._ending
        self._session_check.cancel()
        self._hub.close()
        await self._loop.run_in_executor(None, self._shut_down_pools)

    def _shut_down_pools(self) -> None:
        self._pool.shutdown()
        for pool in (self._reads, self._reports, self._hashing):
            pool.shut_down()

    def _read_pool(self, name: str, limits: TurnLimits) -> ReadPool:
        return ReadPool(name, limits, self._queue, self.shedding)

    def _measure(self) -> None:
        """Set the figures of what waits."""
        self.metrics.reads_waiting.set(self._reads.turns.waiting + self._reports.turns.waiting)
        self.metrics.queued_bytes.set(self.load.queued.all)

    # Health

    def _health_changed(self, failure: str | None) -> None:
        """Send everybody a notice that the tables stand still, or go on; from any thread."""
        self.metrics.well.set(failure is None)
        if failure is None:
            log_info("the database is back")
            notice, said = "going_on", say("server.going_on")
        else:
            log_warning("the database is gone", why=failure)
            notice, said = "standing_still", say("server.standing_still")
        frame = {"notice": notice, "message": str(said), "said": as_json(said)}
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._notify, msgspec.json.encode(frame).decode())

    def _notify(self, frame: str) -> None:
        for socket in tuple(self.sockets):
            socket.notify(frame)

    async def check_health(self) -> bool:
        """Store something that changes nothing; return True if bets can be taken.

        Those who ask at the same time are answered by one check.
        """
        if self.health.closing:
            return False
        if self._checking is None:
            self._checking = self._loop.create_task(self._check_health())
            self._checking.add_done_callback(self._checked)
        return await asyncio.shield(self._checking)

    async def _check_health(self) -> bool:
        with suppress(Problem):
            await self.run(self.house.ping)
            self.health.worked()
        return self.health.takes_bets

    def _checked(self, _: asyncio.Task[bool]) -> None:
        self._checking = None

    # Threads

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function that uses the database in a thread; raise `Problem` if that fails."""
        return await self._queue.run(work, *args, **kwargs)

    async def run_hashing(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do what `run` does, for a function that hashes a password."""
        return await self._hashing.run(work, *args, **kwargs)

    async def run_reading(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do what `run` does, for a function that reads a little; commands go first."""
        return await self._reads.run(work, *args, **kwargs)

    async def run_report(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do what `run` does, for a function that reads or computes for long; commands go first."""
        return await self._reports.run(work, *args, **kwargs)

    # People

    async def caller(self, token: str | None, address: str, *, acts: bool = False) -> Caller:
        """Return who asks, by their token; without a valid one, a caller without a person.

        The staff are active only when they act: a screen that asks and asks only watches.
        """
        if not token:
            return Caller(address)
        found = await self.run(self.people.session, token, acts=acts)
        if found is None:
            return Caller(address)
        return Caller(address, token, found.id, found.person, found)

    async def add_guest(self, name: str | None, address: str) -> SignedIn:
        """Add a guest with play chips in the wallet, and return their session.

        Both in one piece of work: a stop waits for it, or refuses it before the guest is there.
        """
        return await self.run(self._add_guest, name, address)

    def _add_guest(self, name: str | None, address: str) -> SignedIn:
        made = self.people.guest(name, address)
        guest, house = made.session.person.name, Actor(Role.SHIFT_MANAGER, SERVER)
        try:
            self.house.deposit(f"guest:{guest}", house, guest, self.config.guest_chips)
        except NotStored:
            # Nobody was told the token yet, and nobody will be: a guest without chips.
            with suppress(NotStored):
                self.people.sign_out(made.token)
            raise
        return made

    def sign_out_sockets(self, *session_ids: str) -> None:
        """End the sockets of sessions that are over."""
        for socket, caller in tuple(self.sockets.items()):
            if caller.session_id in session_ids:
                socket.end(Close.SIGNED_OUT)

    async def _check_sessions(self) -> None:
        """End the sockets of expired sessions, and keep those alive that give commands."""
        checks = 0
        while True:
            await asyncio.sleep(CHECK_SESSIONS)
            checks += 1
            self.shedding.tick()
            self._measure()
            if checks % CLEAN_SESSIONS == 1:
                with suppress(Problem):
                    await self.run(self.people.sweep)
                    if self.config.retention_days:
                        await self.run(self.people.erase_old_details, self.config.retention_days)
            if not checks % CHECK_SEATS:
                with suppress(Problem):
                    await self.run(self._check_seats, self._patrons_here())
            ids = {caller.session_id for caller in self.sockets.values() if caller.session_id}
            if not ids:
                continue
            with suppress(Problem):
                alive = await self.run(self.people.alive, ids)
                self.sign_out_sockets(*(ids - alive))
                active, self.active_sessions = self.active_sessions & alive, set()
                if active:
                    # One write for all: a write each would be a commit each, beside the bets.
                    await self.run(self.people.touch, *active)

    def _patrons_here(self) -> set[str]:
        """Return the patrons who have a socket of this process open."""
        people = (caller.person for caller in self.sockets.values())
        return {each.name for each in people if each is not None and not each.role.staff}

    def _check_seats(self, here: set[str]) -> None:
        self.people.note_present(here)
        self._away.check()

    # Tables

    async def feed(
        self, table_id: str, seen: int = 0, *, latest: bool = False, asked_for: bool = True
    ) -> Feed:
        """Return a table's feed, no older than the event `seen`; KeyError if there is no table.

        With `latest` it is read from the database: another process may have answered the caller.
        If somebody `asked_for` this table, a round that a crash interrupted is resolved first.
        """
        if asked_for:
            self.unresolved.ask_for(table_id)
        try:
            feed = await self._hub.feed(table_id)
            await (self._hub.refresh(feed) if latest else self._hub.reach(feed, seen))
            return feed
        except Problem as wrong:
            if wrong.code is ProblemCode.NOT_STORED:
                raise Problem(wrong.code, say("server.table_unread")) from wrong
            raise

    async def feed_for_command(self, table_id: str) -> Feed:
        """Return a table's feed before everybody who only asks; KeyError if there is no table."""
        self.unresolved.ask_for(table_id)
        try:
            return await self._hub.feed_for_command(table_id)
        except NotStored as wrong:
            self.health.failed(wrong)
            raise Problem(ProblemCode.NOT_STORED, say("server.table_unread")) from wrong

    async def events(self, table_id: str, after: int, to: int | None) -> tuple[EventRow, ...]:
        """Return a page of stored events."""
        return await self.run_reading(self.house.reader.events, table_id, after, to, PAGE)

    async def missed(self, feed: Feed, viewer: Viewer, after: int, to: int) -> tuple[str, int]:
        """Return a page of stored events as the frame for a viewer, and its last number."""

        def read() -> tuple[str, int]:
            rows = self.house.reader.events(feed.table_id, after, to, PAGE)
            return feed.missed(rows, viewer), rows[-1].number

        return await self.run_reading(read)

    async def command(
        self,
        caller: Caller,
        table_id: object,
        command_id: object,
        body: object,
        approval: Mapping[str, object] | None,
        witness: Mapping[str, object] | None = None,
    ) -> Answer:
        """Send a caller's command to a table; return its answer after the commit."""
        person = caller.require_person()
        if not self.command_limit.take(caller.rate_key):
            raise Problem(ProblemCode.TOO_MANY, say("server.too_many_commands"))
        if not isinstance(table_id, str):
            raise Problem(ProblemCode.NOT_READABLE, say("server.table_is_id"))
        if not isinstance(command_id, str) or not command_id:
            raise InvalidInput(Code.MALFORMED, say("server.command_id", given=brief(command_id)))
        if not isinstance(body, dict):
            raise InvalidInput(Code.MALFORMED, say("server.command_object"))
        began = perf_counter()
        await self._require_active(caller, person)
        try:
            feed = await self.feed_for_command(table_id)
        except KeyError:
            raise Problem(ProblemCode.NOT_FOUND, say("server.no_table")) from None
        try:
            approver = (
                None
                if approval is None
                else await approver_of(self, approval, table_id, person, body)
            )
            whole = await signed(self, witness, table_id, person, approver or person, body)
            given = actor_command(person, table_id, feed.table, command_id, whole, approver)
            if person.role.staff:
                await self.run(check_not_locked, self.people, body)
            if person.role.staff and is_table_cash(body):
                least = self.units(self.config.cage_approval)
                giver, here = approver or person, feed.table.patrons
                unit, people = self.house.unit, self.people
                await self.run(check_table_cash, people, body, giver, unit, least, here)
            again = None
            if table_id in self.unresolved:
                # What was stored before the crash is answered as it was; nothing new is taken.
                again = await self.run(
                    self.house.answer_again, table_id, given.id, given.actor, given.body
                )
                if again is None:
                    raise Refused(Code.WRONG_PHASE, say("server.round_unresolved"))
        except CroupierError as wrong:
            by = f"{person.role.value}:{person.name}"
            answer = await self.run(self.house.turn_away, table_id, by, command_id, body, wrong)
        else:
            answer = again or await self._queue.command(table_id, given.id, given.actor, given.body)
        self.metrics.seconds.observe(perf_counter() - began)
        done = body.get("do")
        self.metrics.commands.labels(
            done if answer.ok and isinstance(done, str) else "-", "done" if answer.ok else "refused"
        ).inc()
        return answer

    def units(self, amount: str) -> int:
        """Return an amount of the configuration in the house's unit, rounded up."""
        return ceil(Fraction(amount) / self.house.unit.exact(Fraction(1)))

    async def _require_active(self, caller: Caller, person: Person) -> None:
        """Raise `Problem` if staff have not acted for long; else note that they do now."""
        if caller.session_id is None:
            return
        if person.role.staff and await self.run(self.people.idle, caller.session_id):
            raise Problem(ProblemCode.PIN_NEEDED, say("server.pin_needed"))
        self.active_sessions.add(caller.session_id)

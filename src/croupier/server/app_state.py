"""The application state of a running server: the house, its people, thread pools and sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from time import perf_counter
from typing import ParamSpec, TypeVar

import msgspec

from croupier.accounts import SERVER, People, PeopleRefused, SignedIn
from croupier.accounts.person import Person
from croupier.errors import Code, CroupierError, InvalidInput, Refused, brief
from croupier.game.model import Role
from croupier.server.caller import Caller, RateLimit, actor_command
from croupier.server.command_queue import CommandQueue
from croupier.server.config import Config
from croupier.server.live.feed import Feed
from croupier.server.live.hub import Hub
from croupier.server.live.socket import PAGE, Close, Socket
from croupier.server.monitoring import Health, Metrics, log_info, log_warning
from croupier.server.problems import Problem, ProblemCode
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

CLEAN_SESSIONS = 60
"""How many of these checks pass until expired sessions are removed."""

FLUSH = 5
"""Of the seconds for a stop, those that are left to send answers and close sockets."""


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
        # Hashing a password takes as long as a hundred bets: it has threads of its own.
        self._hashing_pool = ThreadPoolExecutor(2, "croupier-hash")
        # So does reading the past, which may take even longer.
        self._reading_pool = ThreadPoolExecutor(2, "croupier-read")
        self._queue = CommandQueue(house, self._pool, self.health)
        self._hub = Hub(house, self._pool, self.health.failed)
        self.large_bet = int(config.large_bet.partition(".")[0])
        rate = config.commands_per_second
        self.command_limit = RateLimit(rate, 2 * rate)
        self.sign_in_limit = RateLimit(config.sign_ins_per_minute / 60, config.sign_ins_per_minute)
        self.sockets: dict[Socket, Caller] = {}
        self.active_sessions: set[str] = set()
        """Sessions that gave a command on a socket since the last check."""
        self._loop = asyncio.get_running_loop()
        self._session_check = self._loop.create_task(self._check_sessions())
        self._ending: asyncio.Task[None] | None = None
        self.metrics.well.set(1)

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
        self._hashing_pool.shutdown()
        self._reading_pool.shutdown()

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
        """Store something that changes nothing; return True if bets can be taken."""
        if self.health.closing:
            return False
        with suppress(Problem):
            await self.run(self.house.ping)
        return self.health.takes_bets

    # Threads

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function that uses the database in a thread; raise `Problem` if that fails."""
        return await self._queue.run(work, *args, **kwargs)

    async def run_hashing(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do what `run` does, for a function that hashes a password."""
        return await self._queue.run_in(self._hashing_pool, work, *args, **kwargs)

    async def run_reading(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do what `run` does, for a function that reads or computes for long."""
        return await self._queue.run_in(self._reading_pool, work, *args, **kwargs)

    # People

    async def caller(self, token: str | None, address: str) -> Caller:
        """Return who asks, by their token; without a valid one, a caller without a person."""
        if not token:
            return Caller(address)
        found = await self.run(self.people.session, token)
        if found is None:
            return Caller(address)
        return Caller(address, token, found.id, found.person)

    async def add_guest(self, name: str | None, address: str) -> SignedIn:
        """Add a guest with play chips in the wallet, and return their session."""
        made = await self.run(self.people.guest, name, address)
        guest, house = made.session.person.name, Actor(Role.SHIFT_MANAGER, SERVER)
        chips = self.config.guest_chips
        await self.run(self.house.deposit, f"guest:{guest}", house, guest, chips)
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
            if not checks % CLEAN_SESSIONS:
                with suppress(Problem):
                    await self.run(self.people.sweep)
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

    # Tables

    async def feed(self, table_id: str, seen: int = 0, *, latest: bool = False) -> Feed:
        """Return a table's feed, no older than the event `seen`; KeyError if there is no table.

        With `latest` it is read from the database: another process may have answered the caller.
        """
        try:
            feed = await self._hub.feed(table_id)
            await (self._hub.refresh(feed) if latest else self._hub.reach(feed, seen))
            return feed
        except NotStored as wrong:
            self.health.failed(wrong)
            raise Problem(ProblemCode.NOT_STORED, say("server.table_unread")) from wrong

    async def events(self, table_id: str, after: int, to: int | None) -> tuple[EventRow, ...]:
        """Return a page of stored events."""
        return await self.run(self.house.reader.events, table_id, after, to, PAGE)

    async def command(
        self,
        caller: Caller,
        table_id: object,
        command_id: object,
        body: object,
        approval: Mapping[str, object] | None,
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
        try:
            feed = await self.feed(table_id)
        except KeyError:
            raise Problem(ProblemCode.NOT_FOUND, say("server.no_table")) from None
        try:
            approver = (
                None if approval is None else await self._approver(approval, table_id, person)
            )
            given = actor_command(person, table_id, feed.table, command_id, body, approver)
        except CroupierError as wrong:
            by = f"{person.role.value}:{person.name}"
            answer = await self.run(self.house.turn_away, table_id, by, command_id, body, wrong)
        else:
            answer = await self._queue.command(table_id, given.id, given.actor, given.body)
        self.metrics.seconds.observe(perf_counter() - began)
        done = body.get("do")
        self.metrics.commands.labels(
            done if answer.ok and isinstance(done, str) else "-", "done" if answer.ok else "refused"
        ).inc()
        return answer

    async def _approver(
        self, approval: Mapping[str, object], table_id: str, asked_by: Person
    ) -> Person:
        """Return the supervisor whose name and PIN come with a command; raise if they are wrong."""
        if not asked_by.role.staff:
            # Before the PIN is checked: a patron must not be able to try PINs, or to lock one.
            raise Refused(Code.NOT_ALLOWED, say("server.approvals_at_staff"))
        name, pin = approval.get("name"), approval.get("pin")
        if not isinstance(name, str) or not isinstance(pin, str) or len(approval) != 2:
            raise InvalidInput(Code.MALFORMED, say("server.approval_fields"))
        try:
            return await self.run_hashing(self.people.approve, name, pin, table_id, asked_by.name)
        except PeopleRefused as wrong:
            raise Problem(ProblemCode.FORBIDDEN, wrong.said) from None

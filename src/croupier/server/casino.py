"""A running server: the house, its people, its dealers, and everybody who watches."""

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
from croupier.server import server_log
from croupier.server.caller import Caller, order
from croupier.server.command_queue import Gate
from croupier.server.config import Config
from croupier.server.health import Health
from croupier.server.http.problems import Door, Problem
from croupier.server.live.feed import Feed
from croupier.server.live.hub import Hub
from croupier.server.live.socket import PAGE, Close, Socket
from croupier.server.metrics import Metrics
from croupier.server.rate_limit import Limit
from croupier.store.batch import EventRow
from croupier.store.failures import NotStored
from croupier.store.house import House
from croupier.store.requests import Answer
from croupier.table import Actor

P = ParamSpec("P")
T = TypeVar("T")

SWEEP = 1.0
"""Seconds between two looks at whether those on sockets are still signed in."""

CLEAN = 60
"""How many of them until sessions that are over are put away."""

DRAIN = 10.0
"""Seconds that commands under way are waited for when the server closes."""


class Casino:
    """Put together once a process, on its event loop."""

    def __init__(self, config: Config, house: House, people: People, metrics: Metrics) -> None:
        """Serve a house."""
        self.config = config
        self.house = house
        self.people = people
        self.metrics = metrics
        self.health = Health()
        self.health.listen(self._changed)
        self._pool = ThreadPoolExecutor(config.threads, "croupier")
        # Hashing a password takes as long as a hundred bets: it has threads of its own.
        self.hashing = ThreadPoolExecutor(2, "croupier-hash")
        # So has reading the past, which may take longer still.
        self._reading = ThreadPoolExecutor(2, "croupier-read")
        self.gate = Gate(house, self._pool, self.health)
        self.hub = Hub(house, self._pool, self.health.failed)
        self.large_bet = int(config.large_bet.partition(".")[0])
        rate = config.commands_per_second
        self.commands = Limit(rate, 2 * rate)
        self.arrivals = Limit(config.sign_ins_per_minute / 60, config.sign_ins_per_minute)
        self.sockets: dict[Socket, Caller] = {}
        self.stayed: set[str] = set()
        """Sessions that gave a command on a socket since the last sweep: a sign of life."""
        self._loop = asyncio.get_running_loop()
        self._tasks = [self._loop.create_task(self._sweep())]
        self.metrics.well.set(1)

    async def close(self) -> None:
        """Take nothing more, answer what is under way, tell everybody, and let go."""
        self.health.closing = True
        self.metrics.well.set(0)
        for task in self._tasks:
            task.cancel()
        drained = await self.gate.drained(DRAIN)
        for socket in tuple(self.sockets):
            socket.end(Close.GOING_AWAY)
        self.hub.close()
        if not drained:
            server_log.warn("commands were still under way when the server closed")
        await self._loop.run_in_executor(None, self._let_go)

    def _let_go(self) -> None:
        self._pool.shutdown()
        self.hashing.shutdown()
        self._reading.shutdown()

    def _changed(self, failure: str | None) -> None:
        """Tell everybody that the tables stand still, or go on; from any thread."""
        self.metrics.well.set(failure is None)
        if failure is None:
            server_log.note("the database is back")
            said = {"notice": "going_on", "message": "the tables go on"}
        else:
            server_log.warn("the database is gone", why=failure)
            said = {"notice": "standing_still", "message": "the tables stand still for a moment"}
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self.notify, msgspec.json.encode(said).decode())

    def notify(self, frame: str) -> None:
        """Send a frame to everybody."""
        for socket in tuple(self.sockets):
            socket.notify(frame)

    async def probe(self) -> bool:
        """Say whether bets can be taken, by trying where it was not so."""
        if self.health.closing:
            return False
        with suppress(Problem):
            await self.gate.call(self.house.ping)
        return self.health.well

    # People

    async def caller(self, token: str | None, where: str) -> Caller:
        """Find out who asks."""
        if not token:
            return Caller(where)
        found = await self.gate.call(self.people.session, token)
        if found is None:
            return Caller(where)
        return Caller(where, token, found.id, found.person)

    async def welcome(self, name: str | None, where: str) -> SignedIn:
        """Let a guest in, with play chips in the wallet."""
        made = await self.gate.call(self.people.guest, name, where)
        guest, house = made.session.person.name, Actor(Role.SHIFT_MANAGER, SERVER)
        chips = self.config.guest_chips
        await self.gate.call(self.house.deposit, f"guest:{guest}", house, guest, chips)
        return made

    async def hashed(self, what: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Have a password looked at, off the event loop and apart from the bets."""
        return await self.gate.call_in(self.hashing, what, *args, **kwargs)

    async def read(self, what: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Have something long read, apart from the bets."""
        return await self.gate.call_in(self._reading, what, *args, **kwargs)

    def sign_out_sockets(self, *session_ids: str) -> None:
        """End the sockets of sessions that are over."""
        for socket, caller in tuple(self.sockets.items()):
            if caller.session_id in session_ids:
                socket.end(Close.SIGNED_OUT)

    async def _sweep(self) -> None:
        rounds = 0
        while True:
            await asyncio.sleep(SWEEP)
            rounds += 1
            if not rounds % CLEAN:
                with suppress(Problem):
                    await self.gate.call(self.people.sweep)
            ids = {caller.session_id for caller in self.sockets.values() if caller.session_id}
            if not ids:
                continue
            with suppress(Problem):
                alive = await self.gate.call(self.people.alive, ids)
                self.sign_out_sockets(*(ids - alive))
                stayed, self.stayed = self.stayed & alive, set()
                if stayed:
                    # One note for all: a note each would be a commit each, beside the bets.
                    await self.gate.call(self.people.touch, *stayed)

    # Tables

    async def feed(self, table_id: str, seen: int = 0, *, latest: bool = False) -> Feed:
        """Give a table to watch, no older than what was seen; KeyError if there is none.

        The `latest` is as it is stored now: who asks may have been answered by another process.
        """
        try:
            feed = await self.hub.feed(table_id)
            await (self.hub.refresh(feed) if latest else self.hub.reach(feed, seen))
            return feed
        except NotStored as wrong:
            self.health.failed(wrong)
            raise Problem(Door.NOT_STORED, "the table cannot be read; try again") from wrong

    async def events(self, table_id: str, after: int, to: int | None) -> tuple[EventRow, ...]:
        """Give a page of stored events."""
        return await self.gate.call(self.house.reader.events, table_id, after, to, PAGE)

    async def command(
        self,
        caller: Caller,
        table_id: object,
        command_id: object,
        body: object,
        approval: Mapping[str, object] | None,
    ) -> Answer:
        """Give somebody's command to a table."""
        person = caller.known()
        if not self.commands.take(caller.session_id or caller.where):
            raise Problem(Door.TOO_MANY, "too many commands; wait a moment")
        if not isinstance(table_id, str):
            raise Problem(Door.NOT_READABLE, "table is the id of a table")
        if not isinstance(command_id, str) or not command_id:
            raise InvalidInput(
                Code.MALFORMED, f"the id of a command is a text, not {brief(command_id)}"
            )
        if not isinstance(body, dict):
            raise InvalidInput(Code.MALFORMED, "a command is a JSON object")
        began = perf_counter()
        try:
            feed = await self.feed(table_id)
        except KeyError:
            raise Problem(Door.NOT_FOUND, "there is no such table") from None
        try:
            approver = (
                None if approval is None else await self._approver(approval, table_id, person)
            )
            given = order(person, table_id, feed.table, command_id, body, approver)
        except CroupierError as wrong:
            answer = await self.gate.call(
                self.house.turn_away, table_id, _by(person), command_id, body, wrong
            )
        else:
            answer = await self.gate.command(table_id, given.id, given.actor, given.body)
        self.metrics.seconds.observe(perf_counter() - began)
        done = body.get("do")
        self.metrics.commands.labels(
            done if answer.ok and isinstance(done, str) else "-", "done" if answer.ok else "refused"
        ).inc()
        return answer

    async def _approver(
        self, approval: Mapping[str, object], table_id: str, asked_by: Person
    ) -> Person:
        if not asked_by.role.staff:
            # Before the PIN is looked at: nobody tries PINs, or locks one, from a patron's chair.
            raise Refused(Code.NOT_ALLOWED, "approvals are given at the staff's own screens")
        name, pin = approval.get("name"), approval.get("pin")
        if not isinstance(name, str) or not isinstance(pin, str) or len(approval) != 2:
            raise InvalidInput(Code.MALFORMED, "an approval has a name and a pin")
        try:
            return await self.hashed(self.people.approve, name, pin, table_id, asked_by.name)
        except PeopleRefused as wrong:
            raise Problem(Door.FORBIDDEN, wrong.message) from None


def _by(person: Person) -> str:
    return f"{person.role.value}:{person.name}"

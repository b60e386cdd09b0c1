"""The client, and its socket, for programs without an event loop: every call waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from threading import Thread
from typing import Any, Self, TypeVar

import httpx

from croupier.client import requests
from croupier.client.requests import (
    Approval,
    BetRounds,
    Call,
    Lost,
    Reply,
    Request,
    new_id,
)
from croupier.client.results import (
    Answer,
    ClientError,
    Command,
    Events,
    Json,
    Notice,
    Person,
    SignedOut,
    State,
    Step,
    TableInfo,
    Unanswered,
    View,
    Wallet,
)
from croupier.client.socket import AsyncLive, Tell
from croupier.client.transport import Address, Retry, Session, send

T = TypeVar("T")


class Client(Session):
    """One person at one server. `token` is the session; it may be set to one made before."""

    def __init__(
        self, address: str, *, token: str | None = None, retry: Retry | None = None
    ) -> None:
        """Use the server at an address such as "http://127.0.0.1:8321"."""
        super().__init__(address, token, retry)
        self._http = httpx.Client(
            cookies=self._transport.cookies(), trust_env=not self._transport.address.is_local
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Close the connections; the session stays."""
        self.close()

    def close(self) -> None:
        """Close the connections; the session stays."""
        self._http.close()

    def _request(self, request: Request[T]) -> T:
        return send(request, self._transport.retry, self._send_once)

    def _send_once(self, call: Call) -> Reply | Lost:
        try:
            response = self._http.send(self._transport.request(call))
        except httpx.TransportError as wrong:
            return self._transport.lost(wrong)
        return self._transport.reply(response)

    # People

    def sign_in(self, name: str, password: str, code: str | None = None) -> Person:
        """Sign in, with a code where the house asks for a second factor.

        Everything from now on is done as this person.
        """
        return self._signed_in(self._request(requests.sign_in(name, password, code)))

    def guest(self, name: str | None = None) -> Person:
        """Sign in as a guest; in demo mode only."""
        return self._signed_in(self._request(requests.guest(name)))

    def sign_out(self) -> None:
        """End the session and its sockets; nothing is raised if it is over already."""
        with suppress(SignedOut):
            self._request(requests.sign_out())
        self._transport.token = None

    def me(self) -> Person:
        """Return who I am and what my wallet holds."""
        return self._request(requests.me())

    # Tables

    def lobby(self) -> list[TableInfo]:
        """Return all tables."""
        return self._request(requests.lobby())

    def view(self, table: str) -> View:
        """Return a table as I see it."""
        seen = self._request(requests.view(table))
        self._rounds.saw(table, seen.state.get("round"))
        return seen

    def events(self, table: str, after: int = 0) -> Events:
        """Return a page of the events after a number."""
        page = self._request(requests.events(table, after))
        self._rounds.saw_events(table, page.events)
        return page

    def command(
        self,
        table: str,
        command: Command,
        *,
        id: str | None = None,
        approval: Approval | None = None,
    ) -> Answer:
        """Send a command and return its answer; it counts once, however often it is sent.

        A bet without a `round` is meant for the one that this client saw last.
        """
        id = id or new_id()
        body = self._with_round(table, command, id)
        try:
            answer = self._request(requests.command(table, body, id, approval))
        except ClientError as wrong:
            self._rounds.failed(table, body, wrong)
            raise
        return self._rounds.answered(table, answer)

    def _with_round(self, table: str, command: Command, id: str) -> Command:
        """Return a command with the round that it is meant for."""
        found = self._rounds.with_known_round(table, command, id)
        if found is not None:
            return found
        return self._rounds.with_asked_round(table, command, id, self._ask_round(table))

    def _ask_round(self, table: str) -> int | None:
        """Return the current round of a table; None if no answer comes.

        It is sent only once: a late answer may be about a later round.
        """
        once = replace(self._transport.retry, tries=1)
        with suppress(Unanswered):
            seen = send(requests.view(table), once, self._send_once)
            return seen.state.get("round")
        return None

    def live(self, tell: Tell | None = None) -> Live:
        """Return a socket, to be used with `with`; `tell` is called in the socket's own thread."""
        return Live(
            self._transport.address,
            self.token,
            self._transport.retry,
            tell,
            rounds=self._rounds,
            with_round=self._with_round,
        )

    # Money, and everything else

    def wallet(self, name: str) -> Wallet:
        """Return what a wallet holds: one's own, or for the staff anybody's."""
        return self._request(requests.wallet(name))

    def deposit(self, name: str, amount: str, *, id: str | None = None) -> Answer:
        """Put money into a patron's wallet, once."""
        return self._request(requests.cash(name, "deposits", amount, id))

    def withdraw(self, name: str, amount: str, *, id: str | None = None) -> Answer:
        """Pay money out of a patron's wallet, once."""
        return self._request(requests.cash(name, "withdrawals", amount, id))

    def get(self, path: str) -> Json:
        """Return any other JSON page: rounds, reports, games."""
        return self._request(requests.get(path))


class Live:
    """An `AsyncLive` on an event loop in a thread of its own; several threads may use it."""

    def __init__(
        self,
        address: Address,
        token: str | None,
        retry: Retry,
        tell: Tell | None = None,
        *,
        rounds: BetRounds,
        with_round: Callable[[str, Command, str], Command],
    ) -> None:
        """Use the session of a token; without one a program may only watch."""

        async def in_thread(table: str, command: Command, id: str) -> Command:
            # It may ask over HTTP, which must not block the socket's event loop.
            return await asyncio.to_thread(with_round, table, command, id)

        self._make: Callable[[], AsyncLive] = lambda: AsyncLive(
            address, token, retry, tell, rounds=rounds, with_round=in_thread
        )
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="croupier-live", daemon=True)
        self._live: AsyncLive | None = None

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    @property
    def _inner(self) -> AsyncLive:
        if self._live is None:
            raise RuntimeError("a socket is used inside its `with`")
        return self._live

    def __enter__(self) -> Self:
        """Connect; raise `ClientError` if that is refused or does not succeed."""

        async def begin() -> AsyncLive:
            return await self._make().__aenter__()

        self._thread.start()
        try:
            self._live = self._wait(begin())
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Close the socket."""
        self._wait(self._inner.close())
        self._stop()

    def _stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    @property
    def breaks(self) -> int:
        """How often the connection was lost."""
        return self._inner.breaks

    def watch(self, table: str, after: int | None = None) -> View:
        """Watch a table and return its state; with `after`, the events since then come first."""
        return self._wait(self._inner.watch(table, after))

    def unwatch(self, table: str) -> None:
        """Stop watching a table."""
        self._wait(self._inner.unwatch(table))

    def view(self, table: str) -> View:
        """Return the last known state of a watched table; KeyError if it is not watched."""
        return self._inner.view(table)

    def state(self, table: str) -> State:
        """Return the state of a watched table."""
        return self._inner.state(table)

    def command(
        self,
        table: str,
        command: Command,
        *,
        id: str | None = None,
        approval: Approval | None = None,
    ) -> Answer:
        """Send a command and return its answer; it counts once, however often it is sent."""
        return self._wait(self._inner.command(table, command, id=id, approval=approval))

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Step | Notice:
        # StopAsyncIteration passes through a future; StopIteration could not.
        try:
            return self._wait(self._inner.__anext__())
        except StopAsyncIteration:
            raise StopIteration from None

"""The client for programs that run on an event loop."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from types import TracebackType
from typing import Self, TypeVar

import httpx

from croupier.client import requests
from croupier.client.bet_round import Rounds
from croupier.client.call import Call, Lost, Reply, new_id
from croupier.client.requests import Approval, Ask, SignedIn
from croupier.client.results import (
    Answer,
    ClientError,
    Events,
    Person,
    SignedOut,
    TableInfo,
    Unanswered,
    View,
    Wallet,
)
from croupier.client.retry import Retry, drive_async
from croupier.client.socket import AsyncLive, Tell
from croupier.client.state import Command, Json
from croupier.client.transport import Address, Transport

T = TypeVar("T")


class AsyncClient:
    """One person at one server. `token` is the session; it may be set to one made before."""

    def __init__(
        self, address: str, *, token: str | None = None, retry: Retry | None = None
    ) -> None:
        """Speak to the server at an address, as `Address.parse` reads it."""
        self._transport = Transport(Address.parse(address), retry or Retry())
        self._transport.token = token
        self._rounds = Rounds()
        self._http = httpx.AsyncClient(
            cookies=self._transport.cookies(), trust_env=not self._transport.address.near
        )

    @property
    def token(self) -> str | None:
        """The session; None before somebody came in."""
        return self._transport.token

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        wrong: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let go of the connections; the session stays."""
        await self.close()

    async def close(self) -> None:
        """Let go of the connections; the session stays."""
        await self._http.aclose()

    async def _ask(self, asked: Ask[T]) -> T:
        return await drive_async(asked, self._transport.retry, self._send)

    async def _send(self, call: Call) -> Reply | Lost:
        try:
            response = await self._http.send(self._transport.request(call))
        except httpx.TransportError as wrong:
            return self._transport.lost(wrong)
        return self._transport.reply(response)

    # People

    async def sign_in(self, name: str, password: str) -> Person:
        """Sign in; from now on everything is asked in this name."""
        return self._enter(await self._ask(requests.sign_in(name, password)))

    async def guest(self, name: str | None = None) -> Person:
        """Come as a guest, where play is for fun."""
        return self._enter(await self._ask(requests.guest(name)))

    def _enter(self, made: SignedIn) -> Person:
        self._transport.token = made.token
        return made.person

    async def sign_out(self) -> None:
        """End the session and its sockets; one that is over already is no trouble."""
        with suppress(SignedOut):
            await self._ask(requests.sign_out())
        self._transport.token = None

    async def me(self) -> Person:
        """Say who I am and what my wallet holds."""
        return await self._ask(requests.me())

    # Tables

    async def lobby(self) -> list[TableInfo]:
        """List the tables."""
        return await self._ask(requests.lobby())

    async def view(self, table: str) -> View:
        """Show a table as I see it."""
        seen = await self._ask(requests.view(table))
        self._rounds.saw(table, seen.state.get("round"))
        return seen

    async def events(self, table: str, after: int = 0) -> Events:
        """Give a page of what happened after an event."""
        page = await self._ask(requests.events(table, after))
        self._rounds.saw_events(table, page.events)
        return page

    async def command(
        self,
        table: str,
        command: Command,
        *,
        id: str | None = None,
        approval: Approval | None = None,
    ) -> Answer:
        """Give a command; it counts once, however often it has to be sent.

        A bet without a `round` is meant for the one that this client saw last.
        """
        id = id or new_id()
        body = await self._meant(table, command, id)
        try:
            answer = await self._ask(requests.command(table, body, id, approval))
        except ClientError as wrong:
            self._rounds.failed(table, body, wrong)
            raise
        return self._rounds.answered(table, answer)

    async def _meant(self, table: str, command: Command, id: str) -> Command:
        """Return a command with the round that it is meant for."""
        found = self._rounds.known(table, command, id)
        if found is not None:
            return found
        return self._rounds.found(table, command, id, await self._look(table))

    async def _look(self, table: str) -> int | None:
        """Return the round that a table is in; None if no answer comes at once.

        It is asked once: an answer that comes late may be about a later round.
        """
        once = replace(self._transport.retry, tries=1)
        with suppress(Unanswered):
            seen = await drive_async(requests.view(table), once, self._send)
            return seen.state.get("round")
        return None

    def live(self, tell: Tell | None = None) -> AsyncLive:
        """Give a socket, to be used with `async with`."""
        return AsyncLive(
            self._transport.address,
            self.token,
            self._transport.retry,
            tell,
            rounds=self._rounds,
            meant=self._meant,
        )

    # Money, and everything else

    async def wallet(self, name: str) -> Wallet:
        """Say what a wallet holds: one's own, or for the staff anybody's."""
        return await self._ask(requests.wallet(name))

    async def deposit(self, name: str, amount: str, *, id: str | None = None) -> Answer:
        """Put money into a patron's wallet, once."""
        return await self._ask(requests.cash(name, "deposits", amount, id))

    async def withdraw(self, name: str, amount: str, *, id: str | None = None) -> Answer:
        """Pay money out of a patron's wallet, once."""
        return await self._ask(requests.cash(name, "withdrawals", amount, id))

    async def get(self, path: str) -> Json:
        """Read any page that gives JSON: rounds, reports, games."""
        return await self._ask(requests.get(path))

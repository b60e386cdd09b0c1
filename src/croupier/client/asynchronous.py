"""The client for programs with an event loop."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Self, TypeVar

import httpx

from croupier.client import requests
from croupier.client.requests import (
    Approval,
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
    Person,
    SignedOut,
    TableInfo,
    Unanswered,
    View,
    Wallet,
)
from croupier.client.socket import AsyncLive, Tell
from croupier.client.transport import Retry, Session, send_async

T = TypeVar("T")


class AsyncClient(Session):
    """One person at one server. `token` is the session; it may be set to one made before."""

    def __init__(
        self, address: str, *, token: str | None = None, retry: Retry | None = None
    ) -> None:
        """Use the server at an address such as "http://127.0.0.1:8321"."""
        super().__init__(address, token, retry)
        self._http = httpx.AsyncClient(
            cookies=self._transport.cookies(), trust_env=not self._transport.address.is_local
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close the connections; the session stays."""
        await self.close()

    async def close(self) -> None:
        """Close the connections; the session stays."""
        await self._http.aclose()

    async def _request(self, request: Request[T]) -> T:
        return await send_async(request, self._transport.retry, self._send_once)

    async def _send_once(self, call: Call) -> Reply | Lost:
        try:
            response = await self._http.send(self._transport.request(call))
        except httpx.TransportError as wrong:
            return self._transport.lost(wrong)
        return self._transport.reply(response)

    # People

    async def sign_in(self, name: str, password: str, code: str | None = None) -> Person:
        """Sign in, with a code where the house asks for a second factor.

        Everything from now on is done as this person.
        """
        return self._signed_in(await self._request(requests.sign_in(name, password, code)))

    async def guest(self, name: str | None = None) -> Person:
        """Sign in as a guest; in demo mode only."""
        return self._signed_in(await self._request(requests.guest(name)))

    async def sign_out(self) -> None:
        """End the session and its sockets; nothing is raised if it is over already."""
        with suppress(SignedOut):
            await self._request(requests.sign_out())
        self._transport.token = None

    async def me(self) -> Person:
        """Return who I am and what my wallet holds."""
        return await self._request(requests.me())

    # Tables

    async def lobby(self) -> list[TableInfo]:
        """Return all tables."""
        return await self._request(requests.lobby())

    async def view(self, table: str) -> View:
        """Return a table as I see it."""
        seen = await self._request(requests.view(table))
        self._rounds.saw(table, seen.state.get("round"))
        return seen

    async def events(self, table: str, after: int = 0) -> Events:
        """Return a page of the events after a number."""
        page = await self._request(requests.events(table, after))
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
        """Send a command and return its answer; it counts once, however often it is sent.

        A bet without a `round` is meant for the one that this client saw last.
        """
        id = id or new_id()
        body = await self._with_round(table, command, id)
        try:
            answer = await self._request(requests.command(table, body, id, approval))
        except ClientError as wrong:
            self._rounds.failed(table, body, wrong)
            raise
        return self._rounds.answered(table, answer)

    async def _with_round(self, table: str, command: Command, id: str) -> Command:
        """Return a command with the round that it is meant for."""
        found = self._rounds.with_known_round(table, command, id)
        if found is not None:
            return found
        return self._rounds.with_asked_round(table, command, id, await self._ask_round(table))

    async def _ask_round(self, table: str) -> int | None:
        """Return the current round of a table; None if no answer comes.

        It is sent only once: a late answer may be about a later round.
        """
        once = replace(self._transport.retry, tries=1)
        with suppress(Unanswered):
            seen = await send_async(requests.view(table), once, self._send_once)
            return seen.state.get("round")
        return None

    def live(self, tell: Tell | None = None) -> AsyncLive:
        """Return a socket, to be used with `async with`."""
        return AsyncLive(
            self._transport.address,
            self.token,
            self._transport.retry,
            tell,
            rounds=self._rounds,
            with_round=self._with_round,
        )

    # Money, and everything else

    async def wallet(self, name: str) -> Wallet:
        """Return what a wallet holds: one's own, or for the staff anybody's."""
        return await self._request(requests.wallet(name))

    async def deposit(self, name: str, amount: str, *, id: str | None = None) -> Answer:
        """Put money into a patron's wallet, once."""
        return await self._request(requests.cash(name, "deposits", amount, id))

    async def withdraw(self, name: str, amount: str, *, id: str | None = None) -> Answer:
        """Pay money out of a patron's wallet, once."""
        return await self._request(requests.cash(name, "withdrawals", amount, id))

    async def get(self, path: str) -> Json:
        """Return any other JSON page: rounds, reports, games."""
        return await self._request(requests.get(path))

"""A guest is made with play chips or not at all, whatever happens meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from croupier.accounts import People, SignedIn
from croupier.server.app_state import AppState
from croupier.server.config import read_config
from croupier.server.monitoring import Metrics
from croupier.server.problems import Problem, ProblemCode
from croupier.store.failures import NotStored
from croupier.store.house import House
from server.people import Plain


def with_app(database: str, act: Callable[[AppState], Any]) -> None:
    """Do something with the state of a server, on an event loop of its own."""

    async def run() -> None:
        config = read_config(None, given={"database": database})
        with House.open(database) as house, People.open(database, hasher=Plain()) as people:
            app = AppState(config, house, people, Metrics())
            try:
                await act(app)
            finally:
                await app.close()

    asyncio.run(run())


def test_a_stop_between_the_guest_and_the_chips_waits_for_both(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(app: AppState) -> None:
        make = app.people.guest

        def stopped_meanwhile(*words: Any) -> SignedIn:
            made = make(*words)
            app.health.closing = True
            return made

        monkeypatch.setattr(app.people, "guest", stopped_meanwhile)
        made = await app.add_guest("may", "here")
        assert app.house.balance(made.session.person.name) == "10000.00"

    with_app(database, act)


def test_a_server_that_stops_makes_no_guest(sqlite: str) -> None:
    async def act(app: AppState) -> None:
        app.health.closing = True
        with pytest.raises(Problem) as refused:
            await app.add_guest("may", "here")
        assert refused.value.code is ProblemCode.CLOSING
        assert app.people.find("may") is None

    with_app(sqlite, act)


def test_a_guest_whose_chips_are_not_stored_is_signed_out(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(app: AppState) -> None:
        with pytest.raises(Problem) as refused:
            await app.add_guest("may", "here")
        assert refused.value.code is ProblemCode.NOT_STORED
        assert app.people.sessions("may") == (), "nobody has the token"

    def lost(*_: object) -> None:
        raise NotStored("the disk is full")

    monkeypatch.setattr(House, "deposit", lost)
    with_app(sqlite, act)

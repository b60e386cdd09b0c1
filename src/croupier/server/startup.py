"""From settings to a running casino, and back in order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from typing import Protocol

from croupier.accounts import Limits, People
from croupier.server import server_log
from croupier.server.auto_dealer.runner import Steward
from croupier.server.auto_dealer.thread import StewardThread
from croupier.server.casino import Casino
from croupier.server.config import Config
from croupier.server.metrics import Metrics
from croupier.store.clock import Clock
from croupier.store.failures import NotStored
from croupier.store.house import House
from croupier.store.incidents import Incident, Incidents, Kind
from croupier.store.lease import lease_of
from croupier.store.verify_heads import counted

STEWARD = "house:steward"


class Demo(Protocol):
    """The demo casino as the server sees it: tables to open, and patrons who play at them."""

    def furnish(self, house: House) -> None:
        """Open the demo tables that are not there yet."""

    def company(
        self, casino: Casino, holding: Callable[[], bool]
    ) -> AbstractAsyncContextManager[object]:
        """Have demo patrons play while `holding` returns True: this process runs the tables."""


@asynccontextmanager
async def opened(
    config: Config, metrics: Metrics, demo: Demo | None = None
) -> AsyncIterator[Casino]:
    """Open the database, let the dealers begin, and leave everything in order at the end."""
    # One clock for tables and people: what is stored never goes back in time, whoever sets it.
    clock = Clock()
    people = await asyncio.to_thread(_people, config, clock)
    house = await asyncio.to_thread(
        House.open, config.database, shared=config.workers > 1, now=clock.text
    )
    casino = Casino(config, house, people, metrics)
    journal = people.incidents
    outages = Outages(journal, clock, asyncio.get_running_loop())
    casino.health.listen(outages.heard)
    if demo is not None:
        await asyncio.to_thread(demo.furnish, house)
    steward = StewardThread(
        Steward(
            house,
            lease_of(config.database),
            clean=lambda: _took_over(journal),
            fresh=True,
            leaving=lambda clean: _left(journal, clean=clean),
        )
    )
    await asyncio.to_thread(steward.start)
    try:
        async with AsyncExitStack() as company:
            if demo is not None:
                await company.enter_async_context(demo.company(casino, lambda: steward.holding))
            yield casino
    finally:
        casino.health.closing = True
        clean = await asyncio.to_thread(steward.stop, finish=True)
        await casino.close()
        await asyncio.to_thread(people.close)
        await asyncio.to_thread(house.close)
        server_log.note("stopped", clean=clean)


def _people(config: Config, clock: Clock) -> People:
    limits = Limits(staff_idle=config.staff_idle, patron_idle=config.patron_idle)
    return People.open(config.database, limits=limits, clock=clock)


def _last(journal: Incidents) -> Incident | None:
    return journal.last(Kind.SERVER_STARTED, Kind.SERVER_STOPPED)


def _took_over(journal: Incidents) -> bool:
    """Note that the tables have a steward; say whether the one before left them in order."""
    last = _last(journal)
    clean = last is None or (last.kind is Kind.SERVER_STOPPED and last.detail["clean"])
    journal.note(Kind.SERVER_STARTED, STEWARD, detail={"after_a_clean_stop": clean})
    if not clean:
        server_log.warn(
            "the server was not stopped cleanly: rounds under way are resolved by the rules"
        )
    return bool(clean)


def _left(journal: Incidents, *, clean: bool) -> None:
    # Where it cannot be noted, the next start finds no clean stop, and that is right.
    with suppress(NotStored), journal.writing() as entries:
        # With what there is now, so that a database that has lost it is not called sound.
        detail = {"clean": clean, **counted(entries.connection)}
        entries.note(Kind.SERVER_STOPPED, STEWARD, detail=detail)


class Outages:
    """Notes when the database was gone, and why, once it takes notes again."""

    def __init__(self, journal: Incidents, clock: Clock, loop: asyncio.AbstractEventLoop) -> None:
        """Write in a journal, in threads of a loop."""
        self._journal = journal
        self._clock = clock
        self._loop = loop
        self._began: dict[str, str] = {}

    def heard(self, failure: str | None) -> None:
        """Hear that the database is gone (why), or back (None); from any thread."""
        if failure is not None:
            self._began = {"at": self._clock.text(), "why": failure}
            return
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._loop.run_in_executor, None, self._note)

    def _note(self) -> None:
        with suppress(NotStored):
            self._journal.note(Kind.OUTAGE_BEGAN, STEWARD, detail=self._began)
            self._journal.note(Kind.OUTAGE_ENDED, STEWARD)

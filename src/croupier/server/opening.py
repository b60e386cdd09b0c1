"""From settings to a running casino, and back in order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from croupier.server import demo, diary
from croupier.server.casino import Casino
from croupier.server.config import Config
from croupier.server.metrics import Metrics
from croupier.server.patrons import entertained
from croupier.server.steward import Steward
from croupier.server.steward_thread import StewardThread
from croupier.store.clock import Clock
from croupier.store.completeness import counted
from croupier.store.database.failure import NotStored
from croupier.store.house import House
from croupier.store.incident import Incident, Incidents, Kind
from croupier.store.lease import lease_of
from croupier.store.people import Limits, People

STEWARD = "house:steward"


@asynccontextmanager
async def opened(config: Config, metrics: Metrics) -> AsyncIterator[Casino]:
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
    if config.demo:
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
        async with _company(config, casino, steward):
            yield casino
    finally:
        casino.health.closing = True
        clean = await asyncio.to_thread(steward.stop, finish=True)
        await casino.close()
        await asyncio.to_thread(people.close)
        await asyncio.to_thread(house.close)
        diary.note("stopped", clean=clean)


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
        diary.warn("the server was not stopped cleanly: rounds under way are resolved by the rules")
    return bool(clean)


def _left(journal: Incidents, *, clean: bool) -> None:
    # Where it cannot be noted, the next start finds no clean stop, and that is right.
    with suppress(NotStored), journal.writing() as pen:
        # With what there is now, so that a database that has lost it is not called sound.
        detail = {"clean": clean, **counted(pen.connection)}
        pen.note(Kind.SERVER_STOPPED, STEWARD, detail=detail)


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


@asynccontextmanager
async def _company(config: Config, casino: Casino, steward: StewardThread) -> AsyncIterator[None]:
    """Have demo patrons at the demo tables, in the process that runs them."""
    if not config.demo:
        yield
        return

    async def admit() -> str:
        return (await casino.welcome(None, "demo")).token

    async with entertained(config.here, lambda: steward.holding, admit=admit):
        yield

"""From settings to a running casino, and back in order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from croupier.server import demo, diary
from croupier.server.casino import Casino
from croupier.server.config import Config
from croupier.server.metrics import Metrics
from croupier.server.steward import Steward
from croupier.server.steward_thread import StewardThread
from croupier.store.clock import Clock
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
    casino.health.listen(lambda failure: _outage(journal, failure))
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
    steward.start()
    try:
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
    with suppress(NotStored):
        journal.note(Kind.SERVER_STOPPED, STEWARD, detail={"clean": clean})


def _outage(journal: Incidents, failure: str | None) -> None:
    """Note an outage once the database takes notes again."""
    if failure is None:
        with suppress(NotStored):
            journal.note(Kind.OUTAGE_ENDED, STEWARD)

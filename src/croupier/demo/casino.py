"""The demo casino, as `croupier serve` hands it to the server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from croupier.demo import tables
from croupier.demo.patrons import entertained
from croupier.server.casino import Casino
from croupier.store.house import House


class DemoCasino:
    """Opens the demo tables, and has patrons play at them."""

    def furnish(self, house: House) -> None:
        """Open the demo tables that are not there yet."""
        tables.furnish(house)

    @asynccontextmanager
    async def company(self, casino: Casino, holding: Callable[[], bool]) -> AsyncIterator[None]:
        """Have demo patrons play while `holding` returns True: this process runs the tables."""

        async def admit() -> str:
            return (await casino.welcome(None, "demo")).token

        async with entertained(casino.config.here, holding, admit=admit):
            yield


DEMO = DemoCasino()

"""Demo patrons at a real server: they bet, insure, bank and squeeze, and go when it closes."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator

import pytest

from croupier.accounts import People
from croupier.client import AsyncClient
from croupier.demo import tables
from croupier.demo.casino import playing
from croupier.game.loading import keys
from croupier.store.house import House
from houses import SAM
from served import Served, served

HURRY = {
    **dict.fromkeys(("betting", "insurance", "options", "squeeze", "player_dealer"), 1000),
    **dict.fromkeys(("card", "settle", "between", "shoe"), 20),
}
WANTED = {
    "seat_taken",
    "bet_placed",
    "insurance_placed",
    "player_dealer_accepted",
    "squeeze_granted",
    "card_turned",
    "round_settled",
}
HARMLESS = {"wrong_phase", "insurance_closed", "box_taken", "not_allowed", "not_yours", "too_late"}
"""Refusals of a patron who was a moment too late, or not the highest bettor."""


GUESTS = 60


@pytest.fixture
def tokens() -> list[str]:
    """Sessions of guests, made before the server starts: it has no demo, and so no patrons."""
    return []


@pytest.fixture
def demo_server(monkeypatch: pytest.MonkeyPatch, tokens: list[str]) -> Iterator[Served]:
    """A server with the demo tables at a fast pace, and nobody at them."""
    monkeypatch.setattr(tables, "PACE", HURRY)

    def prepare(database: str) -> None:
        with House.open(database) as house, People.open(database) as people:
            tables.open_tables(house)
            for _ in range(GUESTS):
                guest = people.guest()
                name = guest.session.person.name
                house.deposit(f"guest:{name}", SAM, name, "10000")
                tokens.append(guest.token)

    with served(prepare, demo="false") as running:
        yield running


async def watched(address: str) -> Counter[str]:
    """Count events until every kind that patrons cause has come."""
    counted: Counter[str] = Counter()
    last = {tables.table_id_of(key): 0 for key in keys()}
    async with AsyncClient(address) as client, asyncio.timeout(90):
        while not counted.keys() >= WANTED:
            for table, after in last.items():
                page = await client.events(table, after)
                last[table] = page.number
                counted.update(event.type for event in page.events)
            await asyncio.sleep(0.2)
    return counted


def test_patrons_do_everything_that_guests_can_see(demo_server: Served, tokens: list[str]) -> None:
    async def new_guest() -> str:
        return tokens.pop()

    async def evening() -> None:
        runs_tables = False
        async with playing(
            demo_server.address, lambda: runs_tables, new_guest=new_guest, seed=7, pauses=0.02
        ) as patrons:
            await asyncio.sleep(0.6)
            async with AsyncClient(demo_server.address) as client:
                assert all(table.taken == 0 for table in await client.lobby())
            runs_tables = True
            counted = await watched(demo_server.address)
            assert counted["bet_placed"] > 20
            met = Counter(refusal.code for refusal in patrons.refusals)
            assert met.keys() <= HARMLESS, patrons.refusals
            assert sum(met.values()) < counted["bet_placed"]
            # The server goes first: nobody minds.
            await asyncio.to_thread(demo_server.stop)

    asyncio.run(evening())
    assert not any("Traceback" in line for line in demo_server.log)

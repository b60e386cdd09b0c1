"""The demo casino: a table of each game that ships, dealt automatically, and its patrons."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from croupier.demo.patrons import playing
from croupier.game.loading import keys, shipped
from croupier.game.model import Banker, Role
from croupier.server.app_state import AppState
from croupier.store.house import House
from croupier.table import Actor

HOUSE = Actor(Role.SHIFT_MANAGER, "house:demo")

LIMITS: Mapping[str, Any] = {"min": "10", "side_min": "5"}
PACE: Mapping[str, Any] = {
    "betting": 12_000,
    "insurance": 7_000,
    "options": 10_000,
    "squeeze": 8_000,
    "player_dealer": 6_000,
    "card": 800,
    "settle": 2_500,
    "between": 3_000,
    "shoe": 5_000,
}
"""Faster than the automatic dealer's usual pace: a visitor of one minute sees a round."""


class DemoCasino:
    """The demo casino as `croupier serve` hands it to the server."""

    def open_tables(self, house: House) -> None:
        """Open a table of each game, unless it is open; the automatic dealer runs it."""
        for key in keys():
            table_id = table_id_of(key)
            if table_id not in house.tables():
                house.create_table(table_id)
            live = house.live_table(table_id)
            if live.version == 0:
                _command(house, table_id, "open", _open_table(key))
            if live.table.round > 0 or live.table.automatic or not live.table.open:
                # It has been played at: changes that the staff made since then stay.
                continue
            dealer = {"do": "assign_dealer", "automatic": True, "pace": dict(PACE)}
            _command(house, table_id, "dealer", dealer)

    @asynccontextmanager
    async def patrons(self, app: AppState, runs_tables: Callable[[], bool]) -> AsyncIterator[None]:
        """Let demo patrons play while `runs_tables` returns True: this process deals."""

        async def new_guest() -> str:
            return (await app.add_guest(None, "demo")).token

        async with playing(app.config.local_url, runs_tables, new_guest=new_guest):
            yield


def table_id_of(key: str) -> str:
    """Return the id of the demo table of a game."""
    return f"demo-{key}"


def _open_table(key: str) -> dict[str, Any]:
    game = shipped(key)
    limits: dict[str, Any] = dict(LIMITS)
    if game.limits.between:
        limits["max_differential"] = "5000"
    else:
        limits["max"] = "2000"
    body: dict[str, Any] = {"do": "open_table", "game": key, "limits": limits, "float": "1000000"}
    squeeze = game.cite("squeeze")
    # Only a paragraph of the game's own document; a table with insurance shows enough already.
    if squeeze is not None and " " not in squeeze and game.insurance is None:
        body["face_down"] = True
    if game.bank.by is Banker.PLAYER_DEALER:
        body["fees"] = {"main": "1", "tie": "1", "player_dealer": "2"}
    return body


def _command(house: House, table_id: str, what: str, body: Mapping[str, Any]) -> None:
    """Send a command that counts once for each house, however often the server starts."""
    answer = house.command(table_id, f"{table_id}-{what}", HOUSE, body)
    if not answer.ok:
        raise RuntimeError(f"the demo table {table_id} refused {what}: {answer.data.decode()}")


DEMO = DemoCasino()

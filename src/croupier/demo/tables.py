"""The demo casino: a table of each game that ships, dealt automatically, for play chips."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.game.loading import keys, shipped
from croupier.game.model import Banker, Role
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
"""Livelier than the automatic dealer is by itself: who looks in for a minute sees a round."""


def name_of(key: str) -> str:
    """Name the demo table of a game."""
    return f"demo-{key}"


def furnish(house: House) -> None:
    """Open a table of each game, unless it is there; its dealer is the automatic one."""
    for key in keys():
        table_id = name_of(key)
        if table_id not in house.tables():
            house.create_table(table_id)
        room = house.live_table(table_id)
        if room.version == 0:
            _do(house, table_id, "open", _opening(key))
        if room.table.round > 0 or room.table.automatic or not room.table.open:
            # It was played at: what the staff have changed since stays as it is.
            continue
        dealer = {"do": "assign_dealer", "automatic": True, "pace": dict(PACE)}
        _do(house, table_id, "dealer", dealer)


def _opening(key: str) -> dict[str, Any]:
    game = shipped(key)
    limits: dict[str, Any] = dict(LIMITS)
    if game.limits.between:
        limits["max_differential"] = "5000"
    else:
        limits["max"] = "2000"
    body: dict[str, Any] = {"do": "open_table", "game": key, "limits": limits, "float": "1000000"}
    squeeze = game.cite("squeeze")
    # A game's own paragraph, not one that is borrowed; a table with insurance has enough to see.
    if squeeze is not None and " " not in squeeze and game.insurance is None:
        body["face_down"] = True
    if game.bank.by is Banker.PLAYER_DEALER:
        body["fees"] = {"main": "1", "tie": "1", "player_dealer": "2"}
    return body


def _do(house: House, table_id: str, what: str, body: Mapping[str, Any]) -> None:
    """Give a command once in the life of a house, however often it starts."""
    answer = house.command(table_id, f"{table_id}-{what}", HOUSE, body)
    if not answer.ok:
        raise RuntimeError(f"the demo table {table_id} refused {what}: {answer.data.decode()}")

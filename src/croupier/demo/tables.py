"""The tables of the demo casino: one of each game, opened again when its game file has changed."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from croupier.game.model import POSITION_FEE, Banker, Game, Role
from croupier.store.house import House
from croupier.store.shelf import Origin
from croupier.table import Actor, Phase, Table

HOUSE = Actor(Role.SHIFT_MANAGER, "house:demo")

LIMITS: Mapping[str, Any] = {"min": "10", "side_min": "5"}
FEE, BANKING_FEE = "1", "2"
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

_MOST_ID = 64


def table_id_of(key: str) -> str:
    """Return the id of the demo table of a game; no two keys have the same."""
    id = f"demo-{key}"
    if len(id) <= _MOST_ID:
        return id
    # Two long keys may begin alike.
    return f"{id[: _MOST_ID - 9]}-{sha256(key.encode()).hexdigest()[:8]}"


def is_demo(table_id: str) -> bool:
    """Return True if a table belongs to the demo casino."""
    return table_id.startswith("demo-")


def open_tables(house: House) -> None:
    """Open a table of each game with the file of now; the automatic dealer runs it.

    A table with a round under way keeps its file until `renew` finds it between rounds. One that
    the staff has closed, or where a person deals, is left as it is.
    """
    for game in _shown(house):
        table_id = table_id_of(game.key)
        if table_id not in house.tables():
            house.create_table(table_id)
        renew(house, game)


def outdated(house: House) -> tuple[Game, ...]:
    """Return the games whose demo table runs by an earlier version of their file."""
    return tuple(
        game
        for game in _shown(house)
        if _runs_by_another(house.live_table(table_id_of(game.key)).refresh(), game)
    )


def renew(house: House, game: Game) -> bool:
    """Open the demo table of a game, or assign its dealer; return True if something changed.

    Where the file has changed the table is closed between rounds and opened again: patrons keep
    their chips, and sit down again.
    """
    table_id = table_id_of(game.key)

    def decide(version: int, table: Table) -> tuple[str, Mapping[str, Any]] | None:
        wanted = _next_step(house, table_id, version, table, game)
        # The version is in the id: of several processes one succeeds.
        return None if wanted is None else (f"{table_id}-demo-{version}", wanted)

    changed = False
    while (answer := house.react(table_id, HOUSE, decide)) is not None:
        if not answer.ok:
            raise RuntimeError(f"the demo table {table_id} refused: {answer.data.decode()}")
        changed = True
    return changed


def _next_step(
    house: House, table_id: str, version: int, table: Table, game: Game
) -> Mapping[str, Any] | None:
    """Return what the demo has to do at a table next; None if nothing, or not during a round."""
    if version == 0:
        return opening(game)
    if _runs_by_another(table, game):
        return {"do": "close_table"} if table.phase is Phase.IDLE else None
    if table.automatic and table.open:
        return None
    # An earlier process may have ended between these steps; what the staff did last stays.
    rows = house.events_after(table_id, version - 1, most=1)
    if not rows or rows[0].actor != f"{HOUSE.role.value}:{HOUSE.name}":
        return None
    if not table.open:
        return opening(game)
    return {"do": "assign_dealer", "automatic": True, "pace": dict(PACE)}


def _runs_by_another(table: Table, game: Game) -> bool:
    setup = table.setup
    return setup is not None and setup.digest != game.digest and table.open and table.automatic


def _shown(house: House) -> tuple[Game, ...]:
    return tuple(game for game, origin in house.shelf.all() if origin is not Origin.UPLOAD)


def opening(game: Game) -> dict[str, Any]:
    """Return the command that opens a demo table of a game."""
    limits: dict[str, Any] = dict(LIMITS)
    if game.limits.between:
        limits["max_differential"] = "5000"
    else:
        limits["max"] = "2000"
    body: dict[str, Any] = {"do": "open_table", "game": game.key, "limits": limits}
    body["float"] = "1000000"
    squeeze = game.cite("squeeze")
    # Only a paragraph of the game's own document; a table with insurance shows enough already.
    squeezed = squeeze is not None and " " not in squeeze and game.insurance is None
    if squeezed and game.play.face_down.allowed:
        body["face_down"] = True
    if game.bank.by is Banker.PLAYER_DEALER:
        body["fees"] = {**dict.fromkeys(game.fee_keys, FEE), POSITION_FEE: BANKING_FEE}
    return body

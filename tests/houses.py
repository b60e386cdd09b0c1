"""What the tests of the store share: people, a table that is played by itself, proofs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from sqlalchemy import Connection

from croupier.game.loading import load
from croupier.game.model import Role
from croupier.store.address import Address
from croupier.store.house import House
from croupier.store.queries import Reader, engine_of
from croupier.store.requests import Answer
from croupier.store.sealing import Place, Purpose
from croupier.store.verify_database import DatabaseFindings, verify_database
from croupier.table import Actor, Phase, Table

SAM = Actor(Role.SHIFT_MANAGER, "sam")
MAX = Actor(Role.PIT_MANAGER, "max")
DEE = Actor(Role.DEALER, "dee")
ANN = Actor(Role.PLAYER, "ann")
BOB = Actor(Role.PLAYER, "bob")

Body = dict[str, Any]


@contextmanager
def moment(database: str) -> Iterator[Connection]:
    """Give one moment of a database that nobody needs to have open."""
    reader = Reader(engine_of(Address.parse(database)))
    try:
        with reader.moment() as connection:
            yield connection
    finally:
        reader.close()


def proven(database: str) -> DatabaseFindings:
    """Prove a database that nobody needs to have open."""
    with moment(database) as connection:
        return verify_database(connection, load)


def secret_of(house: House, table_id: str, shoe: int) -> dict[str, Any]:
    """Open what the vault has of a shoe, which a house shows to nobody."""
    stored = house.reader.secret(table_id, shoe)
    assert stored is not None
    place = Place(Purpose.SHOE, table_id, shoe)
    told: dict[str, Any] = json.loads(house._services.sealer.open(place, stored))
    return told


def said(answer: Answer) -> dict[str, Any]:
    """Read an answer."""
    told: dict[str, Any] = json.loads(answer.data)
    return told


def code(answer: Answer) -> str:
    """Give the code that a command was refused with."""
    assert not answer.ok
    return str(said(answer)["error"]["code"])


def opened(house: House, table_id: str = "t1", **setup: object) -> None:
    """Open a table of the tiger game with ann seated and money in her wallet and on the table."""
    house.create_table(table_id)
    lines: list[tuple[Actor, Body]] = [
        (SAM, {"do": "open_table", "game": "tiger", "float": "1000", **setup}),
        (DEE, {"do": "buy_in", "player": "ann", "amount": "1000"}),
        (ANN, {"do": "sit", "box": 1}),
        (DEE, {"do": "new_shoe"}),
    ]
    assert house.deposit(f"{table_id}-deposit", SAM, "ann", "5000").ok
    for number, (actor, body) in enumerate(lines):
        answer = house.command(table_id, f"{table_id}-open-{number}", actor, body)
        assert answer.ok, answer


def next_move(table: Table, rng: Random) -> tuple[Actor, Body]:
    """Choose a command that the table can be given now; now and then one that it refuses."""
    chance = rng.random()
    if table.setup is None or not table.open:
        return SAM, {"do": "open_table", "game": "tiger", "face_down": True, "float": "10000"}
    if chance < 0.05:
        return ANN, {"do": "close_bets"}
    if table.phase is Phase.IDLE:
        return _between(table, chance)
    if table.phase is Phase.BETTING:
        if len(table.bets) < 3 and chance < 0.7:
            kind = rng.choice(list(table.rules.game.bets))
            return ANN, {"do": "place_bet", "box": 1, "bet": kind, "amount": "5"}
        if chance < 0.8:
            return DEE, {"do": "grant_squeeze", "player": "ann", "hand": "banker"}
        return DEE, {"do": "close_bets"}
    if table.phase is Phase.DEALING:
        return DEE, {"do": "deal"}
    return DEE, {"do": "settle"}


def _between(table: Table, chance: float) -> tuple[Actor, Body]:
    if table.free("ann") < 5000:
        return DEE, {"do": "buy_in", "player": "ann", "amount": "100"}
    if not table.seats:
        return ANN, {"do": "sit", "box": 1}
    if table.shoe is None or table.shoe.left <= 14:
        return DEE, {"do": "new_shoe"}
    if chance < 0.15:
        return DEE, {"do": "cash_out", "player": "ann", "amount": "10"}
    return DEE, {"do": "open_bets"}


def play(house: House, table_id: str, moves: int, rng: Random, prefix: str = "m") -> None:
    """Play so many commands."""
    live = house.live_table(table_id)
    for number in range(moves):
        actor, body = next_move(live.table, rng)
        house.command(table_id, f"{prefix}{number}", actor, body)

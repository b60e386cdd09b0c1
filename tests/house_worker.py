"""A process that plays until it is killed: says what it will send, and what was acknowledged."""

from __future__ import annotations

import json
import sqlite3
import sys
from pathlib import Path
from random import Random

from croupier.money import CENT
from croupier.store.address import Address
from croupier.store.house import House
from croupier.store.migrate import open_vault
from croupier.store.queries import Reader, engine_of
from croupier.store.sqlite import SqliteWriter, connect
from houses import next_move


def main(database: str, tables: str, seed: str, most: str, synchronous: str = "") -> None:
    """Write `> [id, role, name, body, table]` before each command and `< id` after its answer.

    `tables` are names joined by commas. `synchronous` plants a mistake: a database that does not
    wait for the disk.
    """
    rng = Random(int(seed))
    names = tables.split(",")
    with _careless(database, synchronous) if synchronous else House.open(database) as house:
        for number in range(int(most)):
            table_id = rng.choice(names) if len(names) > 1 else names[0]
            actor, body = next_move(house.create_table(table_id).table, rng)
            id = f"w{seed}-{number}"
            print(">", json.dumps([id, actor.role.value, actor.name, body, table_id]), flush=True)
            answer = house.command(table_id, id, actor, body)
            print("<", json.dumps([id, answer.data.decode()]), flush=True)


def _careless(database: str, synchronous: str) -> House:
    def connected(path: Path) -> sqlite3.Connection:
        connection = connect(path)
        connection.execute(f"PRAGMA synchronous = {synchronous}")
        return connection

    address = Address.parse(database)
    writer = SqliteWriter(Path(database), connected)
    sealer = open_vault(address, CENT, "")
    return House(address, writer, Reader(engine_of(address)), sealer=sealer)


if __name__ == "__main__":
    main(*sys.argv[1:])

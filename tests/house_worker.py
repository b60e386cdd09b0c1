"""A process that plays until it is killed: says what it will send, and what was acknowledged."""

from __future__ import annotations

import json
import sys
from random import Random

from croupier.store.house import House
from houses import next_move


def main(database: str, table_id: str, seed: str, most: str) -> None:
    """Write `> [id, role, name, body]` before each command and `< id` after its answer."""
    rng = Random(int(seed))
    with House.open(database) as house:
        live = house.create_table(table_id)
        for number in range(int(most)):
            actor, body = next_move(live.table, rng)
            id = f"w{seed}-{number}"
            print(">", json.dumps([id, actor.role.value, actor.name, body]), flush=True)
            answer = house.command(table_id, id, actor, body)
            print("<", json.dumps([id, answer.data.decode()]), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

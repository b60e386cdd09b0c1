"""A process that buys in for the same patron again and again; says how often it was let."""

from __future__ import annotations

import sys

from croupier.store.house import House
from houses import DEE


def main(database: str, table_id: str, name: str, times: str, amount: str) -> None:
    """Wait for the word, then spend."""
    with House.open(database) as house:
        house.live_table(table_id)
        print("ready", flush=True)
        sys.stdin.readline()
        body = {"do": "buy_in", "player": "ann", "amount": amount}
        done = [house.command(table_id, f"{name}-{n}", DEE, body).ok for n in range(int(times))]
        print(sum(done), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

"""A server that many tests share: each has a table of its own there."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import Any

from croupier.accounts import ALL, CONSOLE, Hasher, People
from croupier.store.address import Address
from croupier.store.house import House
from croupier.store.queries import Reader, engine_of
from croupier.store.snapshots import state_hash
from houses import SAM
from server.client import Api, Live
from server.people import PASSWORD, PIN, POSTS, Plain
from server.process import Served

_numbers = count(1)


@dataclass
class Running:
    """A server, its database, and everybody's token."""

    served: Served
    database: str
    tokens: dict[str, str] = field(default_factory=dict)

    def api(self, name: str | None = None) -> Api:
        """Return an HTTP client of a person; close it after use."""
        return Api(self.served.base, None if name is None else self.tokens[name])

    def live(self, name: str | None = None) -> Live:
        """Return a socket of a person; close it after use."""
        return Live(self.served.base, None if name is None else self.tokens[name])

    def table(self, game: str = "tiger", **setup: Any) -> str:
        """Open a new table with ann and bob seated and chips before them."""
        table_id = f"own-{next(_numbers)}"
        with self.api("sam") as sam:
            assert sam.ask("POST", "/api/tables", json={"id": table_id}).status_code == 200
            sam.do(table_id, "open_table", game=game, float="100000", **setup)
            for box, name in enumerate(("ann", "bob"), start=1):
                sam.do(table_id, "buy_in", player=name, amount="1000")
                sam.do(table_id, "sit", player=name, box=box)
            sam.do(table_id, "new_shoe")
        return table_id

    def hash(self, table_id: str) -> str:
        """Return the hash of a table's stored state."""
        with House.open(self.database) as house:
            return state_hash(house.live_table(table_id).table)

    def refusals(self, table_id: str) -> tuple[tuple[Any, ...], ...]:
        """Return the refused commands of a table."""
        reader = Reader(engine_of(Address.parse(self.database)))
        try:
            return reader.refusals(table_id)
        finally:
            reader.close()


def people_of(database: str) -> dict[str, str]:
    """Add everybody, rich and assigned to all tables (dan to `elsewhere` only); return tokens."""
    with House.open(database) as house:
        for name in ("ann", "bob"):
            assert house.deposit(f"start-{name}", SAM, name, "10000000").ok
    with People.open(database, hasher=Plain()) as people:
        for name, post in POSTS.items():
            tables = ("elsewhere",) if name == "dan" else ALL
            people.add(name, post, CONSOLE, password=PASSWORD, tables=tables)
        tokens = {name: people.sign_in(name, PASSWORD, "test").token for name in POSTS}
    with People.open(database, hasher=Hasher(time_cost=1, memory_kib=64)) as people:
        for name in ("sue", "max", "sam"):
            people.set_pin(name, PIN, CONSOLE)
    return tokens

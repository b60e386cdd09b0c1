"""The house that the tests of the client play in."""

from __future__ import annotations

from croupier.accounts import ALL, AccountRole, Hasher, People
from croupier.client import Client
from served import Served, furnish

PASSWORD = "correct-horse-battery"
TABLES = tuple(f"t{number}" for number in range(1, 9))


def prepare(database: str) -> None:
    """Tables whose bets stay open, a shift manager, and a patron with nothing."""
    for table in TABLES:
        furnish(database, table)
    cheap = Hasher(time_cost=1, memory_kib=64, parallelism=1)
    with People.open(database, hasher=cheap) as people:
        people.add("sam", AccountRole.SHIFT_MANAGER, "house:test", password=PASSWORD, tables=ALL)
        people.add("bob", AccountRole.PLAYER, "house:test", password=PASSWORD)


def seated(server: Served, table: str) -> str:
    """Let a guest come in, with chips and a bet of 5 at box 1; gives the token."""
    with Client(server.address) as client, Client(server.address) as sam:
        name = client.guest().name
        sam.sign_in("sam", PASSWORD)
        sam.command(table, {"do": "buy_in", "player": name, "amount": "5000"})
        client.command(table, {"do": "sit", "box": 1})
        client.command(
            table, {"do": "place_bet", "box": 1, "bet": "banker", "amount": "5", "id": "b"}
        )
        assert client.token is not None
        return client.token

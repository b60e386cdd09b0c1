"""The people of the tests, signed in without the tenth of a second that hashing takes."""

from __future__ import annotations

from croupier.accounts import ALL, CONSOLE, AccountRole, Every, Hasher, People
from croupier.game.model import Game
from croupier.store.house import House
from houses import SAM

POSTS: dict[str, AccountRole] = {
    "ann": AccountRole.PLAYER,
    "bob": AccountRole.PLAYER,
    "dee": AccountRole.DEALER,
    "dan": AccountRole.DEALER,
    "sue": AccountRole.PIT_SUPERVISOR,
    "max": AccountRole.PIT_MANAGER,
    "sam": AccountRole.SHIFT_MANAGER,
    "cas": AccountRole.CASHIER,
    "aud": AccountRole.AUDITOR,
    "adm": AccountRole.ADMINISTRATOR,
}
PIN = "836190"
"""The PIN of everybody who approves."""
PASSWORD = "a long walk at night"
START = "5000"
"""The money in a patron's wallet."""

_TABLES: dict[str, tuple[str, ...] | Every] = {
    "dan": ("t2",),
    "sam": ALL,
    "adm": (),
    "aud": (),
    "cas": ALL,
}


class Plain:
    """A hasher that takes no time, for tests that are about something else."""

    def hash(self, secret: str) -> str:
        return f"plain:{secret}"

    def verify(self, stored: str | None, secret: str) -> bool:
        return stored == f"plain:{secret}"

    def stale(self, stored: str) -> bool:
        return False


def add_people(database: str, *names: str, tables: tuple[str, ...] = ("t1",)) -> dict[str, str]:
    """Add people who are not there yet, sign them in, and return their tokens by name."""
    with People.open(database, hasher=Plain()) as people:
        for name in names:
            if people.find(name) is None:
                assigned = _TABLES.get(name, tables)
                people.add(name, POSTS[name], CONSOLE, password=PASSWORD, tables=assigned)
        return {name: people.sign_in(name, PASSWORD, "test").token for name in names}


def give_pins(database: str, *names: str) -> None:
    """Give people a PIN that the server itself can check."""
    with People.open(database, hasher=Hasher(time_cost=1, memory_kib=64)) as people:
        for name in names:
            people.set_pin(name, PIN, CONSOLE)


def open_tables(database: str, *tables: str, game: str | Game = "tiger", **setup: object) -> None:
    """Open tables with ann and bob seated, chips before them and money in their wallets.

    A game of one's own is known to the house only while it opens them.
    """
    own = () if isinstance(game, str) else (game,)
    key = game if isinstance(game, str) else game.key
    with House.open(database, own) as house:
        for name in ("ann", "bob"):
            assert house.deposit(f"start-{name}", SAM, name, START).ok
        for table_id in tables or ("t1",):
            house.create_table(table_id)
            told: dict[str, object] = {"do": "open_table", "game": key, "float": "100000", **setup}
            lines: list[dict[str, object]] = [told]
            for box, name in enumerate(("ann", "bob"), start=1):
                lines.append({"do": "buy_in", "player": name, "amount": "1000"})
                lines.append({"do": "sit", "player": name, "box": box})
            lines.append({"do": "new_shoe"})
            for number, body in enumerate(lines):
                answer = house.command(table_id, f"open-{number}-{table_id}", SAM, body)
                assert answer.ok, answer

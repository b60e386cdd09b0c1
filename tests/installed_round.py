"""A round played at a server by a program that has only what is installed; no test of its own.

`python installed_round.py CLIENT ADDRESS` reads a line before it deals and prints what it was
answered. `tests/browser/test_installed.py` runs it where nothing of the checkout can be imported.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol

PASSWORD = "correct-horse-battery"
TABLE = "t1"

Json = dict[str, Any]


class Caller(Protocol):
    """One person at a server. Whoever has another client writes these six calls with it."""

    def sign_in(self, name: str, password: str) -> None:
        """Begin a session."""

    def create_table(self, table: str) -> None:
        """Make a table."""

    def deposit(self, name: str, amount: str) -> None:
        """Pay into a wallet."""

    def command(self, table: str, body: Json) -> list[Json]:
        """Send a command; return its events."""

    def state(self, table: str) -> Json:
        """Return the state of a table."""

    def chips(self, table: str) -> str:
        """Return the free chips of this person."""


class ByClient:
    """A caller by `croupier.client`."""

    def __init__(self, address: str) -> None:
        from croupier.client import Client

        self._address = address
        self._client = Client(address)

    def sign_in(self, name: str, password: str) -> None:
        self._client.sign_in(name, password)

    def create_table(self, table: str) -> None:
        import httpx

        bearer = {"Authorization": f"Bearer {self._client.token}"}
        made = httpx.post(
            f"{self._address}/api/tables", json={"id": table}, headers=bearer, trust_env=False
        )
        made.raise_for_status()

    def deposit(self, name: str, amount: str) -> None:
        self._client.deposit(name, amount)

    def command(self, table: str, body: Json) -> list[Json]:
        answer = self._client.command(table, body)
        return [{"type": event.type, **event.data} for event in answer.events]

    def state(self, table: str) -> Json:
        return dict(self._client.view(table).state)

    def chips(self, table: str) -> str:
        me = self._client.view(table).me
        assert me is not None, "nobody is signed in"
        return str(me["balance"])


class ByGenerated:
    """A caller by the client that was written from the OpenAPI document."""

    def __init__(self, address: str) -> None:
        self._client = import_module("house_client.client").Client(base_url=address)
        self._address = address
        self._given = 0
        self._name = ""

    def _call(self, name: str, body: tuple[str, Json] | None = None, *place: str) -> Any:
        """Call an operation with a body of a model; return what it answers as an object."""
        models = import_module("house_client.models")
        given = {} if body is None else {"body": getattr(models, body[0]).from_dict(body[1])}
        operation = import_module(f"house_client.api.{name}")
        answer = operation.sync(*place, client=self._client, **given)
        assert answer is not None, name
        assert not hasattr(answer, "error"), answer
        return answer.to_dict()

    def sign_in(self, name: str, password: str) -> None:
        session = self._call("door.sign_in", ("SignIn", {"name": name, "password": password}))
        signed_in = import_module("house_client.client").AuthenticatedClient
        self._client = signed_in(base_url=self._address, token=session["token"])
        self._name = name

    def create_table(self, table: str) -> None:
        self._call("tables.create_table", ("NewTable", {"id": table}))

    def deposit(self, name: str, amount: str) -> None:
        self._call("cage.deposit", ("Cash", {"id": "put-in", "amount": amount}), name)

    def command(self, table: str, body: Json) -> list[Json]:
        self._given += 1
        command = {"id": f"{self._name}-{self._given}", "command": body}
        answer = self._call("tables.send_command", ("CommandIn", command), table)
        return list(answer["events"])

    def state(self, table: str) -> Json:
        return dict(self._call("tables.get_table", None, table)["state"])

    def chips(self, table: str) -> str:
        return str(self._call("tables.get_table", None, table)["me"]["balance"])


CLIENTS: dict[str, Callable[[str], Caller]] = {
    "croupier.client": ByClient,
    "generated": ByGenerated,
}
"""The clients that a round is played by."""


def main(name: str, address: str) -> None:
    """Open a table, wait to be told, play a round, and print how it went."""
    house, patron = CLIENTS[name](address), CLIENTS[name](address)
    house.sign_in("sam", PASSWORD)
    patron.sign_in("ann", PASSWORD)
    house.deposit("ann", "100")
    house.create_table(TABLE)
    house.command(TABLE, {"do": "open_table", "game": "classic"})
    house.command(TABLE, {"do": "new_shoe"})
    house.command(TABLE, {"do": "buy_in", "player": "ann", "amount": "100"})
    _tell({"open": TABLE})
    sys.stdin.readline()
    patron.command(TABLE, {"do": "sit", "box": 1})
    house.command(TABLE, {"do": "open_bets"})
    patron.command(TABLE, {"do": "place_bet", "box": 1, "bet": "player", "amount": "40"})
    house.command(TABLE, {"do": "close_bets"})
    while house.state(TABLE)["phase"] != "complete":
        house.command(TABLE, {"do": "deal"})
    settled = house.command(TABLE, {"do": "settle"})
    [result] = [event for event in settled if event["type"] == "round_settled"]
    _tell({"result": result, "chips": patron.chips(TABLE)})


def _tell(what: Json) -> None:
    print(json.dumps(what), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

"""A dealer who works by programs, at the table where the patrons look on in their browsers."""

from __future__ import annotations

from itertools import count
from typing import Any

import httpx

from browser.casino import PASSWORD

_numbers = count(1)


class Dealer:
    """Dee, at one table.

    Every request has a connection of its own: a test that fails before `leave` leaves none open,
    and no later test of its process hears of one.
    """

    def __init__(
        self, address: str, table: str, password: str = PASSWORD, name: str = "dee"
    ) -> None:
        """Sign in, as Dee or somebody else of the staff."""
        self._http = httpx.Client(
            base_url=address,
            limits=httpx.Limits(max_keepalive_connections=0),
            # A machine that does much else takes its time.
            timeout=30,
        )
        signed = self._http.post("/api/sign-in", json={"name": name, "password": password})
        signed.raise_for_status()
        token = signed.json()["token"]
        self._http.cookies.clear()
        self._http.headers["authorization"] = f"Bearer {token}"
        self._table = table

    def do(self, what: str, **fields: Any) -> None:
        """Give a command that has to succeed."""
        body = {"id": f"dee-{self._table}-{next(_numbers)}", "command": {"do": what, **fields}}
        answer = self._http.post(f"/api/tables/{self._table}/commands", json=body)
        assert answer.status_code == 200, answer.text

    def make(self) -> None:
        """Make the table, as who opens tables does first."""
        self._http.post("/api/tables", json={"id": self._table}).raise_for_status()

    def refused(self, what: str) -> str:
        """Give a command that has to be refused, and return why, in English."""
        body = {"id": f"dee-{self._table}-{next(_numbers)}", "command": {"do": what}}
        answer = self._http.post(f"/api/tables/{self._table}/commands", json=body)
        assert answer.status_code == 409, answer.text
        return str(answer.json()["error"]["message"])

    def sell(self, player: str, amount: str) -> None:
        """Sell chips: where a person deals, patrons buy from that person."""
        self.do("buy_in", player=player, amount=amount)

    def see(self) -> dict[str, Any]:
        """Look at the table."""
        answer = self._http.get(f"/api/tables/{self._table}")
        return dict(answer.json()["state"])

    def leave(self) -> None:
        """Hang up."""
        self._http.close()

"""Patrons at automatic tables whose sockets break: they come back elsewhere and lose nothing.

Each keeps what it has sent until that is answered, and sends it again under the same id on its
next socket, as our own pages and client do.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

Json = dict[str, Any]
BROKEN = (WebSocketException, OSError, TimeoutError)
"""What a socket ends with when its server dies, or is not there yet."""


class Patron:
    """Somebody who puts a bet on the felt and takes it off, in turn, while bets are open."""

    def __init__(
        self, name: str, token: str, table: str, box: int, address: Callable[[], str]
    ) -> None:
        """Prepare; `address` returns where to connect, each time anew."""
        self.name, self.table, self.box = name, table, box
        self._token, self._address = token, address
        self.breaks = 0
        self.sent: dict[str, float] = {}
        """When each command was first sent, by its id."""
        self.answers: dict[str, Json] = {}
        self.first: int | None = None
        """The number of the event before the first that was to come."""
        self.last = 0
        self.seen: list[int] = []
        self.dealt: dict[int, float] = {}
        """When the dealer's events came, by their numbers."""
        self._unanswered: dict[str, str] = {}
        self._answered = asyncio.Event()
        self._state: Json = {}
        self._turn = 0
        self._bet = ""
        self._line: ClientConnection | None = None
        self.leaving = False

    def hang_up(self) -> None:
        """Break the socket without closing it; the patron comes back at the next address."""
        if self._line is not None:
            self._line.transport.abort()

    async def play(self) -> None:
        """Bet, over as many sockets as it takes, until `leaving` is set and all is answered."""
        while not self.leaving or self._unanswered:
            try:
                await self._over(self._address())
            except BROKEN:
                self.breaks += 1
                await asyncio.sleep(0.05)

    async def _over(self, base: str) -> None:
        async with connect(
            base.replace("http", "ws", 1) + "/api/live",
            origin=Origin(base),
            additional_headers={"Authorization": f"Bearer {self._token}"},
            compression=None,
            proxy=None,
            open_timeout=10,
            close_timeout=1,
            ping_interval=None,
        ) as line:
            self._line, self._state = line, {}
            after = {} if self.first is None else {"after": self.last}
            await line.send(json.dumps({"watch": self.table, **after}))
            for frame in self._unanswered.values():
                await line.send(frame)
            betting = asyncio.create_task(self._betting(line))
            try:
                while not self.leaving or self._unanswered:
                    with suppress(TimeoutError):
                        self._take(json.loads(await asyncio.wait_for(line.recv(), 0.5)))
            finally:
                betting.cancel()
                with suppress(asyncio.CancelledError, *BROKEN):
                    await betting

    async def _betting(self, line: ClientConnection) -> None:
        while not self.leaving:
            if self._unanswered or self._state.get("phase") != "betting":
                self._answered.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._answered.wait(), 0.05)
                continue
            id, frame = self._next()
            # Noted before it is sent: whether the server has read it is not known afterwards.
            self.sent[id] = monotonic()
            self._unanswered[id] = frame
            await line.send(frame)
            await asyncio.sleep(0.01)

    def _next(self) -> tuple[str, str]:
        self._turn += 1
        id = f"{self.table}-{self._turn}"
        command: Json = {"do": "withdraw_bet", "bet": self._bet}
        if not self._bet:
            self._bet = id
            spot = {"box": self.box, "bet": "banker", "amount": "5", "id": id}
            command = {"do": "place_bet", **spot}
        else:
            self._bet = ""
        command["round"] = self._state["round"]
        return id, json.dumps({"id": id, "table": self.table, "command": command})

    def _take(self, frame: Json) -> None:
        if "answer" in frame:
            id = frame["answer"]
            code = frame.get("error", {}).get("code")
            if code in ("not_stored", "closing", "too_many"):
                return  # It is sent again on the next socket.
            assert id not in self.answers or frame.get("again"), f"{id} is carried out twice"
            if not frame["ok"]:
                # In a round that is over nothing of it lies on the felt.
                self._bet = ""
            self.answers.setdefault(id, frame)
            self._unanswered.pop(id, None)
            self._answered.set()
        elif frame.get("table") == self.table:
            assert frame.get("ok", True), frame
            now = monotonic()
            for event in frame.get("events", ()):
                self.seen.append(event["n"])
                if not event["type"].startswith("bet_"):
                    self.dealt[event["n"]] = now
                if event["type"] in ("round_settled", "round_voided"):
                    self._bet = ""
            self.last = frame["number"]
            if self.first is None:
                self.first = self.last
            self._state.update(frame.get("state", {}))
            self._answered.set()

    def turned_away(self, id: str) -> bool:
        """Return True if a command came before a round was resolved: its id stays free."""
        said = self.answers[id].get("error", {}).get("said", {})
        return bool(said.get("say") == "server.round_unresolved")

    def dealt_after(self, number: int) -> float | None:
        """Return when the dealer's first event after a number came; None if none has come."""
        return min((at for n, at in self.dealt.items() if n > number), default=None)

    def bet_after(self, moment: float) -> bool:
        """Return True if a bet that was first sent after a moment has counted."""
        return any(self.answers[id]["ok"] for id in self.answers if self.sent[id] > moment)

"""A patron of the simulated server: sends again what was not answered, and checks every frame."""

from __future__ import annotations

from random import Random
from typing import Any

from croupier.game.model import Role
from croupier.store.command_ids import asked_id
from croupier.store.requests import Answer
from server.sim_process import Process, SimSocket, cards_in, read
from server.sim_store import Truth

Body = dict[str, Any]
FORBIDDEN = ("deal", "settle", "close_bets", "open_bets")
"""Commands that no patron may give."""

OF_A_ROUND = ("place_bet", "increase_bet")
"""Commands that belong to one round."""


class Client:
    """One patron with a session, a socket for two tables, and commands that wait for an answer."""

    def __init__(self, name: str, rng: Random, truth: Truth) -> None:
        self.name = name
        self.rng = rng
        self.truth = truth
        self.token = ""
        self.ended: list[str] = []
        """Tokens of sessions that are over."""
        self.socket: SimSocket | None = None
        self.last: dict[str, int] = {}
        self.first: dict[str, int] = {}
        self.seen: dict[str, list[int]] = {}
        self.states: dict[str, Body] = {}
        self.pending: dict[str, tuple[str, Body]] = {}
        self.answers: dict[str, Answer] = {}
        self.sent: dict[str, tuple[str, Body]] = {}
        """Commands that were answered, to be sent once more."""
        self.made = 0

    def connect(self, process: Process, tables: tuple[str, ...]) -> None:
        """Connect, with the last number of each table if there is one."""
        self.hang_up()
        self.socket = process.socket(self.name)
        for table_id in tables:
            self.socket.watch(table_id, self.last.get(table_id))

    def hang_up(self) -> None:
        """Disconnect: frames on their way are lost."""
        if self.socket is not None:
            self.socket.close()
            self.socket = None

    def receive(self) -> None:
        """Handle one or several of the frames that wait."""
        while self.socket is not None and self.socket.box.frames:
            self._take(self.socket.box.frames.popleft())
            if self.rng.random() < 0.2:
                return

    def _take(self, text: str) -> None:
        frame = read(text)
        table_id, number = frame["table"], frame["number"]
        last = self.last.get(table_id)
        if frame.get("whole"):
            assert last is None or number >= last, f"{self.name}: {table_id} went back"
            if last is None:
                self.first[table_id] = number
            # What was missed has come before; a state never leaves events out.
            assert last is None or number == last, f"{self.name} missed events of {table_id}"
            self.states[table_id] = frame["state"]
        else:
            assert last is not None, "a table is shown whole before its events"
            assert number > last, f"{self.name}: {table_id} repeats {number} after {last}"
            numbers = [event["n"] for event in frame["events"]]
            assert numbers == sorted(set(numbers)), "in order, and once"
            assert all(last < each <= number for each in numbers), f"{numbers} after {last}"
            self.seen.setdefault(table_id, []).extend(numbers)
            if table_id in self.states and "state" in frame:
                self.states[table_id] = {**self.states[table_id], **frame["state"]}
        self.last[table_id] = number
        self._check_cards(text, frame)

    def _check_cards(self, text: str, frame: Body) -> None:
        """Check that a frame shows only cards that were turned by then."""
        table_id, number = frame["table"], frame["number"]
        known = self.truth.log(table_id, number)
        shown = {card for entry in known for card in cards_in(entry)}
        assert set(cards_in(text.encode())) <= shown, (
            f"{self.name} was shown a hidden card of {table_id}"
        )
        hands = frame.get("state", {}).get("cards")
        if hands is not None:
            since = max(
                (place for place, entry in enumerate(known) if b'"bets_opened"' in entry),
                default=0,
            )
            turned = {card for entry in known[since:] for card in cards_in(entry)}
            told = {card for hand in hands.values() for card in hand if card is not None}
            assert told <= turned, f"{self.name} was shown a card that lies face down"

    # Commands

    def think(self, table_id: str) -> Body | None:
        """Return a random command that fits the state; None for nothing."""
        state = self.states.get(table_id)
        if state is None:
            return None
        body = self._think(state)
        if body is not None and body["do"] in OF_A_ROUND and self.rng.random() < 0.9:
            # As the pages do: the round that is seen, which may be over when it arrives.
            body["round"] = state["round"]
        return body

    def _think(self, state: Body) -> Body | None:
        chance = self.rng.random()
        if chance < 0.08:
            return {"do": self.rng.choice(("buy_in", "cash_out")), "amount": "20"}
        if chance < 0.12:
            # Nobody may: the answer is a refusal, and stays one.
            return {"do": self.rng.choice(FORBIDDEN)}
        if state["phase"] == "betting":
            mine = [bet for bet in state["bets"] if bet["player"] == self.name]
            if mine and chance < 0.5:
                return {"do": "increase_bet", "bet": mine[0]["id"], "amount": "5"}
            if chance < 0.6:
                return {"do": "request_squeeze", "hand": self.rng.choice(("player", "banker"))}
            kind = self.rng.choice(("player", "banker", "tie"))
            box = 1 if self.name == "ann" else 2
            return {"do": "place_bet", "box": box, "bet": kind, "amount": "10"}
        if state["phase"] in ("dealing", "complete") and chance < 0.4:
            hand, number = self.rng.choice(("player", "banker")), self.rng.choice((1, 2, 3))
            return {"do": "turn", "hand": hand, "number": number}
        if chance < 0.3:
            # Late on purpose: the table alone says so.
            return {"do": "place_bet", "box": 1, "bet": "tie", "amount": "10"}
        return None

    def begin(self, table_id: str, body: Body) -> str:
        """Return a new id for a command, before it is sent."""
        self.made += 1
        id = f"{self.name}-{self.made}"
        self.pending[id] = (table_id, body)
        return id

    def send(self, process: Process, id: str) -> None:
        """Send a command; it or its answer may be lost, and it may arrive twice."""
        table_id, body = self.pending.get(id) or self.sent[id]
        chance = self.rng.random()
        if chance < 0.08:
            return
        answer = process.command(self.token, table_id, id, body)
        if chance < 0.16:
            answer = process.command(self.token, table_id, id, body)
        if self.rng.random() < 0.1 or isinstance(answer, str):
            return
        self._answered(id, table_id, body, answer)

    def _answered(self, id: str, table_id: str, body: Body, answer: Answer) -> None:
        before = self.answers.get(id)
        if before is not None:
            assert answer.data == before.data, f"{id} was answered twice, and differently"
            assert answer.again, f"{id} counted twice"
        actors = (f"player:{self.name}", "dealer:house:dealer")
        names = (id, asked_id(Role.PLAYER, self.name, id))
        known = any(self.truth.stored(actor, name) for actor in actors for name in names)
        assert known or not answer.ok, f"{id} is acknowledged, and not stored"
        assert not answer.ok or body["do"] not in FORBIDDEN, f"{self.name} may not {body['do']}"
        if answer.ok and "round" in body:
            assert answer.number is not None, "a bet is an event"
            entries = self.truth.log(table_id, answer.number)
            assert _round_of(entries) == body["round"], f"{id} was staked in another round"
        self.answers[id] = answer
        self.sent[id] = (table_id, body)
        self.pending.pop(id, None)

    def forge(self, process: Process) -> None:
        """Send an old id with another body: it must be refused."""
        acknowledged = [id for id, answer in self.answers.items() if answer.ok]
        if not acknowledged:
            return
        id = self.rng.choice(acknowledged)
        table_id, body = self.sent[id]
        other = process.command(self.token, table_id, id, {**body, "amount": "999"})
        if isinstance(other, Answer):
            assert not other.ok, f"{id} was taken again with another body"


def _round_of(entries: list[bytes]) -> int | None:
    """Return the round that was opened last."""
    opened = (entry for entry in reversed(entries) if b'"bets_opened"' in entry)
    return next((int(read(entry.decode())["event"]["round"]) for entry in opened), None)

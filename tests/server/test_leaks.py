"""A whole shoe face down with squeezes: no byte that leaves the server holds a hidden card."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.store.house import House
from houses import secret_of
from server.client import Api, Live
from server.people import add_people, open_tables
from server.process import Served
from table_world import CARD

Heard = list[tuple[int, bytes]]
"""What left the server, each with the last event that was stored before it was asked for."""


def secrets_of(database: str, table_id: str) -> list[bytes]:
    """Return the seed and the salt of the running shoe, in every spelling that could leak."""
    with House.open(database) as house:
        kept = secret_of(house, table_id, 1)
        raw = [base64.b64decode(kept[key]) for key in ("seed", "salt")]
    assert all(len(each) >= 32 for each in raw)
    spelt = [each.hex().encode() for each in raw] + [base64.b64encode(each) for each in raw]
    spelt += [base64.urlsafe_b64encode(each).rstrip(b"=") for each in raw]
    return [*raw, *spelt, *(str(int.from_bytes(each, "big")).encode() for each in raw)]


class Scanner:
    """Compares what was sent with what the log had revealed by then."""

    def __init__(self, database: str, table_id: str) -> None:
        self._secrets = secrets_of(database, table_id)
        with House.open(database) as house:
            rows = house.events_after(table_id, 0)
        self._cards: list[tuple[int, set[str]]] = []
        known: set[str] = set()
        for row in rows:
            text = row.entry.decode()
            event = json.loads(text)["event"]
            if event["type"] == "bets_opened":
                # Of the round before, cards are still shown: nothing older is.
                last, known = known, set()
                self._before = last
            known = known | set(CARD.findall(text))
            self._cards.append((row.number, known | getattr(self, "_before", set())))
        self.looked = 0

    def scan(self, number: int, data: bytes, *, whole: bool = False) -> None:
        """Check what was sent after an event; `whole` if it contains the past as well."""
        self.looked += len(data)
        for secret in self._secrets:
            assert secret not in data, "the seed or the salt of a running shoe"
        shown = set(CARD.findall(data.decode(errors="replace")))
        if whole:
            allowed = set[str]().union(*(cards for n, cards in self._cards if n <= number))
        else:
            allowed = next(cards for n, cards in reversed(self._cards) if n <= number)
        assert shown <= allowed, f"after {number}: {sorted(shown - allowed)} was never turned"


def frame_number(text: bytes) -> int | None:
    told = json.loads(text)
    number = told.get("number")
    return number if isinstance(number, int) else None


def play_a_shoe(served: Served, tokens: dict[str, str], rounds: int) -> tuple[Heard, Heard]:
    """Play face down with a squeeze in each round; return what was sent live, and what was read."""
    rng, live_heard, read = Random(3), list[tuple[int, bytes]](), list[tuple[int, bytes]]()
    ann = Live(served.base, tokens["ann"])
    public, staff = Live(served.base), Live(served.base, tokens["dee"])
    for live in (ann, public, staff):
        live.watch("t1")
    with Api(served.base, tokens["dee"]) as dee, Api(served.base, tokens["ann"]) as patron:

        def said(answer: Any) -> bool:
            number = answer.json().get("number")
            if number:
                live_heard.append((number, answer.content))
            return bool(answer.status_code == 200)

        for _ in range(rounds):
            if not said(dee.send("t1", "open_bets")):
                break
            said(patron.send("t1", "place_bet", box=1, bet="banker", amount="10"))
            hand = rng.choice(("player", "banker"))
            said(patron.send("t1", "request_squeeze", hand=hand))
            said(dee.send("t1", "grant_squeeze", player="ann", hand=hand))
            said(dee.send("t1", "close_bets"))
            while said(dee.send("t1", "deal")):
                for path in ("/api/tables/t1", "/api/tables", "/metrics", "/api/tables/t1/rounds"):
                    if rng.random() < 0.1:
                        before = dee.get("/api/tables/t1")["number"]
                        read.append((before, dee.ask("GET", path).content))
                if rng.random() < 0.5:
                    said(patron.send("t1", "turn", hand=hand, number=rng.randint(1, 3)))
                # What is refused must not tell either.
                said(patron.send("t1", "turn", hand="banker", number=9))
            said(dee.send("t1", "settle"))
        last = dee.get("/api/tables/t1")["number"]
        read += [(last, data) for data in (*dee.heard[-3:], *patron.heard[-3:])]
        read.append((last, dee.ask("GET", "/api/tables/t1/events?after=0").content))
        read.append((last, dee.ask("GET", "/api/tables/t1/shoes/1").content))
    with Live(served.base, tokens["ann"]) as again:
        again.watch("t1", after=1)
        read += [(last, data) for data in again.heard]
    for live in (ann, public, staff):
        list(live.drain(0.3))
        for data in live.heard:
            number = frame_number(data)
            if number is not None:
                live_heard.append((number, data))
        live.close()
    read.append((last, served.said.encode()))
    return live_heard, read


def shoe_holds(database: str, folder: Path, rounds: int) -> int:
    """Play and check; return how many bytes were checked."""
    open_tables(database, game="tournament", decks=4, face_down=True)
    tokens = add_people(database, "ann", "dee")
    with Served(database, folder) as served:
        live, read = play_a_shoe(served, tokens, rounds)
    scanner = Scanner(database, "t1")
    for number, data in live:
        scanner.scan(number, data)
    for number, data in read:
        scanner.scan(number, data, whole=True)
    return scanner.looked


def test_no_frame_answer_or_log_holds_a_hidden_card(database: str, folder: Path) -> None:
    """Every frame of three watchers, every answer, the log and the figures, for a whole shoe."""
    rounds = 60 if "/" in database and not database.startswith("postgres") else 12
    assert shoe_holds(database, folder, rounds) > 100_000


def test_the_scanner_finds_a_planted_card(
    sqlite: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROUPIER_TEST_PLANTED", "hidden_card_in_the_view")
    with pytest.raises(AssertionError, match="never turned"):
        shoe_holds(sqlite, folder, 4)


def test_the_scanner_finds_a_planted_seed(sqlite: str) -> None:
    open_tables(sqlite)
    scanner = Scanner(sqlite, "t1")
    for secret in secrets_of(sqlite, "t1"):
        with pytest.raises(AssertionError, match="seed or the salt"):
            scanner.scan(6, b'{"x": "' + secret + b'"}')

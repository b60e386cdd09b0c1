"""A flood of half-open requests takes every descriptor that it may, and none of the house's."""

from __future__ import annotations

import contextlib
import json
import socket
import time
from pathlib import Path

from croupier.store.house import House
from server.client import Api, Live
from server.edge import rest, until
from server.people import add_people, open_tables
from server.process import Served

FILES, FLOOD = 400, 300


def half_open_requests_leave_the_house_its_files(database: str, folder: Path) -> None:
    """Flood a server that may open few files: play goes on, and the log has a line, not 300."""
    open_tables(database)
    tokens = add_people(database, "dee", "sam")
    with (
        Served(database, folder, planted=f"files:{FILES}", HEADER_SECONDS="4") as served,
        Live(served.base, tokens["dee"]) as live,
        Api(served.base, tokens["sam"]) as sam,
        contextlib.ExitStack() as stack,
    ):
        live.watch("t1")
        sam.get("/healthz")
        host, port = served.host.split(":")
        flood: list[socket.socket] = []
        for number in range(FLOOD):
            source = (f"127.0.1.{number % 50 + 1}", 0)
            client = socket.create_connection((host, int(port)), 10, source_address=source)
            stack.callback(client.close)
            with contextlib.suppress(OSError):
                client.sendall(b"GET / HTTP/1.1\r\nx: ")
            flood.append(client)
        answer = rest(flood[-1])
        assert answer == b"" or answer.startswith(b"HTTP/1.1 503"), "closed at once"
        for number in range(20):
            told = live.command("t1", "buy_in", id=f"in-{number}", player="ann", amount="1")
            assert told["ok"], told
        # These open files of their own: a table's stored events, a report, a new table.
        assert sam.get("/api/tables/t1/events?after=0")["events"]
        assert sam.ask("POST", "/api/tables", json={"id": "t9"}).status_code == 200
        assert sam.get("/healthz") == {"ok": True}
        figures = sam.ask("GET", "/metrics").text
        assert 'croupier_refused_total{why="descriptors"}' in figures
        refused = [line for line in served.said.splitlines() if "connections are refused" in line]
        assert len(refused) == 1
        assert json.loads(refused[0])["why"] == "descriptors"
        assert "Traceback" not in served.said
        assert "Too many open files" not in served.said
        # The half-open ones end by themselves, and everybody can come again.
        began = time.monotonic()
        for client in flood[:50]:
            rest(client)
        assert time.monotonic() - began < 15

        def again() -> bool:
            with Api(served.base) as anybody:
                return anybody.ask("GET", "/healthz").status_code == 200

        until(again)
    with House.open(database) as house:
        assert all(house.reader.result("dealer:dee", f"in-{n}") is not None for n in range(20))


def test_half_open_requests_leave_the_house_its_files(database: str, folder: Path) -> None:
    half_open_requests_leave_the_house_its_files(database, folder)

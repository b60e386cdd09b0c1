"""A server that is asked to stop while bets pour in, and mistakes in how it is set up."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import httpx
import pytest

from croupier.accounts import People
from croupier.store.house import House
from houses import proven
from served import address_told
from server.client import Api, Live
from server.people import add_people, open_tables
from server.process import Served


def test_what_is_acknowledged_is_there_after_a_stop(database: str, folder: Path) -> None:
    """Every answer holds, nothing is half there, sockets are told, and the next start is clean."""
    open_tables(database)
    tokens = add_people(database, "ann", "bob", "dee")
    stopping = Event()

    def pour(base: str, name: str) -> tuple[list[str], int]:
        acknowledged: list[str] = []
        place = 0
        with Api(base, tokens["dee"]) as dee:
            while True:
                place += 1
                id = f"{name}-{place}"
                try:
                    answer = dee.send("t1", "buy_in", id=id, player=name, amount="1")
                except httpx.HTTPError:
                    return acknowledged, place
                if answer.status_code == 200:
                    acknowledged.append(id)
                else:
                    assert answer.status_code == 503, answer.text
                    assert answer.json()["error"]["code"] in ("closing", "not_stored")
                    return acknowledged, place
                if place == 20:
                    stopping.set()

    with Served(database, folder) as served, Live(served.base, tokens["ann"]) as live:
        live.watch("t1")
        with ThreadPoolExecutor(2) as pool:
            poured = [pool.submit(pour, served.base, name) for name in ("ann", "bob")]
            stopping.wait(20)
            assert served.stop() == 0
            answers = [work.result(20) for work in poured]
        assert live.ended()[0] == 1001, "sockets are told"
        assert '"clean": true' in served.said
        assert "Traceback" not in served.said
    acknowledged = [id for ids, _ in answers for id in ids]
    with House.open(database) as house:
        for id in acknowledged:
            assert house.reader.result("dealer:dee", id) is not None, f"{id} is lost"
        table = house.live_table("t1").table
        stored = sum(table.free(name) for name in ("ann", "bob")) // 100 - 2000
        assert stored == len(acknowledged), "what was stored was answered"
    with People.open(database) as people:
        stops = [e for e in people.incidents.after(0, 1000) if e.kind.value == "server_stopped"]
        assert [entry.detail["clean"] for entry in stops] == [True]
    proven(database)
    with Served(database, folder) as again, Api(again.base, tokens["dee"]) as dee:
        id = acknowledged[0]
        told = dee.do("t1", "buy_in", id=id, player=id.partition("-")[0], amount="1")
        assert told["again"]
        assert not [e for e in dee.get("/api/tables/t1/events?after=6")["events"] if "void" in e]


def call(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, **{f"CROUPIER_{key}": text for key, text in environment.items()}}
    return subprocess.run(
        [sys.executable, "-m", "croupier", "serve", *words],
        capture_output=True,
        text=True,
        env=env,
        timeout=60,
        check=False,
    )


def test_mistakes_in_the_settings_are_one_clear_line(tmp_path: Path) -> None:
    """Each is told before anything starts: exit 2, one line, no traceback."""
    from croupier.cli import main

    toml = tmp_path / "house.toml"
    database = str(tmp_path / "h.db")
    not_ours = tmp_path / "other.db"
    not_ours.write_bytes(b"not a database at all, but long enough to look like one" * 100)
    mistakes: list[tuple[list[str], str | None, str]] = [
        (["--port", "99999"], None, "port"),
        (["--port", "x"], None, "port"),
        (["--port", "-1"], None, "port"),
        (["--workers", "0"], None, "workers"),
        (["--database", str(tmp_path / "nowhere" / "h.db")], None, "nowhere"),
        (["--database", str(not_ours)], None, "other.db"),
        (["--database", "postgresql://nobody@/none?host=/nonexistent"], None, "cannot open"),
        (["--config", str(tmp_path / "missing.toml")], None, "missing.toml"),
        (["--host", "256.1.1.1", "--database", database], None, "256.1.1.1"),
        ([], "port = true", "port"),
        ([], "prot = 80", "prot"),
        ([], 'demo = "perhaps"', "demo"),
        ([], 'origins = ["tables.example/path"]', "origins"),
        ([], "staff_idle = 1", "staff_idle"),
        ([], 'log = "xml"', "log"),
        ([], 'guest_chips = "many"', "guest_chips"),
        ([], "port = ", "no TOML"),
    ]
    for words, text, named in mistakes:
        if text is not None:
            toml.write_text(text)
            words = ["--config", str(toml), "--database", database]
        said = _main(main, ["serve", *words])
        assert said[0] == 2, (words, text, said)
        assert named in said[1], (words, text, said)
        assert len(said[1].strip().splitlines()) == 1, said
        assert "Traceback" not in said[1]


def _main(main: Callable[[list[str]], int], words: list[str]) -> tuple[int, str]:
    from contextlib import redirect_stderr
    from io import StringIO

    said = StringIO()
    with redirect_stderr(said):
        try:
            status = main(words)
        except SystemExit as ended:
            status = int(ended.code or 0)
    return status, said.getvalue()


def test_the_command_itself_serves_and_stops(tmp_path: Path) -> None:
    """The real command in a process of its own, by its name, until Ctrl-C."""
    import signal

    process = subprocess.Popen(
        [sys.executable, "-m", "croupier", "serve", "--port", "0", "--database", "h.db"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    assert process.stdout is not None
    address = address_told(process.stderr)
    deadline = time.monotonic() + 20
    while True:
        try:
            tables = httpx.get(f"{address}/api/tables", trust_env=False, timeout=10).json()
            break
        except httpx.HTTPError:
            assert time.monotonic() < deadline
            time.sleep(0.05)
    assert len(tables) == 7, "a demo table of each game that ships, and of one more"
    guest = httpx.post(f"{address}/api/guest", json={}, trust_env=False, timeout=10)
    assert guest.json()["person"]["wallet"] == "10000.00"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert out == "", "standard output is for what commands print"
    assert "Traceback" not in err


@pytest.mark.parametrize("taken", [True])
def test_a_port_that_is_taken_is_told(sqlite: str, folder: Path, taken: bool) -> None:
    from croupier.cli import main

    with Served(sqlite, folder) as served:
        port = served.host.rpartition(":")[2]
        status, said = _main(main, ["serve", "--port", port, "--database", sqlite])
    assert status == 2
    assert "cannot listen" in said
    assert "another program listens there; stop it, or take another with --port" in said

"""The real server: its statements hold, its key is public, a second server is refused."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx

from croupier.accounts import People
from croupier.cli import main
from croupier.store.statement_file import file_lines
from croupier.store.statements import read_line
from houses import proven
from served import address_told
from server.client import Api
from server.people import add_people, open_tables
from server.process import Served


def asked(base: str, path: str) -> Any:
    """Ask as a stranger, until the server answers."""
    deadline = time.monotonic() + 20
    while True:
        try:
            answer = httpx.get(f"{base}{path}", trust_env=False, timeout=10)
            assert answer.status_code == 200, answer.text
            return answer
        except httpx.HTTPError:
            assert time.monotonic() < deadline
            time.sleep(0.05)


def test_statements_of_a_server_hold(database: str, folder: Path) -> None:
    """From its start to its stop; killed or stopped, the next one goes on from there."""
    open_tables(database)
    tokens = add_people(database, "dee")
    path = folder / "heads.jsonl"
    words = ("--heads-file", str(path), "--signing-key", str(folder / "signing.pem"))
    with Served(database, folder, *words) as served, Api(served.base, tokens["dee"]) as dee:
        key = asked(served.base, "/api/keys").json()["keys"]
        assert [(each["use"], each["kind"]) for each in key] == [("heads", "ed25519")]
        for _ in range(100):
            dee.do("t1", "buy_in", player="ann", amount="1")
            found = asked(served.base, "/api/heads").json()["statements"]
            if found:
                break
            time.sleep(0.1)
        assert [each["statement"]["number"] for each in found] == [1]
        shown = asked(served.base, "/api/heads").content
        line = shown.removeprefix(b'{"statements":[').removesuffix(b"]}")
        assert read_line(line, "page").key == key[0]["public"], "it can be checked as it is"
        assert b"ann" not in shown
        assert (
            'croupier_heads_total{answer="done",to="file"} 1.0'
            in asked(served.base, "/metrics").text
        )
        assert served.stop() == 0
    assert [read_line(each, "f").statement.why.value for each in file_lines(path)] == [
        "start",
        "stop",
    ]
    assert main(["verify", database, "--heads", str(path), "--key", key[0]["public"]]) == 0
    if not database.startswith("postgres"):
        # The file alone is the house after a clean stop.
        alone = folder / "alone.db"
        shutil.copy(database, alone)
        assert proven(str(alone)).head == proven(database).head
    with Served(database, folder, *words) as served:
        assert served.base


def test_one_server_of_several_processes(sqlite: str, folder: Path) -> None:
    """Workers share the file, one of them publishes; a second server is told what to use."""
    open_tables(sqlite)
    path = folder / "heads.jsonl"
    words = ["--no-demo", "--database", sqlite, "--heads-file", str(path), "--port", "0"]
    command = [sys.executable, "-m", "croupier", "serve", *words]
    process = subprocess.Popen(
        [*command, "--workers", "2"], stderr=subprocess.PIPE, text=True, cwd=folder
    )
    try:
        assert process.stderr is not None
        base = address_told(process.stderr)
        assert asked(base, "/healthz").json() == {"ok": True}
        second = subprocess.run(
            command, capture_output=True, text=True, cwd=folder, timeout=30, check=False
        )
        assert second.returncode == 2
        assert "another croupier serves" in second.stderr
        assert second.stderr.count("\n") == 1
        assert main(["user", "list", "--database", sqlite]) == 0
        assert main(["verify", sqlite]) == 0
        deadline = time.monotonic() + 15
        while not path.exists():
            assert time.monotonic() < deadline
            time.sleep(0.05)
    finally:
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=40)
    assert "Traceback" not in said, said[-3000:]
    whys = [json.loads(line)["statement"]["why"] for line in file_lines(path)]
    assert (whys[0], whys[-1]) == ("start", "stop")
    assert main(["verify", sqlite, "--heads", str(path)]) == 0
    with People.open(sqlite) as people:
        assert people.incidents.before(most=1)[0].kind.value == "server_stopped"

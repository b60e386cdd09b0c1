"""Games of one's own at the server: by file and by upload, offered, played, kept and withdrawn."""

from __future__ import annotations

import json
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from croupier.accounts import People
from croupier.cli import main
from croupier.game.checked_mapping import BadGame
from croupier.game.loading import keys, read_text
from croupier.server.game_files import read_game_files, read_games, write_games
from croupier.store.shelf import offer
from croupier.words import render, say
from houses import proven
from postgres import Postgres, scratch
from served import EASY
from served import Served as Server
from server.client import Api
from server.process import Served
from server.running import Running, people_of

EZ = Path(__file__).parents[2] / "examples/ez-baccarat.toml"
TEXT = EZ.read_text(encoding="utf-8")
MINIMAL = """
key = "my-game"
title = "My game"
decks = [6, 8]

[bets.player]
main = true
pays = [{ when = { winner = "player" }, odds = "1:1" }, { when = { winner = "tie" }, odds = "0:1" }]

[bets.banker]
main = true
pays = [{ when = { winner = "banker" }, odds = "1:1" }, { when = { winner = "tie" }, odds = "0:1" }]
"""
BAD = MINIMAL.replace('odds = "1:1"', 'odds = "one"').replace("title = ", "titel = ")


def uploaded(admin: Api, text: str = MINIMAL) -> dict[str, object]:
    answer = admin.ask("POST", "/api/games", json={"toml": text})
    assert answer.status_code == 200, answer.text
    told: dict[str, object] = answer.json()
    return told


def listed(api: Api) -> dict[str, dict[str, object]]:
    return {game["key"]: game for game in api.get("/api/games")}


def by_dealer(running: Running, table: str, bets: dict[str, str]) -> None:
    """Let a dealer deal one round by the steps that the table says come next."""
    with running.api("sam") as sam, running.api("ann") as ann:
        sam.do(table, "open_bets")
        for bet, amount in bets.items():
            ann.do(table, "place_bet", box=1, bet=bet, amount=amount)
        sam.do(table, "close_bets")
        for _ in range(30):
            state = sam.state(table)
            if state["phase"] == "idle":
                return
            sam.do(table, "deal" if state["phase"] == "dealing" else "settle")
        raise AssertionError(state)


def test_an_upload_is_offered_played_replaced_and_withdrawn(running: Running) -> None:
    with running.api("adm") as admin, running.api() as anybody:
        made = uploaded(admin, TEXT)
        assert listed(anybody)["ez-baccarat"] == {
            **listed(anybody)["ez-baccarat"],
            "digest": made["digest"],
            "own": True,
            "from": "upload",
        }
        assert [key for key, game in listed(anybody).items() if not game["own"]] == list(keys())
        shown = anybody.get("/api/games/ez-baccarat")
        bets = [bet["key"] for bet in shown["game"]["bets"]]
        assert bets == ["player", "banker", "tie", "dragon_7", "panda_8"]
        assert set(bets) == set(anybody.get("/api/odds/ez-baccarat")["bets"])
        table = running.table("ez-baccarat")
        assert anybody.get(f"/api/tables/{table}")["state"]["digest"] == made["digest"]
        lobby = {each["id"]: each for each in anybody.get("/api/tables")}
        assert lobby[table]["digest"] == made["digest"]
        by_dealer(running, table, dict.fromkeys(bets, "10"))
        # A changed file is another game from the next opening; this table keeps its own.
        changed = uploaded(admin, TEXT.replace("40:1", "41:1"))
        assert changed["digest"] != made["digest"]
        assert anybody.get("/api/games/ez-baccarat")["digest"] == changed["digest"]
        kept = anybody.get(f"/api/games/ez-baccarat?digest={made['digest']}")
        assert (kept["digest"], kept["from"]) == (made["digest"], "stored")
        assert kept["game"]["bets"][3]["pays"][0]["odds"] == "40:1"
        other = running.table("ez-baccarat")
        assert anybody.state(other)["digest"] == changed["digest"]
        by_dealer(running, table, dict.fromkeys(bets, "10"))
        assert admin.ask("DELETE", "/api/games/ez-baccarat").status_code == 200
        assert admin.ask("DELETE", "/api/games/ez-baccarat").status_code == 404
        assert "ez-baccarat" not in listed(anybody)
        by_dealer(running, other, dict.fromkeys(bets, "10"))
        with running.api("sam") as sam:
            again = sam.send(table, "open_table", game="ez-baccarat", float="1")
            assert again.status_code in (400, 409)
        story = anybody.get(f"/api/tables/{table}/rounds/1")
        assert story["game"]["digest"] == made["digest"]
        noted = admin.get("/api/incidents?latest=true&most=3")
        assert [each["kind"] for each in noted] == ["game_withdrawn", *["game_offered"] * 2]
        assert {each["actor"] for each in noted} == {"adm"}
        assert noted[1]["before"]["digest"] == made["digest"]
        assert noted[1]["after"]["digest"] == changed["digest"]
    proven(running.database)


def test_mistakes_are_told_beside_their_lines(running: Running) -> None:
    with running.api("adm") as admin:
        told = admin.ask("POST", "/api/games/check", json={"toml": BAD}).json()
        assert (told["ok"], told["game"], told["odds"]) == (False, None, None)
        lines = BAD.splitlines()
        found = {problem["key"]: problem["line"] for problem in told["problems"]}
        assert lines[found["titel"] - 1].startswith("titel")
        assert 'odds = "one"' in lines[found["bets.player.pays[0].odds"] - 1]
        assert found["bets.banker.pays[0].odds"] > found["bets.player.pays[0].odds"]
        syntax = admin.ask("POST", "/api/games/check", json={"toml": "key = 1\ntitle =\n"}).json()
        assert [problem["line"] for problem in syntax["problems"]] == [2]
        taken = admin.ask(
            "POST", "/api/games/check", json={"toml": MINIMAL.replace("my-game", "tiger")}
        ).json()
        assert [(each["key"], each["line"]) for each in taken["problems"]] == [("key", 2)]
        refused = admin.ask("POST", "/api/games", json={"toml": BAD})
        assert refused.status_code == 400
        assert "my-game" not in listed(admin)
        good = admin.ask("POST", "/api/games/check", json={"toml": MINIMAL}).json()
        assert (good["ok"], good["problems"], good["replaces"]) == (True, [], None)
        assert set(good["odds"]["bets"]) == {"player", "banker"}
        digest = uploaded(admin)["digest"]
        uploaded(admin)
        again = admin.ask("POST", "/api/games/check", json={"toml": MINIMAL}).json()
        assert again["replaces"] == digest == again["game"]["digest"]
        assert admin.ask("GET", "/api/games/my-game/file").text == MINIMAL
        assert admin.ask("DELETE", "/api/games/my-game").status_code == 200


@pytest.mark.parametrize("name", ["ann", "sam", "aud", None])
def test_only_an_administrator_uploads(running: Running, name: str | None) -> None:
    with running.api(name) as api:
        for method, path in (
            ("POST", "/api/games"),
            ("POST", "/api/games/check"),
            ("POST", "/api/games/par"),
            ("DELETE", "/api/games/my-game"),
            ("GET", "/api/games/my-game/file"),
        ):
            body = {"json": {"toml": MINIMAL}} if method == "POST" else {}
            answer = api.ask(method, path, **body)
            assert answer.status_code == (401 if name is None else 403), path
            error = answer.json()["error"]
            assert error["message"] == str(said_of(error))


def said_of(error: dict[str, dict[str, object]]) -> str:
    """Return the sentence that a page makes of an error's data, if it has no nested parts."""
    said = error["said"]
    params = said["with"]
    assert isinstance(params, dict)
    if any(not isinstance(value, str | int) for value in params.values()):
        return str(error["message"])
    return render(say(str(said["say"]), **params))


def test_the_par_sheet_of_any_game_is_a_page(running: Running) -> None:
    with running.api("adm") as admin:
        sheet = admin.ask("POST", "/api/games/par", json={"toml": MINIMAL, "decks": 8})
        assert sheet.status_code == 200, sheet.text
        assert sheet.headers["content-type"].startswith("text/html")
        assert "My game" in sheet.text
        shown = admin.ask("GET", "/api/games/tiger/par")
        assert "unsafe-inline" in shown.headers["content-security-policy"]
        assert "script-src" not in shown.headers["content-security-policy"]
        assert admin.ask("GET", "/api/games/tiger/par?decks=27").status_code == 409
        assert admin.ask("GET", "/api/games/nothing/par").status_code == 404


@pytest.fixture
def files() -> Path:
    """A folder with a good game file."""
    folder = Path(scratch())
    (folder / "my.toml").write_text(MINIMAL)
    return folder


def test_a_server_restarted_without_the_file_goes_on(database: str, files: Path) -> None:
    tokens = people_of(database)
    path = files / "my.toml"
    with Served(database, files, "--game", str(path)) as served:
        running = Running(served, database, tokens)
        with running.api("adm") as admin:
            assert listed(admin)["my-game"]["from"] == "file"
            taken = admin.ask("POST", "/api/games", json={"toml": MINIMAL})
            assert taken.status_code == 400
        table = running.table("my-game")
        by_dealer(running, table, {"player": "10"})
        with running.api("sam") as sam:
            old = sam.state(table)["digest"]
        assert served.stop() == 0
    path.write_text(MINIMAL.replace("My game", "My other game"))
    with Served(database, files, "--game", str(path)) as served:
        running = Running(served, database, tokens)
        by_dealer(running, table, {"banker": "10"})
        with running.api("sam") as sam:
            assert sam.state(table)["digest"] == old
            assert sam.state(running.table("my-game"))["digest"] != old
        served.kill()
    path.unlink()
    with Served(database, files) as served:
        running = Running(served, database, tokens)
        with running.api("sam") as sam:
            assert "my-game" not in listed(sam)
            assert sam.get(f"/api/games/my-game?digest={old}")["title"] == "My game"
            assert sam.get(f"/api/odds/my-game?digest={old}")["bets"]
            by_dealer(running, table, {"banker": "10"})
            sam.do(table, "assign_dealer", automatic=True, pace={"betting": 1000})
            deadline = time.monotonic() + 30
            while sam.state(table)["round"] < 5 and time.monotonic() < deadline:
                time.sleep(0.1)
            assert sam.state(table)["round"] >= 5
        assert served.stop() == 0
    proven(database)


def test_games_are_handed_to_other_processes_as_they_were_read(files: Path) -> None:
    games = read_game_files([str(files / "my.toml"), str(EZ)])
    handed = read_games(write_games(games))
    assert [game.digest for game in handed] == [game.digest for game in games]
    assert [game.title for game in handed] == ["My game", "EZ Baccarat"]


def _workers(parent: int) -> set[int]:
    """Return the processes that a server has started to serve."""
    found = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return {int(pid) for pid in found if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()}


@contextmanager
def _halted(pid: int) -> Iterator[None]:
    """Let a process do nothing for a moment, so that another one has to answer."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def test_every_worker_process_has_the_games_that_were_read_at_the_start(
    postgres: Postgres, files: Path
) -> None:
    """The file is spoiled before they have started, and gone when one of them is replaced."""
    database = postgres.new()
    tokens = people_of(database)
    path = files / "my.toml"
    [game] = read_game_files([str(path)])
    served = Server(database, {**EASY, "games": str(path), "workers": "2", "demo": "false"})
    try:
        path.write_text(BAD)
        _wait_for(lambda: len(_workers(served.process.pid)) == 2 and _well(served.address))
        path.unlink()
        first = _workers(served.process.pid)
        gone = min(first)
        for number, worker in enumerate(sorted(first)):
            with _halted(worker), Api(served.address, tokens["sam"]) as sam:
                assert listed(sam)["my-game"]["digest"] == game.digest
                table = f"by-{number}"
                assert sam.ask("POST", "/api/tables", json={"id": table}).status_code == 200
                sam.do(table, "open_table", game="my-game")
        os.kill(gone, signal.SIGKILL)
        _wait_for(lambda: len(_workers(served.process.pid) - first) == 1)
        [stays] = first - {gone}
        _wait_for(lambda: _answered_without(stays, served.address))
        with _halted(stays), Api(served.address, tokens["sam"]) as sam:
            assert listed(sam)["my-game"]["digest"] == game.digest
            assert sam.state("by-0")["digest"] == game.digest
        assert served.stop() == 0
    finally:
        served.stop(signal.SIGKILL)
    proven(database)


def _wait_for(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def _well(address: str) -> bool:
    try:
        return httpx.get(f"{address}/healthz", timeout=2, trust_env=False).status_code == 200
    except httpx.HTTPError:
        return False


def _answered_without(worker: int, address: str) -> bool:
    with _halted(worker):
        return _well(address)


def test_bad_files_are_told_and_nothing_is_served(
    files: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """One good file among them changes nothing: no port, no database, every mistake in its line."""
    (files / "twin.toml").write_text(MINIMAL)
    spoiled: dict[str, str | bytes] = {
        "bad": BAD,
        "six": MINIMAL.replace("my-game", "tiger"),
        "odd": MINIMAL.replace("my-game", "../My Game"),
        "long": MINIMAL.replace("my-game", "g" * 65),
        "syntax": 'key = "x"\ntitle =\n',
        "twice": 'key = "x"\nkey = "y"\n',
        "large": "#" * 5_000_000,
        "latin": b'key = "\xe9"',
        "deep": "x = " + "[" * 5000,
        "empty": "",
    }
    for name, content in spoiled.items():
        data = content if isinstance(content, bytes) else content.encode()
        (files / f"{name}.toml").write_bytes(data)
    (files / "folder.toml").mkdir()
    os.mkfifo(files / "pipe.toml")
    names = ("my", "twin", *spoiled, "folder", "pipe", "missing")
    words = [word for name in names for word in ("--game", str(files / f"{name}.toml"))]
    database = files / "none.db"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert main(["serve", "--port", str(port), "--database", str(database), *words]) == 2
    said = capfd.readouterr().err
    for name, line, text in (
        ("bad", 3, "titel"),
        ("bad", 8, "bets.player.pays[0].odds"),
        ("bad", 12, "bets.banker.pays[0].odds"),
        ("twin", 2, "key"),
        ("six", 2, "key"),
        ("odd", 2, "key"),
        ("long", 2, "key"),
        ("syntax", 2, "file"),
        ("twice", 2, "file"),
        ("large", None, "file"),
        ("latin", None, "file"),
        ("deep", None, "file"),
        ("empty", None, "bets"),
        ("folder", None, "file"),
        ("pipe", None, "file"),
        ("missing", None, "file"),
    ):
        place = f"{files / name}.toml" if line is None else f"{files / name}.toml, line {line}"
        assert f"croupier serve: {place}: {text}: " in said
    assert f"{files / 'my.toml'}:" not in said
    assert "tables at" not in said
    assert not database.exists()
    assert all(len(row) < 500 for row in said.splitlines())


def test_an_upload_that_this_version_cannot_read_is_replaced(running: Running) -> None:
    """An earlier version may have taken a file in which this one finds mistakes."""
    with People.open(running.database) as people:
        game = read_text(MINIMAL.replace("my-game", "older"), "test")
        offer(people.incidents, game, BAD, "adm")
    with running.api("adm") as admin:
        assert "older" not in listed(admin)
        text = MINIMAL.replace("my-game", "older")
        told = admin.ask("POST", "/api/games/check", json={"toml": text}).json()
        assert (told["ok"], told["replaces"]) == (True, game.digest)
        uploaded(admin, text)
        assert "older" in listed(admin)
        admin.ask("DELETE", "/api/games/older")


def test_half_a_character_is_no_file(running: Running) -> None:
    """JSON can write half of a pair of characters; no file has that, and no database takes it."""
    with running.api("adm") as admin:
        body = json.dumps({"toml": MINIMAL + "# \ud800"})
        headers = {"content-type": "application/json"}
        for path in ("/api/games", "/api/games/check", "/api/games/par"):
            answer = admin.ask("POST", path, content=body, headers=headers)
            assert answer.status_code == 400, answer.text
    with pytest.raises(BadGame, match="UTF-8"):
        read_text(MINIMAL + "# \ud800", "test")


def test_the_configuration_names_games_from_its_own_folder(files: Path) -> None:
    (files / "deeper").mkdir()
    config = files / "deeper/croupier.toml"
    config.write_text('games = ["../my.toml"]\n')
    with (
        Served(str(files / "c.db"), files, "--config", str(config)) as served,
        Api(served.base) as api,
    ):
        assert listed(api)["my-game"]["own"] is True

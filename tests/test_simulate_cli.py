"""`croupier simulate` as people and programs call it."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from croupier import load
from croupier.cli import main
from croupier.game.loading import keys
from croupier.lab.progress import duration

CALL = [sys.executable, "-m", "croupier", "simulate"]
OWN = """key = "mine"
title = "Mine"
decks = [1, 8]
[bets.same]
pays = [{ when = { player_perfect_pair = true }, odds = "25:1" }]
"""


def simulate_json(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["simulate", *words, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.parametrize("key", sorted(keys()))
def test_json_is_what_the_contract_says(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = simulate_json(capsys, key, "--rounds", "5000", "--seed", "9")
    assert list(found) == [
        *("game", "rounds", "shoes", "seed", "engine"),
        *("seconds", "rounds_per_second", "bets"),
        *("version", "digest", "decks", "cut", "rounds_asked", "stopped"),
    ]
    game = load(key)
    assert (found["version"], found["digest"]) == (version("croupier"), f"sha256:{game.digest}")
    assert (found["decks"], found["cut"]) == (game.decks.default, 14)
    assert (found["rounds_asked"], found["stopped"]) == (5000, False)
    assert (found["game"], found["seed"], found["engine"]) == (key, 9, "cpu")
    assert 5000 <= found["rounds"] < 5100
    assert found["rounds_per_second"] == pytest.approx(found["rounds"] / found["seconds"])
    assert list(found["bets"]) == list(load(key).bets)
    for bet in found["bets"].values():
        assert list(bet) == ["outcomes", "ev", "stderr"]
        assert sum(bet["outcomes"].values()) == found["rounds"]


def test_workers_change_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("tiger", "--rounds", "2e5", "--seed", "3", "--decks", "6", "--cut", "30")
    one, two = (simulate_json(capsys, *words, "--workers", n) for n in ("1", "2"))
    for key in ("rounds", "shoes", "bets"):
        assert one[key] == two[key]


def test_a_game_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "mine.toml"
    own.write_text(OWN)
    found = simulate_json(capsys, str(own), "--rounds", "2000", "--seed", "1")
    assert set(found["bets"]) == {"same"}
    assert set(found["bets"]["same"]["outcomes"]) == {"25", "-1"}


def test_a_page_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "classic", "--rounds", "1.5e4", "--seed", "5"]) == 0
    page = capsys.readouterr().out
    for word in ("8 decks, cut at 14, seed 5", "Bank", "1.0579%", "shoes", "rounds/s"):
        assert word in page


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("classic", "--rounds"),
        ("classic --rounds 0", "rounds"),
        ("classic --rounds -5", "rounds"),
        ("classic --rounds 1.5", "rounds"),
        ("classic --rounds many", "rounds"),
        ("classic --rounds 1e16", "rounds"),
        ("punto --rounds 10", "punto"),
        ("classic --rounds 10 --decks 3", "6 to 8 decks"),
        ("classic --rounds 10 --cut=-1", "the cut"),
        ("classic --rounds 10 --cut 416", "no coup can start"),
        ("classic --rounds 10 --workers 0", "workers"),
        ("classic --rounds 10 --workers x", "workers"),
        ("classic --rounds 10 --seed=-1", "seed"),
        ("classic --rounds 10 --seed 18446744073709551616", "seed"),
        ("classic --rounds 10 --engine abacus", "there is cpu"),
        ("classic --rounds 10 --plot edges.pdf", ".svg or .png"),
        ("classic --rounds 10 --plot no/such/edges.svg", "no folder"),
    ],
)
def test_a_wrong_call_is_told_in_one_line(
    words: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *words.split()]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert why in printed.err
    assert printed.err.count("\n") == 1


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_picture_is_drawn(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / f"edges.{kind}"
    simulate_json(capsys, "tiger", "--rounds", "50000", "--seed", "1", "--plot", str(file))
    begins = {"svg": b"<?xml", "png": b"\x89PNG"}
    assert file.read_bytes().startswith(begins[kind])


def test_ctrl_c_prints_what_there_is() -> None:
    """On a terminal, with its bar, in a run that would last for hours."""
    screen, stderr = pty.openpty()
    words = [*CALL, "classic", "--rounds", "1e14", "--seed", "1", "--json"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=stderr) as running:
        os.close(stderr)
        seen = b""
        while b"rounds/s" not in seen or b"0%" not in seen:
            seen += os.read(screen, 1000)
        sleep(0.3)
        running.send_signal(signal.SIGINT)
        try:
            while chunk := os.read(screen, 1000):
                seen += chunk
        except OSError:
            # What Linux says when nobody has the other end open any more.
            pass
        out = running.stdout.read() if running.stdout else b""
    os.close(screen)
    assert running.returncode == 130
    assert b"stopped after" in seen
    found = json.loads(out)
    assert (found["stopped"], found["rounds_asked"]) == (True, 10**14)
    assert 0 < found["rounds"] < 1e14
    assert sum(found["bets"]["tie"]["outcomes"].values()) == found["rounds"]


def test_no_other_command_loads_the_compiler() -> None:
    code = "import sys; from croupier.cli import main; main(['games', '--json']); "
    code += "import croupier.cli.simulate; sys.exit('numba' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=True)


def test_times_are_said_as_people_say_them() -> None:
    assert [duration(n) for n in (90, 150, 9000, 900_000)] == [
        *("90 seconds", "2 minutes", "2 hours", "10 days"),
    ]

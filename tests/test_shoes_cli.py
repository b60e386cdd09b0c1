"""`croupier shoes`: coups in Parquet, CSV and JSON lines, and the Parquet that we write."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import croupier as cr
from croupier.cli import main
from croupier.lab.parquet import Column, Kind
from croupier.lab.table_files import meta_path, write_table

pytestmark = pytest.mark.no_cover

polars = pytest.importorskip("polars")


def dealt(tmp_path: Path, kind: str, *words: str) -> tuple[Path, dict[str, Any]]:
    path = tmp_path / f"coups.{kind}"
    assert main(["shoes", *words, "--out", str(path), "--json"]) == 0
    return path, {}


@pytest.mark.parametrize("kind", ["parquet", "csv", "jsonl"])
@pytest.mark.parametrize("game", ["tiger", "classic"])
def test_every_format_has_the_coups_that_python_has(game: str, kind: str, tmp_path: Path) -> None:
    path, _ = dealt(tmp_path, kind, game, "--shoes", "4", "--seed", "7")
    wanted = cr.shoes(game, shoes=4, seed=7)
    read = {"parquet": polars.read_parquet, "csv": polars.read_csv, "jsonl": polars.read_ndjson}
    found = read[kind](path)
    assert found.to_dicts() == wanted.to_rows()
    assert found.columns[:4] == ["shoe", "coup", "cards_left", "player_1"]
    assert found.columns[11:] == ["result", *(f"bet_{bet}" for bet in cr.load(game).bets)]
    assert found["player_3"].null_count() > 0 == found["player_2"].null_count()


def test_a_table_says_where_it_comes_from(tmp_path: Path) -> None:
    words = ("tiger", "--shoes", "2", "--seed", "7", "--decks", "6", "--cut", "60", "--first", "5")
    wanted = cr.shoes("tiger", shoes=2, seed=7, decks=6, cut=60, first=5).provenance
    path, _ = dealt(tmp_path, "parquet", *words)
    known = polars.read_parquet_metadata(path)
    assert json.loads(known["croupier"]) == {**wanted, "first_shoe": 5}
    assert (known["seed"], known["stopped"], known["digest"]) == ("7", "false", wanted["digest"])
    for kind in ("csv", "jsonl"):
        path, _ = dealt(tmp_path, kind, *words)
        assert json.loads(meta_path(path).read_text()) == {**wanted, "first_shoe": 5}


def test_parts_make_one_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many shoes are written at a time."""
    whole, _ = dealt(tmp_path, "parquet", "classic", "--shoes", "7", "--seed", "7")
    first = polars.read_parquet(whole)
    monkeypatch.setattr("croupier.lab.dealt_shoes.PART_ROWS", 200)
    parts, _ = dealt(tmp_path, "parquet", "classic", "--shoes", "7", "--seed", "7")
    assert polars.read_parquet(parts).equals(first)
    assert first["shoe"].n_unique() == 7


def test_a_page_for_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.csv"
    assert main(["shoes", "classic", "--shoes", "1", "--seed", "3", "--out", str(path)]) == 0
    rows = list(csv.DictReader(path.read_text().splitlines()))
    said = f"{path} is written: {len(rows)} coups of 1 shoes, 8 decks, cut at 14, seed 3\n"
    assert capsys.readouterr().out == said


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("classic --shoes 1 --out x.xlsx", ".parquet, .csv, .jsonl"),
        ("classic --shoes 1 --out no/such/x.csv", "no folder"),
        ("classic --shoes 0 --out x.csv", "shoes"),
        ("classic --shoes 1 --out x.csv --first=-1", "the first shoe"),
        ("classic --shoes 1 --out x.csv --decks 3", "6 to 8 decks"),
        ("punto --shoes 1 --out x.csv", "punto"),
        ("classic --out x.csv", "--shoes"),
    ],
)
def test_a_wrong_call_is_told_in_one_line(
    words: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["shoes", *words.split()]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert why in said.err
    assert said.err.count("\n") == 1


def test_ctrl_c_keeps_whole_shoes_and_marks_the_table(tmp_path: Path) -> None:
    path = tmp_path / "coups.parquet"
    call = [sys.executable, "-m", "croupier", "shoes", "classic", "--shoes", "1e9", "--seed", "1"]
    with subprocess.Popen(
        [*call, "--out", str(path), "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        # The table is written under another name until it is complete.
        while not any(part.stat().st_size for part in tmp_path.glob(".coups*")):
            assert running.poll() is None
            os.sched_yield()
        running.send_signal(signal.SIGINT)
        out, err = running.communicate()
    assert running.returncode == 130, err
    told = json.loads(out)
    found = polars.read_parquet(path)
    assert (told["stopped"], told["shoes_asked"]) == (True, 10**9)
    assert (len(found), found["shoe"].n_unique()) == (told["rounds"], told["shoes"])
    assert f"stopped after {told['shoes']:,} of 1,000,000,000 shoes" in err.decode()


def test_parquet_holds_every_kind_of_value(tmp_path: Path) -> None:
    """Values of one kind and of thousands, missing ones, none at all, and no rows."""
    rng = np.random.default_rng(1)
    for rows in (0, 1, 7, 8, 9, 64, 1000):
        numbers = [int(number) for number in rng.integers(-(2**62), 2**62, rows)]
        texts = [None if number % 3 else f"é{number % 11}" for number in numbers]
        columns = [
            Column.of("whole", Kind.WHOLE, numbers),
            Column.of("small", Kind.SMALL, [number % 5 for number in numbers]),
            Column.of("number", Kind.NUMBER, [number / 3 for number in numbers]),
            Column.of("text", Kind.TEXT, texts),
            Column.of("none", Kind.TEXT, [None] * rows),
            Column.of("one", Kind.TEXT, ["x"] * rows),
        ]
        path = tmp_path / "kinds.parquet"
        assert write_table(path, [columns] * 2, {"a": 1}) == 2 * rows
        found = polars.read_parquet(path)
        for column in columns:
            assert found[column.name].to_list() == column.rows() * 2, (rows, column.name)
        assert polars.read_parquet_metadata(path)["a"] == "1"

"""Every round and every bet of a house in a file: they add up to what the reports say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from croupier.cli import main
from croupier.reports.figures import Span
from croupier.reports.report import report
from croupier.reports.round_list import RoundLine, latest_rounds
from croupier.store.house import House
from floors import Floor, play_any, rehearsed

polars = pytest.importorskip("polars")

BANKER_NINE = "2s 9d 3c Kh 4d"


@pytest.fixture
def house(database: str) -> Iterator[House]:
    """A house whose shuffles and clock come from a seed."""
    with rehearsed(database) as made:
        yield made


def written(database: str, tmp_path: Path, kind: str, *words: str) -> tuple[Any, Any]:
    """Return the tables of rounds and of bets."""
    files = [tmp_path / f"{name}.{kind}" for name in ("rounds", "bets")]
    call = ["report", database, "--rounds", str(files[0]), "--bets", str(files[1]), *words]
    assert main(call) == 0
    read = {"parquet": polars.read_parquet, "csv": polars.read_csv, "jsonl": polars.read_ndjson}
    rounds, bets = (read[kind](file) for file in files)
    return rounds, bets


@pytest.mark.parametrize("game", ["tiger", "player-dealer", "insurance"])
def test_they_are_the_rounds_of_the_reports(
    game: str, house: House, database: str, tmp_path: Path
) -> None:
    """Whatever is played, irregularities and corrections included."""
    play_any(house, "t1", 41, game)
    rounds, bets = written(database, tmp_path, "parquet")
    lines: dict[int, RoundLine] = {}
    before: int | None = None
    while page := latest_rounds(house.reader, "t1", before=before):
        lines |= {line.round: line for line in page}
        before = page[-1].round
    assert rounds["round"].to_list() == sorted(lines)
    for row in rounds.to_dicts():
        line = lines[row["round"]]
        assert (row["state"], row["result"], row["ended"]) == (line.state, line.result, line.ended)
        assert (row["player"] or "").split() == [card or "??" for card in line.player]
        for name in ("wagers", "house", "fees"):
            assert row[name] == Decimal(getattr(line, name)), (row["round"], name)
        assert bets.filter(round=row["round"]).height == row["bets"]
    found = report(house.reader, Span()).total
    paid = rounds.filter(polars.col("state").is_in(["settled", "corrected", "undone"]))
    assert (paid.height, rounds.filter(state="void").height) == (found.settled, found.voids)
    assert bets["outcome"].drop_nulls().is_in(["win", "lose", "push", "returned"]).all()
    assert {*bets["game"]} <= {game}


def test_a_bet_has_what_it_was_and_what_came_of_it(
    house: House, database: str, tmp_path: Path
) -> None:
    floor = Floor(house, "t1", "tiger", BANKER_NINE)
    floor.settled(("ann", 1, "banker", "100"), ("bob", 2, "player", "40"))
    for kind in ("csv", "jsonl"):
        rounds, bets = written(database, tmp_path, kind)
        one, two = bets.to_dicts()
        assert (one["player"], one["box"], one["kind"]) == ("ann", 1, "banker")
        assert (one["place"], one["outcome"], one["odds"]) == ("seated", "win", "19:20")
        assert Decimal(str(one["profit"])) == 95
        assert two["outcome"] == "lose"
        assert Decimal(str(two["back"])) == 0
        [row] = rounds.to_dicts()
        assert (row["player"], row["banker"], row["banker_total"]) == ("2s 3c", "9d Kh", 9)
        assert Decimal(str(row["house"])) == -55


def test_days_and_tables_are_chosen_as_for_a_report(
    house: House, database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Floor(house, "t1", "classic", BANKER_NINE).settled(("ann", 1, "banker", "100"))
    rounds, bets = written(database, tmp_path, "parquet", "--from", "2999-01-01")
    assert (rounds.height, bets.height) == (0, 0)
    assert rounds.schema["house"] == polars.Decimal(18, 4)
    capsys.readouterr()
    rounds, _ = written(database, tmp_path, "parquet", "--table", "t1", "--json")
    assert rounds.height == 1
    first, second = json.loads(capsys.readouterr().out)
    assert (first["rows_of"], first["rows"], second["rows_of"]) == ("rounds", 1, "bets")
    known = polars.read_parquet_metadata(tmp_path / "rounds.parquet")
    assert json.loads(known["croupier"])["version"] == first["version"] == known["version"]
    for words, why in (
        (["--rounds", "x.xlsx"], ".parquet, .csv or .jsonl"),
        (["--bets", "no/such/x.csv"], "no folder"),
        (["--bets", str(tmp_path / "x.csv"), "--table", "t9"], "no table t9"),
    ):
        assert main(["report", database, *words]) == 2
        assert why in capsys.readouterr().err

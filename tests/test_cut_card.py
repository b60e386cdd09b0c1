"""The cut-card effect: how it is measured, and that its page says what was measured."""

from __future__ import annotations

import json
from math import sqrt
from pathlib import Path

import pytest

from benchmarks import cut_card, cut_page
from benchmarks.cut_card import measure
from croupier.engines.runner import thread_engine
from croupier.game.loading import keys, load
from croupier.odds import Composition
from croupier.odds.bet_odds import bet_odds, weigh
from croupier.simulation import Plan

ROUNDS = 8_000_000


def test_a_short_run_agrees_with_the_long_one() -> None:
    progress: list[int] = []
    with thread_engine(2) as engine:
        found = measure(map(load, keys()), Plan(11, 8), ROUNDS, engine, progress.append)
    assert progress[-1] == found.rounds >= ROUNDS
    long = {(bet["game"], bet["bet"]): bet for bet in cut_page.runs()[0]["bets"]}
    assert {(one.game, one.bet) for one in found.effects} == {*long}
    for one in found.effects:
        documented = long[one.game, one.bet]
        assert float(one.fresh) == pytest.approx(documented["fresh"], rel=1e-8)
        assert abs(one.change - documented["change"]) < 4.5 * one.error
        # Coups of a shoe have little to do with each other: shards differ as they would by chance.
        kind = load(one.game).bets[one.bet]
        alone = bet_odds(kind, *weigh(kind, Composition.of_decks(8))).sd / sqrt(found.rounds)
        assert one.error == pytest.approx(alone, rel=0.4)


def test_one_shard_has_no_error_to_tell() -> None:
    with thread_engine(1) as engine, pytest.raises(ValueError, match="one shard"):
        measure([load("classic")], Plan(1, 8), 1, engine)


def test_the_page_says_what_was_measured() -> None:
    """`python -m benchmarks.cut_page` writes it anew."""
    found = cut_page.runs()
    assert cut_page.table(found) in (cut_page.DOCS / "cut-card.md").read_text()
    assert max(run["rounds"] for run in found) >= 10**13


def test_the_tool_prints_and_writes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    file = tmp_path / "cut.json"
    cut_card.main(["--rounds", "2e5", "--cut", "14", "60", "--decks", "6", "--json", str(file)])
    page = capsys.readouterr().out
    assert "6 decks, cut at 60" in page
    assert "big_tiger" in page
    assert [(run["decks"], run["cut"]) for run in json.loads(file.read_text())] == [
        (6, 14),
        (6, 60),
    ]
    cut_page.draw(json.loads(file.read_text())[0], tmp_path / "cut.png")
    assert (tmp_path / "cut.png").read_bytes().startswith(b"\x89PNG")

"""The odds of a pay line for a wanted house edge."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path

import pytest

from croupier import load
from croupier.cli import main
from croupier.odds import design, odds
from shoes import EIGHT, own_game

OPEN_GAME = """key = "mine"
title = "Mine"
decks = [6, 8]
[bets.lucky]
pays = [
  { when = { winner = "banker", banker_total = 6, banker_cards = 3 }, odds = "?" },
  { when = { winner = "banker", banker_total = 6 }, odds = "12:1" },
]
"""


def test_design_finds_the_odds_for_an_edge(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(OPEN_GAME)
    call = ["design", str(path), "--bet", "lucky", "--edge", "5%"]
    assert main([*call, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["line"] == 0
    assert (said["game"], said["version"], said["decks"]) == ("mine", version("croupier"), 8)
    assert Fraction(said["exact"]["ev"]) == Fraction(-5, 100)
    assert said["exact"]["house_edge_exact"] == "1/20"
    low, high = (int(said[side]["odds"].split(":")[0]) for side in ("lower", "upper"))
    exact = Fraction(said["exact"]["odds"].replace(":", "/"))
    assert low < exact < high == low + 1
    assert said["lower"]["house_edge"] > 0.05 > said["upper"]["house_edge"]
    assert main(call) == 0
    shown = capsys.readouterr().out
    assert "5.0000%" in shown
    assert "Lucky, when Banker wins" in shown
    # With whole odds in its place the file is a game, and costs what was promised.
    path.write_text(OPEN_GAME.replace("?", said["lower"]["odds"]))
    assert float(odds(load(path), EIGHT).bets["lucky"].house_edge) == said["lower"]["house_edge"]


def test_design_answers_as_the_page_about_it_says(tmp_path: Path) -> None:
    """The bet of the documented call is one that the template has."""
    docs = Path(__file__).parent.parent / "docs"
    called = "croupier design my-game.toml --bet "
    [bet, edge] = next(
        found.groups()
        for page in docs.rglob("*.md")
        if (found := re.search(rf"^{called}(\w+) --edge (\S+)$", page.read_text("utf-8"), re.M))
    )
    path = tmp_path / "my-game.toml"
    assert main(["new", str(path)]) == 0
    before, heading, after = path.read_text().partition(f"[bets.{bet}]")
    path.write_text(before + heading + re.sub(r'odds = ".*?"', 'odds = "?"', after, count=1))
    assert main(["design", str(path), "--bet", bet, "--edge", edge]) == 0


def test_open_odds_are_no_odds_yet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(OPEN_GAME)
    assert main(["check", str(path)]) == 2
    assert "bets.lucky.pays[0].odds: these odds are left open" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "words", "says"),
    [
        (OPEN_GAME, ["--bet", "happy", "--edge", "5%"], 'no bet "happy"'),
        (OPEN_GAME.replace("?", "8:1"), ["--bet", "lucky", "--edge", "5%"], "leave one pay line"),
        (OPEN_GAME.replace("12:1", "?"), ["--bet", "lucky", "--edge", "5%"], "2 are"),
        (OPEN_GAME, ["--bet", "lucky", "--edge", "500%"], "an edge is"),
        (OPEN_GAME, ["--bet", "lucky", "--edge", "x"], "an edge is"),
        (OPEN_GAME, ["--bet", "lucky", "--edge", "0.05"], "like 5%"),
        (
            OPEN_GAME.replace("12:1", "99:1"),
            ["--bet", "lucky", "--edge", "5%"],
            "leaves an edge below",
        ),
        (OPEN_GAME, ["--bet", "lucky"], "--edge"),
        ("bets = 5", ["--bet", "lucky", "--edge", "5%"], "no bet"),
        (
            OPEN_GAME,
            ["--bet", "lucky", "--edge", "5%", "--cards-left", "0,0,0,0,0,0,0,0,0,9,9,9,9"],
            "never comes",
        ),
    ],
)
def test_what_cannot_be_designed_is_told(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    text: str,
    words: list[str],
    says: str,
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    assert main(["design", str(path), *words]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert says in printed.err


def test_odds_below_one_to_one_have_no_whole_odds_beneath() -> None:
    kind = own_game('{ when = { winner = ["player", "banker"] }, odds = "1:1" }').bets["x"]
    found = design(kind, 0, Fraction(1, 20), EIGHT)
    assert found.lower is None
    assert 0 < found.exact.pays < 1 == found.upper.pays


def test_whole_odds_have_whole_odds_on_both_sides() -> None:
    kind = own_game('{ when = { winner = "tie" }, odds = "1:1" }').bets["x"]
    edge = odds(load("classic"), EIGHT).bets["tie"].house_edge
    found = design(kind, 0, edge, EIGHT)
    assert found.lower is not None
    assert [str(side.pays) for side in (found.lower, found.exact, found.upper)] == ["7", "8", "9"]

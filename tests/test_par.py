"""PAR sheets: what they say, in every format, and that they say it of the right file."""

from __future__ import annotations

import csv
import json
import re
import sys
from fractions import Fraction
from io import StringIO
from pathlib import Path

import pytest

from croupier import load
from croupier.cli import main
from croupier.game import Game
from croupier.game.loading import keys
from croupier.par import FORMATS, Par, Sheet, contribution, par, write
from croupier.par.sheet_text import as_png, draws, summary, view
from shoes import own_game

ROOT = Path(__file__).parent.parent


def sheet_of(game: Game, decks: int = 8) -> Sheet:
    return Sheet(par(game, decks), "0123456789abcdef" * 4, "1.2.3")


@pytest.fixture(scope="module")
def insurance() -> Sheet:
    return sheet_of(load("insurance"))


@pytest.mark.parametrize("key", keys())
def test_combinations_and_contributions_add_up(key: str) -> None:
    game = load(key)
    made = par(game, game.decks.least)
    assert list(made.by_decks) == list(range(game.decks.least, game.decks.most + 1))
    for bet in made.found.bets.values():
        assert sum(made.combinations(end) for end in bet.outcomes) == made.found.left.coups
        assert sum(map(contribution, bet.outcomes)) == 1 - bet.house_edge


def test_the_json_is_exact(insurance: Sheet) -> None:
    data = json.loads(write(insurance, "json"))
    assert data["digest"] == "sha256:" + insurance.digest
    assert (data["croupier"], data["game"], data["decks"]) == ("1.2.3", "insurance", 8)
    assert data["version"] == data["croupier"]
    assert data["combinations"] == "4998398275503360"
    banker = data["bets"]["banker"]
    edge = insurance.par.found.bets["banker"].house_edge
    assert (banker["house_edge"], banker["house_edge_exact"]) == (float(edge), str(edge))
    assert Fraction(banker["resolved_edge_exact"]) == pytest.approx(banker["resolved_edge"])
    assert [int(end["combinations"]) for end in banker["outcomes"]][2:] == [
        475_627_426_473_216,
        2_230_518_282_592_256,
    ]
    assert banker["outcomes"][0]["rules"] == ["4.1.1", "1.11"]
    assert banker["outcomes"][3]["rules"] == ["3.16"]
    assert list(data["by_decks"]) == ["4", "5", "6", "7", "8"]
    assert data["by_decks"]["8"]["banker"]["house_edge"] == banker["house_edge"]
    assert sum(row["ev"] is not None and Fraction(row["ev"]) > 0 for row in data["insurance"]) == 12
    assert list(data["with_insurance"]) == ["player", "banker"]
    by_cards = insurance.par.found.insured["banker"].by_cards
    assert data["with_insurance"]["banker"]["by_cards"] == {
        "ev": str(by_cards),
        "house_edge": float(-by_cards),
        "house_edge_exact": str(-by_cards),
    }
    assert len(data["removal"]["tie"]) == 13


def test_the_csv_is_one_table(insurance: Sheet) -> None:
    rows = list(csv.DictReader(StringIO(write(insurance, "csv").decode())))
    sections = [row["section"] for row in rows]
    assert sections.count("bet") == 6 * 5
    assert sections.count("insurance") == 73
    assert sections.count("removal") == 6 * 13
    ends = [row for row in rows if row["section"] == "outcome" and row["bet"] == "tie"]
    assert [row["pays"] for row in ends] == ["8", "-1"]
    assert sum(int(row["combinations"]) for row in ends) == 4_998_398_275_503_360
    assert {row["event"]: row["pays"] for row in rows if row["section"] == "sheet"}[
        "digest"
    ] == f"sha256:{insurance.digest}"


def test_the_page_for_a_browser_needs_nothing_else(insurance: Sheet) -> None:
    page = write(insurance, "html").decode()
    assert page.count('class="favours"') == 12
    assert page.count("<svg") == 2
    assert insurance.digest in page
    for words in (
        "1.4581%",
        "1.6114%",
        "+8.44%",
        "1.2284%",
        "croupier 1.2.3",
        "4,998,398,275,503,360",
    ):
        assert words in page
    assert not re.search(r"<script|<link|(src|href)=\"(?!#)", page)


def test_pages_are_set_the_same_every_time(insurance: Sheet) -> None:
    """Nothing is taken from a clock, so a sheet can be made again and compared."""
    first = write(insurance, "pdf")
    assert first.startswith(b"%PDF-")
    assert first == write(insurance, "pdf")
    assert write(insurance, "html") == write(insurance, "html")


def test_the_insurance_game_takes_five_pages(insurance: Sheet) -> None:
    pages = as_png(insurance, ppi=40)
    assert len(pages) == 5
    assert all(page.startswith(b"\x89PNG") for page in pages)


def test_text_of_somebody_else_is_only_text() -> None:
    """A name from a game file is set as it stands, in every format."""
    game = own_game('{ when = { winner = "tie" }, odds = "8:1", says = "<b>#tie $x$ *y*" }')
    made = sheet_of(game)
    assert "&lt;b&gt;#tie $x$ *y*" in write(made, "html").decode()
    assert write(made, "pdf").startswith(b"%PDF-")


def test_a_bet_that_never_wins_and_one_that_always_does() -> None:
    always = sheet_of(own_game('{ when = {}, odds = "1:2" }'))
    assert "never" not in str(view(always)["bets"])
    pushes = sheet_of(own_game('{ when = {}, odds = "0:1" }'))
    assert "never" in str(view(pushes)["bets"])
    assert write(pushes, "pdf").startswith(b"%PDF-")


def test_one_number_of_decks_is_not_drawn_by_decks() -> None:
    page = write(sheet_of(load("player-dealer")), "html").decode()
    assert page.count("<svg") == 1
    assert "the player-dealer keeps" in page
    assert "before collection fees" in page


@pytest.mark.parametrize("key", keys())
def test_every_rule_is_cited_from_the_games_own_document(key: str) -> None:
    game = load(key)
    made: Par = par(game, game.decks.most)
    for _, data in summary(made):
        for text, rules in data:
            assert text.endswith(".")
            assert set(rules) <= set(game.paragraphs)


def test_the_table_of_play_is_the_one_that_deals() -> None:
    table = dict(draws())
    assert "".join(table["3"]) == "DDDDDDDDSD"
    assert "".join(table["6"]) == "SSSSSSDDSS"


@pytest.mark.parametrize("kind", FORMATS)
def test_the_command_writes_each_format(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / f"classic.{kind}"
    assert main(["par", "classic", "--decks", "6", "--out", str(out)]) == 0
    assert "for 6 decks" in capsys.readouterr().out
    made = out.read_bytes()
    if kind != "pdf":
        assert load("classic").digest in made.decode()
    assert len(made) > 2_000


def test_the_command_takes_a_file_of_ones_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "ez.JSON"
    file = ROOT / "examples" / "ez-baccarat.toml"
    assert main(["par", str(file), "--out", str(out), "--json"]) == 0
    message = json.loads(capsys.readouterr().out)
    data = json.loads(out.read_text())
    assert message == {
        "file": str(out),
        **{key: data[key] for key in ("game", "version", "decks", "digest")},
    }
    assert data["digest"] == "sha256:" + load(file).digest
    assert set(data["bets"]) == set(load(file).bets)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["classic"], "--out"),
        (["classic", "--out", "sheet.docx"], "ends in .pdf, .html, .json, .csv, not 'sheet.docx'"),
        (["classic", "--out", "sheet"], "ends in .pdf"),
        (["punto", "--out", "sheet.pdf"], "there is no game"),
        (["classic", "--decks", "5", "--out", "sheet.pdf"], "6 to 8"),
        (["classic", "--out", "no/folder/sheet.json"], "there is no folder no/folder"),
    ],
)
def test_a_wrong_call_is_one_line_and_status_two(
    words: list[str],
    says: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["par", *words]) == 2
    printed = capsys.readouterr()
    assert says in printed.err
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert list(tmp_path.iterdir()) == []


def test_without_what_makes_pages_the_command_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name.startswith("croupier.par.sheet_text")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "typst", None)
    assert main(["par", "classic", "--out", str(tmp_path / "sheet.pdf")]) == 2
    assert "takes typst, which is not installed" in capsys.readouterr().err


def test_what_cannot_be_written_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "sheet.json").mkdir()
    assert main(["par", "classic", "--out", str(tmp_path / "sheet.json")]) == 2
    assert "cannot write" in capsys.readouterr().err

"""PAR sheets: what they say, in every format, and that they say it of the right file."""

from __future__ import annotations

import contextlib
import csv
import json
import os
import pty
import re
import subprocess
import sys
import tomllib
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from html import unescape
from importlib.resources import files
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from benchmarks import cut_page
from browser.pictures import sheets
from croupier import load
from croupier.cli import main
from croupier.cli.check import favouring
from croupier.game import Game, read_game
from croupier.game.catalogue import chosen
from croupier.game.loading import keys, shipped
from croupier.game.mixing import mix
from croupier.game.model import BetKind
from croupier.money import Odds
from croupier.odds import Composition, odds
from croupier.odds.bet_odds import weigh
from croupier.par import (
    FORMATS,
    Par,
    Sheet,
    as_csv,
    as_json,
    contents,
    contribution,
    drawings,
    par,
    pars,
    permitted,
    sections,
    steps,
    vulnerability,
    write,
)
from croupier.par.bundle import bundle, bundle_steps
from croupier.par.contents import program_digest, program_files
from croupier.par.sheet_text import as_png, draws, summary, view
from naive.hold import Line, band
from shoes import own_game

ROOT = Path(__file__).parent.parent


def sheet_of(game: Game, decks: int = 8) -> Sheet:
    return Sheet(par(game, decks), "0123456789abcdef" * 4, "1.2.3")


@pytest.fixture(autouse=True)
def _few_shoes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counting has tests of its own."""
    monkeypatch.setattr(vulnerability, "SHOES", 2)


def counted(game: Game) -> Sheet:
    """A sheet with its section on counting, from a few shoes."""
    return replace(sheet_of(game), counted=vulnerability.measure(game, 8))


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
    for drawing in re.findall(r"<metadata>(.*?)</metadata>", page):
        assert json.loads(unescape(drawing)) == insurance.source
    assert page.count("croupier 1.2.3 · insurance sha256 0123456789ab · 8 decks") == 2
    for words in ("house edge per bet placed", "rank removed", "change, in 0.01%", "decks"):
        assert f">{words}</text>" in page
    assert insurance.digest in page
    for words in (
        "1.4581%",
        "1.6114%",
        "+8.44%",
        "1.2284%",
        "croupier 1.2.3",
        "4,998,398,275,503,360",
        "−9.35% to".replace("9.35", "0.935"),
        "+108.0 ± 1.1",
        "60",
    ):
        assert words in page
    assert not re.search(r"<script|<link|(src|href)=\"(?!#)", page)


def test_pages_are_set_the_same_every_time(insurance: Sheet) -> None:
    """Nothing is taken from a clock, so a sheet can be made again and compared."""
    first = write(insurance, "pdf")
    assert first.startswith(b"%PDF-")
    assert first == write(insurance, "pdf")
    assert write(insurance, "html") == write(insurance, "html")


def emptiest(pages: list[bytes]) -> float:
    """Return the highest part of a page, the last aside, that has nothing on it in one piece."""
    worst = 0.0
    for page in pages[:-1]:
        shown = Image.open(BytesIO(page)).convert("L")
        marked: NDArray[np.bool_] = np.any(np.asarray(shown) < 200, axis=1)
        lines = np.flatnonzero(marked)
        worst = max(worst, float(np.diff(lines).max()) / len(marked))
    return worst


@pytest.mark.parametrize("key", keys())
def test_no_page_is_half_empty(key: str) -> None:
    pages = as_png(counted(load(key)), ppi=40)
    assert 3 <= len(pages) <= 7
    assert emptiest(pages) < 0.35


def test_no_page_of_a_game_with_many_bets_is_half_empty() -> None:
    bets = chosen(["dragon-bonus", "panda-8", "egalite", "big", "small", "bad-beat", "ox-6"])
    game, _ = mix(load("classic"), bets, "many", None)
    assert len(game.bets) > 15
    pages = as_png(counted(game), ppi=40)
    assert emptiest(pages) < 0.35
    empty, full = Image.new("L", (9, 100), 255), Image.new("L", (9, 100), 0)
    empty.paste(full.crop((0, 0, 9, 10)), (0, 0))
    empty.paste(full.crop((0, 0, 9, 5)), (0, 95))
    out = BytesIO()
    empty.save(out, "png")
    assert emptiest([out.getvalue(), b""]) > 0.8


def test_the_picture_in_the_documentation_is_of_the_sheet_as_it_is() -> None:
    """Small print may differ, for it has the version; `./run pictures par` takes it anew."""
    shown = Image.open(ROOT / "docs" / "par.png").convert("L")
    fresh = sheets().convert("L")
    assert shown.size == fresh.size
    apart = np.abs(np.asarray(shown, dtype=int) - np.asarray(fresh, dtype=int)) > 64
    assert apart.mean() < 0.003, "docs/par.png is stale: ./run pictures par"


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


def test_what_a_line_contributes_adds_up(insurance: Sheet) -> None:
    for bet in json.loads(write(insurance, "json"))["bets"].values():
        ends = bet["outcomes"]
        assert sum(end["share_of_return"] for end in ends) == pytest.approx(1)
        assert sum(end["share_of_variance"] for end in ends) == pytest.approx(1)
        assert sum(1 / end["one_in"] for end in ends) == pytest.approx(1)
        mean = sum(Fraction(end["pays"]) * Fraction(end["probability"]) for end in ends)
        variance = sum(
            (Fraction(end["pays"]) - mean) ** 2 * Fraction(end["probability"]) for end in ends
        )
        assert Fraction(bet["variance_exact"]) == variance
        assert bet["variance"] == float(variance)
        assert bet["volatility_index"] == pytest.approx(1.6448536 * float(variance) ** 0.5)


def test_hold_and_top_award_are_in_every_format(insurance: Sheet) -> None:
    data = json.loads(write(insurance, "json"))
    tie = data["bets"]["tie"]
    ends = [(Fraction(8), Fraction(tie["top_award"]["probability"]))]
    ends.append((Fraction(-1), 1 - ends[0][1]))
    thousand = tie["hold"][0]
    assert (thousand["rounds"], thousand["expected"]) == (1_000, tie["house_edge"])
    naive = Line.of(ends).times(1_000).sums()
    for level, (low, high) in thousand["bands"].items():
        assert (low, high) == tuple(map(float, band(naive, 1_000, int(level))))
    assert [row["rounds"] for row in tie["hold"]] == [1_000, 10_000, 100_000, 1_000_000]
    award = data["bets"]["super_six_plus"]["top_award"]
    assert award["pays"] == "20"
    one = award["hold"][0]
    assert one["without"] - one["with_one"] == pytest.approx(one["one_takes"])
    assert one["chance_of_none"] == pytest.approx((1 - 1 / award["one_in"]) ** 1_000)
    rows = list(csv.DictReader(StringIO(write(insurance, "csv").decode())))
    held = [row for row in rows if row["section"] == "hold" and row["bet"] == "tie"]
    assert [float(row["low"]) for row in held[:3]] == [
        thousand["bands"][level][0] for level in ("90", "95", "99")
    ]
    paid = [row for row in rows if row["section"] == "top_award" and row["bet"] == "super_six_plus"]
    assert [float(row["without"]) for row in paid] == [row["without"] for row in award["hold"]]
    page = write(insurance, "html").decode()
    assert f"{thousand['bands']['90'][0]:.3%} to {thousand['bands']['90'][1]:.3%}" in page
    assert f"{one['without']:.3%}<br>{one['with_one']:.3%}" in page


def test_the_cut_card_is_told_of_bets_that_were_measured() -> None:
    """By what a bet pays for what: a bet of one's own that is a shipped one has its figures."""
    measured = json.loads((ROOT / "docs" / "cut-card.json").read_text())
    tiger = json.loads(as_json(sheet_of(load("tiger"))))["cut_card"]
    for place, run in enumerate(measured):
        for row in run["bets"]:
            if row["game"] == "tiger":
                found = tiger[row["bet"]][place]
                assert (found["decks"], found["cut"]) == (run["decks"], run["cut"])
                assert (found["change"], found["stderr"]) == (row["change"], row["error"])
    own = own_game('{ when = { winner = "tie" }, odds = "8:1" }')
    assert json.loads(as_json(sheet_of(own)))["cut_card"]["x"] == tiger["tie"]
    other = own_game('{ when = { winner = "tie" }, odds = "9:1" }')
    assert json.loads(as_json(sheet_of(other)))["cut_card"]["x"] == []
    assert cut_page.packaged(cut_page.runs()) == cut_page.PACKAGED.read_text()


def test_digests_name_program_and_game() -> None:
    game = load("classic")
    sheet = Sheet(par(game, 8), game.digest, "1.2.3")
    data = json.loads(as_json(sheet))
    assert data["digest"] == f"sha256:{game.digest}"
    assert data["program_digest"] == f"sha256:{program_digest()}"
    assert re.fullmatch("[0-9a-f]{64}", program_digest())
    page = write(sheet, "html").decode()
    assert game.digest in page
    assert program_digest() in page


def test_the_digest_of_the_program_follows_every_file_but_what_is_built(tmp_path: Path) -> None:
    for name in ("a.py", "words/en.json", "__pycache__/a.pyc", "server/pages/x.js"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1")
    named = [name for name, _ in program_files(tmp_path)]
    assert sorted(named) == ["a.py", "words/en.json"]
    real = {name for name, _ in program_files(files("croupier"))}
    assert {"par/hold.py", "game/files/tiger.toml", "words/zh/names.json"} <= real


GIFT = '{ when = { winner = "player" }, odds = "3:2" }'


def test_a_bet_that_favours_the_patron_is_marked(insurance: Sheet) -> None:
    gift = sheet_of(own_game(GIFT))
    data = json.loads(as_json(gift))
    assert data["bets"]["x"]["favours_patron"] is True
    assert data["by_decks"]["1"]["x"]["favours_patron"] is True
    page = write(gift, "html").decode()
    assert "X favours the patron" in page
    # Its row, and its cell for each of eight numbers of decks in both tables.
    assert page.count('class="favours"') == 1 + 2 * 8
    assert write(gift, "pdf").startswith(b"%PDF-")
    rows = list(csv.DictReader(StringIO(write(gift, "csv").decode())))
    assert {row["favours_patron"] for row in rows if row["section"] == "bet"} == {"True"}
    plain = json.loads(as_json(insurance))
    assert not any(bet["favours_patron"] for bet in plain["bets"].values())
    assert "favours the patron on" not in write(insurance, "html").decode()


def test_sections_are_one_list(insurance: Sheet, monkeypatch: pytest.MonkeyPatch) -> None:
    """A section has templates of its name, and brings its part of every format."""
    folder = ROOT / "src" / "croupier" / "par" / "templates"
    whole = counted(insurance.par.game)
    shown = view(whole)["sections"]
    assert shown == [section.name for section in sections.SECTIONS]
    for section in sections.SECTIONS:
        assert (folder / f"{section.name}.typ").is_file()
        assert (folder / f"{section.name}.html").is_file()
    fewer = tuple(each for each in sections.SECTIONS if each.name != "removal")
    monkeypatch.setattr(sections, "SECTIONS", fewer)
    assert "removal" not in json.loads(as_json(insurance))
    assert write(insurance, "html").decode().count("<svg") == 1
    assert "removal" not in {row["section"] for row in csv.DictReader(StringIO(as_csv(insurance)))}


def test_other_decks_are_worked_out_once_for_all_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def counted(kind: BetKind, left: Composition) -> Any:
        asked.append(left.cards)
        return weigh(kind, left)

    monkeypatch.setattr(contents, "weigh", counted)
    game, done = load("classic"), list[None]()
    made = list(pars(game, permitted(game), lambda: done.append(None)))
    assert [each.decks for each in made] == [6, 7, 8]
    assert len(asked) == 3 * len(game.bets)
    assert len(done) == steps(game, 3)
    assert par(game, 7) == made[1]


def bundled(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_bundle_has_a_sheet_for_each_permitted_number_of_decks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "sheets"
    words = ["par", "classic", "--decks", "all", "--format", "json,html"]
    assert main([*words, "--out", str(out)]) == 0
    assert "6 sheets and an index, for 6 to 8 decks" in capsys.readouterr().out
    made = bundled(out)
    index = json.loads(made.pop("index.json"))
    page = made.pop("index.html").decode()
    game = load("classic")
    assert (index["game"], index["decks"]) == ("classic", [6, 7, 8])
    assert index["digest"] == f"sha256:{game.digest}"
    assert [each["file"] for each in index["files"]] == [
        f"classic-{decks}-decks.{kind}" for decks in (6, 7, 8) for kind in ("json", "html")
    ]
    for each in index["files"]:
        data = made.pop(each["file"])
        assert (len(data), sha256(data).hexdigest()) == (each["bytes"], each["sha256"])
        assert f'href="{each["file"]}"' in page
        if each["format"] == "json":
            alone = tmp_path / "alone.json"
            main(["par", "classic", "--decks", str(each["decks"]), "--out", str(alone)])
            assert data == alone.read_bytes()
    assert not made
    assert "1.0558%" in page

    capsys.readouterr()
    zipped = tmp_path / "sheets.zip"
    assert main([*words, "--out", str(zipped), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["file"] == str(zipped)
    assert (told["game"], told["decks"]) == ("classic", [6, 7, 8])
    with ZipFile(zipped) as archived:
        assert archived.namelist() == told["files"]
        assert {name: archived.read(name) for name in told["files"]} == bundled(out)
    first = zipped.read_bytes()
    assert main([*words, "--out", str(zipped)]) == 0
    assert zipped.read_bytes() == first


def test_a_bundle_says_how_many_steps_it_takes() -> None:
    game, done = load("classic"), list[None]()
    kinds = ("json", "csv")
    names = [file.name for file in bundle(game, kinds, lambda: done.append(None))]
    assert len(names) == 3 * 2 + 2
    assert len(done) == bundle_steps(game, kinds)


def test_a_bundle_of_one_number_of_decks_and_of_a_name_with_signs() -> None:
    text = 'key = "own"\ntitle = "<b>Own"\ndecks = [8, 8]\n[bets.x]\npays = [' + GIFT + "]\n"
    game = read_game(tomllib.loads(text), "own.toml", shipped)
    made = {file.name: file.data.decode() for file in bundle(game, ("json",))}
    assert list(made) == ["own-8-decks.json", "index.html", "index.json"]
    assert "&lt;b&gt;Own" in made["index.html"]
    assert 'class="favours"' in made["index.html"]


def test_check_warns_of_a_bet_that_favours_the_patron(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file is in order all the same: somebody may want such a bet."""
    path = tmp_path / "gift.toml"
    path.write_text(
        'key = "gift"\ntitle = "Gift"\ndecks = [7, 8]\n[bets.x]\npays = [' + GIFT + "]\n"
    )
    assert main(["check", str(path)]) == 0
    printed = capsys.readouterr()
    assert "is in order" in printed.out
    found = odds(load(str(path)), Composition.of_decks(8)).bets["x"].ev
    assert "warning: bets.x favours the patron: by " in printed.err
    assert f"{float(found):.4%} with 8 decks" in printed.err
    assert main(["check", str(path), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["ok"], answer["faults"]) == (True, [])
    assert answer["digest"] == f"sha256:{load(str(path)).digest}"
    (warning,) = answer["warnings"]
    assert (warning["bet"], list(warning["by_decks"])) == ("x", ["7", "8"])
    assert warning["by_decks"]["8"] == float(found)


def test_the_guide_shows_what_check_warns_of() -> None:
    text = 'key = "gift"\ntitle = "Gift"\ndecks = [8, 8]\n[bets.gift]\npays = [' + GIFT + "]\n"
    (warning,) = favouring(read_game(tomllib.loads(text), "gift.toml", shipped))
    guide = (ROOT / "docs" / "game-files.md").read_text()
    assert f"gift.toml: warning: {warning['says']}\n" in guide


def test_check_has_nothing_to_warn_of_in_games_as_they_are_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Twelve offers of insurance favour the bettor by themselves, the bet with them does not."""
    assert not list(favouring(load("insurance")))
    path = tmp_path / "mine.toml"
    path.write_bytes((ROOT / "examples" / "ez-baccarat.toml").read_bytes())
    assert main(["check", str(path), "--json"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["warnings"] == []
    assert printed.err == ""


def test_check_warns_of_a_bet_that_favours_the_patron_once_it_is_insured() -> None:
    game = load("insurance")
    assert game.insurance is not None
    kinds = {
        key: replace(
            kind,
            offers={at: replace(offer, odds=Odds(9, 1)) for at, offer in kind.offers.items()},
        )
        for key, kind in game.insurance.kinds.items()
    }
    gift = replace(game, insurance=replace(game.insurance, kinds=kinds))
    said = [str(each["says"]) for each in favouring(gift)]
    assert any("with its insurance favours the patron" in each for each in said)


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
        (["classic", "--out", "no/folder/sheets", "--decks", "all"], "there is no folder no"),
        (["classic", "--out", "a.pdf", "--decks", "all"], "a folder or a .zip, not 'a.pdf'"),
        (["classic", "--out", "a", "--decks", "all", "--format", "doc"], "csv, not 'doc'"),
        (["classic", "--out", "a.pdf", "--format", "pdf"], "--format is for --decks all"),
        (["punto", "--out", "a", "--decks", "all"], "there is no game"),
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


@pytest.mark.parametrize("kind", ["json", "csv"])
def test_files_for_programs_take_the_core_alone(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / f"sheet.{kind}"
    core = "import sys\nfor name in ('numpy', 'matplotlib', 'jinja2', 'typst'):\n"
    core += (
        "    sys.modules[name] = None\nfrom croupier.cli import main\nsys.exit(main(sys.argv[1:]))"
    )
    words = ["par", "classic", "--decks", "all", "--format", kind, "--out", str(tmp_path / "all")]
    for call in (["par", "classic", "--out", str(out)], words):
        done = subprocess.run([sys.executable, "-c", core, *call], capture_output=True, check=False)
        assert done.returncode == 0, done.stderr
    assert out.read_bytes() == (tmp_path / "all" / f"classic-8-decks.{kind}").read_bytes()


def test_a_person_sees_how_far_the_work_is(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    call = [sys.executable, "-m", "croupier", "par", "classic", "--decks", "all"]
    call += ["--format", "json", "--out", str(tmp_path / "all")]
    with subprocess.Popen(call, stdout=subprocess.PIPE, stderr=theirs) as running:
        os.close(theirs)
        shown = b""
        with contextlib.suppress(OSError):  # a terminal ends with an error, not with nothing
            while part := os.read(ours, 4096):
                shown += part
        assert running.stdout is not None
        told = running.stdout.read()
    os.close(ours)
    assert running.returncode == 0
    assert b"working out classic" in shown
    assert b"working out" not in told


def test_a_long_name_is_cut_above_its_drawing() -> None:
    text = (
        'key = "own"\ntitle = "Own"\ndecks = [8, 8]\n[bets.x]\nname = "NAME"\npays = [' + GIFT + "]"
    )
    name = "The Longest Name That Anybody Ever Gave To A Bet"
    game = read_game(tomllib.loads(text.replace("NAME", name)), "own.toml", shipped)
    drawn = "".join(drawings.removal(sheet_of(game)).panels)
    assert f">{name[:37]}…</text>" in drawn
    assert name not in drawn


def test_what_cannot_be_written_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "sheet.json").mkdir()
    assert main(["par", "classic", "--out", str(tmp_path / "sheet.json")]) == 2
    assert "cannot write" in capsys.readouterr().err

"""The front door of Python: `import croupier as cr`, and what its results can do."""

from __future__ import annotations

import inspect
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from fractions import Fraction
from html import unescape
from pathlib import Path
from types import ModuleType
from typing import Any, assert_type

import numpy as np
import pytest

import croupier as cr
import croupier.lab as laboratory
from croupier.cards import Rank, Suit
from croupier.cli import main
from croupier.lab import results
from croupier.lab.count_report import Counting
from croupier.lab.dealt_shoes import Shoes
from croupier.lab.exact import ExactOdds, ParSheet
from croupier.lab.own_strategy import StrategyFailed
from croupier.lab.playing import StrategyRun
from croupier.lab.progress import Estimate
from croupier.lab.results import NotInstalled, Result
from croupier.lab.simulating import Simulation
from croupier.simulation.dealing import coups
from croupier.strategy import View

# The laboratory is a door: lines are counted where the rooms are tested.
pytestmark = pytest.mark.no_cover

ROOT = Path(__file__).parent.parent
EZ = ROOT / "examples" / "ez-baccarat.toml"


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main([*words, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_the_import_is_light() -> None:
    """Neither arrays nor a compiler nor a database are loaded before somebody asks for them."""
    heavy = {"numpy", "numba", "sqlalchemy", "matplotlib", "polars", "pandas", "rich", "fastapi"}
    code = f"import sys, croupier; print(sorted({heavy} & sys.modules.keys()))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[]\n", "")


@pytest.mark.parametrize("name", ["counting", "odds", "par", "shoes", "simulate", "strategy"])
def test_a_room_that_has_the_name_of_a_function_can_be_called(name: str) -> None:
    """Whatever was imported before: `croupier.odds` stays the room, and is the function too."""
    code = f"import croupier; import croupier.cli.odds, croupier.cli.par; croupier.{name}()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert f"{name}() missing" in done.stderr
    called = getattr(cr, name)
    assert inspect.signature(called) == inspect.signature(getattr(laboratory, name))
    assert name in dir(cr)


def test_the_rooms_are_still_rooms() -> None:
    import croupier.odds.batch as batch

    room: object = cr.odds
    assert isinstance(room, ModuleType)
    assert batch.__name__ == "croupier.odds.batch"
    assert sys.modules["croupier.odds"] is room
    with pytest.raises(AttributeError, match="has no attribute 'odd'"):
        _ = cr.odd  # type: ignore[attr-defined]


def test_a_game_and_its_odds_are_told_in_brief() -> None:
    game = cr.load("tiger")
    assert repr(game).startswith("Game(key='tiger', title=")
    assert len(repr(game)) < 400
    assert repr(cr.odds(game).found) == "<GameOdds tiger, 416 cards: 8 bets>"


def test_the_version_is_that_of_the_package() -> None:
    from importlib.metadata import version

    assert cr.__version__ == version("croupier")


@pytest.fixture(scope="module")
def asked() -> Mapping[str, Result]:
    """One result of each kind."""
    return {
        "odds": cr.odds("tiger", decks=8),
        "par": cr.par("classic"),
        "counting": cr.counting("tiger", "tie", shoes=50, seed=1),
        "simulate": cr.simulate("tiger", rounds=2e4, seed=1),
        "strategy": cr.strategy("classic", shoes=50, seed=1),
        "shoes": cr.shoes("tiger", shoes=3, seed=1),
    }


@pytest.mark.parametrize("name", ["odds", "par", "counting", "simulate", "strategy", "shoes"])
def test_a_result_is_short_and_says_where_it_comes_from(
    name: str, asked: Mapping[str, Result]
) -> None:
    result = asked[name]
    assert repr(result).startswith(f"<{type(result).__name__} ")
    assert len(repr(result)) < 160
    assert "\n" not in repr(result)
    whole = result.to_dict()
    assert json.loads(json.dumps(whole)) == whole
    game = cr.load(whole["game"])
    assert (whole["version"], whole["digest"]) == (cr.__version__, f"sha256:{game.digest}")
    assert whole["decks"] == game.decks.default
    page = result._repr_html_()
    assert page.startswith("<table>")
    assert game.digest[:12] in page
    assert len(page) < 20_000
    if name in ("counting", "simulate", "strategy", "shoes"):
        assert (whole["cut"], whole["seed"], whole["stopped"]) == (14, 1, False)


@pytest.mark.parametrize("name", ["odds", "par", "counting", "simulate", "strategy", "shoes"])
def test_a_result_is_a_data_frame(name: str, asked: Mapping[str, Result]) -> None:
    polars = pytest.importorskip("polars")
    result = asked[name]
    found = result.to_frame("polars")
    assert isinstance(found, polars.DataFrame)
    rows = result.to_rows()
    assert found.to_dicts() == [dict(row) for row in rows]
    assert len(rows) > 0


def test_without_a_library_for_frames_the_error_is_one_clear_line(
    monkeypatch: pytest.MonkeyPatch, asked: Mapping[str, Result]
) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(NotInstalled) as told:
        asked["odds"].to_frame()
    said = (
        "a data frame takes polars or pandas, which is not installed: pip install 'croupier[lab]'"
    )
    assert str(told.value) == said
    with pytest.raises(ValueError, match="polars or pandas"):
        results.frame({}, "excel")


def test_pandas_is_taken_where_polars_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    pandas = ModuleType("pandas")
    pandas.DataFrame = dict  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "polars", None)
    monkeypatch.setitem(sys.modules, "pandas", pandas)
    assert results.frame({"a": [1]}) == {"a": [1]}


def test_odds_are_exact_and_as_the_command_prints_them(capsys: pytest.CaptureFixture[str]) -> None:
    found = assert_type(cr.odds("tiger", decks=6), ExactOdds)
    assert found.to_dict() == printed(capsys, "odds", "tiger", "--decks", "6")
    tie = found.to_dict()["bets"]["tie"]
    assert type(tie["house_edge"]) is float
    assert Fraction(tie["house_edge_exact"]) == found["tie"].house_edge
    left = [24] * 13
    assert cr.odds("tiger", cards_left=left)["tie"].ev == found["tie"].ev
    assert cr.odds("tiger", cards_left=left).decks is None


def test_a_game_is_a_key_a_path_or_a_game() -> None:
    for game in ("classic", cr.load("classic")):
        assert cr.odds(game).game.key == "classic"
    for path in (EZ, str(EZ)):
        assert cr.odds(path).game.key == "ez-baccarat"


def test_a_par_sheet_is_written_as_the_command_writes_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = assert_type(cr.par("classic", decks=6), ParSheet)
    written = sheet.write(tmp_path / "mine.json")
    printed(capsys, "par", "classic", "--decks", "6", "--out", str(tmp_path / "its.json"))
    assert written.read_bytes() == (tmp_path / "its.json").read_bytes()
    assert sheet.to_dict()["by_decks"].keys() == {"6", "7", "8"}
    with pytest.raises(ValueError, match=r"\.pdf"):
        sheet.write("sheet.doc")


def test_counting_has_the_effects_of_removal(capsys: pytest.CaptureFixture[str]) -> None:
    found = assert_type(cr.counting("tiger", ["tie", "tiger"], shoes=20), Counting)
    exact = printed(capsys, "odds", "tiger", "--removal")["removal"]
    assert list(found) == ["tie", "tiger"]
    for bet, count in found.items():
        assert {str(rank): str(change) for rank, change in count.effects.items()} == exact[bet]
        assert count.ev == cr.odds("tiger")[bet].ev
    assert set(cr.counting("classic", shoes=0)) == {"player", "banker", "tie"}
    with pytest.raises(cr.InvalidInput, match="did you mean big_tiger"):
        cr.counting("tiger", "big_tigre")


def test_a_simulation_counts_what_the_command_counts(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("simulate", "tiger", "--rounds", "3e4", "--seed", "5", "--decks", "6", "--cut", "30")
    by_command = printed(capsys, *words)
    calls: list[tuple[int, int]] = []
    found = assert_type(
        cr.simulate(
            "tiger",
            rounds=3e4,
            seed=5,
            decks=6,
            cut=30,
            workers=1,
            progress=lambda done, asked: calls.append((done, asked)),
        ),
        Simulation,
    )
    for key in found.to_dict().keys() - {"seconds", "rounds_per_second"}:
        assert found.to_dict()[key] == by_command[key], key
    assert calls[-1] == (found.rounds, 30_000)
    assert found["tie"].rounds == found.rounds


class Watch:
    """Bets on ties after it has seen one."""

    def stakes(self, view: View) -> Mapping[str, int]:
        return {"tie": 2} if view.roads.statistics.tie else {}


class Breaks:
    def stakes(self, view: View) -> Mapping[str, int]:
        return {"tie": 1 // (3 - view.round)}


class Misses:
    def stakes(self, view: View) -> Mapping[str, int]:
        return {"punto": 1}


def test_a_strategy_brings_what_the_command_says(capsys: pytest.CaptureFixture[str]) -> None:
    tags = {"A": 0, "3": -1, "4": -1, "5": -1, "6": -2, "7": 1, "8": 2, "9": 2, "10": 0}
    text = ",".join(f"{rank}:{tag}" for rank, tag in tags.items())
    words = ("--play", "count", "--bet", "big_tiger", "--trigger", "8", "--shoes", "100")
    by_command = printed(capsys, "strategy", "tiger", *words, "--tags", text, "--seed", "2")
    run = assert_type(
        cr.strategy("tiger", "count", bets="big_tiger", tags=tags, triggers=8, shoes=100, seed=2),
        StrategyRun,
    )
    for key in run.to_dict().keys() - {"seconds", "rounds_per_second"}:
        assert run.to_dict()[key] == by_command[key], key
    ten = (0, 0, -1, -1, -1, -2, 1, 2, 2, 0)
    again = cr.strategy("tiger", "count", bets="big_tiger", tags=ten, triggers=8, shoes=100, seed=2)
    assert again.to_dict()["wagered"] == run.to_dict()["wagered"] > 0


def test_a_strategy_of_ones_own_and_the_line_in_which_it_fails() -> None:
    found = cr.strategy("classic", Watch, shoes=5, seed=1)
    assert found.to_dict()["play"] == "Watch"
    assert 0 < found.results.bets < found.results.rounds
    body, first = inspect.getsourcelines(Breaks)
    with pytest.raises(StrategyFailed) as told:
        cr.strategy("classic", Breaks, shoes=5, seed=1)
    line = first + len(body) - 1
    assert str(told.value).startswith(f"Breaks failed in line {line} (stakes): ZeroDivisionError")
    assert isinstance(told.value.__cause__, ZeroDivisionError)
    _, first = inspect.getsourcelines(Misses.stakes)
    with pytest.raises(StrategyFailed, match=rf"Misses \(stakes, line {first}\): .*punto"):
        cr.strategy("classic", Misses, shoes=5, seed=1)
    with pytest.raises(StrategyFailed, match="no method stakes"):
        cr.strategy("classic", dict, shoes=5, seed=1)
    flat = type("flat", (Watch,), {})
    assert cr.strategy("classic", flat, shoes=5, seed=1).results.bets == found.results.bets


@pytest.mark.parametrize(
    ("name", "given", "why"),
    [
        ("odds", {"game": "punto"}, "punto"),
        ("odds", {"decks": 3}, "6 to 8 decks"),
        ("odds", {"decks": 8, "cards_left": [32] * 13}, "not for both"),
        ("odds", {"cards_left": [32] * 12}, "thirteen"),
        ("simulate", {"rounds": 0}, "rounds: a whole number"),
        ("simulate", {"rounds": 1.5}, "not 1.5"),
        ("simulate", {"rounds": float("nan")}, "not nan"),
        ("simulate", {"rounds": 10, "engine": "abacus"}, "there is cpu"),
        ("simulate", {"rounds": 10, "seed": -1}, "seed"),
        ("simulate", {"rounds": 10, "cut": 416}, "no coup can start"),
        ("simulate", {"rounds": 10, "workers": -1}, "workers"),
        ("shoes", {"shoes": 0}, "shoes: a whole number"),
        ("shoes", {"shoes": True}, "not true"),
        ("shoes", {"first": -1}, "the first shoe"),
        ("strategy", {"play": "systematic"}, "martingale"),
        ("strategy", {"play": "count", "bets": "tie"}, "tags"),
        ("strategy", {"play": "count", "bets": "tie", "tags": [1] * 9, "triggers": 1}, "ten"),
        ("strategy", {"play": "count", "bets": "tie", "tags": {"B": 1}, "triggers": 1}, '"B"'),
        ("strategy", {"play": "count", "bets": "tie", "tags": 5, "triggers": 1}, "not 5"),
        ("strategy", {"play": "count", "bets": "tie", "tags": [1] * 10, "triggers": "x"}, '"x"'),
        ("counting", {"tags": "abc"}, '"abc"'),
        ("strategy", {"play": "no/such.py:Class"}, "no file"),
        ("strategy", {"shoes": 1e9}, "100,000,000"),
    ],
)
def test_a_wrong_call_is_told_what_was_expected(name: str, given: dict[str, Any], why: str) -> None:
    with pytest.raises(cr.CroupierError) as told:
        getattr(cr, name)(**({"game": "classic"} | given))
    assert why in str(told.value)


def test_the_time_that_is_left_is_told_from_the_later_half() -> None:
    """A run that starts slowly: after two seconds the estimate is within a factor of two."""
    now = 0.0
    estimate = Estimate(1_000_000, clock=lambda: now)
    assert Estimate(10).left is None
    done = 0
    for step in range(1, 201):
        now = step / 100
        # A second passes with hardly anything dealt; from then on 10,000 rounds a second are.
        done = step if now <= 1 else 100 + round(10_000 * (now - 1))
        estimate.note(done)
    really = (1_000_000 - done) / 10_000
    assert estimate.left is not None
    assert really / 2 < estimate.left < 2 * really
    assert estimate.seconds == 2
    # From all of the run it would have been twice as long.
    assert (1_000_000 - done) / (done / now) > 1.9 * really


def test_the_first_shard_says_nothing_of_the_time_that_is_left() -> None:
    """A strategy's first part took three seconds, because a library was loaded meanwhile."""
    now = 0.0
    estimate = Estimate(1_000_000, clock=lambda: now)
    now = 3.0
    estimate.note(2_500)
    assert estimate.left is None
    now = 3.1
    estimate.note(5_000)
    assert estimate.rate == pytest.approx(25_000)


def test_what_is_dealt_before_the_compiler_is_ready_says_nothing_of_the_time_left() -> None:
    now, ready = 0.0, False
    estimate = Estimate(1_000_000, clock=lambda: now, ready=lambda: ready)
    for done in range(1, 6):
        now, ready = float(done), done == 5
        estimate.note(done * 80)
        assert (estimate.left, estimate.seconds) == (None, 0)
    now = 6.0
    estimate.note(400 + 100_000)
    assert estimate.rate == pytest.approx(100_000)


def test_pictures_say_where_they_come_from(tmp_path: Path) -> None:
    """In the file, for programs, and below the panels, for people."""
    drawn = {"simulate": "--rounds 20000", "strategy": "--play flat --shoes 20"}
    game = cr.load("classic")
    for command, words in drawn.items():
        files = {kind: tmp_path / f"{command}.{kind}" for kind in ("svg", "png")}
        for file in files.values():
            call = [command, "classic", *words.split(), "--seed", "4", "--plot", str(file)]
            assert main([*call, "--json"]) == 0
        picture = files["svg"].read_text(encoding="utf-8")
        written = unescape(picture)
        assert f'"digest": "sha256:{game.digest}"' in written
        for field in ('"seed": 4', '"decks": 8', '"cut": 14', '"stopped": false', '"version"'):
            assert field in written, field
        assert f"classic sha256 {game.digest[:12]}" in picture
        assert f'"digest": "sha256:{game.digest}"'.encode() in files["png"].read_bytes()


def interrupt_soon(until: threading.Event) -> None:
    """Press Ctrl-C once something has happened."""
    until.wait(30)
    os.kill(os.getpid(), signal.SIGINT)


def test_ctrl_c_marks_a_result_as_stopped() -> None:
    begun = threading.Event()
    thread = threading.Thread(target=interrupt_soon, args=(begun,))
    thread.start()
    found = cr.simulate("classic", rounds=1e15, seed=1, progress=lambda *_: begun.set())
    thread.join()
    assert found.stopped
    assert 0 < found.to_dict()["rounds"] < found.to_dict()["rounds_asked"] == 10**15
    assert "stopped before" in repr(found)
    assert "stopped before the end" in found._repr_html_()


def test_shoes_are_the_ones_that_are_dealt_card_for_card() -> None:
    """The same seed in `cr.shoes`, in the reference through real coups, and in a simulation."""
    many = 4
    found = assert_type(cr.shoes("tiger", shoes=many, seed=3), Shoes)
    names, place = np.array(found.names), 0
    for shoe in range(many):
        for number, coup in enumerate(coups(3, shoe, 8, 14)):
            assert (found.shoe[place], found.coup[place]) == (shoe, number)
            cards = [card for card in names[found.cards[place]].tolist() if card]
            assert cards == [card.text for card in in_places(coup)]
            assert found.totals[place].tolist() == [coup.player.total, coup.banker.total]
            assert found.results[found.result[place]] == coup.winner
            table = cr.Round(cr.load("tiger"), coup)
            for bet in found.bets:
                table = table.bet("ann", 1, bet, "100", id=bet)
            for line in cr.settle(table).lines:
                net = found.bets[line.bet.kind][place]
                assert round(100 * net, 6) == line.profit / 100, (shoe, number, line.bet.kind)
            place += 1
    assert place == found.rounds
    counted = cr.simulate("tiger", rounds=found.rounds, seed=3)
    assert counted.tally.shoes == many
    for bet, tally in counted.bets.items():
        assert tally.ev == pytest.approx(float(found.bets[bet].mean()))


def in_places(coup: cr.Coup) -> list[cr.Card]:
    """Return a coup's cards in the order of the columns: Player and Banker in turn."""
    player, banker = coup.player.cards, coup.banker.cards
    places = [player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:]]
    return list(places)


@pytest.mark.parametrize(("decks", "cut"), [(8, 14), (6, 60), (1, 0), (4, 5), (27, 14)])
def test_every_size_of_shoe_is_dealt_as_the_reference_deals_it(decks: int, cut: int) -> None:
    from croupier.simulation import Plan
    from croupier.simulation.card_columns import CARDS, NO_CARD, deal_columns

    plan = Plan(11, decks, cut)
    dealt = deal_columns(plan, 5, 3)
    place, left = 0, 0
    for shoe in range(3):
        left = 52 * decks
        for number, coup in enumerate(coups(11, 5 + shoe, decks, plan.stop)):
            assert (dealt.shoe[place], dealt.coup[place], dealt.left[place]) == (shoe, number, left)
            row = dealt.cards[:, place].tolist()
            assert [CARDS[card] for card in row if card != NO_CARD] == in_places(coup)
            left -= len(coup.cards)
            place += 1
    assert place == dealt.rounds.sum() == len(dealt.codes)


def test_shoes_begin_where_one_wants() -> None:
    whole, later = (
        cr.shoes("classic", shoes=5, seed=9),
        cr.shoes("classic", shoes=2, seed=9, first=3),
    )
    where = whole.shoe >= 3
    assert later.shoe.tolist() == whole.shoe[where].tolist()
    assert (later.cards == whole.cards[where]).all()
    assert whole.cards.shape == (whole.rounds, 6)
    assert {*whole.names[:52]} == {cr.Card(rank, suit).text for rank in Rank for suit in Suit}

"""The catalogue of side bets: published edges, figures that are kept, mixing, the console."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from fractions import Fraction
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalogue_figures import KEPT, PAGE, paged, written
from croupier.cli import main
from croupier.engines.runner import deal_rounds, thread_engine
from croupier.errors import Code, InvalidInput
from croupier.facts import is_deep, level_of
from croupier.game import BadGame
from croupier.game.catalogue import SideBet, chosen, read_side_bet, search, side_bets
from croupier.game.loading import MAIN, keys, make_game, read_file, shipped
from croupier.game.mixing import mix
from croupier.game.model import BetKind
from croupier.game.toml_text import write_toml
from croupier.hand_traits import Level
from croupier.odds.bet_odds import BetOdds, facts_asked
from croupier.odds.side_bets import KEPT_DECKS, Cost, computed, kept, side_bet_odds
from croupier.simulation import Plan
from croupier.simulation.tally import bets as read_bets

pytestmark = pytest.mark.no_cover

ROOT = Path(__file__).parent.parent
CATALOGUE = tuple(side_bets())
PUBLISHED = [
    (key, place) for key, bet in side_bets().items() for place in range(len(bet.published))
]
DRAGON = """
kin = "ez"
tags = ["banker"]
decks = [8]

[bets.dragon_7]
pays = [{ when = { winner = "banker", banker_total = 7, banker_cards = 3 }, odds = "40:1" }]

[[published]]
edge = "7.61%"
decks = 8
source = "somewhere"
where = "example.com"
"""


@cache
def odds_of(key: str, decks: int) -> BetOdds:
    """Return the odds of a bet; some take seconds of a processor."""
    return side_bet_odds(side_bets()[key], decks)


def cost(key: str, decks: int) -> Cost:
    """Return what a bet costs, computed."""
    return Cost.of(odds_of(key, decks))


@pytest.mark.parametrize(("key", "place"), PUBLISHED)
def test_an_edge_is_the_published_one_to_its_digits_or_the_file_says_why_not(
    key: str, place: int
) -> None:
    row = side_bets()[key].published[place]
    assert row.agrees(cost(key, row.decks).edge) is (row.differs is None)


def test_a_digit_that_is_off_is_noticed() -> None:
    (row,) = read(DRAGON).published
    edge = computed(read(DRAGON), 8).edge
    assert row.agrees(edge)
    assert not row.agrees(edge + Fraction(1, 10_000))
    assert not row.agrees(-edge)


def test_the_kept_figures_are_the_computed_ones() -> None:
    figures = {decks: dict(kept(decks)) for decks in KEPT_DECKS}
    assert KEPT.read_text("utf-8") == written(figures)
    assert all(found.keys() == side_bets().keys() for found in figures.values())
    assert figures[8] == {key: cost(key, 8) for key in CATALOGUE}
    quick = [b.key for b in side_bets().values() if level_of(facts_asked(b.kind)) < Level.SUITS]
    assert {key: figures[6][key] for key in quick} == {key: cost(key, 6) for key in quick}


@pytest.mark.soak
def test_the_kept_figures_of_bets_on_suits_are_the_computed_ones_too() -> None:
    assert dict(kept(6)) == {key: cost(key, 6) for key in CATALOGUE}


def test_the_docs_list_every_bet_with_its_edge() -> None:
    text = PAGE.read_text("utf-8")
    assert text == paged(text), "python tests/catalogue_figures.py writes it anew"
    assert all(f"| `{key}` |" in text for key in CATALOGUE)


def test_there_are_forty_bets_and_more_and_each_file_is_called_by_its_key() -> None:
    assert len(CATALOGUE) > 90
    assert sum(1 for bet in side_bets().values() if bet.published) > 70
    files = (ROOT / "examples" / "side-bets").glob("*.toml")
    assert {file.stem for file in files} == set(CATALOGUE)
    assert not {bet.kin for bet in side_bets().values()} & set(CATALOGUE), "a name is one thing"


def test_bets_have_names_in_every_language_and_no_two_the_same() -> None:
    for language in ("en", "zh"):
        names = Counter(bet.kind.texts[language] for bet in side_bets().values())
        assert [name for name, count in names.items() if count > 1] == []
        assert all(language in bet.notes for bet in side_bets().values() if bet.notes)


def read(text: str) -> SideBet:
    return read_side_bet(tomllib.loads(text), "own.toml")


@pytest.mark.parametrize(
    ("old", "new", "key", "told"),
    [
        ('kin = "ez"', "", "kin", "missing"),
        ('kin = "ez"', 'kin = "EZ bets"', "kin", "lower-case"),
        ('["banker"]', '["Banker!"]', "tags", "lower-case"),
        ("decks = [8]\n\n[bets", "decks = 8\n\n[bets", "decks", "whole numbers"),
        ("decks = [8]\n\n[bets", "decks = [0]\n\n[bets", "decks", "whole numbers"),
        ('"7.61%"', '"7.61"', "published[0].edge", "digit for digit"),
        ('source = "somewhere"', "", "published[0].source", "missing"),
        ('where = "example.com"', 'there = "x"', "published[0].where", "missing"),
        ("[bets.dragon_7]", "[bets.one]\npays = 1\n[bets.two]", "bets", "one bet"),
        ("[bets.dragon_7]", "[bets.dragon_7]\nmain = true", "bets", "main"),
        (
            "banker_total = 7",
            "banker_totl = 7",
            "bets.dragon_7.pays[0].when.banker_totl",
            "did you",
        ),
        ('"40:1"', '"forty"', "bets.dragon_7.pays[0].odds", "odds"),
        ('kin = "ez"', 'kin = "ez"\nkind = "x"', "kind", "unknown key"),
    ],
)
def test_a_mistake_in_a_bets_file_is_named(old: str, new: str, key: str, told: str) -> None:
    assert read(DRAGON).key == "dragon-7"
    with pytest.raises(BadGame) as wrong:
        read(DRAGON.replace(old, new, 1))
    assert [told in fault.expected for fault in wrong.value.faults if fault.key == key] == [True]


def test_a_name_is_a_key_a_kin_or_a_path(tmp_path: Path) -> None:
    assert [bet.key for bet in chosen(["dragon-7", "Dragon_7"])] == ["dragon-7"]
    assert [bet.key for bet in chosen(["dragon-bonus"])] == [
        "dragon-bonus-banker",
        "dragon-bonus-player",
    ]
    own = tmp_path / "mine.toml"
    own.write_text(DRAGON.replace("dragon_7", "my_dragon"), "utf-8")
    assert [bet.key for bet in chosen(["panda-8", str(own)])] == ["panda-8", "my-dragon"]
    with pytest.raises(InvalidInput) as wrong:
        chosen(["dragn-7"])
    assert wrong.value.code is Code.UNKNOWN_BET
    assert 'did you mean "dragon-7"' in str(wrong.value)


def test_every_word_narrows_a_search() -> None:
    ties = search(["tie"])
    assert {"egalite-7", "tiger-tie"} <= {bet.key for bet in ties}
    assert {bet.key for bet in search(["TIE", "tiger"])} == {"tiger-tie"}
    assert search([]) == tuple(side_bets().values())
    assert {bet.key for bet in search(["熊猫"])} == {"panda-8"}
    assert not search(["nonsense"])


@pytest.mark.parametrize("base", keys())
def test_every_bet_goes_into_every_game_that_has_it_not(base: str) -> None:
    game = shipped(base)
    names = {kind.name for kind in game.bets.values()}
    fit = [b for b in side_bets().values() if b.kind.key not in game.bets and b.name not in names]
    mixed, data = mix(game, fit, "mixed")
    assert list(mixed.bets) == [*game.bets, *(bet.kind.key for bet in fit)]
    assert tomllib.loads(write_toml(data)) == data
    assert make_game(tomllib.loads(write_toml(data)), "mixed.toml").digest == mixed.digest
    assert mixed.bets["panda_8"].pays == side_bets()["panda-8"].kind.pays
    taken = [bet for bet in side_bets().values() if bet not in fit]
    for bet in taken:
        with pytest.raises(InvalidInput, match=bet.key):
            mix(game, [bet], "mixed")
    assert len(fit) + len(taken) == len(CATALOGUE)


def test_a_bet_that_a_game_cannot_have_is_refused() -> None:
    single = make_game({"key": "one", "title": "One", "decks": [1, 1], "bets": MAIN}, "one.toml")
    with pytest.raises(BadGame, match="can never hold"):
        mix(single, chosen(["perfect-pair"]), "mixed")
    with pytest.raises(InvalidInput, match="one side bet or more"):
        mix(single, [], "mixed")
    with pytest.raises(BadGame, match="classic"):
        mix(single, chosen(["dragon-7"]), "classic")


def test_a_title_tells_what_is_in_a_game_in_its_languages() -> None:
    two, _ = mix(shipped("classic"), chosen(["dragon-7", "panda-8"]), "two")
    assert two.title == "Baccarat (5% commission) + Dragon 7 + Panda 8"
    assert two.texts["zh"] == "百家乐（抽佣 5%） + 龙 7 + 熊猫 8"
    many, _ = mix(shipped("classic"), chosen(["egalite"]), "many")
    assert many.title == "Baccarat (5% commission) + 10 side bets"
    named, _ = mix(shipped("classic"), chosen(["egalite"]), "many", "Ten ties")
    assert named.texts == {"en": "Ten ties"}


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
keys_of_tables = st.text(min_size=1, max_size=6) | st.sampled_from(["bets", "a.b", "en"])
values = st.recursive(
    st.booleans() | st.integers(-(10**18), 10**18) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys_of_tables, inner, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(keys_of_tables.filter(str.isprintable), values, max_size=4))
def test_what_is_written_reads_back(data: dict[str, Any]) -> None:
    assert tomllib.loads(write_toml(data, "A comment\nof two lines")) == data


# Simulation


def misfits(seen: Counter[Fraction], bet: str) -> bool:
    """Return True if the outcomes of a bet come not as often as they should, by chi-square."""
    exact: dict[Fraction, Fraction] = {}
    for end in odds_of(bet.replace("_", "-"), 8).outcomes:
        exact[end.pays] = exact.get(end.pays, Fraction(0)) + end.probability
    assert set(seen) <= set(exact), bet
    many = sum(seen.values())
    square = sum((seen[pays] - many * p) ** 2 / (many * p) for pays, p in exact.items())
    freedom = len(exact) - 1
    # Five standard deviations of a chi-square, as `fit` has it.
    return square >= freedom + 5 * sqrt(2 * freedom) + 5


def kinds(*, deep: bool) -> dict[str, BetKind]:
    """Return the bets that take the cards themselves, or those that do not."""
    found = {bet.kind.key: bet.kind for bet in side_bets().values()}
    return {key: kind for key, kind in found.items() if is_deep(facts_asked(kind)) is deep}


def simulated(rounds: int, seed: int, *, deep: bool) -> list[str]:
    """Name the bets that simulated rounds misfit; the cut is so high that a shoe has one."""
    wanted = kinds(deep=deep)
    data = {bet.kind.key: dict(bet.data) for bet in side_bets().values() if bet.kind.key in wanted}
    for each in data.values():
        # What else a patron has to bet changes no odds, and is not offered here.
        each.pop("needs", None)
    game = make_game({"key": "all", "title": "All", "decks": [8, 8], "bets": data}, "all.toml")
    with thread_engine(2) as engine:
        *_, total = deal_rounds(Plan.of(game, seed, 8, 52 * 8 - 1), rounds, engine)
    found = read_bets(game, total.tally())
    return [key for key in wanted if misfits(Counter(found[key].outcomes), key)]


@pytest.mark.parametrize(("deep", "many"), [(False, 90), (True, 20)])
def test_simulated_bets_fit_their_exact_odds(deep: bool, many: int) -> None:
    assert len(kinds(deep=deep)) > many
    assert simulated(200_000, 18, deep=deep) == []


@pytest.mark.soak
@pytest.mark.parametrize("deep", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_bets_fit_their_exact_odds_over_many_rounds(seed: int, deep: bool) -> None:
    assert simulated(20_000_000, seed, deep=deep) == []


# The console


def said(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> tuple[str, str]:
    capsys.readouterr()
    assert main(words) == status
    told = capsys.readouterr()
    return told.out, told.err


def test_the_console_lists_searches_and_shows(capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = said(capsys, "bets")
    assert all(key in out for key in CATALOGUE)
    out, _ = said(capsys, "bets", "tiger", "tie")
    assert "tiger-tie" in out
    assert "dragon-7" not in out
    out, _ = said(capsys, "bets", "show", "dragon-7", "small")
    assert "7.6113%" in out
    assert "64613588827/848912750595" in out
    assert "Wizard of Odds, EZ Baccarat" in out
    assert "names no number of decks" in out
    out, _ = said(capsys, "bets", "show", "tiger-tie", "--decks", "6", "--lang", "zh")
    assert "老虎和" in out
    assert "no published edge was found" in out
    out, _ = said(capsys, "bets", "show", "lucky-bonus")
    assert "needs a bet on banker on the same box" in out


def test_the_console_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    rows = json.loads(said(capsys, "bets", "--json")[0])
    assert [row["key"] for row in rows] == list(CATALOGUE)
    (row,) = json.loads(said(capsys, "bets", "show", "perfect-pair", "--decks", "6", "--json")[0])
    assert row["at_decks"] == 6
    assert row["house_edge"] == pytest.approx(0.170716, abs=5e-7)
    assert Fraction(row["house_edge_exact"]) == computed(side_bets()["perfect-pair"], 6).edge
    assert [each["edge"] for each in row["published"]] == ["13.0294%", "17.0716%"]
    assert row["pays"][0]["odds"] == "25:1"


def test_a_wrong_call_of_bets_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert "no bet mentions 'nonsense'" in said(capsys, "bets", "nonsense", status=2)[1]
    assert "name the bets to show" in said(capsys, "bets", "show", status=2)[1]
    assert "did you mean" in said(capsys, "bets", "show", "dragon7", status=2)[1]
    assert "1 to 27" in said(capsys, "bets", "--decks", "28", status=2)[1]


def test_a_mixed_game_is_ready(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = str(tmp_path / "my.toml")
    words = ("mix", "classic", "dragon-bonus", "panda-8", "lucky-bonus", "--out", file)
    out, err = said(capsys, *words)
    assert "is written" in out
    assert err == "croupier mix: lucky-bonus favours the patron by 2.3411%\n"
    game = read_file(file)
    added = ("dragon_bonus_banker", "dragon_bonus_player", "panda_8", "lucky_bonus")
    assert (game.key, game.bet_keys[3:]) == ("my", added)
    assert "is in order" in said(capsys, "check", file)[0]
    found = json.loads(said(capsys, "odds", file, "--json")[0])
    assert found["bets"]["panda_8"]["house_edge"] == pytest.approx(0.101876, abs=5e-7)
    found = json.loads(said(capsys, "simulate", file, "--rounds", "20000", "--json")[0])
    assert sum(found["bets"]["panda_8"]["outcomes"].values()) == found["rounds"]
    assert "is there already" in said(capsys, *words, status=2)[1]
    again = json.loads(said(capsys, *words, "--force", "--title", "Mine", "--json")[0])
    assert again == {"file": file, "key": "my", "title": "Mine", "added": list(added)}
    # A mixture can be mixed on.
    out, _ = said(capsys, "mix", file, "dragon-7")
    assert tomllib.loads(out)["key"] == "my-mix"
    assert "dragon_7" in tomllib.loads(out)["bets"]


def test_a_wrong_call_of_mix_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    def wrong(*words: str) -> str:
        return said(capsys, "mix", *words, status=2)[1]

    assert 'did you mean "panda-8"' in wrong("classic", "panda-9")
    assert "tiger has tiger, big-tiger" in wrong("tiger", "tiger", "big-tiger", "panda-8")
    assert "there is no game" in wrong("clasic", "panda-8")
    assert "NAME.toml" in wrong("classic", "panda-8", "--out", str(tmp_path / "my.json"))
    assert "cannot write" in wrong("classic", "panda-8", "--out", str(tmp_path / "no" / "my.toml"))
    assert "classic" in wrong("classic", "panda-8", "--out", str(tmp_path / "classic.toml"))
    assert list(tmp_path.iterdir()) == []

"""What a bet may say beside its odds: a part lost, a cap, rounding, another bet that it needs."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import Coup, Game, Refused, Round, explain_bet, settle
from croupier.cli import main
from croupier.conditions import Condition, TooManyWays, both, either, neither
from croupier.errors import Code
from croupier.facts import FACTS, Value, fact, finish
from croupier.game import read_game
from croupier.game.loading import shipped
from croupier.game.model import BetKind
from croupier.game.published import publish
from croupier.money import Odds, Unit
from croupier.odds import Composition, odds
from croupier.reports.tally import read_settled_bets
from croupier.settlement.round import Outcome, Settlement
from croupier.settlement.settle_json import write_settlement
from croupier.simulation import dealing

TEXT = """
key = "own"
title = "Own"
decks = [1, 8]
[betting]
standing = { allowed = true }
[bets.player]
main = true
pays = [{ when = { winner = "player" }, odds = "1:1" }, { when = { winner = "tie" }, odds = "0:1" }]
[bets.banker]
main = true
pays = [{ when = { winner = "banker" }, odds = "1:1", commission = "5%" }]
cap = "100"
[bets.half]
pays = [
  { when = { winner = "player" }, odds = "1.5:1" },
  { when = { winner = "tie" }, odds = "-1:2" },
]
[bets.generous]
rounding = "up"
pays = [
  { when = { winner = "player" }, odds = "1.5:1" },
  { when = { winner = "tie" }, odds = "-1:2" },
]
[bets.capped]
cap = "50.57"
pays = [{ when = { winner = "player" }, odds = "100:1" }]
[bets.needing]
needs = { bets = ["player", "banker"], rule = "4.1" }
pays = [{ when = { winner = "player" }, odds = "2:1" }]
[paragraphs]
"4.1" = { kind = "betting", gist = "It goes with a bet on a hand." }
"""
GAME = read_game(tomllib.loads(TEXT), "own", shipped)
PLAYER, TIE, BANKER = "9s 4d Kc 3h", "9s 4d Kc 5h", "4s 9d Kc Kh"


def settled(cards: str, *bets: tuple[str, str], unit: str = "0.01") -> Settlement:
    round_ = Round(GAME, Coup.of(cards), unit=Unit.parse(unit))
    for kind, amount in bets:
        round_ = round_.bet("ann", 1, kind, amount)
    return settle(round_)


def test_a_part_of_a_bet_is_lost_and_the_rest_goes_back() -> None:
    found = settled(TIE, ("half", "10"))
    line = found["1"]
    assert (line.outcome, line.profit, line.back) == (Outcome.LOSE, -500, 500)
    written = write_settlement(found, "r")["bets"][0]
    assert (written["outcome"], written["profit"], written["back"]) == ("lose", "-5.00", "5.00")
    assert written["odds"] == "-1:2"
    assert found.house == 500
    assert str(explain_bet(found, line).said) == "The hands tie: 5.00 of 10.00 is lost."


@pytest.mark.parametrize(
    ("bet", "cards", "profit", "rounding"),
    [
        ("half", TIE, -3, Fraction(1, 2)),
        ("generous", TIE, -2, Fraction(-1, 2)),
        ("half", PLAYER, 7, Fraction(1, 2)),
        ("generous", PLAYER, 8, Fraction(-1, 2)),
    ],
)
def test_what_is_paid_is_rounded_as_the_bet_says(
    bet: str, cards: str, profit: int, rounding: Fraction
) -> None:
    found = settled(cards, (bet, "5"), unit="1")
    assert (found["1"].profit, found["1"].rounding) == (profit, rounding)
    exact = Fraction(3, 2) * 5 if cards == PLAYER else Fraction(-5, 2)
    assert found["1"].profit + rounding == exact
    told = str(explain_bet(found, found["1"]).said)
    assert ("rounded up to the unit, by 0.5" in told) is (bet == "generous")


def test_a_payout_stops_at_its_cap() -> None:
    found = settled(PLAYER, ("capped", "1.00"))
    assert (found["1"].profit, found["1"].capped) == (5057, 4943)
    written = write_settlement(found, "r")["bets"][0]
    assert (written["profit"], written["capped"], written["back"]) == ("50.57", "49.43", "51.57")
    assert "pays 50.57 at most in a round, in place of 100.00" in str(
        explain_bet(found, found["1"]).said
    )
    under = settled(PLAYER, ("capped", "0.50"))
    assert (under["1"].profit, under["1"].capped) == (5000, 0)
    assert "capped" not in write_settlement(under, "r")["bets"][0]
    # A cap between two units is the lower one.
    assert settled(PLAYER, ("capped", "1"), unit="0.1")["1"].profit == 505


def test_what_a_cap_takes_is_no_commission() -> None:
    written = write_settlement(settled(BANKER, ("banker", "200")), "r")
    kinds: dict[str, BetKind] = dict(GAME.bets)
    bets: dict[str, Any] = {bet.id: bet for bet in settled(BANKER, ("banker", "200")).round.bets}
    (found,) = read_settled_bets(kinds, bets, written, Unit.parse("0.01"))
    assert (found.profit, found.commission) == (10_000, 1_000)


def test_a_bet_that_needs_another_is_refused_alone() -> None:
    with pytest.raises(Refused) as wrong:
        settled(PLAYER, ("needing", "5"))
    assert (wrong.value.code, wrong.value.rule) == (Code.SIDE_NEEDS_MAIN, "4.1")
    assert "ann bets on Needing at box 1 without a bet on Player or Banker there" in str(
        wrong.value.said
    )
    for other in ("player", "banker"):
        assert settled(PLAYER, ("needing", "5"), (other, "5"))["1"].profit == 1000
    with pytest.raises(Refused):
        settled(PLAYER, ("needing", "5"), ("half", "5"))
    elsewhere = Round(GAME, Coup.of(PLAYER)).bet("ann", 1, "needing", "5")
    with pytest.raises(Refused):
        settle(elsewhere.bet("ann", 2, "player", "5"))
    with pytest.raises(Refused):
        settle(elsewhere.bet("bob", 1, "player", "5", standing=True))


def test_pages_are_told() -> None:
    bets = {bet["key"]: bet for bet in publish(GAME)["bets"]}
    assert (bets["needing"]["needs"], bets["capped"]["cap"]) == (["player", "banker"], "50.57")
    assert (bets["generous"]["rounds_up"], bets["half"]["rounds_up"]) == (True, False)
    assert bets["half"]["pays"][1]["odds"] == "-1:2"
    assert bets["player"]["cap"] is None


def test_odds_are_those_of_a_stake_under_the_cap() -> None:
    found = odds(GAME, Composition.of_decks(8)).bets
    assert found["capped"].ev == 101 * found["capped"].hit_frequency - 1
    half = found["half"]
    assert [end.pays for end in half.outcomes] == [Fraction(3, 2), Fraction(-1, 2), -1]
    assert half.hit_frequency == found["player"].hit_frequency
    assert half.resolved_edge == half.house_edge


@given(st.integers(-10, 300), st.integers(1, 40), st.integers(0, 10**6), st.booleans())
def test_rounding_takes_or_gives_less_than_a_unit(
    profit: int, stake: int, units: int, up: bool
) -> None:
    paid, rest = Odds(profit, stake).pay(units, up=up)
    assert paid + Fraction(rest, stake) == Fraction(units * profit, stake)
    assert -stake < rest <= 0 if up else 0 <= rest < stake


@pytest.mark.parametrize(
    ("text", "ratio"),
    [("0.54:1", "27/50"), ("-1:2", "-1/2"), ("1.50:1", "3/2"), ("-0.25:1", "-1/4"), ("8:1", "8")],
)
def test_odds_may_be_decimals_and_losses(text: str, ratio: str) -> None:
    assert Odds.parse(text).ratio == Fraction(ratio)
    assert Odds.parse(str(Odds.parse(text))) == Odds.parse(text)


NAMES = ("winner", "player_third", "banker_third_rank", "player_ranks.K", "suits.red", "pairs")
ENDS = [finish(coup) for shoe in range(3) for coup in dealing.coups(5, shoe, 8, 14)]
ENDS_FACTS = [{name: fact(name).of(end) for name in NAMES} for end in ENDS]

Tree = tuple[str, Any]


def leaves() -> st.SearchStrategy[Tree]:
    def allowed(name: str) -> st.SearchStrategy[Tree]:
        values = st.sampled_from(fact(name).values)
        return st.tuples(
            st.just("fact"), st.tuples(st.just(name), st.frozensets(values, min_size=1))
        )

    return st.sampled_from(NAMES).flatmap(allowed)


TREES: st.SearchStrategy[Tree] = st.recursive(
    leaves(),
    lambda below: st.one_of(
        st.tuples(st.sampled_from(["any", "all"]), st.lists(below, min_size=1, max_size=3)),
        st.tuples(st.just("not"), st.lists(below, min_size=1, max_size=2)),
    ),
    max_leaves=6,
)


def plainly(tree: Tree, facts: dict[str, Value]) -> bool:
    """Ask a condition as it is written."""
    what, part = tree
    if what == "fact":
        return facts[part[0]] in part[1]
    each = [plainly(below, facts) for below in part]
    return any(each) if what == "any" else all(each) if what == "all" else not any(each)


def made(tree: Tree) -> Condition:
    what, part = tree
    if what == "fact":
        return Condition.of((part,))
    below = [made(each) for each in part]
    if what == "any":
        return either(below)
    if what == "not":
        return neither(either(below))
    found = below[0]
    for each in below[1:]:
        found = both(found, each)
    return found


@settings(max_examples=150, deadline=None)
@given(TREES)
def test_any_all_and_not_hold_as_they_are_written(tree: Tree) -> None:
    try:
        condition = made(tree)
    except TooManyWays:
        return
    for facts in ENDS_FACTS:
        assert condition.holds(facts) is plainly(tree, facts)
    if condition.ways:
        assert str(condition.said())


def test_conditions_are_read_as_written() -> None:
    text = TEXT + (
        "[bets.x]\npays = [{ when = { any = [{ player_third = 8 }, { not = { cards = [4, 5] } }], "
        'all = [{ player_ranks = { 10 = 1, K = [0, 1] } }, { winner = ["player", "tie"] }] }, '
        'odds = "3:1" }]\n'
    )
    game: Game = read_game(tomllib.loads(text), "own", shipped)
    kind = game.bets["x"]
    for end in ENDS:
        facts = {name: each.of(end) for name, each in FACTS.items()}
        tens = sum(card.rank == "T" for card in end.player)
        kings = sum(card.rank == "K" for card in end.player)
        wanted = (facts["player_third"] == 8 or facts["cards"] == 6) and tens == 1 and kings < 2
        wanted = wanted and facts["winner"] != "banker"
        held = kind.line({name: fact(name).of(end) for name in kind.facts}) is not None
        assert held is wanted
    said = str(kind.pays[0].said)
    assert "Player has 1 ten" in said
    assert publish(game)["bets"][-1]["pays"][0]["when"].keys() == {"any"}


def test_sheets_and_pages_say_what_a_bet_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, sheet = tmp_path / "own.toml", tmp_path / "own.html"
    file.write_text(TEXT, "utf-8")
    assert main(["odds", str(file)]) == 0
    shown = capsys.readouterr().out
    assert "-1:2" in shown
    assert "1:1 less 5%" in shown
    assert main(["par", str(file), "--out", str(sheet)]) == 0
    text = sheet.read_text("utf-8")
    for said in (
        *("Needing needs a bet on Player or Banker on the same box.", "-1:2", "1:1 less 5%"),
        "Capped pays 50.57 at most in a round: the figures are below that.",
        "What Generous pays is rounded up to the table&#39;s unit.",
    ):
        assert said in text

"""The report on counting: effects, tags, and what counters win, beside a second computation."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import croupier as cr
from croupier.cards import DECK, Card, Rank, Suit
from croupier.cli import main
from croupier.coup import Coup
from croupier.facts import fact, finish
from croupier.game import Game
from croupier.game.catalogue import side_bets
from croupier.game.model import BetKind
from croupier.odds import Composition, batch, batch_terms, effects_of_removal, odds
from croupier.odds.bet_odds import bet_odds, line_weights, weigh
from croupier.odds.removal import MOST_TAG, correlation, ideal_tags, whole_tags
from croupier.par import Sheet, par, vulnerability, write
from croupier.simulation import Plan, dealing
from croupier.simulation.card_columns import cards_before
from croupier.strategy import counting
from croupier.strategy.count_figures import BetCounting, Play, kelly
from naive.counting import Turn, correlated, won
from shoes import left, own_game, small_shoe

EZ = Path(__file__).parent.parent / "examples" / "ez-baccarat.toml"
DECKS = 8


def game_of(*keys: str) -> Game:
    """A game with some bets of the catalogue."""
    return replace(cr.load("classic"), bets={key: side_bets()[key].kind for key in keys})


def row_of(shoe: Composition, *, suited: bool) -> list[int]:
    assert shoe.suits is not None
    return [n for row in shoe.suits for n in row] if suited else list(shoe.ranks)


# Shoes by the million: bets on the cards themselves

CARD_BETS = (
    *("three-giving-eight", "matching-dragon-a", "three-of-a-kind-player"),
    *("colour-match", "perfect-pair", "majestic-match-banker", "perfect-9"),
)


@pytest.mark.no_cover
@pytest.mark.parametrize("key", CARD_BETS)
def test_choices_of_cards_weigh_what_a_single_shoe_weighs(key: str) -> None:
    kind = side_bets()[key].kind
    shoes = [left(small_shoe(seed, size)) for seed, size in ((1, 6), (2, 11))]
    shoes.append(Composition.of_decks(DECKS))
    rows = [row_of(shoe, suited=True) for shoe in shoes]
    weights = batch.outcomes(game_of(key), rows)[key]
    for shoe, found in zip(shoes, weights.tolist(), strict=True):
        assert found == line_weights(kind, weigh(kind, shoe)[0])
        assert sum(found) == shoe.coups


def dealt_lines(kind: BetKind, cards: list[Card]) -> list[int]:
    """Deal every order of a few cards through the real coup."""
    found = [0] * (len(kind.pays) + 1)
    for order in permutations(cards, 6):
        coup = Coup()
        for card in order:
            coup = coup if coup.is_complete else coup.deal(card)
        end = finish(coup)
        line = kind.line({name: fact(name).of(end) for name in kind.facts})
        found[len(kind.pays) if line is None else kind.pays.index(line)] += 1
    return found


SUITED_AND_LATE = (
    '{ when = { all_colour = "red", winner = "tie" }, odds = "9:1" }, '
    '{ when = { player_third = 1, colour = ["red", "mixed"] }, odds = "5:1" }'
)


@pytest.mark.no_cover
@pytest.mark.parametrize("bet", ['{ when = { perfect_pairs = 1 }, odds = "5:1" }', SUITED_AND_LATE])
def test_choices_of_cards_weigh_what_dealing_every_order_weighs(bet: str) -> None:
    game = own_game(bet)
    assert batch.why_not(game.bets["x"]) is None
    cards = [Card.parse(text) for text in ["Ah", "Ah", "Ad", "5d", "5d", "Kh", "9c"]]
    (found,) = batch.outcomes(game, [row_of(left(cards), suited=True)])["x"].tolist()
    assert found == dealt_lines(game.bets["x"], cards)
    assert min(found) > 0


def test_the_code_for_choices_is_plain_python_too() -> None:
    """Run as it stands, in floating point and in whole numbers: as many cards as that takes."""
    game = own_game('{ when = { player_suited = true, player_pair = true }, odds = "5:1" }')
    kind, terms = game.bets["x"], batch_terms.terms(game.bets["x"])
    many = [9] * 52
    for row in ([1] * 52, many):
        out = np.zeros((1, 2), np.int64)
        batch_terms.weigh_shoes(terms, np.array([row]), out, batch_terms.weigh_choices)
        shoe = Composition.of_ranks(
            [sum(row[at : at + 4]) for at in range(0, 52, 4)],
            [row[at : at + 4] for at in range(0, 52, 4)],
        )
        assert int(out[0, 0]) == line_weights(kind, weigh(kind, shoe)[0])[0]
    assert sum(many) > batch_terms.EXACT_CARDS


def test_a_bet_that_is_never_lost_needs_no_card() -> None:
    game = own_game('{ when = { perfect_pairs = [0, 1, 2] }, odds = "1:1" }')
    row = row_of(Composition.of_decks(1), suited=True)
    assert batch.outcomes(game, [row])["x"].tolist() == [[Composition.of_decks(1).coups, 0]]


def test_with_suits_every_bet_has_the_weights_that_it_has_by_rank() -> None:
    shoe = left(small_shoe(5, 40))
    game = cr.load("tiger")
    by_card = batch.outcomes(game, [row_of(shoe, suited=True)])
    by_rank = batch.outcomes(game, [row_of(shoe, suited=False)])
    assert {key: row.tolist() for key, row in by_card.items()} == {
        key: row.tolist() for key, row in by_rank.items()
    }


def test_a_bet_with_too_many_choices_is_computed_shoe_by_shoe(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(batch_terms, "MOST_DEALS", 10)
    monkeypatch.setattr(batch_terms, "_KNOWN", {})
    game = game_of("three-of-a-kind-player")
    kind = game.bets["three-of-a-kind-player"]
    assert "deals apart, more than 10" in str(batch.why_not(kind))
    shoe = Composition.of_decks(1)
    (found,) = batch.outcomes(game, [shoe.ranks])["three-of-a-kind-player"]
    assert found.tolist() == line_weights(kind, weigh(kind, shoe)[0])


@pytest.mark.parametrize("casino", [False, True])
def test_cards_before_a_round_are_those_of_the_reference(casino: bool) -> None:
    plan = Plan(3, 2, cut=20)
    dealt = (dealing.record_as_casino if casino else dealing.record)(plan, 5, 2)
    found, at = cards_before(dealt), 0
    for shoe, rounds in ((5, int(dealt.rounds[0])), (6, int(dealt.rounds[1]))):
        counts = dict.fromkeys(DECK, 2)
        for coup, _ in zip(dealing.coups(3, shoe, 2, 5), range(rounds), strict=False):
            wanted = [counts[Card(rank, suit)] for rank in Rank for suit in Suit]
            assert found[at].tolist() == wanted
            for card in coup.cards:
                counts[card] -= 1
            at += 1
    assert at == len(found)


# Effects of removal and tags


def test_effects_are_those_of_shoes_with_a_card_less() -> None:
    game = replace(cr.load("tiger"), bets={**cr.load("tiger").bets, **game_of("perfect-9").bets})
    found = cr.counting(game, decks=4, shoes=1, seed=1)
    wanted = effects_of_removal(game, Composition.of_decks(4))
    for key, bet in found.items():
        assert bet.effects == wanted[key]
        assert bet.ev == bet_odds(bet.kind, *weigh(bet.kind, Composition.of_decks(4))).ev
        # What an unknown card takes away is nothing.
        assert sum(bet.effects.values()) == 0
    assert cr.counting(game, decks=4, shoes=0)["tie"].effects == wanted["tie"]


def test_a_bet_on_a_colour_has_effects_and_tags_by_card() -> None:
    game = own_game('{ when = { colour = "red" }, odds = "14:1" }')
    bet = cr.counting(game, decks=2, shoes=4, seed=1)["x"]
    assert bet.by_card is not None
    assert bet.ideal is not None
    assert bet.tags is not None
    without = Composition.of_decks(2).without([Card.parse("7h")])
    before = bet_odds(bet.kind, *weigh(bet.kind, Composition.of_decks(2))).ev
    after = bet_odds(bet.kind, *weigh(bet.kind, without)).ev
    assert bet.by_card[Card.parse("7h")] == after - before
    assert {card.is_red for card, one in bet.by_card.items() if one > 0} == {False}
    assert set(bet.effects.values()) == {Fraction(0)}
    reds = [card.is_red for card in bet.by_card]
    assert bet.tags == tuple(-1 if red else 1 for red in reds)
    assert bet.ideal.with_effects == pytest.approx(1)


def tags_for(key: str, most: int) -> tuple[int, ...]:
    effects = cr.counting(game_of(key), shoes=0)[key].effects
    found = whole_tags(list(effects.values()), most)
    assert found is not None
    assert len(set(found[9:])) == 1
    return found[:10]


@pytest.mark.parametrize(
    ("key", "most", "tags"),
    [
        # Eliot Jacobson, "Co-Card Counting the Dragon and Panda Side Bets in EZ Baccarat"
        ("dragon-7", 2, (0, 0, 0, -1, -1, -1, -1, 2, 2, 0)),
        ("panda-8", MOST_TAG, (1, 1, -2, -2, -2, -1, -1, -2, 4, 1)),
        # Advanced Advantage Play, "Baccarat Side Bets"
        ("three-giving-eight", MOST_TAG, (1, 1, -3, 1, 1, 1, 1, -8, 1, 1)),
        ("eights-and-nines", 3, (1, 1, 0, 0, 0, 0, 0, -3, -3, 1)),
    ],
)
def test_tags_are_those_that_others_have_published(
    key: str, most: int, tags: tuple[int, ...]
) -> None:
    assert tags_for(key, most) == tags


def test_tags_are_next_to_the_best_of_all() -> None:
    """All balanced tags of -1, 0 and 1, tens and court cards alike, one after the other."""
    for key in ("dragon-7", "tie-9-to-1", "big-tiger", "bad-beat"):
        effects = [float(each) for each in cr.counting(game_of(key), shoes=0)[key].effects.values()]
        best = max(
            correlation((*tags, *tags[-1:] * 3), effects)
            for tags in product((-1, 0, 1), repeat=10)
            if sum(tags) + 3 * tags[-1] == 0
        )
        found = tags_for(key, 1)
        assert correlation((*found, *found[-1:] * 3), effects) > best - 0.025
        assert sum(found) + 3 * found[-1] == 0


def test_no_tags_where_no_card_matters() -> None:
    bet = cr.counting("tiger", "tiger_pair", shoes=0)["tiger_pair"]
    assert set(bet.effects.values()) == {Fraction(0)}
    assert (bet.ideal, bet.whole, bet.tags) == (None, None, None)
    assert whole_tags([Fraction(1)]) is None
    assert correlation([1, 1], [0, 1]) == 0


def test_a_true_count_of_ideal_tags_is_the_edge_in_hundredths() -> None:
    """As far as the edge changes in a straight line, which it nearly does early in a shoe."""
    effects = list(cr.counting(EZ, "dragon_7", shoes=0)["dragon_7"].effects.values())
    assert ideal_tags(effects, 416)[7] == pytest.approx(float(effects[7]) * 100 * 415 / 52)
    found = counting.CountingSums(
        counting.CountingPlan(one_bet("dragon_7"), Plan(1, DECKS, cut=208))
    )
    found.deal(200)
    ideal = found.found()["dragon_7"].ideal
    assert ideal is not None
    assert ideal.slope == pytest.approx(0.01, rel=0.01)
    assert ideal.with_edge is not None
    assert ideal.with_edge > 0.985


def one_bet(key: str) -> Game:
    game = cr.load(EZ)
    return replace(game, bets={key: game.bets[key]})


# What counters win

TAGS = (0, 0, 0, -1, -1, -1, -1, 2, 2, 0, 0, 0, 0)


@cache
def turns(key: str, shoes: int, decks: int = 1) -> tuple[Turn, ...]:
    """Deal shoes card by card, with the exact odds of each round by the way of a single shoe."""
    kind, found = cr.load(EZ).bets[key], []
    plan = Plan(7, decks)
    for shoe in range(shoes):
        seen = dict.fromkeys(Rank, 0)
        for coup in dealing.coups(7, shoe, decks, plan.stop):
            shoe_left = Composition.of_ranks([4 * decks - n for n in seen.values()])
            bet = odds(one_bet(key), shoe_left).bets[key]
            ends = [(end.pays, end.probability) for end in bet.outcomes]
            found.append(Turn(shoe, list(seen.values()), shoe_left.cards, ends))
            for card in coup.cards:
                seen[card.rank] += 1
    assert kind.key == key
    return tuple(found)


def measured(key: str, shoes: int, trigger: Fraction | None, parts: int = 3) -> BetCounting:
    plan = counting.CountingPlan(
        one_bet(key),
        Plan(7, 1),
        tags={key: TAGS},
        triggers={} if trigger is None else {key: trigger},
    )
    sums = counting.CountingSums(plan)
    for first in range(0, shoes, parts):
        sums.deal(min(parts, shoes - first))
    assert sums.shoes == shoes
    return sums.found()[key]


def same(play: Play, wanted: Any) -> None:
    names = "frequency edge per_100 per_shoe sd desirability n0 kelly"
    for name in names.split():
        assert getattr(play, name) == pytest.approx(getattr(wanted, name), rel=1e-6, abs=1e-9), name


@pytest.mark.parametrize("trigger", [Fraction(4), Fraction(13, 2), Fraction(-3)])
def test_a_count_wins_what_a_second_computation_says(trigger: Fraction) -> None:
    dealt = turns("dragon_7", 20)
    found = measured("dragon_7", 20, trigger)
    assert found.whole is not None
    assert found.whole.play is not None
    assert (found.whole.play.shoes, found.whole.play.rounds) == (20, len(dealt))
    same(found.whole.play, won(dealt, lambda turn: turn.true_count(TAGS) >= trigger))
    pairs = [(float(turn.true_count(TAGS)), float(turn.edge)) for turn in dealt]
    both = found.whole.with_edge, found.whole.slope
    assert both == pytest.approx(correlated(pairs), rel=1e-6)
    assert found.perfect is not None
    same(found.perfect, won(dealt, lambda turn: turn.edge > 0))
    rounds = found.perfect.rounds / found.perfect.shoes
    assert found.perfect.bets_per_shoe == pytest.approx(found.perfect.frequency * rounds)


def test_the_trigger_wins_most_on_even_shoes_and_is_measured_on_odd_ones() -> None:
    dealt = turns("dragon_7", 20)
    found = measured("dragon_7", 20, None)
    assert found.whole is not None
    play = found.whole.play
    assert play is not None
    assert play.trigger is not None
    even = [turn for turn in dealt if turn.shoe % 2 == 0]
    odd = [turn for turn in dealt if turn.shoe % 2]

    def profit(trigger: Fraction) -> Fraction:
        called = [turn.edge for turn in even if turn.true_count(TAGS) >= trigger]
        return sum(called, Fraction(0))

    steps = [play.trigger + Fraction(step, 2) for step in range(-30, 31)]
    assert profit(play.trigger) == max(map(profit, steps))
    assert (play.shoes, play.rounds) == (10, len(odd))
    trigger = play.trigger
    same(play, won(odd, lambda turn: turn.true_count(TAGS) >= trigger))


def test_errors_are_those_of_shoes() -> None:
    """The standard error of what is won for 100 rounds, by the spread of shoes themselves."""
    found = measured("dragon_7", 20, Fraction(4)).whole
    assert found is not None
    assert found.play is not None
    dealt = turns("dragon_7", 20)
    called = [turn for turn in dealt if turn.true_count(TAGS) >= 4]
    mean = sum(turn.edge for turn in called) / len(dealt)
    rests = [
        sum(turn.edge for turn in called if turn.shoe == shoe)
        - mean * sum(turn.shoe == shoe for turn in dealt)
        for shoe in range(20)
    ]
    error = float(sum(rest * rest for rest in rests) * 20 / 19) ** 0.5 / len(dealt)
    assert found.play.per_100_stderr == pytest.approx(100 * error)


def test_a_bet_that_never_pays_to_count_is_never_made() -> None:
    """With the cut early in the shoe no trigger favours the patron."""
    sums = counting.CountingSums(counting.CountingPlan(one_bet("tie"), Plan(1, DECKS, cut=390)))
    sums.deal(20)
    found = sums.found()["tie"]
    assert found.perfect is not None
    assert found.whole is not None
    for play in (found.perfect, found.whole.play):
        assert play is not None
        assert (play.frequency, play.edge, play.per_100, play.kelly) == (0, None, 0, 0)
        assert (play.n0, play.desirability, play.trigger) == (None, 0, None)


def test_the_kelly_stake_of_an_even_bet_is_its_edge() -> None:
    assert kelly([0.55, 0.45], [1, -1]) == pytest.approx(0.1)
    assert kelly([0.5, 0.5], [1, -1]) == kelly([0, 0], [1, -1]) == 0


def test_suits_are_no_reason_to_refuse_the_other_bets(monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be done by the million is named with the reason; the rest is done."""
    kinds = game_of("colour-match", "three-of-a-kind-banker").bets
    game = replace(one_bet("dragon_7"), bets={**one_bet("dragon_7").bets, **kinds})
    alone = cr.counting(EZ, "dragon_7", shoes=20, seed=4)["dragon_7"]
    monkeypatch.setattr(batch_terms, "MOST_DEALS", 100_000)
    monkeypatch.setattr(batch_terms, "_KNOWN", {})
    found = cr.counting(game, shoes=20, seed=4, decks=8)
    assert found["dragon_7"].perfect == alone.perfect
    assert found["dragon_7"].whole == alone.whole
    assert found["colour-match"].perfect is not None
    skipped = found["three-of-a-kind-banker"]
    assert skipped.perfect is None
    assert "deals apart, more than 100,000" in str(skipped.skipped)
    assert skipped.tags is not None
    assert (
        skipped.effects
        == effects_of_removal(
            replace(game, bets={"three-of-a-kind-banker": skipped.kind}), Composition.of_decks(8)
        )["three-of-a-kind-banker"]
    )


def test_a_strategy_that_plays_the_count_finds_the_same() -> None:
    """The same rounds are called for, at the same exact edge; the money agrees with it."""
    tags, trigger = TAGS[:10], 4
    report = cr.counting(EZ, "dragon_7", tags=tags, triggers=trigger, shoes=1000, seed=2)
    run = cr.strategy(EZ, "count", bets="dragon_7", tags=tags, triggers=trigger, shoes=1000, seed=2)
    assert report["dragon_7"].whole is not None
    play = report["dragon_7"].whole.play
    assert play is not None
    (exact,) = run.to_dict()["exact"]
    assert play.rounds == run.results.rounds
    assert play.frequency == pytest.approx(exact["frequency"], rel=1e-12)
    assert play.frequency_stderr == pytest.approx(exact["frequency_stderr"], rel=1e-9)
    assert play.edge == pytest.approx(exact["edge"], rel=1e-9)
    assert play.edge_stderr == pytest.approx(exact["edge_stderr"], rel=1e-9)
    assert run.ev is not None
    assert run.stderr is not None
    assert play.edge is not None
    assert abs(run.ev - play.edge) < 4 * run.stderr
    sd = run.results.sd_per_round
    assert play.sd == pytest.approx(sd, rel=0.1)


PUBLISHED = {
    # Eliot Jacobson, Advanced Advantage Play, "Baccarat Side Bets": eight decks, the cut card at
    # 14, the usual rules for burning and for the cut card; frequency, edge, units in 100 hands.
    "eights-and-nines": ((1, 1, 0, 0, 0, 0, 0, -3, -3, 1), 4, (0.1361, 0.0891, 1.213)),
    "nine-over-seven": ((0, 1, 1, 1, 1, 1, -5, 1, -5, 1), 6, (0.1433, 0.1085, 1.56)),
    "bad-beat": ((0, 1, 1, 1, 1, 1, 1, -5, -5, 1), 6, (0.1431, 0.1054, 1.51)),
    # The same, "Card Counting the Big Tiger Baccarat Side Bet".
    "big-tiger": ((0, 0, -1, -1, -1, -2, 1, 2, 2, 0), 8, (0.03536, 0.07227, 0.256)),
}


@pytest.mark.parametrize("shoes", [1000, pytest.param(40_000, marks=pytest.mark.soak)])
def test_counts_win_what_others_have_published(shoes: int) -> None:
    rows = list(PUBLISHED.values())
    tags, triggers = [row[0] for row in rows], [row[1] for row in rows]
    found = cr.counting(
        game_of(*PUBLISHED), tags=tags, triggers=triggers, shoes=shoes, seed=1, casino=True
    )
    for key, (_, _, (frequency, edge, per_100)) in PUBLISHED.items():
        whole = found[key].whole
        assert whole is not None
        play = whole.play
        assert play is not None
        for value, error, wanted, digits in (
            (play.frequency, play.frequency_stderr, frequency, 1e-4),
            (play.edge, play.edge_stderr, edge, 1e-4),
            (play.per_100, play.per_100_stderr, per_100, 1e-2),
        ):
            assert value is not None
            assert error is not None
            # Theirs are of bets that were paid, with an error of their own, and rounded.
            assert abs(value - wanted) < 4 * error + digits + 0.01 * wanted, key


@pytest.mark.parametrize(("bet", "per_shoe"), [("dragon_7", 0.597), ("panda_8", 0.237)])
def test_the_best_trigger_wins_what_is_published_for_a_shoe(bet: str, per_shoe: float) -> None:
    """Eliot Jacobson, "Co-Card Counting the Dragon and Panda Side Bets in EZ Baccarat"."""
    tags = {"dragon_7": TAGS[:10], "panda_8": (1, 1, -2, -2, -2, -1, -1, -2, 4, 1)}[bet]
    found = cr.counting(EZ, bet, tags=tags, shoes=1500, seed=3, casino=True)[bet].whole
    assert found is not None
    play = found.play
    assert play is not None
    assert play.per_100_stderr is not None
    error = play.per_100_stderr * play.rounds / play.shoes / 100
    assert abs(play.per_shoe - per_shoe) < 4 * error


# The command, the front door and the sheet


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["counting", *words, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.no_cover
def test_the_command_prints_what_python_returns(capsys: pytest.CaptureFixture[str]) -> None:
    words = "tiger --bet tie --bet tiger_pair --shoes 30 --seed 5 --decks 6 --cut 60 --most-tag 3"
    found = printed(capsys, *words.split(), "--casino")
    bets = ["tie", "tiger_pair"]
    same_call = cr.counting(
        "tiger", bets, shoes=30, seed=5, decks=6, cut=60, most_tag=3, casino=True
    )
    assert found == json.loads(json.dumps(same_call.to_dict()))
    game = cr.load("tiger")
    assert (found["version"], found["digest"]) == (cr.__version__, f"sha256:{game.digest}")
    told = [found[name] for name in ("decks", "cut", "seed", "shoes_asked", "shoes", "stopped")]
    assert told == [6, 60, 5, 30, 30, False]
    assert max(abs(tag) for tag in found["bets"]["tie"]["whole"]["tags"].values()) <= 3
    assert found["bets"]["tiger_pair"]["ideal"] is None
    rows = same_call.to_rows()
    assert [row["player"] for row in rows] == ["perfect", "ideal tags", "whole tags", "perfect"]
    assert repr(same_call).startswith("<Counting tiger, 6 decks, 30 shoes; for 100 rounds tie ")
    page = same_call._repr_html_()
    assert "seed 5" in page
    assert page.count("<tr>") == 5


@pytest.mark.no_cover
def test_the_page_has_every_bet(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = EZ.read_text().replace('key    = "ez-baccarat"', 'key    = "mine"')
    red = '[bets.red]\nname = "Red"\npays = [{ when = { colour = "red" }, odds = "12:1", '
    pair = '[bets.pair]\nname = "Pair"\npays = [{ when = { player_pair = true }, odds = "11:1", '
    end = 'rule = "tie", says = "so" }]\nloses = "tie"\n\n'
    own = tmp_path / "mine.toml"
    own.write_text(text.replace("[bets.dragon_7]", f"{red}{end}{pair}{end}[bets.dragon_7]"))
    assert main(["counting", str(own), "--shoes", "40", "--seed", "1"]) == 0
    shown = capsys.readouterr().out
    assert "EZ Baccarat: 8 decks, cut at 14, seed 1" in shown
    assert "Dragon 7: house edge 7.6113% in a full shoe" in shown
    assert "no count: no card that leaves changes the edge by itself" in shown
    assert "its tags differ by suit: --json has them all" in shown
    assert "rounds in 40 shoes, exact odds before each" in shown
    assert max(map(len, shown.splitlines())) <= 80
    assert "…" not in shown
    assert main(["counting", str(own), "--shoes", "0", "--bet", "dragon_7"]) == 0
    assert "exact" not in capsys.readouterr().out


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("classic --bet tye", "did you mean tie"),
        ("classic --bet tie --tags 1,2", "tags are A:0,2:0,3:-1"),
        ("classic --tags 1,1,1,1,1,1,1,1,1,1 --tags 1,1,1,1,1,1,1,1,1,1 --shoes 1", "each of 3"),
        ("classic --trigger 4 --shoes 0", "give some"),
        ("classic --trigger x", "a trigger is a number"),
        ("classic --shoes 1e12", "from 1 to 1e8"),
        ("classic --most-tag 0", "from 1 to 30"),
        ("classic --cut 415 --shoes 1 --decks 1", "1"),
    ],
)
def test_a_wrong_call_is_told_in_one_line(
    words: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["counting", *words.split()]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert says in said.err
    assert said.err.count("\n") == 1


@pytest.mark.no_cover
def test_ctrl_c_ends_it_in_good_order_and_marks_it(tmp_path: Path) -> None:
    call = [sys.executable, "-m", "croupier", "counting", "classic", "--bet", "tie", "--json"]
    with subprocess.Popen(
        [*call, "--shoes", "1e8", "--seed", "1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stderr is not None
        # The first part is dealt when it says how long the run will take.
        assert b"rounds/s" in running.stderr.readline()
        running.send_signal(signal.SIGINT)
        out, err = running.communicate()
    assert running.returncode == 130, err
    told = json.loads(out)
    assert (told["stopped"], told["shoes_asked"]) == (True, 10**8)
    assert told["bets"]["tie"]["perfect"]["shoes"] == told["shoes"] > 0
    assert f"stopped after {told['shoes']:,} of 100,000,000 shoes" in err.decode()


@pytest.mark.no_cover
def test_nothing_heavy_is_loaded_for_help() -> None:
    code = "import sys; import croupier.cli.counting; "
    code += "sys.exit(bool({'numba', 'numpy', 'matplotlib'} & {*sys.modules}))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.no_cover
def test_the_sheet_has_a_section_on_counting(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of("three-of-a-kind-banker", "dragon-7", "player-pair")
    monkeypatch.setattr(batch_terms, "MOST_DEALS", 1000)
    monkeypatch.setattr(batch_terms, "_KNOWN", {})
    found = vulnerability.measure(game, 8, shoes=64)
    assert found is not None
    sheet = Sheet(par(game, 8), game.digest, "1.2.3", counted=found)
    data = json.loads(write(sheet, "json"))["vulnerability"]
    assert (data["shoes"], data["seed"], data["cut"]) == (64, 0, 14)
    again = cr.counting(game, shoes=64, seed=0, decks=8)
    for key, bet in again.items():
        got, wanted = data["bets"][key]["perfect"], bet.perfect
        assert (got is None) is (wanted is None)
        if wanted is not None:
            assert got["per_100"] == pytest.approx(wanted.per_100, rel=1e-9)
    table = write(sheet, "csv").decode()
    assert table.count("\nvulnerability,8,") == 2 + 1 + 1
    assert 'vulnerability,8,three-of-a-kind-banker,"skipped: it tells' in table
    page = write(sheet, "html").decode()
    assert "Vulnerability to counting" in page
    assert "is not among them: it tells" in page
    assert "count 1 −1 −1 −3" in page
    assert write(sheet, "pdf").startswith(b"%PDF")
    plain = Sheet(par(game, 8), game.digest, "1.2.3")
    assert json.loads(write(plain, "json"))["vulnerability"] is None
    assert "Vulnerability" not in write(plain, "html").decode()


@pytest.mark.no_cover
def test_without_numba_a_sheet_has_no_such_section_and_the_command_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "croupier.strategy.counting", raising=False)
    monkeypatch.setitem(sys.modules, "croupier.simulation.card_columns", None)
    assert vulnerability.measure(cr.load("classic"), 8) is None
    assert main(["counting", "classic", "--shoes", "1"]) == 2
    assert "pip install 'croupier[fast]'" in capsys.readouterr().err
    assert main(["counting", "classic", "--shoes", "0"]) == 0

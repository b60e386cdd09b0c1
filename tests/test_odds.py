"""Exact odds: against dealing every order of a small shoe, and against the known figures."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from importlib.metadata import version
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import Coup, InvalidInput, load
from croupier.cards import Card, Rank
from croupier.cli import main
from croupier.coup import Winner
from croupier.facts import Fact, Finish, fact, finish
from croupier.game import Stage
from croupier.game.loading import keys
from croupier.odds import Composition, effects_of_removal, odds
from croupier.odds import distribution as distributions
from croupier.odds.distribution import Weights, distribution
from croupier.settlement.insurance import at_stage, find_offer
from shoes import EIGHT, left, own_game, small_shoe

EZ = Path(__file__).parent.parent / "examples" / "ez-baccarat.toml"


def coups(cards: list[Card]) -> list[Coup]:
    """Deal every order of six cards, as far as the rules need them."""
    found: list[Coup] = []
    for order in permutations(cards, 6):
        coup = Coup()
        for card in order:
            if not coup.is_complete:
                coup = coup.deal(card)
        found.append(coup)
    return found


SUBSETS = [
    ("winner", "player_total", "banker_total", "player_cards", "banker_cards"),
    ("margin", "sum", "cards", "natural", "player_natural", "banker_natural"),
    ("player_pair", "banker_pair", "pairs", "twin_pair"),
    ("twin_pair", "winner", "banker_total"),
    ("player_perfect_pair", "banker_perfect_pair", "perfect_pairs", "player_colour", "colour"),
    ("player_suited", "banker_suited", "banker_colour", "winner", "pairs"),
    (),
    ("player_first_total", "banker_first_total", "player_third", "banker_third", "winner"),
    ("player_third_rank", "banker_third_rank", "player_total"),
    ("player_three_of_a_kind", "banker_three_of_a_kind", "highest_rank", "lowest_rank"),
    ("player_ranks.K", "player_ranks.face", "banker_ranks.zero", "ranks.7", "winner"),
    ("player_first_ranks.K", "banker_first_ranks.9", "player_suited", "winner"),
    ("player_all_colour", "banker_all_colour", "all_colour", "twin_pair"),
    ("player_all_suited", "banker_all_suited", "all_suited", "player_pair"),
    ("player_suits.hearts", "banker_suits.red", "suits.black", "banker_third"),
    ("player_three_of_a_kind", "player_all_suited", "banker_perfect_pair", "colour"),
]


@pytest.mark.parametrize("names", SUBSETS, ids=lambda names: "+".join(names)[:40] or "none")
@pytest.mark.parametrize("seed", range(4))
def test_facts_are_weighed_as_dealing_every_order_weighs_them(
    seed: int, names: tuple[str, ...]
) -> None:
    cards = small_shoe(seed, 6 + seed % 3)
    facts = [fact(name) for name in names]
    dealt = Counter(tuple(each.of(end) for each in facts) for end in map(finish, coups(cards)))
    weighed = distribution(names, left(cards))
    assert {values: weight for values, weight in weighed.items() if weight} == dealt


@pytest.mark.parametrize("seed", range(3))
def test_insurance_is_offered_and_won_as_dealing_shows(seed: int) -> None:
    game = load("insurance")
    assert game.insurance is not None
    cards = small_shoe(seed + 10, 7)
    made: Counter[tuple[str, Stage, int, int]] = Counter()
    brought: Counter[tuple[str, Stage, int, int]] = Counter()
    all_coups = coups(cards)
    for coup in all_coups:
        for kind in game.insurance.kinds.values():
            for stage in Stage:
                offer = find_offer(kind, coup, stage)
                then = at_stage(coup, stage)
                if offer is None or then is None:
                    continue
                cell = (kind.key, stage, then.player.total, then.banker.total)
                made[cell] += 1
                tie = coup.winner is Winner.TIE
                if coup.winner is kind.insures.other.win or (tie and offer.pays_on_tie):
                    brought[cell] += int(offer.odds.ratio * 2)
                elif not tie:
                    brought[cell] -= 2
    for row in odds(game, left(cards)).insurance:
        offer = row.offer
        cell = (row.kind.key, offer.stage, offer.player_total, offer.banker_total)
        assert row.frequency == Fraction(made[cell], len(all_coups))
        assert row.ev == (Fraction(brought[cell], 2 * made[cell]) if made[cell] else None)


def test_the_three_known_counts_of_eight_decks() -> None:
    weights = distribution(("winner",), EIGHT)
    assert {winner: weight for (winner,), weight in weights.items()} == {
        "banker": 2_292_252_566_437_888,
        "player": 2_230_518_282_592_256,
        "tie": 475_627_426_473_216,
    }
    assert sum(weights.values()) == EIGHT.coups


@pytest.mark.parametrize(
    ("game", "bet", "edge"),
    [
        ("classic", "player", "1.2351"),
        ("classic", "banker", "1.0579"),
        ("classic", "tie", "14.3596"),
        ("no-commission", "banker", "1.4581"),
        ("insurance", "player_pair", "10.3614"),
        ("insurance", "banker_pair", "10.3614"),
        ("tiger", "big_tiger", "15.2533"),
        (str(EZ), "dragon_7", "7.6113"),
        (str(EZ), "panda_8", "10.1876"),
        (str(EZ), "banker", "1.0183"),
    ],
)
def test_published_edges_of_eight_decks(game: str, bet: str, edge: str) -> None:
    assert f"{float(odds(load(game), EIGHT).bets[bet].house_edge) * 100:.4f}" == edge


def test_published_insurance_of_eight_decks() -> None:
    rows = odds(load("insurance"), EIGHT).insurance
    assert len(rows) == 73
    assert sum(row.ev is not None and row.ev > 0 for row in rows) == 12
    best = max(rows, key=lambda row: row.ev or Fraction(-1))
    assert (best.kind.key, best.offer.player_total, best.offer.banker_total) == (
        "banker_insurance",
        5,
        6,
    )
    assert f"{float(best.ev or 0) * 100:.4f}" == "8.4397"
    assert str(best.odds) == "3:1"


@pytest.mark.parametrize("game", keys())
def test_chances_of_a_bet_add_up_to_one(game: str) -> None:
    for decks in (load(game).decks.least, load(game).decks.most):
        for bet in odds(load(game), Composition.of_decks(decks)).bets.values():
            assert sum(end.probability for end in bet.outcomes) == 1
            assert bet.house_edge == -bet.ev
            assert 0 < bet.hit_frequency < 1
            assert bet.resolved_edge >= bet.house_edge > 0
            assert bet.sd**2 == pytest.approx(float(bet.variance))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 9), min_size=13, max_size=13).filter(lambda counts: sum(counts) > 5))
def test_weights_of_any_shoe_add_up(counts: list[int]) -> None:
    shoe = Composition.of_ranks(counts)
    assert sum(distribution(("winner",), shoe).values()) == shoe.coups
    assert sum(distribution(("pairs", "twin_pair"), shoe).values()) == shoe.coups


@pytest.mark.parametrize(
    "counts",
    [[0] * 9 + [6, 0, 0, 0], [6] + [0] * 12, [1] * 6 + [0] * 7, [0] * 12 + [1448]],
    ids=["tens", "aces", "six cards", "1,448 kings"],
)
def test_odd_shoes_have_odds_too(counts: list[int]) -> None:
    for bet in odds(load("tiger"), Composition.of_ranks(counts)).bets.values():
        assert sum(end.probability for end in bet.outcomes) == 1


def test_a_shoe_of_tens_always_ties() -> None:
    found = odds(load("classic"), Composition.of_ranks([0] * 9 + [6, 0, 0, 0])).bets
    assert found["tie"].ev == 8
    assert found["player"].ev == found["player"].resolved_edge == 0


@pytest.mark.parametrize(
    ("counts", "says"),
    [
        ([112] * 13, "1,448 cards at most, not 1,456"),
        ([-1] + [8] * 12, "no rank has -1 cards left"),
        ([8] * 12, "thirteen whole numbers"),
        ([8.0] * 13, "thirteen whole numbers"),
        ([True] * 13, "thirteen whole numbers"),
    ],
)
def test_what_is_no_shoe_is_refused(counts: list[int], says: str) -> None:
    with pytest.raises(InvalidInput, match=says):
        Composition.of_ranks(counts)


def test_too_few_cards_are_refused() -> None:
    five, six = (Composition.of_ranks([count] + [0] * 12) for count in (5, 6))
    with pytest.raises(InvalidInput, match="takes 6 cards or more; 5 are left"):
        odds(load("classic"), five)
    with pytest.raises(InvalidInput, match="takes 7 cards or more; 6 are left"):
        effects_of_removal(load("classic"), six)


@pytest.mark.parametrize(
    "suits", [[[2] * 4] * 13, [[1] * 4] * 12, [[4]] * 13, [[5, -1, 0, 0]] * 13, []]
)
def test_suits_must_add_up_to_their_ranks(suits: list[list[int]]) -> None:
    with pytest.raises(InvalidInput, match="four counts for each rank"):
        Composition.of_ranks([4] * 13, suits)


def test_a_bet_that_asks_for_suits_needs_decks() -> None:
    game = own_game('{ when = { perfect_pairs = { min = 1 } }, odds = "25:1" }')
    fresh = odds(game, EIGHT).bets["x"]
    # One hand: 7 of the other 415 cards are its twin; both hands nearly apart from each other.
    assert float(fresh.hit_frequency) == pytest.approx(2 * 7 / 415, rel=0.02)
    with pytest.raises(InvalidInput, match="asks for suits"):
        odds(game, Composition.of_ranks([32] * 13))


def test_a_bet_may_mix_pairs_suits_and_totals() -> None:
    """The engine finds out what it takes; the one who writes the bet need not know."""
    mixed = '{ when = { twin_pair = true, winner = "tie", colour = "red" }, odds = "500:1" }'
    chance = odds(own_game(mixed), EIGHT).bets["x"].hit_frequency
    plain = '{ when = { twin_pair = true, winner = "tie" }, odds = "500:1" }'
    assert 0 < chance < odds(own_game(plain), EIGHT).bets["x"].hit_frequency


def test_a_bet_on_anything_wins_always() -> None:
    assert odds(own_game('{ when = {}, odds = "1:2" }'), EIGHT).bets["x"].ev == Fraction(1, 2)


def test_the_command_prints_exact_ratios(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "insurance", "--decks", "6", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["game"], said["decks"], said["cards"]) == ("insurance", 6, 312)
    banker = said["bets"]["banker"]
    assert (
        Fraction(banker["ev"]) == odds(load("insurance"), Composition.of_decks(6)).bets["banker"].ev
    )
    assert banker["house_edge"] == pytest.approx(-float(Fraction(banker["ev"])))
    assert Fraction(banker["house_edge_exact"]) == -Fraction(banker["ev"])
    digest = f"sha256:{load('insurance').digest}"
    assert (said["version"], said["digest"]) == (version("croupier"), digest)
    assert [end["pays"] for end in banker["outcomes"]] == ["1/2", "1", "0", "-1"]
    assert sum(Fraction(end["probability"]) for end in banker["outcomes"]) == 1
    assert len(said["insurance"]) == 73
    assert set(said["insurance"][0]) == {
        *("stage", "insures", "player_total", "banker_total", "odds", "frequency", "ev")
    }


def test_the_command_takes_cards_left(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "classic", "--cards-left", ",".join(["32"] * 13), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["decks"], said["cards"]) == (None, 416)
    assert said["bets"]["tie"]["house_edge"] == pytest.approx(0.143596, abs=1e-6)


def test_ranks_that_show_the_same_suits_are_weighed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """There are 8,281 ways in which two hands start by rank, and few in which suits differ."""
    weighed: list[object] = []
    weigh = distributions._weigh

    def counted(facts: list[Fact], finishes: Iterable[tuple[Finish, int]]) -> Weights:
        weighed.append(facts)
        return weigh(facts, finishes)

    monkeypatch.setattr(distributions, "_weigh", counted)
    left = Composition.of_decks(8)
    assert sum(distribution(("colour",), left).values()) == left.coups
    assert len(weighed) < 500


def test_removal_is_the_difference_of_two_shoes() -> None:
    game = load("tiger")
    effects = effects_of_removal(game, EIGHT)
    fewer = Composition.of_ranks([32, 32, 32, 32, 32, 31] + [32] * 7)
    for key, bet in odds(game, fewer).bets.items():
        assert effects[key][Rank.SIX] == bet.ev - odds(game, EIGHT).bets[key].ev
    # All cards together change nothing: a card gone unseen is no news.
    for row in effects.values():
        assert sum(row.values()) == 0


def test_removal_knows_suits_and_empty_ranks() -> None:
    red = own_game('{ when = { colour = "red" }, odds = "13:1" }')
    nothing = [[0, 0, 0, 0]] * 10
    even = Composition.of_ranks([4] * 3 + [0] * 10, [[1, 1, 1, 1]] * 3 + nothing)
    effects = effects_of_removal(red, even)["x"]
    assert list(effects) == [Rank.ACE, Rank.TWO, Rank.THREE]
    assert set(effects.values()) == {Fraction(0)}
    uneven = Composition.of_ranks(
        [4] * 3 + [0] * 10, [[1, 1, 1, 1], [2, 0, 0, 2], [0, 2, 2, 0], *nothing]
    )
    effects = effects_of_removal(red, uneven)["x"]
    assert effects[Rank.THREE] < 0 < effects[Rank.TWO]


def test_the_command_shows_removal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "classic", "--removal", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)["removal"]
    assert list(said["banker"]) == [str(rank) for rank in Rank]
    assert main(["odds", "classic", "--removal"]) == 0
    assert "one card fewer" in capsys.readouterr().out


def test_the_command_prints_a_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "insurance"]) == 0
    shown = capsys.readouterr().out
    for words in ("8 decks, 416 cards", "1.4581%", "push", "lost", "+8.44%*", "12:1"):
        assert words in shown
    assert shown.count("%*") == 12


@pytest.mark.parametrize(
    "words",
    [
        ["odds"],
        ["odds", "punto"],
        ["odds", "tiger", "--decks", "11"],
        ["odds", "tiger", "--decks", "x"],
        ["odds", "tiger", "--decks", "8", "--cards-left", "1"],
        ["odds", "tiger", "--cards-left", "1,2,3"],
        ["odds", "tiger", "--cards-left", "1,1,1,1,1,0,0,0,0,0,0,0,0"],
        ["odds", "tiger", "--cards-left=-1,8,8,8,8,8,8,8,8,8,8,8,8"],
        ["odds", "tiger", "--cards-left", "a,b"],
        ["odds", "tiger", "--cards-left", "9" * 5000],
    ],
)
def test_a_wrong_call_is_one_line_and_status_two(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1

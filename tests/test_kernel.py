"""The closed forms, plain and compiled: the same weights as dealing, bit for bit."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import InvalidInput, load, tableau
from croupier.facts import FACTS
from croupier.game.loading import keys
from croupier.odds import Composition, batch, batch_formulas, formulas, odds
from croupier.odds.distribution import by_rank, distribution, from_starts, pairings
from shoes import EIGHT, dealt_totals, own_game

ODD = [
    [0] * 9 + [6, 0, 0, 0],
    [6] + [0] * 12,
    [1] * 6 + [0] * 7,
    [0] * 12 + [1448],
    [0] * 8 + [1448] + [0] * 4,
    [724, 0, 0, 0, 0, 0, 0, 724, 0, 0, 0, 0, 0],
    [4 * 27] * 13,
    [100] * 9 + [0] * 4,
]


def random_shoes(count: int, seed: int = 4) -> list[list[int]]:
    """Deal from 4 to 27 decks, some to the last six cards, some unevenly."""
    rng = Random(seed)
    shoes: list[list[int]] = []
    while len(shoes) < count:
        decks = rng.randint(4, 27)
        keep = rng.choice([1.0, rng.random(), rng.random() * 0.1])
        shoe = [rng.randint(int(4 * decks * keep * rng.random()), 4 * decks) for _ in range(13)]
        if keep < 0.1:
            shoe = [rng.randint(0, 2) for _ in range(13)]
        if sum(shoe) >= 6:
            shoes.append(shoe)
    return shoes


def plain(shoe: list[int]) -> tuple[int, ...]:
    return formulas.totals(Composition.of_ranks(shoe).points)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(0, 40), min_size=10, max_size=10).filter(lambda c: sum(c) > 5))
def test_the_closed_form_weighs_as_dealing_does(points: list[int]) -> None:
    assert list(formulas.totals(tuple(points))) == dealt_totals(tuple(points))


@pytest.mark.parametrize("shoe", [*ODD, [32] * 13], ids=lambda shoe: "-".join(map(str, shoe)))
def test_the_closed_form_weighs_odd_shoes_as_dealing_does(shoe: list[int]) -> None:
    points = Composition.of_ranks(shoe).points
    assert list(formulas.totals(points)) == dealt_totals(points)


@pytest.mark.no_cover
def test_compiled_code_gives_the_same_bits() -> None:
    shoes = [*ODD, *random_shoes(1_000)]
    weights = batch.totals(shoes).reshape(-1, formulas.CELLS)
    assert weights.dtype == np.int64
    for shoe, row in zip(shoes, weights.tolist(), strict=True):
        assert tuple(row) == plain(shoe)


@pytest.mark.parametrize("count", [1, 8, 9, 32, 33, 1024, 1025])
def test_any_number_of_shoes_fits(count: int) -> None:
    """One by one, a block that is not full, chunks for several cores."""
    shoes = np.array(random_shoes(count, seed=count))
    weights = batch.totals(shoes)
    assert weights.shape == (count, 2, 2, 10, 10)
    for place in (0, count // 2, count - 1):
        assert tuple(weights[place].ravel().tolist()) == plain(shoes[place].tolist())
    assert (weights.sum(axis=(1, 2, 3, 4)) == batch.coups(shoes)).all()
    assert (weights == batch.totals(shoes, workers=1)).all()


def test_no_shoes_have_no_weights() -> None:
    assert batch.totals(np.zeros((0, 13), np.int64)).shape == (0, 2, 2, 10, 10)


@pytest.mark.no_cover
def test_floating_point_is_exact_up_to_456_cards() -> None:
    """Every weight is below 2^53 there, and so is all that is added up on the way."""
    shoes = [s for s in random_shoes(300) if sum(s) <= 456] + [[35] * 12 + [36]]
    assert sum(shoes[-1]) == 456
    points = np.array([Composition.of_ranks(shoe).points for shoe in shoes], np.float64)
    out = np.empty((len(shoes), formulas.CELLS))
    one = np.empty_like(out)
    compiled = batch.kernel()
    assert compiled is not None
    compiled.weigh_many(
        points,
        out,
        batch_formulas.work_arrays(batch_formulas.STEP, float),
        batch_formulas.CORRECTIONS,
    )
    compiled.weigh_one(
        points, one, batch_formulas.work_arrays(1, float), batch_formulas.CORRECTIONS
    )
    for shoe, row, other in zip(shoes, out, one, strict=True):
        assert tuple(map(int, row)) == tuple(map(int, other)) == plain(shoe)


def test_what_is_compiled_is_plain_python() -> None:
    """The code for blocks of shoes, run as it stands."""
    shoes = np.array([Composition.of_ranks(shoe).points for shoe in random_shoes(3, seed=7)])
    shoes %= 12
    out = np.empty((3, formulas.CELLS), np.int64)
    batch_formulas.weigh_shoes(
        shoes, out, batch_formulas.work_arrays(batch_formulas.STEP), batch_formulas.CORRECTIONS
    )
    for shoe, row in zip(shoes.tolist(), out.tolist(), strict=True):
        assert tuple(row) == formulas.totals(tuple(shoe))


@pytest.mark.no_cover
@pytest.mark.parametrize("key", ["classic", "tiger"])
def test_blocks_of_shoes_pay_the_lines_that_single_shoes_do(key: str) -> None:
    """A block adds lines up by itself; a few shoes are weighed first."""
    game, shoes = load(key), random_shoes(41)
    many = batch.outcomes(game, shoes)
    assert list(many) == list(game.bets)
    for place, shoe in enumerate(shoes):
        for bet, one in batch.outcomes(game, [shoe]).items():
            assert many[bet][place].tolist() == one[0].tolist()
    assert all((rows.sum(axis=1) == batch.coups(shoes)).all() for rows in many.values())


def test_lines_are_added_up_in_plain_python_as_in_compiled_code() -> None:
    shoes = np.array([Composition.of_ranks(shoe).points for shoe in random_shoes(2, seed=8)]) % 12
    lines = np.array([[cell % 3 for cell in range(formulas.CELLS)], [3] * formulas.CELLS])
    width = batch_formulas.STEP
    out, sums = np.zeros((2, 4), np.int64), np.empty(4 * width, np.int64)
    work = batch_formulas.work_arrays(width)
    batch_formulas.weigh_lines(shoes, lines, out, sums, work, batch_formulas.CORRECTIONS)
    for shoe, row in zip(shoes.tolist(), out.tolist(), strict=True):
        weights = formulas.totals(tuple(shoe))
        assert row == [*(sum(weights[first::3]) for first in range(3)), sum(weights)]


def test_banker_draws_on_every_total_up_to_one() -> None:
    """What the closed form takes for granted about the table of play."""
    for third, most in enumerate(formulas.UP_TO):
        drawn = [total for total in range(8) if tableau.banker(0, total, third).draws]
        assert drawn == list(range(most + 1))
    assert formulas.UP_TO == (3, 3, 4, 4, 5, 5, 6, 6, 2, 3)
    for total in range(8):
        assert tableau.player(total, 0).draws is (total < 6)
        assert tableau.banker(6, total, None).draws is (total < 6)


@pytest.mark.parametrize("shoe", [*ODD[:4], [3, 1, 0, 2] + [1] * 9, [32] * 13])
def test_pairs_are_counted_as_dealing_four_cards_counts_them(shoe: list[int]) -> None:
    names = ("player_pair", "banker_pair", "pairs", "twin_pair")
    facts = [FACTS[name] for name in names]
    left = Composition.of_ranks(shoe)
    dealt: dict[tuple[object, ...], int] = {}
    rest = (left.cards - 4) * (left.cards - 5)
    for _, _, starts in by_rank(left):
        for two, weight in starts.items():
            values = tuple(fact.of(from_starts(*two)) for fact in facts)
            dealt[values] = dealt.get(values, 0) + weight * rest
    weighed = {values: n for values, n in distribution(names, left).items() if n}
    assert weighed == {values: n for values, n in dealt.items() if n}
    assert sum(weight for *_, weight in pairings(shoe)) * rest == left.coups


@pytest.mark.parametrize("key", keys())
def test_every_bet_of_every_game_in_a_batch(key: str) -> None:
    game = load(key)
    shoes = [[32] * 13, *ODD[:4], *random_shoes(10, seed=1)]
    weights, means = batch.outcomes(game, shoes), batch.expectations(game, shoes)
    for place, shoe in enumerate(shoes):
        left = Composition.of_ranks(shoe)
        for bet, exact in odds(game, left).bets.items():
            lines = [Fraction(int(n), left.coups) for n in weights[bet][place]]
            lost = lines.pop()
            assert lines + [lost] * bool(lost) == [end.probability for end in exact.outcomes]
            assert means[bet][place] == pytest.approx(float(exact.ev), abs=1e-12)


def test_a_bet_that_mixes_pairs_and_totals_is_worked_out_by_choices_of_cards() -> None:
    mixed = own_game('{ when = { twin_pair = true, winner = "tie" }, odds = "500:1" }')
    shoes = [[32] * 13, [2] * 13]
    for shoe, weights in zip(shoes, batch.outcomes(mixed, shoes)["x"].tolist(), strict=True):
        left = Composition.of_ranks(shoe)
        assert Fraction(weights[0], left.coups) == odds(mixed, left).bets["x"].hit_frequency
        assert sum(weights) == left.coups


def test_a_bet_that_asks_for_suits_is_refused_in_a_batch() -> None:
    with pytest.raises(InvalidInput, match="asks for suits"):
        batch.outcomes(own_game('{ when = { colour = "red" }, odds = "5:1" }'), [[32] * 13])


@pytest.mark.parametrize(
    ("shoes", "says"),
    [
        ([32] * 13, "rows of thirteen whole numbers"),
        ([[32] * 12], "rows of thirteen whole numbers"),
        ([[32.0] * 13], "rows of thirteen whole numbers"),
        ([[True] * 13], "rows of thirteen whole numbers"),
        ([[32] * 13, [-1] + [8] * 12], "no rank has -1 cards left"),
        ([[112] * 13], "1,448 cards at most, not 1,456"),
        ([[2**62, 2**62] + [0] * 11], "1,448 cards at most"),
        ([[5] + [0] * 12], "takes 6 cards or more; 5 are left"),
    ],
)
def test_what_is_no_shoe_is_refused(shoes: list[list[int]], says: str) -> None:
    with pytest.raises(InvalidInput, match=says):
        batch.totals(shoes)


def test_without_numba_the_same_comes_from_plain_python() -> None:
    program = """
import sys, json
sys.modules["numba"] = None
from croupier import load
from croupier.odds import batch
shoes = json.loads(sys.argv[1])
weights = batch.outcomes(load("tiger"), shoes)
print(json.dumps([batch.totals(shoes).ravel().tolist(), weights["tiger"].tolist()]))
"""
    shoes = [[32] * 13, *random_shoes(9, seed=2)]
    call = [sys.executable, "-c", program, json.dumps(shoes)]
    done = subprocess.run(call, capture_output=True, check=True)
    totals, tiger = json.loads(done.stdout)
    assert totals == batch.totals(shoes).ravel().tolist()
    assert tiger == batch.outcomes(load("tiger"), shoes)["tiger"].tolist()


@pytest.mark.parametrize("words", [["games", "--json"], ["odds", "tiger", "--json"]])
def test_commands_do_not_wait_for_what_they_do_not_use(words: list[str]) -> None:
    program = f"""
import sys
from croupier.cli import main
main({words!r})
heavy = {{"numba", "numpy", "matplotlib", "jinja2", "typst"}} & set(sys.modules)
sys.exit(f"loaded: {{heavy}}" if heavy else 0)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_probability_is_one_division_away() -> None:
    row = batch.totals([[32] * 13])[0]
    tie = int(np.trace(row.sum(axis=(0, 1))))
    assert tie == 475_627_426_473_216
    assert Fraction(tie, EIGHT.coups) == odds(load("classic"), EIGHT).bets["tie"].hit_frequency

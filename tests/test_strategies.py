"""Strategies: money to the unit, compiled systems equal to plain ones, and nobody sees ahead."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from croupier import load
from croupier.cards import DECK, Rank
from croupier.engines.runner import play_sessions
from croupier.facts import FACTS, finish
from croupier.game import Game
from croupier.game.loading import keys as games
from croupier.odds import Composition, batch_terms
from croupier.odds.bet_odds import bet_odds, weigh
from croupier.simulation import Plan, cpu_hands, cpu_kernel, cpu_suits, dealing
from croupier.simulation.tally import BY_SUIT, code_of
from croupier.simulation.views import tables
from croupier.strategy import compiled_systems, systems
from croupier.strategy.payoffs import Limits, Payoffs, side_bets
from croupier.strategy.results_and_ruin import (
    Ratio,
    Spread,
    StrategyResult,
    histogram,
    width,
    wilson,
)
from croupier.strategy.sessions import SessionPlan, edges_of, play_in_python, play_part
from croupier.strategy.systems import System, Tags
from seats import BIG_TIGER, SUITED, TIE, planned
from shoes import own_game


@pytest.mark.parametrize("asked", [False, True])
def test_notes_are_the_real_coups(asked: bool) -> None:
    """Every round of some shoes: what was left before it, and how it ended."""
    found = dealing.record(Plan(3, 8, 14, suits=asked), 40, 12)
    for row in range(12):
        left = [32] * 13
        shoe = list(dealing.coups(3, 40 + row, 8, 14))
        assert found.rounds[row] == len(shoe)
        for turn, coup in enumerate(shoe):
            assert found.left[row, turn].tolist() == left
            assert found.codes[row, turn] == code_of(finish(coup), suits=asked)
            for card in coup.cards:
                left[tuple(Rank).index(card.rank)] -= 1


def test_plain_notes_are_the_compiled_ones() -> None:
    """The source of the compiled code, uncompiled, with a block that is not full."""
    for asked in (False, True):
        plan = Plan(4, 1, 30, suits=asked)
        wanted = dealing.record(plan, 0, 3)
        codes, left = np.zeros_like(wanted.codes), np.zeros_like(wanted.left)
        rounds = np.zeros(3, np.int64)
        where, notes = (dealing.keys_of(4), 0, 1, 30), (codes, left, rounds)
        with np.errstate(over="ignore"):
            if asked:
                shape = 1, *tables((), BY_SUIT)
                cpu_hands.record(*where, *shape, *notes, *cpu_suits.work_arrays())
            else:
                cpu_kernel.record(*where, *notes, *cpu_kernel.work_arrays())
        assert (rounds == wanted.rounds).all()
        assert (codes == wanted.codes).all()
        assert (left == wanted.left).all()


@pytest.mark.parametrize("key", sorted(games()))
def test_every_coup_is_paid_by_the_game_to_the_unit(key: str) -> None:
    """Whole units, the commission too: what a chip brings is what its pay line says."""
    game = load(key)
    payoffs = Payoffs(game, Plan.of(game, 3, 8), tuple(game.bets))
    assert payoffs.unit == (20 if key in ("classic", "tiger") else 2)
    for shoe in range(4):
        for coup in dealing.coups(3, shoe, 8, 14):
            code = code_of(finish(coup), suits=payoffs.plan.suits)
            facts = {name: fact.of(finish(coup)) for name, fact in FACTS.items()}
            for place, kind in enumerate(game.bets.values()):
                line = kind.line(facts)
                pays = line.odds.ratio if line else Fraction(-1)
                assert Fraction(payoffs.nets[place][code], payoffs.unit) == pays


def main_systems(game: Game, most: int) -> list[System]:
    player, banker = side_bets(game, Plan(0, 8))
    return [
        systems.flat((banker, "tie"), 7),
        systems.martingale(player, 3, 30),
        systems.martingale(banker, 10, most),
        systems.ladder(player, 5),
        systems.ladder(banker, 5),
        systems.follow(player, banker, 4),
        systems.chop(player, banker, 4),
        systems.count((TIE, replace(TIE, bet=banker, trigger=Fraction(3, 2))), 6),
    ]


@pytest.mark.no_cover
@pytest.mark.parametrize("key", sorted(games()))
def test_compiled_systems_stake_what_plain_ones_do(key: str) -> None:
    """Round for round, shoe after shoe, with purses that do and do not run dry."""
    game = load(key)
    for limits in (Limits(), Limits(bankroll=60, least=2, most=200)):
        for system in main_systems(game, limits.most):
            session_plan = planned(game, system, limits, 3)
            part = play_part(session_plan, 2, 6)
            dealt = dealing.record(session_plan.payoffs.plan, 6, 18)
            placed, purses = play_in_python(system.make, dealt, session_plan.payoffs, limits, 3)
            assert (placed == part.placed).all(), system.name
            assert (purses == part.purses).all(), system.name
            assert placed.any()


def test_hundreds_of_shoes_of_every_system() -> None:
    game, limits = load("tiger"), Limits(bankroll=300, most=100)
    count = systems.count((BIG_TIGER, replace(TIE, trigger=Fraction(2))), 6)
    for system in (*main_systems(game, 100), count):
        session_plan = planned(game, system, limits, 4, decks=4, cut=20)
        part = play_part(session_plan, 0, 15)
        dealt = dealing.record(session_plan.payoffs.plan, 0, 60)
        placed, purses = play_in_python(system.make, dealt, session_plan.payoffs, limits, 4)
        assert (placed == part.placed).all(), system.name
        assert (purses == part.purses).all(), system.name


def test_a_perfect_player_bets_where_the_exact_odds_say_so() -> None:
    game = load("tiger")
    system = systems.perfect(game, ("big_tiger", "small_tiger"), 2)
    session_plan = planned(game, system, decks=4, seed=1)
    part = play_part(session_plan, 4, 4)
    dealt = dealing.record(session_plan.payoffs.plan, 4, 4)
    placed, _ = play_in_python(system.make, dealt, session_plan.payoffs, session_plan.limits, 1)
    assert (placed == part.placed).all()
    assert placed[:, :, 0].any()


def test_the_plain_seat_is_the_compiled_one() -> None:
    """The source of the compiled code, uncompiled."""
    game, limits = load("classic"), Limits(bankroll=40, most=64)
    for system in main_systems(game, 64):
        session_plan = planned(game, system, limits, 2)
        payoffs, part = session_plan.payoffs, play_part(session_plan, 0, 2)
        dealt = dealing.record(payoffs.plan, 0, 4)
        called = np.zeros((*dealt.codes.shape, len(payoffs.bets)), np.bool_)
        for place, count in enumerate(system.counts):
            above, below = count.trigger.as_integer_ratio()
            tags = np.array(count.tags)
            compiled_systems.call(dealt.left, dealt.rounds, tags, above, below, place, called)
        placed, purses = np.zeros_like(part.placed), np.zeros_like(part.purses)
        kinds = ["flat", "martingale", "1-3-2-6", "follow", "chop", "count"]
        compiled_systems.play(
            *(kinds.index(system.name), system.base, system.most, 40 * payoffs.unit),
            *(1, 64, payoffs.unit, 2),
            *(
                dealt.codes,
                dealt.rounds,
                called,
                session_plan.nets,
                session_plan.winners,
                placed,
                purses,
            ),
        )
        assert (placed == part.placed).all()
        assert (purses == part.purses).all()
        by_shoe, squares = np.zeros((4, 3), np.int64), np.zeros(4)
        by_session = np.zeros((2, 4), np.int64)
        compiled_systems.measure(
            *(40 * payoffs.unit, 1, payoffs.unit, 2, dealt.rounds, placed, purses),
            *(by_shoe, squares, by_session),
        )
        assert (by_shoe == part.shoes).all()
        assert (by_session == part.sessions).all()
        assert squares == pytest.approx(part.squares)


def last(session_plan: SessionPlan, sessions: int, workers: int = 1) -> StrategyResult:
    *_, found = play_sessions(session_plan, sessions, workers)
    return found


def test_workers_do_not_change_a_figure() -> None:
    from croupier.strategy.results_and_ruin import write_result

    game = load("tiger")
    session_plan = planned(game, systems.count((BIG_TIGER,), 1), Limits(bankroll=20), 7)
    one, three = (write_result(last(session_plan, 200, workers)) for workers in (1, 3))
    assert one == three


def test_a_flat_bet_is_what_simulate_counts() -> None:
    """The same shoes, the same bet: the sum is the same to the last coup."""
    from croupier.simulation.dealing import deal
    from croupier.simulation.tally import Tally, bets

    game = load("classic")
    found = last(planned(game, systems.flat(("banker",), 1)), 700)
    counts = deal(found.session_plan.payoffs.plan, 0, 700).counts
    tally = Tally(False, 700, {int(code): int(counts[code]) for code in counts.nonzero()[0]})
    counted = bets(game, tally)["banker"]
    assert Fraction(found.net, found.unit) == counted.mean * counted.rounds
    assert found.rounds == found.wagered == found.bets == counted.rounds
    assert found.edge.value == pytest.approx(counted.ev)
    assert found.sd_per_round**2 / found.rounds == pytest.approx(counted.stderr**2)
    assert found.shoes.mean / found.unit == pytest.approx(counted.ev * found.rounds / 700)


def test_drawdowns_and_ruin_are_those_of_the_purse() -> None:
    """Looked up the long way, in plain Python, from every purse."""
    game, limits = load("classic"), Limits(bankroll=150, most=100)
    system = systems.martingale("banker", 5, 100)
    session_plan = planned(game, system, limits, 3)
    part, found = play_part(session_plan, 0, 60), last(session_plan, 60)
    ruined: list[int] = []
    depths: list[int] = []
    for number in range(60):
        path: list[int] = [150 * 20]
        ends: list[int] = []
        for shoe in range(3 * number, 3 * number + 3):
            path += part.purses[shoe, : part.rounds[shoe]].tolist()
            ends.append(len(path))
        depths.append(max(max(path[: turn + 1]) - purse for turn, purse in enumerate(path)))
        broke = [turn for turn, purse in enumerate(path) if purse < 20]
        assert part.sessions[number, compiled_systems.RUINED] == (broke[0] if broke else -1)
        if broke:
            ruined.append(sum(end <= broke[0] for end in ends))
            assert path[broke[0] :] == [path[-1]] * (len(path) - broke[0])
        live = path[: broke[0] + 1] if broke else path
        below = longest = 0
        for turn, purse in enumerate(live):
            below = below + 1 if purse < max(live[: turn + 1]) else 0
            longest = max(longest, below)
        assert part.sessions[number, compiled_systems.LENGTH] == longest
    assert ruined
    assert len(ruined) < 60
    assert found.ruined_in.tolist() == [ruined.count(shoe) for shoe in range(3)]
    assert found.depths.counts == Spread().counts + type(found.depths.counts)(depths)


def test_exact_edges_are_those_of_the_odds() -> None:
    game = load("tiger")
    session_plan = planned(game, systems.count((BIG_TIGER,), 1))
    part = play_part(session_plan, 0, 40)
    dealt = dealing.record(session_plan.payoffs.plan, 0, 40)
    where = part.placed[:, :, 0] > 0
    left = dealt.left[where]
    kind = game.bets["big_tiger"]
    edges = edges_of(session_plan.payoffs, "big_tiger", left)
    for row, edge in zip(left.tolist(), edges.tolist(), strict=True):
        exact = bet_odds(kind, *weigh(kind, Composition.of_ranks(row)))
        assert edge == pytest.approx(float(exact.ev), abs=1e-12)
    (exact_part,) = part.exact
    assert exact_part.edges.sum() == pytest.approx(edges.sum())
    assert exact_part.bets.sum() == len(left) == exact_part.deep[1].sum()
    assert exact_part.deep[0].sum() == part.rounds.sum()


@pytest.mark.parametrize("casino", [False, True])
def test_a_bet_on_suits_is_weighed_as_the_others_are(casino: bool) -> None:
    """By the cards left of every suit, round by round: two of a kind among those of one card."""
    game = own_game(SUITED)
    tags = Tags("x", (1, -1, *[0] * 11), Fraction(1))
    session_plan = replace(planned(game, systems.count((tags,), 1)), casino=casino)
    part, edges = play_part(session_plan, 0, 8), 0.0
    plan = session_plan.payoffs.plan
    for shoe, rounds in enumerate(part.rounds.tolist()):
        left = dict.fromkeys(DECK, plan.decks)
        for turn, coup in zip(
            range(rounds), dealing.coups(plan.seed, shoe, plan.decks, 5), strict=False
        ):
            if part.placed[shoe, turn, 0]:
                cards = sum(left.values())
                pairs = sum(count * (count - 1) for count in left.values())
                edges += 26 * pairs / (cards * (cards - 1)) - 1
            for card in coup.cards:
                left[card] -= 1
    (exact,) = part.exact
    assert exact.bets.sum() == (part.placed[:, :, 0] > 0).sum() > 0
    assert exact.edges.sum() == pytest.approx(edges)
    found = last(session_plan, 30)
    assert [each.bet for each in found.exact_edges] == ["x"]


def test_who_knows_the_exact_odds_of_suits_bets_when_they_favour() -> None:
    game = own_game('{ when = { colour = "red" }, odds = "13.5:1" }')
    part = play_part(planned(game, systems.perfect(game, ("x",), 1)), 0, 8)
    (exact,) = part.exact
    assert exact.bets.sum() == (part.placed[:, :, 0] > 0).sum() > 0
    assert exact.edges.sum() > 0


def test_what_cannot_be_weighed_is_left_out_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_terms, "MOST_DEALS", 10)
    monkeypatch.setattr(batch_terms, "_KNOWN", {})
    game = load("tiger")
    game = replace(game, bets={"tie": game.bets["tie"], **own_game(SUITED).bets})
    counts = tuple(Tags(bet, (1, -1, *[0] * 11), Fraction(1)) for bet in game.bets)
    found = last(planned(game, systems.count(counts, 1)), 3)
    assert [each.bet for each in found.exact_edges] == ["tie"]


def test_a_casino_burns_cards_and_deals_one_more_coup() -> None:
    plan = Plan(3, 8, 14)
    ours, theirs = (
        dealing.record(replace(plan, cut=0), 0, 50),
        dealing.record_as_casino(plan, 0, 50),
    )
    burnt = [dealing.burnt(3, shoe) for shoe in range(50)]
    assert {*burnt} <= {*range(1, 11)}
    assert len({*burnt}) > 5
    for shoe in range(50):
        rounds = int(theirs.rounds[shoe])
        left = ours.left[shoe].sum(axis=1)
        assert left[rounds - 2] > 14 + burnt[shoe] >= left[rounds - 1]
    assert abs(np.mean([dealing.burnt(9, shoe) for shoe in range(4000)]) - 85 / 13) < 0.2


def test_spreads_and_intervals() -> None:
    spread = Spread()
    spread.add([3, 1, 2, 2])
    spread.add([10])
    assert (spread.many, spread.mean) == (5, 3.6)
    assert spread.sd == pytest.approx(np.std([3, 1, 2, 2, 10], ddof=1))
    assert spread.quantiles(0, 0.2, 0.5, 0.8, 1) == [1, 1, 2, 3, 10]
    bars = histogram(spread, 1)
    assert sum(bar["count"] for bar in bars) == 5
    assert [width(rough) for rough in (0, 0.03, 1, 3.1, 51)] == [1, 0.05, 1, 5, 100]
    low, high = wilson(10, 100)
    # As published for 10 of 100.
    assert (round(low, 4), round(high, 4)) == (0.0552, 0.1744)
    assert wilson(0, 10)[0] == 0
    assert wilson(10, 10)[1] == 1
    assert Ratio().value is None
    assert Ratio().stderr is None


@pytest.mark.no_cover
def test_an_error_by_shoes_is_that_of_repeated_runs() -> None:
    """Forty runs scatter as one of them says of itself."""
    game = load("classic")
    runs = [
        last(planned(game, systems.flat(("tie",), 1), seed=seed), 300).edge for seed in range(40)
    ]
    values = [run.value for run in runs if run.value is not None]
    errors = [run.stderr for run in runs if run.stderr is not None]
    assert np.std(values, ddof=1) == pytest.approx(np.mean(errors), rel=0.35)

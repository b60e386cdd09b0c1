"""Strategies over arrays: the same stakes as through the protocol, and nothing of cards to come."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import croupier as cr
from croupier import load
from croupier.errors import InvalidInput
from croupier.game import Game
from croupier.lab.own_strategy import StrategyFailed, load_strategy, takes_arrays
from croupier.simulation import Plan, dealing
from croupier.strategy import systems
from croupier.strategy.array_sessions import RESULTS, Tables, play_arrays
from croupier.strategy.payoffs import Limits, Payoffs
from croupier.strategy.sessions import SessionPlan, play_part
from croupier.strategy.systems import System
from seats import SUITED
from shoes import own_game

EXAMPLE = Path(__file__).parent.parent / "examples" / "strategy.py"
TAGS = (0, 0, -1, -1, -1, -2, 1, 2, 2, 0, 0, 0, 0)
MOST = 80


def martingale(tables: Tables) -> Mapping[str, Any]:
    step = tables.memory.get("step", np.zeros(len(tables.playing), np.int64))
    lost = tables.playing & (tables.last_net < 0)
    step = np.where(tables.playing & (tables.last_net > 0), 0, step + lost)
    tables.memory["step"] = np.where(10 * 2**step > MOST, 0, step)
    return {"banker": 10 * 2 ** tables.memory["step"]}


def follow(tables: Tables) -> Mapping[str, Any]:
    won = tables.results("winner")
    side = np.zeros(len(tables.playing), np.int64)
    for turn in range(tables.round):
        side = np.where(won[:, turn] > 0, won[:, turn], side)
    return {"player": 10 * (side == 1), "banker": 10 * (side == 2)}


def count(tables: Tables) -> Mapping[str, Any]:
    seen = 4 * tables.decks - tables.left.astype(np.int64)
    return {"tie": 10 * (52 * (seen @ TAGS) >= 2 * tables.cards_left)}


def played(
    game: Game, system: System, limits: Limits, session: int, *, casino: bool = False
) -> tuple[list[Any], ...]:
    """Return the purses of some sessions, and the stakes on each bet."""
    payoffs = Payoffs(game, Plan.of(game, 7, 8, together=game.bets), system.bets)
    part = play_part(SessionPlan(payoffs, limits, system, session, casino), 2, 5)
    bets = [payoffs.bets.index(bet) for bet in ("player", "banker", "tie") if bet in payoffs.bets]
    here = np.arange(part.purses.shape[1]) < part.rounds[:, None]
    purses = part.purses[here]
    return purses.tolist(), part.placed[here][:, bets].tolist()


SYSTEMS: Mapping[str, tuple[Callable[[Tables], Mapping[str, Any]], System]] = {
    "martingale": (martingale, systems.martingale("banker", 10, MOST)),
    "follow": (follow, systems.follow("player", "banker", 10)),
    "count": (count, systems.count((systems.Tags("tie", TAGS, Fraction(2)),), 10)),
}
LIMITS = [(Limits(most=MOST), 1), (Limits(bankroll=300, most=MOST), 3), (Limits(200, 20, MOST), 2)]


@pytest.mark.parametrize(("limits", "session"), LIMITS)
@pytest.mark.parametrize("name", SYSTEMS)
def test_arrays_play_what_the_protocol_plays(name: str, limits: Limits, session: int) -> None:
    """The same stakes and purses in every round, with shoes of different lengths side by side."""
    game, (stakes, system) = load("classic"), SYSTEMS[name]
    arrays = played(game, systems.over_arrays("arrays", game, stakes), limits, session)
    assert arrays == played(game, systems.own("plain", game, system.make), limits, session)


def test_arrays_play_shoes_as_casinos_deal_them_and_bets_on_suits() -> None:
    game, (stakes, system) = own_game(SUITED), SYSTEMS["count"]

    def on_x(tables: Tables) -> Mapping[str, Any]:
        return {"x": stakes(tables)["tie"]}

    tags = systems.Tags("x", TAGS, system.counts[0].trigger)
    plain = systems.own("x", game, systems.count((tags,), 10).make)
    for casino in (False, True):
        wanted = played(game, plain, Limits(), 2, casino=casino)
        over = systems.over_arrays("x", game, on_x)
        assert played(game, over, Limits(), 2, casino=casino) == wanted


def test_tables_hold_what_can_be_seen_and_nothing_of_cards_to_come() -> None:
    game = load("classic")
    payoffs = Payoffs(game, Plan.of(game, 8, 8), tuple(game.bets))
    dealt = dealing.record(payoffs.plan, 0, 4)
    coups = [list(dealing.coups(8, shoe, 8, 14)) for shoe in range(4)]
    turns = []

    def watch(tables: Tables) -> Mapping[str, Any]:
        turns.append((tables.shoe, tables.round))
        assert tables.left.base is None
        shoes = [coups[2 * row + tables.shoe] for row in range(2)]
        assert tables.playing.tolist() == [len(shoe) > tables.round for shoe in shoes]
        for name in RESULTS:
            found = tables.results(name)
            assert found.shape == (2, tables.round)
            assert not found.flags.writeable
            # Not even behind what is shown.
            assert found.base is not None
            assert not found.base[:, tables.round :].any()
        for row in range(2):
            if not tables.playing[row]:
                continue
            before = shoes[row][: tables.round]
            assert tables.results("player_total")[row].tolist() == [
                coup.player.total for coup in before
            ]
            assert tables.results("banker_cards")[row].tolist() == [
                len(coup.banker.cards) for coup in before
            ]
            assert tables.cards_left[row] == 416 - sum(len(coup.cards) for coup in before)
        tables.left[:] = 0
        with pytest.raises(InvalidInput, match="results are winner"):
            tables.results("next")
        return {"banker": 10}

    placed, _ = play_arrays(watch, dealt, payoffs, Limits(), 2)
    assert turns == sorted(turns)
    assert (placed[dealt.played].sum(axis=1) == 10).all()
    assert not placed[~dealt.played].any()


def test_the_example_is_the_same_strategy_twice() -> None:
    words = {"shoes": 40, "seed": 3, "bankroll": 100, "session": 2}
    one, two = (
        cr.strategy("classic", f"{EXAMPLE}:{name}", **words)  # type: ignore[arg-type]
        for name in ("AfterNaturals", "after_naturals")
    )
    assert one.results.rounds == two.results.rounds > 3_000
    assert one.to_dict()["wagered"] == two.to_dict()["wagered"] > 0
    assert one.to_dict()["net"] == two.to_dict()["net"]
    assert takes_arrays(load_strategy(f"{EXAMPLE}:after_naturals"))


def test_workers_and_parts_change_nothing() -> None:
    found = [
        cr.strategy("classic", martingale, shoes=4_200, seed=3, most=MOST, workers=many).to_dict()
        for many in (1, 2)
    ]
    found.append(
        cr.strategy("classic", "martingale", base=10, shoes=4_200, seed=3, most=MOST).to_dict()
    )
    for one in found:
        for name in ("seconds", "rounds_per_second", "play", "bets", "base"):
            del one[name]
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ([5], "answers with chips by bet"),
        ({"punto": 5}, 'bets on "punto"'),
        ({"tie": 2.5}, "stakes float64"),
        ({"tie": np.zeros(3, np.int64)}, r"int64 of shape \(3,\) on tie: whole chips"),
        ({"tie": -1}, "less than nothing on tie"),
    ],
)
def test_a_wrong_answer_is_told_with_the_line_of_the_function(answer: Any, why: str) -> None:
    def wrong(tables: Tables) -> Any:
        return answer

    _, first = inspect.getsourcelines(wrong)
    with pytest.raises(StrategyFailed, match=rf"wrong \(wrong, line {first}\): .*{why}"):
        cr.strategy("classic", wrong, shoes=5, seed=1)


def test_an_error_of_the_function_is_told_with_its_line() -> None:
    def breaks(tables: Tables) -> Any:
        return {"tie": 1 // tables.shoe}

    _, first = inspect.getsourcelines(breaks)
    with pytest.raises(StrategyFailed, match=rf"failed in line {first + 1} \(breaks\): ZeroDiv"):
        cr.strategy("classic", breaks, shoes=5, seed=1)


def test_a_function_over_arrays_is_known_by_the_one_thing_it_takes() -> None:
    class Called:
        def __call__(self, tables: Tables) -> Any:
            return {}

    assert takes_arrays(martingale)
    assert takes_arrays(Called())
    assert not takes_arrays(lambda: systems.Flat(("tie",), 1))
    assert not takes_arrays(systems.Ladder)

"""What a strategy is shown and what is taken of its answers: the past, its purse, no card ahead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from croupier import load
from croupier.cards import Rank
from croupier.coup import Winner
from croupier.errors import InvalidInput
from croupier.roads import Entry
from croupier.simulation import Plan, dealing
from croupier.strategy import View, systems
from croupier.strategy.payoffs import Limits, Payoffs, side_bets
from croupier.strategy.sessions import play_in_python, play_part
from seats import SUITED, planned
from shoes import own_game


class Watcher:
    """Remembers every view it is shown."""

    def __init__(self) -> None:
        self.views: list[View] = []

    def stakes(self, view: View) -> Mapping[str, int]:
        self.views.append(view)
        return {"banker": 10} if view.round % 3 else {}


def test_a_view_is_what_can_be_seen() -> None:
    """Cards gone, results, the purse and the last bet: as the real coups tell it."""
    game, watcher = load("classic"), Watcher()
    payoffs = Payoffs(game, Plan.of(game, 8, 8), tuple(game.bets))
    dealt = dealing.record(payoffs.plan, 0, 2)
    play_in_python(lambda: watcher, dealt, payoffs, Limits(bankroll=1000), 2)
    views = iter(watcher.views)
    purse = Fraction(1000)
    last: Fraction | None = None
    for shoe in range(2):
        seen = [0] * 13
        results: list[Entry] = []
        for turn, coup in enumerate(dealing.coups(8, shoe, 8, 14)):
            view = next(views)
            assert (view.shoe, view.round, view.decks) == (shoe, turn, 8)
            assert list(view.seen) == seen
            assert view.cards_left == 416 - sum(seen)
            assert view.purse == purse
            assert (view.last.net if view.last else None) == last
            last = None
            if turn % 3:
                pays = {Winner.BANKER: Fraction(19, 2), Winner.TIE: Fraction(0)}
                last = pays.get(coup.winner, Fraction(-10))
                purse += last
            for card in coup.cards:
                seen[tuple(Rank).index(card.rank)] += 1
            assert view.results == tuple(results)
            assert view.roads.entries == tuple(results)
            results.append(Entry.of(coup))
    assert next(views, None) is None


class Gambler:
    """Stakes by everything that it can find in its view."""

    def stakes(self, view: View) -> Mapping[str, int]:
        found = hash(
            (view.left, view.purse, view.results, view.roads.statistics, view.last is None)
        )
        return {"banker": 1 + found % 50, "tie": found % 7}


def test_what_is_still_to_come_changes_no_stake() -> None:
    """With another future, every stake up to the first round that differs is the same."""
    game = load("classic")
    payoffs = Payoffs(game, Plan.of(game, 1, 8), tuple(game.bets))
    limits = Limits(bankroll=5000)
    one, other = dealing.record(payoffs.plan, 0, 1), dealing.record(payoffs.plan, 1, 1)
    placed, _ = play_in_python(Gambler, one, payoffs, limits, 1)
    for turn in (0, 1, 17, 60):
        codes, left = one.codes.copy(), one.left.copy()
        codes[:, turn:] = other.codes[:, turn:]
        left[:, turn + 1 :] = 1
        again, _ = play_in_python(Gambler, replace(one, codes=codes, left=left), payoffs, limits, 1)
        assert (placed[:, : turn + 1] == again[:, : turn + 1]).all()
        assert not (placed[:, turn + 1 :] == again[:, turn + 1 :]).all()


def test_a_view_keeps_its_moment() -> None:
    """Who keeps a view sees nothing in it that came later."""
    game, watcher = load("classic"), Watcher()
    payoffs = Payoffs(game, Plan.of(game, 8, 8), tuple(game.bets))
    play_in_python(lambda: watcher, dealing.record(payoffs.plan, 0, 1), payoffs, Limits(), 1)
    assert [len(view.results) for view in watcher.views] == list(range(len(watcher.views)))
    assert [len(view.roads.entries) for view in reversed(watcher.views)] == [
        *range(len(watcher.views) - 1, -1, -1)
    ]


def test_the_house_takes_what_is_there() -> None:
    limits = Limits(bankroll=100, least=5, most=50)
    assert limits.take({"a": 60, "b": 4}, Fraction(100)) == {"a": 50}
    assert limits.take({"a": 40, "b": 40}, Fraction(1199, 20)) == {"a": 40, "b": 19}
    assert limits.take({"a": 40, "b": 40}, Fraction(44)) == {"a": 40}
    assert limits.take({"a": 40}, Fraction(99, 20)) == {}
    assert limits.take({"a": 40}, None) == {"a": 40}


@pytest.mark.parametrize(
    ("bankroll", "least", "most"), [(None, 0, 5), (None, 6, 5), (3, 5, 10), (10**13, 1, 1)]
)
def test_limits_that_make_no_sense_are_refused(bankroll: int | None, least: int, most: int) -> None:
    with pytest.raises(InvalidInput):
        Limits(bankroll, least, most)


@pytest.mark.parametrize("answer", [None, 5, {"punto": 1}, {"banker": 1.5}, {"banker": -1}])
def test_an_answer_that_is_no_stake_is_refused(answer: object) -> None:
    class Odd:
        def stakes(self, view: View) -> Any:
            return answer

    game = load("classic")
    with pytest.raises(InvalidInput):
        play_part(planned(game, systems.own("odd", game, Odd)), 0, 1)


def test_bets_that_are_not_there_are_refused() -> None:
    game = load("classic")
    with pytest.raises(InvalidInput, match="has no bet"):
        planned(game, systems.flat(("dragon_7",), 1))
    with pytest.raises(InvalidInput, match="once each"):
        planned(game, systems.flat(("tie", "tie"), 1))
    with pytest.raises(InvalidInput, match="64 bits"):
        planned(game, systems.flat(("tie",), 1), shoes=10**9)
    own = own_game(SUITED)
    with pytest.raises(InvalidInput, match="no main bet"):
        side_bets(own, Plan(0, 8))

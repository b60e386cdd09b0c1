"""Sessions of a strategy played on recorded shoes, by compiled systems or in plain Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from croupier.errors import Code, InvalidInput, brief
from croupier.facts import level_of
from croupier.hand_traits import Level
from croupier.odds import batch
from croupier.roads import Entry
from croupier.simulation import Plan, dealing
from croupier.simulation.card_columns import cards_before
from croupier.simulation.dealing import Ints, RecordedShoes, compile_module
from croupier.strategy import compiled_systems
from croupier.strategy.array_sessions import play_arrays
from croupier.strategy.payoffs import Limits, Payoffs
from croupier.strategy.systems import Last, ShoeHistory, Strategy, System, View

_SYSTEMS = compile_module(compiled_systems)

KINDS = {
    "flat": compiled_systems.FLAT,
    "martingale": compiled_systems.MARTINGALE,
    "1-3-2-6": compiled_systems.LADDER,
    "follow": compiled_systems.FOLLOW,
    "chop": compiled_systems.CHOP,
    "count": compiled_systems.CALLED,
    "perfect": compiled_systems.CALLED,
}
"""The systems that compiled code plays, by name; every other strategy is played in Python."""

HALF_DECK = 26
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class SessionPlan:
    """What is played: a system, its bets and limits, and how many shoes a session has."""

    payoffs: Payoffs
    limits: Limits
    system: System
    session_shoes: int
    """How many shoes a session plays, one after the other."""
    casino: bool = False
    """Whether cards are burnt and one more coup follows the cut card."""

    def __post_init__(self) -> None:
        plan = self.payoffs.plan
        rounds = -(-plan.cards // dealing.LEAST_CARDS_A_COUP) * self.session_shoes
        moves = self.limits.most * self.payoffs.largest_net * rounds
        if moves + (self.limits.bankroll or 0) * self.payoffs.unit >= 2**62:
            raise InvalidInput(
                Code.MALFORMED,
                "sums of such stakes do not fit 64 bits: lower the most, or play shorter sessions",
            )

    @cached_property
    def nets(self) -> Ints:
        """The net result of a chip on each bet by code, in units."""
        return np.array(self.payoffs.nets, np.int64)

    @cached_property
    def winners(self) -> Ints:
        """The winner by code."""
        return np.array(self.payoffs.winners, np.int64)

    @cached_property
    def weighed(self) -> tuple[str, ...]:
        """The bets whose exact odds are computed in the rounds that a system calls for."""
        kinds = self.payoffs.game.bets
        return tuple(bet for bet in self.payoffs.bets if batch.why_not(kinds[bet]) is None)


@dataclass(frozen=True, slots=True)
class ExactPart:
    """The exact edges of the rounds that a system called for on one bet, for some shoes."""

    bets: Ints
    """How many rounds of each shoe were called for."""
    edges: Floats
    """The expected results of a unit in those rounds, added up by shoe."""
    deep: Ints
    """By half decks dealt: all rounds, and how many of them were called for."""
    deep_edges: Floats
    """The expected results added up by half decks dealt."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some sessions that were played."""

    rounds: Ints
    shoes: Ints
    """A row a shoe: net in units, chips wagered, rounds bet on."""
    squares: Floats
    """The squared results of each shoe's rounds, added up, in units."""
    sessions: Ints
    """A row a session: drawdown in units, its length, the round of ruin or -1, and its shoe."""
    purses: Ints
    placed: Ints
    exact: tuple[ExactPart, ...]


def play_part(session_plan: SessionPlan, first: int, sessions: int) -> Part:
    """Return so many played sessions, starting with this number."""
    size, limits, payoffs = session_plan.session_shoes, session_plan.limits, session_plan.payoffs
    record = dealing.record_as_casino if session_plan.casino else dealing.record
    dealt = record(payoffs.plan, first * size, sessions * size)
    exact: tuple[ExactPart, ...] = ()
    if session_plan.system.over_arrays is not None:
        placed, purses = play_arrays(session_plan.system.over_arrays, dealt, payoffs, limits, size)
    elif session_plan.system.name not in KINDS:
        placed, purses = play_in_python(session_plan.system.make, dealt, payoffs, limits, size)
    else:
        called, exact = _called(session_plan, dealt)
        placed, purses = _played(session_plan, dealt, called)
    shoes, squares = np.zeros((len(dealt.rounds), 3), np.int64), np.zeros(len(dealt.rounds))
    found = np.zeros((sessions, 4), np.int64)
    _SYSTEMS["measure"](
        *(_bankroll(session_plan), limits.least, payoffs.unit, size),
        *(dealt.rounds, placed, purses, shoes, squares, found),
    )
    return Part(dealt.rounds, shoes, squares, found, purses, placed, exact)


def _bankroll(session_plan: SessionPlan) -> int:
    chips = session_plan.limits.bankroll
    return -1 if chips is None else chips * session_plan.payoffs.unit


def _played(session_plan: SessionPlan, dealt: RecordedShoes, called: Bools) -> tuple[Ints, Ints]:
    """Return what `play_in_python` would return, from compiled code."""
    system, limits, payoffs = session_plan.system, session_plan.limits, session_plan.payoffs
    placed = np.zeros((*dealt.codes.shape, len(payoffs.bets)), np.int64)
    purses = np.zeros(dealt.codes.shape, np.int64)
    _SYSTEMS["play"](
        *(KINDS[system.name], system.base, system.most, _bankroll(session_plan)),
        *(limits.least, limits.most, payoffs.unit, session_plan.session_shoes),
        *(dealt.codes, dealt.rounds, called, session_plan.nets, session_plan.winners),
        *(placed, purses),
    )
    return placed, purses


def _called(session_plan: SessionPlan, dealt: RecordedShoes) -> tuple[Bools, tuple[ExactPart, ...]]:
    """Return the rounds that a count or the exact odds call for, and their exact edges."""
    system, payoffs = session_plan.system, session_plan.payoffs
    if KINDS[system.name] != compiled_systems.CALLED:
        return np.zeros((1, 1, 1), np.bool_), ()
    called = np.zeros((*dealt.codes.shape, len(payoffs.bets)), np.bool_)
    exact: list[ExactPart] = []
    for place, bet in enumerate(payoffs.bets):
        edges = np.zeros(dealt.codes.shape)
        if system.name == "perfect":
            edges[dealt.played] = edges_of(payoffs, bet, _left(payoffs, bet, dealt, dealt.played))
            called[:, :, place] = edges > 0
        else:
            count = system.counts[place]
            above, below = count.trigger.as_integer_ratio()
            tags = np.array(count.tags, np.int64)
            _SYSTEMS["call"](dealt.left, dealt.rounds, tags, above, below, place, called)
            if bet in session_plan.weighed:
                where = called[:, :, place]
                edges[where] = edges_of(payoffs, bet, _left(payoffs, bet, dealt, where))
        if bet in session_plan.weighed:
            exact.append(_exact(dealt, called[:, :, place], edges))
    return called, tuple(exact)


def _left(
    payoffs: Payoffs, bet: str, dealt: RecordedShoes, where: Bools
) -> NDArray[np.uint16] | Ints:
    """Return the cards left before some rounds, by rank; by card if the bet asks for suits."""
    if level_of(payoffs.game.bets[bet].facts) is Level.SUITS:
        return cards_before(dealt)[where[dealt.played]]
    return dealt.left[where]


def edges_of(payoffs: Payoffs, bet: str, left: NDArray[np.uint16] | Ints) -> Floats:
    """Return the exact expected result of a unit on a bet for each of these shoes."""
    if not len(left):
        return np.zeros(0)
    alone = replace(payoffs.game, bets={bet: payoffs.game.bets[bet]})
    # Several threads play parts at the same time already.
    return batch.expectations(alone, left, workers=1)[bet]


def _exact(dealt: RecordedShoes, called: Bools, edges: Floats) -> ExactPart:
    """Return exact edges added up by shoe and by depth in the shoe."""
    gone = dealt.plan.cards - dealt.left.sum(axis=2, dtype=np.int64)
    deep = -(-dealt.plan.cards // HALF_DECK)
    edges = np.where(called, edges, 0)
    here, there = gone[dealt.played] // HALF_DECK, gone[called] // HALF_DECK
    return ExactPart(
        called.sum(axis=1),
        edges.sum(axis=1),
        np.stack([np.bincount(here, minlength=deep), np.bincount(there, minlength=deep)]),
        np.bincount(there, weights=edges[called], minlength=deep).astype(np.float64),
    )


@cache
def entry_of(code: int, suits: bool, views: tuple[tuple[str, ...], ...]) -> Entry:
    """Return the entry on the roads of a coup that is recorded with this code."""
    end = Plan(0, 8, suits=suits, views=views).finish_of(code)
    return Entry(
        player_total=end.player_total,
        banker_total=end.banker_total,
        player_cards=end.player_cards,
        banker_cards=end.banker_cards,
        player_pair=end.player_start.pair is not None,
        banker_pair=end.banker_start.pair is not None,
    )


def play_in_python(
    make: Callable[[], Strategy],
    dealt: RecordedShoes,
    payoffs: Payoffs,
    limits: Limits,
    session_shoes: int,
) -> tuple[Ints, Ints]:
    """Return the stakes on each bet in each round, and the purse after each round.

    The strategy is asked before the round is looked up, and gets nothing but its view.
    """
    placed = np.zeros((*dealt.codes.shape, len(payoffs.bets)), np.int64)
    purses = np.zeros(dealt.codes.shape, np.int64)
    purse, last, strategy = 0, None, make()
    for shoe, rounds in enumerate(dealt.rounds.tolist()):
        if shoe % session_shoes == 0:
            purse, last = payoffs.unit * (limits.bankroll or 0), None
            strategy = strategy if shoe == 0 else make()
        history = ShoeHistory()
        for turn in range(rounds):
            has = None if limits.bankroll is None else Fraction(purse, payoffs.unit)
            left = tuple(dealt.left[shoe, turn].tolist())
            view = View(shoe % session_shoes, turn, dealt.plan.decks, left, has, last, history)
            taken = limits.take(_checked(strategy.stakes(view), payoffs), has)
            code = int(dealt.codes[shoe, turn])
            net = 0
            for place, bet in enumerate(payoffs.bets):
                placed[shoe, turn, place] = taken.get(bet, 0)
                net += taken.get(bet, 0) * payoffs.nets[place][code]
            purse += net
            purses[shoe, turn] = purse
            last = Last(taken, Fraction(net, payoffs.unit)) if taken else None
            history.add(entry_of(code, dealt.plan.suits, dealt.plan.views))
    return placed, purses


def _checked(answer: object, payoffs: Payoffs) -> dict[str, int]:
    """Return the stakes that a strategy answered; raise if they are no chips on known bets."""
    if not isinstance(answer, Mapping):
        raise InvalidInput(
            Code.MALFORMED, f"a strategy answers with chips by bet, not with {brief(answer)}"
        )
    for bet, stake in answer.items():
        if bet not in payoffs.bets:
            raise InvalidInput(
                Code.UNKNOWN_BET,
                f"the strategy bets on {brief(bet)}; there are {', '.join(payoffs.bets)}",
            )
        if type(stake) is not int or stake < 0:
            raise InvalidInput(
                Code.BAD_AMOUNT,
                f"the strategy stakes {brief(stake)} on {bet}: whole chips, 0 or more",
            )
    return dict(answer)

"""Sessions of a strategy played on recorded shoes, by compiled systems or in plain Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from croupier.errors import Code, InvalidInput, brief
from croupier.facts import FACTS, Level
from croupier.odds import batch
from croupier.odds.bet_odds import asked
from croupier.roads import Entry
from croupier.simulation import dealing
from croupier.simulation.dealing import Ints, RecordedShoes, compile_module
from croupier.simulation.tally import finish_of
from croupier.strategy import compiled_systems
from croupier.strategy.payoffs import House, Limits
from croupier.strategy.systems import System
from croupier.strategy.view import Board, Last, Strategy, View

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

HALF_DECK = 26
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Sitting:
    """A system at a table: each session plays so many shoes, one after the other."""

    house: House
    limits: Limits
    system: System
    session: int
    casino: bool = False
    """Whether cards are burnt and one more coup follows the cut card."""

    def __post_init__(self) -> None:
        plan = self.house.plan
        rounds = -(-plan.cards // dealing.LEAST_CARDS_A_COUP) * self.session
        moves = self.limits.most * self.house.best * rounds
        if moves + (self.limits.bankroll or 0) * self.house.unit >= 2**62:
            raise InvalidInput(
                Code.MALFORMED,
                "sums of such stakes do not fit 64 bits: lower the most, or play shorter sessions",
            )

    @cached_property
    def nets(self) -> Ints:
        """What a chip on each bet brings by code, in units."""
        return np.array(self.house.nets, np.int64)

    @cached_property
    def winners(self) -> Ints:
        """Who wins by code."""
        return np.array(self.house.winners, np.int64)

    @cached_property
    def weighs(self) -> bool:
        """Whether the exact odds of the bets can be told from what is left of each rank."""
        kinds = (self.house.game.bets[bet] for bet in self.house.bets)
        levels = {FACTS[name].level for kind in kinds for name in asked(kind)}
        return Level.SUITS not in levels


@dataclass(frozen=True, slots=True)
class Exact:
    """The exact edges of the rounds that were called for, on one bet."""

    bets: Ints
    """How many of each shoe's rounds."""
    edges: Floats
    """What a unit staked in each of them brings, added up, by shoe."""
    deep: Ints
    """The same by half decks dealt: rounds, and how many of them were called for."""
    deep_edges: Floats


@dataclass(frozen=True, slots=True)
class Part:
    """Some sessions that were played."""

    rounds: Ints
    shoes: Ints
    """A row a shoe: net in units, chips wagered, rounds bet on."""
    squares: Floats
    """What each shoe's rounds brought, squared and added up, in units."""
    sessions: Ints
    """A row a session: drawdown in units, its length, the round of ruin or -1, and its shoe."""
    purses: Ints
    placed: Ints
    exact: tuple[Exact, ...]


def sit(sitting: Sitting, first: int, sessions: int) -> Part:
    """Play so many sessions, the first of which has this number."""
    size, limits, house = sitting.session, sitting.limits, sitting.house
    record = dealing.record_as_casino if sitting.casino else dealing.record
    dealt = record(house.plan, first * size, sessions * size)
    exact: tuple[Exact, ...] = ()
    if sitting.system.name not in KINDS:
        placed, purses = play_in_python(sitting.system.make, dealt, house, limits, size)
    else:
        called, exact = _called(sitting, dealt)
        placed, purses = _played(sitting, dealt, called)
    shoes, squares = np.zeros((len(dealt.rounds), 3), np.int64), np.zeros(len(dealt.rounds))
    found = np.zeros((sessions, 4), np.int64)
    _SYSTEMS["measure"](
        *(_bankroll(sitting), limits.least, house.unit, size),
        *(dealt.rounds, placed, purses, shoes, squares, found),
    )
    return Part(dealt.rounds, shoes, squares, found, purses, placed, exact)


def _bankroll(sitting: Sitting) -> int:
    chips = sitting.limits.bankroll
    return -1 if chips is None else chips * sitting.house.unit


def _played(sitting: Sitting, dealt: RecordedShoes, called: Bools) -> tuple[Ints, Ints]:
    system, limits, house = sitting.system, sitting.limits, sitting.house
    placed = np.zeros((*dealt.codes.shape, len(house.bets)), np.int64)
    purses = np.zeros(dealt.codes.shape, np.int64)
    _SYSTEMS["play"](
        *(KINDS[system.name], system.base, system.most, _bankroll(sitting)),
        *(limits.least, limits.most, house.unit, sitting.session),
        *(dealt.codes, dealt.rounds, called, sitting.nets, sitting.winners, placed, purses),
    )
    return placed, purses


def _called(sitting: Sitting, dealt: RecordedShoes) -> tuple[Bools, tuple[Exact, ...]]:
    """Find the rounds that a count or the exact odds call for, and their exact edges."""
    system, house = sitting.system, sitting.house
    if KINDS[system.name] != compiled_systems.CALLED:
        return np.zeros((1, 1, 1), np.bool_), ()
    called = np.zeros((*dealt.codes.shape, len(house.bets)), np.bool_)
    exact: list[Exact] = []
    for place, bet in enumerate(house.bets):
        edges = np.zeros(dealt.codes.shape)
        if system.name == "perfect":
            edges[dealt.played] = edges_of(house, bet, dealt.left[dealt.played])
            called[:, :, place] = edges > 0
        else:
            count = system.counts[place]
            above, below = count.trigger.as_integer_ratio()
            tags = np.array(count.tags, np.int64)
            _SYSTEMS["call"](dealt.left, dealt.rounds, tags, above, below, place, called)
            if sitting.weighs:
                where = called[:, :, place]
                edges[where] = edges_of(house, bet, dealt.left[where])
        if sitting.weighs:
            exact.append(_exact(dealt, called[:, :, place], edges))
    return called, tuple(exact)


def edges_of(house: House, bet: str, left: NDArray[np.uint16]) -> Floats:
    """Say exactly what a unit on a bet brings with each of these shoes."""
    if not len(left):
        return np.zeros(0)
    alone = replace(house.game, bets={bet: house.game.bets[bet]})
    # Shards are played side by side already.
    return batch.expectations(alone, left, workers=1)[bet]


def _exact(dealt: RecordedShoes, called: Bools, edges: Floats) -> Exact:
    """Add exact edges up by shoe and by how deep in the shoe they came."""
    gone = dealt.plan.cards - dealt.left.sum(axis=2, dtype=np.int64)
    deep = -(-dealt.plan.cards // HALF_DECK)
    edges = np.where(called, edges, 0)
    here, there = gone[dealt.played] // HALF_DECK, gone[called] // HALF_DECK
    return Exact(
        called.sum(axis=1),
        edges.sum(axis=1),
        np.stack([np.bincount(here, minlength=deep), np.bincount(there, minlength=deep)]),
        np.bincount(there, weights=edges[called], minlength=deep).astype(np.float64),
    )


@cache
def entry_of(code: int, *, suits: bool) -> Entry:
    """Say what a coup with this number leaves on the roads."""
    end = finish_of(code, suits=suits)
    return Entry(
        player_total=end.player_total,
        banker_total=end.banker_total,
        player_cards=end.player_cards,
        banker_cards=end.banker_cards,
        player_pair=end.player_start.pair is not None,
        banker_pair=end.banker_start.pair is not None,
    )


def play_in_python(
    make: Callable[[], Strategy], book: RecordedShoes, house: House, limits: Limits, session: int
) -> tuple[Ints, Ints]:
    """Play sessions of so many shoes: what lay on each bet in each round, and the purse after it.

    The strategy is asked before the round is looked up, and is handed nothing but its view.
    """
    placed = np.zeros((*book.codes.shape, len(house.bets)), np.int64)
    purses = np.zeros(book.codes.shape, np.int64)
    purse, last, strategy = 0, None, make()
    for shoe, rounds in enumerate(book.rounds.tolist()):
        if shoe % session == 0:
            purse, last = house.unit * (limits.bankroll or 0), None
            strategy = strategy if shoe == 0 else make()
        board = Board()
        for turn in range(rounds):
            has = None if limits.bankroll is None else Fraction(purse, house.unit)
            left = tuple(book.left[shoe, turn].tolist())
            view = View(shoe % session, turn, book.plan.decks, left, has, last, board)
            taken = limits.take(_checked(strategy.stakes(view), house), has)
            code = int(book.codes[shoe, turn])
            net = 0
            for place, bet in enumerate(house.bets):
                placed[shoe, turn, place] = taken.get(bet, 0)
                net += taken.get(bet, 0) * house.nets[place][code]
            purse += net
            purses[shoe, turn] = purse
            last = Last(taken, Fraction(net, house.unit)) if taken else None
            board.add(entry_of(code, suits=book.plan.suits))
    return placed, purses


def _checked(asked: object, house: House) -> dict[str, int]:
    """Take what somebody's strategy answered, if it is chips on bets of the game."""
    if not isinstance(asked, Mapping):
        raise InvalidInput(
            Code.MALFORMED, f"a strategy answers with chips by bet, not with {brief(asked)}"
        )
    for bet, stake in asked.items():
        if bet not in house.bets:
            raise InvalidInput(
                Code.UNKNOWN_BET,
                f"the strategy bets on {brief(bet)}; there are {', '.join(house.bets)}",
            )
        if type(stake) is not int or stake < 0:
            raise InvalidInput(
                Code.BAD_AMOUNT,
                f"the strategy stakes {brief(stake)} on {bet}: whole chips, 0 or more",
            )
    return dict(asked)

"""Strategies that are a function over arrays: a round of many sessions at a time, side by side.

The function gets a `Tables`, of which each row is a session, and returns the stakes of that round.
It costs a call for each round of hundreds of shoes, where `croupier.strategy.systems.Strategy` has
one for each round of each shoe.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from croupier.errors import Code, InvalidInput, brief
from croupier.facts import Finish
from croupier.simulation import Plan
from croupier.simulation.dealing import Ints, RecordedShoes
from croupier.strategy.payoffs import Limits, Payoffs

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

RESULTS: Mapping[str, Callable[[Finish], int]] = {
    "winner": lambda end: (
        (end.player_total > end.banker_total) + 2 * (end.player_total < end.banker_total)
    ),
    "player_total": lambda end: end.player_total,
    "banker_total": lambda end: end.banker_total,
    "player_cards": lambda end: end.player_cards,
    "banker_cards": lambda end: end.banker_cards,
    "player_pair": lambda end: end.player_start.pair is not None,
    "banker_pair": lambda end: end.banker_start.pair is not None,
}
"""What can be seen of a round that is over; a winner is 1 for Player, 2 for Banker, 0 for a tie."""


@dataclass(frozen=True, slots=True)
class Tables:
    """What the patrons of many sessions can see, a row a session; all are at the same round."""

    shoe: int
    """Which shoe of the sessions, from 0."""
    round: int
    """Which round of the shoe, from 0."""
    decks: int
    playing: Bools
    """Which sessions have such a round: what is staked in the others is not placed."""
    left: NDArray[np.uint16]
    """How many cards of each rank have not been seen, ace to king: [session, rank]."""
    purse: Floats | None
    """The chips that each patron has; None without a bankroll."""
    last_stakes: Mapping[str, Ints]
    """The stakes of the round before by bet, as they were taken; it may be in the shoe before."""
    last_net: Floats
    """What they brought, in chips."""
    memory: dict[str, Any]
    """For the function to keep what it likes; empty when sessions begin."""
    _results: Callable[[str, int], NDArray[np.int8]] = field(repr=False, compare=False)

    def results(self, name: str) -> NDArray[np.int8]:
        """Return one thing of all rounds of this shoe so far, a key of `RESULTS`: [session, round].

        A row of a session that is not playing ends with rounds that do not exist.
        """
        if name not in RESULTS:
            known = ", ".join(RESULTS)
            raise InvalidInput(Code.MALFORMED, f"results are {known}, not {brief(name)}")
        return self._results(name, self.round)

    @property
    def cards_left(self) -> Ints:
        """How many cards have not been seen yet."""
        cards: Ints = self.left.sum(axis=1, dtype=np.int64)
        return cards


Stakes = Callable[[Tables], Mapping[str, ArrayLike]]
"""Returns the chips on each bet, an array with a row for each session, or one number for all."""


@lru_cache(maxsize=64)
def _result_by_code(plan: Plan, name: str) -> NDArray[np.int8]:
    read = RESULTS[name]
    return np.array([read(plan.finish_of(code)) for code in range(plan.recorded)], np.int8)


class Past:
    """The results of one shoe of each session, written down no sooner than they are over."""

    def __init__(self, plan: Plan, codes: NDArray[Any]) -> None:
        self._plan, self._codes = plan, codes
        self._written: dict[str, tuple[int, NDArray[np.int8]]] = {}

    def results(self, name: str, rounds: int) -> NDArray[np.int8]:
        """Return one thing of the first so many rounds, to be read only."""
        since, past = self._written.get(name, (0, None))
        if past is None:
            past = np.zeros(self._codes.shape, np.int8, order="F")
        past[:, since:rounds] = _result_by_code(self._plan, name)[self._codes[:, since:rounds]]
        self._written[name] = max(since, rounds), past
        seen = past[:, :rounds]
        seen.flags.writeable = False
        return seen


def checked(answer: object, payoffs: Payoffs, playing: Bools) -> dict[str, Ints]:
    """Return the stakes that a function returned; raise if they are no chips on known bets."""
    if not isinstance(answer, Mapping):
        raise InvalidInput(
            Code.MALFORMED, f"a strategy answers with chips by bet, not with {brief(answer)}"
        )
    found: dict[str, Ints] = {}
    for bet, asks in answer.items():
        if bet not in payoffs.bets:
            raise InvalidInput(
                Code.UNKNOWN_BET,
                f"the strategy bets on {brief(bet)}; there are {', '.join(payoffs.bets)}",
            )
        chips = np.asarray(asks)
        if chips.dtype.kind not in "iu" or chips.shape not in ((), playing.shape):
            shape = f"{chips.dtype} of shape {chips.shape}"
            raise InvalidInput(
                Code.BAD_AMOUNT,
                f"the strategy stakes {shape} on {bet}: whole chips, a number for each of "
                f"{len(playing)} sessions or one for all",
            )
        found[bet] = np.broadcast_to(chips, playing.shape).astype(np.int64)
        if (found[bet][playing] < 0).any():
            raise InvalidInput(
                Code.BAD_AMOUNT, f"the strategy stakes less than nothing on {bet}: 0 or more chips"
            )
    return found


def play_arrays(
    stakes: Stakes, dealt: RecordedShoes, payoffs: Payoffs, limits: Limits, session_shoes: int
) -> tuple[Ints, Ints]:
    """Return the stakes on each bet in each round, and the purse after each round.

    The function is asked before the round is looked up, and gets nothing but its view.
    """
    most, bets = dealt.codes.shape[1], payoffs.bets
    sessions = len(dealt.rounds) // session_shoes
    shape = sessions, session_shoes, most
    codes, rounds = dealt.codes.reshape(shape), dealt.rounds.reshape(shape[:2])
    left = dealt.left.reshape(*shape, -1)
    placed, purses = np.zeros((*shape, len(bets)), np.int64), np.zeros(shape, np.int64)
    nets = np.array(payoffs.nets, np.int64)
    purse = np.full(sessions, payoffs.unit * (limits.bankroll or 0))
    last, net = np.zeros((sessions, len(bets)), np.int64), np.zeros(sessions, np.int64)
    # The results of every shoe are the same for the same codes: any seed will do.
    plan = Plan(0, dealt.plan.decks, suits=dealt.plan.suits, views=dealt.plan.views)
    memory: dict[str, Any] = {}
    for shoe in range(session_shoes):
        past = Past(plan, codes[:, shoe])
        for turn in range(int(rounds[:, shoe].max())):
            playing = rounds[:, shoe] > turn
            view = Tables(
                *(shoe, turn, dealt.plan.decks, playing, left[:, shoe, turn].copy()),
                None if limits.bankroll is None else purse / payoffs.unit,
                {bet: last[:, place] for place, bet in enumerate(bets)},
                *(net / payoffs.unit, memory, past.results),
            )
            asked = checked(stakes(view), payoffs, playing)
            placed_now, won = placed[:, shoe, turn], np.zeros(sessions, np.int64)
            chips = None if limits.bankroll is None else purse // payoffs.unit
            for bet, asks in asked.items():
                place = bets.index(bet)
                taken = np.minimum(asks, limits.most)
                if chips is not None:
                    taken = np.minimum(taken, chips)
                taken = np.where(playing & (taken >= limits.least), taken, 0)
                chips = None if chips is None else chips - taken
                placed_now[:, place] = taken
                won += taken * nets[place][codes[:, shoe, turn]]
            # Where there is no such round, the last one is still that of the shoe before.
            last = np.where(playing[:, None], placed_now, last)
            net = np.where(playing, won, net)
            purse = purse + won
            purses[:, shoe, turn] = purse
    whole = len(dealt.rounds), most
    return placed.reshape(*whole, len(bets)), purses.reshape(whole)

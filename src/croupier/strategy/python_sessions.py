"""Sessions played in plain Python, through the protocol, on rounds that were written down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache

import numpy as np

from croupier.errors import Code, InvalidInput, brief
from croupier.roads import Entry
from croupier.simulation.coup_codes import finish_of
from croupier.simulation.recorded_shoes import Book, Ints
from croupier.strategy.payoffs import House, Limits
from croupier.strategy.view import Board, Last, Strategy, View


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


def play(
    make: Callable[[], Strategy], book: Book, house: House, limits: Limits, session: int
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

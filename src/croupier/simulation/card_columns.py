"""Every coup of many shoes as columns: cards with suits, totals, winner, and how the coup ended.

They are the shoes of `croupier.simulation.dealing`, card for card. Importing this module loads
numba; the first call compiles for some seconds and keeps the machine code.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card, Rank, Suit
from croupier.coup import Winner
from croupier.simulation import Plan, cpu_hands, cpu_suits, dealing

_KERNEL = dealing.kernels().hands

NO_CARD = int(cpu_hands.EMPTY)
"""Stands where a hand has no third card."""

CARDS = tuple(Card(rank, suit) for rank in dealing.ORDER for suit in Suit)
"""The cards by their numbers in the columns."""

WINNERS = (Winner.PLAYER, Winner.BANKER, Winner.TIE)
"""Who won, by the numbers in the columns."""

Bytes = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class CoupColumns:
    """Coups of whole shoes in the order they were dealt, one value a coup in every column."""

    plan: Plan
    first: int
    """The number of the first shoe."""
    rounds: NDArray[np.int64]
    """How many coups each shoe has."""
    shoe: NDArray[np.uint16]
    """Which shoe, counted from the first."""
    coup: NDArray[np.uint16]
    """Which coup of the shoe, from 0."""
    left: NDArray[np.uint16]
    """How many cards were left before the coup."""
    cards: Bytes
    """A row for each of the six places, Player and Banker in turn, by their place in `CARDS`."""
    totals: Bytes
    """Player's total, then Banker's."""
    winner: Bytes
    """By its place in `WINNERS`."""
    codes: dealing.Codes
    """How the coup ended, as `croupier.simulation.tally` numbers it."""


MOST_SHOES = 60_000
"""The most shoes in one set of columns: they are numbered in 16 bits."""


def deal_columns(plan: Plan, first: int, shoes: int) -> CoupColumns:
    """Return every coup of so many shoes, starting with this number."""
    assert shoes <= MOST_SHOES, "a caller deals more shoes in parts"
    recorded = dealing.record(plan, first, shoes)
    rounds = recorded.rounds
    many = int(rounds.sum())
    shoe, coup, left = (np.empty(many, np.uint16) for _ in range(3))
    cards, totals = np.empty((6, many), np.uint8), np.empty((2, many), np.uint8)
    winner = np.empty(many, np.uint8)
    _KERNEL["deal_columns"](
        *(dealing.keys_of(plan.seed), first, plan.decks, plan.stop, np.cumsum(rounds) - rounds),
        *(shoe, coup, left, cards, totals, winner, *cpu_suits.work_arrays()),
    )
    ends = recorded.codes[recorded.played]
    return CoupColumns(plan, first, rounds, shoe, coup, left, cards, totals, winner, ends)


def only(columns: CoupColumns, coups: int) -> CoupColumns:
    """Return the first so many coups; shoes after the last of them are left out."""
    before = np.cumsum(columns.rounds)
    shoes = int(np.searchsorted(before, coups)) + 1
    rounds = columns.rounds[:shoes].copy()
    rounds[-1] -= max(int(before[shoes - 1]) - coups, 0)
    return replace(
        columns,
        rounds=rounds,
        **{name: getattr(columns, name)[:coups] for name in ("shoe", "coup", "left")},
        **{name: getattr(columns, name)[:coups] for name in ("winner", "codes")},
        **{name: getattr(columns, name)[:, :coups] for name in ("cards", "totals")},
    )


def cards_before(dealt: dealing.RecordedShoes) -> NDArray[np.int64]:
    """Return the cards left before each recorded round, by rank and suit: clubs of aces first."""
    # Whatever ends a shoe, every coup that the cards allow is among these.
    plan, shoes = Plan(dealt.plan.seed, dealt.plan.decks, cut=0), len(dealt.rounds)
    columns = deal_columns(plan, dealt.first, shoes)
    coups = np.arange(len(columns.coup))
    drawn = np.zeros((len(coups), len(CARDS) + 1), np.int32)
    for place in columns.cards:
        drawn[coups, _BY_RANK[place]] += 1
    before = drawn.cumsum(axis=0, dtype=np.int32) - drawn
    begins = np.cumsum(columns.rounds) - columns.rounds
    played = columns.coup < dealt.rounds[columns.shoe]
    gone = before[played] - before[begins][columns.shoe[played]]
    left: NDArray[np.int64] = plan.decks - gone[:, : len(CARDS)].astype(np.int64)
    return left


_ORDERED = [Card(rank, suit) for rank in Rank for suit in Suit]
_BY_RANK = np.full(256, len(CARDS))
_BY_RANK[: len(CARDS)] = [_ORDERED.index(card) for card in CARDS]
"""The place of each card by rank and suit, ace first; one after the last for no card."""

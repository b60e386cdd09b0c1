"""The shoes of a seed, dealt card after card through the real coup: slow, and plain to read.

What the compiled engines count must be what comes from here; docs/simulate.md says the same in
words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeVar

from croupier.cards import Card, Rank, Suit
from croupier.coup import Coup, Side
from croupier.facts import finish
from croupier.simulation.random_stream import RANKS, SUITS, Stream
from croupier.simulation.tally import code_of

T = TypeVar("T")

ORDER = (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING, *tuple(Rank)[:9])
"""Ranks as they are drawn: those that count nothing first, then ace to nine."""

PLACES = (Side.PLAYER, Side.BANKER) * 3
"""Six places of a coup: two cards each, then Player's third and Banker's third, if they draw."""


def coups(seed: int, shoe: int, decks: int, stop: int) -> Iterator[Coup]:
    """Deal a shoe: a coup starts while more than `stop` cards are left, which are five or more."""
    ranks, suits = Stream(seed, shoe, RANKS), Stream(seed, shoe, SUITS)
    left = {rank: dict.fromkeys(Suit, decks) for rank in ORDER}
    cards = 52 * decks
    while cards > stop:
        coup = Coup()
        for side in PLACES:
            if coup.next is side:
                rank = _pick(ranks, {rank: sum(left[rank].values()) for rank in ORDER})
                suit = _pick(suits, left[rank])
                left[rank][suit] -= 1
                cards -= 1
                coup = coup.deal(Card(rank, suit))
            else:
                # Every coup takes six words of each stream; those of no card are passed over.
                ranks.word()
                suits.word()
        yield coup


def _pick(stream: Stream, counts: dict[T, int]) -> T:
    """Take one of all the cards there are and say which kind it is."""
    place = stream.below(sum(counts.values()))
    for kind, count in counts.items():
        if place < count:
            return kind
        place -= count
    raise AssertionError("a place is below the sum of the counts")


def count(
    seed: int, shoes: Iterable[int], decks: int, stop: int, *, suits: bool
) -> tuple[Counter[int], list[int]]:
    """Count how the coups of these shoes end, by code, and how many coups each shoe has."""
    found: Counter[int] = Counter()
    rounds: list[int] = []
    for shoe in shoes:
        codes = [code_of(finish(coup), suits=suits) for coup in coups(seed, shoe, decks, stop)]
        found.update(codes)
        rounds.append(len(codes))
    return found, rounds

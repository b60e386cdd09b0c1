"""The shoes of a seed, dealt card by card through `Coup`: slow, and easy to read.

The compiled engines must count the same as this module; docs/simulate.md describes it in words.
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
"""The order of ranks in drawing: those that count nothing first, then ace to nine."""

PLACES = (Side.PLAYER, Side.BANKER) * 3
"""Six places of a coup: two cards each, then Player's third and Banker's third, if they draw."""


def coups(seed: int, shoe: int, decks: int, stop: int) -> Iterator[Coup]:
    """Yield the coups of a shoe; one starts while more than `stop` (at least 5) cards are left."""
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
                # Every coup takes six words of each stream; those without a card are skipped.
                ranks.word()
                suits.word()
        yield coup


def _pick(stream: Stream, counts: dict[T, int]) -> T:
    """Return the kind of a card drawn from all cards left, given the counts by kind."""
    place = stream.below(sum(counts.values()))
    for kind, count in counts.items():
        if place < count:
            return kind
        place -= count
    raise AssertionError("a place is below the sum of the counts")


def count(
    seed: int, shoes: Iterable[int], decks: int, stop: int, *, suits: bool
) -> tuple[Counter[int], list[int]]:
    """Return how often coups of these shoes end with each code, and coups by shoe."""
    found: Counter[int] = Counter()
    rounds: list[int] = []
    for shoe in shoes:
        codes = [code_of(finish(coup), suits=suits) for coup in coups(seed, shoe, decks, stop)]
        found.update(codes)
        rounds.append(len(codes))
    return found, rounds

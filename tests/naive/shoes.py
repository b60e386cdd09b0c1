"""The game as a programmer would simulate it in an afternoon: a shuffled list, dealt from its end.

It shares nothing with `croupier.simulation`, neither code nor way of drawing cards: what it
finds must be the same all the same, and what it takes is what compiled code is measured by.
"""

from __future__ import annotations

from collections import Counter
from random import Random

DRAWS = {
    3: {0, 1, 2, 3, 4, 5, 6, 7, 9},
    4: {2, 3, 4, 5, 6, 7},
    5: {4, 5, 6, 7},
    6: {6, 7},
}
"""Against which third cards of Player Banker draws, by Banker's total."""


def fresh(decks: int) -> list[int]:
    """Give the points of all cards."""
    return [*range(1, 10), 0, 0, 0, 0] * 4 * decks


def play(cards: list[int], cut: int) -> Counter[tuple[int, int, int]]:
    """Deal a shoe to the cut card; count coups by both totals and the number of cards."""
    found: Counter[tuple[int, int, int]] = Counter()
    deal = cards.pop
    while len(cards) > max(cut, 5):
        before = len(cards)
        player, banker = deal(), deal()
        player, banker = (player + deal()) % 10, (banker + deal()) % 10
        if player < 8 and banker < 8:
            if player < 6:
                third = deal()
                player = (player + third) % 10
                if banker < 3 or (banker < 7 and third in DRAWS[banker]):
                    banker = (banker + deal()) % 10
            elif banker < 6:
                banker = (banker + deal()) % 10
        found[player, banker, before - len(cards)] += 1
    return found


def simulate(seed: int, shoes: int, decks: int = 8, cut: int = 14) -> Counter[tuple[int, int, int]]:
    """Shuffle and play so many shoes."""
    random, found = Random(seed), Counter[tuple[int, int, int]]()
    for _ in range(shoes):
        cards = fresh(decks)
        random.shuffle(cards)
        found += play(cards, cut)
    return found

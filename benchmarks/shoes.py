"""Exact totals of a shoe by the plainest loops there are, and shoes to weigh in a batch."""

from __future__ import annotations

from random import Random

EIGHT_DECKS = (128, *[32] * 9)
DRAWS = (
    tuple(range(10)),
    tuple(range(10)),
    tuple(range(10)),
    (0, 1, 2, 3, 4, 5, 6, 7, 9),
    (2, 3, 4, 5, 6, 7),
    (4, 5, 6, 7),
    (6, 7),
    (),
)
"""For each Banker total: Player's third cards that it draws on."""


def naive_totals(points: tuple[int, ...]) -> dict[tuple[int, int], int]:
    """Deal every order of values, card after card, and weigh both final totals."""
    left, found = list(points), dict.fromkeys([(p, b) for p in range(10) for b in range(10)], 0)

    def deal(cards: tuple[int, ...], weight: int) -> None:
        for value in range(10):
            if left[value]:
                left[value] -= 1
                go_on((*cards, value), weight * (left[value] + 1))
                left[value] += 1

    def end(player: int, banker: int, weight: int, spare: int) -> None:
        for drawn in range(spare):
            weight *= sum(left) - drawn
        found[player, banker] += weight

    def go_on(cards: tuple[int, ...], weight: int) -> None:
        if len(cards) < 4:
            deal(cards, weight)
            return
        player, banker = (cards[0] + cards[2]) % 10, (cards[1] + cards[3]) % 10
        if player > 7 or banker > 7:
            end(player, banker, weight, 2)
        elif player > 5:
            if banker > 5:
                end(player, banker, weight, 2)
            elif len(cards) == 4:
                deal(cards, weight)
            else:
                end(player, (banker + cards[4]) % 10, weight, 1)
        elif len(cards) == 4:
            deal(cards, weight)
        elif cards[4] not in DRAWS[banker]:
            end((player + cards[4]) % 10, banker, weight, 1)
        elif len(cards) == 5:
            deal(cards, weight)
        else:
            end((player + cards[4]) % 10, (banker + cards[5]) % 10, weight, 0)

    deal((), 1)
    return found


def some_shoes(count: int, seed: int = 2026) -> list[list[int]]:
    """Take eight decks down to different depths, the same ones in every run."""
    rng = Random(seed)
    return [[rng.randint(4, 32) for _ in range(13)] for _ in range(count)]

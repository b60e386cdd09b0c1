"""Small shoes and small games for the tests of odds."""

from __future__ import annotations

import tomllib
from collections import Counter
from random import Random

from croupier.cards import DECK, Card, Rank, Suit
from croupier.game import Game, read_game
from croupier.game.loading import shipped
from croupier.odds import Composition
from croupier.odds.distribution import endings, first_hands, score

EIGHT = Composition.of_decks(8)


def left(cards: list[Card]) -> Composition:
    counts = Counter(cards)
    suits = [[counts[Card(rank, suit)] for suit in Suit] for rank in Rank]
    return Composition.of_ranks([sum(row) for row in suits], suits)


def small_shoe(seed: int, size: int) -> list[Card]:
    """Take a few cards, biased so that pairs, perfect pairs and naturals come."""
    rng = Random(seed)
    few = rng.sample(DECK, 4)
    return [rng.choice(few if rng.random() < 0.6 else DECK) for _ in range(size)]


def own_game(bet: str) -> Game:
    text = f'key = "own"\ntitle = "Own"\ndecks = [1, 8]\n[bets.x]\npays = [{bet}]\n'
    return read_game(tomllib.loads(text), "own.toml", shipped)


def dealt_totals(points: tuple[int, ...]) -> list[int]:
    """Weigh how coups end by dealing them all, by points, into the cells of `formulas.totals`."""
    cells = [0] * 400
    for player_two, banker_two, weight, rest in first_hands(points):
        player, banker = sum(player_two) % 10, sum(banker_two) % 10
        for third, last, orders in endings(player, banker, rest):
            end = score(player, banker, third, last)
            cells[200 * (end[2] - 2) + 100 * (end[3] - 2) + 10 * end[0] + end[1]] += weight * orders
    return cells

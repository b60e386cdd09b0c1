"""Small shoes and small games for the tests of odds."""

from __future__ import annotations

import tomllib
from collections import Counter
from random import Random

from croupier.cards import DECK, Card, Rank, Suit
from croupier.game import Game, read_game
from croupier.odds import Composition
from croupier.store.games import shipped

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

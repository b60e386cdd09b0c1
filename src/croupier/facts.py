"""The vocabulary in which bets are written: each fact about a finished coup, defined once.

A fact is read off a `Finish`, the few things about a complete coup that facts depend on. Odds and
simulations can make a `Finish` without cards and get the very same facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

from croupier.cards import Rank
from croupier.coup import Coup, Hand, Winner, compare
from croupier.tableau import is_natural

Value = str | int | bool


class Start(NamedTuple):
    """The first two cards of a hand: the rank they pair in, one suit or not, their colours."""

    pair: Rank | None
    suited: bool
    colour: str


class Finish(NamedTuple):
    """A complete coup, reduced to what facts depend on."""

    player_total: int
    banker_total: int
    player_cards: int
    banker_cards: int
    player_start: Start
    banker_start: Start


class Level(IntEnum):
    """Which part of the cards a fact depends on, the cheapest first."""

    POINTS = 0
    RANKS = 1
    SUITS = 2


RED, BLACK, MIXED = "red", "black", "mixed"


@dataclass(frozen=True, slots=True)
class Fact:
    """One property of a finished coup."""

    name: str
    values: tuple[Value, ...]
    level: Level
    meaning: str
    of: Callable[[Finish], Value]
    phrase: str
    """The fact in words, with {} for the value; for a yes-or-no fact, its yes in words."""
    words: Mapping[Value, str] = field(default_factory=dict)
    """A value in words, where they differ from how it is written."""

    def in_words(self, allowed: Iterable[Value]) -> str:
        """Return a phrase for the fact having one of these values."""
        wanted = set(allowed)
        values = [value for value in self.values if value in wanted]
        if self.values == YES_NO:
            return self.phrase if values == [True] else f"not: {self.phrase}"
        shown = [self.words.get(value, str(value)) for value in values]
        return self.phrase.format(self._run(values) or either(shown))

    def _run(self, values: list[Value]) -> str | None:
        """Return three or more numbers in a row as "4 to 7"; else None."""
        if len(values) < 3 or not isinstance(values[0], int):
            return None
        first = self.values.index(values[0])
        in_a_row = list(self.values[first : first + len(values)]) == values
        return f"{values[0]} to {values[-1]}" if in_a_row else None


def either(words: list[str]) -> str:
    """Return words joined as "a", "a or b", "a, b or c"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


YES_NO: tuple[Value, ...] = (False, True)
TOTALS: tuple[Value, ...] = tuple(range(10))
COLOURS: tuple[Value, ...] = (RED, BLACK, MIXED)


def _perfect(start: Start) -> bool:
    return start.pair is not None and start.suited


def _twin(finish: Finish) -> bool:
    return finish.player_start.pair is not None and (
        finish.player_start.pair is finish.banker_start.pair
    )


def _winner(finish: Finish) -> Value:
    return str(compare(finish.player_total, finish.banker_total))


def _colour(finish: Finish) -> Value:
    player, banker = finish.player_start.colour, finish.banker_start.colour
    return player if player == banker else MIXED


_ALL = (
    Fact(
        "winner",
        tuple(str(winner) for winner in Winner),
        Level.POINTS,
        "the hand with the higher total, or a tie",
        _winner,
        "{}",
        {"player": "Player wins", "banker": "Banker wins", "tie": "the hands tie"},
    ),
    Fact(
        "player_total",
        TOTALS,
        Level.POINTS,
        "Player's final total",
        lambda f: f.player_total,
        "Player's total is {}",
    ),
    Fact(
        "banker_total",
        TOTALS,
        Level.POINTS,
        "Banker's final total",
        lambda f: f.banker_total,
        "Banker's total is {}",
    ),
    Fact(
        "sum",
        tuple(range(19)),
        Level.POINTS,
        "both final totals added",
        lambda f: f.player_total + f.banker_total,
        "the totals add up to {}",
    ),
    Fact(
        "margin",
        TOTALS,
        Level.POINTS,
        "by how many points the winner is ahead; 0 on a tie",
        lambda f: abs(f.player_total - f.banker_total),
        "the margin is {}",
    ),
    Fact(
        "player_cards",
        (2, 3),
        Level.POINTS,
        "how many cards Player ends with",
        lambda f: f.player_cards,
        "Player has {} cards",
    ),
    Fact(
        "banker_cards",
        (2, 3),
        Level.POINTS,
        "how many cards Banker ends with",
        lambda f: f.banker_cards,
        "Banker has {} cards",
    ),
    Fact(
        "cards",
        (4, 5, 6),
        Level.POINTS,
        "how many cards both hands end with together",
        lambda f: f.player_cards + f.banker_cards,
        "{} cards are dealt",
    ),
    Fact(
        "player_natural",
        YES_NO,
        Level.POINTS,
        "Player has 8 or 9 on two cards",
        lambda f: is_natural(f.player_total, f.player_cards),
        "Player has a natural",
    ),
    Fact(
        "banker_natural",
        YES_NO,
        Level.POINTS,
        "Banker has 8 or 9 on two cards",
        lambda f: is_natural(f.banker_total, f.banker_cards),
        "Banker has a natural",
    ),
    Fact(
        "natural",
        YES_NO,
        Level.POINTS,
        "either hand, or both, has 8 or 9 on two cards",
        lambda f: (
            is_natural(f.player_total, f.player_cards) or is_natural(f.banker_total, f.banker_cards)
        ),
        "there is a natural",
    ),
    Fact(
        "player_pair",
        YES_NO,
        Level.RANKS,
        "Player's first two cards have one rank (K-K is a pair, 10-K is not)",
        lambda f: f.player_start.pair is not None,
        "Player's first two cards are a pair",
    ),
    Fact(
        "banker_pair",
        YES_NO,
        Level.RANKS,
        "Banker's first two cards have one rank",
        lambda f: f.banker_start.pair is not None,
        "Banker's first two cards are a pair",
    ),
    Fact(
        "pairs",
        (0, 1, 2),
        Level.RANKS,
        "how many of the two hands start with a pair",
        lambda f: (f.player_start.pair is not None) + (f.banker_start.pair is not None),
        "{} of the hands start with a pair",
    ),
    Fact(
        "twin_pair",
        YES_NO,
        Level.RANKS,
        "both hands start with a pair, and of the same rank",
        _twin,
        "both hands start with the same pair",
    ),
    Fact(
        "player_perfect_pair",
        YES_NO,
        Level.SUITS,
        "Player's first two cards have one rank and one suit",
        lambda f: _perfect(f.player_start),
        "Player's first two cards are a perfect pair",
    ),
    Fact(
        "banker_perfect_pair",
        YES_NO,
        Level.SUITS,
        "Banker's first two cards have one rank and one suit",
        lambda f: _perfect(f.banker_start),
        "Banker's first two cards are a perfect pair",
    ),
    Fact(
        "perfect_pairs",
        (0, 1, 2),
        Level.SUITS,
        "how many of the two hands start with a perfect pair",
        lambda f: _perfect(f.player_start) + _perfect(f.banker_start),
        "{} of the hands start with a perfect pair",
    ),
    Fact(
        "player_suited",
        YES_NO,
        Level.SUITS,
        "Player's first two cards have one suit",
        lambda f: f.player_start.suited,
        "Player's first two cards have one suit",
    ),
    Fact(
        "banker_suited",
        YES_NO,
        Level.SUITS,
        "Banker's first two cards have one suit",
        lambda f: f.banker_start.suited,
        "Banker's first two cards have one suit",
    ),
    Fact(
        "player_colour",
        COLOURS,
        Level.SUITS,
        "the colours of Player's first two cards",
        lambda f: f.player_start.colour,
        "Player's first two cards are {}",
    ),
    Fact(
        "banker_colour",
        COLOURS,
        Level.SUITS,
        "the colours of Banker's first two cards",
        lambda f: f.banker_start.colour,
        "Banker's first two cards are {}",
    ),
    Fact(
        "colour",
        COLOURS,
        Level.SUITS,
        "the colours of all four first cards",
        _colour,
        "the first four cards are {}",
    ),
)

FACTS: dict[str, Fact] = {fact.name: fact for fact in _ALL}
"""Every fact by its name."""


def start(hand: Hand) -> Start:
    """Return the first two cards of a hand, reduced to what facts depend on."""
    one, two = hand.cards[0], hand.cards[1]
    colour = MIXED if one.is_red is not two.is_red else RED if one.is_red else BLACK
    return Start(hand.pair, one.suit is two.suit, colour)


def finish(coup: Coup) -> Finish:
    """Return a complete coup, reduced to what facts depend on."""
    assert coup.is_complete, "an incomplete coup has no facts"
    player, banker = coup.player, coup.banker
    return Finish(
        player.total,
        banker.total,
        len(player.cards),
        len(banker.cards),
        start(player),
        start(banker),
    )

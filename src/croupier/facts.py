"""The vocabulary in which bets are written: each fact about a finished coup, defined once.

A fact is read off a `Finish`, the few things about a complete coup that facts depend on. Odds and
simulations can make a `Finish` without cards and get the very same facts, unless a fact is deep:
then it takes the cards of both hands. Each fact names the traits of either hand that decide it, so
that hands which no trait tells apart are counted together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from croupier import hand_traits as traits
from croupier.cards import Card, Rank, Suit
from croupier.coup import Coup, Hand, Winner, compare
from croupier.hand_traits import (
    BLACK,
    MIXED,
    NONE,
    RANK_NAMES,
    RED,
    Cards,
    Level,
    Start,
    Trait,
    colour_of,
    has_trips,
    highest,
    is_suited,
    lowest,
    points_of,
    third,
    third_rank,
)
from croupier.tableau import is_natural
from croupier.words import Message, say, series
from croupier.words import Value as Words

Value = str | int | bool
Terms = tuple[tuple[str, frozenset[Value]], ...]
"""Facts by name, each with the values it may have; all must hold."""


class Finish(NamedTuple):
    """A complete coup, reduced to what facts depend on."""

    player_total: int
    banker_total: int
    player_cards: int
    banker_cards: int
    player_start: Start
    banker_start: Start
    player: Cards = ()
    """Player's cards; only deep facts look at them."""
    banker: Cards = ()


@dataclass(frozen=True, slots=True)
class Fact:
    """One property of a finished coup; its words are in the catalogue `facts` under its name."""

    name: str
    values: tuple[Value, ...]
    of: Callable[[Finish], Value]
    player: tuple[Trait, ...] = ()
    """What of Player's hand it depends on."""
    banker: tuple[Trait, ...] = ()
    """What of Banker's hand it depends on."""
    card: str | None = None
    """For a count: the sort of cards that are counted."""

    @property
    def level(self) -> Level:
        """The part of the cards that it depends on."""
        return max(trait.level for trait in (*self.player, *self.banker))

    @property
    def deep(self) -> bool:
        """Whether it takes the cards themselves, not only what a `Finish` says of them."""
        return any(trait.deep for trait in (*self.player, *self.banker))

    @property
    def means(self) -> Message:
        """What it is, for somebody who writes a game."""
        return say(f"facts.meaning.{self.name.partition('.')[0]}")

    @property
    def meaning(self) -> str:
        """What it is, in English."""
        return str(self.means)

    def said(self, allowed: Iterable[Value]) -> Message:
        """Return a clause for the fact having one of these values: "Player has 3 cards".

        Who wins is said by `say_all`, together with how.
        """
        wanted = set(allowed)
        values = [value for value in self.values if value in wanted]
        if self.values == YES_NO:
            name = self.name
            return say(f"facts.yes.{name}") if values == [True] else say(f"facts.no.{name}")
        if self.card is not None:
            return self._counted(values)
        if NONE in values:
            rest = [value for value in values if value != NONE]
            if not rest:
                return say(f"facts.no.{self.name}")
            either = (self.said(rest), say(f"facts.no.{self.name}"))
            return say("facts.together", facts=series(either, "or"))
        if isinstance(values[0], int):
            most = int(max(values))
            return say(f"facts.is.{self.name}", values=numbers(values), most=most)
        named = [value if value in RANK_NAMES else say(f"facts.value.{value}") for value in values]
        return say(f"facts.is.{self.name}", values=series(named, "or"))

    def _counted(self, values: Sequence[Value]) -> Message:
        """Return how many cards of a sort there are: "Player has 1 king"."""
        family, most = self.name.partition(".")[0], int(max(values))
        many = numbers(values) if most else say("facts.no_cards")
        cards = say(f"facts.card.{self.card}", values=many, most=most)
        return say(f"facts.is.{family}", cards=cards)


def numbers(values: Iterable[Value]) -> Words:
    """Return numbers in words: "6", "6 or 7", "0 to 5", "0 to 7 or 9"."""
    runs: list[list[int]] = []
    for value in sorted(map(int, values)):
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    words: list[Words] = []
    for run in runs:
        words += [say("facts.span", first=run[0], last=run[-1])] if len(run) > 2 else run
    return words[0] if len(words) == 1 else series(words, "or")


YES_NO: tuple[Value, ...] = (False, True)
TOTALS: tuple[Value, ...] = tuple(range(10))
COLOURS: tuple[Value, ...] = (RED, BLACK, MIXED)


def _perfect(start: Start) -> bool:
    return start.pair is not None and start.suited


def _twin(finish: Finish) -> bool:
    return finish.player_start.pair is not None and (
        finish.player_start.pair is finish.banker_start.pair
    )


def _player_natural(finish: Finish) -> bool:
    return is_natural(finish.player_total, finish.player_cards)


def _banker_natural(finish: Finish) -> bool:
    return is_natural(finish.banker_total, finish.banker_cards)


def _winner(finish: Finish) -> Value:
    return str(compare(finish.player_total, finish.banker_total))


def _colour(finish: Finish) -> Value:
    player, banker = finish.player_start.colour, finish.banker_start.colour
    return player if player == banker else MIXED


OfCards = Callable[[Cards], Value]


def _each(name: str, values: tuple[Value, ...], of: OfCards, trait: Trait) -> tuple[Fact, Fact]:
    """Return a fact about the cards of each hand, Player's first."""
    player = Fact(f"player_{name}", values, lambda end: of(end.player), (trait,))
    return player, Fact(f"banker_{name}", values, lambda end: of(end.banker), (), (trait,))


def _whole(name: str, values: tuple[Value, ...], of: OfCards, trait: Trait) -> Fact:
    """Return a fact about the cards of both hands together, decided by a trait of each."""
    return Fact(name, values, lambda end: of((*end.player, *end.banker)), (trait,), (trait,))


_T, _N, _TN = (traits.TOTAL,), (traits.NUMBER,), (traits.TOTAL, traits.NUMBER)
_ALL = (
    Fact("winner", tuple(str(winner) for winner in Winner), _winner, _T, _T),
    Fact("player_total", TOTALS, lambda f: f.player_total, _T),
    Fact("banker_total", TOTALS, lambda f: f.banker_total, (), _T),
    Fact("sum", tuple(range(19)), lambda f: f.player_total + f.banker_total, _T, _T),
    Fact("margin", TOTALS, lambda f: abs(f.player_total - f.banker_total), _T, _T),
    Fact("player_cards", (2, 3), lambda f: f.player_cards, _N),
    Fact("banker_cards", (2, 3), lambda f: f.banker_cards, (), _N),
    Fact("cards", (4, 5, 6), lambda f: f.player_cards + f.banker_cards, _N, _N),
    Fact("player_natural", YES_NO, _player_natural, _TN),
    Fact("banker_natural", YES_NO, _banker_natural, (), _TN),
    Fact("natural", YES_NO, lambda f: _player_natural(f) or _banker_natural(f), _TN, _TN),
    Fact("player_pair", YES_NO, lambda f: f.player_start.pair is not None, (traits.PAIRED,)),
    Fact("banker_pair", YES_NO, lambda f: f.banker_start.pair is not None, (), (traits.PAIRED,)),
    Fact(
        "pairs",
        (0, 1, 2),
        lambda f: (f.player_start.pair is not None) + (f.banker_start.pair is not None),
        (traits.PAIRED,),
        (traits.PAIRED,),
    ),
    Fact("twin_pair", YES_NO, _twin, (traits.PAIR,), (traits.PAIR,)),
    Fact(
        "player_perfect_pair",
        YES_NO,
        lambda f: _perfect(f.player_start),
        (traits.PAIRED, traits.SUITED),
    ),
    Fact(
        "banker_perfect_pair",
        YES_NO,
        lambda f: _perfect(f.banker_start),
        (),
        (traits.PAIRED, traits.SUITED),
    ),
    Fact(
        "perfect_pairs",
        (0, 1, 2),
        lambda f: _perfect(f.player_start) + _perfect(f.banker_start),
        (traits.PAIRED, traits.SUITED),
        (traits.PAIRED, traits.SUITED),
    ),
    Fact("player_suited", YES_NO, lambda f: f.player_start.suited, (traits.SUITED,)),
    Fact("banker_suited", YES_NO, lambda f: f.banker_start.suited, (), (traits.SUITED,)),
    Fact("player_colour", COLOURS, lambda f: f.player_start.colour, (traits.COLOUR,)),
    Fact("banker_colour", COLOURS, lambda f: f.banker_start.colour, (), (traits.COLOUR,)),
    Fact("colour", COLOURS, _colour, (traits.COLOUR,), (traits.COLOUR,)),
    *_each("first_total", TOTALS, lambda cards: points_of(cards[:2]), traits.FIRST_TOTAL),
    *_each("third", (*TOTALS, NONE), third, traits.THIRD),
    *_each("third_rank", (*RANK_NAMES, NONE), third_rank, traits.THIRD_RANK),
    *_each("three_of_a_kind", YES_NO, has_trips, traits.TRIPS),
    _whole("highest_rank", RANK_NAMES, lambda cards: RANK_NAMES[highest(cards)], traits.HIGHEST),
    _whole("lowest_rank", RANK_NAMES, lambda cards: RANK_NAMES[lowest(cards)], traits.LOWEST),
    *_each("all_colour", COLOURS, colour_of, traits.ALL_COLOUR),
    _whole("all_colour", COLOURS, colour_of, traits.ALL_COLOUR),
    *_each("all_suited", YES_NO, is_suited, traits.ONE_SUIT),
    _whole("all_suited", YES_NO, is_suited, traits.ONE_SUIT),
)

FACTS: dict[str, Fact] = {fact.name: fact for fact in _ALL}
"""Every fact with values of its own, by its name."""


class Family(NamedTuple):
    """Counts of cards: a fact for each sort of card, like `player_ranks.K`."""

    name: str
    most: int
    """How many cards are counted at most."""
    cards: Mapping[str, Callable[[Card], bool]]
    """The sorts of cards, by the keys of game files."""
    level: Level
    player: bool
    banker: bool
    first: bool = False
    """Whether only the first two cards of a hand are counted."""

    @property
    def meaning(self) -> str:
        """What it is, in English."""
        return str(say(f"facts.meaning.{self.name}"))


def _is_rank(wanted: Rank) -> Callable[[Card], bool]:
    return lambda card: card.rank is wanted


def _is_suit(wanted: Suit) -> Callable[[Card], bool]:
    return lambda card: card.suit is wanted


_FACES = frozenset({Rank.JACK, Rank.QUEEN, Rank.KING})
RANK_SORTS: Mapping[str, Callable[[Card], bool]] = {
    **{str(name): _is_rank(rank) for name, rank in zip(RANK_NAMES, Rank, strict=True)},
    "face": lambda card: card.rank in _FACES,
    "zero": lambda card: card.points == 0,
}
"""What counts of ranks can ask for: a rank, court cards, or all cards that count nothing."""
SUIT_SORTS: Mapping[str, Callable[[Card], bool]] = {
    **{suit.name.lower(): _is_suit(suit) for suit in Suit},
    "red": lambda card: card.is_red,
    "black": lambda card: not card.is_red,
}
FAMILIES: dict[str, Family] = {
    family.name: family
    for family in (
        Family(
            "player_first_ranks", 2, RANK_SORTS, Level.RANKS, player=True, banker=False, first=True
        ),
        Family(
            "banker_first_ranks", 2, RANK_SORTS, Level.RANKS, player=False, banker=True, first=True
        ),
        Family("player_ranks", 3, RANK_SORTS, Level.RANKS, player=True, banker=False),
        Family("banker_ranks", 3, RANK_SORTS, Level.RANKS, player=False, banker=True),
        Family("ranks", 6, RANK_SORTS, Level.RANKS, player=True, banker=True),
        Family("player_suits", 3, SUIT_SORTS, Level.SUITS, player=True, banker=False),
        Family("banker_suits", 3, SUIT_SORTS, Level.SUITS, player=False, banker=True),
        Family("suits", 6, SUIT_SORTS, Level.SUITS, player=True, banker=True),
    )
}
"""The counts that a condition can ask for, by name."""


@cache
def fact(name: str) -> Fact:
    """Return a fact by its name: one of `FACTS`, or a count like "player_ranks.K"."""
    return FACTS[name] if name in FACTS else _count(name)


def is_deep(names: Iterable[str]) -> bool:
    """Return True if one of these facts takes the cards themselves."""
    return any(fact(name).deep for name in names)


def level_of(names: Iterable[str]) -> Level:
    """Return the part of the cards that these facts depend on, taken together."""
    return max((fact(name).level for name in names), default=Level.POINTS)


def _count(name: str) -> Fact:
    """Return the fact of how many cards of a sort a hand, or the coup, has."""
    group, _, sort = name.partition(".")
    family = FAMILIES[group]
    trait = traits.count(sort, family.level, family.cards[sort], first=family.first)

    def of(finish: Finish) -> Value:
        found = trait.of(finish.player) if family.player else 0
        assert isinstance(found, int), "a count is a number"
        other = trait.of(finish.banker) if family.banker else 0
        assert isinstance(other, int), "a count is a number"
        return found + other

    return Fact(
        name,
        tuple(range(family.most + 1)),
        of,
        (trait,) if family.player else (),
        (trait,) if family.banker else (),
        sort,
    )


def start(hand: Hand) -> Start:
    """Return the first two cards of a hand, reduced to what facts depend on."""
    one, two = hand.cards[0], hand.cards[1]
    colour = MIXED if one.is_red is not two.is_red else RED if one.is_red else BLACK
    return Start(hand.pair, one.suit is two.suit, colour)


def finish(coup: Coup) -> Finish:
    """Return a complete coup, reduced to what facts depend on."""
    assert coup.is_complete, "an incomplete coup has no facts"
    return finish_of_hands(coup.player, coup.banker)


def finish_of_hands(player: Hand, banker: Hand) -> Finish:
    """Return the end of a coup with these hands."""
    return Finish(
        player.total,
        banker.total,
        len(player.cards),
        len(banker.cards),
        start(player),
        start(banker),
        player.cards,
        banker.cards,
    )

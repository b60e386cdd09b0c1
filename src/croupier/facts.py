"""The vocabulary in which bets are written: each fact about a finished coup, defined once.

A fact is read off a `Finish`, the few things about a complete coup that facts depend on. Odds and
simulations can make a `Finish` without cards and get the very same facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from croupier.cards import Rank
from croupier.coup import Coup, Hand, Winner, compare
from croupier.tableau import is_natural
from croupier.words import Message, say, series
from croupier.words import Value as Words

Value = str | int | bool
Terms = tuple[tuple[str, frozenset[Value]], ...]
"""Facts by name, each with the values it may have; all must hold."""


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
    """One property of a finished coup; its words are in the catalogue `facts` under its name."""

    name: str
    values: tuple[Value, ...]
    level: Level
    of: Callable[[Finish], Value]

    @property
    def means(self) -> Message:
        """What it is, for somebody who writes a game."""
        return say(f"facts.meaning.{self.name}")

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
        if isinstance(values[0], int):
            most = int(max(values))
            return say(f"facts.is.{self.name}", values=numbers(values), most=most)
        named = [say(f"facts.value.{value}") for value in values]
        return say(f"facts.is.{self.name}", values=series(named, "or"))


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


_ALL = (
    Fact("winner", tuple(str(winner) for winner in Winner), Level.POINTS, _winner),
    Fact("player_total", TOTALS, Level.POINTS, lambda f: f.player_total),
    Fact("banker_total", TOTALS, Level.POINTS, lambda f: f.banker_total),
    Fact("sum", tuple(range(19)), Level.POINTS, lambda f: f.player_total + f.banker_total),
    Fact("margin", TOTALS, Level.POINTS, lambda f: abs(f.player_total - f.banker_total)),
    Fact("player_cards", (2, 3), Level.POINTS, lambda f: f.player_cards),
    Fact("banker_cards", (2, 3), Level.POINTS, lambda f: f.banker_cards),
    Fact("cards", (4, 5, 6), Level.POINTS, lambda f: f.player_cards + f.banker_cards),
    Fact("player_natural", YES_NO, Level.POINTS, _player_natural),
    Fact("banker_natural", YES_NO, Level.POINTS, _banker_natural),
    Fact("natural", YES_NO, Level.POINTS, lambda f: _player_natural(f) or _banker_natural(f)),
    Fact("player_pair", YES_NO, Level.RANKS, lambda f: f.player_start.pair is not None),
    Fact("banker_pair", YES_NO, Level.RANKS, lambda f: f.banker_start.pair is not None),
    Fact(
        "pairs",
        (0, 1, 2),
        Level.RANKS,
        lambda f: (f.player_start.pair is not None) + (f.banker_start.pair is not None),
    ),
    Fact("twin_pair", YES_NO, Level.RANKS, _twin),
    Fact("player_perfect_pair", YES_NO, Level.SUITS, lambda f: _perfect(f.player_start)),
    Fact("banker_perfect_pair", YES_NO, Level.SUITS, lambda f: _perfect(f.banker_start)),
    Fact(
        "perfect_pairs",
        (0, 1, 2),
        Level.SUITS,
        lambda f: _perfect(f.player_start) + _perfect(f.banker_start),
    ),
    Fact("player_suited", YES_NO, Level.SUITS, lambda f: f.player_start.suited),
    Fact("banker_suited", YES_NO, Level.SUITS, lambda f: f.banker_start.suited),
    Fact("player_colour", COLOURS, Level.SUITS, lambda f: f.player_start.colour),
    Fact("banker_colour", COLOURS, Level.SUITS, lambda f: f.banker_start.colour),
    Fact("colour", COLOURS, Level.SUITS, _colour),
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


# Conditions in words: what must hold together, and what is enough

_NATURALS = {
    "player": ("natural", "player_natural"),
    "banker": ("natural", "banker_natural"),
    "tie": ("natural", "player_natural", "banker_natural"),
    "hand": ("natural",),
}
_WINNERS: Mapping[frozenset[Value], str] = {
    frozenset({"player"}): "player",
    frozenset({"banker"}): "banker",
    frozenset({"tie"}): "tie",
    frozenset({"player", "banker"}): "hand",
    frozenset({"player", "tie"}): "not_banker",
    frozenset({"banker", "tie"}): "not_player",
}
"""What each choice of results is called in the catalogue."""


def say_all(terms: Terms) -> Message:
    """Return facts that must all hold: "Banker wins with 6 on two cards and Player has 3 cards"."""
    winner, how, clauses = _sorted(terms)
    said = [FACTS[name].said(allowed) for name, allowed in clauses.items()]
    if winner is not None:
        said.insert(0, _ended(winner, [how]) if how else say(f"facts.value.{winner}"))
    if not said:
        return say("facts.always")
    return said[0] if len(said) == 1 else say("facts.together", facts=series(said, "all"))


def say_any(conditions: Iterable[Terms]) -> Words:
    """Return conditions of which one is enough: "Banker wins with a natural, or by 4 points"."""
    said: list[Words] = []
    ways: list[list[Message]] = []
    last: str | None = None
    for terms in conditions:
        winner, how, clauses = _sorted(terms)
        plain = bool(winner and how and not clauses)
        if plain and winner == last:
            ways.append(how)
            said.pop()
        else:
            ways = [how]
        last = winner if plain else None
        said.append(_ended(winner, ways) if plain and winner else say_all(terms))
    return said[0] if len(said) == 1 else series(said, "or_else")


def _ended(winner: str, ways: list[list[Message]]) -> Message:
    """Return how a coup ended, given the ways in which it did; each way is all of its parts."""
    said = [say("facts.how.all", all=series(parts, "manner")) for parts in ways]
    return say(f"facts.ends.{winner}", how=series(said, "or_else"))


def _sorted(terms: Terms) -> tuple[str | None, list[Message], dict[str, frozenset[Value]]]:
    """Return the one winner that is asked for, how it wins, and the facts that say neither."""
    asked = {name: allowed for name, allowed in terms if len(allowed) < len(FACTS[name].values)}
    if "winner" not in asked:
        return None, [], asked
    winner = _WINNERS[asked.pop("winner")]
    return winner, list(_manner(winner, asked)), asked


def _manner(winner: str, asked: dict[str, frozenset[Value]]) -> Iterator[Message]:
    """Yield how a hand wins or both tie, and take that out of the facts that are asked for.

    A natural ends the deal, so the winner has one, and on a tie both hands, if anybody has.
    """
    if winner.startswith("not_"):
        return
    if winner == Winner.TIE:
        if "player_total" in asked or "banker_total" in asked:
            first = "player_total" if "player_total" in asked else "banker_total"
            total = asked.pop(first)
            if asked.get("banker_total") == total:
                del asked["banker_total"]
            yield say("facts.how.tied_at", total=numbers(total))
    else:
        yield from _score(winner, asked)
    said = {asked.pop(name) for name in _NATURALS[winner] if name in asked}
    if said:
        yield say("facts.how.natural") if frozenset({True}) in said else say("facts.how.no_natural")


def _score(winner: str, asked: dict[str, frozenset[Value]]) -> Iterator[Message]:
    """Yield with which total, on how many cards and by how many points a hand wins."""
    total, cards = asked.pop(f"{winner}_total", None), asked.pop(f"{winner}_cards", None)
    on = None if cards is None else say(f"facts.how.cards_{min(cards)}")
    if total is not None and on is not None:
        yield say("facts.how.total_on_cards", total=numbers(total), cards=on)
    elif total is not None:
        yield say("facts.how.total", total=numbers(total))
    elif on is not None:
        yield say("facts.how.cards", cards=on)
    margin = asked.pop("margin", None)
    if margin is not None:
        yield say("facts.how.margin", margin=numbers(margin), most=max(map(int, margin)))


def simplest(conditions: Iterable[Terms]) -> list[Terms]:
    """Return fewer conditions that are met by the same coups.

    Two that differ in one fact become one with the values of both; one that another includes is
    left out.
    """
    found: list[dict[str, frozenset[Value]]] = []
    for terms in conditions:
        new = dict(terms)
        place = 0
        while place < len(found):
            joined = _joined(found[place], new)
            if joined is None:
                place += 1
            else:
                # What it became may now be joined to one that was passed over.
                del found[place]
                new, place = joined, 0
        found.append(new)
    return [tuple(each.items()) for each in found]


def _joined(
    one: dict[str, frozenset[Value]], two: dict[str, frozenset[Value]]
) -> dict[str, frozenset[Value]] | None:
    """Return the one condition that holds where either does; None if there is none."""
    for wide, narrow in ((one, two), (two, one)):
        if all(name in narrow and narrow[name] <= allowed for name, allowed in wide.items()):
            return wide
    differing = [name for name in one if one[name] != two.get(name)]
    if one.keys() != two.keys() or len(differing) != 1:
        return None
    return one | {differing[0]: one[differing[0]] | two[differing[0]]}

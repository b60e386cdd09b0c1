"""Conditions on facts: when they hold, which of them are one, and how they are said.

A condition is a number of ways, of which one is enough; each way is facts that must all hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from croupier.coup import Winner
from croupier.facts import Terms, Value, fact, numbers
from croupier.words import Message, say, series
from croupier.words import Value as Words

MOST_WAYS = 256
"""In how many ways a condition may hold; more are refused when a file is read."""


@dataclass(frozen=True, slots=True)
class Condition:
    """The ways in which a condition holds; with one way of no facts it always does."""

    ways: tuple[Terms, ...]

    @classmethod
    def of(cls, terms: Terms) -> Condition:
        """Return the condition that all these facts must hold."""
        return cls((terms,))

    def holds(self, facts: Mapping[str, Value]) -> bool:
        """Return True if these facts meet the condition."""
        # Plain loops: all() with a generator takes three times as long, for every bet of a round.
        for terms in self.ways:
            for name, allowed in terms:
                if facts[name] not in allowed:
                    break
            else:
                return True
        return False

    @property
    def facts(self) -> tuple[str, ...]:
        """The names of the facts it asks for."""
        return tuple(dict.fromkeys(name for terms in self.ways for name, _ in terms))

    def said(self) -> Words:
        """Return the condition in words, for the middle of a sentence."""
        ways = simplest(self.ways)
        return say_all(ways[0]) if len(ways) == 1 else say_any(ways)


NEVER = Condition(())
ALWAYS = Condition(((),))


class TooManyWays(Exception):
    """A condition holds in more ways than `MOST_WAYS`."""


def both(one: Condition, other: Condition) -> Condition:
    """Return the condition that both hold; ways that contradict themselves are left out."""
    found: dict[Terms, None] = {}
    for left in one.ways:
        for right in other.ways:
            joined = dict(left)
            for name, allowed in right:
                joined[name] = joined.get(name, allowed) & allowed
            if all(joined.values()):
                found.setdefault(tuple(joined.items()))
                if len(found) > MOST_WAYS:
                    raise TooManyWays
    return Condition(tuple(found))


def either(conditions: Iterable[Condition]) -> Condition:
    """Return the condition that one of these holds."""
    ways = tuple(dict.fromkeys(terms for each in conditions for terms in each.ways))
    if len(ways) > MOST_WAYS:
        raise TooManyWays
    return Condition(ways)


def neither(condition: Condition) -> Condition:
    """Return the condition that this one does not hold."""
    found = ALWAYS
    for terms in condition.ways:
        others = [
            Condition.of(((name, frozenset(fact(name).values) - allowed),))
            for name, allowed in terms
            if len(allowed) < len(fact(name).values)
        ]
        found = both(found, either(others))
    return found


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
    said = [fact(name).said(allowed) for name, allowed in clauses.items()]
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
    asked = {name: allowed for name, allowed in terms if len(allowed) < len(fact(name).values)}
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

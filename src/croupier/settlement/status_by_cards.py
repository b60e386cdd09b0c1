"""The status of bets that ask for the cards themselves, whatever is still to come.

Hands that the facts of a bet cannot tell apart are one (`croupier.game.hand_classes`): each bet is
asked about the few pairs of classes in which the coup can still end. In a game with one such bet
all bets are looked at in this way; other games take the shorter way of `established`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import product

from croupier.cards import Card
from croupier.game.first_cards import Known
from croupier.game.hand_classes import Opening, Start, classes, endings, points_of_sorts
from croupier.game.model import BetKind, Game, PayLine

Cards = tuple[Card, ...]
Ending = Callable[[PayLine | None], str]
"""What a bet is when this pay line decides it, or none."""


class OpenBet:
    """A bet of the layout, and what was found out about it."""

    def __init__(self, kind: BetKind, ending: Ending) -> None:
        """Take a bet; `ending` says what a pay line, or None, makes of it."""
        self._kind, self._ending = kind, ending
        self._classes = classes(kind.facts)
        self._points = points_of_sorts(self._classes)
        self._ends: dict[tuple[int, int], str] = {}
        self._openings: dict[tuple[int, Cards], Opening] = {}
        self._known: dict[tuple[Opening, Opening, tuple[int, ...]], frozenset[str]] = {}
        self._same: dict[frozenset[Start], Opening] = {}

    def endings(self, player: Cards, banker: Cards, thirds: Cards) -> frozenset[str]:
        """Return all that the bet can become, given the cards on the table."""
        drawn = tuple([self._classes.sort_of[card] for card in thirds])
        key = self._opening(0, player), self._opening(1, banker), drawn
        if key not in self._known:
            self._known[key] = frozenset(map(self._end, endings(*key)))
        return self._known[key]

    def _opening(self, hand: int, cards: Cards) -> Opening:
        key = hand, cards
        if key not in self._openings:
            starts = frozenset(begun(self._kind.facts, hand, cards))
            if starts not in self._same:
                self._same[starts] = Opening(starts, self._points)
            self._openings[key] = self._same[starts]
        return self._openings[key]

    def _end(self, met: tuple[int, int]) -> str:
        if met not in self._ends:
            player, banker = self._classes.whole
            values = self._classes.values(player.examples[met[0]], banker.examples[met[1]])
            line = self._kind.line(dict(zip(self._classes.names, values, strict=True)))
            self._ends[met] = self._ending(line)
        return self._ends[met]


def begun(names: tuple[str, ...], hand: int, cards: Cards) -> Iterator[Start]:
    """Yield what a hand with these first cards, at most two, can start with."""
    found = classes(names)
    table = found.whole[hand]
    sorts = sorted(found.sort_of[card] for card in cards)
    if len(sorts) == 2:
        yield table.starts[sorts[0], sorts[1]]
        return
    for pair, start in table.starts.items():
        if not sorts or sorts[0] in pair:
            yield start


def turned(game: Game, hand: int, known: Known) -> Mapping[frozenset[Start], Cards]:
    """Return the cards that a hand can be, whatever lies face down: of those alike, one."""
    found = classes(game.facts)
    sorts = found.cards()
    hands = product(*(sorts if card is None else (card,) for card in known))
    return {frozenset(begun(game.facts, hand, cards)): cards for cards in hands}


def third_cards(game: Game, thirds: tuple[Card | None, ...]) -> Iterator[Cards]:
    """Yield the third cards, whatever lies face down."""
    sorts = classes(game.facts).cards()
    yield from product(*(sorts if card is None else (card,) for card in thirds))


@lru_cache(maxsize=64)
def open_bets(game: Game, ending: Ending) -> Mapping[str, OpenBet]:
    """Return the bets of a game by key."""
    return {key: OpenBet(kind, ending) for key, kind in game.bets.items()}

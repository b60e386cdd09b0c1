"""Views of a coup for bets that ask for the cards themselves: both hands, each by its class.

A view has a code for every two classes that its facts tell apart. The tables that find the class of
a hand by its cards are what the compiled kernels look codes up in.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from croupier.cards import Card, Rank, Suit
from croupier.coup import Coup, Hand
from croupier.facts import Finish, finish_of_hands
from croupier.game.hand_classes import HandTable, classes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DRAWN_ORDER = (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING, *tuple(Rank)[:9])
"""The order of ranks in drawing: those that count nothing first, then ace to nine."""
MOST_CODES = 1 << 23
"""The most codes of a view: each takes eight bytes in every thread that counts."""
NO_CARD = 52
"""The place of a third card that was not drawn."""


class View:
    """The codes of coups for some facts."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._classes = classes(names)
        self._player, self._banker = self._classes.whole
        self.bankers = len(self._banker.examples)
        """How many classes Banker's hand has."""
        self.codes = len(self._player.examples) * self.bankers
        """How many codes there are."""

    def code_of(self, coup: Coup) -> int:
        """Return the code of a complete coup."""
        player = self._class(self._player, coup.player)
        return player * self.bankers + self._class(self._banker, coup.banker)

    def _class(self, table: HandTable, hand: Hand) -> int:
        one, two, *third = (self._classes.sort_of[card] for card in hand.cards)
        start = table.starts[min(one, two), max(one, two)]
        return start.draws[third[0]] if third else start.stands

    def finish_of(self, code: int) -> Finish:
        """Return the end of a coup with this code."""
        player, banker = divmod(code, self.bankers)
        return finish_of_hands(
            Hand(self._player.examples[player]), Hand(self._banker.examples[banker])
        )

    @cached_property
    def sorts(self) -> list[int]:
        """The sort of each card, in the order in which kernels number them."""
        return [self._classes.sort_of[Card(rank, suit)] for rank in DRAWN_ORDER for suit in Suit]

    @property
    def width(self) -> int:
        """How many sorts of cards there are."""
        return len(self._classes.cards())

    def table(self, hand: int) -> list[int]:
        """Return the class of Player's (0) or Banker's hand by its sorts.

        The index is (first · width + second) · (width + 1) + third; `width` is no third card.
        """
        starts, width = (self._player, self._banker)[hand].starts, self.width
        return [
            number
            for one in range(width)
            for two in range(width)
            for start in (starts[min(one, two), max(one, two)],)
            for number in (*start.draws, start.stands)
        ]


@lru_cache(maxsize=64)
def view(names: tuple[str, ...]) -> View:
    """Return the view of some facts."""
    return View(names)


class Tables(NamedTuple):
    """The tables of some views as arrays, for compiled code."""

    sorts: NDArray[np.uint8]
    """A row a view: the sort of each card, and for no card how many sorts there are."""
    shapes: NDArray[np.int64]
    """A row a view: its width, where its tables begin, its classes of Banker's hand, its place."""
    classes: NDArray[np.int32]
    """The tables of all views one after the other, Player's before Banker's."""


@lru_cache(maxsize=16)
def tables(views: tuple[tuple[str, ...], ...], base: int) -> Tables:
    """Return the tables of views; the codes of the first one come after those of `base`."""
    import numpy as np

    sorts: list[list[int]] = []
    shapes: list[tuple[int, int, int, int, int]] = []
    found: list[int] = []
    place = base
    for each in map(view, views):
        sorts.append([*each.sorts, each.width])
        player = len(found)
        found += each.table(0)
        shapes.append((each.width, player, len(found), each.bankers, place))
        found += each.table(1)
        place += each.codes
    return Tables(
        np.array(sorts, np.uint8).reshape(-1, NO_CARD + 1),
        np.array(shapes, np.int64).reshape(-1, 5),
        np.array(found, np.int32),
    )

"""Shoes as arrays and as tables: every coup, its cards and result, what each bet brought."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card, Rank, Suit
from croupier.game.model import Game
from croupier.lab.exact import shoe_words
from croupier.lab.parquet import Column, Kind
from croupier.lab.results import Result, Row, frame
from croupier.provenance import provenance
from croupier.simulation import Plan
from croupier.simulation.card_columns import CARDS, NO_CARD, WINNERS, CoupColumns, deal_columns
from croupier.strategy.payoffs import Payoffs

PLACES = ("player_1", "banker_1", "player_2", "banker_2", "player_3", "banker_3")
"""The cards of a coup in the order they are dealt, by column."""

PART_ROWS = 131_072
"""About how many coups are dealt, or written, at a time."""

_TEXTS = tuple(card.text for card in CARDS)
_RESULTS = tuple(str(winner) for winner in WINNERS)
_ORDERED = tuple(Card(rank, suit) for rank in Rank for suit in Suit)
_NUMBERS = np.full(256, -1, np.int8)
_NUMBERS[: len(CARDS)] = [_ORDERED.index(card) for card in CARDS]


@dataclass(frozen=True)
class Payments:
    """What the bets of a game bring for a unit staked, looked up by how a coup ended."""

    game: Game
    plan: Plan

    @cached_property
    def values(self) -> Mapping[str, tuple[Fraction, ...]]:
        """By bet, every net result that it can have, -1 first."""
        return {bet: tuple(sorted({*row})) for bet, row in self._nets.items()}

    @cached_property
    def places(self) -> Mapping[str, NDArray[np.uint8]]:
        """By bet, for each code of a coup the place of its net result among the values."""
        found = {}
        for bet, row in self._nets.items():
            place = {value: at for at, value in enumerate(self.values[bet])}
            found[bet] = np.array([place[value] for value in row], np.uint8)
        return found

    @cached_property
    def _nets(self) -> Mapping[str, list[Fraction]]:
        payoffs = Payoffs(self.game, self.plan, tuple(self.game.bets))
        return {
            bet: [Fraction(net, payoffs.unit) for net in row]
            for bet, row in zip(payoffs.bets, payoffs.nets, strict=True)
        }


def table_of(dealt: CoupColumns, payments: Payments) -> list[Column]:
    """Return dealt coups as the columns of a table, a row a coup."""
    last = dealt.first + len(dealt.rounds)
    coups, cards = int(dealt.rounds.max()), dealt.plan.cards
    return [
        Column("shoe", Kind.WHOLE, range(dealt.first, last), dealt.shoe),
        Column("coup", Kind.SMALL, range(coups), dealt.coup),
        Column("cards_left", Kind.SMALL, range(cards + 1), dealt.left),
        *(
            Column(name, Kind.TEXT, _TEXTS, dealt.cards[at], NO_CARD if at > 3 else None)
            for at, name in enumerate(PLACES)
        ),
        Column("player_total", Kind.SMALL, range(10), dealt.totals[0]),
        Column("banker_total", Kind.SMALL, range(10), dealt.totals[1]),
        Column("result", Kind.TEXT, _RESULTS, dealt.winner),
        *(
            Column(
                f"bet_{bet}",
                Kind.NUMBER,
                tuple(map(float, payments.values[bet])),
                places[dealt.codes],
            )
            for bet, places in payments.places.items()
        ),
    ]


def parts_of(plan: Plan, shoes: int, first: int = 0) -> Iterator[CoupColumns]:
    """Yield the coups of so many shoes, some thousand shoes at a time."""
    step = max(1, PART_ROWS * 5 // plan.cards)
    for begin in range(first, first + shoes, step):
        yield deal_columns(plan, begin, min(step, first + shoes - begin))


@dataclass(frozen=True, repr=False)
class Shoes(Result):
    """Coups of whole shoes as NumPy arrays, one value a coup; the seed's own cards, in order."""

    game: Game
    plan: Plan
    shoes: int
    """How many shoes there are."""
    shoes_asked: int
    dealt: tuple[CoupColumns, ...]

    names = (*(card.text for card in _ORDERED), "")
    """The cards by their numbers: `np.array(shoes.names)[shoes.cards]`; -1, no card, is empty."""

    results = _RESULTS
    """Who won by the numbers in `result`: player, banker, tie."""

    @property
    def rounds(self) -> int:
        """How many coups there are."""
        return len(self.coup)

    @property
    def stopped(self) -> bool:
        """Whether Ctrl-C ended it before all shoes were dealt."""
        return self.shoes < self.shoes_asked

    @cached_property
    def shoe(self) -> NDArray[np.int64]:
        """The number of each coup's shoe."""
        return np.concatenate([part.first + part.shoe.astype(np.int64) for part in self.dealt])

    @cached_property
    def coup(self) -> NDArray[np.int16]:
        """Which coup of its shoe each is, from 0."""
        return self._joined("coup").astype(np.int16)

    @cached_property
    def cards_left(self) -> NDArray[np.int16]:
        """How many cards were left before each coup."""
        return self._joined("left").astype(np.int16)

    @cached_property
    def cards(self) -> NDArray[np.int8]:
        """The cards by [coup, place]: Player and Banker in turn; `names` has them, -1 is none."""
        found: NDArray[np.int8] = _NUMBERS[np.concatenate([part.cards.T for part in self.dealt])]
        return found

    @cached_property
    def totals(self) -> NDArray[np.int8]:
        """The totals by [coup, hand]: Player's, Banker's."""
        return np.concatenate([part.totals.T for part in self.dealt]).astype(np.int8)

    @cached_property
    def result(self) -> NDArray[np.int8]:
        """Who won each coup: 0 Player, 1 Banker, 2 a tie."""
        return self._joined("winner").astype(np.int8)

    @cached_property
    def bets(self) -> Mapping[str, NDArray[np.float64]]:
        """By bet, what a unit staked on it brought in each coup: -1 for a loss."""
        codes = self._joined("codes")
        return {
            bet: np.array(self._payments.values[bet], np.float64)[places[codes]]
            for bet, places in self._payments.places.items()
        }

    @cached_property
    def _payments(self) -> Payments:
        return Payments(self.game, self.plan)

    def _joined(self, name: str) -> NDArray[Any]:
        return np.concatenate([getattr(part, name) for part in self.dealt])

    @property
    def provenance(self) -> Mapping[str, object]:
        """Version, digest, shoe, seed, shoes asked and done, whether it was stopped."""
        return shoes_provenance(self.game, self.plan, self.shoes_asked, self.shoes, self.rounds)

    def to_dict(self) -> dict[str, Any]:
        """Return the columns by name, and where they come from."""
        return {"game": self.game.key, **self.provenance, "coups": self.to_columns()}

    def to_columns(self) -> dict[str, list[Any]]:
        """Return the columns of `croupier shoes` by name."""
        found: dict[str, list[Any]] = {}
        for part in self.dealt:
            for column in table_of(part, self._payments):
                found.setdefault(column.name, []).extend(column.rows())
        return found

    def to_rows(self) -> Sequence[Row]:
        """Return a row for each coup, with the columns of `croupier shoes`."""
        columns = self.to_columns()
        return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]

    def to_frame(self, library: str | None = None) -> Any:
        """Return the columns of `croupier shoes` as a data frame."""
        return frame(self.to_columns(), library)

    def _headline(self) -> str:
        ended = f", stopped before {self.shoes_asked:,}" if self.stopped else ""
        shoe = f"{self.shoes:,} shoes of {shoe_words(self.plan.decks, 0)}{ended}"
        return f"{self.game.key}, {shoe}, seed {self.plan.seed}: {self.rounds:,} coups"


def shoes_provenance(
    game: Game, plan: Plan, asked: int, done: int, rounds: int
) -> dict[str, object]:
    """Return where the coups of shoes come from."""
    return provenance(
        game,
        decks=plan.decks,
        cut=plan.cut,
        seed=plan.seed,
        shoes_asked=asked,
        shoes=done,
        rounds=rounds,
        stopped=done < asked,
    )

"""Where the cards of a digital table come from: handed to `decide`, never kept in a table."""

from __future__ import annotations

from typing import NamedTuple, NoReturn, Protocol

from croupier.cards import Card


class Opened(NamedTuple):
    """A card that lay face down, and the salt that opens its seal."""

    card: Card
    salt: str


class Fresh(NamedTuple):
    """A shoe that is ready to be started."""

    cards: int
    fixed: bool
    commitment: str | None


class Source(Protocol):
    """What only the keeper of the shoe knows, asked for when a rule calls for it."""

    def peek(self, count: int) -> tuple[Card, ...]:
        """Give the next cards, fewer where the shoe ends."""

    def seal(self) -> str:
        """Give the seal of the next card, which is to lie face down."""

    def open(self, place: int) -> Opened:
        """Open a card of the round that lies face down."""

    def seed(self) -> str | None:
        """Give the seed of the shoe that ends; None where its order was given."""

    def fresh(self) -> Fresh:
        """Give the shoe that is to start."""


class NoSource:
    """The source of a table whose cards are entered by hand: it is never asked."""

    def _none(self, *_: object) -> NoReturn:
        raise AssertionError("a manual table has no source of cards")

    peek = seal = open = fresh = _none

    def seed(self) -> None:
        """A real shoe has no seed."""
        return

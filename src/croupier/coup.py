"""The cards of one round: hands, totals, whose card is next, the result."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from croupier import tableau
from croupier.cards import Card, Rank, parse_cards
from croupier.errors import Code, Refused
from croupier.tableau import Decision
from croupier.words import Message, say


class Side(StrEnum):
    """The two hands of the game; never a person."""

    PLAYER = "player"
    BANKER = "banker"

    @property
    def other(self) -> Side:
        """The hand it plays against."""
        return Side.BANKER if self is Side.PLAYER else Side.PLAYER

    @property
    def win(self) -> Winner:
        """The result of a coup that this hand wins."""
        return Winner(self.value)


class Winner(StrEnum):
    """The result of a coup."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"


@dataclass(frozen=True, slots=True)
class Hand:
    """Player's or Banker's cards, at most three."""

    cards: tuple[Card, ...]
    total: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        points = 0
        for card in self.cards:
            points += card.points
        object.__setattr__(self, "total", points % 10)

    @property
    def is_natural(self) -> bool:
        """Whether it is eight or nine on two cards."""
        return tableau.is_natural(self.total, len(self.cards))

    @property
    def pair(self) -> Rank | None:
        """The rank that the first two cards share, if they do."""
        if len(self.cards) < 2 or self.cards[0].rank is not self.cards[1].rank:
            return None
        return self.cards[0].rank

    @property
    def third(self) -> Card | None:
        """The third card, once drawn."""
        return self.cards[2] if len(self.cards) == 3 else None


@dataclass(frozen=True, slots=True)
class Coup:
    """The cards of a round in the order they left the shoe, and what follows from them."""

    cards: tuple[Card, ...] = ()
    player: Hand = field(init=False, compare=False)
    banker: Hand = field(init=False, compare=False)
    next: Side | None = field(init=False, compare=False)
    """The hand that the next card goes to; None once the coup is complete."""

    def __post_init__(self) -> None:
        cards = self.cards
        player, banker, turn = _split(cards)
        put = object.__setattr__
        put(self, "player", player)
        put(self, "banker", banker)
        put(self, "next", turn)

    @classmethod
    def of(cls, cards: str | Iterable[object]) -> Coup:
        """Return the coup of written cards, "2s 6d 3c Kh 9c" or a list of them, in order."""
        return cls(parse_cards(cards))

    def deal(self, card: Card) -> Coup:
        """Return the coup with one more card, dealt to the hand that is next."""
        return Coup((*self.cards, card))

    @property
    def is_complete(self) -> bool:
        """Whether no further card is to come."""
        return self.next is None

    @property
    def player_decision(self) -> Decision:
        """Why Player drew or stood; it takes four cards."""
        return tableau.player(*self._first_totals())

    @property
    def banker_decision(self) -> Decision:
        """Why Banker drew or stood; it takes Player's finished hand."""
        third = self.player.third
        return tableau.banker(*self._first_totals(), third.points if third else None)

    def _first_totals(self) -> tuple[int, int]:
        assert len(self.cards) >= 4, "nobody decides before four cards are dealt"
        one, two, three, four = self.cards[:4]
        return (one.points + three.points) % 10, (two.points + four.points) % 10

    @property
    def winner(self) -> Winner:
        """The hand with the higher total, or a tie; only of a complete coup."""
        assert self.is_complete, "an incomplete coup has no result"
        return compare(self.player.total, self.banker.total)

    @property
    def result(self) -> str:
        """The result in English: "Banker wins 6 to 4", "Tie at 7"."""
        return str(self.said)

    @property
    def said(self) -> Message:
        """The result in words; only of a complete coup."""
        player, banker = self.player.total, self.banker.total
        return say(f"settlement.result.{self.winner}", player=player, banker=banker)


def compare(player_total: int, banker_total: int) -> Winner:
    """Return the winner of two final totals: nine is the highest."""
    if player_total == banker_total:
        return Winner.TIE
    return Winner.PLAYER if player_total > banker_total else Winner.BANKER


def _split(cards: tuple[Card, ...]) -> tuple[Hand, Hand, Side | None]:
    """Return both hands and who gets the next card: two cards each in turn, then third cards."""
    count = len(cards)
    player = Hand(cards[0:4:2])
    banker = Hand(cards[1:4:2])
    if count < 4:
        return player, banker, Side.BANKER if count % 2 else Side.PLAYER
    player_total, banker_total = player.total, banker.total
    used = 4
    third: int | None = None
    if tableau.player(player_total, banker_total).draws:
        if count == 4:
            return player, banker, Side.PLAYER
        third = cards[4].points
        player = Hand((*player.cards, cards[4]))
        used = 5
    if tableau.banker(player_total, banker_total, third).draws:
        if count == used:
            return player, banker, Side.BANKER
        banker = Hand((*banker.cards, cards[used]))
        used += 1
    if count > used:
        raise Refused(
            Code.WRONG_CARDS,
            say(
                "settlement.coup_complete",
                used=used,
                player=player.total,
                banker=banker.total,
                count=count,
            ),
        )
    return player, banker, None

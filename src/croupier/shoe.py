"""A shoe as a value: its cards, how far it is dealt, what is left; shuffles that can be verified.

docs/shuffle.md specifies the shuffle byte by byte, so that anybody can deal a shoe again elsewhere.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from struct import unpack
from typing import TypeVar

from croupier.cards import DECK, Card
from croupier.errors import Code, InvalidInput, Refused, brief
from croupier.words import Message, Value, say

T = TypeVar("T")

LEAST_SEED = 32
"""The fewest bytes a seed may have: 256 bits, so that nobody can guess the seed of a commitment."""

MOST_ENTROPY = 1024
"""The most bytes that a patron's name, and a patron's text, may have in UTF-8."""

WORDS = 1 << 16
"""How many values a word of the stream can have: a draw takes two bytes."""

MOST_DECKS = WORDS // len(DECK)
"""The most decks: a word must be able to select every card."""

# Each hash has its own tag in front, so that none can be used in place of another.
_COMMITMENT = b"croupier.shuffle.1.commitment\0"
_KEY = b"croupier.shuffle.1.key\0"
_STREAM = b"croupier.shuffle.1.stream\0"
_SEAL = b"croupier.card.1.seal\0"


def foreign_card(cards: Iterable[Card], decks: int) -> Card | None:
    """Return a card that comes up more often than the decks hold it; None if there is none."""
    seen = tuple(cards)
    if len(seen) <= decks:
        return None
    return next((card for card, copies in Counter(seen).items() if copies > decks), None)


@dataclass(frozen=True, slots=True)
class Shoe:
    """Cards in the order they will be dealt; drawing returns a new shoe."""

    decks: int
    cards: tuple[Card, ...] = field(repr=False)
    position: int = 0

    @classmethod
    def of(cls, decks: int, cards: Iterable[Card]) -> Shoe:
        """Return a shoe with cards in this order; raise if they are more than the decks hold."""
        filled = tuple(cards)
        stranger = foreign_card(filled, decks)
        if stranger is not None:
            said = say("settlement.card_too_often", card=stranger.text, decks=decks)
            raise Refused(Code.FOREIGN_CARD, said)
        return cls(decks, filled)

    @classmethod
    def sorted(cls, decks: int) -> Shoe:
        """Return a shoe of whole decks in the order of the box, not shuffled."""
        return cls(decks, DECK * decks)

    def draw(self) -> tuple[Card, Shoe]:
        """Return the next card, and the shoe without it; raise `Refused` if it is empty."""
        if self.left == 0:
            raise Refused(Code.WRONG_CARDS, say("settlement.shoe_empty"))
        return self.cards[self.position], Shoe(self.decks, self.cards, self.position + 1)

    @property
    def left(self) -> int:
        """How many cards are left."""
        return len(self.cards) - self.position


def _u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def _sized(data: bytes) -> bytes:
    """Return data with its length in front, so that "ab", "c" and "a", "bc" stay different."""
    return _u32(len(data)) + data


_ENTROPY_NAME, _ENTROPY = say("settlement.the_entropy_name"), say("settlement.the_entropy")


def _utf8(text: object, what: Message) -> bytes:
    if not isinstance(text, str):
        raise InvalidInput(Code.MALFORMED, say("settlement.no_text", what=what, got=brief(text)))
    try:
        data = text.encode()
    except UnicodeEncodeError:
        raise InvalidInput(Code.MALFORMED, say("settlement.no_utf8", what=what)) from None
    if len(data) > MOST_ENTROPY:
        said = say("settlement.too_many_bytes", what=what, count=len(data), most=MOST_ENTROPY)
        raise InvalidInput(Code.MALFORMED, said)
    return data


@dataclass(frozen=True, slots=True)
class Entropy:
    """What a patron adds to a shuffle once its commitment is published: any text of their own."""

    patron: str
    text: str
    data: bytes = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        name = _utf8(self.patron, _ENTROPY_NAME)
        text = _utf8(self.text, _ENTROPY)
        object.__setattr__(self, "data", _sized(name) + _sized(text))


def words(key: bytes) -> Iterator[int]:
    """Yield the endless stream of a key: SHA-256 in counter mode, read as 16-bit numbers."""
    counter = 0
    while True:
        yield from unpack(">16H", sha256(_STREAM + key + _u32(counter)).digest())
        counter += 1


def below(n: int, stream: Iterator[int]) -> int:
    """Return a number from 0 to n - 1, each equally likely.

    Words past the last whole multiple of n are skipped: their remainders would favour small
    numbers.
    """
    assert 0 < n <= WORDS
    limit = WORDS - WORDS % n
    word = next(stream)
    while word >= limit:
        word = next(stream)
    return word % n


def fisher_yates(things: Sequence[T], stream: Iterator[int]) -> tuple[T, ...]:
    """Return things shuffled: each place, from the last to the second, swaps with one up to it."""
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        pick = below(last + 1, stream)
        order[last], order[pick] = order[pick], order[last]
    return tuple(order)


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A shuffle as a value: the same decks, seed and entropy give the same order, always.

    The seed comes from the operating system, fresh for each shoe, and is secret until the shoe
    ends. It is in no repr and in no error.
    """

    decks: int
    seed: bytes = field(repr=False)
    entropy: tuple[Entropy, ...] = ()

    def __post_init__(self) -> None:
        if type(self.decks) is not int or not 1 <= self.decks <= MOST_DECKS:
            raise InvalidInput(
                Code.DECKS_OUT_OF_RANGE,
                say("settlement.shuffle_decks", most=MOST_DECKS, got=brief(self.decks)),
            )
        if not isinstance(self.seed, bytes) or len(self.seed) < LEAST_SEED:
            given: Value = type(self.seed).__name__
            if isinstance(self.seed, bytes):
                given = len(self.seed)
            said = say("settlement.shuffle_seed", least=LEAST_SEED, got=given)
            raise InvalidInput(Code.MALFORMED, said)
        if not isinstance(self.entropy, tuple) or not all(
            isinstance(added, Entropy) for added in self.entropy
        ):
            raise InvalidInput(Code.MALFORMED, say("settlement.shuffle_entropy"))

    @property
    def commitment(self) -> str:
        """What is published before the first bet: it fixes the seed without revealing it."""
        return sha256(_COMMITMENT + self.seed).hexdigest()

    @property
    def key(self) -> bytes:
        """The hash of the seed and all entropy that gives the order; as secret as the seed."""
        added = b"".join(entropy.data for entropy in self.entropy)
        return sha256(_KEY + _sized(self.seed) + _u32(len(self.entropy)) + added).digest()

    def order(self) -> tuple[Card, ...]:
        """Return the cards in the order they will be dealt."""
        return fisher_yates(Shoe.sorted(self.decks).cards, words(self.key))

    def shoe(self) -> Shoe:
        """Return a shoe in this order, nothing dealt."""
        return Shoe(self.decks, self.order())


def check(
    commitment: str, seed: bytes, entropy: Iterable[Entropy], decks: int, dealt: Iterable[Card]
) -> None:
    """Raise if a shoe does not agree with what was revealed at its end; the error says where.

    `dealt` has all cards that left the shoe, in that order; they need not be the whole shoe.
    """
    shuffle = Shuffle(decks, seed, tuple(entropy))
    if not isinstance(commitment, str) or not re.fullmatch("[0-9a-f]{64}", commitment):
        raise InvalidInput(Code.MALFORMED, say("settlement.bad_commitment", got=brief(commitment)))
    if commitment != shuffle.commitment:
        raise Refused(
            Code.MALFORMED,
            say("settlement.other_commitment", said=commitment, found=shuffle.commitment),
        )
    _check_cards(tuple(dealt), shuffle.order())


def _check_cards(dealt: tuple[Card, ...], order: tuple[Card, ...]) -> None:
    for place, (was, should) in enumerate(zip(dealt, order, strict=False), start=1):
        if was != should:
            said = say("settlement.other_card", place=place, was=was.text, should=should.text)
            raise Refused(Code.WRONG_CARDS, said)
    if len(dealt) > len(order):
        raise Refused(
            Code.WRONG_CARDS,
            say("settlement.more_than_the_shoe", count=len(dealt), cards=len(order)),
        )


def seal(card: Card, salt: str) -> str:
    """Return the commitment to a card dealt face down; its salt is revealed when it is turned."""
    return sha256(_SEAL + _sized(salt.encode()) + card.text.encode()).hexdigest()

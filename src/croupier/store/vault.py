"""The secrets of a digital table: orders, seeds, cards face down. No event or view has them."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from hashlib import sha256

import msgspec

from croupier.cards import Card
from croupier.shoe import LEAST_SEED, Entropy, Shuffle, seal
from croupier.table import events as e
from croupier.table.vocabulary import Fresh, Opened

_SALT = b"croupier.card.1.salt\0"
_SEED = b"croupier.seed.1\0"


def read_seed(text: str) -> bytes:
    """Return the seed of 64 or more hexadecimal digits; any other text is hashed."""
    try:
        raw = bytes.fromhex(text)
    except ValueError:
        raw = b""
    return raw if len(raw) >= LEAST_SEED else sha256(_SEED + text.encode()).digest()


class _Secret(msgspec.Struct, frozen=True):
    """A shoe as it is stored."""

    decks: int
    seed: bytes
    salt: bytes
    cards: list[str] | None


class _Mark(msgspec.Struct, frozen=True):
    """The state of a vault; together with the secret of the shoe it is complete."""

    decks: int
    shoe: int
    position: int
    entropy: list[tuple[str, str]]
    dealt: int
    down: list[tuple[int, str, str]]


class _Shoe:
    """One shoe: its order is made when the first card is needed, with all entropy added by then."""

    def __init__(self, decks: int, seed: bytes, cards: tuple[Card, ...] | None, salt: bytes):
        self.shuffle = Shuffle(decks, seed)
        self.fixed = cards is not None
        self._cards = cards
        self._salt = salt
        self.position = 0

    def sealed(self) -> bytes:
        cards = [card.text for card in self.cards()] if self.fixed else None
        shuffle = self.shuffle
        return msgspec.json.encode(_Secret(shuffle.decks, shuffle.seed, self._salt, cards))

    @classmethod
    def unsealed(cls, secret: bytes) -> _Shoe:
        kept = msgspec.json.decode(secret, type=_Secret)
        cards = None if kept.cards is None else tuple(Card.parse(text) for text in kept.cards)
        return cls(kept.decks, kept.seed, cards, kept.salt)

    @property
    def count(self) -> int:
        return len(self._cards) if self._cards is not None else self.shuffle.decks * 52

    def add(self, entropy: Entropy) -> None:
        shuffle = self.shuffle
        self.shuffle = Shuffle(shuffle.decks, shuffle.seed, (*shuffle.entropy, entropy))
        # A report that was refused may have needed the order as it was before.
        self._cards = None

    def cards(self) -> tuple[Card, ...]:
        if self._cards is None:
            self._cards = self.shuffle.order()
        return self._cards

    def salt(self) -> str:
        return sha256(_SALT + self._salt + self.position.to_bytes(4, "big")).hexdigest()[:32]


class Vault:
    """Keeps what a table must not know, and follows its events."""

    def __init__(self, draw: Callable[[int], bytes] = secrets.token_bytes) -> None:
        """Draw random bytes from the operating system, or from `draw` in a simulation."""
        self._draw = draw
        self._decks = 8
        self._shoe: _Shoe | None = None
        self._number = 0
        self._next: _Shoe | None = None
        self._dealt = 0
        self._down: dict[int, Opened] = {}

    def prepare(self, cards: tuple[Card, ...] | None = None, seed: str | None = None) -> None:
        """Prepare the next shoe as a command asks: with an order, a seed, or neither."""
        drawn = self._draw(LEAST_SEED)
        bytes_ = read_seed(seed) if seed is not None else drawn
        self._next = _Shoe(self._decks, bytes_, cards, drawn)

    def forget(self) -> None:
        """Drop the shoe that was prepared."""
        self._next = None

    def begin(self, decks: int) -> None:
        """Note how many decks a table was opened with; there is no shoe yet."""
        self._decks = decks

    @property
    def number(self) -> int:
        """The number of the current shoe, or of the last one."""
        return self._number

    def sealed(self) -> bytes:
        """Return what is to be stored of the shoe that was prepared; `unseal` prepares it again."""
        assert self._next is not None, "a shoe is ready to start"
        return self._next.sealed()

    def unseal(self, secret: bytes) -> None:
        """Prepare a shoe that was stored."""
        self._next = _Shoe.unsealed(secret)

    def mark(self) -> bytes | None:
        """Return the state of the vault as bytes; None while it has no shoe."""
        shoe = self._shoe
        if shoe is None:
            return None
        entropy = [(each.patron, each.text) for each in shoe.shuffle.entropy]
        down = [(place, card.text, salt) for place, (card, salt) in self._down.items()]
        return msgspec.json.encode(
            _Mark(self._decks, self._number, shoe.position, entropy, self._dealt, down)
        )

    def restore(self, mark: bytes, secret: Callable[[int], bytes]) -> None:
        """Go to the state that `mark` returned; `secret` returns what was stored of a shoe."""
        kept = msgspec.json.decode(mark, type=_Mark)
        shoe = _Shoe.unsealed(secret(kept.shoe))
        for patron, text in kept.entropy:
            shoe.add(Entropy(patron, text))
        shoe.position = kept.position
        self._decks, self._number, self._shoe = kept.decks, kept.shoe, shoe
        self._dealt = kept.dealt
        self._down = {place: Opened(Card.parse(text), salt) for place, text, salt in kept.down}

    def _here(self) -> _Shoe:
        assert self._shoe is not None, "a digital table has a shoe when it is asked for cards"
        return self._shoe

    def peek(self, count: int) -> tuple[Card, ...]:
        """Return the next cards, or fewer if the shoe ends."""
        shoe = self._here()
        return shoe.cards()[shoe.position : shoe.position + count]

    def seal(self) -> str:
        """Return the commitment to the next card."""
        return seal(self.peek(1)[0], self._here().salt())

    def open(self, place: int) -> Opened:
        """Return a card of the round that lies face down."""
        return self._down[place]

    def seed(self) -> str | None:
        """Return the seed of the shoe that ends; None if its order was given."""
        shoe = self._here()
        return None if shoe.fixed else shoe.shuffle.seed.hex()

    def fresh(self) -> Fresh:
        """Return what is public of the shoe that is to start."""
        if self._next is None:
            self.prepare()
        shoe = self._next
        assert shoe is not None, "a shoe was just prepared"
        return Fresh(shoe.count, shoe.fixed, None if shoe.fixed else shoe.shuffle.commitment)

    def observe(self, event: e.Event) -> None:
        """Follow an event: cards that leave the shoe, and shoes that start."""
        match event:
            case e.TableOpened():
                self.begin(event.decks)
            case e.ShoeStarted():
                self._shoe, self._next = self._next, None
                self._number = event.shoe
                self._here().position = event.burned
            case e.EntropyAdded():
                self._here().add(Entropy(event.player, event.text))
            case e.IrregularityReported() if event.ready:
                self._here().position += len(event.ready)
            case e.CardDealt():
                self._take(event)
            case e.CardTurned():
                pass
            case e.CardsReconstructed() | e.OrderDecided():
                if event.cards is not None:
                    self._dealt = len(event.cards)
            case e.BetsOpened():
                self._dealt = 0
                self._down.clear()
            case _:
                pass

    def _take(self, event: e.CardDealt) -> None:
        if not event.ready:
            if event.seal is not None:
                self._down[self._dealt] = Opened(self.peek(1)[0], self._here().salt())
            self._here().position += 1
        self._dealt += 1

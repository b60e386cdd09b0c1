"""A table as it stands: everything that decides what may happen next, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from croupier.cards import Card
from croupier.coup import Coup, Side
from croupier.game.model import Banker, Game, Layout
from croupier.ledger import Book, patron
from croupier.money import Unit
from croupier.settlement import Bet, Limits, Round
from croupier.settlement.established import is_established, statuses_of
from croupier.settlement.round import POSITION_FEE, PlayerDealer
from croupier.shoe import Entropy
from croupier.table.words import Enforcement, Json, Option, Phase, ShoeKind

NOTHING: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Setup:
    """What the table was opened as, and what its sign says."""

    game: Game
    digest: str
    decks: int
    layout: Layout
    unit: Unit
    sign: Json
    """Limits as they were written."""
    limits: Limits
    enforcement: Enforcement
    shoe: ShoeKind
    face_down: bool
    insurance: bool
    cut: int
    burn: int
    schedule: Json
    """Fees as they were written."""
    fees: Mapping[str, int]

    @property
    def banked_by_player(self) -> bool:
        """Whether a player-dealer stands against the others."""
        return self.game.bank.by is Banker.PLAYER_DEALER

    def fee_of(self, kind: str) -> int:
        """Say what a bet of this kind costs; insurance costs nothing."""
        bet = self.game.bets.get(kind)
        return self.fees.get(bet.fee, 0) if bet and bet.fee else 0

    @property
    def position_fee(self) -> int:
        """Say what a hand costs the player-dealer."""
        return self.fees.get(POSITION_FEE, 0)


@dataclass(frozen=True, slots=True)
class ShoeState:
    """What is known of the shoe: how many cards it has, how many left it, and which were seen."""

    number: int
    cards: int
    burned: int
    fixed: bool
    """Whether its order was given, for a test: no cut card, and nothing to prove."""
    commitment: str | None
    entropy: tuple[Entropy, ...] = ()
    used: bool = False
    """Whether bets were opened or a card drawn on it: nothing may be added to its shuffle."""
    out: int = 0
    seen: Mapping[Card, int] = field(default_factory=dict)

    @property
    def left(self) -> int:
        """How many cards are in it."""
        return self.cards - self.burned - self.out


class Dealt(NamedTuple):
    """A card of the round on its place; one that lies face down is not known."""

    hand: Side
    number: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class Case:
    """A report that waits for a decision."""

    kind: str
    cards: tuple[Card, ...]
    behind: int
    settled: bool = False
    """Whether it is about a round that was paid, noticed before the next one began."""


@dataclass(frozen=True, slots=True)
class Position:
    """Who banks, from which seat, with how much, and for how many hands already."""

    seat: int
    patron: str
    wager: int
    hands: int = 0


@dataclass(frozen=True, slots=True)
class Ended:
    """The round before, as long as it can still be put right."""

    number: int
    round: Round
    profits: Mapping[str, int]
    net: Mapping[str, int]
    returned: frozenset[str] = frozenset()
    """Original bets given back after settlement."""


@lru_cache(maxsize=4096)
def coup_of(cards: tuple[Card, ...]) -> Coup:
    """Give the coup of these cards; the same few are asked for again and again."""
    return Coup(cards)


@dataclass(frozen=True, slots=True)
class Table:
    """One table. `evolve` folds an event into it; nothing else makes a new one."""

    setup: Setup | None = None
    open: bool = False
    phase: Phase = Phase.IDLE
    before: Phase = Phase.IDLE
    """Where to go back to after an interruption or a choice."""
    round: int = 0
    patrons: tuple[str, ...] = ()
    seats: Mapping[int, str] = field(default_factory=dict)
    book: Book = field(default_factory=Book)
    bets: tuple[Bet, ...] = ()
    placed: int = 0
    """How many bets were ever placed: names the next one."""
    charged: bool = False
    """Whether the fees of the round are taken."""
    returned: frozenset[str] = frozenset()
    """Original bets of the round that were given back: settled as returned."""
    shoe: ShoeState | None = None
    shoes: int = 0
    replaced: bool = False
    """Whether the shoe was replaced in this round and nothing was drawn from the new one."""
    cards: tuple[Dealt, ...] = ()
    entered: int | None = None
    """The place of the last card that was entered or turned."""
    ready: tuple[Card, ...] = ()
    """Cards that have left the shoe and come by the next deals."""
    squeezes: Mapping[Side, str] = field(default_factory=dict)
    waived: bool = False
    together: bool = False
    """Whether cards were drawn together in this round: the shoe may be replaced."""
    case: Case | None = None
    choices: Mapping[str, Option | None] = field(default_factory=dict)
    chosen: bool = False
    """Whether the last choice ended because everybody had chosen."""
    position: Position | None = None
    offered: int | None = None
    declined: tuple[int, ...] = ()
    ended: Ended | None = None

    @property
    def rules(self) -> Setup:
        """The set-up of a table that was opened."""
        assert self.setup is not None, "the table was never opened"
        return self.setup

    @property
    def game(self) -> Game:
        """The game it is played by."""
        return self.rules.game

    def free(self, name: str) -> int:
        """Say how many free chips a patron has."""
        return self.book.balance(patron(name))

    def available(self, name: str) -> int:
        """Say what a patron can still spend: fees that fall due at closing are spoken for."""
        free, setup = self.free(name), self.rules
        if not setup.fees or self.charged:
            return free
        due = sum(setup.fee_of(bet.kind) for bet in self.bets if bet.patron == name)
        if self.position is not None and self.position.patron == name:
            due += setup.position_fee
        return free - due

    @property
    def known(self) -> tuple[Card, ...] | None:
        """The cards of the round in their order; None while one of them lies face down."""
        cards = tuple([dealt.card for dealt in self.cards if dealt.card is not None])
        return cards if len(cards) == len(self.cards) else None

    @property
    def coup(self) -> Coup | None:
        """The coup so far; None while a card of it lies face down."""
        cards = self.known
        return None if cards is None else coup_of(cards)

    @property
    def hidden(self) -> tuple[int, ...]:
        """The places of cards that lie face down."""
        return tuple(place for place, dealt in enumerate(self.cards) if dealt.card is None)

    @property
    def established(self) -> bool:
        """Whether some bet that the layout offers is certainly won or lost, by the cards seen."""
        seen = {
            side: tuple(d.card for d in self.cards[:4] if d.hand is side and d.card is not None)
            for side in Side
        }
        thirds = tuple(dealt.card.points for dealt in self.cards[4:] if dealt.card is not None)
        return _established(self.game, seen[Side.PLAYER], seen[Side.BANKER], thirds)

    def bet(self, bet_id: str) -> Bet | None:
        """Find a bet of the round by its id."""
        return next((bet for bet in self.bets if bet.id == bet_id), None)

    @property
    def bettors(self) -> tuple[str, ...]:
        """Everybody with a bet in the round, in the order of their first bets."""
        return tuple(dict.fromkeys(bet.patron for bet in self.bets))

    def next_seat(self, after: int, passed: Iterable[int] = ()) -> int | None:
        """Give the next occupied seat clockwise that has not passed, the same one last."""
        skipped = set(passed)
        order = sorted(self.seats, key=lambda seat: (seat <= after, seat))
        return next((seat for seat in order if seat not in skipped), None)

    def as_round(self, coup: Coup | None = None) -> Round:
        """Give the round as settlement sees it, by the coup on the table or another one."""
        setup, position = self.rules, self.position
        banked = position is not None and setup.banked_by_player
        return Round(
            game=setup.game,
            coup=coup or self.coup or Coup(),
            bets=_seated(self.bets),
            unit=setup.unit,
            decks=setup.decks,
            limits=setup.limits,
            player_dealer=(
                PlayerDealer(position.seat, position.patron, position.wager)
                if position is not None and banked
                else None
            ),
            seats=setup.layout.boxes if banked else None,
            fees=setup.fees if banked else {},
        )


def _seated(bets: tuple[Bet, ...]) -> tuple[Bet, ...]:
    """Let the first standing patron count as seated where the seated one took a refund.

    Their bets stand on their own then; settlement asks for somebody seated at every box.
    """
    if not any(bet.standing for bet in bets):
        return bets
    holders: dict[int, str] = {}
    for bet in bets:
        if not bet.standing:
            holders[bet.box] = bet.patron
    for bet in bets:
        holders.setdefault(bet.box, bet.patron)
    taken = {bet.box for bet in bets if not bet.standing}
    return tuple(
        bet._replace(standing=False)
        if bet.standing and bet.box not in taken and holders[bet.box] == bet.patron
        else bet
        for bet in bets
    )


@lru_cache(maxsize=4096)
def _established(
    game: Game, player: tuple[Card, ...], banker: tuple[Card, ...], thirds: tuple[int, ...]
) -> bool:
    return is_established(statuses_of(game, player, banker, thirds))

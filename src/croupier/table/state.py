"""The state of a table: everything that decides what may happen next, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from croupier.cards import Card
from croupier.coup import Coup, Side
from croupier.game.model import POSITION_FEE, Banker, Game, Layout, Stage
from croupier.ledger import Book, patron
from croupier.money import Unit
from croupier.settlement import Bet, Limits, Round
from croupier.settlement.round import PlayerDealer
from croupier.shoe import Entropy
from croupier.table.round_cards import (
    Dealt,
    by_place,
    coup_of,
    established_by,
    is_done,
    points_of,
)
from croupier.table.vocabulary import Deadline, Enforcement, Json, Option, Pace, Phase, ShoeKind

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
        """Whether a player-dealer banks the game, and not the house."""
        return self.game.bank.by is Banker.PLAYER_DEALER

    def fee_of(self, kind: str) -> int:
        """Return the fee for a bet of this kind; insurance costs nothing."""
        bet = self.game.bets.get(kind)
        return self.fees.get(bet.fee, 0) if bet and bet.fee else 0

    @property
    def position_fee(self) -> int:
        """The fee that the player-dealer pays for a hand."""
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
    fault: str | None = None
    """The report that took it out of play: no round opens before a new shoe."""
    short: bool = False
    """Whether the House found too few cards in it for a round: a new one is due."""

    @property
    def left(self) -> int:
        """How many cards are in it."""
        return self.cards - self.burned - self.out


@dataclass(frozen=True, slots=True)
class Case:
    """A report that waits for a decision."""

    kind: str
    does: str
    """What is to be decided: the cards, their order, or anything at all."""
    cards: tuple[Card, ...]
    behind: int
    settled: bool = False
    """Whether it was reported between rounds, of the round just paid or of the shoe."""


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
    returned: frozenset[str]
    """Original bets that were given back, before it was paid or after."""
    waived: bool
    """Whether insurance after Player's third card was waived in it."""
    insurance: bool
    """Whether the sign offered insurance when it was played."""
    forgone: frozenset[str]
    """Who walked away from it after betting."""
    withheld: frozenset[Stage]
    """Stages that were reached in it with the next card known."""
    position: Position | None = None
    """Who banked it, as before that hand; None once they have given the position up."""


@dataclass(frozen=True, slots=True)
class Table:
    """One table. Only `evolve` makes a new one: the table after an event."""

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
    lay: tuple[Bet, ...] = ()
    """All bets as they lay when some were last taken back after closing, those marked as returned;
    empty where none were."""
    placed: int = 0
    """How many bets were ever placed: names the next one."""
    charged: bool = False
    """Whether the fees of the round are taken."""
    returned: frozenset[str] = frozenset()
    """Original bets of the round that were given back: settled as returned."""
    shoe: ShoeState | None = None
    shoes: int = 0
    older: int = 0
    """How many cards of the round came from a replaced shoe: the new one misses none of them."""
    cards: tuple[Dealt, ...] = ()
    entered: int | None = None
    """The place of the last card that was entered or turned."""
    ready: tuple[Card, ...] = ()
    """Cards that have left the shoe and come by the next deals."""
    exposed: bool = False
    """Whether those present have seen the next card, though nobody has named it."""
    asked: Mapping[Side, str] = field(default_factory=dict)
    """Who last asked to squeeze a hand in this round."""
    squeezes: Mapping[Side, str] = field(default_factory=dict)
    waived: bool = False
    forgone: frozenset[str] = frozenset()
    """Who walked away after betting in this round: they insure nothing in it any more."""
    withheld: frozenset[Stage] = frozenset()
    """Stages of insurance that were reached with the next card known: nothing was to be offered."""
    ended_at: tuple[Card, ...] = ()
    """The cards of the round as they lay when the dealer ended insurance: other cards open it."""
    together: bool = False
    """Whether cards were drawn together in this round: the shoe may be replaced."""
    case: Case | None = None
    repairing: str | None = None
    """A card exposed or drawn in excess that may still be declared beyond repair."""
    shown: bool = False
    """Whether a card was seen in this round while its bets were open."""
    barred: frozenset[str] = frozenset()
    """Who took a bet back because of such a card: they bet no more in this round."""
    choices: Mapping[str, Option | None] = field(default_factory=dict)
    chosen: bool = False
    """Whether the last choice ended because everybody had chosen."""
    position: Position | None = None
    offered: int | None = None
    declined: tuple[int, ...] = ()
    ended: Ended | None = None
    owed: Mapping[str, int] = field(default_factory=dict)
    """What patrons owe who had cashed out before their round was undone."""
    automatic: bool = False
    """Whether the automatic dealer runs it, and not a person."""
    pace: Pace = field(default_factory=Pace)
    deadline: Deadline | None = None
    """What patrons were told last; gone once the table has left the place that it was for."""

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
        """Return how many free chips a patron has."""
        return self.book.balance(patron(name))

    def available(self, name: str) -> int:
        """Return what a patron can still spend, less the fees that are taken when bets close."""
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
        # By their places: hands may have been dealt unevenly, and not in this order.
        order = sorted(self.cards, key=by_place)
        cards = tuple([dealt.card for dealt in order if dealt.card is not None])
        return cards if len(cards) == len(self.cards) else None

    @property
    def coup(self) -> Coup | None:
        """The coup so far; None while a card of it lies face down."""
        cards = self.known
        return None if cards is None else coup_of(cards)

    @property
    def next_hand(self) -> Side | None:
        """The hand that the next card goes to; None once no card is to come.

        After four cards it is asked only if all of them are seen.
        """
        if len(self.cards) >= 4:
            coup = self.coup
            assert coup is not None, "what depends on cards face down turns them first"
            return coup.next
        player = sum(dealt.hand is Side.PLAYER for dealt in self.cards)
        banker = len(self.cards) - player
        return Side.PLAYER if player < 2 and player <= banker else Side.BANKER

    @property
    def next_known(self) -> bool:
        """Whether the next card is known to everybody present before it is dealt."""
        return bool(self.ready) or self.exposed

    @property
    def hidden(self) -> tuple[int, ...]:
        """The places of cards that lie face down."""
        return tuple(place for place, dealt in enumerate(self.cards) if dealt.card is None)

    @property
    def established(self) -> bool:
        """Whether some bet that the layout offers is certainly won or lost by the cards dealt.

        A card that lies face down counts as dealt: it must hold for every card that it can be.
        """
        return established_by(self.game, self.cards)

    def place_of(self, hand: Side, number: int) -> int | None:
        """Return the place of a hand's card in the order of the round; None if it was not dealt."""
        for place, dealt in enumerate(self.cards):
            if dealt.hand is hand and dealt.number == number:
                return place
        return None

    def bet(self, bet_id: str) -> Bet | None:
        """Return a bet of the round by its id; None if there is none."""
        return next((bet for bet in self.bets if bet.id == bet_id), None)

    @property
    def round_bets(self) -> tuple[Bet, ...]:
        """Every bet of the round in the order they were placed, with those taken back."""
        return _with_returned(self.lay, self.bets)

    @property
    def bettors(self) -> tuple[str, ...]:
        """Everybody with a bet in the round, in the order of their first bets."""
        return tuple(dict.fromkeys(bet.patron for bet in self.bets))

    def next_seat(self, after: int, passed: Iterable[int] = ()) -> int | None:
        """Return the next occupied seat clockwise that has not passed; this one comes last."""
        skipped = set(passed)
        order = sorted(self.seats, key=lambda seat: (seat <= after, seat))
        return next((seat for seat in order if seat not in skipped), None)

    def as_round(self, coup: Coup | None = None) -> Round:
        """Return the round as settlement needs it, with the coup on the table or another one."""
        setup, position = self.rules, self.position
        banked = position is not None and setup.banked_by_player
        return Round(
            game=setup.game,
            coup=coup or self.coup or Coup(),
            bets=_seated(self.round_bets),
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

    @property
    def done(self) -> bool:
        """Whether no card is to come, even if some of those dealt lie face down."""
        coup = self.coup
        if coup is not None:
            return coup.is_complete
        if len(self.cards) < 4 or any(by_place(dealt) == (3, True) for dealt in self.cards):
            return len(self.cards) >= 4
        totals = (self._totals(side) for side in Side)
        thirds = [dealt.card for dealt in self.cards if dealt.number == 3]
        return is_done(*totals, points_of(thirds[0]) if thirds else None)

    def _totals(self, side: Side) -> tuple[int, ...]:
        """The totals that a hand's first two cards can have, as far as they are seen."""
        first = [d.card for d in self.cards if d.hand is side and d.number < 3]
        seen = [card.points for card in first if card is not None]
        return (sum(seen) % 10,) if len(seen) == len(first) else tuple(range(10))


def _with_returned(lay: tuple[Bet, ...], live: tuple[Bet, ...]) -> tuple[Bet, ...]:
    """Return all bets of a round in order: as they lay at the last refund, then those placed since.

    A bet that still lies there has its present amount. A bet that is gone altogether, such as
    insurance on cards that were put right, is left out.
    """
    if not lay:
        return live
    now = {bet.id: bet for bet in live}
    kept = [bet if bet.returned else now.pop(bet.id, None) for bet in lay]
    return (*[bet for bet in kept if bet is not None], *now.values())


def _seated(bets: tuple[Bet, ...]) -> tuple[Bet, ...]:
    """Return the bets with the first standing patron as seated at boxes with no seated one.

    Settlement needs somebody seated at every box. Only older logs have boxes without: since then,
    bets that were taken back stay in the round, marked as returned.
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

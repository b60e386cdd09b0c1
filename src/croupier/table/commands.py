"""What people at a table can ask for. A command may be refused; what comes of it are events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

from croupier.cards import Card
from croupier.coup import Side
from croupier.game.model import Game, Stage
from croupier.money import CENT, Unit
from croupier.table.deadlines import Pace
from croupier.table.vocabulary import Adjustment, Enforcement, Json, Option, ShoeKind, Stake, snake


class Command:
    """Anything that can be asked of a table."""

    __slots__ = ()


C = TypeVar("C", bound=Command)

COMMANDS: dict[str, type[Command]] = {}
"""Every command by the name that scripts call it: `place_bet`."""


@dataclass_transform(frozen_default=True)
def _command(cls: type[C]) -> type[C]:
    made = dataclass(frozen=True, slots=True)(cls)
    COMMANDS[snake(cls.__name__)] = made
    return made


@_command
class OpenTable(Command):
    """Open the table for a game; what is left out is as the game has it."""

    game: Game
    decks: int | None = None
    layout: str | None = None
    unit: Unit = CENT
    limits: Json | None = None
    enforcement: Enforcement = Enforcement.AUTOMATIC
    shoe: ShoeKind = ShoeKind.DIGITAL
    face_down: bool = False
    insurance: bool | None = None
    cut: int = 14
    burn: int = 0
    fees: Json | None = None
    float: str | None = None
    """Chips in the tray; a text, for the unit is read in the same breath."""


@_command
class CloseTable(Command):
    """Close the table between rounds; chips stay their owners'."""


@_command
class Fill(Command):
    """Bring chips from the cage to the tray."""

    amount: Stake


@_command
class Credit(Command):
    """Send chips from the tray to the cage."""

    amount: Stake


@_command
class ChangeTable(Command):
    """Change the sign between rounds; what is left out stays."""

    limits: Json | None = None
    insurance: bool | None = None
    enforcement: Enforcement | None = None
    fees: Json | None = None


@_command
class BuyIn(Command):
    """Give a patron chips for money."""

    player: str
    amount: Stake


@_command
class CashOut(Command):
    """Take a patron's chips back for money; all of them if no amount is said."""

    player: str
    amount: Stake | None = None


@_command
class Sit(Command):
    """Take a seat at a box."""

    box: int
    player: str | None = None


@_command
class Leave(Command):
    """Leave a seat; bets that lie there are settled all the same."""

    box: int | None = None
    player: str | None = None


@_command
class NewShoe(Command):
    """Start a shoe; a digital one may be given its order or its seed."""

    cards: tuple[Card, ...] | None = None
    seed: str | None = None


@_command
class AddEntropy(Command):
    """Add a patron's own text to the shuffle that was committed to."""

    text: str
    player: str | None = None


@_command
class OfferPlayerDealer(Command):
    """Offer a seat the right to bank."""

    seat: int


@_command
class AcceptPlayerDealer(Command):
    """Take the offer and put up a wager."""

    seat: int
    wager: Stake
    player: str | None = None


@_command
class DeclinePlayerDealer(Command):
    """Pass the offer on."""

    seat: int
    player: str | None = None


@_command
class ChangeWager(Command):
    """Put up another wager between hands."""

    seat: int
    wager: Stake
    player: str | None = None


@_command
class GiveUpPlayerDealer(Command):
    """Stop banking between hands."""

    seat: int
    player: str | None = None


@_command
class OpenBets(Command):
    """Call for bets: the round begins."""


@_command
class CloseBets(Command):
    """Call that no more bets are taken."""


@_command
class PlaceBet(Command):
    """Put chips on a box."""

    box: int
    bet: str
    amount: Stake
    player: str | None = None
    standing: bool = False
    id: str | None = None
    round: int | None = None
    """The round that it is meant for: in another one it is refused. None: whichever is on."""


@_command
class IncreaseBet(Command):
    """Add chips to a bet."""

    bet: str
    amount: Stake
    player: str | None = None
    round: int | None = None


@_command
class WithdrawBet(Command):
    """Take a bet back, or some of it."""

    bet: str
    amount: Stake | None = None
    player: str | None = None
    round: int | None = None


@_command
class RejectExcess(Command):
    """Hand back what lies above the limits."""


@_command
class Deal(Command):
    """Deal the next card by the rules; in a manual shoe, the card that came."""

    card: Card | None = None


@_command
class CorrectCard(Command):
    """Put the last card entered right."""

    card: Card


@_command
class Turn(Command):
    """Turn a card that lies face down; in a manual shoe, the card it shows."""

    hand: Side
    number: int
    card: Card | None = None
    player: str | None = None


@_command
class PlaceInsurance(Command):
    """Insure an original bet at the odds on offer."""

    box: int
    bet: str
    amount: Stake
    player: str | None = None
    id: str | None = None
    round: int | None = None


@_command
class RequestSqueeze(Command):
    """Ask to turn the cards of a hand oneself."""

    hand: Side
    player: str | None = None


@_command
class GrantSqueeze(Command):
    """Let the highest bettor turn the cards of a hand."""

    player: str
    hand: Side


@_command
class ExposeBankerFirst(Command):
    """Consent to show Banker's third card before Player's."""

    player: str
    hand: Side | None = None


@_command
class Settle(Command):
    """Pay and collect."""


@_command
class Report(Command):
    """Report that something went wrong."""

    kind: str
    cards: tuple[Card, ...] = ()
    round: int | None = None
    text: str | None = None


@_command
class Reconstruct(Command):
    """Put all cards of the round into their proper order; as dealt if none are named."""

    cards: tuple[Card, ...] | None = None
    reason: str | None = None


@_command
class CannotReconstruct(Command):
    """Decide that the cards cannot be put right; hands as they lie, or as dealt."""

    player_cards: tuple[Card, ...] | None = None
    banker_cards: tuple[Card, ...] | None = None
    reason: str | None = None


@_command
class DecideOrder(Command):
    """Decide in which order cards came that were drawn together."""

    cards: tuple[Card, ...]
    reason: str | None = None


@_command
class ReplaceShoe(Command):
    """Have a new set of cards; digital as for a new shoe."""

    cards: tuple[Card, ...] | None = None
    seed: str | None = None
    reason: str | None = None


@_command
class VoidRound(Command):
    """Declare the round void, and so confirm a report that waits."""

    reason: str | None = None


@_command
class DismissReport(Command):
    """Decide that a report was none: play goes on where it stopped."""

    reason: str | None = None


@_command
class Choose(Command):
    """Choose to continue or to take the bets back."""

    option: Option
    player: str | None = None


@_command
class CloseOptions(Command):
    """End the choice: whoever has not chosen continues."""


@_command
class Interrupt(Command):
    """A technical interruption begins."""


@_command
class Resume(Command):
    """The interruption is over."""


@_command
class ReturnUninsured(Command):
    """Return an original bet whose insurance, neglected by the dealer, would have won."""

    player: str
    stage: Stage
    hand: Side
    amount: Stake
    box: int | None = None


@_command
class Rule(Command):
    """Decide what the rules do not foresee."""

    text: str
    adjustments: tuple[Adjustment, ...] = ()


@_command
class SetDeadline(Command):
    """Tell patrons how many seconds they have for what is open; only a call ends it."""

    seconds: int


@_command
class AssignDealer(Command):
    """Have the table run by the automatic dealer or by a person; a pace left out stays."""

    automatic: bool
    pace: Pace | None = None

"""What people at a table can ask for. A command is refused, or events follow from it.

What the House does with the table itself is in `house_commands`; the lowest role that may give each
command is in `roles`.
"""

from __future__ import annotations

from croupier.cards import Card
from croupier.coup import Side
from croupier.game.model import Stage
from croupier.table.house_commands import ChangeTable as ChangeTable
from croupier.table.house_commands import CloseTable as CloseTable
from croupier.table.house_commands import Credit as Credit
from croupier.table.house_commands import Fill as Fill
from croupier.table.house_commands import OpenTable as OpenTable
from croupier.table.roles import COMMANDS as COMMANDS
from croupier.table.roles import Command as Command
from croupier.table.roles import command
from croupier.table.vocabulary import Adjustment, Option, Pace, Stake


@command("buy_in")
class BuyIn(Command):
    """Give a patron chips for money."""

    player: str
    amount: Stake
    cash: bool | None = None
    """Paid in cash at the table: it goes to the drop, and the chips come from the tray."""
    chips: bool | None = None
    """Nothing is paid: the patron brings chips of the house."""


@command("cash_out", at_closed_table=True)
class CashOut(Command):
    """Take a patron's chips back for money; all of them if no amount is given."""

    player: str
    amount: Stake | None = None
    chips: bool | None = None
    """Nothing is paid: the patron takes the chips along."""


@command("sit")
class Sit(Command):
    """Take a seat at a box."""

    box: int
    player: str | None = None


@command("leave")
class Leave(Command):
    """Leave a seat; bets that lie there are settled all the same."""

    box: int | None = None
    player: str | None = None


@command("new_shoe")
class NewShoe(Command):
    """Start a shoe; a digital one may be given its order or its seed."""

    cards: tuple[Card, ...] | None = None
    seed: str | None = None


@command("add_entropy")
class AddEntropy(Command):
    """Add a patron's own text to the shuffle that was committed to."""

    text: str
    player: str | None = None


@command("offer_player_dealer")
class OfferPlayerDealer(Command):
    """Offer a seat the right to bank."""

    seat: int


@command("accept_player_dealer")
class AcceptPlayerDealer(Command):
    """Take the offer and put up a wager."""

    seat: int
    wager: Stake
    player: str | None = None


@command("decline_player_dealer")
class DeclinePlayerDealer(Command):
    """Pass the offer on."""

    seat: int
    player: str | None = None


@command("change_wager")
class ChangeWager(Command):
    """Put up another wager between hands."""

    seat: int
    wager: Stake
    player: str | None = None


@command("give_up_player_dealer")
class GiveUpPlayerDealer(Command):
    """Stop banking between hands."""

    seat: int
    player: str | None = None


@command("open_bets", waits=True, topic="open_bets")
class OpenBets(Command):
    """Call for bets: the round begins."""


@command("close_bets", waits=True, topic="close_bets")
class CloseBets(Command):
    """Call that no more bets are taken."""


@command("place_bet", waits=True)
class PlaceBet(Command):
    """Put chips on a box."""

    box: int
    bet: str
    amount: Stake
    player: str | None = None
    standing: bool = False
    id: str | None = None
    round: int | None = None
    """The round that it is meant for: in another one it is refused. None fits any round."""


@command("increase_bet", waits=True)
class IncreaseBet(Command):
    """Add chips to a bet."""

    bet: str
    amount: Stake
    player: str | None = None
    round: int | None = None


@command("withdraw_bet", waits=True)
class WithdrawBet(Command):
    """Take a bet back, or some of it."""

    bet: str
    amount: Stake | None = None
    player: str | None = None
    round: int | None = None


BETS = frozenset({"place_bet", "increase_bet", "withdraw_bet"})
"""Commands of patrons that move chips between them and the felt, and nothing else."""


@command("reject_excess", waits=True, topic="reject_excess")
class RejectExcess(Command):
    """Hand back what lies above the limits."""


@command("deal", waits=True)
class Deal(Command):
    """Deal the next card by the rules; in a manual shoe, the card that came."""

    card: Card | None = None
    round: int | None = None
    place: int | None = None
    """Which card it is meant to be, from 1, of which round; None fits any."""


@command("correct_card", waits=True)
class CorrectCard(Command):
    """Correct the last card entered."""

    card: Card


@command("turn", waits=True)
class Turn(Command):
    """Turn a card that lies face down; in a manual shoe, the card it shows."""

    hand: Side
    number: int
    card: Card | None = None
    player: str | None = None
    round: int | None = None
    """The round that it is meant for, as for a bet."""


@command("place_insurance", waits=True)
class PlaceInsurance(Command):
    """Insure an original bet at the odds on offer."""

    box: int
    bet: str
    amount: Stake
    player: str | None = None
    id: str | None = None
    round: int | None = None


@command("request_squeeze", waits=True)
class RequestSqueeze(Command):
    """Ask to turn the cards of a hand oneself."""

    hand: Side
    player: str | None = None


@command("grant_squeeze", waits=True, topic="squeeze")
class GrantSqueeze(Command):
    """Let the highest bettor turn the cards of a hand."""

    player: str
    hand: Side


@command("expose_banker_first", waits=True, topic="banker_first")
class ExposeBankerFirst(Command):
    """Consent to show Banker's third card before Player's."""

    player: str
    hand: Side | None = None


@command("settle", waits=True)
class Settle(Command):
    """Pay and collect."""


@command("close_insurance", waits=True)
class CloseInsurance(Command):
    """End the offer of insurance; `round` and `place` are those of the card to come."""

    round: int | None = None
    place: int | None = None


@command("report")
class Report(Command):
    """Report that something went wrong."""

    kind: str
    cards: tuple[Card, ...] = ()
    round: int | None = None
    text: str | None = None


@command("reconstruct", topic="reconstruct")
class Reconstruct(Command):
    """Put all cards of the round into their proper order; as dealt if none are named."""

    cards: tuple[Card, ...] | None = None
    reason: str | None = None


@command("cannot_reconstruct", topic="reconstruct")
class CannotReconstruct(Command):
    """Decide that the cards cannot be put right; hands as they lie, or as dealt."""

    player_cards: tuple[Card, ...] | None = None
    banker_cards: tuple[Card, ...] | None = None
    reason: str | None = None


@command("decide_order", procedure="simultaneous_cards")
class DecideOrder(Command):
    """Decide in which order cards came that were drawn together."""

    cards: tuple[Card, ...]
    reason: str | None = None


@command("replace_shoe", topic="replace_shoe")
class ReplaceShoe(Command):
    """Replace the shoe; the fields of a digital one are those of `new_shoe`."""

    cards: tuple[Card, ...] | None = None
    seed: str | None = None
    reason: str | None = None


@command("void_round")
class VoidRound(Command):
    """Declare the round void, and so confirm a report that waits."""

    reason: str | None = None


@command("dismiss_report")
class DismissReport(Command):
    """Decide that a report was a mistake: play goes on where it stopped."""

    reason: str | None = None


@command("choose", waits=True)
class Choose(Command):
    """Choose to continue or to take the bets back."""

    option: Option
    player: str | None = None


@command("close_options", waits=True)
class CloseOptions(Command):
    """End the choice: whoever has not chosen continues."""


@command("interrupt")
class Interrupt(Command):
    """Interrupt the round for a technical reason."""


@command("resume", waits=True)
class Resume(Command):
    """End the interruption."""


@command("return_uninsured", procedure="insurance_not_offered")
class ReturnUninsured(Command):
    """Return an original bet whose insurance, neglected by the dealer, would have won."""

    player: str
    stage: Stage
    hand: Side
    amount: Stake
    box: int | None = None


@command("rule", at_closed_table=True, topic="ruling")
class Rule(Command):
    """Decide what the rules do not foresee."""

    text: str
    adjustments: tuple[Adjustment, ...] = ()


@command("set_deadline")
class SetDeadline(Command):
    """Announce how many seconds patrons have for what is open; it ends only by a command."""

    seconds: int


@command("assign_dealer")
class AssignDealer(Command):
    """Have the table run by the automatic dealer or by a person; a pace left out stays."""

    automatic: bool
    pace: Pace | None = None

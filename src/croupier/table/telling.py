"""What happened, in words: an event as a person at the table would tell it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from croupier.cards import Card
from croupier.coup import Side
from croupier.money import Unit
from croupier.table import event as e
from croupier.table.vocabulary import Option

_ORDINALS = {1: "first", 2: "second", 3: "third"}
_STAGES = {"four_cards": "after four cards", "player_third": "after Player's third card"}


def tell(event: e.Event, unit: Unit) -> str:
    """Tell an event in a sentence; amounts are in the table's unit."""
    return _TELLERS[type(event)](event, unit.write)


Write = Callable[[int], str]


def _faces(cards: Iterable[Card] | None) -> str:
    return " ".join(card.face for card in cards or ())


def _names(names: Iterable[str]) -> str:
    return ", ".join(names) or "nobody"


def _paid(money: Mapping[str, int], write: Write) -> str:
    return ", ".join(f"{name} {write(amount)}" for name, amount in money.items())


def _warned(warnings: tuple[e.Warning, ...]) -> str:
    return "".join(f"; warning: {each.message}" for each in warnings)


def _hand(side: Side) -> str:
    return side.value.capitalize()


def _opened(event: e.TableOpened, _: Write) -> str:
    shoe = {"digital": "a digital shoe", "manual": "a shoe dealt by hand"}
    cards = shoe.get(event.shoe, "a continuous shuffler")
    notices = "".join(f" {notice}" for notice in event.notices)
    return f"The table opens for {event.game.title}, {event.decks} decks from {cards}.{notices}"


def _shoe_started(event: e.ShoeStarted, _: Write) -> str:
    how = "in a given order" if event.fixed else ""
    if event.commitment:
        how = f"shuffled, committed to as {event.commitment[:16]}..."
    burned = f", {event.burned} burned" if event.burned else ""
    told = f"Shoe {event.shoe} starts with {event.cards} cards{burned}"
    return f"{told}{f', {how}' if how else ''}{_because(event.reason)}"


def _shoe_ended(event: e.ShoeEnded, _: Write) -> str:
    seed = f"; its seed was {event.seed[:16]}..." if event.seed else ""
    return f"Shoe {event.shoe} ends after {event.dealt} cards: {event.reason}{seed}"


def _placed(event: e.BetPlaced, write: Write) -> str:
    standing = ", standing" if event.standing else ""
    where = f"on {event.bet} at box {event.box}{standing} (bet {event.id})"
    return f"{event.player} puts {write(event.amount)} {where}{_warned(event.warnings)}"


def _closed(event: e.BetsClosed, write: Write) -> str:
    fees = f"; fees: {_paid(event.fees, write)}" if event.fees else ""
    cut = "".join(f"; {write(c.in_action)} of bet {c.bet} in action" for c in event.pro_rata)
    return f"No more bets in round {event.round}{fees}{cut}"


def _dealt(event: e.CardDealt, _: Write) -> str:
    card = "face down" if event.card is None else event.card.face
    early = ", which lay ready" if event.ready else ""
    return f"{_hand(event.hand)}'s {_ORDINALS[event.number]} card: {card}{early}"


def _reported(event: e.IrregularityReported, _: Write) -> str:
    cards = f" ({_faces(event.cards)})" if event.cards else ""
    text = f": {event.text}" if event.text else ""
    outcome = {
        "void": "it voids the round",
        "nothing": "noted",
        "reconstruct": "the supervisor decides whether the cards can be put right",
        "decide_order": "the supervisor decides which card came first",
        "ruling": "the shift manager decides",
        "continue": "play continues",
    }
    then = outcome.get(event.does, "the card comes in its order")
    if event.waits_for is not None:
        then = f"the {event.waits_for.replace('_', ' ')} confirms or dismisses it"
    elif event.shoe_out:
        then = "the shoe is out of play"
    kind = event.kind.replace("_", " ")
    return f"Reported in round {event.round}: {kind}{cards}{text}; {then}"


def _chose(event: e.OptionChosen, _: Write) -> str:
    wants = "the bets back" if event.option is Option.REFUND else "to continue"
    return f"{event.player} wants {wants}"


def _offered(event: e.InsuranceOffered, _: Write) -> str:
    lammers = ", ".join(f"{_hand(offer.hand)} at {offer.odds}" for offer in event.offers)
    return f"Insurance {_STAGES[event.stage]}: {lammers}"


def _settled(event: e.RoundSettled, _: Write) -> str:
    said = event.settlement
    player, banker = said["player"]["total"], said["banker"]["total"]
    result = (
        f"Tie at {player}" if said["result"] == "tie" else f"{said['result'].capitalize()} wins"
    )
    net = ", ".join(f"{name} {amount}" for name, amount in said["net"].items())
    score = "" if said["result"] == "tie" else f", Player {player} and Banker {banker}"
    return f"Round {said['id']} is settled: {result}{score}. Net: {net or 'no bets'}"


def _ruled(event: e.RulingMade, write: Write) -> str:
    owed = ", ".join(f"{each.player} {write(each.amount)}" for each in event.adjustments)
    return f"Ruling: {event.text}" + (f" ({owed})" if owed else "")


def _corrected(event: e.RoundCorrected, write: Write) -> str:
    money = _paid(event.changes, write)
    why = f"{event.reason}: {event.text}" if event.text else event.reason
    owed = f"; still owed: {_paid(event.owed, write)}" if event.owed else ""
    back = f"; insurance handed back: {', '.join(event.handed_back)}" if event.handed_back else ""
    told = f"Round {event.round}, already paid, is put right ({why})"
    return f"{told}: {money or 'nothing'}{owed}{back}"


def _voided(event: e.RoundVoided, write: Write) -> str:
    why = event.reason.replace("_", " ")
    if event.kind is not None and event.kind != event.reason:
        why = f"{event.kind.replace('_', ' ')}: {event.reason}"
    out = "; the shoe is out of play" if event.shoe_out else ""
    returned = _paid(event.returned, write) or "no bets"
    return f"Round {event.round} is void ({why}); returned: {returned}{out}"


def _because(reason: str | None) -> str:
    """Return the reason of the House in brackets; nothing where it gave none."""
    return f" ({reason})" if reason else ""


def _dismissed(event: e.ReportDismissed, _: Write) -> str:
    kind = event.kind.replace("_", " ")
    return f"The report of {kind} is dismissed{_because(event.reason)}; play goes on"


def _assigned(event: e.DealerAssigned, _: Write) -> str:
    return f"The table is run by {'the automatic dealer' if event.automatic else 'a person'}"


_OPEN = {
    "bets": "to bet",
    "insurance": "to insure",
    "options": "to choose",
    "squeeze": "to turn the cards",
    "player_dealer": "to take the position",
}


def _timed(event: e.DeadlineSet, _: Write) -> str:
    seconds = "1 second" if event.seconds == 1 else f"{event.seconds} seconds"
    return f"{seconds} {_OPEN[event.purpose]}"


_TELLERS: dict[type[e.Event], Callable[[Any, Write], str]] = {
    e.TableOpened: _opened,
    e.TableClosed: lambda v, w: f"The table closes with {w(v.float)} in its tray",
    e.FloatFilled: lambda v, w: f"A fill of {w(v.amount)} comes from the cage",
    e.FloatCredited: lambda v, w: f"A credit of {w(v.amount)} goes to the cage",
    e.TableChanged: lambda v, _: f"The table's sign is changed. {' '.join(v.notices)}".rstrip(". "),
    e.ChipsBought: lambda v, w: f"{v.player} buys in for {w(v.amount)}",
    e.ChipsCashed: lambda v, w: f"{v.player} cashes out {w(v.amount)}",
    e.SeatTaken: lambda v, _: f"{v.player} sits down at box {v.box}",
    e.SeatLeft: lambda v, _: f"{v.player} leaves box {v.box}",
    e.ShoeStarted: _shoe_started,
    e.EntropyAdded: lambda v, _: f"{v.player} adds to the shuffle",
    e.ShoeEnded: _shoe_ended,
    e.PlayerDealerOffered: lambda v, _: f"{v.player} at seat {v.seat} is asked to bank",
    e.PlayerDealerDeclined: lambda v, _: f"{v.player} at seat {v.seat} passes",
    e.PlayerDealerMissing: lambda _, __: "Nobody banks",
    e.PlayerDealerAccepted: lambda v, w: f"{v.player} banks from seat {v.seat} with {w(v.wager)}",
    e.WagerChanged: lambda v, w: f"{v.player} changes the wager to {w(v.wager)}",
    e.WagerPosted: lambda v, w: f"{v.player}'s wager of {w(v.wager)} is up again",
    e.PlayerDealerRestored: lambda v, w: (
        f"{v.player} banks again from seat {v.seat} with {w(v.wager)}: the hand was undone"
    ),
    e.PlayerDealerVacated: lambda v, _: f"{v.player} no longer banks: {v.reason}",
    e.BetsOpened: lambda v, _: f"Round {v.round}: bets are open",
    e.BetPlaced: _placed,
    e.BetIncreased: lambda v, w: (
        f"{v.player} adds {w(v.amount)} to bet {v.bet}: {w(v.total)}{_warned(v.warnings)}"
    ),
    e.BetWithdrawn: lambda v, w: (
        f"{v.player} takes {w(v.amount)} of bet {v.bet} back: {w(v.total)}{_warned(v.warnings)}"
    ),
    e.BetReturned: lambda v, w: f"{w(v.amount)} of {v.player}'s bet {v.bet} goes back: {v.reason}",
    e.BetsClosed: _closed,
    e.CardDealt: _dealt,
    e.CardTurned: lambda v, _: (
        f"{_hand(v.hand)}'s {_ORDINALS[v.number]} card is turned: {v.card.face}"
    ),
    e.CardCorrected: lambda v, _: (
        f"{_hand(v.hand)}'s {_ORDINALS[v.number]} card is {v.card.face}, not {v.was.face}"
    ),
    e.SqueezeRequested: lambda v, _: f"{v.player} asks to squeeze {_hand(v.hand)}'s cards",
    e.SqueezeGranted: lambda v, _: f"{v.player} may squeeze {_hand(v.hand)}'s cards",
    e.InsuranceOffered: _offered,
    e.InsuranceClosed: lambda v, _: f"Insurance {_STAGES[v.stage]} is closed",
    e.InsuranceWaived: lambda v, _: (
        f"{v.player} sees Banker's third card first: insurance after Player's third is waived"
    ),
    e.InsurancePlaced: lambda v, w: (
        f"{v.player} insures box {v.box} with {w(v.amount)} on {v.bet} at {v.odds} (bet {v.id})"
    ),
    e.OriginalReturned: lambda v, w: (
        f"{w(v.amount)} of {v.player}'s bet {v.bet} is given back: insurance was not offered"
    ),
    e.IrregularityReported: _reported,
    e.ReportDismissed: _dismissed,
    e.CardsReconstructed: lambda v, _: (
        f"The cards are put right: {_faces(v.cards) or 'as dealt'}{_because(v.reason)}"
    ),
    e.ReconstructionRefused: lambda v, _: (
        "The cards cannot be put right and are played as they lie"
        + (f": Player {_faces(v.player)}, Banker {_faces(v.banker)}" if v.player else "")
        + _because(v.reason)
    ),
    e.OrderDecided: lambda v, _: (
        f"The order is decided: {_faces((*(v.cards or ()), *v.ready))}{_because(v.reason)}"
    ),
    e.OptionsOffered: lambda v, _: f"{_names(v.players)} may continue or have their bets returned",
    e.OptionChosen: _chose,
    e.OptionsClosed: lambda v, _: (
        f"The choice is over: to continue {_names(v.continued)}, bets back {_names(v.refunded)}"
    ),
    e.RoundInterrupted: lambda _, __: "Play is interrupted",
    e.RoundResumed: lambda _, __: "Play goes on: an outcome was established",
    e.RulingMade: _ruled,
    e.RoundVoided: _voided,
    e.RoundSettled: _settled,
    e.RoundCorrected: _corrected,
    e.DealerAssigned: _assigned,
    e.DeadlineSet: _timed,
}

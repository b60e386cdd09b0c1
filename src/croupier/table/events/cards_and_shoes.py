"""Cards: dealt, turned, put right when mistyped, squeezed. Shoes: started, mixed, ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from croupier.cards import Card
from croupier.coup import Side
from croupier.game.model import Stage
from croupier.shoe import Entropy
from croupier.table.events.base import (
    ANY,
    CARDS,
    DEALING,
    PLAYED,
    Event,
    Write,
    also,
    because,
    check_patron,
    event,
    need,
    reason_of,
    same,
    shoe_of,
    title,
)
from croupier.table.events.insurance import SEEN, stage_of
from croupier.table.round_cards import Dealt, by_place
from croupier.table.state import ShoeState, Table
from croupier.table.vocabulary import Phase, ShoeKind
from croupier.words import Message, say


# Within a round too: cards drawn together may have the whole set replaced (5.10.2).
@event("shoe_started", phases=ANY)
class ShoeStarted(Event):
    """A shoe is ready; a shuffled one is committed to before the first bet."""

    shoe: int
    cards: int
    burned: int
    fixed: bool
    commitment: str | None = None
    reason: str | None = None
    """Why it takes the place of another one."""

    def check(self, table: Table) -> None:
        setup = table.rules
        need(table.shoe is None, "there was a shoe already")
        same(self.shoe, table.shoes + 1, "the number of the shoe")
        whole = setup.decks * 52
        if self.fixed:
            need(self.cards <= whole, f"{setup.decks} decks do not hold {self.cards} cards")
        else:
            same(self.cards, whole, "how many cards the shoe holds")
        same(self.burned, 0 if self.fixed else setup.burn, "how many cards were burned")
        shuffled = not self.fixed and setup.shoe is not ShoeKind.MANUAL
        same(self.commitment is not None, shuffled, "whether the shuffle was committed to")

    def change(self, table: Table) -> Table:
        shoe = ShoeState(self.shoe, self.cards, self.burned, self.fixed, self.commitment)
        running = table.phase is not Phase.IDLE
        # Cards that lie ready belong to the old shoe, unless it was replaced during the round.
        ready = table.ready if running else ()
        case = table.case
        if case is not None and case.does == "void" and not running:
            # The new shoe is what the report of a faulty one asked for.
            case = None
        return replace(
            table,
            case=case,
            shoe=shoe,
            shoes=self.shoe,
            older=len(table.cards),
            entered=None,
            ready=ready,
        )

    def said(self, write: Write) -> Message:
        told = say("events.shoe_started", shoe=self.shoe, cards=self.cards)
        if self.burned:
            told = say("events.burned", told=told, burned=self.burned)
        if self.commitment:
            told = say("events.shuffled", told=told, commitment=self.commitment[:16])
        elif self.fixed:
            told = say("events.in_given_order", told=told)
        return because(told, self.reason)


@event("entropy_added", phases=ANY, concerns_one=True)
class EntropyAdded(Event):
    """A patron had a say in the shuffle."""

    player: str
    text: str

    def check(self, table: Table) -> None:
        check_patron(table, self.player)
        shoe = table.shoe
        fresh = shoe is not None and shoe.commitment is not None and not shoe.used
        need(fresh, "there was no shuffle that anything could be added to")

    def change(self, table: Table) -> Table:
        shoe = shoe_of(table)
        added = (*shoe.entropy, Entropy(self.player, self.text))
        return replace(table, shoe=replace(shoe, entropy=added))

    def said(self, write: Write) -> Message:
        return say("events.entropy_added", player=self.player)


@event("shoe_ended", phases=ANY)
class ShoeEnded(Event):
    """A shoe is over; the seed of its shuffle is no secret any more."""

    shoe: int
    dealt: int
    reason: str
    seed: str | None = None
    rule: str | None = None

    def check(self, table: Table) -> None:
        shoe = table.shoe
        there = (shoe.number, shoe.out) if shoe is not None else None
        same((self.shoe, self.dealt), there, "the shoe, and how many cards had left it,")

    def change(self, table: Table) -> Table:
        return replace(table, shoe=None)

    def said(self, write: Write) -> Message:
        told = say(
            "events.shoe_ended", shoe=self.shoe, dealt=self.dealt, reason=reason_of(self.reason)
        )
        return also(told, say("events.seed_was", seed=self.seed[:16])) if self.seed else told


def count(seen: Mapping[Card, int], card: Card, by: int) -> dict[Card, int]:
    """Return how often each card was seen, with one more or, by -1, one less."""
    return {**seen, card: seen.get(card, 0) + by}


def phase_of_cards(table: Table) -> Phase:
    """Return the phase of a round that nothing holds up: betting, dealing or complete."""
    if not table.charged:
        return Phase.BETTING
    return Phase.COMPLETE if table.done else Phase.DEALING


def progress(table: Table) -> Table:
    """Return the table in the phase that its cards have reached."""
    return replace(table, phase=phase_of_cards(table))


def drop_stale_insurance(before: Table, after: Table) -> Table:
    """Return the table without insurance that was taken back and whose cards are others now.

    It has been handed back, and by the cards as they lie it was never on offer.
    """
    if not after.lay:
        return after
    lay = tuple(
        bet
        for bet in after.lay
        if bet.stage is None or _first(before, bet.stage) == _first(after, bet.stage)
    )
    return replace(after, lay=lay)


def _first(table: Table, stage: Stage) -> list[Card | None]:
    """Return the cards that insurance at a stage is taken on."""
    return [dealt.card for dealt in sorted(table.cards, key=by_place)[: SEEN[stage]]]


def _reached(table: Table) -> Table:
    """Return the table with what its cards have reached: the end, or a stage without insurance."""
    coup = table.coup if table.next_known else None
    stage = None if coup is None else stage_of(coup)
    withheld = table.withheld if stage is None else table.withheld | {stage}
    return progress(replace(table, withheld=withheld))


def _put(table: Table, hand: Side, number: int, card: Card, was: Card | None) -> Table:
    """Return the table with a card of a hand seen, or put right."""
    place = table.place_of(hand, number)
    assert place is not None, "the card was dealt"
    shoe = shoe_of(table)
    cards = list(table.cards)
    cards[place] = cards[place]._replace(card=card)
    if place >= table.older:
        seen = shoe.seen if was is None else count(shoe.seen, was, -1)
        shoe = replace(shoe, seen=count(seen, card, 1))
    return _reached(replace(table, cards=tuple(cards), shoe=shoe, entered=place))


def _name(hand: Side, number: int) -> Message:
    return say("events.card", hand=title(hand), nth=say(f"events.nth_{number}"))


def _check_squeeze(table: Table, player: str) -> None:
    check_patron(table, player)
    need(table.rules.face_down, "cards are dealt face up at this table")


@event("card_dealt", phases=DEALING)
class CardDealt(Event):
    """A card went to a hand; one that lies face down is in here by its seal only."""

    hand: Side
    number: int
    ready: bool
    """Whether it had left the shoe before: a card reported or carried over."""
    card: Card | None = None
    seal: str | None = None
    rule: str | None = None

    def check(self, table: Table) -> None:
        same(self.hand, table.next_hand, "the hand that the card went to")
        number = 1 + sum(dealt.hand is self.hand for dealt in table.cards)
        same(self.number, number, "the place of the card")
        same(self.ready, bool(table.ready), "whether the card lay ready")
        if self.ready:
            same(self.card, table.ready[0], "the card that lay ready")
            return
        shoe = table.shoe
        need(shoe is not None and shoe.left > 0, "there was no card in the shoe")
        down = self.card is None
        need(not down or self.hand in table.squeezes, f"nobody was granted to squeeze {self.hand}")
        sealed = down and table.rules.shoe is not ShoeKind.MANUAL
        same(self.seal is not None, sealed, "whether the card was sealed")

    def change(self, table: Table) -> Table:
        shoe, ready = shoe_of(table), table.ready
        if self.ready:
            ready = ready[1:]
        else:
            seen = shoe.seen if self.card is None else count(shoe.seen, self.card, 1)
            shoe = replace(shoe, out=shoe.out + 1, used=True, seen=seen)
        cards = (*table.cards, Dealt(self.hand, self.number, self.card))
        return _reached(
            replace(
                table,
                cards=cards,
                ready=ready,
                exposed=False,
                shoe=shoe,
                entered=None if self.ready or self.card is None else len(cards) - 1,
                chosen=False,
                repairing=None,
            )
        )

    def said(self, write: Write) -> Message:
        card = say("events.face_down") if self.card is None else self.card.face
        key = "events.card_ready" if self.ready else "events.card_dealt"
        return say(key, place=_name(self.hand, self.number), card=card)


@event("card_turned", phases=CARDS)
class CardTurned(Event):
    """A card that lay face down is seen."""

    hand: Side
    number: int
    card: Card
    salt: str | None = None

    def check(self, table: Table) -> None:
        place = table.place_of(self.hand, self.number)
        down = place is not None and table.cards[place].card is None
        need(down, f"card {self.number} of {self.hand} did not lie face down")

    def change(self, table: Table) -> Table:
        return _put(table, self.hand, self.number, self.card, None)

    def said(self, write: Write) -> Message:
        place = _name(self.hand, self.number)
        return say("events.card_turned", place=place, card=self.card.face)


@event("card_corrected", phases=CARDS)
class CardCorrected(Event):
    """A slip of the keyboard was put right."""

    hand: Side
    number: int
    was: Card
    card: Card

    def check(self, table: Table) -> None:
        need(table.rules.shoe is ShoeKind.MANUAL, "a digital shoe deals its own cards")
        place = table.place_of(self.hand, self.number)
        same(self.was, None if place is None else table.cards[place].card, "the card before")
        need(self.card != self.was, "it corrects nothing")

    def change(self, table: Table) -> Table:
        return drop_stale_insurance(table, _put(table, self.hand, self.number, self.card, self.was))

    def said(self, write: Write) -> Message:
        place = _name(self.hand, self.number)
        return say("events.card_corrected", place=place, card=self.card.face, was=self.was.face)


@event("squeeze_requested", phases=PLAYED, concerns_one=True)
class SqueezeRequested(Event):
    """A patron asks to turn the cards of a hand."""

    player: str
    hand: Side
    rule: str | None = None

    def check(self, table: Table) -> None:
        _check_squeeze(table, self.player)

    def change(self, table: Table) -> Table:
        return replace(table, asked={**table.asked, self.hand: self.player})

    def said(self, write: Write) -> Message:
        return say("events.squeeze_requested", player=self.player, hand=title(self.hand))


@event("squeeze_granted", phases=PLAYED)
class SqueezeGranted(Event):
    """A patron may turn the cards of a hand."""

    player: str
    hand: Side
    rule: str | None = None

    def check(self, table: Table) -> None:
        _check_squeeze(table, self.player)

    def change(self, table: Table) -> Table:
        return replace(table, squeezes={**table.squeezes, self.hand: self.player})

    def said(self, write: Write) -> Message:
        return say("events.squeeze_granted", player=self.player, hand=title(self.hand))

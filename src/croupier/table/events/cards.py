"""Cards: dealt, turned, put right when mistyped, squeezed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from croupier.cards import Card
from croupier.coup import Side
from croupier.game.model import Stage
from croupier.table.events.base import (
    CARDS,
    DEALING,
    PLAYED,
    Event,
    Write,
    check_patron,
    event,
    need,
    same,
    shoe_of,
    title,
)
from croupier.table.events.insurance import SEEN, stage_of
from croupier.table.round_cards import Dealt, by_place
from croupier.table.state import Table
from croupier.table.vocabulary import Phase, ShoeKind
from croupier.words import Message, say


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
                replaced=False,
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

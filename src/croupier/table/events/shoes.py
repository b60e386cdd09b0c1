"""Shoes: started, mixed by patrons, ended."""

from __future__ import annotations

from dataclasses import replace

from croupier.shoe import Entropy
from croupier.table.events.base import (
    ANY,
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
)
from croupier.table.state import ShoeState, Table
from croupier.table.vocabulary import Phase, ShoeKind
from croupier.words import Message, say


# A shoe that was replaced in a round may be followed by another one, whatever the phase is.
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
            replaced=running,
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

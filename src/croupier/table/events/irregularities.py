"""What goes wrong: reported, dismissed, put right, and what patrons choose after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace

from croupier.cards import Card
from croupier.coup import Side
from croupier.game.model import Role
from croupier.ledger import FEES, Move, Transfer
from croupier.ledger import patron as chips_of
from croupier.table.events.base import (
    ANY,
    CARDS,
    IDLE,
    INTERRUPTED,
    OPTIONS,
    PLAYED,
    Event,
    Write,
    also,
    because,
    event,
    faces,
    names,
    need,
    report,
    same,
)
from croupier.table.events.betting import fees_due, returns
from croupier.table.events.cards_and_shoes import (
    count,
    drop_stale_insurance,
    phase_of_cards,
    progress,
)
from croupier.table.round_cards import Dealt, coup_of
from croupier.table.state import Case, Table
from croupier.table.vocabulary import Option, Phase
from croupier.words import Message, Name, say

_WAITING = frozenset({"reconstruct", "decide_order", "ruling"})
"""What a report does if somebody has to decide about it."""

_OUTCOMES = frozenset({*_WAITING, "void", "nothing", "continue"})
"""What a report does that a sentence of its own tells; else the card comes in its order."""


def _also_interrupted(table: Table, change: Callable[[Table], Table]) -> Table:
    """Return the table after a change; an interrupted round changes below and stays interrupted."""
    if table.phase is not Phase.INTERRUPTED:
        return change(table)
    after = change(replace(table, phase=table.before, before=Phase.IDLE))
    return replace(after, phase=Phase.INTERRUPTED, before=after.phase)


def _on_table(table: Table) -> tuple[Card | None, ...]:
    """Return the cards on the table, or those of the round that was paid last."""
    if table.phase is Phase.IDLE and table.ended is not None:
        return table.ended.round.coup.cards
    return tuple(dealt.card for dealt in table.cards)


def _check_cards(found: Iterable[Card | None], said: Iterable[Card | None]) -> None:
    need(Counter(found) == Counter(said), "they are not the cards that were there")


def _check_order(table: Table, decided: CardsReconstructed | OrderDecided) -> None:
    need(table.case is not None, "nothing waited to be decided")
    there = () if decided.cards is None else _on_table(table)
    _check_cards((*there, *table.ready), (*(decided.cards or ()), *decided.ready))


def _rearranged(table: Table, decided: CardsReconstructed | OrderDecided) -> Table:
    """Return the table with the cards of the round as decided; what is over lies ready."""
    table = replace(table, case=None, ready=decided.ready)
    if table.phase is Phase.IDLE or decided.cards is None:
        return table
    coup, cards = coup_of(()), list[Dealt]()
    for card in decided.cards:
        assert coup.next is not None, "no more cards than the coup takes"
        side, coup = coup.next, coup.deal(card)
        hand = coup.player if side is Side.PLAYER else coup.banker
        cards.append(Dealt(side, len(hand.cards), card))
    return drop_stale_insurance(table, progress(replace(table, cards=tuple(cards), entered=None)))


@event("irregularity_reported", phases=ANY, staff_fields=("text",))
class IrregularityReported(Event):
    """Something went wrong, and what the rules do about it."""

    kind: str
    round: int
    does: str
    cards: tuple[Card, ...] = ()
    ready: tuple[Card, ...] = ()
    """Of the cards, those that left the shoe and come by the next deals."""
    behind: int = 0
    """How many cards that were dealt already are among them."""
    text: str | None = None
    """The reporter's own words: for whoever decides, since they may be about a patron."""
    rule: str | None = None
    waits_for: Role | None = None
    """Who has to confirm or dismiss it before anything goes on."""
    shoe_out: bool | None = None
    """Whether it takes the shoe out of play: no round before a new one."""
    next_known: bool | None = None
    """Whether the next card is known to those present, though the report names none."""

    @staticmethod
    def awaits(does: str, waits_for: object) -> bool:
        """Return True if a report that does this, or waits for a role, is a case to be decided."""
        return does in _WAITING or waits_for is not None

    def check(self, table: Table) -> None:
        need(0 <= self.round <= table.round, f"there was no round {self.round} yet")
        strangers = Counter(self.ready) - Counter(self.cards)
        need(not strangers, "a card lies ready that the report does not name")
        lying = len(self.cards) - len(self.ready)
        there = 0 <= self.behind <= min(lying, len(table.cards))
        need(there, "there are no such cards on the felt")
        if self.ready:
            shoe = table.shoe
            need(shoe is not None and shoe.left >= len(self.ready), "the shoe had no such cards")

    def change(self, table: Table) -> Table:
        shoe = table.shoe
        if self.ready:
            assert shoe is not None, "cards that lie ready left a shoe"
            seen = shoe.seen
            for card in self.ready:
                seen = count(seen, card, 1)
            shoe = replace(shoe, out=shoe.out + len(self.ready), seen=seen, used=True)
        between = table.phase is Phase.IDLE
        case, repairing = table.case, table.repairing
        if self.shoe_out and shoe is not None:
            shoe = replace(shoe, fault=self.kind)
            if case is not None and case.does == "void":
                # The House has seen it too: that confirms what a dealer reported.
                case = None
        if self.awaits(self.does, self.waits_for):
            case = Case(self.kind, self.does, self.cards, self.behind, between)
        if self.does == "reconstruct_or_next_round" and not between:
            repairing = self.kind
        early = self.next_known or self.does in ("reconstruct_or_next_round", "decide_order")
        return replace(
            table,
            shoe=shoe,
            ready=(*table.ready, *self.ready),
            case=case,
            repairing=repairing,
            shown=table.shown or (table.phase is Phase.BETTING and bool(early)),
            exposed=table.exposed or bool(self.next_known),
            together=table.together or self.does == "decide_order",
        )

    def said(self, write: Write) -> Message:
        told = say("events.irregularity_reported", round=self.round, kind=report(self.kind))
        told = because(told, faces(self.cards))
        if self.text:
            told = say("events.adding", told=told, text=self.text)
        return also(told, self._follows())

    def _follows(self) -> Message:
        """Return what follows from the report."""
        if self.waits_for is not None:
            return say("events.then_confirmed", role=Name("role", self.waits_for))
        if self.shoe_out:
            return say("events.shoe_out")
        return say(f"events.then_{self.does if self.does in _OUTCOMES else 'in_order'}")


@event("report_dismissed", phases=ANY)
class ReportDismissed(Event):
    """A report turned out to be none: play goes on where it stopped."""

    kind: str
    round: int
    reason: str | None = None
    rule: str | None = None

    def check(self, table: Table) -> None:
        kind = None if table.case is None else table.case.kind
        same(self.kind, kind, "the report that waited")

    def change(self, table: Table) -> Table:
        # Cards that have left the shoe stay out of it.
        case = table.case
        together = table.together and not (case is not None and case.does == "decide_order")
        return replace(table, case=None, together=together)

    def said(self, write: Write) -> Message:
        told = say("events.report_dismissed", kind=report(self.kind))
        return also(because(told, self.reason), say("events.play_goes_on"))


# What was reported before an interruption, or during it, is decided while it lasts.
@event("cards_reconstructed", phases=CARDS | IDLE | INTERRUPTED)
class CardsReconstructed(Event):
    """The cards of the round are in their proper order, as dealt if none are named."""

    ready: tuple[Card, ...]
    cards: tuple[Card, ...] | None = None
    rule: str | None = None
    reason: str | None = None
    next_known: bool | None = None
    """Whether the next card is known to those present, though the report named none."""

    def check(self, table: Table) -> None:
        _check_order(table, self)

    def change(self, table: Table) -> Table:
        seen = replace(table, exposed=table.exposed or bool(self.next_known))
        return _also_interrupted(seen, lambda going: _rearranged(going, self))

    def said(self, write: Write) -> Message:
        order = faces(self.cards) or say("events.as_dealt")
        return because(say("events.cards_reconstructed", order=order), self.reason)


# A card exposed while bets are open, or while patrons choose, may be beyond repair.
@event("reconstruction_refused", phases=PLAYED | INTERRUPTED | OPTIONS)
class ReconstructionRefused(Event):
    """The cards cannot be put right: they are played as they lie, or as dealt if none are named."""

    player: tuple[Card, ...] | None = None
    banker: tuple[Card, ...] | None = None
    rule: str | None = None
    reason: str | None = None

    def check(self, table: Table) -> None:
        same(self.player is None, self.banker is None, "that Player's hand was left as dealt")
        if self.player is not None and self.banker is not None:
            _check_cards(_on_table(table), (*self.player, *self.banker))

    def change(self, table: Table) -> Table:
        return _also_interrupted(table, self._as_they_lie)

    def _as_they_lie(self, table: Table) -> Table:
        """Return the table with both hands as they lie; a choice that was open ends without one."""
        if table.phase is Phase.OPTIONS:
            phase = phase_of_cards(table)
            table = replace(table, phase=phase, before=Phase.IDLE, choices={})
        table = replace(table, case=None, repairing=None)
        if self.player is None or self.banker is None:
            return table
        cards = [Dealt(Side.PLAYER, n, card) for n, card in enumerate(self.player, start=1)]
        cards += [Dealt(Side.BANKER, n, card) for n, card in enumerate(self.banker, start=1)]
        return drop_stale_insurance(
            table, progress(replace(table, cards=tuple(cards), entered=None))
        )

    def said(self, write: Write) -> Message:
        told = say("events.reconstruction_refused")
        if self.player:
            told = say(
                "events.hands_lie",
                told=told,
                player=faces(self.player),
                banker=faces(self.banker),
            )
        return because(told, self.reason)


@event("order_decided", phases=PLAYED | INTERRUPTED)
class OrderDecided(Event):
    """It is decided which of the cards drawn together came first."""

    ready: tuple[Card, ...]
    cards: tuple[Card, ...] | None = None
    rule: str | None = None
    reason: str | None = None

    def check(self, table: Table) -> None:
        _check_order(table, self)

    def change(self, table: Table) -> Table:
        return _also_interrupted(table, lambda going: _rearranged(going, self))

    def said(self, write: Write) -> Message:
        order = faces((*(self.cards or ()), *self.ready))
        return because(say("events.order_decided", order=order), self.reason)


@event("options_offered", phases=PLAYED | INTERRUPTED)
class OptionsOffered(Event):
    """Every patron with a bet may continue or have it returned."""

    players: tuple[str, ...]
    reconstructed: bool
    kind: str
    rules: tuple[str, ...]

    def check(self, table: Table) -> None:
        need(self.players, "nobody may choose")
        bettors = table.bettors
        for name in self.players:
            need(name in bettors, f"{name} had no bet in the round")

    def change(self, table: Table) -> Table:
        choices: dict[str, Option | None] = dict.fromkeys(self.players)

        def choosing(going: Table) -> Table:
            return replace(going, phase=Phase.OPTIONS, before=going.phase, choices=choices)

        return _also_interrupted(table, choosing)

    def said(self, write: Write) -> Message:
        return say("events.options_offered", players=names(self.players))


@event("option_chosen", phases=OPTIONS)
class OptionChosen(Event):
    """A patron has chosen."""

    player: str
    option: Option
    rule: str | None = None

    def check(self, table: Table) -> None:
        need(self.player in table.choices, f"{self.player} had nothing to choose")
        same(None, table.choices[self.player], f"what {self.player} had chosen")

    def change(self, table: Table) -> Table:
        choices = {**table.choices, self.player: self.option}
        return replace(table, choices=choices, repairing=None)

    def said(self, write: Write) -> Message:
        return say(f"events.chosen_{self.option.value}", player=self.player)


@event("options_closed", phases=OPTIONS)
class OptionsClosed(Event):
    """The choice is over; the bets of those who took the refund are returned."""

    continued: tuple[str, ...]
    refunded: tuple[str, ...]
    rule: str | None = None
    returned: tuple[str, ...] | None = None
    """The bets taken back after closing: they stay in the round as returned, and change nobody's
    share. None before bets are closed, and in logs older than this field."""
    squeezes: tuple[Side, ...] | None = None
    """Hands whose squeeze is lost, because who had it took the refund and has no bet now."""

    def check(self, table: Table) -> None:
        refunded = {name for name, chosen in table.choices.items() if chosen is Option.REFUND}
        same(set(self.refunded), refunded, "who took the refund")
        same(set(self.continued), set(table.choices) - refunded, "who continued")
        if self.returned is not None:
            # An older log names none: there the bets left the round, and its shares changed.
            bets = {bet.id for bet in table.bets if table.charged and bet.patron in refunded}
            same(set(self.returned), bets, "the bets that were taken back")
        for hand in self.squeezes or ():
            need(table.squeezes.get(hand) in refunded, f"the squeeze of {hand} was not theirs")

    def change(self, table: Table) -> Table:
        bets = tuple(bet for bet in table.bets if bet.patron not in self.refunded)
        barred = frozenset(self.refunded) if table.before is Phase.BETTING else frozenset()
        lay = table.lay
        if self.returned:
            lay = tuple(
                bet._replace(returned=True) if bet.id in self.returned else bet
                for bet in table.round_bets
            )
        lost = self.squeezes or ()
        return replace(
            table,
            phase=table.before,
            before=Phase.IDLE,
            bets=bets,
            squeezes={hand: who for hand, who in table.squeezes.items() if hand not in lost},
            barred=table.barred | barred,
            lay=lay,
            choices={},
            chosen=None not in table.choices.values(),
        )

    def transfers(self, table: Table) -> Iterable[Transfer]:
        leaving = [bet for bet in table.bets if bet.patron in self.refunded]
        yield from returns(table, leaving)
        if table.charged:
            for name, fee in fees_due(table.rules, leaving).items():
                yield Move(FEES, chips_of(name), fee)

    def said(self, write: Write) -> Message:
        continued, refunded = names(self.continued), names(self.refunded)
        return say("events.options_closed", continued=continued, refunded=refunded)

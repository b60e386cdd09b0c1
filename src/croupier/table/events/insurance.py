"""Insurance: offered, closed, waived, placed, and bets given back because it was not offered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from croupier.coup import Coup, Side
from croupier.game.model import Offer, Stage
from croupier.ledger import HOUSE, Move, Transfer, Void
from croupier.ledger import patron as chips_of
from croupier.settlement import Bet
from croupier.table.events.base import (
    COMPLETE,
    DEALING,
    IDLE,
    Event,
    Impossible,
    Write,
    bet_of,
    check_patron,
    event,
    need,
    same,
    title,
)
from croupier.table.events.betting import bet_hold, check_new, hold
from croupier.table.state import Table
from croupier.table.vocabulary import Phase, Units
from croupier.words import Message, say, series

SEEN = {Stage.FOUR_CARDS: 4, Stage.PLAYER_THIRD: 5}
"""How many cards are seen when insurance is taken at a stage."""


def stage_of(coup: Coup) -> Stage | None:
    """Return the stage of insurance that the cards have reached, even if nothing is on offer."""
    if len(coup.cards) == 4:
        return Stage.FOUR_CARDS
    if len(coup.cards) == 5 and coup.player.third is not None:
        return Stage.PLAYER_THIRD
    return None


def offers(table: Table) -> dict[str, Offer]:
    """Return the offers of insurance that are open now, by kind; none if the next card is known.

    Somebody who knows the next card would insure without a risk (5.3 of `insurance`).
    """
    return {} if table.next_known or is_ended(table) else offers_by_cards(table)


def is_ended(table: Table) -> bool:
    """Return True if the dealer has ended the offer that is made by the cards as they lie."""
    return bool(table.ended_at) and table.ended_at == table.known


def offers_by_cards(table: Table) -> dict[str, Offer]:
    """Return the offers of the pay table for the cards dealt, the next card known or not."""
    setup = table.rules
    insurance, coup = setup.game.insurance, table.coup
    if insurance is None or not setup.insurance or table.phase is not Phase.DEALING:
        return {}
    if coup is None or coup.is_complete or table.case is not None:
        return {}
    stage = stage_of(coup)
    if stage is None or (stage is Stage.PLAYER_THIRD and table.waived):
        return {}
    totals = (stage, coup.player.total, coup.banker.total)
    found = {key: kind.offers.get(totals) for key, kind in insurance.kinds.items()}
    return {key: offer for key, offer in found.items() if offer is not None}


def _stage(stage: Stage) -> Message:
    return say(f"events.stage_{stage.value}")


@dataclass(frozen=True, slots=True)
class Lammer:
    """What is on offer for a hand."""

    bet: str
    hand: Side
    odds: str


def _offer(table: Table, key: str, stage: Stage) -> Offer | None:
    """Return what an insurance at a stage pays with the cards on the table; None for nothing.

    By the cards alone: earlier versions opened and closed an offer at other moments.
    """
    insurance, coup = table.game.insurance, table.coup
    if insurance is None or coup is None or stage_of(coup) is not stage:
        return None
    kind = insurance.kinds.get(key)
    return kind.offers.get((stage, coup.player.total, coup.banker.total)) if kind else None


def _check_odds(table: Table, key: str, stage: Stage, odds: str) -> None:
    offer = _offer(table, key, stage)
    same(odds, str(offer.odds) if offer else None, "the odds of insurance")


@event("insurance_offered", phases=DEALING)
class InsuranceOffered(Event):
    """Insurance can be taken until the next card."""

    stage: Stage
    offers: tuple[Lammer, ...]
    rule: str | None = None

    def check(self, table: Table) -> None:
        need(self.offers, "nothing was offered")
        for lammer in self.offers:
            _check_odds(table, lammer.bet, self.stage, lammer.odds)
            insurance = table.game.insurance
            hand = insurance and insurance.kinds[lammer.bet].insures
            same(lammer.hand, hand, "the hand insured")

    def said(self, write: Write) -> Message:
        lammers = [
            say("events.lammer", hand=title(offer.hand), odds=offer.odds) for offer in self.offers
        ]
        return say("events.insurance_offered", stage=_stage(self.stage), offers=series(lammers))


@event("insurance_closed", phases=DEALING)
class InsuranceClosed(Event):
    """The next card is drawn or known, or the dealer ends it: who has not insured forgoes it."""

    stage: Stage
    rule: str | None = None
    called: bool | None = None
    """Whether the dealer ended it, with the next card still in the shoe."""

    def check(self, table: Table) -> None:
        coup = table.coup
        same(self.stage, stage_of(coup) if coup is not None else None, "the stage of insurance")

    def change(self, table: Table) -> Table:
        return replace(table, ended_at=table.known or ()) if self.called else table

    def said(self, write: Write) -> Message:
        return say("events.insurance_closed", stage=_stage(self.stage))


@event("insurance_waived", phases=DEALING)
class InsuranceWaived(Event):
    """Nobody may insure after Player's third card in this round."""

    player: str
    rule: str | None = None

    def check(self, table: Table) -> None:
        check_patron(table, self.player)
        need(table.game.insurance is not None, "this game has no insurance")

    def change(self, table: Table) -> Table:
        return replace(table, waived=True)

    def said(self, write: Write) -> Message:
        return say("events.insurance_waived", player=self.player)


@event("insurance_placed", phases=DEALING, concerns_one=True)
class InsurancePlaced(Event):
    """An original bet is insured."""

    id: str
    player: str
    box: int
    bet: str
    stage: Stage
    amount: Units
    odds: str
    standing: bool
    rule: str | None = None

    def check(self, table: Table) -> None:
        check_new(table, self.id, self.player, self.box, self.amount)
        _check_odds(table, self.bet, self.stage, self.odds)
        insurance = table.game.insurance
        original = insurance and insurance.kinds[self.bet].original
        wanted = (original, self.player, self.box)
        there = any((bet.kind, bet.patron, bet.box) == wanted for bet in table.bets)
        need(there, f"{self.player} had no bet on {original} at box {self.box} to insure")

    def change(self, table: Table) -> Table:
        bet = Bet(self.id, self.player, self.box, self.bet, self.amount, self.standing, self.stage)
        return replace(table, bets=(*table.bets, bet), placed=table.placed + 1)

    def transfers(self, table: Table) -> Iterable[Transfer]:
        yield hold(self.id, self.player, self.amount)

    def said(self, write: Write) -> Message:
        return say(
            "events.insurance_placed",
            player=self.player,
            box=self.box,
            amount=write(self.amount),
            bet=write.bet(self.bet),
            odds=self.odds,
            id=self.id,
        )


@event("original_returned", phases=COMPLETE | IDLE)
class OriginalReturned(Event):
    """A bet was given back, for insurance that the dealer neglected would have won."""

    round: int
    bet: str
    player: str
    amount: Units
    rule: str | None = None

    def check(self, table: Table) -> None:
        if table.phase is Phase.COMPLETE:
            same(self.round, table.round, "the round")
            bet = bet_of(table, self.bet, self.player)
            amount, given = bet.amount, table.returned
        else:
            ended = table.ended
            if ended is None:
                raise Impossible("no round was paid that a bet could be given back of")
            same(self.round, ended.number, "the round")
            owners = {bet.id: bet.patron for bet in ended.round.bets}
            same(self.player, owners.get(self.bet), "whose bet it is")
            amount, given = max(-ended.profits[self.bet], 0), ended.returned
        same(self.amount, amount, "what is given back")
        need(self.bet not in given, f"bet {self.bet} was given back before")

    def change(self, table: Table) -> Table:
        ended = table.ended
        if ended is not None and self.round == ended.number and table.phase is Phase.IDLE:
            return replace(table, ended=replace(ended, returned=ended.returned | {self.bet}))
        return replace(table, returned=table.returned | {self.bet})

    def transfers(self, table: Table) -> Iterable[Transfer]:
        if self.round == table.round and table.bet(self.bet) is not None:
            yield Void(bet_hold(self.bet))
        else:
            yield Move(HOUSE, chips_of(self.player), self.amount)

    def said(self, write: Write) -> Message:
        return say(
            "events.original_returned",
            player=self.player,
            amount=write(self.amount),
            bet=self.bet,
        )

"""How rounds stop and end: interrupted, resumed, ruled on, void, paid, put right afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from croupier.ledger import FEES, HOUSE, Move, Post, Transfer, Void
from croupier.ledger import patron as chips_of
from croupier.settlement.settle_json import read_coup
from croupier.table.events.base import (
    ANY,
    COMPLETE,
    IDLE,
    INTERRUPTED,
    ROUND,
    Event,
    Impossible,
    Write,
    also,
    amounts,
    because,
    check_patron,
    event,
    need,
    reason_of,
    report,
    same,
)
from croupier.table.events.betting import all_fees, bet_hold, returns
from croupier.table.events.cards_and_shoes import phase_of_cards
from croupier.table.events.player_dealer import WAGER
from croupier.table.state import Ended, Table
from croupier.table.vocabulary import (
    SHOE_FAULTS,
    Adjustment,
    Paid,
    Phase,
    Signed,
    Units,
    signed,
)
from croupier.words import Amount, Message, Name, Value, say, series


def _given(name: str, amount: int) -> Transfer:
    """Return the transfer that gives a patron chips of the house, or takes a negative amount."""
    if amount >= 0:
        return Move(HOUSE, chips_of(name), amount)
    return Move(chips_of(name), HOUSE, -amount)


def _over(table: Table, ended: Ended | None, *, hand: bool) -> Table:
    """Return the table with no round on it."""
    position = table.position
    if position is not None and hand:
        position = replace(position, hands=position.hands + 1)
    return replace(
        table,
        phase=Phase.IDLE,
        before=Phase.IDLE,
        bets=(),
        lay=(),
        charged=False,
        returned=frozenset(),
        cards=(),
        entered=None,
        asked={},
        squeezes={},
        waived=False,
        forgone=frozenset(),
        withheld=frozenset(),
        ended_at=(),
        together=False,
        older=0,
        case=None,
        repairing=None,
        barred=frozenset(),
        shown=False,
        choices={},
        position=position,
        ended=ended,
    )


@event("round_interrupted", phases=ROUND - INTERRUPTED)
class RoundInterrupted(Event):
    """Play has stopped."""

    phase: Phase
    rule: str | None = None

    def check(self, table: Table) -> None:
        same(self.phase, table.phase, "the phase that was interrupted")

    def change(self, table: Table) -> Table:
        return replace(table, phase=Phase.INTERRUPTED, before=self.phase)

    def said(self, write: Write) -> Message:
        return say("events.round_interrupted")


@event("round_resumed", phases=INTERRUPTED)
class RoundResumed(Event):
    """Play goes on: an outcome was established."""

    phase: Phase
    rule: str | None = None

    def check(self, table: Table) -> None:
        same(self.phase, table.before, "the phase that play goes on in")

    def change(self, table: Table) -> Table:
        # A choice that was open goes on where it was; the phase after it follows from the cards.
        before = phase_of_cards(table) if self.phase is Phase.OPTIONS else Phase.IDLE
        return replace(table, phase=self.phase, before=before)

    def said(self, write: Write) -> Message:
        return say("events.round_resumed")


@event("ruling_made", phases=ANY, at_closed_table=True)
class RulingMade(Event):
    """The shift manager has decided."""

    text: str
    adjustments: tuple[Adjustment, ...]
    rule: str | None = None

    def check(self, table: Table) -> None:
        for each in self.adjustments:
            check_patron(table, each.player)

    def change(self, table: Table) -> Table:
        case, owed = table.case, dict(table.owed)
        for each in self.adjustments:
            if each.repays:
                owed[each.player] = owed.get(each.player, 0) + each.amount
        left = {name: amount for name, amount in owed.items() if amount > 0}
        if case is not None and case.does == "ruling":
            case = None
        return replace(table, case=case, owed=left)

    def transfers(self, table: Table) -> Iterable[Transfer]:
        for each in self.adjustments:
            yield _given(each.player, each.amount)

    def said(self, write: Write) -> Message:
        given = [
            say("events.money_of", name=each.player, amount=write(each.amount))
            for each in self.adjustments
        ]
        told = say("events.ruling_made", text=self.text)
        return because(told, series(given) if given else None)


@event("round_voided", phases=ROUND)
class RoundVoided(Event):
    """The round has no result: every bet and every fee of it is returned."""

    round: int
    reason: str
    returned: Mapping[str, Units]
    rule: str | None = None
    kind: str | None = None
    """What was reported, where a report was the reason."""
    shoe_out: bool | None = None
    """Whether the shoe is out of play: no round before a new one."""

    def check(self, table: Table) -> None:
        same(self.round, table.round, "the round")
        held: dict[str, int] = {}
        for bet in table.bets:
            hold = table.book.holds.get(bet_hold(bet.id))
            if hold is not None:
                held[bet.patron] = held.get(bet.patron, 0) + hold.amount
        same(dict(self.returned), held, "what goes back")

    def change(self, table: Table) -> Table:
        shoe = table.shoe
        if self.shoe_out and shoe is not None:
            waits = table.case.kind if table.case is not None else self.kind
            shoe = replace(shoe, fault=self.kind if self.kind in SHOE_FAULTS else waits)
        elif self.kind == "insufficient_cards" and shoe is not None:
            shoe = replace(shoe, short=True)
        return replace(_over(table, None, hand=False), shoe=shoe)

    def transfers(self, table: Table) -> Iterable[Transfer]:
        yield from returns(table, table.bets)
        if table.charged:
            for name, fee in all_fees(table).items():
                yield Move(FEES, chips_of(name), fee)

    def said(self, write: Write) -> Message:
        told = say(
            "events.round_voided",
            round=self.round,
            why=self._why(),
            returned=amounts(self.returned, write) if self.returned else say("events.no_bets"),
        )
        return also(told, say("events.shoe_out")) if self.shoe_out else told

    def _why(self) -> Value:
        """Return what was reported, the reason, or both where the House gave one of its own."""
        if self.kind is None or self.kind == self.reason:
            return reason_of(self.reason, kinds=True)
        return say("events.kind_because", kind=report(self.kind), reason=reason_of(self.reason))


@event("round_settled", phases=COMPLETE)
class RoundSettled(Event):
    """The round is paid: what `croupier settle` prints for it."""

    settlement: Paid

    def change(self, table: Table) -> Table:
        unit, lines = table.rules.unit, self.settlement["bets"]
        ended = Ended(
            number=table.round,
            round=table.as_round(),
            profits={line["id"]: signed(line["profit"], unit) for line in lines},
            net={name: signed(net, unit) for name, net in self.settlement["net"].items()},
            returned=table.returned,
            waived=table.waived,
            insurance=table.rules.insurance,
            forgone=table.forgone,
            withheld=table.withheld,
            position=table.position,
        )
        return replace(_over(table, ended, hand=True), chosen=False)

    def transfers(self, table: Table) -> Iterable[Transfer]:
        unit, position = table.rules.unit, table.position
        bank = HOUSE
        if position is not None:
            bank = chips_of(position.patron)
            yield Void(WAGER)
        owners = {bet.id: bet for bet in table.round_bets}
        winners: list[Transfer] = []
        for line in self.settlement["bets"]:
            bet = owners[line["id"]]
            if bet.returned or bet.id in table.returned:
                continue
            profit = signed(line["profit"], unit)
            if profit < 0:
                # Collected first, so that a bank that pays from what it collects is never short.
                yield Post(bet_hold(bet.id), bank, -profit)
            else:
                winners += [Void(bet_hold(bet.id)), Move(bank, chips_of(bet.patron), profit)]
        yield from winners

    def said(self, write: Write) -> Message:
        given = self.settlement
        totals = {side: given[side]["total"] for side in ("player", "banker")}
        if given["result"] == "tie":
            result = say("events.tied", player=totals["player"])
        else:
            result = say("events.won", hand=Name("hand", given["result"]), **totals)
        net = [
            say("events.money_of", name=name, amount=Amount(amount))
            for name, amount in given["net"].items()
        ]
        return say(
            "events.round_settled",
            round=given["id"],
            result=result,
            net=series(net) if net else say("events.no_bets"),
        )


@event("round_corrected", phases=IDLE, staff_fields=("owed",))
class RoundCorrected(Event):
    """A settled round was found wrong before the next began: what changes for each patron."""

    round: int
    reason: str
    changes: Mapping[str, Signed]
    settlement: Paid | None = None
    rule: str | None = None
    owed: Mapping[str, Units] | None = None
    """What could not be taken back, because its owner has cashed out."""
    text: str | None = None
    """What the House gave as its reason."""
    handed_back: tuple[str, ...] | None = None
    """Insurance that was taken on cards which were not those of the round after all."""

    def check(self, table: Table) -> None:
        # Each change undoes what the round cost, or follows from the new settlement. A patron who
        # has not got what is to be given back owes the rest; where a player-dealer banked, the
        # others then get less than they are due, never more.
        ended = table.ended
        if ended is None:
            raise Impossible("no round was paid that could be put right")
        same(self.round, ended.number, "the round")
        due = {name: -net for name, net in ended.net.items()}
        if self.settlement is not None:
            unit = table.rules.unit
            same(self.settlement["id"], ended.number, "the round that was settled again")
            for name, net in self.settlement["net"].items():
                due[name] = due.get(name, 0) + signed(net, unit)
        for bet in ended.round.bets:
            if bet.id in ended.returned:
                due[bet.patron] += min(ended.profits[bet.id], 0)
        missing = self.owed or {}
        for name in due.keys() | self.changes.keys() | missing.keys():
            change, wanted = self.changes.get(name, 0), due.get(name, 0) + missing.get(name, 0)
            short = bool(missing) and table.rules.banked_by_player and 0 <= change < wanted
            need(change == wanted or short, f"{name} gets {change}, and {wanted} is due")

    def change(self, table: Table) -> Table:
        position, ended = table.position, table.ended
        had = ended.position if ended else None
        still = had and position and (position.seat, position.patron) == (had.seat, had.patron)
        if position and had and still and self.settlement is None:
            # A void round is no hand.
            position = replace(position, hands=had.hands)
        owed = dict(table.owed)
        for name, amount in (self.owed or {}).items():
            owed[name] = owed.get(name, 0) + amount
        ended = None if ended is None else self._settled_again(table, ended)
        return replace(table, case=None, ended=ended, position=position, owed=owed)

    def _settled_again(self, table: Table, ended: Ended) -> Ended | None:
        """Return the paid round as it is settled now; it can be put right again until the next."""
        if self.settlement is None:
            return None
        unit, lines = table.rules.unit, self.settlement["bets"]
        profits = {line["id"]: signed(line["profit"], unit) for line in lines}
        bets = tuple(bet for bet in ended.round.bets if bet.id in profits)
        return replace(
            ended,
            round=replace(ended.round, coup=read_coup(self.settlement), bets=bets),
            profits=profits,
            net={name: signed(net, unit) for name, net in self.settlement["net"].items()},
        )

    def transfers(self, table: Table) -> Iterable[Transfer]:
        # Undone and done again by what changes for each; fees go back to those who paid them.
        yield from (_given(name, amount) for name, amount in self.changes.items())
        if table.rules.banked_by_player:
            # Where a player-dealer banked, what they do not give one another were fees.
            yield Move(FEES, HOUSE, sum(self.changes.values()))

    def said(self, write: Write) -> Message:
        why: Value = reason_of(self.reason)
        if self.text:
            why = say("events.kind_because", kind=why, reason=self.text)
        changes = amounts(self.changes, write) if self.changes else say("events.nothing")
        told = say("events.round_corrected", round=self.round, why=why, changes=changes)
        if self.owed:
            told = also(told, say("events.still_owed", owed=amounts(self.owed, write)))
        if self.handed_back:
            told = also(told, say("events.handed_back", bets=series(self.handed_back)))
        return told

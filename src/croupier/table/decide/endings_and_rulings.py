"""How a round stops and ends: interrupted, resumed, settled, void; and rulings of the House."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from croupier.coup import Coup
from croupier.errors import Code, InvalidInput, Refused
from croupier.settlement import Outcome, Settlement, settle
from croupier.settlement.checks import cite
from croupier.settlement.round import Cause
from croupier.settlement.settle_json import write_settlement
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.decide import insurance
from croupier.table.decide.draft import Draft, decides
from croupier.table.decide.insurance import insured_otherwise
from croupier.table.decide.opening_and_shoes import begin_shoe, end_shoe
from croupier.table.decide.player_dealer import after_hand, after_void
from croupier.table.roles import is_house
from croupier.table.state import Ended, Table
from croupier.table.vocabulary import (
    SERVER_RESTART,
    SHOE_FAULTS,
    Actor,
    Json,
    Phase,
    ShoeKind,
    Units,
)
from croupier.words import Name, say

KIND = "technical_interruption"


def settlement_of(table: Table, coup: Coup | None = None) -> Settlement:
    """Return the settlement of the round; bets given back under 5.13 count as returned."""
    return given_back(settle(table.as_round(coup)), table.returned)


def given_back(settlement: Settlement, returned: Collection[str]) -> Settlement:
    """Return a settlement in which bets given back under 5.13 neither win nor lose."""
    if not returned:
        return settlement
    rule = settlement.round.game.procedures["insurance_not_offered"].rules
    lines, net, house = [], dict(settlement.net), settlement.house
    for line in settlement.lines:
        if line.bet.id in returned:
            net[line.bet.patron] -= line.profit
            house += line.profit
            line = line._replace(
                outcome=Outcome.RETURNED,
                in_action=0,
                odds=None,
                profit=0,
                rules=rule,
                cause=Cause.UNINSURED,
                rounding=None,
            )
        lines.append(line)
    return replace(settlement, lines=tuple(lines), net=net, house=house)


def answer_of(table: Table) -> Json:
    """Return what `croupier settle` would print for the round on the table."""
    return write_settlement(settlement_of(table), table.round)


def settled_again(ended: Ended, coup: Coup, handed_back: Collection[str] = ()) -> Settlement:
    """Return the settlement of a paid round by another coup, without insurance handed back.

    Insurance on other cards that was taken back by choice is left out too: it was never on offer.
    `verify` and the report of a dispute use this too.
    """
    taken = [bet for bet in ended.round.bets if bet.returned]
    lapsed = insured_otherwise(taken, ended.round.coup.cards, coup.cards)
    gone = {*handed_back, *(bet.id for bet in lapsed)}
    bets = tuple(bet for bet in ended.round.bets if bet.id not in gone)
    settlement = settle(replace(ended.round, coup=coup, bets=bets))
    return given_back(settlement, ended.returned)


def void(draft: Draft, reason: str, rule: str | None, kind: str | None = None) -> None:
    """End the round without a result: every bet goes back. `kind` is what was reported, or None.

    A dealer's report of a faulty shoe that still waits is confirmed when the House reports another
    fault: the round that it stopped is void, and the shoe is not trusted any further. An
    interruption finds no fault: a report goes on waiting after it.
    """
    table = draft.table
    found = kind not in (None, KIND)
    waits = table.case.kind if found and table.case is not None else None
    returned: dict[str, Units] = {}
    for bet in table.bets:
        if bet.id not in table.returned:
            returned[bet.patron] = Units(returned.get(bet.patron, 0) + bet.amount)
    out = True if kind in SHOE_FAULTS or waits in SHOE_FAULTS else None
    draft.emit(e.RoundVoided(table.round, reason, returned, rule or draft.cite("void"), kind, out))
    after_void(draft)
    _shuffle_again(draft)


def finish(draft: Draft) -> None:
    """End the round: pay and collect, pass the position on, shuffle if the shoe is continuous."""
    draft.emit(e.RoundSettled(answer_of(draft.table)))
    after_hand(draft)
    _shuffle_again(draft)


def _shuffle_again(draft: Draft) -> None:
    """Start a new shoe in a continuous shuffler; an order that was given goes on instead."""
    shoe = draft.table.shoe
    playable = shoe is not None and not shoe.fixed and shoe.fault is None
    if draft.setup.shoe is ShoeKind.SHUFFLER and playable:
        end_shoe(draft, "the cards go back")
        begin_shoe(draft)


def is_about_shoe(draft: Draft, kind: str) -> bool:
    """Return True if a report between rounds takes the shoe out of play, once confirmed."""
    return kind in SHOE_FAULTS and draft.table.shoe is not None


def after_crash(command: c.Command, by: Actor) -> bool:
    """Return True if the server resolves a crash; a report that waits does not block it."""
    return isinstance(command, c.Resume) and by.name == SERVER_RESTART


@decides(c.Interrupt)
def interrupt(draft: Draft, _: c.Interrupt) -> None:
    """Interrupt the round; stakes are held meanwhile."""
    phase, rule = draft.table.phase, draft.setup.game.cite_procedure(KIND)
    if phase in (Phase.IDLE, Phase.INTERRUPTED):
        raise Refused(Code.WRONG_PHASE, say("table.nothing_to_interrupt"), rule)
    draft.emit(e.RoundInterrupted(phase, rule))


@decides(c.Resume)
def resume(draft: Draft, _: c.Resume) -> None:
    """Resume the round if an outcome was established; otherwise void it, which takes the House."""
    table = draft.table
    rule = draft.setup.game.cite_procedure(KIND)
    draft.in_phase(Phase.INTERRUPTED, rule=rule)
    if table.established:
        draft.emit(e.RoundResumed(table.before, draft.cite("established")))
        insurance.announce(draft)
        return
    rule = draft.cite("not_established")
    if not is_house(draft.by.role):
        raise Refused(
            Code.NOT_ALLOWED,
            say("table.resuming_voids", role=Name("role", c.VoidRound.least.value)),
            rule,
        )
    case = table.case
    void(draft, KIND, rule, KIND)
    if case is not None and is_about_shoe(draft, case.kind):
        # A crash confirms nothing: a report about the shoe still waits for the House.
        draft.emit(
            e.IrregularityReported(
                kind=case.kind,
                round=table.round,
                does="void",
                cards=case.cards,
                rule=draft.setup.game.cite_report(case.kind),
                waits_for=c.VoidRound.least,
            )
        )


BY_DECISION = "by decision of the house"


@decides(c.Rule)
def rule(draft: Draft, command: c.Rule) -> None:
    """Decide what the rules do not foresee, with chips where it takes them.

    Where a report waited for it the round goes on, and so does the insurance that was on offer.
    """
    waiting = draft.table.case is not None
    owed: dict[str, int] = {}
    for each in command.adjustments:
        if each.player not in draft.table.patrons:
            raise Refused(Code.UNKNOWN_PLAYER, say("table.was_not_here", player=each.player))
        owed[each.player] = owed.get(each.player, 0) - each.amount
    _check_repaid(draft, command)
    total = -sum(owed.values())
    if draft.setup.banked_by_player and total:
        raise InvalidInput(
            Code.MALFORMED,
            say("table.adjustments_uneven", total=draft.money(total)),
            cite(draft.setup.game.bank.house),
        )
    for name, amount in owed.items():
        draft.afford(name, max(amount, 0))
    # Gains come first: a patron who is named twice may need them to pay.
    ordered = sorted(command.adjustments, key=lambda each: -each.amount)
    draft.emit(e.RulingMade(command.text, tuple(ordered), draft.cite("ruling")))
    if waiting:
        insurance.announce(draft)


def _check_repaid(draft: Draft, command: c.Rule) -> None:
    """Raise InvalidInput if more is repaid than a patron owes, or a repayment gives chips."""
    left = dict(draft.table.owed)
    for each in command.adjustments:
        if each.repays:
            left[each.player] = left.get(each.player, 0) + each.amount
            if each.amount > 0 or left[each.player] < 0:
                owes = draft.money(draft.table.owed.get(each.player, 0))
                raise InvalidInput(
                    Code.MALFORMED, say("table.repays_too_much", player=each.player, owes=owes)
                )


@decides(c.VoidRound)
def void_round(draft: Draft, command: c.VoidRound) -> None:
    """Void the round by decision of the House; a report that waits is confirmed by it.

    The paragraph is that of the report, if what was reported voids a round.
    """
    table = draft.table
    if table.phase is Phase.IDLE:
        raise Refused(Code.WRONG_PHASE, say("table.no_round"))
    case = table.case
    if case is None:
        void(draft, command.reason or BY_DECISION, draft.cite("void"))
        return
    procedure = draft.setup.game.procedures.get(case.kind)
    voids = procedure is not None and "void" in (procedure.does, procedure.otherwise)
    rule = draft.setup.game.cite_procedure(case.kind) if voids else draft.cite("void")
    void(draft, command.reason or case.kind, rule, case.kind)

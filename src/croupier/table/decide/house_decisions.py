"""What the House decides: rulings, void rounds, reports confirmed or dismissed."""

from __future__ import annotations

from croupier.errors import Code, InvalidInput, Refused
from croupier.settlement.checks import cite
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.decide import insurance
from croupier.table.decide.draft import Draft, decides
from croupier.table.decide.round_endings import void
from croupier.table.vocabulary import Phase
from croupier.words import say

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


@decides(c.DismissReport)
def dismiss_report(draft: Draft, command: c.DismissReport) -> None:
    """End a report that was a mistake; play goes on where it stopped."""
    case = draft.table.case
    if case is None:
        raise Refused(Code.WRONG_PHASE, say("table.nothing_to_dismiss"))
    draft.emit(e.ReportDismissed(case.kind, draft.table.round, command.reason))
    insurance.announce(draft)

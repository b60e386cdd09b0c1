"""Reports that only the House may act on: confirmed by voiding the round, or dismissed."""

from __future__ import annotations

from croupier.errors import Code, Refused
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.authority import LEAST, is_house
from croupier.table.decide import insurance
from croupier.table.decide.draft import Draft
from croupier.table.decide.ending import SHOE_FAULTS, void
from croupier.table.vocabulary import AUTOMATIC_DEALER, Phase

BY_DECISION = "by decision of the house"


def _confirms(draft: Draft) -> bool:
    """Return True if the report needs nobody else: the House made it, or there is nobody to ask."""
    alone = draft.table.automatic and draft.by.name == AUTOMATIC_DEALER
    return alone or is_house(draft.by.role)


def _reported(
    draft: Draft, command: c.Report, rule: str | None, *, waits: bool, shoe_out: bool
) -> e.IrregularityReported:
    return e.IrregularityReported(
        kind=command.kind,
        round=draft.table.round,
        does="void",
        cards=command.cards,
        text=command.text,
        rule=rule,
        waits_for=LEAST[c.VoidRound] if waits else None,
        shoe_out=True if shoe_out else None,
        next_known=insurance.close_if_revealed(draft, command.cards),
    )


def report_void(draft: Draft, command: c.Report, rule: str | None) -> None:
    """Stop the round until the House confirms a dealer's report; the House's own voids at once."""
    if _confirms(draft):
        draft.emit(_reported(draft, command, rule, waits=False, shoe_out=False))
        void(draft, command.kind, rule, command.kind)
        return
    draft.decided()
    draft.emit(_reported(draft, command, rule, waits=True, shoe_out=False))


def report_shoe(draft: Draft, command: c.Report, rule: str | None) -> None:
    """Take a report between rounds that something is wrong with the shoe: nothing is void."""
    confirmed = _confirms(draft)
    if not confirmed:
        draft.decided()
    draft.emit(_reported(draft, command, rule, waits=not confirmed, shoe_out=confirmed))


def is_about_shoe(draft: Draft, kind: str) -> bool:
    """Return True if a report between rounds takes the shoe out of play, once confirmed."""
    return kind in SHOE_FAULTS and draft.table.shoe is not None


def void_round(draft: Draft, command: c.VoidRound) -> None:
    """Void the round by decision of the House; a report that waits is the reason, if there is one.

    The paragraph is the report's, where what was reported voids a round.
    """
    table = draft.table
    if table.phase is Phase.IDLE:
        raise Refused(Code.WRONG_PHASE, "no round is running")
    case = table.case
    if case is None:
        void(draft, command.reason or BY_DECISION, draft.cite("void"))
        return
    procedure = draft.setup.game.procedures.get(case.kind)
    voids = procedure is not None and "void" in (procedure.does, procedure.otherwise)
    rule = draft.setup.game.cite_procedure(case.kind) if voids else draft.cite("void")
    void(draft, command.reason or case.kind, rule, case.kind)


def dismiss_report(draft: Draft, command: c.DismissReport) -> None:
    """End a report that turned out to be none; play goes on where it stopped."""
    case = draft.table.case
    if case is None:
        raise Refused(Code.WRONG_PHASE, "no report waits that could be dismissed")
    draft.emit(e.ReportDismissed(case.kind, draft.table.round, command.reason))
    insurance.announce(draft)

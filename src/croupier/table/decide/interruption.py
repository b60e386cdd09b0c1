"""A technical interruption: the round goes on if an outcome was established, else it is void."""

from __future__ import annotations

from croupier.errors import Code, Refused
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.authority import LEAST, is_house
from croupier.table.decide import insurance
from croupier.table.decide.confirming import is_about_shoe
from croupier.table.decide.draft import Draft
from croupier.table.decide.ending import void
from croupier.table.vocabulary import SERVER_RESTART, Actor, Phase

KIND = "technical_interruption"


def after_crash(command: c.Command, by: Actor) -> bool:
    """Return True where the server resolves a crash: no report that waits holds that up."""
    return isinstance(command, c.Resume) and by.name == SERVER_RESTART


def interrupt(draft: Draft, _: c.Interrupt) -> None:
    """Stop play; stakes are held meanwhile."""
    phase, rule = draft.table.phase, draft.setup.game.cite_procedure(KIND)
    if phase in (Phase.IDLE, Phase.INTERRUPTED):
        raise Refused(Code.WRONG_PHASE, "no round is running that could be interrupted", rule)
    draft.emit(e.RoundInterrupted(phase, rule))


def resume(draft: Draft, _: c.Resume) -> None:
    """Go on where the outcome of some bet on offer was established, else the House voids it."""
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
            "no outcome was established, so resuming voids the round: "
            "that takes a pit supervisor or above",
            rule,
        )
    case = table.case
    void(draft, KIND, rule, KIND)
    if case is not None and is_about_shoe(draft, case.kind):
        # A crash confirms nothing: what was reported of the shoe still waits for the House.
        draft.emit(
            e.IrregularityReported(
                kind=case.kind,
                round=table.round,
                does="void",
                cards=case.cards,
                rule=draft.setup.game.cite_report(case.kind),
                waits_for=LEAST[c.VoidRound],
            )
        )

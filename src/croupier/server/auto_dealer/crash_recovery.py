"""After a crash: whether the last server stopped cleanly, and rounds that were interrupted."""

from __future__ import annotations

from contextlib import suppress

from croupier.game.model import Role
from croupier.server.auto_dealer.next_command import Body, DealerCommands
from croupier.server.monitoring import SERVER, log_warning
from croupier.store.failures import NotStored
from croupier.store.incidents import Incidents, Kind
from croupier.store.verify_heads import counted
from croupier.table import Actor, Phase, Table
from croupier.table.vocabulary import SERVER_RESTART

RESTART = Actor(Role.PIT_SUPERVISOR, SERVER_RESTART)
"""The actor that the log names where the server resolves a round after a crash."""


def note_start(journal: Incidents) -> bool:
    """Note that this process runs the tables; return True if the last one stopped cleanly."""
    last = journal.last(Kind.SERVER_STARTED, Kind.SERVER_STOPPED)
    clean = last is None or (last.kind is Kind.SERVER_STOPPED and last.detail["clean"])
    journal.note(Kind.SERVER_STARTED, SERVER, detail={"after_a_clean_stop": clean})
    if not clean:
        log_warning(
            "the server was not stopped cleanly: rounds under way are resolved by the rules"
        )
    return bool(clean)


def note_stop(journal: Incidents, *, clean: bool) -> None:
    """Note that this process no longer runs the tables, and whether they were left in order."""
    # If it cannot be stored, the next start finds no clean stop, and that is right.
    with suppress(NotStored), journal.writing() as pen:
        # With the number of rows, so that a database that loses some is not called sound.
        detail = {"clean": clean, **counted(pen.connection)}
        pen.note(Kind.SERVER_STOPPED, SERVER, detail=detail)


def resolve_interrupted(commands: DealerCommands, table_id: str, *, dealt_by_people: bool) -> None:
    """Interrupt and resume a round after a crash: by the rules it goes on, or it is void.

    Rounds that people deal are resolved only with `dealt_by_people`: then no other process
    served them either. A report that waits for a decision goes on waiting.
    """

    def affected(table: Table) -> bool:
        running = table.open and table.phase is not Phase.IDLE
        return running and (table.automatic or dealt_by_people)

    def interrupt(table: Table) -> Body | None:
        interrupted = table.phase is Phase.INTERRUPTED
        return {"do": "interrupt"} if affected(table) and not interrupted else None

    def resume(table: Table) -> Body | None:
        interrupted = table.phase is Phase.INTERRUPTED
        return {"do": "resume"} if affected(table) and interrupted else None

    commands.give(table_id, interrupt, by=RESTART)
    commands.give(table_id, resume, by=RESTART)

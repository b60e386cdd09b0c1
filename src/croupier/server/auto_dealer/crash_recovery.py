"""After a crash: whether the last server stopped cleanly, and rounds that were interrupted."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import suppress
from threading import Lock

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


class Unresolved:
    """The tables that have to be looked at after a crash; for any thread.

    They take no commands of people until then: nobody bets in a round that is about to be void.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._left: dict[str, bool] = {}
        """Whether the round was interrupted already; it is not resumed or void yet."""
        self._asked_for: set[str] = set()

    def hold(self, tables: Iterable[str]) -> None:
        """Add tables, in the order in which they are to be looked at."""
        with self._lock:
            self._left |= dict.fromkeys(tables, False)

    def __contains__(self, table_id: object) -> bool:
        return table_id in self._left

    def __len__(self) -> int:
        return len(self._left)

    def ask_for(self, table_id: str) -> None:
        """Have a table looked at before the others: somebody is there."""
        if table_id in self._left:
            with self._lock:
                self._asked_for.add(table_id)

    def next(self, but: Collection[str]) -> str | None:
        """Return the table that is next, `but` none of these; None if there is no other.

        All rounds are interrupted before one is resolved: that is quick, and everybody sees what
        became of theirs. Of both, tables that were asked for come first.
        """
        with self._lock:
            rest = [table_id for table_id in self._left if table_id not in but]
            return min(rest, key=self._order, default=None)

    def _order(self, table_id: str) -> tuple[bool, bool]:
        return self._left[table_id], table_id not in self._asked_for

    def is_interrupted(self, table_id: str) -> bool:
        """Return True if the round of a table was interrupted already."""
        return self._left.get(table_id, False)

    def interrupted(self, table_id: str) -> None:
        """Note that the round of a table is interrupted, and waits to be resolved."""
        with self._lock:
            if table_id in self._left:
                self._left[table_id] = True

    def release(self, table_id: str) -> None:
        """Remove a table: it takes commands again."""
        with self._lock:
            self._left.pop(table_id, None)
            self._asked_for.discard(table_id)

    def clear(self) -> None:
        """Remove all tables: another process looks at them."""
        with self._lock:
            self._left.clear()
            self._asked_for.clear()


def interrupt_round(commands: DealerCommands, table_id: str, *, dealt_by_people: bool) -> bool:
    """Interrupt the round of a table after a crash; return False if there is nothing to resolve.

    Rounds that people deal are interrupted only with `dealt_by_people`: then no other process
    served them either. A report that waits for a decision goes on waiting.
    """
    found = False

    def interrupt(table: Table) -> Body | None:
        nonlocal found
        running = table.open and table.phase is not Phase.IDLE
        found = running and (table.automatic or dealt_by_people)
        return {"do": "interrupt"} if found and table.phase is not Phase.INTERRUPTED else None

    commands.give(table_id, interrupt, by=RESTART)
    return found


def resolve_round(commands: DealerCommands, table_id: str) -> None:
    """Resume an interrupted round after a crash: by the rules it goes on, or it is void."""

    def resume(table: Table) -> Body | None:
        return {"do": "resume"} if table.open and table.phase is Phase.INTERRUPTED else None

    commands.give(table_id, resume, by=RESTART)

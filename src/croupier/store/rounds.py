"""A round by its number: every event, its cards and bets, balances before and after."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from croupier.store.commit import EventRow
from croupier.store.replay import Playback, read_entry, read_stored
from croupier.table import Event, Table, evolve
from croupier.table import events as e


@dataclass(frozen=True, slots=True)
class Recall:
    """A round as it was played; what happened between it and the next one is among the entries."""

    table_id: str
    round: int
    entries: tuple[EventRow, ...]
    before: Table
    """The table just before bets were opened."""
    after: Table
    """The table when the round was over, or as it stands if it is not."""
    ended: bool
    settlement: Mapping[str, object] | None
    """What was paid, as last corrected; None while it runs, and if it was void."""

    @property
    def balances(self) -> dict[str, tuple[str, str]]:
        """Each patron's free chips, before and after."""
        write = self.after.rules.unit.write
        return {
            name: (write(self.before.free(name)), write(self.after.free(name)))
            for name in self.after.patrons
        }


def recall(playback: Playback, table_id: str, round: int) -> Recall | None:
    """Find a round and play it again from the nearest snapshot; None if there was none."""
    found = playback.reader.round(table_id, round)
    if found is None:
        return None
    first, last = found
    standing = playback.load(table_id, first - 1)
    rows = playback.reader.events(table_id, first - 1, last)
    table, place = standing.table, standing.place
    after, ended, settlement = table, False, None
    for row in rows:
        entry, place = read_entry(row, place)
        event = read_stored(entry, table, playback.games)
        table = evolve(table, event)
        if _ends(event) or (ended and _mends(event, round)):
            ended, after = True, table
            settlement = _settlement(event, settlement)
    return Recall(
        table_id, round, rows, standing.table, after if ended else table, ended, settlement
    )


def _ends(event: Event) -> bool:
    return isinstance(event, e.RoundSettled | e.RoundVoided)


def _mends(event: Event, round: int) -> bool:
    """Say whether an event puts right how a round ended."""
    return isinstance(event, e.RoundCorrected | e.OriginalReturned) and event.round == round


def _settlement(event: Event, known: Mapping[str, object] | None) -> Mapping[str, object] | None:
    match event:
        case e.RoundSettled():
            return event.settlement
        case e.RoundCorrected():
            return event.settlement
        case _:
            return known

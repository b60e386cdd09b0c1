"""Alerts for the webhook: stored before they are sent, and marked when they were taken.

So a server that is killed sends after its start what was not taken. Alerts follow from the journals
(incidents, slips of the cage), which are read from a mark on; alert and mark are stored together.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import Row, case, func, select, text, update

from croupier.store import schema as s
from croupier.store.clock import written
from croupier.store.incidents import Incidents

MOST_READ = 500
"""How many entries of a journal are read at once."""


class Source(StrEnum):
    """The journals that alerts follow from."""

    INCIDENTS = "incidents"
    SLIPS = "slips"


_ROWS = {Source.INCIDENTS: s.incidents, Source.SLIPS: s.cage_slips}


class AlertRow(NamedTuple):
    """An alert as it is stored."""

    id: str
    at: str
    kind: str
    body: str
    """The JSON object that is sent, byte for byte."""
    sent: str | None = None
    tries: int = 0
    failure: str | None = None
    """Why it was not taken the last time: a JSON object with a sentence in each language."""


class Entries(NamedTuple):
    """Entries of a journal that were not read for alerts yet."""

    source: Source
    mark: int
    """The number of the last one that was."""
    rows: Sequence[Row[Any]]


_COLUMNS = ", ".join(AlertRow._fields)
_PUT = text(
    f"INSERT INTO alerts ({_COLUMNS}) VALUES (:{', :'.join(AlertRow._fields)})"
    " ON CONFLICT (id) DO NOTHING"
)
_BEGIN = text(
    "INSERT INTO alert_marks (source, number) VALUES (:source, :number)"
    " ON CONFLICT (source) DO NOTHING"
)


class AlertBox:
    """The alerts of a database; any thread may use it."""

    def __init__(self, journal: Incidents) -> None:
        """Use the database of a journal."""
        self._journal = journal

    def entries(self, source: Source) -> Entries:
        """Return the entries after the mark of a journal, the earliest first.

        The first time of all there is none: what was noted before alerts were asked for is no news.
        """
        rows, marks = _ROWS[source], s.alert_marks.c
        with self._journal.reading() as connection:
            mark = connection.execute(
                select(marks.number).where(marks.source == source.value)
            ).scalar()
            if mark is not None:
                later = select(rows).where(rows.c.number > mark).order_by(rows.c.number)
                return Entries(source, mark, connection.execute(later.limit(MOST_READ)).all())
            last = connection.execute(select(func.coalesce(func.max(rows.c.number), 0))).scalar()
        with self._journal.changing() as connection:
            connection.execute(_BEGIN, {"source": source.value, "number": last})
        return Entries(source, last or 0, ())

    def put_entries(self, read: Entries, alerts: Sequence[AlertRow]) -> None:
        """Store what followed from entries, and that they were read, unless another process has."""
        marks = s.alert_marks.c
        move = update(s.alert_marks).where(
            marks.source == read.source.value, marks.number == read.mark
        )
        with self._journal.changing() as connection:
            if connection.execute(move.values(number=read.rows[-1].number)).rowcount:
                for each in alerts:
                    connection.execute(_PUT, each._asdict())

    def put(self, alert: AlertRow) -> None:
        """Store an alert, unless it is there."""
        with self._journal.changing() as connection:
            connection.execute(_PUT, alert._asdict())

    def waiting(self, most: int) -> list[AlertRow]:
        """Return alerts that were not taken, those that were tried least often first."""
        alert = s.alerts.c
        question = select(s.alerts).where(alert.sent.is_(None))
        order = question.order_by(alert.tries, alert.at, alert.id).limit(most)
        with self._journal.reading() as connection:
            return [AlertRow(*row) for row in connection.execute(order)]

    def count_waiting(self) -> int:
        """Return how many alerts were not taken."""
        question = select(func.count()).where(s.alerts.c.sent.is_(None))
        with self._journal.reading() as connection:
            return int(connection.execute(question).scalar_one())

    def latest(self, most: int) -> list[AlertRow]:
        """Return the latest alerts: those that were not taken first, then by their time."""
        alert = s.alerts.c
        taken = case((alert.sent.is_(None), 0), else_=1)
        question = select(s.alerts).order_by(taken, alert.at.desc(), alert.id).limit(most)
        with self._journal.reading() as connection:
            return [AlertRow(*row) for row in connection.execute(question)]

    def tried(self, alert_id: str, failure: str | None) -> None:
        """Note that an alert was taken, or why it was not."""
        alert = s.alerts.c
        sent = written(self._journal.clock.now()) if failure is None else None
        values = {"sent": sent, "tries": alert.tries + 1, "failure": failure}
        with self._journal.changing() as connection:
            connection.execute(update(s.alerts).where(alert.id == alert_id).values(values))

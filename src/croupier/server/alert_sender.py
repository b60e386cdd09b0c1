"""Sends alerts to a signed webhook: what the journals and the tables say, until it is taken.

`AlertSender` is stepped, so that tests need no time; `AlertThread` steps it, in a thread of its own
that no bet waits for. Of several processes the one that runs the automatic dealer sends. What it
knows is in the database, so the next one goes on where it stopped.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic

from croupier.server.alert_kinds import (
    Alert,
    by_language,
    case_alert,
    incident_alerts,
    outage_alert,
    slip_alerts,
)
from croupier.server.monitoring import Metrics, log_error, log_info, log_warning
from croupier.server.webhook import new_client, post, read_webhook_secret, signed_headers
from croupier.store.alert_box import AlertBox, AlertRow, Source
from croupier.store.failures import NotStored
from croupier.store.house import House
from croupier.words import Message

STEP = 0.5
"""Seconds between two steps."""
LOOK = 5.0
"""Seconds between two looks at all tables: a change by another process may not be told."""
FIRST_PAUSE, LAST_PAUSE = 1.0, 300.0
"""Seconds until an alert that was not taken is sent again: doubled each time, up to the last."""
AT_ONCE = 100
"""How many alerts that wait are looked at in one step."""
MINE = 60.0
"""For so many seconds after it ran the tables a process tells of an outage: while the database is
gone, nobody holds the lease."""

Deliver = Callable[[AlertRow], Message | None]
"""Sends an alert; returns None if it was taken, or why it was not."""


class AlertSender:
    """Finds out what is to be told, stores it, and sends it until it is taken."""

    def __init__(
        self,
        house: House,
        box: AlertBox,
        deliver: Deliver,
        *,
        case_seconds: int,
        sends: Callable[[], bool],
        outage: Callable[[], str | None] = lambda: None,
        on_try: Callable[[AlertRow, Message | None], None] = lambda *_: None,
        on_count: Callable[[int], None] = lambda _: None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Listen to a house; `sends` returns True in the one process that sends.

        `outage` returns since when nothing can be stored, or None.
        """
        self._house = house
        self._box = box
        self._deliver = deliver
        self._case_seconds = case_seconds
        self._sends = sends
        self._outage = outage
        self._on_try = on_try
        self._on_count = on_count
        self._clock = clock
        self._lock = Lock()
        self._changed: set[str] = set()
        self._looked: float | None = None
        """When all tables were looked at; None in a process that does not send."""
        self._mine_until = 0.0
        self._cases: dict[str, Alert] = {}
        """The reports that wait and are not stored as alerts yet, by table."""
        self._stored: dict[str, str] = {}
        """The ids of those that are, by table."""
        self._told: str | None = None
        """The start of the outage that was told last."""
        self._pauses: dict[str, tuple[float, float]] = {}
        """When an alert that was not taken is sent again, and the pause before that."""
        self._may_wait = True
        house.listen(self._table_changed)

    def _table_changed(self, table_id: str | None) -> None:
        with self._lock:
            if table_id is None:
                self._looked = None if self._looked is None else self._looked - LOOK
            else:
                self._changed.add(table_id)

    def step(self) -> None:
        """Do what is due; raise `NotStored` if the database cannot be used."""
        now, mine, outage = self._clock(), self._sends(), self._outage()
        if mine:
            self._mine_until = now + MINE
        if outage is not None:
            self._tell_outage(outage, now)
        elif mine:
            self._tell_what_is_stored(now)
        else:
            self._forget()

    def _tell_what_is_stored(self, now: float) -> None:
        self._read_journals()
        self._look_at_tables(now)
        self._send(now)

    def _forget(self) -> None:
        """Keep nothing in mind: when this process sends again, it begins with the database."""
        with self._lock:
            self._changed.clear()
            self._looked = None
        self._cases.clear()
        self._stored.clear()
        self._pauses.clear()
        self._on_count(0)
        self._may_wait = True

    def _tell_outage(self, began: str, now: float) -> None:
        """Send at once that nothing can be stored; what the journal notes later has the same id."""
        if began == self._told or now > self._mine_until:
            return
        alert = outage_alert(began).row()
        if not self._is_due(alert, now):
            return
        if self._try(alert, now) is None:
            self._told = began

    def _read_journals(self) -> None:
        unit = self._house.unit
        for source in Source:
            while (read := self._box.entries(source)).rows:
                found = (
                    incident_alerts(read.rows)
                    if source is Source.INCIDENTS
                    else slip_alerts(read.rows, unit)
                )
                self._box.put_entries(read, found)
                self._may_wait = self._may_wait or bool(found)

    def _look_at_tables(self, now: float) -> None:
        with self._lock:
            changed, self._changed = self._changed, set()
            if self._looked is None or now >= self._looked + LOOK:
                self._looked = now
                changed |= set(self._house.tables())
        # The automatic dealer of this process loads all tables; until it has one, this waits.
        unread = {each for each in changed if not self._house.is_loaded(each)}
        with self._lock:
            self._changed |= unread
        try:
            for table_id in changed - unread:
                self._look_at(table_id)
        except NotStored:
            with self._lock:
                self._looked = None
            raise
        for table_id, alert in tuple(self._cases.items()):
            if self._seconds_since(alert.at) >= self._case_seconds:
                self._box.put(alert.row())
                self._stored[table_id] = self._cases.pop(table_id).id
                self._may_wait = True

    def _look_at(self, table_id: str) -> None:
        """Note the report that waits at a table, or that none does."""
        waits = self._house.live_table(table_id).current().case is not None
        alert = case_alert(self._house.reader, table_id) if waits else None
        if alert is None:
            self._cases.pop(table_id, None)
        elif alert.id != self._stored.get(table_id):
            self._cases[table_id] = alert

    def _seconds_since(self, at: str) -> float:
        moments = (datetime.fromisoformat(each) for each in (self._house.now(), at))
        return (next(moments) - next(moments)).total_seconds()

    def _send(self, now: float) -> None:
        """Send what is due; after one that was not taken, the others wait for the next step."""
        if not self._may_wait:
            return
        waiting = self._box.waiting(AT_ONCE)
        self._may_wait = bool(waiting)
        for alert in waiting:
            if self._is_due(alert, now) and not self._send_one(alert, now):
                break
        self._on_count(self._box.count_waiting() if waiting else 0)

    def _send_one(self, alert: AlertRow, now: float) -> bool:
        why = None if alert.id == self._told_id else self._try(alert, now)
        told = None if why is None else json.dumps(by_language(why), ensure_ascii=False)
        self._box.tried(alert.id, told)
        return why is None

    @property
    def _told_id(self) -> str | None:
        return None if self._told is None else outage_alert(self._told).id

    def _is_due(self, alert: AlertRow, now: float) -> bool:
        return now >= self._pauses.get(alert.id, (now, 0.0))[0]

    def _try(self, alert: AlertRow, now: float) -> Message | None:
        why = self._deliver(alert)
        self._on_try(alert, why)
        before = self._pauses.pop(alert.id, (0.0, FIRST_PAUSE / 2))[1]
        if why is not None:
            pause = min(2 * before, LAST_PAUSE)
            self._pauses[alert.id] = (now + pause, pause)
        return why


class AlertThread:
    """Sends in a thread of its own, so that no bet waits for it."""

    def __init__(
        self,
        house: House,
        box: AlertBox,
        metrics: Metrics,
        *,
        url: str,
        secret: Path,
        case_seconds: int,
        sends: Callable[[], bool],
        outage: Callable[[], str | None],
    ) -> None:
        """Read the secret, and start the thread; raise `BadKeyFile`."""
        self._url = url
        self._secret, _ = read_webhook_secret(secret)
        self._metrics = metrics
        self._failing: set[str] = set()
        """The ids of alerts that did not arrive when they were last sent."""
        self._broken = False
        self._client = new_client()
        self._sender = AlertSender(
            house,
            box,
            self._deliver,
            case_seconds=case_seconds,
            sends=sends,
            outage=outage,
            on_try=self._tried,
            on_count=metrics.alerts_waiting.set,
        )
        self._closing = Event()
        self._thread = Thread(target=self._work, name="croupier-alerts", daemon=True)
        self._thread.start()

    def _deliver(self, alert: AlertRow) -> Message | None:
        body = alert.body.encode()
        headers = signed_headers(self._secret, alert.id, int(time.time()), body)
        return post(self._client, self._url, body, headers)

    def _tried(self, alert: AlertRow, why: Message | None) -> None:
        """Count a result; the log says when it begins to fail, and when it works again."""
        self._metrics.alerts.labels(alert.kind, "sent" if why is None else "failed").inc()
        if why is not None:
            if not self._failing:
                log_warning("alerts do not arrive", why=why)
            self._failing.add(alert.id)
        elif self._failing:
            self._failing.discard(alert.id)
            if not self._failing:
                log_info("alerts arrive again")

    def _work(self) -> None:
        while not self._closing.wait(STEP):
            try:
                self._sender.step()
                self._broken = False
            except NotStored:
                # The server's health tells of it; what is to be told waits in the journals.
                continue
            except Exception as wrong:
                if not self._broken:
                    log_error("alerts cannot be made", wrong)
                self._broken = True
        self._client.close()

    def close(self) -> None:
        """Stop; what was not taken is sent after the next start."""
        self._closing.set()
        self._thread.join(10)

"""Publishes signed statements of all heads: every few minutes and at the end of each shoe.

`HeadsPublisher` is stepped, so that tests need no time; `PublisherThread` steps it. Of several
processes only the one that runs the automatic dealer publishes.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic

from croupier.server.monitoring import Metrics, log_error, log_info, log_warning
from croupier.server.webhook import Webhook
from croupier.store.failures import BadStore, NotStored
from croupier.store.house import House
from croupier.store.signing import read_signing_key
from croupier.store.statement_file import StatementFile
from croupier.store.statements import Signed, Why
from croupier.store.verify_heads import heads_of
from croupier.table import Table

STEP = 1.0
"""Seconds between two looks whether a shoe has ended."""
GATHER = 2.0
"""Seconds between two statements at least, so that shoes that end together share one."""
SHARE = 50
"""After a statement that took long, the next one waits for so many times as long."""
RETRY = 10.0
"""Seconds until a statement that failed is tried again."""


class HeadsPublisher:
    """Decides when a statement is due, reads all heads in one query, and publishes it."""

    def __init__(
        self,
        house: House,
        file: StatementFile,
        *,
        seconds: float,
        publishes: Callable[[], bool],
        published: Callable[[Signed], None] = lambda _: None,
        failed: Callable[[str], None] = lambda _: None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Listen to a house; `publishes` returns True in the one process that publishes."""
        self._house = house
        self._file = file
        self._seconds = seconds
        self._publishes = publishes
        self._published = published
        self._failed = failed
        self._clock = clock
        self._lock = Lock()
        self._changed: set[str] = set()
        self._shoes: dict[str, int | None] = {}
        """The shoe in play at each table when it was last looked at."""
        self._due: float | None = None
        self._not_before = 0.0
        self._shoe_ended = False
        house.listen(self._table_changed)

    def _table_changed(self, table_id: str | None) -> None:
        if table_id is not None:
            with self._lock:
                self._changed.add(table_id)

    def step(self) -> None:
        """Publish a statement if one is due."""
        with self._lock:
            changed, self._changed = self._changed, set()
        if not self._publishes():
            self._due = None
            return
        self._shoe_ended = self._look(changed) or self._shoe_ended
        now = self._clock()
        if now < self._not_before:
            return
        if self._due is None:
            self._publish(Why.START)
        elif self._shoe_ended:
            self._publish(Why.SHOE)
        elif now >= self._due:
            self._publish(Why.TIME)

    def _look(self, changed: set[str]) -> bool:
        """Return True if a shoe has ended at one of these tables since the last look."""
        ended = False
        for table_id in changed:
            try:
                table = self._house.live_table(table_id).current()
            except (KeyError, NotStored):
                continue
            shoe = table.shoe
            number = None if shoe is None else shoe.number
            if table_id in self._shoes:
                before = self._shoes[table_id]
                ended = ended or (before is not None and before != number)
            else:
                ended = ended or _between_shoes(table)
            self._shoes[table_id] = number
        return ended

    def _publish(self, why: Why) -> None:
        began = self._clock()
        try:
            with self._house.reader.moment() as connection:
                chains = heads_of(connection)
            made = self._file.publish(chains, self._house.now(), why)
        except (NotStored, OSError, BadStore) as wrong:
            self._not_before = began + RETRY
            self._failed(" ".join(str(wrong).split()))
            return
        now = self._clock()
        self._shoe_ended = False
        self._due = now + self._seconds
        self._not_before = now + max(GATHER, SHARE * (now - began))
        self._published(made)

    def stop(self) -> None:
        """Publish a last statement: where everything was when the server stopped."""
        self._publish(Why.STOP)


def _between_shoes(table: Table) -> bool:
    """Return True if the last shoe of a table has ended and no card of the next is dealt."""
    shoe = table.shoe
    return table.shoes > 0 if shoe is None else shoe.number > 1 and not shoe.used


class PublisherThread:
    """Publishes in a thread of its own, so that no bet waits for it."""

    def __init__(
        self,
        house: House,
        metrics: Metrics,
        *,
        key: Path,
        file: Path,
        seconds: float,
        webhook: str | None,
        publishes: Callable[[], bool],
    ) -> None:
        """Read the key, and start the thread; raise `BadKeyFile`."""
        self._metrics = metrics
        signing_key = read_signing_key(key)
        self.public_key = signing_key.public
        self.file = file
        self._publishes = publishes
        self._failing: dict[str, str] = {}
        self._webhook = None if webhook is None else Webhook(webhook, self._sent)
        self._publisher = HeadsPublisher(
            house,
            StatementFile(file, signing_key),
            seconds=seconds,
            publishes=publishes,
            published=self._published,
            failed=lambda why: self._noted("file", why),
        )
        self._closing = Event()
        self._thread = Thread(target=self._work, name="croupier-heads", daemon=True)
        self._thread.start()

    def _work(self) -> None:
        while not self._closing.wait(STEP):
            try:
                self._publisher.step()
            except Exception as wrong:
                log_error("a statement of heads failed", wrong)

    def _published(self, made: Signed) -> None:
        self._noted("file", None)
        if self._webhook is not None:
            self._webhook.send(made.line)

    def _sent(self, why: str | None) -> None:
        self._noted("webhook", why)

    def _noted(self, where: str, why: str | None) -> None:
        """Count a result; the log says when it begins to fail, and when it works again."""
        self._metrics.heads.labels(where, "done" if why is None else "failed").inc()
        before = self._failing.pop(where, None)
        if why is not None:
            self._failing[where] = why
            if before is None:
                log_warning("heads cannot be published", to=where, why=why)
        elif before is not None:
            log_info("heads are published again", to=where)

    def close(self, *, last: bool) -> None:
        """Stop; with `last` a last statement is published first."""
        self._closing.set()
        self._thread.join()
        if last:
            self._publisher.stop()
        if self._webhook is not None:
            self._webhook.close()

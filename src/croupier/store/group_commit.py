"""A thread that stores commands in groups: all that are waiting share one commit."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread

from croupier.store.batch import Batch
from croupier.store.failures import NotStored

MOST_IN_A_COMMIT = 128

Outcomes = list[Exception | None]
"""For each batch the exception that it failed with, or None if it is stored."""


class GroupFailed(Exception):
    """Nothing of a group was stored; each batch may be tried alone."""


class GroupCommit:
    """Takes batches from any thread, and returns only after the commit."""

    def __init__(
        self, commit: Callable[[list[Batch]], Outcomes], drop: Callable[[], None], name: str
    ) -> None:
        """Start the thread; it calls `commit` to store batches, and `drop` after a failure."""
        self._commit, self._drop = commit, drop
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._closing = Lock()
        self._closed = False
        self._thread = Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    def write(self, batch: Batch) -> None:
        """Store a batch; raise `NotStored`, or what the table or a wallet refuses it for."""
        done: Future[None] = Future()
        with self._closing:
            if self._closed:
                raise NotStored("the database is closed")
            self._jobs.put((batch, done))
        done.result()

    def close(self) -> None:
        """Store what was handed in, then stop."""
        with self._closing:
            if not self._closed:
                self._closed = True
                self._jobs.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (first := self._jobs.get()) is not None:
            group, last = self._gather(first)
            self._serve(group)
            if last:
                break
        self._drop()

    def _gather(self, first: _Job) -> tuple[list[_Job], bool]:
        """Return the batches that are waiting now, and whether to stop after them."""
        group = [first]
        with suppress(Empty):
            while len(group) < MOST_IN_A_COMMIT:
                job = self._jobs.get_nowait()
                if job is None:
                    return group, True
                group.append(job)
        return group, False

    def _serve(self, group: list[_Job]) -> None:
        try:
            outcomes = self._commit([batch for batch, _ in group])
        except Exception as wrong:
            self._drop()
            if len(group) > 1 and isinstance(wrong, GroupFailed):
                # One of them may have failed the others.
                for job in group:
                    self._serve([job])
                return
            failure = NotStored(f"the database did not take it: {wrong}")
            failure.__cause__ = wrong
            for _, done in group:
                done.set_exception(failure)
            return
        for (_, done), outcome in zip(group, outcomes, strict=True):
            if outcome is None:
                done.set_result(None)
            else:
                done.set_exception(outcome)


_Job = tuple[Batch, "Future[None]"]

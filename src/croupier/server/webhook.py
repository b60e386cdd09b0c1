"""Statements sent to an address outside: in a thread of its own, tried again, never waited for."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, Full, Queue
from threading import Event, Thread

import httpx

ATTEMPTS = 5
"""How often a statement is sent before it is given up; the next ones are still tried."""
FIRST_PAUSE = 1.0
"""Seconds before the second attempt; doubled each time."""
TIMEOUT = 5.0
MOST_WAITING = 100
"""How many statements wait; of more, the oldest are given up."""

OnSent = Callable[[str | None], None]
"""Called with None when a statement was taken, or with why it was not."""


class Webhook:
    """Sends statements by POST, one after the other."""

    def __init__(
        self, url: str, on_sent: OnSent = lambda _: None, *, pause: float = FIRST_PAUSE
    ) -> None:
        """Start the thread."""
        self._url = url
        self._on_sent = on_sent
        self._pause = pause
        self._waiting: Queue[bytes | None] = Queue(MOST_WAITING)
        self._closing = Event()
        self._thread = Thread(target=self._work, name="croupier-webhook", daemon=True)
        self._thread.start()

    def send(self, line: bytes) -> None:
        """Hand in a statement; this returns at once."""
        self._put(line)

    def _put(self, line: bytes | None) -> None:
        while True:
            try:
                self._waiting.put_nowait(line)
                return
            except Full:
                try:
                    self._waiting.get_nowait()
                    self._on_sent("too many are waiting")
                except Empty:
                    continue

    def _work(self) -> None:
        with httpx.Client(timeout=TIMEOUT, trust_env=False) as client:
            while (line := self._waiting.get()) is not None:
                self._on_sent(self._deliver(client, line))

    def _deliver(self, client: httpx.Client, line: bytes) -> str | None:
        """Return None if the other end took a statement, or why it did not."""
        why = ""
        for attempt in range(ATTEMPTS):
            if attempt and self._closing.wait(self._pause * 2 ** (attempt - 1)):
                break
            try:
                answer = client.post(
                    self._url, content=line, headers={"content-type": "application/json"}
                )
            except httpx.HTTPError as wrong:
                why = f"{type(wrong).__name__}: {wrong}"
                continue
            if answer.is_success:
                return None
            why = f"it answered {answer.status_code}"
        return why

    def close(self) -> None:
        """Send what is waiting, each once more at most, then stop."""
        self._closing.set()
        self._put(None)
        self._thread.join(2 * TIMEOUT)

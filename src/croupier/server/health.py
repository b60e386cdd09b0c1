"""Whether bets can be taken: what the last commit said, and whether the server is closing."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock


class Health:
    """Known from every thread; listeners hear each change once."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._failure: str | None = None
        self._listeners: list[Callable[[str | None], None]] = []
        self.closing = False

    @property
    def failure(self) -> str | None:
        """Why nothing can be stored; None while everything can."""
        return self._failure

    @property
    def well(self) -> bool:
        """Whether bets can be taken."""
        return self._failure is None and not self.closing

    def listen(self, heard: Callable[[str | None], None]) -> None:
        """Be told when the database is gone (why), and when it is back (None)."""
        self._listeners.append(heard)

    def failed(self, why: object) -> None:
        """Note that something could not be stored or read."""
        self._become(" ".join(str(why).split())[:300])

    def worked(self) -> None:
        """Note that something was stored."""
        if self._failure is not None:
            self._become(None)

    def _become(self, failure: str | None) -> None:
        with self._lock:
            changed = (self._failure is None) != (failure is None)
            self._failure = failure
        if changed:
            for heard in self._listeners:
                heard(failure)

"""The processes of a server and their signals: the first one stops them in order, the next at once.

At once means killed: what was acknowledged is stored, as after every crash.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import uvicorn
from uvicorn.supervisors import Multiprocess


class Server(uvicorn.Server):
    """A uvicorn server whose process ends with 0 after one SIGINT or SIGTERM."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at SIGINT and SIGTERM without raising the signal again afterwards."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {
            number: signal.signal(number, self.handle_exit)
            for number in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop in order; if that is under way already, end the process by this signal."""
        if self.should_exit:
            signal.signal(sig, signal.SIG_DFL)
            signal.raise_signal(sig)
        super().handle_exit(sig, frame)


class Workers(Multiprocess):
    """Several processes that serve; each is told to stop, and killed at a second signal."""

    def join_all(self) -> None:
        """Wait for the end of all processes."""
        self.signal_queue.clear()
        for worker in self.processes:
            while worker.process.is_alive():
                worker.process.join(0.1)
                if self.signal_queue:
                    worker.process.kill()

"""How far a long run is, how long it still takes, and Ctrl-C, which ends it in good order."""

from __future__ import annotations

import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from time import perf_counter

TRUSTED_SECONDS, LONG_SECONDS, VERY_LONG_SECONDS = 1.5, 60.0, 3_600.0
"""After how long a speed can be trusted; from when on a run is announced as long; and from when
on it should have a checkpoint."""

Advance = Callable[[int], None]
Clock = Callable[[], float]


class Estimate:
    """The speed of a run and the time that it still takes, from the later half of what it did.

    The first shards of a run are small and the first of all may wait for a compiler or a cluster,
    so what was dealt in the first half says little of the rest, and the first shard says nothing.
    """

    def __init__(
        self, asked: int, clock: Clock | None = None, ready: Callable[[], bool] = lambda: True
    ) -> None:
        self._asked, self._clock, self._ready = asked, clock or perf_counter, ready
        self._began, self._begun = self._clock(), self._ready()
        self._marks: deque[tuple[float, int]] = deque()

    def note(self, done: int) -> None:
        """Note that so much is done by now."""
        now = self._clock()
        if not self._begun:
            # What was dealt until now says nothing of the rest: the estimate begins anew.
            self._begun = self._ready()
            self._began = now
            self._marks.clear()
        self._marks.append((now, done))
        # Only the last mark before the later half is still needed.
        middle = (self._began + now) / 2
        while len(self._marks) > 2 and self._marks[1][0] <= middle:
            self._marks.popleft()

    @property
    def seconds(self) -> float:
        """How long the run takes so far."""
        return self._marks[-1][0] - self._began if self._marks else 0.0

    @property
    def rate(self) -> float:
        """How much is done in a second; 0 before that is known."""
        if len(self._marks) < 2:
            return 0.0
        (since, before), (now, done) = self._marks[0], self._marks[-1]
        return (done - before) / max(now - since, 1e-9)

    @property
    def left(self) -> float | None:
        """The seconds that the rest takes; None before that is known."""
        rate = self.rate
        return max(self._asked - self._marks[-1][1], 0) / rate if rate else None


@contextmanager
def dealing_progress(
    rounds: int,
    before: int = 0,
    *,
    advice: str = "",
    name: str = "croupier simulate",
    ready: Callable[[], bool] = lambda: True,
) -> Iterator[Advance]:
    """Yield a function to call with all rounds dealt so far, `before` of them in an earlier run.

    A terminal shows a bar. The advice is added to the announcement of a run that takes hours. What
    was dealt before the engine is `ready` is not counted for the speed.
    """
    estimate = Estimate(rounds, ready=ready)
    if not sys.stderr.isatty():
        announce = _announcement(estimate, partial(_say, name), advice)

        def note(done: int) -> None:
            estimate.note(done)
            announce()

        yield note
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

    columns = (
        TextColumn("dealing"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]} rounds/s, left {task.fields[left]}"),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True) as bar:
        done_before = min(before, rounds)
        task = bar.add_task("", total=rounds, completed=done_before, rate="…", left="…")

        def say(text: str) -> None:
            console.print(text, highlight=False, soft_wrap=True)

        announce_on_screen = _announcement(estimate, say, advice)

        def advance(done: int) -> None:
            estimate.note(done)
            left = "…" if estimate.left is None else duration(estimate.left)
            bar.update(task, completed=min(done, rounds), rate=f"{estimate.rate:,.0f}", left=left)
            announce_on_screen()

        yield advance


def _say(name: str, text: str) -> None:
    print(f"{name}: {text}", file=sys.stderr, flush=True)


def _announcement(
    estimate: Estimate, say: Callable[[str], None], advice: str
) -> Callable[[], None]:
    """Return a function that says once how long a long run will take, as soon as that is known."""
    announced = False

    def announce() -> None:
        nonlocal announced
        if announced or estimate.seconds < TRUSTED_SECONDS or estimate.left is None:
            return
        announced = True
        if estimate.left > LONG_SECONDS:
            hint = f"; {advice}" if advice and estimate.left > VERY_LONG_SECONDS else ""
            say(f"about {duration(estimate.left)} at {estimate.rate:,.0f} rounds/s{hint}")

    return announce


def duration(seconds: float) -> str:
    """Return a time in the largest unit of which there are two or more: "9 minutes"."""
    for unit, name in ((86_400, "days"), (3_600, "hours"), (60, "minutes")):
        if seconds >= 2 * unit:
            return f"{seconds / unit:.0f} {name}"
    return f"{seconds:.0f} seconds"


@contextmanager
def catch_interrupt() -> Iterator[Callable[[], bool]]:
    """Yield a function that returns True once Ctrl-C was pressed; a second Ctrl-C ends the process.

    Outside the main thread signals cannot be caught: there the function returns False.
    """
    pressed = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield pressed.is_set
        return
    before = signal.getsignal(signal.SIGINT)

    def press(number: int, frame: object) -> None:
        pressed.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, press)
    try:
        yield pressed.is_set
    finally:
        signal.signal(signal.SIGINT, before)

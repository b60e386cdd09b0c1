"""Progress of long work: a bar on a terminal, else one line; and Ctrl-C as a request to stop."""

from __future__ import annotations

import os
import signal
import stat
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from io import BufferedReader
from time import perf_counter

MANY_BYTES = 2_000_000
"""A file with fewer bytes is read so quickly that it needs no bar."""

TRUSTED_SECONDS, LONG_SECONDS, VERY_LONG_SECONDS = 1.5, 60.0, 3_600.0
"""After how long a speed can be trusted; from when on a run is announced as long; and from when
on it should have a checkpoint."""

Advance = Callable[[int], None]


@contextmanager
def reading_progress(file: BufferedReader, what: str = "settling") -> Iterator[Callable[[], None]]:
    """Yield a function to call after each step of reading a file; it updates a bar if one is shown.

    A bar is shown only if standard error is a terminal and standard output is not.
    """
    size = _size(file)
    if size < MANY_BYTES or not sys.stderr.isatty() or sys.stdout.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=size)
        yield lambda: bar.update(task, completed=file.tell())


def _size(file: BufferedReader) -> int:
    """Return the length of a file; 0 for a pipe, whose length is not known."""
    found = os.fstat(file.fileno())
    return found.st_size if stat.S_ISREG(found.st_mode) else 0


@contextmanager
def checking_progress() -> Iterator[Advance]:
    """Yield a function to call with the number of entries just checked; it shows their sum."""
    if not sys.stderr.isatty() or sys.stdout.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress, TextColumn

    columns = (TextColumn("checking: {task.completed:,} entries"),)
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("checking", total=None)
        yield lambda count: bar.update(task, advance=count)


@contextmanager
def dealing_progress(
    rounds: int, before: int = 0, *, advice: str = "", command: str = "simulate"
) -> Iterator[Advance]:
    """Yield a function to call with all rounds dealt so far, `before` of them in an earlier run.

    The advice is added to the announcement of a run that takes hours.
    """
    if not sys.stderr.isatty():
        yield _estimate(rounds, before, partial(_say, command), advice)
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("dealing"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]} rounds/s, left"),
        TimeRemainingColumn(),
    )
    began, console = perf_counter(), Console(stderr=True)
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=rounds, completed=min(before, rounds), rate="…")

        def say(text: str) -> None:
            console.print(text, highlight=False, soft_wrap=True)

        estimate = _estimate(rounds, before, say, advice)

        def advance(done: int) -> None:
            rate = (done - before) / max(perf_counter() - began, 1e-9)
            bar.update(task, completed=min(done, rounds), rate=f"{rate:,.0f}")
            estimate(done)

        yield advance


def _say(command: str, text: str) -> None:
    print(f"croupier {command}: {text}", file=sys.stderr, flush=True)


def _estimate(rounds: int, before: int, say: Callable[[str], None], advice: str) -> Advance:
    """Return a function that says once how long a long run will take, as soon as that is known."""
    began, announced = perf_counter(), False

    def advance(done: int) -> None:
        nonlocal announced
        seconds = perf_counter() - began
        if announced or seconds < TRUSTED_SECONDS:
            return
        announced = True
        rate = (done - before) / seconds
        left = (rounds - done) / rate
        if left > LONG_SECONDS:
            hint = f"; {advice}" if advice and left > VERY_LONG_SECONDS else ""
            say(f"about {duration(left)} at {rate:,.0f} rounds/s{hint}")

    return advance


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

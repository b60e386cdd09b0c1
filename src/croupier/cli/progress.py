"""Progress of long work: a bar for a person, else a line; and Ctrl-C as a wish to stop soon."""

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
"""Fewer bytes than these are read before anybody wonders."""


@contextmanager
def progress(file: BufferedReader, what: str = "settling") -> Iterator[Callable[[], None]]:
    """Give what to call after each step of reading a file: it draws a bar, or does nothing."""
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
    """Say how long a file is; nothing for a pipe, which has no end until it ends."""
    found = os.fstat(file.fileno())
    return found.st_size if stat.S_ISREG(found.st_mode) else 0


SURE, LONG, VERY_LONG = 1.5, 60.0, 3_600.0
"""Seconds after which a speed can be trusted, those that somebody should know of beforehand, and
those of a run that should be kept in a file."""

Tell = Callable[[int], None]


@contextmanager
def pace(
    rounds: int, before: int = 0, *, advice: str = "", command: str = "simulate"
) -> Iterator[Tell]:
    """Give what to call with the rounds dealt so far, of which some were dealt in another run.

    The advice is for those who have hours to wait.
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

        def tell(done: int) -> None:
            rate = (done - before) / max(perf_counter() - began, 1e-9)
            bar.update(task, completed=min(done, rounds), rate=f"{rate:,.0f}")
            estimate(done)

        yield tell


def _say(command: str, text: str) -> None:
    print(f"croupier {command}: {text}", file=sys.stderr, flush=True)


def _estimate(rounds: int, before: int, say: Callable[[str], None], advice: str) -> Tell:
    """Say once, after a start that was measured, how long a long run will take."""
    began, said = perf_counter(), False

    def tell(done: int) -> None:
        nonlocal said
        seconds = perf_counter() - began
        if said or seconds < SURE:
            return
        said = True
        rate = (done - before) / seconds
        left = (rounds - done) / rate
        if left > LONG:
            hint = f"; {advice}" if advice and left > VERY_LONG else ""
            say(f"about {span(left)} at {rate:,.0f} rounds/s{hint}")

    return tell


def span(seconds: float) -> str:
    """Say a time as people do."""
    for unit, name in ((86_400, "days"), (3_600, "hours"), (60, "minutes")):
        if seconds >= 2 * unit:
            return f"{seconds / unit:.0f} {name}"
    return f"{seconds:.0f} seconds"


@contextmanager
def halting() -> Iterator[Callable[[], bool]]:
    """Give what says whether Ctrl-C was pressed; pressed once more, it ends everything at once."""
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

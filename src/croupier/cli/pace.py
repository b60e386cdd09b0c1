"""How a long run gets on: a bar with rounds a second and the time left, or one line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter

SURE, LONG = 2.0, 60.0
"""Seconds after which a speed can be trusted, and those that somebody should know of beforehand."""


@contextmanager
def pace(rounds: int, command: str = "simulate") -> Iterator[Callable[[int], None]]:
    """Give what to call with the rounds dealt so far."""
    if not sys.stderr.isatty():
        yield _line(rounds, command)
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
    began = perf_counter()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=rounds, rate="…")

        def tell(done: int) -> None:
            rate = done / max(perf_counter() - began, 1e-9)
            bar.update(task, completed=min(done, rounds), rate=f"{rate:,.0f}")

        yield tell


def _line(rounds: int, command: str) -> Callable[[int], None]:
    """Say once, where there is no screen, how long a long run will take."""
    began, said = perf_counter(), False

    def tell(done: int) -> None:
        nonlocal said
        seconds = perf_counter() - began
        if said or seconds < SURE:
            return
        said = True
        left = seconds * (rounds / done - 1)
        if left > LONG:
            rate = f"{done / seconds:,.0f} rounds/s"
            print(f"croupier {command}: about {span(left)} at {rate}", file=sys.stderr, flush=True)

    return tell


def span(seconds: float) -> str:
    """Say a time as people do."""
    for unit, name in ((86_400, "days"), (3_600, "hours"), (60, "minutes")):
        if seconds >= 2 * unit:
            return f"{seconds / unit:.0f} {name}"
    return f"{seconds:.0f} seconds"

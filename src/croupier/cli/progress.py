"""A progress bar for long work, where a person can see one and the output goes elsewhere."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BufferedReader

LONG = 2_000_000
"""Fewer bytes than these are read before anybody wonders."""


@contextmanager
def progress(file: BufferedReader, what: str = "settling") -> Iterator[Callable[[], None]]:
    """Give what to call after each step of reading a file: it draws a bar, or does nothing."""
    size = _size(file)
    if size < LONG or not sys.stderr.isatty() or sys.stdout.isatty():
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

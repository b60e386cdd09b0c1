"""What the commands that read an event log share."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path

from croupier.cli import WrongCall
from croupier.cli.lines import opened


def take_log(
    parser: ArgumentParser,
    shown: str = "LOG",
    about: str = "an event log that `croupier table` wrote",
) -> None:
    """Let a command take a log, and game files that it may name."""
    parser.add_argument("log", metavar=shown, help=about)
    parser.add_argument(
        "--game", action="append", default=[], metavar="PATH", help="a game file of your own"
    )


@contextmanager
def opened_log(arguments: Namespace) -> Iterator[BufferedReader]:
    """Open the log that was named; a folder or nothing at all is a wrong call."""
    if arguments.log != "-" and not Path(arguments.log).is_file():
        raise WrongCall(f"cannot read {arguments.log}: no such file")
    with opened(arguments.log) as file:
        yield file

"""A long run kept in a file while it goes on, so that another can go on from there."""

from __future__ import annotations

import shlex
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from croupier.cli import WrongCall
from croupier.engines.checkpoint import BadCheckpoint, Checkpoint, read, write
from croupier.simulation.plan import Plan

if TYPE_CHECKING:
    from croupier.engines.runner import Sum

EVERY = 5.0
"""Seconds between two times of writing."""


def configure(parser: ArgumentParser) -> None:
    """Say what can be given."""
    files = parser.add_mutually_exclusive_group()
    files.add_argument("--checkpoint", metavar="FILE", help="keep what is counted in a new file")
    files.add_argument("--resume", metavar="FILE", help="go on from such a file, and keep it up")


class Kept:
    """The file of a run."""

    def __init__(self, path: Path, before: Checkpoint | None) -> None:
        self.path, self.before = path, before
        self._game = ""
        self._last = monotonic()

    @classmethod
    def asked(cls, arguments: Namespace) -> Kept | None:
        """Take the file that was named, if one was; read it if it is there to go on from."""
        if arguments.checkpoint is not None:
            path = Path(arguments.checkpoint)
            if path.exists():
                raise WrongCall(
                    f"{path} is there already: --resume goes on from it; to begin anew, remove it"
                )
            return cls(path, None)
        if arguments.resume is None:
            return None
        try:
            path = Path(arguments.resume)
            return cls(path, read(path))
        except BadCheckpoint as wrong:
            raise WrongCall(str(wrong)) from None

    def hold(self, game: str, plan: Plan) -> None:
        """Hold what is asked for to what is kept."""
        self._game = game
        if self.before is None:
            return
        self._same("game", self.before.game, game)
        for name in ("seed", "decks", "cut"):
            self._same(name, getattr(self.before.plan, name), getattr(plan, name))
        if plan.suits != self.before.plan.suits:
            ways = {True: "with suits", False: "without suits"}
            kept, asked = ways[self.before.plan.suits], ways[plan.suits]
            raise WrongCall(f"{self.path} was dealt {kept}, and {game} is dealt {asked}")

    def _same(self, what: str, kept: object, asked: object) -> None:
        if kept != asked:
            raise WrongCall(f"{self.path} has the {what} {kept}, not {asked}")

    def write(self, found: Sum, seconds: float, *, done: bool = False) -> None:
        """Write down what was counted in so many seconds."""
        self._last = monotonic()
        try:
            write(self.path, Checkpoint(self._game, found.plan, found.tally(), seconds, done))
        except OSError as wrong:
            raise WrongCall(f"cannot write {self.path}: {wrong.strerror or wrong}") from None

    def note(self, found: Sum, seconds: float) -> None:
        """Write it down now and then."""
        if monotonic() - self._last >= EVERY:
            self.end(found, seconds, done=False)

    def end(self, found: Sum, seconds: float, *, done: bool) -> None:
        """Write it down now; a full disk is told, and ends no run."""
        try:
            self.write(found, seconds, done=done)
        except WrongCall as wrong:
            print(f"croupier simulate: {wrong}", file=sys.stderr, flush=True)

    def how(self, game: str, rounds: int) -> str:
        """Say how to go on from here."""
        words = ("croupier", "simulate", game, "--rounds", str(rounds), "--resume", str(self.path))
        return f"to go on: {shlex.join(words)}"

"""The command line: one module a command, loaded only when it is called."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from importlib.metadata import version
from io import TextIOWrapper
from typing import NoReturn

from croupier.errors import CroupierError
from croupier.game.checked_mapping import BadGame

COMMANDS = {
    "games": "the games that croupier knows",
    "bets": "the side bets that casinos offer: list, search, show one",
    "mix": "mix side bets into a game, as a file of its own",
    "settle": "settle rounds: one JSON object a line in, one a line out",
    "explain": "show a round to a person: cards, draws, every bet and why",
    "odds": "what each bet costs: exact odds for any shoe",
    "simulate": "deal real shoes by the million and count what every bet brings",
    "shoes": "deal real shoes into a table, a row a coup: Parquet, CSV or JSON lines",
    "strategy": "play a betting system or a count for many shoes: edge, swings, risk of ruin",
    "counting": "what counting cards is worth on each bet: tags, trigger, what it wins",
    "par": "write a PAR sheet: everything that a game costs, to print and sign",
    "design": "find the odds of a pay line for a wanted house edge",
    "table": "play at a table by commands, one JSON object a line",
    "serve": "start the table server: tables to play at, in a browser or by a program",
    "verify": "check a database or an event log: chain, settlements, balances, shuffles",
    "replay": "show a log to a person, step by step",
    "report": "what the tables brought: hold beside its exact expectation, fees, voids",
    "dispute": "everything about one round, with its proof, in one file",
    "backup": "write a whole database into one file",
    "restore": "make a database from a backup, and prove it",
    "user": "people and their roles: add, change, lock, list",
    "vault-key": "the key of the vault: which one a database needs, a new one",
    "schema": "what each door takes and gives: JSON Schemas, AsyncAPI, OpenAPI",
    "check": "check a game file of your own",
    "new": "write a commented game file to start from",
    "tour": "see what croupier can do, with a worked example",
}
DONE, ANSWERED_WITH_ERROR, WRONG_CALL, INTERRUPTED = 0, 1, 2, 130


class WrongCall(Exception):
    """The call was wrong: a file that cannot be read, an option that makes no sense."""


class Parser(ArgumentParser):
    """A parser that reports a mistake in one line."""

    def error(self, message: str) -> NoReturn:
        """Raise `WrongCall` with what is wrong and where to look."""
        raise WrongCall(f"{message} ({self.prog} --help says more)")


def _parser() -> ArgumentParser:
    width = max(map(len, COMMANDS))
    listed = "\n".join(f"  {name:{width}}  {about}" for name, about in COMMANDS.items())
    parser = Parser(
        prog="croupier",
        description="A baccarat table that can be trusted.",
        epilog=f"commands:\n{listed}\n\ncroupier COMMAND --help says more about each.",
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"croupier {version('croupier')}")
    parser.add_argument("command", choices=COMMANDS, metavar="COMMAND", help="what to do")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a suit shows a question mark instead of failing.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    name = "croupier"
    try:
        if sys.stdout is None:
            raise WrongCall("there is no standard output to write to")
        chosen = _parser().parse_args(words[:1] or ["--help"]).command
        name = f"croupier {chosen}"
        module = import_module(f"croupier.cli.{chosen.replace('-', '_')}")
        parser = Parser(prog=name, description=module.__doc__)
        module.configure(parser)
        status = int(module.run(parser.parse_args(words[1:])))
        sys.stdout.flush()
    except (CroupierError, BadGame, WrongCall) as wrong:
        return _complain(f"{name}: {wrong}")
    except ModuleNotFoundError as missing:
        if (missing.name or "croupier").partition(".")[0] == "croupier":
            raise
        extra = "server" if chosen == "serve" else "store"
        return _complain(f"{name}: {not_installed('this', missing, extra)}")
    except BrokenPipeError:
        # The reader has closed the pipe, as `head` does: no message from Python at exit.
        mute()
        return DONE
    except OSError as wrong:
        mute()
        return _complain(f"{name}: {wrong.strerror or wrong}")
    except KeyboardInterrupt:
        return INTERRUPTED
    return status


def not_installed(what: str, missing: ModuleNotFoundError, extra: str) -> str:
    """Return what is said where a library of one of the extras is missing."""
    return f"{what} takes {missing.name}, which is not installed: pip install 'croupier[{extra}]'"


def _complain(text: str) -> int:
    if sys.stderr is not None:
        print(text.replace("\n", " "), file=sys.stderr)
    return WRONG_CALL


def mute() -> None:
    """Discard what is still to be written: standard output is closed."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

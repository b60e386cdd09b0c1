"""The command line: one module a command, loaded only when it is called."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version
from io import TextIOWrapper

from croupier.errors import CroupierError
from croupier.game.reader import BadGame

COMMANDS = {
    "games": "the games that croupier knows",
    "settle": "settle rounds: one JSON object a line in, one a line out",
    "explain": "show a round to a person: cards, draws, every bet and why",
    "check": "check a game file of your own",
    "new": "write a commented game file to start from",
    "tour": "see what croupier can do, with a worked example",
}
DONE, ANSWERED_WITH_ERROR, WRONG_CALL = 0, 1, 2


def _parser() -> ArgumentParser:
    width = max(map(len, COMMANDS))
    listed = "\n".join(f"  {name:{width}}  {about}" for name, about in COMMANDS.items())
    parser = ArgumentParser(
        prog="croupier",
        description="A baccarat table that can be trusted.",
        epilog=f"commands:\n{listed}\n\ncroupier COMMAND --help says more about each.",
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"croupier {version('croupier')}")
    parser.add_argument("command", choices=COMMANDS, metavar="COMMAND", help="what to do")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; give its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a suit shows a question mark, not a traceback.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    name = _parser().parse_args(words[:1] or ["--help"]).command
    module = import_module(f"croupier.cli.{name}")
    parser = ArgumentParser(prog=f"croupier {name}", description=module.__doc__)
    module.configure(parser)
    try:
        status = module.run(parser.parse_args(words[1:]))
        sys.stdout.flush()
    except (CroupierError, BadGame) as wrong:
        print(f"croupier {name}: {wrong}", file=sys.stderr)
        return WRONG_CALL
    except BrokenPipeError:
        # The reader went away, as `head` does; keep Python from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        return 130
    return int(status)

"""Start the table server: tables to play at, over HTTP and sockets."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from croupier.cli import DONE, WRONG_CALL, WrongCall
from croupier.store.failures import NotStored, WrongDatabase


def configure(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--host", help="the address to listen at (127.0.0.1)")
    parser.add_argument("--port", help="the port to listen at (8321)")
    parser.add_argument("--staff-port", metavar="PORT", help="a port of its own for the staff")
    parser.add_argument(
        "--database", metavar="URL", help="a SQLite file (croupier.db) or postgresql://…"
    )
    parser.add_argument(
        "--vault-key",
        metavar="FILE",
        help="the key that encrypts the shoes in play (made if it is missing, in the user's "
        "configuration folder unless named); never in the folder of the database",
    )
    parser.add_argument(
        "--vault-key-command", metavar="COMMAND", help="a command that prints that key instead"
    )
    parser.add_argument("--workers", metavar="N", help="how many processes serve (1)")
    parser.add_argument(
        "--game", dest="games", action="append", metavar="FILE", help="a game file of your own"
    )
    parser.add_argument("--config", metavar="FILE", help="a TOML file with settings")
    parser.add_argument(
        "--no-demo",
        dest="demo",
        action="store_const",
        const=False,
        help="no demo tables, no demo patrons, no guests with play chips",
    )
    parser.add_argument(
        "--signing-key", metavar="FILE", help="the key that statements of heads are signed with"
    )
    parser.add_argument("--heads-file", metavar="FILE", help="where statements of heads go")
    parser.add_argument(
        "--accept-loss",
        action="store_true",
        help="start although the database has lost something; the journal says so",
    )
    parser.add_argument("--log", choices=("text", "json"), help="how the log is written")


def run(arguments: Namespace) -> int:
    """Serve until the process is told to stop."""
    from croupier.server.app import serve
    from croupier.server.config import BadConfig, read_config, unknown_variables
    from croupier.server.game_files import BadGameFiles

    options = {
        name: getattr(arguments, name)
        for name in (
            *("host", "port", "staff_port", "database", "vault_key", "vault_key_command"),
            *("workers", "games", "demo", "log", "signing_key", "heads_file"),
        )
    }
    path = arguments.config or os.environ.get("CROUPIER_CONFIG")
    try:
        config = read_config(Path(path) if path else None, given=options)
        for told in unknown_variables():
            print(f"croupier serve: note: {told[:300]}", file=sys.stderr)
        demo = "croupier.demo.casino:DEMO" if config.demo else None
        return serve(config, sys.stderr, demo, accept_loss=arguments.accept_loss) or DONE
    except BadGameFiles as wrong:
        for line in wrong.lines:
            print(f"croupier serve: {line}", file=sys.stderr)
        return WRONG_CALL
    except (BadConfig, WrongDatabase, NotStored) as wrong:
        raise WrongCall(" ".join(str(wrong).split())) from None

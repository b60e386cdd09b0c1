"""Play at a table by commands: one JSON object a line in, one a line out."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from contextlib import ExitStack

from croupier.cli import ANSWERED_WITH_ERROR, DONE, mute
from croupier.cli.arguments import KnownGames, add_game_files, batches, open_input, write
from croupier.store.log_file import LogWriter
from croupier.store.memory_table import MemoryTable
from croupier.table import write_refusal, write_state


def configure(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = (
        'A command is one line such as {"do": "open_table", "game": "classic", '
        '"by": {"role": "shift_manager", "name": "sam"}}.'
    )
    parser.add_argument("script", nargs="?", metavar="SCRIPT", help="commands; else standard input")
    parser.add_argument("--state", action="store_true", help="print the final state at the end")
    parser.add_argument("--log", metavar="FILE", help="write the event log, for verify and replay")
    add_game_files(
        parser, "a game file of your own that open_table names by its key; may be repeated"
    )
    parser.add_argument("--json", action="store_true", help="accepted: the output is JSON anyway")


def run(arguments: Namespace) -> int:
    """Answer every line before the next is read; the status says whether any was refused."""
    status = DONE
    with ExitStack() as stack:
        file = stack.enter_context(open_input(arguments.script))
        journal = stack.enter_context(LogWriter.create(arguments.log)) if arguments.log else None
        desk = MemoryTable(
            KnownGames(arguments.game).find, listen=journal.write if journal else None
        )
        for batch in batches(file):
            for _, value, wrong in batch:
                answer = desk.answer(value) if wrong is None else write_refusal(wrong)
                _tell(answer, logged=journal is not None)
                if not answer["ok"]:
                    status = ANSWERED_WITH_ERROR
        if arguments.state:
            _tell({"state": write_state(desk.table)}, logged=journal is not None)
    return status


def _tell(line: object, *, logged: bool) -> None:
    """Write a line; a log is written to its end even if nobody reads the answers any more."""
    try:
        write([line])
    except BrokenPipeError:
        if not logged:
            raise
        mute()

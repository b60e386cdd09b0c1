"""Show a log, or a table of a database, step by step: who did what, cards, money, paragraphs."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path

from croupier.cli import ANSWERED_WITH_ERROR, DONE, WrongCall
from croupier.cli.arguments import KnownGames, add_language, add_log, open_log
from croupier.game.model import Game
from croupier.settlement.explaining import title_of
from croupier.store.address import names_database
from croupier.store.log_file import BadLog
from croupier.store.told_steps import told_bets, told_hands
from croupier.store.verify_log import VerifiedEntry, read_verified
from croupier.table import write_event
from croupier.table.events import tell
from croupier.words import Name, Value, render, say


def configure(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_log(parser, "DATABASE | LOG", "a SQLite file, a postgresql:// address, or an event log")
    parser.add_argument(
        "--table", metavar="ID", help="the table of a database; needed if it has several"
    )
    parser.add_argument("--round", type=int, metavar="N", help="show this round only")
    parser.add_argument("--step", action="store_true", help="wait for Enter after every step")
    add_language(parser)
    parser.add_argument("--json", action="store_true", help="print each step as a JSON line")


def run(arguments: Namespace) -> int:
    """Print the log step by step; a broken log is printed up to its first error."""
    find = KnownGames(arguments.game).find
    if names_database(arguments.log):
        return _run_database(arguments, find)
    if arguments.table is not None and Path(arguments.log).exists():
        raise WrongCall("--table is for a database: a log is of one table")
    with open_log(arguments) as file:
        return _tell(read_verified(file, find), arguments, "this log")


def _run_database(arguments: Namespace, find: Callable[[str], Game]) -> int:
    """Print a table of a database; what is shown is proven, and no key is needed."""
    from croupier.cli.database import open_connection, read_table

    with open_connection(arguments.log) as connection:
        table_id, steps = read_table(connection, arguments.table, find)
        with closing(steps):
            return _tell(steps, arguments, f"the log of {table_id}")


def _tell(steps: Iterable[VerifiedEntry], arguments: Namespace, where: str) -> int:
    shown = 0
    try:
        for step in steps:
            if arguments.round in (None, _round(step)):
                shown += 1
                _show(step, arguments)
    except BadLog as wrong:
        print(f"The log does not hold from here on. {wrong}", file=sys.stderr)
        return ANSWERED_WITH_ERROR
    if arguments.round is not None and not shown:
        raise WrongCall(f"there is no round {arguments.round} in {where}")
    return DONE


def _round(step: VerifiedEntry) -> int:
    """Return the round that a step belongs to; 0 before the first round."""
    return step.after.round


def _show(step: VerifiedEntry, arguments: Namespace) -> None:
    unit = step.after.rules.unit
    sentence = tell(step.event, unit, step.after.game, arguments.lang)
    written = write_event(step.event, unit)
    if arguments.json:
        entry = step.entry
        shown = {"n": entry.n, "at": entry.at, "by": entry.by, "says": sentence, "event": written}
        print(json.dumps(shown))
        return
    cited = written.get("rule") or " ".join(written.get("rules", ())[:1])
    _print(step, sentence, title_of(step.after.game, str(cited)), arguments.lang)
    if arguments.step and sys.stdin is not None:
        try:
            input()
        except EOFError:
            arguments.step = False


def _print(step: VerifiedEntry, sentence: str, rule: Value, language: str) -> None:
    from rich.table import Table as Grid
    from rich.text import Text

    from croupier.cli.screen import printable, show

    if _begins_round(step):
        begun = say("explaining.page_round", round=step.after.round)
        show("", Text(render(begun, language), "bold"))
    by = step.entry.by or {}
    role = Name("role", by.get("role", ""))
    who = render(say("explaining.replay_who", name=by.get("name", ""), role=role), language)
    grid = Grid.grid(padding=(0, 2), expand=True)
    grid.add_column(justify="right", width=5, style="dim")
    grid.add_column(ratio=1)
    grid.add_column(justify="right", style="dim")
    line = Text(printable(sentence))
    hands = told_hands(step.before, step.after, language)
    if hands:
        line.append(f"\n{hands}", "bold")
    for bet in told_bets(step.before, step.event, language):
        line.append(f"\n{printable(bet)}")
    cited = f"{printable(render(rule, language))}  " if rule else ""
    grid.add_row(str(step.entry.n), line, f"{cited}{printable(who)}")
    show(grid)


def _begins_round(step: VerifiedEntry) -> bool:
    """Return True if a round begins with this step."""
    return step.after.round != step.before.round

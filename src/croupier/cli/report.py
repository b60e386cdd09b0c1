"""What the tables brought: wagers, wins, and the hold beside its exact expectation.

Days are days in UTC. Every sum of money is taken from the ledger and from the events; a report
in which they differ says so, and ends with status 1.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from datetime import date

from rich.table import Table
from rich.text import Text

from croupier.cli import ANSWERED_WITH_ERROR, DONE, WrongCall
from croupier.cli.arguments import add_database
from croupier.cli.database import open_reader
from croupier.cli.screen import printable, show
from croupier.money import Unit
from croupier.reports.exports import as_csv, write_report
from croupier.reports.figures import Figure, Span
from croupier.reports.report import Report, Row, UnknownTable, report
from croupier.reports.tally import Z99, Expectation

BY = ("table", "game", "day", "bet")
_WIDTH = 9


def configure(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_database(parser)
    parser.add_argument("--from", dest="first", type=_day, metavar="DAY", help="2026-03-01")
    parser.add_argument("--to", dest="last", type=_day, metavar="DAY", help="the last day, whole")
    parser.add_argument("--table", action="append", metavar="ID", help="this table only")
    parser.add_argument("--by", choices=BY, help="one line for each of these (table)")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print the whole report as JSON")
    form.add_argument("--csv", action="store_true", help="print rows for a spreadsheet")


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise WrongCall(f"a day is written 2026-03-01, not {printable(text[:40])}") from None


def run(arguments: Namespace) -> int:
    """Print a report; the status says whether ledger and events agree."""
    if arguments.first and arguments.last and arguments.first > arguments.last:
        raise WrongCall("the report would end before it begins")
    with open_reader(arguments.database) as reader:
        try:
            span = Span.of_days(arguments.first, arguments.last)
            found = report(reader, span, arguments.table)
        except UnknownTable as wrong:
            raise WrongCall(printable(wrong)) from None
    if arguments.json:
        print(json.dumps(write_report(found)))
    elif arguments.csv:
        sys.stdout.write(as_csv(found, arguments.by))
    else:
        _show(found, arguments.by or "table")
    return DONE if found.agrees else ANSWERED_WITH_ERROR


def _show(found: Report, by: str) -> None:
    show(Text(_title(found), "bold"), "", _grid(found, by), "")
    show(*_notes(found.total, found.unit), *_debts(found), "", *_agreement(found))


def _title(found: Report) -> str:
    since, until = found.span.ends
    begins = f" from {since[:10]}" if since else ""
    ends = f" until before {until[:10]}" if until else ""
    return f"What the tables brought{begins}{ends}"


def _grid(found: Report, by: str) -> Table:
    grid = Table(box=None, padding=(0, 1), header_style="dim")
    grid.add_column(by)
    counted = "bets" if by == "bet" else "rounds"
    for heading in (counted, "handle", "win", "hold", "expected"):
        grid.add_column(heading, justify="right", no_wrap=True)
    grid.add_column("within 99%", no_wrap=True)
    unit = found.unit
    if by == "bet":
        for bet in found.total.bets:
            if not bet.banked:
                name = f"{bet.game} {bet.bet}"
                _line(grid, name, bet.bets, bet.in_action, bet.win, bet.expected, unit)
    else:
        rows = {"table": found.by_table, "game": found.by_game, "day": found.by_day}[by]
        for row in rows:
            _line(grid, row.name, row.settled, row.handle, row.win, row.expected, unit)
    total = found.total
    count = sum(bet.bets for bet in total.bets) if by == "bet" else total.settled
    _line(grid, "total", count, total.handle, total.win, total.expected, unit)
    return grid


def _line(
    grid: Table, name: str, rounds: int, handle: int, win: int, mean: Expectation, unit: Unit
) -> None:
    hold = f"{win / handle:.2%}" if handle else ""
    wanted = f"{float(mean.mean) / handle:.2%}" if handle else ""
    cells = (unit.write(handle), unit.write(win), hold, wanted, bar(mean, win))
    grid.add_row(printable(name), str(rounds), *cells)


def bar(mean: Expectation, win: int) -> Text:
    """Return a drawing of the 99% interval in brackets, with | for the mean and o for the win."""
    low, high = mean.interval(Z99)
    if not mean.sd:
        return Text("")
    inner = ["-"] * _WIDTH
    inner[_WIDTH // 2] = "|"
    if mean.outside(win):
        line = f"[{''.join(inner)}]"
        return Text(f"o{line}" if win < low else f" {line}o", "bold red")
    inner[round((win - low) / (high - low) * (_WIDTH - 1))] = "o"
    return Text(f" [{''.join(inner)}]")


def _notes(row: Row, unit: Unit) -> list[str]:
    """Return a line for each sum that is not bets won and lost."""
    write, figures = unit.write, row.figures
    by_line = ", ".join(f"{printable(line)} {write(fee)}" for line, fee in row.fees.items())
    notes = [
        ("placed", write(figures[Figure.PLACED])),
        ("out of action", write(row.out_of_action)),
        ("against player-dealers", write(row.banked)),
        ("commission", f"{write(row.commission)}, short pays {write(row.short_pay)}"),
        ("fees", write(row.fee) + (f" ({by_line})" if by_line else "")),
        ("void", f"{row.voids} rounds, {write(figures[Figure.VOIDED])} returned"),
        ("put right", f"{row.undone} rounds undone, {write(row.corrections)} to the house"),
        ("not taken back", f"{write(row.uncollected)}, owed by those who had cashed out"),
        ("uninsured", write(figures[Figure.UNINSURED] + figures[Figure.GIVEN_BACK])),
        ("rulings", f"{write(row.rulings)} to the house"),
        ("bought in", f"{write(figures[Figure.BUY_INS])}, out {write(figures[Figure.CASH_OUTS])}"),
        ("fills", f"{write(figures[Figure.FILLS])}, credits {write(figures[Figure.CREDITS])}"),
        ("result", write(row.result)),
    ]
    return [f" {name:22}  {text}" for name, text in notes]


def _debts(found: Report) -> list[str]:
    """Return a line for each patron who owes something at the end."""
    write = found.unit.write
    return [
        f" {'owed':22}  {write(debt.amount)} by {printable(debt.patron)} at "
        f"{printable(debt.table_id)}"
        for debt in found.owed
    ]


def _agreement(found: Report) -> list[str]:
    wrong = [check for check in found.checks if check.difference]
    if not wrong:
        count = len(found.checks)
        return [f" The ledger agrees in all {count} figures of {len(found.by_table)} tables."]
    write = found.unit.write
    return [
        f" The ledger differs: {check.table_id}, {check.what}: "
        f"{write(check.ledger)}, and the events say {write(check.events)}."
        for check in wrong
    ]

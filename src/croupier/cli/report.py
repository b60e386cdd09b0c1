"""What the tables brought: wagers, wins, and the hold beside its exact expectation.

Days are the house's gaming days, by the settings of its server. Every sum of money is taken from
the ledger and from the events; a report in which they differ says so, and ends with status 1.
"""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from datetime import date
from pathlib import Path

from rich.table import Table
from rich.text import Text

from croupier.cli import ANSWERED_WITH_ERROR, DONE, WrongCall, not_installed
from croupier.cli.arguments import add_database, check_folder
from croupier.cli.database import open_reader
from croupier.cli.screen import printable, show
from croupier.money import Unit
from croupier.provenance import version
from croupier.reports.exports import as_csv, write_report
from croupier.reports.figures import Counted, Figure, Span
from croupier.reports.report import Report, Row, UnknownTable, report
from croupier.reports.tally import Z99, Expectation
from croupier.server.config import BadConfig, Config, read_config

BY = ("table", "game", "day", "bet")
_WIDTH = 9
FORMATS = ("parquet", "csv", "jsonl")
_ENDINGS = ".parquet, .csv or .jsonl"


def configure(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_database(parser)
    parser.add_argument("--from", dest="first", type=_day, metavar="DAY", help="2026-03-01")
    parser.add_argument("--to", dest="last", type=_day, metavar="DAY", help="the last day, whole")
    parser.add_argument("--table", action="append", metavar="ID", help="this table only")
    parser.add_argument(
        "--config", metavar="FILE", help="the server's settings: its days, currency"
    )
    parser.add_argument(
        "--time-zone", metavar="ZONE", help="the house's time zone: Asia/Macau (UTC)"
    )
    parser.add_argument("--day-starts", metavar="TIME", help="when a gaming day begins (00:00)")
    parser.add_argument("--by", choices=BY, help="one line for each of these (table)")
    parser.add_argument("--rounds", metavar="FILE", help=f"write every round: a {_ENDINGS}")
    parser.add_argument("--bets", metavar="FILE", help=f"write every bet: a {_ENDINGS}")
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
    config = _settings(arguments)
    if arguments.rounds or arguments.bets:
        return _write_tables(arguments, config)
    with open_reader(arguments.database) as reader:
        try:
            config.check_currency(Unit.parse(reader.unit()))
            span = Span.of_days(arguments.first, arguments.last, config.gaming_days)
            found = report(reader, span, arguments.table)
        except (UnknownTable, BadConfig) as wrong:
            raise WrongCall(printable(wrong)) from None
    if arguments.json:
        print(json.dumps(write_report(found, config.money)))
    elif arguments.csv:
        sys.stdout.write(as_csv(found, arguments.by, config.money))
    else:
        _show(found, arguments.by or "table", config.currency)
    return DONE if found.agrees else ANSWERED_WITH_ERROR


def _write_tables(arguments: Namespace, config: Config) -> int:
    """Write every round, every bet, or both, into files; no report is printed."""
    wanted = [
        (Path(name), bets)
        for name, bets in ((arguments.rounds, False), (arguments.bets, True))
        if name is not None
    ]
    for path, _ in wanted:
        if path.suffix.removeprefix(".").lower() not in FORMATS:
            raise WrongCall(f"a table is a file that ends in {_ENDINGS}, not {path.name!r}")
        check_folder(path)
    try:
        from croupier.lab.table_files import write_table
        from croupier.reports import round_tables
    except ModuleNotFoundError as missing:
        raise WrongCall(not_installed("this", missing, "fast")) from None
    written: list[dict[str, object]] = []
    with open_reader(arguments.database) as reader:
        span = Span.of_days(arguments.first, arguments.last, config.gaming_days)
        for path, bets in wanted:
            source = {
                "version": version(),
                "rows_of": "bets" if bets else "rounds",
                "from": span.first_day,
                "to": span.last_day,
                "time_zone": span.days.zone_name,
                "day_starts": span.days.start_text,
                "currency": config.currency,
            }
            kinds = round_tables.BETS if bets else round_tables.ROUNDS
            rows = round_tables.round_rows(reader, span, arguments.table, bets=bets)
            csv = path.suffix.lower() == ".csv"
            many = write_table(path, round_tables.parts_of(rows, kinds, csv=csv), source)
            written.append({"file": str(path), "rows": many, **source})
    if arguments.json:
        print(json.dumps(written))
    else:
        for each in written:
            print(f"{each['file']} is written: {each['rows']:,} {each['rows_of']}")
    return DONE


def _settings(arguments: Namespace) -> Config:
    """Return the settings of the house's server: the same file, environment and options."""
    path = arguments.config or os.environ.get("CROUPIER_CONFIG")
    given = {"time_zone": arguments.time_zone, "day_starts": arguments.day_starts}
    try:
        return read_config(Path(path) if path else None, given=given)
    except BadConfig as wrong:
        raise WrongCall(printable(wrong)) from None


def _show(found: Report, by: str, currency: str | None) -> None:
    show(Text(_title(found, currency), "bold"), _days(found), "", _grid(found, by), "")
    show(*_notes(found.total, found.unit), *_debts(found), *_cage(found), "", *_agreement(found))


def _title(found: Report, currency: str | None) -> str:
    first, last = found.span.first_day, found.span.last_day
    begins = f" from {first}" if first else ""
    ends = f" to {last}" if last else ""
    return (
        f"What the tables brought{begins}{ends}{f', in {printable(currency)}' if currency else ''}"
    )


def _days(found: Report) -> Text:
    days = found.span.days
    return Text(f"Gaming days begin at {days.start_text}, {days.zone_name}", "dim")


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
        ("void", f"{_many(row.voids, 'round')}, {write(figures[Figure.VOIDED])} returned"),
        (
            "put right",
            f"{_many(row.undone, 'round')} undone, {write(row.corrections)} to the house",
        ),
        ("not taken back", f"{write(row.uncollected)}, owed by those who had cashed out"),
        ("uninsured", write(figures[Figure.UNINSURED] + figures[Figure.GIVEN_BACK])),
        ("rulings", f"{write(row.rulings)} to the house"),
        ("bought in", f"{write(figures[Figure.BUY_INS])}, out {write(figures[Figure.CASH_OUTS])}"),
        ("bought in with cash", write(figures[Figure.CASH_BUY_INS])),
        (
            "chips brought",
            f"{write(figures[Figure.CHIPS_BROUGHT])}, "
            f"taken along {write(figures[Figure.CHIPS_TAKEN])}",
        ),
        ("fills", f"{write(figures[Figure.FILLS])}, credits {write(figures[Figure.CREDITS])}"),
        ("result", write(row.result)),
    ]
    counted = {each: write(amount) for each, amount in row.counted.items()}
    for what, count, variance in (
        ("trays counted", Counted.TRAY, Counted.TRAY_VARIANCE),
        ("drops counted", Counted.DROP, Counted.DROP_VARIANCE),
    ):
        if row.counted[count] or row.counted[variance]:
            notes.append((what, f"{counted[count]}, {counted[variance]} against the book"))
    return [f" {name:22}  {text}" for name, text in notes]


def _many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _debts(found: Report) -> list[str]:
    """Return a line for each patron who owes something at the end."""
    write = found.unit.write
    return [
        f" {'owed':22}  {write(debt.amount)} by {printable(debt.patron)} at "
        f"{printable(debt.table_id)}"
        for debt in found.owed
    ]


def _cage(found: Report) -> list[str]:
    """Return lines about the cage, where it did anything."""
    write, cage = found.unit.write, found.cage
    if not cage.sums:
        return []
    lines = []
    for each in cage.sums:
        named = " ".join(filter(None, ("cage", each.tender, each.kind)))
        amount = f"{write(each.amount)}, " if each.adds_up else ""
        lines.append(f" {named:29}  {amount}{_many(each.slips, 'slip')}")
    ends = f"{write(cage.opening)} to {write(cage.closing)}, variance {write(cage.variance)}"
    return [*lines, f" {'cage cash':29}  {ends}"]


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

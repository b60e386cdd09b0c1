"""A report as a table of rows for a spreadsheet."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO
from typing import Any

from croupier.money import Unit
from croupier.reports.expectation import Z95, Z99, Expectation
from croupier.reports.figures import Figure
from croupier.reports.rows import BetRow, Report, Row

COLUMNS = (
    *("by", "name", "bet", "rounds", "settled", "void", "undone", "bets", "won"),
    *("handle", "player_dealer_handle", "out_of_action", "win", "hold", "expected", "sd"),
    *("low_95", "high_95", "low_99", "high_99", "outside_99"),
    *("commission", "short_pay", "fees", "rulings", "corrections", "result"),
    *(figure.value for figure in Figure),
    *("uncollected", "player", "owed"),
)


def as_csv(report: Report, by: str | None = None) -> str:
    """Write the rows of a report, or only those by table, game, day or bet; the total is last.

    What patrons owe has a line each before it, by table and patron.
    """
    text = StringIO()
    sheet = csv.DictWriter(text, COLUMNS, lineterminator="\n", restval="")
    sheet.writeheader()
    parts = {"table": report.by_table, "game": report.by_game, "day": report.by_day}
    for name, rows in parts.items():
        if by in (None, name):
            sheet.writerows(_row(name, row, report.unit) for row in rows)
    if by in (None, "bet"):
        sheet.writerows(_bets(report.total, report.unit))
    sheet.writerows(_debts(report))
    sheet.writerow(_row("total", report.total, report.unit))
    return text.getvalue()


def _debts(report: Report) -> Iterator[dict[str, Any]]:
    for debt in report.owed:
        yield {
            "by": "owed",
            "name": _safe(debt.table_id),
            "player": _safe(debt.patron),
            "owed": report.unit.write(debt.amount),
        }


def _row(by: str, row: Row, unit: Unit) -> dict[str, Any]:
    write = unit.write
    return {
        "by": by,
        "name": _safe(row.name),
        "rounds": row.rounds,
        "settled": row.settled,
        "void": row.voids,
        "undone": row.undone,
        "handle": write(row.handle),
        "player_dealer_handle": write(row.banked),
        "out_of_action": write(row.out_of_action),
        **_win(row.win, row.handle, row.expected, unit),
        "commission": write(row.commission),
        "short_pay": write(row.short_pay),
        "fees": write(row.fee),
        "rulings": write(row.rulings),
        "corrections": write(row.corrections),
        "result": write(row.result),
        **{figure.value: write(amount) for figure, amount in row.figures.items()},
        "uncollected": write(row.uncollected),
    }


def _bets(row: Row, unit: Unit) -> Iterator[dict[str, Any]]:
    for bet in row.bets:
        yield {"by": "bet", "name": _safe(bet.game), "bet": _safe(bet.bet), **_bet(bet, unit)}


def _bet(bet: BetRow, unit: Unit) -> dict[str, Any]:
    write = unit.write
    counted = {
        "bets": bet.bets,
        "won": bet.won,
        "commission": write(bet.commission),
        "short_pay": write(bet.short_pay),
    }
    if bet.banked:
        return {**counted, "player_dealer_handle": write(bet.in_action)}
    return {
        **counted,
        "handle": write(bet.in_action),
        **_win(bet.win, bet.in_action, bet.expected, unit),
    }


def _win(win: int, handle: int, found: Expectation, unit: Unit) -> dict[str, Any]:
    write = unit.write
    low, high = found.interval(Z95)
    least, most = found.interval(Z99)
    return {
        "win": write(win),
        "hold": f"{win / handle:.6f}" if handle else "",
        "expected": f"{float(unit.exact(found.mean)):.4f}",
        "sd": f"{float(unit.exact(found.mean * 0 + 1)) * found.sd:.4f}",
        "low_95": write(low),
        "high_95": write(high),
        "low_99": write(least),
        "high_99": write(most),
        "outside_99": "yes" if found.outside(win) else "no",
    }


def _safe(text: str) -> str:
    """Keep a spreadsheet from taking a name for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text

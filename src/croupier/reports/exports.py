"""A report for programs: as a JSON object, and as CSV rows for a spreadsheet."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from fractions import Fraction
from io import StringIO
from typing import Any

from croupier.money import Unit
from croupier.provenance import version
from croupier.reports.cage_report import write_cage_report
from croupier.reports.currency import Currency
from croupier.reports.figures import Counted, Figure
from croupier.reports.ledger_check import Check
from croupier.reports.report import BetRow, Report, Row
from croupier.reports.tally import Z95, Z99, Expectation

BASIS = (
    "fresh shoe, each round alone, before payouts are rounded down; the variance of a round is "
    "exact, from the joint distribution of its bets, insurance given the totals it was taken on"
)
COLUMNS = (
    *("by", "name", "bet", "rounds", "settled", "void", "undone", "bets", "won"),
    *("handle", "player_dealer_handle", "out_of_action", "win", "hold", "expected", "sd"),
    *("low_95", "high_95", "low_99", "high_99", "outside_99"),
    *("commission", "short_pay", "fees", "rulings", "corrections", "result"),
    *(figure.value for figure in Figure),
    *(each.value for each in Counted),
    *("uncollected", "player", "owed"),
    *("currency", "time_zone", "day_starts"),
)
_NO_CURRENCY = Currency()


def write_report(report: Report, currency: Currency = _NO_CURRENCY) -> dict[str, Any]:
    """Return a report as an object; money is in decimal texts, with exact ratios beside them."""
    unit, days = report.unit, report.span.days
    since, until = report.span.ends
    return {
        "version": version(),
        "since": since,
        "until": until,
        "first_day": report.span.first_day,
        "last_day": report.span.last_day,
        "time_zone": days.zone_name,
        "day_starts": days.start_text,
        "currency": currency.name,
        "unit": unit.write(1),
        "basis": BASIS,
        "played": [
            {
                "table": each.table_id,
                "game": each.game,
                "digest": f"sha256:{each.digest}",
                "decks": each.decks,
            }
            for each in report.played
        ],
        "agrees": report.agrees,
        "total": write_row(report.total, unit),
        "by_table": [write_row(row, unit) for row in report.by_table],
        "by_game": [write_row(row, unit) for row in report.by_game],
        "by_day": [write_row(row, unit) for row in report.by_day],
        "trays": [
            {
                "table": tray.table_id,
                "open": unit.write(tray.open),
                "close": unit.write(tray.close),
            }
            for tray in report.trays
        ],
        "owed": [
            {"table": debt.table_id, "player": debt.patron, "amount": unit.write(debt.amount)}
            for debt in report.owed
        ],
        "reconciliation": [_write_check(check, unit) for check in report.checks],
        "cage": write_cage_report(report.cage, unit),
    }


def write_row(row: Row, unit: Unit) -> dict[str, Any]:
    """Return a row of a report as an object."""
    write = unit.write
    return {
        "name": row.name,
        "rounds": {
            "begun": row.rounds,
            "settled": row.settled,
            "void": row.voids,
            "undone": row.undone,
        },
        "handle": write(row.handle),
        "placed": write(row.figures[Figure.PLACED]),
        "player_dealer_handle": write(row.banked),
        "out_of_action": write(row.out_of_action),
        "win": write(row.win),
        "hold": hold(row.win, row.handle),
        "expected": write_expectation(row.expected, row.win, row.handle, unit),
        "commission": write(row.commission),
        "short_pay": write(row.short_pay),
        "fees": {"kept": write(row.fee), "by_line": {k: write(f) for k, f in row.fees.items()}},
        "rulings": write(row.rulings),
        "corrections": write(row.corrections),
        "uncollected": write(row.uncollected),
        "result": write(row.result),
        "counted": {each.value: write(amount) for each, amount in row.counted.items()},
        "figures": {figure.value: write(amount) for figure, amount in row.figures.items()},
        "bets": [_write_bet(bet, unit) for bet in row.bets],
    }


def hold(win: int, handle: int) -> float | None:
    """Return the part of the handle that was won; None if there was no handle."""
    return win / handle if handle else None


def write_expectation(
    expectation: Expectation, win: int, handle: int, unit: Unit
) -> dict[str, Any]:
    """Return the expectation as an object, and where the win lies in it."""
    return {
        "win": str(unit.exact(expectation.mean)),
        "hold": float(expectation.mean) / handle if handle else None,
        "sd": float(unit.exact(Fraction(1))) * expectation.sd,
        "interval_95": [unit.write(end) for end in expectation.interval(Z95)],
        "interval_99": [unit.write(end) for end in expectation.interval(Z99)],
        "deviations": expectation.deviations(win),
        "outside_99": expectation.outside(win),
    }


def _write_bet(bet: BetRow, unit: Unit) -> dict[str, Any]:
    write = unit.write
    written: dict[str, Any] = {
        "game": bet.game,
        "bet": bet.bet,
        "bank": "player-dealer" if bet.banked else "house",
        "bets": bet.bets,
        "won": bet.won,
        "handle": write(bet.in_action),
        "collected": write(bet.collected),
        "paid": write(bet.paid),
        "win": write(bet.win),
        "hold": hold(bet.win, bet.in_action),
        "commission": write(bet.commission),
        "short_pay": write(bet.short_pay),
    }
    if not bet.banked:
        written["expected"] = write_expectation(bet.expected, bet.win, bet.in_action, unit)
    return written


def _write_check(check: Check, unit: Unit) -> dict[str, str]:
    return {
        "table": check.table_id,
        "figure": str(check.what),
        "ledger": unit.write(check.ledger),
        "events": unit.write(check.events),
        "difference": unit.write(check.difference),
    }


def as_csv(report: Report, by: str | None = None, currency: Currency = _NO_CURRENCY) -> str:
    """Return the rows of a report, or only those by table, game, day or bet; the total is last.

    Before the total stands a row for each patron who owes something at a table. Each row says in
    which currency it is, and how days are cut.
    """
    text, days = StringIO(), report.span.days
    same = {"currency": safe(currency.name or ""), "time_zone": days.zone_name}
    same["day_starts"] = days.start_text
    sheet = csv.DictWriter(text, COLUMNS, lineterminator="\n", restval="")
    sheet.writeheader()
    sheet.writerows({**row, **same} for row in _csv_rows(report, by))
    return text.getvalue()


def _csv_rows(report: Report, by: str | None) -> Iterator[dict[str, Any]]:
    parts = {"table": report.by_table, "game": report.by_game, "day": report.by_day}
    for name, rows in parts.items():
        if by in (None, name):
            yield from (_csv_row(name, row, report.unit) for row in rows)
    if by in (None, "bet"):
        yield from _csv_bets(report.total, report.unit)
    yield from _csv_debts(report)
    yield _csv_row("total", report.total, report.unit)


def _csv_debts(report: Report) -> Iterator[dict[str, Any]]:
    for debt in report.owed:
        yield {
            "by": "owed",
            "name": safe(debt.table_id),
            "player": safe(debt.patron),
            "owed": report.unit.write(debt.amount),
        }


def _csv_row(by: str, row: Row, unit: Unit) -> dict[str, Any]:
    write = unit.write
    return {
        "by": by,
        "name": safe(row.name),
        "rounds": row.rounds,
        "settled": row.settled,
        "void": row.voids,
        "undone": row.undone,
        "handle": write(row.handle),
        "player_dealer_handle": write(row.banked),
        "out_of_action": write(row.out_of_action),
        **_csv_win(row.win, row.handle, row.expected, unit),
        "commission": write(row.commission),
        "short_pay": write(row.short_pay),
        "fees": write(row.fee),
        "rulings": write(row.rulings),
        "corrections": write(row.corrections),
        "result": write(row.result),
        **{figure.value: write(amount) for figure, amount in row.figures.items()},
        "uncollected": write(row.uncollected),
        **{each.value: write(amount) for each, amount in row.counted.items()},
    }


def _csv_bets(row: Row, unit: Unit) -> Iterator[dict[str, Any]]:
    for bet in row.bets:
        yield {"by": "bet", "name": safe(bet.game), "bet": safe(bet.bet), **_csv_bet(bet, unit)}


def _csv_bet(bet: BetRow, unit: Unit) -> dict[str, Any]:
    write = unit.write
    counts = {
        "bets": bet.bets,
        "won": bet.won,
        "commission": write(bet.commission),
        "short_pay": write(bet.short_pay),
    }
    if bet.banked:
        return {**counts, "player_dealer_handle": write(bet.in_action)}
    return {
        **counts,
        "handle": write(bet.in_action),
        **_csv_win(bet.win, bet.in_action, bet.expected, unit),
    }


def _csv_win(win: int, handle: int, expectation: Expectation, unit: Unit) -> dict[str, Any]:
    write = unit.write
    low, high = expectation.interval(Z95)
    least, most = expectation.interval(Z99)
    return {
        "win": write(win),
        "hold": f"{win / handle:.6f}" if handle else "",
        "expected": f"{float(unit.exact(expectation.mean)):.4f}",
        "sd": f"{float(unit.exact(expectation.mean * 0 + 1)) * expectation.sd:.4f}",
        "low_95": write(low),
        "high_95": write(high),
        "low_99": write(least),
        "high_99": write(most),
        "outside_99": "yes" if expectation.outside(win) else "no",
    }


def safe(text: str) -> str:
    """Return a name that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text

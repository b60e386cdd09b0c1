"""A report as an object for programs: money as decimal texts, exact ratios beside them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from croupier.money import Unit
from croupier.reports.expectation import Z95, Z99, Expectation
from croupier.reports.figures import Figure
from croupier.reports.ledger_check import Check
from croupier.reports.rows import BetRow, Report, Row

BASIS = (
    "fresh shoe, each round alone, before payouts are rounded down; the variance of a round is "
    "exact, from the joint distribution of its bets, insurance given the totals it was taken on"
)


def write_report(report: Report) -> dict[str, Any]:
    """Write a whole report."""
    unit = report.unit
    since, until = report.span.ends
    return {
        "since": since,
        "until": until,
        "unit": unit.write(1),
        "basis": BASIS,
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
        "reconciliation": [_check(check, unit) for check in report.checks],
    }


def write_row(row: Row, unit: Unit) -> dict[str, Any]:
    """Write what one table, game or day brought."""
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
        "figures": {figure.value: write(amount) for figure, amount in row.figures.items()},
        "bets": [_bet(bet, unit) for bet in row.bets],
    }


def hold(win: int, handle: int) -> float | None:
    """Say which part of the handle was held; None where there was none."""
    return win / handle if handle else None


def write_expectation(found: Expectation, win: int, handle: int, unit: Unit) -> dict[str, Any]:
    """Write what could be expected, and where the win lies."""
    return {
        "win": str(unit.exact(found.mean)),
        "hold": float(found.mean) / handle if handle else None,
        "sd": float(unit.exact(Fraction(1))) * found.sd,
        "interval_95": [unit.write(end) for end in found.interval(Z95)],
        "interval_99": [unit.write(end) for end in found.interval(Z99)],
        "deviations": found.place(win),
        "outside_99": found.outside(win),
    }


def _bet(bet: BetRow, unit: Unit) -> dict[str, Any]:
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


def _check(check: Check, unit: Unit) -> dict[str, str]:
    return {
        "table": check.table_id,
        "figure": str(check.what),
        "ledger": unit.write(check.ledger),
        "events": unit.write(check.events),
        "difference": unit.write(check.difference),
    }

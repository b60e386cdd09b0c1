"""The report of some days as a sheet of paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from croupier.game.model import Game
from croupier.money import Unit
from croupier.reports.cage_report import CageReport
from croupier.reports.figures import Figure
from croupier.reports.paper import Grid, Paper, Style
from croupier.reports.report import BetRow, Report, Row
from croupier.reports.tally import Z99
from croupier.words import Message, Name, Value, say

_MONEY = (
    *(Figure.BUY_INS, Figure.CASH_BUY_INS, Figure.CHIPS_BROUGHT, Figure.CASH_OUTS),
    *(Figure.CHIPS_TAKEN, Figure.FILLS, Figure.CREDITS, Figure.VOIDED),
)
"""The sums of a report's total that a manager looks for."""


def report_paper(found: Report, games: Mapping[str, Game], style: Style, made: str) -> Paper:
    """Return the sheet of a report; `made` says when and by whom it was made."""
    return Paper(
        style.text(say("staff.reports.title")),
        list(_lead(found, style)),
        [each for each in _grids(found, games, style) if each.rows],
        made,
        style.language,
        style.page,
    )


def _lead(found: Report, style: Style) -> Iterator[tuple[str, str]]:
    span, text = found.span, style.text
    first, last = span.first_day, span.last_day
    days = str(first) if first == last and first else f"{first or '…'} – {last or '…'}"
    yield text(say("staff.reports.days")), days
    begins = say("staff.reports.begins", time=span.days.start_text, zone=span.days.zone_name)
    yield "", text(begins)
    if style.currency.name:
        yield text(say("staff.reports.currency")), style.currency.name
    agrees = say("staff.reports.agrees") if found.agrees else say("staff.reports.disagrees")
    yield text(say("staff.reports.checked")), text(agrees)


def _grids(found: Report, games: Mapping[str, Game], style: Style) -> Iterator[Grid]:
    def game(key: str) -> str:
        known = games.get(key)
        return style.text(Name("game", key, known.texts) if known else key)

    def bet(row: BetRow) -> str:
        known = games.get(row.game)
        kind = known.bet_name(row.bet) if known else row.bet
        return f"{game(row.game)} · {style.text(kind)}"

    total, write = found.total, _write(found.unit, style)
    yield _rows(Name("reports", "by_table"), found.by_table, total, found.unit, style)
    if len(found.by_day) > 1:
        yield _rows(Name("reports", "by_day"), found.by_day, total, found.unit, style)
    heads = [Name("reports", "by_game"), *_HEADS]
    rows = [(game(row.name), *_cells(row, found.unit, style)) for row in found.by_game]
    yield _grid(heads, rows, style)
    heads = [Name("reports", "by_bet"), say("staff.reports.bets"), *_HEADS[1:-1]]
    yield _grid(
        heads, [(bet(row), *_bet_cells(row, found.unit, style)) for row in total.bets], style
    )
    sums = [(style.text(Name("figure", each)), write(total.figures[each])) for each in _MONEY]
    sums += [
        (style.text(Name("figure", each)), write(amount))
        for each, amount in total.counted.items()
        if any(total.counted.values())
    ]
    sums.append((style.text(say("staff.reports.fees")), write(total.fee)))
    sums.append((style.text(say("staff.reports.rulings")), write(total.rulings)))
    yield _grid([say("staff.reports.money"), say("staff.patron.amount")], sums, style)
    trays = [(each.table_id, write(each.open), write(each.close)) for each in found.trays]
    heads = [say("staff.reports.trays"), say("staff.reports.before"), say("staff.reports.after")]
    yield _grid(heads, trays, style)
    yield _cage(found.cage, found.unit, style)
    owed = [(f"{each.patron} · {each.table_id}", write(each.amount)) for each in found.owed]
    yield _grid([say("staff.owed.title"), say("staff.patron.amount")], owed, style)


_HEADS: tuple[Value, ...] = (
    say("staff.reports.rounds"),
    say("staff.reports.handle"),
    say("staff.reports.win"),
    say("staff.reports.hold"),
    say("staff.reports.expected"),
    say("staff.reports.range"),
    say("staff.reports.result"),
)


def _write(unit: Unit, style: Style) -> Callable[[int], str]:
    return lambda units: style.currency.show(unit.write(units))


def _grid(
    heads: Iterable[Value], rows: Sequence[tuple[str, ...]], style: Style, *, total: bool = False
) -> Grid:
    """Return a table of names and numbers; its first head is its title."""
    title, *others = map(style.text, heads)
    return Grid(title, ("", *others), rows, tuple(range(1, len(others) + 1)), total=total)


def _rows(title: Value, rows: Iterable[Row], total: Row, unit: Unit, style: Style) -> Grid:
    lines = [(row.name, *_cells(row, unit, style)) for row in rows]
    if lines:
        all_together = style.text(say("staff.reports.total"))
        lines.append((all_together, *_cells(total, unit, style)))
    return _grid([title, *_HEADS], lines, style, total=True)


def _cells(row: Row, unit: Unit, style: Style) -> tuple[str, ...]:
    write, void = _write(unit, style), style.text(Name("round", "void"))
    least, most = row.expected.interval(Z99)
    return (
        f"{row.settled} ({row.voids} {void})" if row.voids else str(row.settled),
        write(row.handle),
        write(row.win),
        _percent(row.win, row.handle),
        _percent(float(row.expected.mean), row.handle),
        f"{write(least)} – {write(most)}" if row.expected.sd else "",
        write(row.result),
    )


def _bet_cells(row: BetRow, unit: Unit, style: Style) -> tuple[str, ...]:
    write = _write(unit, style)
    least, most = row.expected.interval(Z99)
    return (
        str(row.bets),
        write(row.in_action),
        write(row.win) if not row.banked else "",
        _percent(row.win, row.in_action) if not row.banked else "",
        _percent(float(row.expected.mean), row.in_action) if not row.banked else "",
        f"{write(least)} – {write(most)}" if row.expected.sd else "",
    )


def _percent(part: float, whole: int) -> str:
    return f"{part / whole:.2%}" if whole else "–"


def _cage(cage: CageReport, unit: Unit, style: Style) -> Grid:
    write = _write(unit, style)
    rows = []
    for each in cage.sums:
        kind: list[Value] = [Name("cage_move", each.kind)]
        kind += [Name("tender", each.tender)] if each.tender else []
        amount = write(each.amount) if each.adds_up else ""
        rows.append((", ".join(map(style.text, kind)), str(each.slips), amount))
    if rows:
        for said, units in (
            (say("staff.reports.cage_before"), cage.opening),
            (say("staff.reports.cage_after"), cage.closing),
            (say("staff.cage.variance"), cage.variance),
        ):
            rows.append((style.text(said), "", write(units)))
    heads: list[Message] = [say("staff.cage.title"), say("staff.reports.slips")]
    return _grid([*heads, say("staff.patron.amount")], rows, style)

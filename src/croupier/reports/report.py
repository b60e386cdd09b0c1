"""What the tables brought in a span of time, beside the expectation, and checked twice."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from croupier.money import Unit
from croupier.reports.cage_report import CageReport, cage_report
from croupier.reports.events import FindGame, VaultlessLoader, stored_event
from croupier.reports.figures import Counted, Figure, Span, fees_kept
from croupier.reports.ledger_check import (
    Check,
    LedgerSums,
    check_table,
    counted_sums,
    ledger_sums,
    tray_balance,
)
from croupier.reports.table_money import TableMoney
from croupier.reports.tally import BetTally, Expectation, Tally, expected, expected_of
from croupier.store import schema as s
from croupier.store.queries import Reader, streamed
from croupier.store.rows import factor
from croupier.words import say


class UnknownTable(LookupError):
    """A report was asked for about a table that does not exist."""

    def __init__(self, table_id: str) -> None:
        self.said = say("server.no_such_table", table=table_id)
        super().__init__(str(self.said))


@dataclass(frozen=True, slots=True)
class BetRow:
    """One kind of bet of a game, as last corrected."""

    game: str
    bet: str
    banked: bool
    """Whether a player-dealer banked it: then none of it is the house's."""
    bets: int
    won: int
    in_action: int
    collected: int
    paid: int
    commission: int
    """What winners of bets that never pay even money got less than it."""
    short_pay: int
    """What winners got less than even money where only some wins pay short."""
    expected: Expectation

    @property
    def win(self) -> int:
        """What the bank won on this kind of bet."""
        return self.collected - self.paid


@dataclass(frozen=True, slots=True)
class Row:
    """What one table, game or day brought, or all of them; money is in the house's unit."""

    name: str
    rounds: int
    settled: int
    voids: int
    undone: int
    figures: Mapping[Figure, int]
    fees: Mapping[str, int]
    counted: Mapping[Counted, int]
    out_of_action: int
    uncollected: int
    """What the house could not take back when paid rounds were corrected: patrons owe it."""
    bets: tuple[BetRow, ...]
    expected: Expectation

    @property
    def handle(self) -> int:
        """What was in action against the house."""
        return sum(bet.in_action for bet in self.bets if not bet.banked)

    @property
    def banked(self) -> int:
        """What was in action against player-dealers."""
        return sum(bet.in_action for bet in self.bets if bet.banked)

    @property
    def win(self) -> int:
        """What the house won on bets, corrections counted in; rulings and fees are apart."""
        return sum(bet.win for bet in self.bets if not bet.banked)

    @property
    def commission(self) -> int:
        """What commissions cost the winners."""
        return sum(bet.commission for bet in self.bets)

    @property
    def short_pay(self) -> int:
        """What short pays cost the winners."""
        return sum(bet.short_pay for bet in self.bets)

    @property
    def fee(self) -> int:
        """What the house took in fees and kept."""
        return fees_kept(self.figures)

    @property
    def rulings(self) -> int:
        """What rulings brought the house, or cost it."""
        return self.figures[Figure.RULED_IN] - self.figures[Figure.RULED_OUT]

    @property
    def corrections(self) -> int:
        """What corrections of paid rounds brought the house, or cost it, fees aside."""
        moved = self.figures[Figure.CORRECTED_IN] - self.figures[Figure.CORRECTED_OUT]
        return moved + self.figures[Figure.FEES_CORRECTED]

    @property
    def result(self) -> int:
        """What the house gained: bets, rulings and fees, less what it could not take back."""
        return self.win + self.rulings + self.fee - self.uncollected


@dataclass(frozen=True, slots=True)
class Tray:
    """What lay in a table's tray before the span's first event, and after its last."""

    table_id: str
    open: int
    close: int


@dataclass(frozen=True, slots=True)
class Debt:
    """What a patron owes at a table after the span's last event.

    A paid round was undone when its winner had cashed out (5.5.3). The house carries it, or the
    other patrons of a player-dealer's game do, until a ruling takes it from the patron's chips.
    """

    table_id: str
    patron: str
    amount: int


@dataclass(frozen=True, slots=True)
class Played:
    """What a table was opened with in the span, once however often it was."""

    table_id: str
    game: str
    digest: str
    """SHA-256 of the game's file, in hexadecimal."""
    decks: int


@dataclass(frozen=True, slots=True)
class Report:
    """Rows by table, game and day, trays and debts, and the ledger beside the events."""

    span: Span
    unit: Unit
    total: Row
    by_table: tuple[Row, ...]
    by_game: tuple[Row, ...]
    by_day: tuple[Row, ...]
    trays: tuple[Tray, ...]
    owed: tuple[Debt, ...]
    checks: tuple[Check, ...]
    cage: CageReport
    played: tuple[Played, ...] = ()

    @property
    def agrees(self) -> bool:
        """True if ledger and events give the same amount for every figure."""
        return not any(check.difference for check in self.checks)


@dataclass(slots=True)
class _TableReport:
    """What was found about one table."""

    money: TableMoney
    tray: Tray
    owed: tuple[Debt, ...]
    checks: list[Check]


def report(reader: Reader, span: Span | None = None, tables: Iterable[str] | None = None) -> Report:
    """Return the report of a span of time, all of it from one moment of the database."""
    during = span or Span()
    unit, playback = Unit.parse(reader.unit()), VaultlessLoader(reader)
    known = reader.tables()
    wanted = known if tables is None else tuple(dict.fromkeys(tables))
    for table_id in wanted:
        if table_id not in known:
            raise UnknownTable(table_id)
    with reader.moment() as connection:
        found = [_table(connection, playback, each, during, unit) for each in wanted]
        cage = cage_report(connection, during)
    find = playback.games.find
    parts = [
        (money.table_id, money.periods[place].game.key, day, tally)
        for money in (each.money for each in found)
        for (place, day), tally in money.tallies.items()
    ]
    return Report(
        during,
        unit,
        _rows((("total", tally) for *_, tally in parts), find, ("total",))[0],
        _rows(((table_id, tally) for table_id, _, _, tally in parts), find, wanted),
        _rows(sorted(((key, tally) for _, key, _, tally in parts), key=_name), find),
        _rows(sorted(((day, tally) for _, _, day, tally in parts), key=_name), find),
        tuple(each.tray for each in found),
        tuple(debt for each in found for debt in each.owed),
        tuple(check for each in found for check in each.checks),
        cage,
        tuple(dict.fromkeys(opened for each in found for opened in _played(each.money))),
    )


def _played(money: TableMoney) -> Iterator[Played]:
    for period in money.periods:
        yield Played(money.table_id, period.game.key, period.game.digest, period.decks)


def _name(part: tuple[str, Tally]) -> str:
    return part[0]


def _table(
    connection: Connection, playback: VaultlessLoader, table_id: str, span: Span, unit: Unit
) -> _TableReport:
    """Follow one table through the span, and compare it with its ledger."""
    column = s.events.c
    ends = select(func.min(column.number), func.max(column.number)).where(
        column.table_id == table_id, span.where(column.at)
    )
    first, last = connection.execute(ends).one()
    if first is None:
        # There was no event: the tray is as the last event before the span left it.
        last_before = select(func.max(column.number)).where(
            column.table_id == table_id, Span(until=span.until).where(column.at)
        )
        last = connection.execute(last_before).scalar() or 0
        first = last + 1
    table = playback.load(table_id, first - 1).table
    find, counts = playback.games.find, span.holds
    money = TableMoney(table_id, first - 1, table, unit, find, counts, span.days)
    before = money.in_tray, money.in_bets
    query = (
        select(column.number, column.at, column.entry)
        .where(column.table_id == table_id, column.number.between(first, last))
        .order_by(column.number)
    )
    with closing(streamed(connection, query)) as rows:
        for number, at, entry in rows:
            money.follow_stored(number, at, stored_event(entry))
    ledger = list[LedgerSums]()
    for period in money.periods:
        part = (connection, table_id, period.first, period.last, span)
        sums = ledger_sums(*part)._replace(counted=counted_sums(*part, period.unit))
        ledger.append(_scaled(sums, factor(period.unit, unit)))
    scale = factor(money.periods[-1].unit, unit) if money.periods else 1
    trays = [tray_balance(connection, table_id, at) * scale for at in (first - 1, last)]
    checks = check_table(money, ledger, before, (trays[0], trays[1]))
    after = playback.load(table_id, last).table
    owed = tuple(Debt(table_id, name, amount * scale) for name, amount in after.owed.items())
    return _TableReport(money, Tray(table_id, before[0], money.in_tray), owed, checks)


def _scaled(sums: LedgerSums, scale: int) -> LedgerSums:
    return LedgerSums(
        Counter({key: amount * scale for key, amount in sums.figures.items()}),
        Counter({flow: amount * scale for flow, amount in sums.other.items()}),
        Counter({each: amount * scale for each, amount in sums.counted.items()}),
    )


def _rows(
    parts: Iterable[tuple[str, Tally]], find: FindGame, names: Iterable[str] = ()
) -> tuple[Row, ...]:
    """Return a row for each name, with all tallies of that name added up."""
    grouped: defaultdict[str, Tally] = defaultdict(Tally)
    for name in names:
        grouped[name].add(Tally())
    for name, tally in parts:
        grouped[name].add(tally)
    return tuple(_row(name, tally, find) for name, tally in grouped.items())


def _row(name: str, tally: Tally, find: FindGame) -> Row:
    bets = [
        _bet_row(key.game, key.bet, each, expected_of(tally, key.game, key.bet, find), banked=False)
        for key, each in tally.bets.items()
    ]
    bets += [
        _bet_row(key.game, key.bet, each, Expectation(), banked=True)
        for key, each in tally.banked.items()
    ]
    return Row(
        name,
        tally.rounds,
        tally.settled,
        tally.voids,
        tally.undone,
        {figure: tally.figures[figure] for figure in Figure},
        {line: fee for line, fee in sorted(tally.fees.items()) if fee},
        {each: tally.counted[each] for each in Counted},
        tally.out_of_action,
        tally.uncollected,
        tuple(sorted(bets, key=lambda bet: (bet.game, bet.bet))),
        expected(tally, find),
    )


def _bet_row(
    game: str, bet: str, tally: BetTally, expectation: Expectation, *, banked: bool
) -> BetRow:
    return BetRow(
        game,
        bet,
        banked,
        tally.bets,
        tally.won,
        tally.in_action,
        tally.collected,
        tally.paid,
        tally.commission,
        tally.short_pay,
        expectation,
    )

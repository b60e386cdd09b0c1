"""Where bets, buy-ins and deposits meet the limits of patrons, before they are stored.

The transaction that stores one requires that the limits are still those that were looked at, so a
limit counts in every process as soon as it is stored, and no two bets share the last of it.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import Any, NamedTuple

from sqlalchemy import Connection, case, func, select

from croupier.errors import Code, Refused
from croupier.ledger import FLOAT, patron
from croupier.money import Unit
from croupier.store import schema as s
from croupier.store.batch import Batch, LimitGuard, Writer
from croupier.store.cage import CageMove, SlipRow, Tender
from croupier.store.failures import LimitsChanged
from croupier.store.patron_history import tables_of, won_or_lost
from croupier.store.patron_limits import FOREVER, LimitKind, PatronLimits, read_limits, week_start
from croupier.store.queries import Reader
from croupier.store.rows import factor
from croupier.store.wallets import WalletMove, WalletStep
from croupier.table import Change, Table
from croupier.table import events as e
from croupier.table.events.player_dealer import WAGER
from croupier.words import Amount, Moment, Name, say

UnitOf = Callable[[str], Unit]
"""Returns the unit of a table."""


class Since(NamedTuple):
    """When the day and the week of a moment began, as events write it."""

    day: str
    week: str


DaysOf = Callable[[str], Since]
"""Returns for a moment what the house calls that day and that week."""


def utc_days(now: str) -> Since:
    """Return the day and the week of a house that has set nothing: those of UTC."""
    return Since(now[:10], week_start(now[:10]))


@dataclass(slots=True)
class _Asked:
    """What one patron does of their own will by a command."""

    stake: int = 0
    cash: int = 0
    """What they pay in cash for chips."""
    banks: bool = False
    """Whether a hand begins with their wager up, which counts as lost until it is over."""


def _asked(before: Table, changes: Sequence[Change]) -> dict[str, _Asked]:
    """Return who stakes, pays or banks by what is to be stored."""
    asked: dict[str, _Asked] = defaultdict(_Asked)
    for event, _, after in changes:
        match event:
            case e.ChipsBought():
                asked[event.player].cash += event.amount if event.cash else 0
            case e.BetPlaced() | e.BetIncreased() | e.InsurancePlaced():
                asked[event.player].stake += event.amount
            case e.PlayerDealerAccepted() | e.WagerChanged():
                held = before.book.holds.get(WAGER)
                more = event.wager - (held.amount if held else 0)
                asked[event.player].stake += max(more, 0)
            case e.BetsOpened() if before.position is not None:
                asked[before.position.patron].banks = True
        before = after
    return asked


class LimitChecks:
    """The limits of patrons as this process knows them, and what counts towards them."""

    def __init__(
        self, reader: Reader, unit: Unit, unit_of: UnitOf, days_of: DaysOf = utc_days
    ) -> None:
        """Read from a database; `unit` is the unit of wallets."""
        self._reader = reader
        self._unit = unit
        self._unit_of = unit_of
        self._days_of = days_of
        self._known: dict[str, tuple[int, PatronLimits]] = {}
        self._losses = Losses(reader, unit, unit_of)
        self._lock = Lock()

    def reload(self, name: str) -> tuple[int, PatronLimits]:
        """Read the limits of a patron; version 0 if there are none."""
        kept = s.patron_limits.c
        with self._reader.moment() as connection:
            row = connection.execute(
                select(kept.version, kept.limits).where(kept.name == name)
            ).first()
        found = (0, PatronLimits()) if row is None else (row[0], read_limits(json.loads(row[1])))
        with self._lock:
            if found[0]:
                self._known[name] = found
            else:
                self._known.pop(name, None)
        return found

    def stored(self, guards: Iterable[LimitGuard]) -> None:
        """Note that a transaction was committed, which raised the versions of its guards."""
        with self._lock:
            for name, version in guards:
                known = self._known.get(name)
                if known is not None and known[0] == version:
                    self._known[name] = (version + 1, known[1])

    def admit_changes(
        self, table_id: str, before: Table, changes: Sequence[Change], now: str
    ) -> tuple[LimitGuard, ...]:
        """Return what must still hold when the changes are stored; raise `Refused`."""
        guards = []
        for name, asked in sorted(_asked(before, changes).items()):
            scale = factor(changes[-1].table.rules.unit, self._unit)
            guards.append(self._admit(name, partial(self._play, name, asked, scale, table_id, now)))
        return tuple(guards)

    def may_bank(self, table_id: str, name: str, now: str) -> bool:
        """Return False if a patron's limits let no other hand begin with their wager up."""
        _, limits = self.reload(name)
        try:
            self._play(name, _Asked(banks=True), 1, table_id, now, limits)
        except Refused:
            return False
        return True

    def store_payment(self, step: WalletStep | None, batch: Batch, writer: Writer) -> None:
        """Store a payment of a wallet; raise `Refused` for a deposit above the patron's limits.

        Chips that are sold to somebody by name count too. An adjustment is no deposit: a mistake is
        put right for somebody who is excluded too.
        """
        paid = _paid_in(step, None if batch.cage is None else batch.cage.row)
        if paid is None:
            writer.write(batch)
            return
        name, amount, at = paid
        while True:
            guards = (self._admit(name, partial(self._deposit, name, amount, at)),)
            try:
                writer.write(batch._replace(limits=guards))
            except LimitsChanged as changed:
                self.reload(changed.name)
            else:
                self.stored(guards)
                return

    def _admit(self, name: str, check: Callable[[PatronLimits], None]) -> LimitGuard:
        version, limits = self._known.get(name, (0, None))
        if limits is not None:
            try:
                check(limits)
            except Refused:
                # What this process knows may be old, and the house may have lifted it since.
                version, limits = self.reload(name)
                check(limits)
        return LimitGuard(name, version)

    def _play(
        self, name: str, asked: _Asked, scale: int, table_id: str, now: str, known: PatronLimits
    ) -> None:
        _require_no_pause(name, known, now)
        if asked.cash:
            self._deposit(name, asked.cash * scale, now, known)
        day, week = known.at(LimitKind.LOSS_DAY, now), known.at(LimitKind.LOSS_WEEK, now)
        if not (asked.stake or asked.banks) or (day is None and week is None):
            return
        units = asked.stake * scale
        lost = self._losses.since(name, table_id, self._days_of(now))
        for kind, most, net in (
            (LimitKind.LOSS_DAY, day, lost[0]),
            (LimitKind.LOSS_WEEK, week, lost[1]),
        ):
            if most is not None:
                self._require(kind, most, max(-net, 0), units, units - net)

    def _deposit(self, name: str, amount: int, now: str, known: PatronLimits) -> None:
        _require_no_pause(name, known, now)
        since = self._days_of(now)
        for kind, start in (
            (LimitKind.DEPOSIT_DAY, since.day),
            (LimitKind.DEPOSIT_WEEK, since.week),
        ):
            most = known.at(kind, now)
            if most is not None:
                so_far = self._paid_since(name, start)
                self._require(kind, most, so_far, amount, so_far + amount)

    def _paid_since(self, name: str, start: str) -> int:
        """Return what a patron has paid in since a moment: at the cage, and in cash at tables."""
        moves, slip, moved, event = s.wallet_moves.c, s.cage_slips.c, s.transfers.c, s.events.c
        deposits = select(func.sum(moves.amount)).where(
            moves.name == name, moves.kind == WalletMove.DEPOSIT.value, moves.at >= start
        )
        slips = select(func.sum(slip.amount)).where(slip.name == name, slip.at >= start)
        adjusted = slips.where(
            slip.kind == CageMove.DEPOSIT.value, slip.tender == Tender.ADJUSTMENT.value
        )
        sold = slips.where(slip.kind == CageMove.CHIPS_SOLD.value)
        in_cash = (
            select(moved.table_id, func.sum(moved.amount))
            .join(s.events, (event.table_id == moved.table_id) & (event.number == moved.event))
            .where(
                moved.target == str(patron(name)),
                moved.source == str(FLOAT),
                s.BOUGHT_IN_HAND,
                event.at >= start,
            )
            .group_by(moved.table_id)
        )
        with self._reader.moment() as connection:
            found = [int(connection.execute(q).scalar() or 0) for q in (deposits, sold, adjusted)]
            at_tables = [(str(at), int(sum_)) for at, sum_ in connection.execute(in_cash)]
        cash = sum(sum_ * factor(self._unit_of(at), self._unit) for at, sum_ in at_tables)
        return found[0] + found[1] - found[2] + cash

    def _require(self, kind: LimitKind, most: int, so_far: int, wanted: int, after: int) -> None:
        if after > most:
            write = self._unit.write
            said = say(
                "accounts.limit_reached",
                limit=Name("limit", kind.value),
                most=Amount(write(most)),
                so_far=Amount(write(so_far)),
                wanted=Amount(write(wanted)),
            )
            raise Refused(Code.LIMIT_REACHED, said)


def _require_no_pause(name: str, known: PatronLimits, now: str) -> None:
    if (until := known.excluded_until(now)) is not None:
        if until == FOREVER:
            raise Refused(Code.SELF_EXCLUDED, say("accounts.excluded_forever", name=name))
        raise Refused(Code.SELF_EXCLUDED, say("accounts.excluded", name=name, until=Moment(until)))
    if (until := known.break_until(now)) is not None:
        raise Refused(Code.ON_BREAK, say("accounts.on_break", name=name, until=Moment(until)))


def _paid_in(step: WalletStep | None, slip: SlipRow | None) -> tuple[str, int, str] | None:
    """Return who pays in how much when; None for what is no deposit."""
    if slip is not None and slip.kind == CageMove.CHIPS_SOLD and slip.name is not None:
        return slip.name, slip.amount, slip.at
    if step is None or step.kind is not WalletMove.DEPOSIT:
        return None
    if slip is not None and slip.tender == Tender.ADJUSTMENT:
        return None
    return step.name, step.amount, step.at


class Losses:
    """What patrons won or lost, chips on the layout counted as lost until paid."""

    def __init__(self, reader: Reader, unit: Unit, unit_of: UnitOf) -> None:
        """Read from a database; rows that were read are not read again."""
        self._reader = reader
        self._unit = unit
        self._unit_of = unit_of
        self._read: dict[tuple[str, str], tuple[Since, int, tuple[int, int]]] = {}

    def since(self, name: str, table_id: str, since: Since) -> tuple[int, int]:
        """Return the results since a day and since a week began, over all tables.

        They are in the house's unit.
        """
        day = week = 0
        with self._reader.moment() as connection:
            for at_table in sorted({*tables_of(connection, name), table_id}):
                found = self._at(connection, name, at_table, since)
                day, week = day + found[0], week + found[1]
        return day, week

    def _at(
        self, connection: Connection, name: str, table_id: str, since: Since
    ) -> tuple[int, int]:
        last = connection.execute(
            select(s.tables.c.version).where(s.tables.c.id == table_id)
        ).scalar_one()
        kept = self._read.get((name, table_id))
        if kept is None or kept[0] != since:
            kept = (since, _first_since(connection, table_id, since.week, last) - 1, (0, 0))
        _, seen, (day, week) = kept
        if last > seen:
            scale = factor(self._unit_of(table_id), self._unit)
            more = _results(connection, name, table_id, seen, last, since.day)
            day, week = day + more[0] * scale, week + more[1] * scale
        self._read[name, table_id] = (since, last, (day, week))
        return day, week


def _results(
    connection: Connection, name: str, table_id: str, after: int, to: int, day: str
) -> tuple[int, int]:
    """Return what some events of a table brought a patron: those since a day began, and all."""
    moved, event, chips = s.transfers.c, s.events.c, str(patron(name))
    net = case((moved.source == chips, -moved.amount), else_=moved.amount)
    question = (
        select(func.sum(case((event.at >= day, net), else_=0)), func.sum(net))
        .join(s.events, (event.table_id == moved.table_id) & (event.number == moved.event))
        .where(
            moved.table_id == table_id,
            moved.event > after,
            moved.event <= to,
            won_or_lost(name),
        )
    )
    today, all_of_it = connection.execute(question).one()
    return int(today or 0), int(all_of_it or 0)


def _first_since(connection: Connection, table_id: str, start: str, last: int) -> int:
    """Return the number of the first event since a day, found by halving: times never go back."""
    low, high = 1, last + 1
    event = s.events.c
    while low < high:
        middle = (low + high) // 2
        at = connection.execute(
            select(event.at).where(event.table_id == table_id, event.number == middle)
        ).scalar_one()
        low, high = (low, middle) if at >= start else (middle + 1, high)
    return low


_LIMITED = "SELECT name FROM patron_limits WHERE name = ANY(%s::text[])"


def leave_out_limited(
    batches: Sequence[Batch],
    outcomes: list[Exception | None],
    ask: Callable[[str, Sequence[Any]], Iterable[Any]],
) -> None:
    """Leave out the batches of patrons who have limits, which this process did not know."""
    names = sorted({guard.name for batch in batches for guard in batch.limits})
    limited = {name for (name,) in ask(_LIMITED, (names,))} if names else set()
    if limited:
        for n, batch in enumerate(batches):
            found = next((each.name for each in batch.limits if each.name in limited), None)
            if found is not None and outcomes[n] is None:
                outcomes[n] = LimitsChanged(found)

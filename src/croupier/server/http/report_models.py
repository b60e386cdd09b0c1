"""The answers that tell what a house did: reports, the cage's, hand-overs."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from croupier.server.http.models import Out

Money = str
"""An amount as a decimal text; it may be negative."""


# Reports


class Counts(Out):
    """How many rounds there were, and how they ended."""

    begun: int
    settled: int
    void: int
    undone: int


class Expected(Out):
    """The win that the odds let expect, and where the real one lies in it."""

    win: str = Field(description="Exact, as a ratio.")
    hold: float | None
    sd: float
    interval_95: list[Money]
    interval_99: list[Money]
    deviations: float | None = Field(description="How many standard deviations the win is away.")
    outside_99: bool


class Fees(Out):
    """Fees that the house kept."""

    kept: Money
    by_line: dict[str, Money]


class BetReport(Out):
    """What one kind of bet brought."""

    game: str
    bet: str
    bank: Literal["house", "player-dealer"]
    bets: int
    won: int
    handle: Money
    collected: Money
    paid: Money
    win: Money
    hold: float | None
    commission: Money
    short_pay: Money
    expected: Expected | None = Field(None, description="Where the house banks.")


class ReportRow(Out):
    """What a table, a game or a day brought, or all of them."""

    name: str
    rounds: Counts
    handle: Money
    placed: Money
    player_dealer_handle: Money
    out_of_action: Money
    win: Money
    hold: float | None
    expected: Expected
    commission: Money
    short_pay: Money
    fees: Fees
    rulings: Money
    corrections: Money
    uncollected: Money
    result: Money
    counted: dict[str, Money]
    figures: dict[str, Money]
    bets: list[BetReport]


class Tray(Out):
    """What a tray held at the beginning and at the end."""

    table: str
    open: Money
    close: Money


class Debt(Out):
    """What a patron owes at a table."""

    table: str
    player: str
    amount: Money


class LedgerCheck(Out):
    """A figure by the ledger and by the events."""

    table: str
    figure: str
    ledger: Money
    events: Money
    difference: Money


class CageSum(Out):
    """All slips of one kind and tender."""

    kind: str
    tender: str | None
    slips: int
    amount: Money


class InAndOut(Out):
    """What went into wallets and out of them."""

    paid_in: Money = Field(alias="in")
    out: Money


class LargeAmount(Out):
    """What one patron brought or took on one gaming day, where it is a large amount."""

    day: str
    name: str | None
    direction: Literal["in", "out"]
    amount: Money
    slips: list[int]
    tables: list[str]


class CageReport(Out):
    """The cage on some gaming days."""

    sums: list[CageSum]
    opening: Money
    closing: Money
    variance: Money
    tips: dict[str, Money]
    chips: dict[str, int]
    without_slip: InAndOut
    large: list[LargeAmount]


class GamePlayed(Out):
    """A game that a table was opened with, by its digest, and the decks."""

    table: str
    game: str
    digest: str
    decks: int


class FullReport(Out):
    """What the house earned on some gaming days, beside what was expected."""

    version: str
    since: str | None
    until: str | None
    first_day: str | None
    last_day: str | None
    time_zone: str
    day_starts: str
    currency: str | None
    unit: str
    basis: str = Field(description="What the expectation is reckoned from.")
    played: list[GamePlayed] = Field(description="What the tables were opened with.")
    agrees: bool = Field(description="Whether ledger and events agree.")
    total: ReportRow
    by_table: list[ReportRow]
    by_game: list[ReportRow]
    by_day: list[ReportRow]
    trays: list[Tray]
    owed: list[Debt]
    reconciliation: list[LedgerCheck]
    cage: CageReport


class By(Out):
    """Who did something."""

    role: str
    name: str


class Happening(Out):
    """Something that a floor has to know of."""

    kind: str
    table: str
    number: int
    round: int | None
    at: str
    by: By
    what: str | None
    why: str | None
    rule: str | None
    why_said: Any = None
    before: Any = None
    after: Any


class Happenings(Out):
    """A page of what happened."""

    items: list[Happening]
    next: str | None = Field(description="Give it as `after`, or `before`, for the next page.")


# A shift


class ShoeLeft(Out):
    """The shoe of a table when the shift ends."""

    number: int
    left: int
    fault: str | None


class TableHandedOver(Out):
    """A table as it stands when the shift ends."""

    table: str
    game: str | None
    open: bool
    phase: str
    round: int
    rounds: int
    automatic: bool
    dealer: str | None
    tray: Money = Field(alias="float")
    drop: Money
    fills: Money
    won: Money
    case: str | None
    shoe: ShoeLeft | None


class CageCount(Out):
    """A count of the cage's cash."""

    slip: int
    at: str
    by: str
    counted: Money
    variance: Money


class LargeTransaction(LargeAmount):
    """A large amount that went through the cage or a table."""


class CageHandedOver(Out):
    """The cage in a shift."""

    open: bool
    before: Money
    cash: Money
    variance: Money
    counts: list[CageCount]
    large_transactions: list[LargeTransaction]


class Excluded(Out):
    """A patron who was excluded in this shift."""

    name: str | None
    until: str
    by: str


class ShiftLine(Out):
    """Something that the next shift has to know of."""

    at: str
    kind: str
    what: str | None
    table: str | None
    round: int | None
    name: str | None
    by: str


class OnDuty(Out):
    """Somebody of the staff who is signed in."""

    role: str
    name: str


class Previous(Out):
    """Between whom the shift before was handed over."""

    outgoing: str | None
    incoming: str | None


class HandOverSheet(Out):
    """What a shift gives to the next."""

    day: str
    since: str
    until: str
    time_zone: str
    tables: list[TableHandedOver]
    closed: list[str]
    won: Money
    drop: Money
    agrees: bool
    cage: CageHandedOver
    owed: list[Debt]
    locked: list[str]
    excluded: list[Excluded]
    happened: list[ShiftLine]
    more: int
    after: int
    entry: int | None
    previous: Previous | None
    outgoing: str | None
    incoming: str | None
    remark: str
    staff: list[OnDuty]

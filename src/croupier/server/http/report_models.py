"""The answers that tell what happened: reports, the cage's, hand-overs, rounds and shoes."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from croupier.server.http.models import Event, Limits, Out, Said, Settled

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


# A round


class Entry(Out):
    """Where something stands in the log, when it was stored, and by whom."""

    n: int
    at: str
    by: By | None = Field(None, description="For the staff.")


class RoundGame(Out):
    """The game of a round."""

    key: str
    title: str
    digest: str
    titles: dict[str, Any]


class RoundShoe(Out):
    """A shoe that a round was dealt from."""

    number: int
    commitment: str | None
    left: int


class RoundTimes(Out):
    """When a round's first and last events were stored, and when it ended."""

    first: str
    last: str
    ended: str | None


class CardFixed(Entry):
    """What a card was before it was corrected."""

    was: str


class DealtCard(Out):
    """A card as it was dealt; one that still lies face down is not named."""

    hand: Literal["player", "banker"]
    number: int
    card: str | None
    face_down: bool
    lay_ready: bool
    dealt: Entry
    corrected: list[CardFixed]
    turned: Entry | None = None
    seal: str | None = None
    salt: str | None = None


class DealtHand(Out):
    """A hand of a round."""

    cards: list[str | None]
    total: int | None = None


class DealtHands(Out):
    """The hands as they were settled, else as they lay last."""

    player: DealtHand
    banker: DealtHand


class Explained(Out):
    """A step of the coup in words, with its paragraphs."""

    text: str
    rules: list[str]
    said: Said


class BetStep(Entry):
    """Something that happened to a bet."""

    what: str
    amount: Money | None = None
    total: Money | None = None
    reason: str | None = None
    warnings: list[dict[str, Any]] | None = None
    rule: str | None = None
    in_action: Money | None = None


class RecalledBet(Out):
    """A bet of a round, with its history, how it ended and why."""

    id: str
    player: str
    box: int
    bet: str
    name: str
    standing: bool
    stage: str | None = None
    odds: str | None = None
    amount: Money | None = None
    history: list[BetStep]
    outcome: str | None = None
    in_action: Money | None = None
    profit: Money | None = None
    back: Money | None = None
    rules: list[str] | None = None
    rounding: str | None = None
    capped: str | None = None
    why: str | None = None
    said: Said | None = None


class Balance(Out):
    """Chips before a round and after it."""

    before: Money
    after: Money


class RecalledDealer(Out):
    """Who banked a round."""

    seat: int
    player: str
    wager: Money


class RecalledEvent(Entry):
    """An event of a round with its hash and a sentence, as far as the caller may see it."""

    hash: str
    says: str | None = None
    said: Said | None = None
    hands: str | None = None
    bets: list[str] | None = None
    event: Event


class RecalledRound(Out):
    """A round: cards, bets, reasons with their paragraphs, and balances."""

    table: str
    round: int
    state: Literal["running", "settled", "corrected", "undone", "void"]
    game: RoundGame
    decks: int
    unit: str
    limits: Limits
    shoes: list[RoundShoe]
    times: RoundTimes
    cards: list[DealtCard]
    hands: DealtHands
    facts: dict[str, Any] | None
    play: list[Explained]
    bets: list[RecalledBet]
    choices: list[Event]
    insurance: list[Event]
    irregularities: list[Event]
    rulings: list[Event]
    balances: dict[str, Balance]
    house: Balance | None = Field(None, description="For the staff.")
    fees: Balance | None = Field(None, description="For the staff.")
    player_dealer: RecalledDealer | None
    settlement: Settled | None
    events: list[RecalledEvent]


# A shoe


class LogEntry(Out):
    """An entry of the log, by its number."""

    entry: int


class Added(Out):
    """What a patron added to a shuffle."""

    player: str
    text: str


class ShoeProof(Out):
    """A shoe's commitment, and once it has ended its seed and the order of its cards."""

    shoe: int
    decks: int
    burned: int
    commitment: str | None
    started: LogEntry
    added: list[Added]
    round_begins_with_card: int | None
    note: str | None = None
    ended: LogEntry | None = None
    seed: str | None = None
    order: list[str] | None = None

"""The answers about one round, and about a shoe with its proof."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from croupier.server.http.models import Event, Limits, Out, Said, Settled
from croupier.server.http.report_models import By, Money


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

"""Refusals: a closed list of codes, each with the paragraph it comes from.

Malformed input, a forbidden act and our own bug are three different things:
`InvalidInput`, `Refused` and a failed `assert`.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from croupier.words import Message, Value, plain, say


class Code(StrEnum):
    """Every reason to refuse a round, a bet, a card or a command."""

    UNKNOWN_GAME = "unknown_game"
    UNKNOWN_BET = "unknown_bet"
    BAD_CARD = "bad_card"
    BAD_AMOUNT = "bad_amount"
    DECKS_OUT_OF_RANGE = "decks_out_of_range"
    WRONG_CARDS = "wrong_cards"
    FOREIGN_CARD = "foreign_card"
    BOTH_SIDES = "both_sides"
    SIDE_NEEDS_MAIN = "side_needs_main"
    NO_STANDING = "no_standing"
    NO_BOX = "no_box"
    BOX_TAKEN = "box_taken"
    ABOVE_MAXIMUM = "above_maximum"
    INSURANCE_NOT_OFFERED = "insurance_not_offered"
    INSURANCE_WITHOUT_ORIGINAL = "insurance_without_original"
    INSURANCE_OVER_CAP = "insurance_over_cap"
    DUPLICATE_BET = "duplicate_bet"
    PLAYER_DEALER_BETS = "player_dealer_bets"
    PLAYER_DEALER_MISSING = "player_dealer_missing"
    MALFORMED = "malformed"
    # From here on only a table refuses: a settled round has no roles and no phases.
    NOT_ALLOWED = "not_allowed"
    WRONG_PHASE = "wrong_phase"
    UNKNOWN_COMMAND = "unknown_command"
    UNKNOWN_PLAYER = "unknown_player"
    INSUFFICIENT_BALANCE = "insufficient_balance"
    BELOW_MINIMUM = "below_minimum"
    ABOVE_DIFFERENTIAL = "above_differential"
    NOT_SEATED = "not_seated"
    COUP_COMPLETE = "coup_complete"
    OPTIONS_PENDING = "options_pending"
    NO_SHOE = "no_shoe"
    NO_PLAYER_DEALER = "no_player_dealer"
    INSURANCE_CLOSED = "insurance_closed"
    NOTHING_TO_REJECT = "nothing_to_reject"
    NOT_YOURS = "not_yours"
    TOO_LATE = "too_late"
    CANNOT_RECONSTRUCT = "cannot_reconstruct"
    # From here on only a server refuses: limits that a patron has, or the house has set.
    LIMIT_REACHED = "limit_reached"
    ON_BREAK = "on_break"
    SELF_EXCLUDED = "self_excluded"


def brief(value: object) -> Value:
    """Return a value as JSON would show it, shortened: it may be anything, of any length."""
    if value is None:
        return say("reading.nothing")
    if isinstance(value, bool):
        return "true" if value else "false"
    try:
        text = f'"{value}"' if isinstance(value, str) else repr(value)
    except ValueError:  # Python writes no number of more than a few thousand digits
        return say("reading.huge_number")
    return text if len(text) <= 40 else f"{text[:36]} ..."


class CroupierError(Exception):
    """The base of all refusals: a code, a sentence for a person, and the paragraph."""

    def __init__(self, code: Code, said: Message | str, rule: str | None = None) -> None:
        super().__init__(code, said, rule)
        self.code = code
        self.said = plain(said) if isinstance(said, str) else said
        """The sentence as a message, for any language."""
        self.rule = rule

    @property
    def message(self) -> str:
        """The sentence in English."""
        return str(self.said)

    def __str__(self) -> str:
        cited = f" (rule {self.rule})" if self.rule else ""
        return f"{self.code}: {self.message}{cited}"


class InvalidInput(CroupierError):
    """The input cannot be read: a card, an amount, a name or the shape of it."""


class Refused(CroupierError):
    """The input is clear, but the rules of the game forbid it."""


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """Return the end of a sentence that offers the nearest known word; nothing if none is near."""
    from difflib import get_close_matches

    near = get_close_matches(given, list(known), 1)
    return f"; did you mean {near[0]}?" if near else ""

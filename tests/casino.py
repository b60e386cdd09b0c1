"""What the rule tests share: rounds in one line, refusals, and printed tables as they are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import pytest

from croupier import Card, Code, Coup, CroupierError, Line, Round, Side, explain_play, load, settle
from croupier.cards import parse_cards
from croupier.game.model import Banker, Rules
from croupier.money import CENT

Rows = Mapping[str, tuple[str, str]]
"""Banker's totals, each with Player's third cards that it draws on and that it stands on."""


class Coups:
    """Whole coups, named by how they end."""

    PLAYER_WINS = "Ks Qd 7c 6h"  # 7 to 6, nobody draws
    BANKER_WINS = "3s 2c 3d 5h"  # 7 to 6, nobody draws; Player starts with a pair of threes
    SIX_ON_TWO = "Ks 2d 5c 4h Td"  # Banker wins, 6 to 5; Player drew a ten
    SIX_ON_THREE = "2s Kd Tc 4h 3s 2d"  # Banker wins, 6 to 5
    TIE_AT_6 = "Ks Qd 6c 6h"
    TIE_AT_7 = "Ks Qd 7c 7h"


def digits(printed: str) -> frozenset[int]:
    """Read totals as the tables print them: "0-1-8-9"."""
    return frozenset(int(digit) for digit in printed.split("-") if digit)


def cells(rows: Rows) -> list[tuple[int, int, bool]]:
    """Spread a printed Banker table: Banker's total, Player's third card, draws or not.

    Every row has to say something on each of the ten third cards, and only one thing.
    """
    found: list[tuple[int, int, bool]] = []
    for totals, (draws, stands) in rows.items():
        assert digits(draws) | digits(stands) == frozenset(range(10)), totals
        assert not digits(draws) & digits(stands), totals
        for total in sorted(digits(totals)):
            found += [(total, third, third in digits(draws)) for third in range(10)]
    return found


def point_card(points: int, suit: str = "c") -> Card:
    """Give a card that counts this much; a ten for nothing."""
    return Card.parse(f"{'TA23456789'[points]}{suit}")


def dealt(player: int, banker: int, *thirds: int) -> str:
    """Write the cards that give these two-card totals, no pairs, and then these third cards."""
    four = f"Ks Qh {point_card(player, 'c')} {point_card(banker, 'd')}"
    return " ".join([four, *(str(point_card(third, "h")) for third in thirds)])


def ending(player: int, banker: int) -> str:
    """Write a coup of six cards that ends with these totals: both hands start at nothing."""
    return dealt(0, 0, player, banker)


def turns(cards: str) -> list[str]:
    """Deal cards one by one and say which hand each of them goes to."""
    coup, hands = Coup(), list[str]()
    for card in parse_cards(cards):
        assert coup.next is not None, f"{card} is one card too many"
        hands.append(coup.next)
        coup = coup.deal(card)
    return hands


def played(game: str, cards: str | Coup, *, decks: int | None = None) -> Round:
    """Start a round without bets; where a player-dealer banks, pat does, at seat 8 and amply."""
    coup = Coup.of(cards) if isinstance(cards, str) else cards
    round_ = replace(Round(load(game), coup), decks=decks)
    if round_.game.bank.by is Banker.PLAYER_DEALER:
        return round_.banked("pat", 8, "1000000")
    return round_


def bet_on(game: str, cards: str, *kinds: str, amount: str = "100") -> dict[str, Line]:
    """Settle the same amount on each of these bets, all of them ann's on box 1."""
    round_ = played(game, cards)
    for kind in kinds:
        round_ = round_.bet("ann", 1, kind, amount)
    return {line.bet.kind: line for line in settle(round_).lines}


def ended(line: Line) -> tuple[str, str]:
    """Say how a bet ended and what it won, on a table with the usual unit: ("win 8:1", "80.00")."""
    how = f"{line.outcome} {line.odds}" if line.odds else str(line.outcome)
    return how, CENT.write(line.profit)


def refusal(round_: Round) -> CroupierError:
    """Give the error that a round is refused with; settling it is a failure."""
    with pytest.raises(CroupierError) as caught:
        settle(round_)
    return caught.value


class Watched(NamedTuple):
    """Which hands drew, and the paragraphs that are cited when the coup is explained."""

    player: bool
    banker: bool
    cited: tuple[Rules, ...]
    """For Player's decision and for Banker's, or for the natural that decided for both."""
    result: Rules
    bank: tuple[Rules, ...]
    """For what is said of a player-dealer; nothing where the house banks."""


def watch(game: str, player: int, banker: int, third: int = 0) -> Watched:
    """Play a coup from two-card totals; Player gets this third card if it draws, Banker a ten.

    Whoever is to draw must: without that card the round is refused, by the same paragraph.
    """
    coup = Coup.of(dealt(player, banker))
    missed: dict[Side, str | None] = {}
    for side, card in ((Side.PLAYER, point_card(third, "h")), (Side.BANKER, point_card(0, "s"))):
        if coup.next is side:
            wrong = refusal(played(game, coup))
            assert wrong.code is Code.WRONG_CARDS
            missed[side] = wrong.rule
            coup = coup.deal(card)
    rules = [sentence.rules for sentence in explain_play(settle(played(game, coup)))]
    decisions = 1 if player >= 8 or banker >= 8 else 2
    for side, cited in zip((Side.PLAYER, Side.BANKER), rules[:decisions], strict=False):
        assert missed.get(side, cited[0]) == cited[0]
    return Watched(
        coup.player.third is not None,
        coup.banker.third is not None,
        cited=tuple(rules[:decisions]),
        result=rules[decisions],
        bank=tuple(rules[decisions + 1 :]),
    )

"""Writing a settlement, or a refusal, as the JSON object of the contract."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.coup import Coup, Hand
from croupier.errors import CroupierError
from croupier.money import Unit
from croupier.settlement.round import Line, Settlement


def write_settlement(settlement: Settlement, round_id: str | int | None) -> dict[str, Any]:
    """Write a settled round."""
    round_ = settlement.round
    coup, amount = round_.coup, round_.unit.write
    return {
        "id": round_id,
        "game": round_.game.key,
        "result": coup.winner,
        "player": _write_hand(coup.player),
        "banker": _write_hand(coup.banker),
        "bets": [_write_line(line, round_.unit) for line in settlement.lines],
        "net": {patron: amount(units) for patron, units in settlement.net.items()},
        "house": amount(settlement.house),
        "fees": amount(settlement.fees),
    }


def _write_hand(hand: Hand) -> dict[str, Any]:
    return {
        "cards": [card.text for card in hand.cards],
        "total": hand.total,
        "natural": hand.is_natural,
    }


def _write_line(line: Line, unit: Unit) -> dict[str, Any]:
    amount = unit.write
    bet, outcome, in_action, odds, profit, rules, _, _, rounding = line
    at_stake = amount(in_action)
    written = {
        "id": bet.id,
        "outcome": outcome,
        "in_action": at_stake,
        "odds": None if odds is None else str(odds),
        "profit": "-" + at_stake if profit == -in_action < 0 else amount(profit),
        "back": amount(bet.amount + profit),
        "rules": rules,
    }
    if rounding is not None:
        written["rounding"] = str(unit.exact(rounding))
    return written


def write_refusal(wrong: CroupierError, round_id: str | int | None) -> dict[str, Any]:
    """Write why a round was not settled."""
    return {
        "id": round_id,
        "error": {"code": wrong.code, "message": wrong.message, "rule": wrong.rule},
    }


def read_coup(settlement: Mapping[str, Any]) -> Coup:
    """Return the coup that a written settlement was made for."""
    player, banker = settlement["player"]["cards"], settlement["banker"]["cards"]
    first = [card for pair in zip(player[:2], banker[:2], strict=True) for card in pair]
    return Coup.of([*first, *player[2:], *banker[2:]])

"""A round as JSON in, its settlement or refusal as JSON out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from croupier.coup import Coup, Hand
from croupier.errors import CroupierError
from croupier.game.model import Game
from croupier.money import Unit
from croupier.settlement.read_round import malformed, read_id, read_round
from croupier.settlement.round import Line, Settlement
from croupier.settlement.settling import settle


def try_settle(
    data: object, find: Callable[[str], Game]
) -> tuple[str | int | None, Settlement | CroupierError]:
    """Return the id of a round, and its settlement or the error that refused it."""
    round_id: str | int | None = None
    try:
        if not isinstance(data, dict):
            raise malformed("a round is a JSON object")
        round_id = read_id(data)
        return round_id, settle(read_round(data, find))
    except CroupierError as wrong:
        return round_id, wrong


def settle_json(data: object, find: Callable[[str], Game]) -> dict[str, Any]:
    """Return a settlement, or a refusal, as JSON; `find` returns a game by its name or raises."""
    round_id, came = try_settle(data, find)
    if isinstance(came, CroupierError):
        return write_refusal(came, round_id)
    return write_settlement(came, round_id)


def refuse_json(data: object, wrong: CroupierError) -> dict[str, Any]:
    """Return the refusal of a round whose text is malformed, with its id if that can be read."""
    try:
        return write_refusal(wrong, read_id(data) if isinstance(data, dict) else None)
    except CroupierError:
        return write_refusal(wrong, None)


def write_settlement(settlement: Settlement, round_id: str | int | None) -> dict[str, Any]:
    """Return a settled round as JSON."""
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
    """Return why a round was not settled, as JSON."""
    return {
        "id": round_id,
        "error": {"code": wrong.code, "message": wrong.message, "rule": wrong.rule},
    }


def read_coup(settlement: Mapping[str, Any]) -> Coup:
    """Return the coup that a written settlement was made for."""
    player, banker = settlement["player"]["cards"], settlement["banker"]["cards"]
    first = [card for pair in zip(player[:2], banker[:2], strict=True) for card in pair]
    return Coup.of([*first, *player[2:], *banker[2:]])

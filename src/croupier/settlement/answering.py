"""A round in, its answer out, both as JSON objects; a round that is refused is answered too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.errors import CroupierError
from croupier.game.model import Game
from croupier.settlement.reading import malformed, read_id, read_round
from croupier.settlement.round import Settlement
from croupier.settlement.settling import settle
from croupier.settlement.writing import write_refusal, write_settlement


def attempt(
    data: object, find: Callable[[str], Game]
) -> tuple[str | int | None, Settlement | CroupierError]:
    """Read and settle one round; give its id, and what came of it or why nothing did."""
    round_id: str | int | None = None
    try:
        if not isinstance(data, dict):
            raise malformed("a round is a JSON object")
        round_id = read_id(data)
        return round_id, settle(read_round(data, find))
    except CroupierError as wrong:
        return round_id, wrong


def answer(data: object, find: Callable[[str], Game]) -> dict[str, Any]:
    """Settle one round, or say why not; `find` gives a game by its name or refuses."""
    round_id, came = attempt(data, find)
    if isinstance(came, CroupierError):
        return write_refusal(came, round_id)
    return write_settlement(came, round_id)


def refuse(data: object, wrong: CroupierError) -> dict[str, Any]:
    """Answer a round whose very text is wrong, by its id if that can still be read."""
    try:
        return write_refusal(wrong, read_id(data) if isinstance(data, dict) else None)
    except CroupierError:
        return write_refusal(wrong, None)

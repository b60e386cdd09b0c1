"""A round in, its answer out, both as JSON objects; a round that is refused is answered too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.errors import CroupierError
from croupier.game.model import Game
from croupier.settlement.reading import malformed, read_id, read_round
from croupier.settlement.settling import settle
from croupier.settlement.writing import write_refusal, write_settlement


def answer(data: object, find: Callable[[str], Game]) -> dict[str, Any]:
    """Settle one round, or say why not; `find` gives a game by its name or refuses."""
    if not isinstance(data, dict):
        return write_refusal(malformed("a round is a JSON object"), None)
    round_id: str | int | None = None
    try:
        round_id = read_id(data)
        return write_settlement(settle(read_round(data, find)), round_id)
    except CroupierError as wrong:
        return write_refusal(wrong, round_id)


def refuse(data: object, wrong: CroupierError) -> dict[str, Any]:
    """Answer a round whose very text is wrong, by its id if that can still be read."""
    try:
        return write_refusal(wrong, read_id(data) if isinstance(data, dict) else None)
    except CroupierError:
        return write_refusal(wrong, None)

"""What the pages know of the rules is held to ours: the vectors that Vitest reads are written here.

`CROUPIER_WRITE_VECTORS=1 ./run test tests/test_pages_vectors.py` writes them anew.
"""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from random import Random
from typing import Any

from croupier import tableau
from croupier.cards import Card, Rank, Suit
from croupier.coup import Coup
from croupier.server.http.status import roles

FILE = Path(__file__).parent.parent / "web" / "test" / "vectors.json"


def _decision(decision: tableau.Decision) -> str:
    return ("draw " if decision.draws else "stand ") + decision.ground.value


def _walk(random: Random) -> dict[str, Any]:
    deck = [Card(rank, suit) for rank in Rank for suit in Suit]
    cards = random.sample(deck, random.randint(3, 7))
    coup, taken = Coup(), 0
    while taken < len(cards) and coup.next is not None:
        coup = coup.deal(cards[taken])
        taken += 1
    return {
        "cards": [card.text for card in cards],
        "player": [card.text for card in coup.player.cards],
        "banker": [card.text for card in coup.banker.cards],
        "next": None if coup.next is None else coup.next.value,
        "over": [card.text for card in cards[taken:]],
        "result": str(coup.winner) if coup.is_complete else None,
    }


def vectors() -> dict[str, Any]:
    """Write every decision of the table of play, coups at random, and who may do what."""
    random = Random(2019)
    totals, thirds = range(10), [None, *range(10)]
    return {
        "player": [[_decision(tableau.player(p, b)) for b in totals] for p in totals],
        "banker": [
            [[_decision(tableau.banker(p, b, third)) for third in thirds] for b in totals]
            for p in totals
        ],
        "walks": [_walk(random) for _ in range(400)],
        "roles": json.loads(bytes(asyncio.run(roles()).body)),
    }


def test_the_pages_are_tested_against_these_rules() -> None:
    text = json.dumps(vectors(), separators=(",", ":")) + "\n"
    if os.environ.get("CROUPIER_WRITE_VECTORS"):
        FILE.write_text(text, encoding="utf-8")
    assert FILE.read_text(encoding="utf-8") == text

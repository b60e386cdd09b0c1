"""What the pages know of the rules is held to ours: the vectors that Vitest reads are written here.

`CROUPIER_WRITE_VECTORS=1 ./run test tests/test_pages_vectors.py` writes them anew.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from croupier import tableau
from croupier.cards import Card, Rank, Suit
from croupier.coup import Coup
from croupier.game.loading import keys, shipped
from croupier.game.published import publish
from croupier.server.http.status import roles
from croupier.server.live.visibility import write_table
from croupier.table import Table
from table_stages import OTHERS, STAGES
from tables import betting_table, dealt_table, seated_table

FILE = Path(__file__).parent.parent / "web" / "test" / "vectors.json"
STEPS = FILE.with_name("steps-vectors.json")


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
        "play": publish(shipped("classic"))["play"],
        "walks": [_walk(random) for _ in range(400)],
        "roles": json.loads(bytes(asyncio.run(roles()).body)),
    }


def test_the_pages_are_tested_against_these_rules() -> None:
    text = json.dumps(vectors(), separators=(",", ":")) + "\n"
    if os.environ.get("CROUPIER_WRITE_VECTORS"):
        FILE.write_text(text, encoding="utf-8")
    assert FILE.read_text(encoding="utf-8") == text


SHOWN = ("phase", "open", "round", "seats", "cards", "totals", "shoe", "ready", "offered", "next")
"""What the console's words are made of."""


def _tables() -> Iterator[tuple[str, str, Table]]:
    """Yield every stage, and rounds of every game from seat to pay."""
    for stage, (make, _, _) in STAGES.items():
        yield "", stage, make().live.table
    for stage, other in OTHERS.items():
        yield "", stage, other().live.table
    for game in keys():
        if game == "player-dealer":
            play = seated_table(game)
            play.do("offer_player_dealer", seat=1)
            yield game, "offered", play.live.table
            continue
        ann = ("ann", 1, "banker", "100")
        yield game, "idle", seated_table(game).live.table
        yield game, "betting", betting_table(game, ann).live.table
        for deal in range(7):
            cards = "2s 5d 2c Kh 7c 2d"
            yield game, f"{deal} cards", dealt_table(game, ann, cards=cards, deal=deal).live.table


def step_vectors() -> list[dict[str, Any]]:
    """Return what the dealer's console makes its words from, wherever a table can stand."""
    found = []
    for game, stage, table in _tables():
        state = write_table(table)
        shown = {key: state[key] for key in SHOWN if key in state}
        if shown.get("shoe"):
            # A commitment is another one each time.
            shown["shoe"] = {**shown["shoe"], "commitment": None}
        if shown.get("next"):
            found.append({"game": game or state["game"], "stage": stage, "state": shown})
    return found


def test_every_step_of_every_game_is_given_to_the_pages() -> None:
    """Vitest writes each of them in each language: no key and no {name} is left on a screen."""
    text = json.dumps(step_vectors(), separators=(",", ":"), ensure_ascii=False) + "\n"
    if os.environ.get("CROUPIER_WRITE_VECTORS"):
        STEPS.write_text(text, encoding="utf-8")
    assert STEPS.read_text(encoding="utf-8") == text

"""What can be proven of the shoes of a round: all of it once a shoe has ended, till then a note."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

import msgspec
from sqlalchemy import select

from croupier.reports.spans import Past, type_of
from croupier.shoe import Entropy, Shuffle
from croupier.store import schema as s
from croupier.store.queries import Reader, streamed
from croupier.store.replay import Recall

RUNNING = (
    "This shoe is still in play: its seed is secret until it ends, and is revealed then. "
    "Ask for this file again afterwards."
)
NOTHING = "The order of this shoe was not shuffled here, so there is no seed to reveal."


class _Told(msgspec.Struct, frozen=True):
    n: int
    event: dict[str, Any]


_tell = msgspec.json.Decoder(_Told).decode


@dataclass(slots=True)
class _Life:
    """What a table's log says about one shoe."""

    started: _Told
    entropy: list[dict[str, Any]] = field(default_factory=list)
    ended: _Told | None = None


def write_shoes(reader: Reader, recall: Recall, numbers: list[int]) -> list[dict[str, Any]]:
    """Write what can be proven of the shoes that a round was dealt from."""
    lives = _lives(reader, recall.table_id, set(numbers))
    decks = recall.before.rules.decks
    shoe = recall.before.shoe
    written = []
    for number in numbers:
        begins = None
        if shoe is not None and shoe.number == number:
            begins = shoe.burned + shoe.out + 1
        written.append(_write(lives[number], decks, begins))
    return written


def _write(life: _Life, decks: int, begins: int | None) -> dict[str, Any]:
    start = life.started.event
    said: dict[str, Any] = {
        "shoe": start["shoe"],
        "decks": decks,
        "burned": start["burned"],
        "commitment": start.get("commitment"),
        "started": {"entry": life.started.n},
        "added": [{"player": each["player"], "text": each["text"]} for each in life.entropy],
        "round_begins_with_card": begins,
    }
    if start.get("commitment") is None:
        return {**said, "note": NOTHING}
    if life.ended is None:
        return {**said, "note": RUNNING}
    seed = life.ended.event["seed"]
    added = tuple(Entropy(each["player"], each["text"]) for each in life.entropy)
    order = Shuffle(decks, bytes.fromhex(seed), added).order()
    return {
        **said,
        "ended": {"entry": life.ended.n},
        "seed": seed,
        "order": [card.text for card in order],
    }


def _lives(reader: Reader, table_id: str, numbers: set[int]) -> dict[int, _Life]:
    """Find where shoes started and ended, and what was added to their shuffles."""
    found: dict[int, _Life] = {}
    current: int | None = None
    with reader.moment() as connection:
        types = ("shoe_started", "entropy_added", "shoe_ended")
        question = (
            select(s.events.c.entry)
            .where(s.events.c.table_id == table_id, type_of(connection).in_(types))
            .order_by(s.events.c.number)
        )
        with closing(streamed(connection, question)) as rows:
            for (entry,) in rows:
                told = _tell(entry)
                if told.event["type"] == "shoe_started":
                    current = told.event["shoe"]
                    if current in numbers:
                        found[current] = _Life(told)
                elif current in found and told.event["type"] == "shoe_ended":
                    found[current].ended = told
                elif current in found:
                    found[current].entropy.append(told.event)
    return found


def write_shoe(reader: Reader, table_id: str, number: int) -> dict[str, Any] | None:
    """Write what can be proven of one shoe of a table; None if it never had it."""
    life = _lives(reader, table_id, {number}).get(number)
    if life is None:
        return None
    return _write(life, Past(reader).load(table_id, life.started.n).table.rules.decks, None)

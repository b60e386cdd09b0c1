"""The proof of a shoe: its commitment, and its seed and order once it has ended."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select

from croupier.reports.events import (
    VaultlessLoader,
    names_where,
    stored_event,
    type_column,
    typed_event,
)
from croupier.shoe import Entropy, Shuffle
from croupier.store import schema as s
from croupier.store.queries import Reader, streamed
from croupier.store.replay import Recall
from croupier.table import events as e

RUNNING = (
    "This shoe is still in play: its seed is secret until it ends, and is revealed then. "
    "Ask for this file again afterwards."
)
NOTHING = "The order of this shoe was not shuffled here, so there is no seed to reveal."


@dataclass(slots=True)
class _Shoe:
    """What a table's log says about one shoe, with the numbers of its first and last entry."""

    started: e.ShoeStarted
    first: int
    entropy: list[Entropy] = field(default_factory=list)
    ended: e.ShoeEnded | None = None
    last: int = 0


def write_shoes(reader: Reader, recall: Recall, numbers: list[int]) -> list[dict[str, Any]]:
    """Return the proofs of the shoes that a round was dealt from."""
    shoes = _find_shoes(reader, recall.table_id, set(numbers))
    decks = recall.before.rules.decks
    before = recall.before.shoe
    written = []
    for number in numbers:
        first_card = None
        if before is not None and before.number == number:
            first_card = before.burned + before.out + 1
        written.append(_write(shoes[number], decks, first_card))
    return written


def write_shoe(reader: Reader, table_id: str, number: int) -> dict[str, Any] | None:
    """Return the proof of one shoe of a table; None if the table never had it."""
    shoe = _find_shoes(reader, table_id, {number}).get(number)
    if shoe is None:
        return None
    decks = VaultlessLoader(reader).load(table_id, shoe.first).table.rules.decks
    return _write(shoe, decks, None)


def _write(shoe: _Shoe, decks: int, first_card: int | None) -> dict[str, Any]:
    started = shoe.started
    written: dict[str, Any] = {
        "shoe": started.shoe,
        "decks": decks,
        "burned": started.burned,
        "commitment": started.commitment,
        "started": {"entry": shoe.first},
        "added": [{"player": each.patron, "text": each.text} for each in shoe.entropy],
        "round_begins_with_card": first_card,
    }
    if started.commitment is None:
        return {**written, "note": NOTHING}
    if shoe.ended is None:
        return {**written, "note": RUNNING}
    seed = shoe.ended.seed
    assert seed is not None, "a shoe that was committed to reveals its seed"
    order = Shuffle(decks, bytes.fromhex(seed), tuple(shoe.entropy)).order()
    return {
        **written,
        "ended": {"entry": shoe.last},
        "seed": seed,
        "order": [card.text for card in order],
    }


def _find_shoes(reader: Reader, table_id: str, numbers: set[int]) -> dict[int, _Shoe]:
    """Return the start and end of shoes, and what was added to their shuffles."""
    found: dict[int, _Shoe] = {}
    current: _Shoe | None = None
    column = s.events.c
    with reader.moment() as connection:
        types = names_where(lambda use: use.of_shoe)
        query = (
            select(column.number, column.entry)
            .where(column.table_id == table_id, type_column(connection).in_(types))
            .order_by(column.number)
        )
        with closing(streamed(connection, query)) as rows:
            for number, entry in rows:
                match typed_event(stored_event(entry)):
                    case e.ShoeStarted() as started:
                        current = _Shoe(started, number)
                        if started.shoe in numbers:
                            found[started.shoe] = current
                    case e.EntropyAdded() as added if current is not None:
                        current.entropy.append(Entropy(added.player, added.text))
                    case e.ShoeEnded() as ended if current is not None:
                        current.ended, current.last = ended, number
    return found

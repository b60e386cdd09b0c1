"""A round as one object: cards, bets with history and reasons, decisions, balances, events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import msgspec

from croupier.errors import CroupierError
from croupier.facts import FACTS, finish
from croupier.game.loading import shipped
from croupier.game.model import Game
from croupier.ledger import FEES, HOUSE
from croupier.reports.round_bets import write_bets, write_cards
from croupier.settlement import Settlement
from croupier.settlement.answers import read_coup
from croupier.settlement.explaining import explained
from croupier.store.log_file import Entry
from croupier.store.replay import Recall, told_bets, told_hands
from croupier.table import Context, Event, Table, evolve, read_event
from croupier.table import events as e
from croupier.table.decide.endings import settled_again, settlement_of
from croupier.table.events import tell

_decode = msgspec.json.Decoder(Entry).decode

MISHAPS = (
    "irregularity_reported",
    "report_dismissed",
    "cards_reconstructed",
    "reconstruction_refused",
    "order_decided",
    "card_corrected",
    "options_offered",
    "round_interrupted",
    "round_resumed",
    "round_voided",
    "round_corrected",
    "original_returned",
)
INSURED = ("insurance_offered", "insurance_placed", "insurance_closed", "insurance_waived")


@dataclass(frozen=True, slots=True)
class Told:
    """An entry of the round, with the table around it; without, where it is about another game."""

    entry: Entry
    hash: str
    event: Event | None
    before: Table
    after: Table

    @property
    def data(self) -> Mapping[str, Any]:
        """The event as it is written."""
        return self.entry.event


def told(recall: Recall) -> tuple[Told, ...]:
    """Play the entries of a round again."""
    return tuple(_told(recall))


def _told(recall: Recall) -> Iterator[Told]:
    table, lost = recall.before, False

    def find(key: str) -> Game:
        # A table may be opened again after the round, by its own game or another one.
        return recall.before.game if key == recall.before.game.key else shipped(key)

    for row in recall.entries:
        entry, event, after = _decode(row.entry), None, table
        if not lost:
            with suppress(CroupierError, KeyError):
                event = read_event(entry.event, Context(table.rules.unit, find))
                after = evolve(table, event)
        lost = event is None
        yield Told(entry, row.hash, event, table, after)
        table = after


def write_recall(recall: Recall) -> dict[str, Any]:
    """Write everything about a round, for people who were there and for those who were not."""
    steps = told(recall)
    setup, before, after = recall.before.rules, recall.before, recall.after
    write = setup.unit.write
    settlement = _settlement(steps)
    lines = {} if settlement is None else {x["id"]: x for x in explained(settlement, 0)["bets"]}
    names = dict.fromkeys((*before.patrons, *after.patrons))
    return {
        "table": recall.table_id,
        "round": recall.round,
        "state": _state(recall, steps),
        "game": {
            "key": setup.game.key,
            "title": setup.game.title,
            "digest": setup.digest,
            "titles": setup.game.section_titles,
        },
        "decks": setup.decks,
        "unit": write(1),
        "limits": setup.sign,
        "shoes": _shoes(recall, steps),
        "times": {
            "first": steps[0].entry.at,
            "last": steps[-1].entry.at,
            "ended": next((each.entry.at for each in steps if _ends(each)), None),
        },
        "cards": write_cards(steps_data(steps)),
        "hands": _hands(settlement, steps),
        "facts": _facts(settlement),
        "play": []
        if settlement is None
        else [
            {"text": each["text"], "rules": list(each["rules"])}
            for each in explained(settlement, recall.round)["play"]
        ],
        "bets": write_bets(steps_data(steps), lines, setup.game.names),
        "choices": [
            _entry(x) for x in steps if x.data["type"] in ("option_chosen", "options_closed")
        ],
        "insurance": [_entry(each) for each in steps if each.data["type"] in INSURED],
        "irregularities": [_entry(each) for each in steps if each.data["type"] in MISHAPS],
        "rulings": [_entry(each) for each in steps if each.data["type"] == "ruling_made"],
        "balances": {
            name: {"before": write(before.free(name)), "after": write(after.free(name))}
            for name in names
        },
        "house": _pair(write(before.book.balance(HOUSE)), write(after.book.balance(HOUSE))),
        "fees": _pair(write(before.book.balance(FEES)), write(after.book.balance(FEES))),
        "player_dealer": _position(before),
        "settlement": recall.settlement,
        "events": [_event(each) for each in steps],
    }


def steps_data(steps: tuple[Told, ...]) -> list[Entry]:
    """Give the entries alone."""
    return [each.entry for each in steps]


def _pair(before: str, after: str) -> dict[str, str]:
    return {"before": before, "after": after}


def _ends(step: Told) -> bool:
    return step.data["type"] in ("round_settled", "round_voided")


def _state(recall: Recall, steps: tuple[Told, ...]) -> str:
    if not recall.ended:
        return "running"
    state = "settled"
    for step in steps:
        if step.data["type"] == "round_voided":
            state = "void"
        if step.data["type"] == "round_corrected" and step.data["round"] == recall.round:
            state = "undone" if step.data.get("settlement") is None else "corrected"
    return state


def _settlement(steps: tuple[Told, ...]) -> Settlement | None:
    """Settle the round again as it was settled last; None where it was not, or was undone."""
    found: Settlement | None = None
    for step in steps:
        match step.event:
            case e.RoundSettled():
                found = settlement_of(step.before)
            case e.RoundCorrected(settlement=None):
                found = None
            case e.RoundCorrected() as put_right if step.before.ended is not None:
                coup = read_coup(put_right.settlement or {})
                found = settled_again(step.before.ended, coup, put_right.handed_back or ())
            case _:
                pass
    return found


def _facts(settlement: Settlement | None) -> dict[str, Any] | None:
    if settlement is None:
        return None
    end = finish(settlement.round.coup)
    return {name: fact.of(end) for name, fact in FACTS.items()}


def _hands(settlement: Settlement | None, steps: tuple[Told, ...]) -> dict[str, Any]:
    """Show both hands as they were settled, else as they lay last."""
    if settlement is not None:
        coup = settlement.round.coup
        return {
            name: {"cards": [card.text for card in hand.cards], "total": hand.total}
            for name, hand in (("player", coup.player), ("banker", coup.banker))
        }
    lay = next((step.before.cards for step in reversed(steps) if step.before.cards), ())
    return {
        side: {"cards": [d.card.text if d.card else None for d in lay if d.hand.value == side]}
        for side in ("player", "banker")
    }


def _shoes(recall: Recall, steps: tuple[Told, ...]) -> list[dict[str, Any]]:
    """Name the shoe that the round began with, and one that replaced it."""
    found: list[dict[str, Any]] = []
    shoe = recall.before.shoe
    if shoe is not None:
        left = shoe.left
        found.append({"number": shoe.number, "commitment": shoe.commitment, "left": left})
    for step in steps:
        if _ends(step):
            break
        if step.data["type"] == "shoe_started":
            data = step.data
            left = data["cards"] - data["burned"]
            started = {"number": data["shoe"], "commitment": data.get("commitment"), "left": left}
            found.append(started)
    return found


def _position(before: Table) -> dict[str, Any] | None:
    position = before.position
    if position is None:
        return None
    wager = before.rules.unit.write(position.wager)
    return {"seat": position.seat, "player": position.patron, "wager": wager}


def _entry(step: Told) -> dict[str, Any]:
    return {"n": step.entry.n, "at": step.entry.at, "by": step.entry.by, **step.data}


def _event(step: Told) -> dict[str, Any]:
    """Write an event with its number, its hash and a sentence."""
    entry = step.entry
    written: dict[str, Any] = {"n": entry.n, "at": entry.at, "by": entry.by, "hash": step.hash}
    if step.event is not None:
        written["says"] = tell(step.event, step.after.rules.unit)
        hands = told_hands(step.before, step.after)
        if hands:
            written["hands"] = hands
        bets = list(told_bets(step.before, step.event))
        if bets:
            written["bets"] = [line.strip() for line in bets]
    return {**written, "event": step.data}

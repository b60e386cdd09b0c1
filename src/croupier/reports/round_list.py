"""The latest rounds of a table, one line each, a page at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import msgspec
from sqlalchemy import select

from croupier.money import Unit
from croupier.reports.spans import Past
from croupier.store import schema as s
from croupier.store.queries import Reader
from croupier.table.vocabulary import signed

MOST = 100
"""The most rounds that are given at a time."""


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round in brief; amounts are decimal texts in the table's unit."""

    round: int
    began: str
    ended: str | None
    state: str
    """running, settled, corrected, undone, or void."""
    result: str | None
    player: tuple[str | None, ...]
    banker: tuple[str | None, ...]
    """Cards as they lie; one face down is None."""
    wagers: str
    house: str
    """What the house won or lost on bets."""
    fees: str
    nets: Mapping[str, str]
    """What the round brought each patron who had a bet in it, as far as it is settled."""


@dataclass(slots=True)
class _Brief:
    unit: Unit
    bets: dict[str, tuple[str, int]] = field(default_factory=dict)
    cards: dict[tuple[str, int], str | None] = field(default_factory=dict)
    ended: str | None = None
    state: str = "running"
    result: str | None = None
    staked: int = 0
    house: int = 0
    fees: int = 0
    nets: dict[str, str] = field(default_factory=dict)
    over: bool = False


class _Told(msgspec.Struct, frozen=True):
    event: dict[str, Any]


_tell = msgspec.json.Decoder(_Told).decode


def latest_rounds(
    reader: Reader, table_id: str, *, before: int | None = None, most: int = 20
) -> tuple[RoundLine, ...]:
    """List rounds, the latest first: those before a round, if one is named.

    Who asks for more names the last round that was given; an empty answer is the end.
    """
    column = s.rounds.c
    question = (
        select(column.round, column.event)
        .where(column.table_id == table_id)
        .order_by(column.round.desc())
        .limit(max(1, min(most, MOST)))
    )
    if before is not None:
        question = question.where(column.round < before)
    with reader.moment() as connection:
        starts = connection.execute(question).all()
    if not starts:
        return ()
    found = reader.round(table_id, starts[0].round)
    assert found is not None, "a round that is listed has begun"
    unit = Past(reader).load(table_id, starts[-1].event - 1).table.rules.unit
    rows = reader.events(table_id, starts[-1].event - 1, found[1])
    lines: dict[int, RoundLine] = {}
    number, began, brief = 0, "", _Brief(unit)
    for row in rows:
        event = _tell(row.entry).event
        if event["type"] == "bets_opened":
            number, began, brief = event["round"], row.at, _Brief(unit)
        elif event["type"] == "table_opened":
            unit, brief.over = Unit.parse(event["unit"]), True
        elif not brief.over:
            _follow(brief, event, row.at, number)
        lines[number] = _line(number, began, brief)
    return tuple(lines[start.round] for start in starts)


def _line(number: int, began: str, brief: _Brief) -> RoundLine:
    write = brief.unit.write
    staked = brief.staked or sum(amount for _, amount in brief.bets.values())
    hands = [
        tuple(card for (hand, _), card in sorted(brief.cards.items()) if hand == side)
        for side in ("player", "banker")
    ]
    return RoundLine(
        number,
        began,
        brief.ended,
        brief.state,
        brief.result,
        hands[0],
        hands[1],
        write(staked),
        write(brief.house),
        write(brief.fees),
        {name: write(0) for name, _ in brief.bets.values()} | brief.nets,
    )


def _follow(brief: _Brief, event: Mapping[str, Any], at: str, number: int) -> None:
    match event["type"]:
        case "bet_placed" | "insurance_placed":
            brief.bets[event["id"]] = (event["player"], signed(event["amount"], brief.unit))
        case "bet_increased" | "bet_withdrawn" | "bet_returned":
            brief.bets[event["bet"]] = (event["player"], signed(event["total"], brief.unit))
        case "options_closed":
            for key, (player, _) in list(brief.bets.items()):
                if player in event["refunded"]:
                    del brief.bets[key]
        case "card_dealt" | "card_turned" | "card_corrected":
            brief.cards[event["hand"], event["number"]] = event.get("card")
        case "round_voided":
            brief.ended, brief.state = at, "void"
        case "round_settled":
            _settle(brief, event, at, "settled")
        case "round_corrected" if event["round"] == number:
            brief.state = "undone"
            if event.get("settlement") is not None:
                _settle(brief, event["settlement"], at, "corrected")
            else:
                brief.house = brief.fees = 0
                brief.nets, brief.ended = {}, at
        case "original_returned" if event["round"] == number and brief.ended:
            back = signed(event["amount"], brief.unit)
            brief.house -= back
            had = signed(brief.nets.get(event["player"], "0"), brief.unit)
            brief.nets[event["player"]] = brief.unit.write(had + back)
        case _:
            pass


def _settle(brief: _Brief, said: Mapping[str, Any], at: str, state: str) -> None:
    brief.ended, brief.state, brief.result = at, state, said["result"]
    brief.cards = {
        (side, place): card
        for side in ("player", "banker")
        for place, card in enumerate(said[side]["cards"], start=1)
    }
    brief.staked = sum(amount for _, amount in brief.bets.values())
    brief.house = signed(said["house"], brief.unit)
    brief.fees = signed(said["fees"], brief.unit)
    brief.nets = dict(said["net"])


def write_rounds(lines: tuple[RoundLine, ...]) -> list[dict[str, Any]]:
    """Write rounds as objects for programs."""
    return [
        {
            **asdict(replace(line, nets={})),
            "player": list(line.player),
            "banker": list(line.banker),
            "nets": dict(line.nets),
        }
        for line in lines
    ]

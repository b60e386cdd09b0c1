"""The results of a shoe as they come, for the board: rounds that are undone leave it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from croupier.coup import Side
from croupier.roads.drawing import Road
from croupier.roads.entries import Entry
from croupier.roads.roads import Forecast, Roads

_SETTLED = ("round_settled", "round_corrected")


@dataclass(frozen=True)
class Board:
    """What the rounds of a shoe left behind, by their numbers."""

    shoe: int = 0
    results: Mapping[int, Entry] = field(default_factory=dict)
    round: int = 0

    def after(self, event: Mapping[str, Any]) -> Board:
        """Give the board after an event; most change nothing."""
        match event["type"]:
            case "shoe_started":
                return Board(event["shoe"], {}, self.round)
            case "bets_opened":
                return replace(self, round=event["round"])
            case kind if kind in _SETTLED:
                return self._with(_round_of(event, self.round), _entry(event))
            case "round_voided":
                return self._with(_round_of(event, self.round), None)
        return self

    def _with(self, number: int, entry: Entry | None) -> Board:
        if entry is None and number not in self.results:
            return self
        results = {key: value for key, value in self.results.items() if key != number}
        if entry is not None:
            results[number] = entry
        return replace(self, results=dict(sorted(results.items())))

    @cached_property
    def written(self) -> dict[str, Any]:
        """The board as an object: what came, the roads cell by cell, forecasts and counts."""
        roads = Roads.of(self.results.values())
        counted = roads.statistics
        return {
            "shoe": self.shoe,
            "results": [
                {
                    "round": number,
                    "winner": entry.winner.value,
                    "player": entry.player_total,
                    "banker": entry.banker_total,
                    "player_pair": entry.player_pair,
                    "banker_pair": entry.banker_pair,
                    "natural": entry.natural,
                }
                for number, entry in self.results.items()
            ],
            "big_road": _written(roads.big_road),
            "big_eye_boy": _written(roads.big_eye_boy),
            "small_road": _written(roads.small_road),
            "cockroach_pig": _written(roads.cockroach_pig),
            "forecast": {side.value: _forecast(roads.forecast(side)) for side in Side},
            "counts": {name: getattr(counted, name) for name in counted.__dataclass_fields__},
        }


def _round_of(event: Mapping[str, Any], present: int) -> int:
    number = event.get("round", event.get("id"))
    return present if number is None else int(number)


def _entry(event: Mapping[str, Any]) -> Entry | None:
    """Note down a settlement; one that was corrected to nothing leaves nothing behind."""
    settled = event.get("settlement") if event["type"] == "round_corrected" else event
    if settled is None:
        return None
    player, banker = (settled[side.value] for side in Side)
    return Entry(
        player_total=player["total"],
        banker_total=banker["total"],
        player_cards=len(player["cards"]),
        banker_cards=len(banker["cards"]),
        player_pair=_is_pair(player["cards"]),
        banker_pair=_is_pair(banker["cards"]),
    )


def _is_pair(cards: Sequence[str]) -> bool:
    return cards[0][0] == cards[1][0]


def _written(road: Road[Any]) -> list[list[str]]:
    """Write a road column by column; how a grid bends them is the screen's business."""
    return [[str(item) for item in column] for column in road.columns]


def _forecast(forecast: Forecast) -> dict[str, str | None]:
    marks = {
        "big_eye_boy": forecast.big_eye_boy,
        "small_road": forecast.small_road,
        "cockroach_pig": forecast.cockroach_pig,
    }
    return {name: None if mark is None else str(mark) for name, mark in marks.items()}

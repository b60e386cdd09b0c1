"""The results of a shoe's rounds, for the board; a round that is undone is removed again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from croupier.cards import parse_cards
from croupier.coup import Hand, Side
from croupier.roads.drawing import Road
from croupier.roads.roads import Entry, Forecast, Roads

_SETTLED = ("round_settled", "round_corrected")


@dataclass(frozen=True)
class ShoeResults:
    """The results of a shoe's rounds, by their numbers."""

    shoe: int = 0
    results: Mapping[int, Entry] = field(default_factory=dict)
    round: int = 0

    def after(self, event: Mapping[str, Any]) -> ShoeResults:
        """Return the results after an event; most events change nothing."""
        match event["type"]:
            case "shoe_started":
                return ShoeResults(event["shoe"], {}, self.round)
            case "bets_opened":
                return replace(self, round=event["round"])
            case kind if kind in _SETTLED:
                return self._with(_round_of(event, self.round), _entry(event))
            case "round_voided":
                return self._with(_round_of(event, self.round), None)
        return self

    def _with(self, number: int, entry: Entry | None) -> ShoeResults:
        if entry is None and number not in self.results:
            return self
        results = {key: value for key, value in self.results.items() if key != number}
        if entry is not None:
            results[number] = entry
        return replace(self, results=dict(sorted(results.items())))

    @cached_property
    def board(self) -> dict[str, Any]:
        """The board as a JSON object: results, the roads cell by cell, forecasts and counts."""
        roads = Roads.of(self.results.values())
        counts = roads.statistics
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
            "big_road": _write_road(roads.big_road),
            "big_eye_boy": _write_road(roads.big_eye_boy),
            "small_road": _write_road(roads.small_road),
            "cockroach_pig": _write_road(roads.cockroach_pig),
            "forecast": {side.value: _write_forecast(roads.forecast(side)) for side in Side},
            "counts": {name: getattr(counts, name) for name in counts.__dataclass_fields__},
        }


def _round_of(event: Mapping[str, Any], current: int) -> int:
    number = event.get("round", event.get("id"))
    return current if number is None else int(number)


def _entry(event: Mapping[str, Any]) -> Entry | None:
    """Return the result of a settled or corrected round; None if the round was undone."""
    settled = event.get("settlement") if event["type"] == "round_corrected" else event
    if settled is None:
        return None
    player, banker = (Hand(parse_cards(settled[side.value]["cards"])) for side in Side)
    return Entry(
        player_total=player.total,
        banker_total=banker.total,
        player_cards=len(player.cards),
        banker_cards=len(banker.cards),
        player_pair=player.pair is not None,
        banker_pair=banker.pair is not None,
    )


def _write_road(road: Road[Any]) -> list[list[str]]:
    """Return a road column by column; the screen decides how long columns bend."""
    return [[str(item) for item in column] for column in road.columns]


def _write_forecast(forecast: Forecast) -> dict[str, str | None]:
    marks = {
        "big_eye_boy": forecast.big_eye_boy,
        "small_road": forecast.small_road,
        "cockroach_pig": forecast.cockroach_pig,
    }
    return {name: None if mark is None else str(mark) for name, mark in marks.items()}

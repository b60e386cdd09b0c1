"""The cards of a round in the order they came, each with who dealt it, turned it, put it right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from croupier.store.log import Entry


def write_cards(entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """Write the cards as they were dealt; a card that still lies face down is not named.

    Where cards were put into another order afterwards, that is among the irregularities, and the
    hands of the recall are those that were settled.
    """
    cards: list[dict[str, Any]] = []
    for entry in entries:
        event = entry.event
        match event["type"]:
            case "card_dealt":
                cards.append(_dealt(entry))
            case "card_turned":
                card = _find(cards, event)
                card |= {
                    "card": event["card"],
                    "turned": {"n": entry.n, "at": entry.at, "by": entry.by},
                }
                if "salt" in event:
                    card["salt"] = event["salt"]
            case "card_corrected":
                card = _find(cards, event)
                put_right = {"n": entry.n, "at": entry.at, "by": entry.by, "was": event["was"]}
                card |= {"card": event["card"], "corrected": [*card["corrected"], put_right]}
            case _:
                pass
    return cards


def _dealt(entry: Entry) -> dict[str, Any]:
    event = entry.event
    card: dict[str, Any] = {
        "hand": event["hand"],
        "number": event["number"],
        "card": event.get("card"),
        "face_down": "card" not in event,
        "lay_ready": event["ready"],
        "dealt": {"n": entry.n, "at": entry.at, "by": entry.by},
        "corrected": [],
    }
    return card | ({"seal": event["seal"]} if "seal" in event else {})


def _find(cards: list[dict[str, Any]], event: dict[str, Any]) -> dict[str, Any]:
    """Find the card that an event is about: the latest on that place, should there be two."""
    place = event["hand"], event["number"]
    return next(card for card in reversed(cards) if (card["hand"], card["number"]) == place)

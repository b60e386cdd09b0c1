"""The bets of a round, each with everything that was done with it and what became of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.store.log_file import Entry

_STEPS = {
    "bet_placed": "placed",
    "insurance_placed": "placed",
    "bet_increased": "increased",
    "bet_withdrawn": "withdrawn",
    "bet_returned": "returned",
    "original_returned": "original returned",
}
_OWN = ("player", "box", "bet", "standing", "stage", "odds")
_KEPT = ("amount", "total", "reason", "warnings", "rule")


def write_bets(
    entries: Sequence[Entry], lines: Mapping[str, Mapping[str, Any]], names: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Write the bets in the order they were placed; `lines` says how they were settled."""
    bets: dict[str, dict[str, Any]] = {}
    for entry in entries:
        event = entry.event
        type_ = event["type"]
        if type_ in ("bet_placed", "insurance_placed"):
            own = {key: event[key] for key in _OWN if key in event}
            name = names.get(event["bet"], event["bet"])
            bets[event["id"]] = {"id": event["id"], **own, "name": name, "history": []}
        if type_ in _STEPS:
            bet = bets.get(event.get("id") or event["bet"])
            if bet is not None:
                bet["history"].append(_step(entry, _STEPS[type_]))
                if type_ != "original_returned":
                    bet["amount"] = event.get("total", event["amount"])
        elif type_ == "options_closed":
            _leave(bets, entry)
        elif type_ == "bets_closed":
            for cut in event["pro_rata"]:
                bets[cut["bet"]]["history"].append(
                    {**_who(entry), "what": "cut pro rata", "in_action": cut["in_action"]}
                )
        elif type_ == "round_voided":
            for bet in bets.values():
                bet["history"].append({**_who(entry), "what": "void", "reason": event["reason"]})
    return [_settled(bet, lines.get(key)) for key, bet in bets.items()]


def _who(entry: Entry) -> dict[str, Any]:
    return {"n": entry.n, "at": entry.at, "by": entry.by}


def _step(entry: Entry, what: str) -> dict[str, Any]:
    kept = {key: entry.event[key] for key in _KEPT if entry.event.get(key)}
    return {**_who(entry), "what": what, **kept}


def _leave(bets: Mapping[str, dict[str, Any]], entry: Entry) -> None:
    for bet in bets.values():
        if bet["player"] in entry.event["refunded"]:
            bet["history"].append({**_who(entry), "what": "refunded by choice"})


def _settled(bet: dict[str, Any], line: Mapping[str, Any] | None) -> dict[str, Any]:
    """Add how a bet was settled; nothing where it was not."""
    if line is None:
        return bet
    return {**bet, **{key: value for key, value in line.items() if key != "id"}}


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

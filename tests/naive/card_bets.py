"""Bets on the cards themselves, settled a second time: conditions asked as the file writes them.

Nothing here comes from `src`. A round is six cards off a deck; what a bet pays is a fraction of a
unit, rounded and capped by hand.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import Any

Cards = list[str]
ORDER = "A23456789TJQK"
SUITS = {"clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s", "red": "dh", "black": "cs"}
DRAWS = {3: "0123456790", 4: "234567", 5: "4567", 6: "67"}


def worth(card: str) -> int:
    place = ORDER.index(card[0]) + 1
    return place if place < 10 else 0


def total(cards: Cards) -> int:
    return sum(map(worth, cards)) % 10


def hands(cards: Cards) -> tuple[Cards, Cards]:
    """Deal: two cards each, then third cards by the usual table."""
    player, banker = [cards[0], cards[2]], [cards[1], cards[3]]
    rest = cards[4:]
    one, two = total(player), total(banker)
    if max(one, two) >= 8:
        return player, banker
    if one < 6:
        player.append(rest.pop(0))
        against = worth(player[2])
        draws = two < 3 or str(against) in DRAWS.get(two, "")
        if two == 3:
            draws = against != 8
    else:
        draws = two < 6
    if draws:
        banker.append(rest.pop(0))
    return player, banker


def colour(cards: Cards) -> str:
    reds = sum(card[1] in "dh" for card in cards)
    return {0: "black", len(cards): "red"}.get(reds, "mixed")


def third(cards: Cards) -> Any:
    return worth(cards[2]) if len(cards) > 2 else "none"


def third_rank(cards: Cards) -> str:
    return cards[2][0].replace("T", "10") if len(cards) > 2 else "none"


def fact(name: str, player: Cards, banker: Cards) -> Any:
    """What a fact is, by its name in the file."""
    both = player + banker
    if name == "winner":
        ahead = total(player) - total(banker)
        return "tie" if not ahead else "player" if ahead > 0 else "banker"
    if name == "natural":
        return any(len(hand) == 2 and total(hand) > 7 for hand in (player, banker))
    if name in ("highest_rank", "lowest_rank"):
        places = sorted(ORDER.index(card[0]) for card in both)
        return ORDER[places[-1 if name == "highest_rank" else 0]].replace("T", "10")
    side, _, what = name.partition("_")
    hand = {"player": player, "banker": banker}.get(side, both)
    match what if side in ("player", "banker") else name:
        case "first_total":
            return total(hand[:2])
        case "third":
            return third(hand)
        case "third_rank":
            return third_rank(hand)
        case "three_of_a_kind":
            return len(hand) == 3 and len({card[0] for card in hand}) == 1
        case "all_colour":
            return colour(hand)
        case "all_suited":
            return len({card[1] for card in hand}) == 1
        case "suited":
            return hand[0][1] == hand[1][1]
    raise KeyError(name)


def counted(name: str, sort: str, player: Cards, banker: Cards) -> int:
    """How many cards of a sort there are."""
    hand = player if "player" in name else banker if "banker" in name else player + banker
    hand = hand[:2] if "first" in name else hand
    if name.endswith("suits"):
        return sum(card[1] in SUITS[sort] for card in hand)
    ranks = {"face": "JQK", "zero": "TJQK", "10": "T"}.get(sort, sort)
    return sum(card[0] in ranks for card in hand)


def fits(wanted: Any, value: Any) -> bool:
    if isinstance(wanted, dict):
        if isinstance(value, str):
            return False
        return bool(wanted.get("min", -99) <= value <= wanted.get("max", 99))
    return value in (wanted if isinstance(wanted, list) else [wanted])


def holds(when: dict[str, Any], player: Cards, banker: Cards) -> bool:
    """Ask a condition as it is written."""
    for name, wanted in when.items():
        if name in ("any", "all", "not"):
            rows = wanted if isinstance(wanted, list) else [wanted]
            each = [holds(row, player, banker) for row in rows]
            good = {"any": any(each), "all": all(each), "not": not any(each)}[name]
        elif name.endswith(("ranks", "suits")):
            good = all(
                fits(many, counted(name, sort, player, banker)) for sort, many in wanted.items()
            )
        else:
            good = fits(wanted, fact(name, player, banker))
        if not good:
            return False
    return True


def profit(bet: dict[str, Any], cards: Cards, units: int) -> int:
    """What a stake in cents wins or loses."""
    player, banker = hands(cards)
    for line in bet["pays"]:
        if holds(line["when"], player, banker):
            won, stake = line["odds"].split(":")
            exact = Fraction(won) / Fraction(stake) * units
            whole = ceil(exact) if bet.get("rounding") == "up" else floor(exact)
            cap = bet.get("cap")
            return whole if cap is None else min(whole, floor(Fraction(cap) * 100))
    return -units

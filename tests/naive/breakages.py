"""Ways to break a round for `croupier settle`: what all of them need."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from naive.rounds import Round
from naive.settlement import GAMES, PAYS, STANDING, money

Breaker = Callable[[Random, Round], bool]


@dataclass(frozen=True)
class Breakage:
    """A way to break a round: in which games, how often, and the codes that may be named."""

    breaker: Breaker
    codes: frozenset[str]
    games: tuple[str, ...]
    weight: float


BREAKAGES: list[Breakage] = []
BANKED = ("player-dealer",)
HOUSE = tuple(game for game in GAMES if game != "player-dealer")
CAPPED = tuple(game for game in GAMES if game not in STANDING)


def breaks(codes: str, *games: str, weight: float = 1) -> Callable[[Breaker], Breaker]:
    """Enter a breakage; the decorated function says whether that round could be broken."""

    def enter(breaker: Breaker) -> Breaker:
        where = games or tuple(GAMES)
        BREAKAGES.append(Breakage(breaker, frozenset(codes.split()), where, weight))
        return breaker

    return enter


def unit_of(line: Round) -> Fraction:
    return Fraction(line.get("unit") or "0.01")


def units_of(line: Round, amount: str) -> int:
    return int(Fraction(amount) / unit_of(line))


def some_bet(rng: Random, line: Round, *kinds: str) -> dict[str, Any] | None:
    """One of the bets, of those kinds if any are given."""
    bets = [bet for bet in line["bets"] if not kinds or bet["bet"] in kinds]
    return rng.choice(bets) if bets else None


def plain_bet(rng: Random, line: Round) -> dict[str, Any] | None:
    """One of the bets that are not insurance."""
    return some_bet(rng, line, *PAYS[line["game"]])


def put(rng: Random, line: Round, player: str, box: int, kind: str, **more: Any) -> bool:
    """Add a bet of one unit, and see that no maximum of nothing is in its way."""
    for key in ("max", "side_max"):
        if (limits := line.get("limits")) and Fraction(limits.get(key) or 1) == 0:
            limits[key] = money(1, unit_of(line))
    bet = {"id": "new", "player": player, "box": box, "bet": kind, **more}
    bet.setdefault("amount", money(1, unit_of(line)))
    line["bets"].insert(rng.randint(0, len(line["bets"])), bet)
    return True


def boxes_of(line: Round) -> int:
    return line.get("seats") or 8 if line["game"] == "player-dealer" else GAMES[line["game"]][2]


def empty_boxes(line: Round) -> list[int]:
    taken = {bet["box"] for bet in line["bets"]}
    if line["game"] == "player-dealer":
        taken.add(line["player_dealer"]["seat"])
    return [box for box in range(1, boxes_of(line) + 1) if box not in taken]

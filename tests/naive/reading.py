"""Reading a line of `croupier settle`: objects, amounts, limits, bets and who may bet what.

Inside, money is counted in whole units of the table.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from naive.pay_tables import INSURANCE, MAIN, MAX_BETS, MAX_UNITS, PAYS, STAGES, STANDING


class Wrong(Exception):
    """The round cannot be settled."""

    def __init__(self, code: str, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.error = {"code": code, "message": message, "rule": rule}


@dataclass
class Bet:
    """A bet as read, and what becomes of it; amounts in units."""

    id: str
    player: str
    box: int
    kind: str
    amount: int
    standing: bool
    stage: str | None
    in_action: int
    returned: bool = False
    outcome: str = "returned"
    odds: str | None = None
    profit: int = 0
    lost_by_rounding: Fraction = Fraction(0)


def optional(where: dict[str, Any], key: str, default: Any) -> Any:
    """The value of a key that may be left out; null counts as left out."""
    return default if where.get(key) is None else where[key]


def an_object(value: object, keys: str, what: str) -> dict[str, Any]:
    """A JSON object with none but the given keys."""
    if not isinstance(value, dict):
        raise Wrong("malformed", f"{what} is not an object")
    for key in value:
        if key not in keys.split():
            raise Wrong("malformed", f"{what} has an unknown key {key!r}")
    return value


def an_integer(value: object, what: str) -> int:
    """A JSON integer."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise Wrong("malformed", f"{what} is not an integer")
    return value


def a_box(value: object, boxes: int) -> int:
    """The number of a box or seat that exists."""
    box = an_integer(value, "box")
    if not 1 <= box <= boxes:
        raise Wrong("no_box", f"no box {box}, they run from 1 to {boxes}")
    return box


def a_name(value: object, what: str) -> str:
    """A string with something in it."""
    if not isinstance(value, str) or not value:
        raise Wrong("malformed", f"{what} has no name")
    return value


def an_amount(value: object, decimals: int) -> Fraction:
    """An amount of money: digits, and perhaps a point and more digits."""
    if not isinstance(value, str) or len(value) > 40:
        raise Wrong("bad_amount", "an amount is a short string of digits")
    found = re.fullmatch(r"[0-9]+(?:\.([0-9]+))?", value)
    if found is None or len(found.group(1) or "") > decimals:
        raise Wrong("bad_amount", f"{value!r} is no amount")
    return Fraction(value)


def units(value: object, unit: Fraction, *, zero: bool) -> int:
    """An amount as a number of units."""
    count = an_amount(value, 12) / unit
    if count.denominator != 1:
        raise Wrong("bad_amount", f"{value} is not a multiple of the unit")
    if count > MAX_UNITS or (count == 0 and not zero):
        raise Wrong("bad_amount", f"{value} is too much, or nothing")
    return int(count)


def read_limits(line: dict[str, Any], game: str, unit: Fraction) -> dict[str, Any]:
    """All limits in units, None where there is none."""
    keys = "min max max_differential scope side_min side_max"
    given = an_object(optional(line, "limits", {}), keys, "limits")
    limits: dict[str, Any] = {"scope": optional(given, "scope", "box")}
    if limits["scope"] not in ("box", "table"):
        raise Wrong("malformed", "scope is box or table")
    for key in ("min", "max", "max_differential", "side_min", "side_max"):
        value = given.get(key)
        limits[key] = None if value is None else units(value, unit, zero=True)
    foreign = "max" if game in STANDING else "max_differential"
    if limits[foreign] is not None:
        raise Wrong("malformed", f"{game} knows no {foreign}")
    limits["min"] = limits["min"] or 0
    return limits


def read_bets(value: object, game: str, unit: Fraction, boxes: int) -> list[Bet]:
    """The bets, each well-formed by itself and no two the same."""
    if not isinstance(value, list) or len(value) > MAX_BETS:
        raise Wrong("malformed", f"bets are a list of at most {MAX_BETS}")
    bets: list[Bet] = []
    ids: set[str] = set()
    placed: set[tuple[str, int, str, str | None]] = set()
    for entry in value:
        given = an_object(entry, "id player box bet amount standing stage returned", "bet")
        name = a_name(given.get("id"), "bet")
        player = a_name(given.get("player"), "player")
        kind, stage = given.get("bet"), given.get("stage")
        if not isinstance(kind, str):
            raise Wrong("malformed", "bet is not a string")
        if kind not in PAYS[game] and not (game == "insurance" and kind in INSURANCE):
            raise Wrong("unknown_bet", f"no bet {kind!r} in {game}")
        if stage not in (STAGES if kind in INSURANCE else (None,)):
            raise Wrong("malformed", f"stage {stage!r} on {kind}")
        box = a_box(given.get("box"), boxes)
        if "amount" not in given:
            raise Wrong("malformed", "a bet without an amount")
        amount = units(given["amount"], unit, zero=False)
        standing = optional(given, "standing", False)
        if not isinstance(standing, bool):
            raise Wrong("malformed", "standing is true or false")
        returned = optional(given, "returned", False)
        if not isinstance(returned, bool):
            raise Wrong("malformed", "returned is true or false")
        if name in ids:
            raise Wrong("malformed", f"two bets {name!r}")
        if (player, box, kind, stage) in placed:
            raise Wrong("duplicate_bet", f"{player} has {kind} on box {box} twice")
        ids.add(name)
        placed.add((player, box, kind, stage))
        bets.append(Bet(name, player, box, kind, amount, standing, stage, amount, returned))
    return bets


def check_people(bets: list[Bet], game: str, dealer: str, seat: int) -> None:
    """Seats, standing players and the player-dealer."""
    seated: dict[int, str] = {}
    for bet in bets:
        if bet.standing and game not in STANDING:
            raise Wrong("no_standing", f"no standing players in {game}")
        if game == "player-dealer" and bet.player == dealer:
            raise Wrong("player_dealer_bets", "the player-dealer places no bet")
        if bet.box == seat:
            raise Wrong("box_taken", "this is the player-dealer's seat")
        takes_seat = not bet.standing and bet.kind not in INSURANCE
        if takes_seat and seated.setdefault(bet.box, bet.player) != bet.player:
            raise Wrong("box_taken", f"somebody else is seated at box {bet.box}")
    for bet in bets:
        if bet.standing and bet.kind not in INSURANCE and bet.box not in seated:
            raise Wrong("no_standing", f"nobody is seated at box {bet.box}")


def check_bets(bets: list[Bet], game: str, limits: dict[str, Any]) -> None:
    """The maximum of a bet; in `tournament` one hand a player, before all else (3.3, 3.4)."""
    for bet in bets:
        most = limits["max"]
        if bet.kind not in MAIN and limits["side_max"] is not None:
            most = limits["side_max"]
        if bet.kind not in INSURANCE and most is not None and bet.amount > most:
            raise Wrong("above_maximum", f"bet {bet.id!r} is above the maximum")
        if game == "tournament":
            kinds = [other.kind for other in bets if other.player == bet.player]
            if "player" in kinds and "banker" in kinds:
                raise Wrong("both_sides", f"{bet.player} backs both hands", "3.3")
            if "player" not in kinds and "banker" not in kinds:
                raise Wrong("side_needs_main", f"{bet.player} has no main bet", "3.4")

"""A demo patron's mind: what somebody of a temperament does at a table, from the view alone.

It knows what every guest knows, the view and the game's own file, and no more; no clock and no
socket. What comes by chance comes from the generator that is handed in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_DOWN, Decimal
from fractions import Fraction
from random import Random

from croupier.client.results import View
from croupier.client.state import BetOnTable, Command, Json

Occasion = tuple[str | int | None, ...]
"""Where a table is, as far as a patron has something to do: one plan is made at each."""


@dataclass(frozen=True, slots=True)
class Temperament:
    """How somebody plays. Chances are from 0 to 1."""

    title: str
    plays: float = 0.9
    """How often they bet in a round."""
    favourite: str | None = None
    """The hand they always back; None: now this, now that."""
    units: tuple[int, ...] = (1, 1, 2, 3, 5)
    """What they bet, in minimums."""
    sides: float = 0.15
    """How often they take each side bet."""
    insures: float = 0.2
    banks: float = 0.0
    """How often they accept to bank."""
    squeezes: bool = False
    refunds: float = 0.3
    """How often they have their bets back when they may choose."""


FLAT = Temperament("flat bettor", plays=1.0, favourite="banker", units=(2,), sides=0.0)
WHIMSICAL = Temperament("now this, now that", plays=0.8)
HOPEFUL = Temperament("lover of side bets", units=(1,), sides=0.7, insures=0.0)
CAREFUL = Temperament("insures what can be insured", units=(5, 8, 10), sides=0.0, insures=0.9)
BANKER = Temperament("banks when asked", plays=0.7, banks=0.9)
SQUEEZER = Temperament("turns the cards", units=(20, 25), sides=0.05, squeezes=True)


@dataclass(frozen=True, slots=True)
class Rules:
    """What a patron has read in the game's file."""

    mains: tuple[str, ...]
    sides: tuple[str, ...]
    originals: Mapping[str, str]
    """Which bet each kind of insurance is for."""
    banked_by_player: bool

    @classmethod
    def read(cls, described: Json) -> Rules:
        """Read `/api/games/KEY`."""
        file = _object(_object(described)["file"])
        bets = {key: _object(bet) for key, bet in _object(file["bets"]).items()}
        insured = _object(_object(file.get("insurance", {})).get("bets", {}))
        return cls(
            mains=tuple([key for key, bet in bets.items() if bet.get("main")]),
            sides=tuple([key for key, bet in bets.items() if not bet.get("main")]),
            originals={key: str(_object(bet)["original"]) for key, bet in insured.items()},
            banked_by_player=_object(file["bank"])["by"] != "house",
        )


def _object(value: Json) -> dict[str, Json]:
    assert isinstance(value, dict), "a game's file is made of objects"
    return value


def _limit(view: View, name: str, usual: str) -> Decimal:
    return Decimal(str(view.state.get("limits", {}).get(name, usual)))


def chips(view: View) -> Decimal:
    """Say what somebody can still bet."""
    return Decimal(view.me["available"]) if view.me is not None else Decimal(0)


def least(view: View) -> Decimal:
    """Say what a patron wants to have in front of them at least."""
    return 10 * _limit(view, "min", "1")


def box_of(view: View, name: str) -> int | None:
    """Say where somebody sits."""
    for box, who in view.state.get("seats", {}).items():
        if who == name:
            return int(box)
    return None


def occasion(view: View, name: str) -> Occasion:
    """Say what there is to do, if anything; the same until it is over."""
    state, place = view.state, box_of(view, name)
    round, phase = _round(view), state.get("phase", "idle")
    hidden = _to_turn(view, name)
    if hidden is not None:
        return ("turn", round, *hidden)
    if phase == "dealing" and state.get("insurance"):
        return ("insure", round, sum(map(len, _hands(view).values())))
    if phase == "idle" and place is not None and state.get("offered") == place:
        return ("bank", round, place)
    return (phase, round)


def _hands(view: View) -> Mapping[str, list[str | None]]:
    cards = view.state.get("cards")
    return {} if cards is None else {"player": cards["player"], "banker": cards["banker"]}


def _to_turn(view: View, name: str) -> tuple[str, int] | None:
    """Give a card that lies face down and is theirs to turn, once all that can lie there do."""
    if sum(map(len, _hands(view).values())) < 4:
        return None
    for hand, who in view.state.get("squeezes", {}).items():
        for number, card in enumerate(_hands(view).get(hand, []), start=1):
            if who == name and card is None:
                return hand, number
    return None


def plan(
    view: View, name: str, temperament: Temperament, rules: Rules, rng: Random
) -> list[Command]:
    """Say what somebody wants to do on this occasion, in order."""
    what = occasion(view, name)
    box = box_of(view, name)
    if box is None:
        return []
    match what[0]:
        case "betting":
            return _bets(view, name, box, temperament, rules, rng)
        case "insure":
            return _insurance(view, name, box, temperament, rules, rng)
        case "bank":
            return [_bank(view, box, temperament, rng)]
        case "turn":
            return [{"do": "turn", "hand": what[2], "number": what[3]}]
        case "options" if view.state.get("options", {}).get(name, "") is None:
            refund = rng.random() < temperament.refunds
            return [{"do": "choose", "option": "refund" if refund else "continue"}]
    return []


def _mine(view: View, name: str) -> list[BetOnTable]:
    return [bet for bet in view.state.get("bets", []) if bet["player"] == name]


def _bets(
    view: View, name: str, box: int, temperament: Temperament, rules: Rules, rng: Random
) -> list[Command]:
    bank = view.state.get("player_dealer")
    banks = bank is not None and bank["player"] == name
    if banks or _mine(view, name) or rng.random() > temperament.plays:
        return []
    low = _limit(view, "min", "1")
    main = temperament.favourite or rng.choice(rules.mains)
    left = chips(view) - len(rules.sides) - 2  # for fees, where there are some
    amount = min(low * rng.choice(temperament.units), _limit(view, "max", "1000000"), left)
    if amount < low:
        return []
    round = _round(view)
    wanted: list[Command] = [_bet(box, main, amount, round)]
    left -= amount
    small = _limit(view, "side_min", str(low))
    for kind in rules.sides:
        stake = small * rng.choice((1, 2))
        if rng.random() < temperament.sides and stake <= left:
            wanted.append(_bet(box, kind, stake, round))
            left -= stake
    if temperament.squeezes and view.state.get("face_down"):
        wanted.append({"do": "request_squeeze", "hand": main})
    return wanted


def _bet(box: int, kind: str, amount: Decimal, round: int) -> Command:
    stake = _written(amount)
    return {"do": "place_bet", "box": box, "bet": kind, "amount": stake, "round": round}


def _round(view: View) -> int:
    return view.state.get("round", 0)


def _written(amount: Decimal) -> str:
    return str(amount.quantize(Decimal(1), ROUND_DOWN))


def _insurance(
    view: View, name: str, box: int, temperament: Temperament, rules: Rules, rng: Random
) -> list[Command]:
    wanted: list[Command] = []
    lying = {bet["bet"]: bet for bet in _mine(view, name) if bet["box"] == box}
    for kind, odds in view.state.get("insurance", {}).items():
        original = lying.get(rules.originals.get(kind, ""))
        if original is None or rng.random() > temperament.insures:
            continue
        # Half of what is allowed: insurance is offered twice, and both count against the bet.
        whole = Fraction(original["amount"]) / Fraction(odds.replace(":", "/")) / 2
        amount = min(Decimal(int(whole)), chips(view))
        if amount >= 1:
            stake = _written(amount)
            taken: Command = {"do": "place_insurance", "box": box, "bet": kind, "amount": stake}
            wanted.append({**taken, "round": _round(view)})
    return wanted


def _bank(view: View, box: int, temperament: Temperament, rng: Random) -> Command:
    wager = min(100 * _limit(view, "min", "1"), chips(view) - 10)
    if rng.random() < temperament.banks and wager >= least(view):
        return {"do": "accept_player_dealer", "seat": box, "wager": _written(wager)}
    return {"do": "decline_player_dealer", "seat": box}

"""What a demo patron does at a table: depends on the view, the game's file and a playing style.

Nothing here uses a clock or a socket, and a patron knows no more than every guest does. Random
choices come from the generator that is handed in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_DOWN, Decimal
from fractions import Fraction
from random import Random

from croupier.client.results import BetOnTable, Command, Json, View
from croupier.coup import Side

Situation = tuple[str | int | None, ...]
"""What a patron can do now; one plan is made for each situation."""


@dataclass(frozen=True, slots=True)
class PlayStyle:
    """How a patron plays. Chances are from 0 to 1."""

    title: str
    plays: float = 0.9
    """How often they bet in a round."""
    favourite: str | None = None
    """The hand they bet on wherever a bet backs it; None: a random bet."""
    units: tuple[int, ...] = (1, 1, 2, 3, 5)
    """The amounts they bet, in multiples of the minimum."""
    sides: float = 0.15
    """How often they make each side bet."""
    insures: float = 0.2
    banks: float = 0.0
    """How often they agree to bank."""
    squeezes: bool = False
    refunds: float = 0.3
    """How often they take their bets back when they may choose."""


FLAT = PlayStyle("flat bettor", plays=1.0, favourite="banker", units=(2,), sides=0.0)
CHANGING = PlayStyle("bets on a random hand", plays=0.8)
SIDE_BETTOR = PlayStyle("likes side bets", units=(1,), sides=0.7, insures=0.0)
INSURER = PlayStyle("insures what can be insured", units=(5, 8, 10), sides=0.0, insures=0.9)
BANKER = PlayStyle("banks when asked", plays=0.7, banks=0.9)
SQUEEZER = PlayStyle("turns the cards", units=(20, 25), sides=0.05, squeezes=True)


@dataclass(frozen=True, slots=True)
class GameBets:
    """The bets of a game, as a patron reads them in the game that the server publishes."""

    mains: Mapping[str, str | None]
    """The main bets, each with the result that it backs."""
    sides: tuple[str, ...]
    originals: Mapping[str, str]
    """Which bet each kind of insurance is for."""
    hands: Mapping[str, str]
    """The hand of each main bet that backs one."""

    @classmethod
    def read(cls, described: Json) -> GameBets:
        """Return the bets in the answer of `/api/games/KEY`."""
        game = _object(_object(described)["game"])
        bets = [_object(bet) for bet in _list(game["bets"])]
        insurance = game["insurance"]
        insured = [] if insurance is None else _list(_object(insurance)["bets"])
        mains = {str(bet["key"]): bet["backs"] for bet in bets if bet["main"]}
        return cls(
            mains={key: None if backs is None else str(backs) for key, backs in mains.items()},
            sides=tuple([str(bet["key"]) for bet in bets if not bet["main"]]),
            originals={str(bet["key"]): str(bet["original"]) for bet in map(_object, insured)},
            hands={key: str(backs) for key, backs in mains.items() if backs in HANDS},
        )

    def backing(self, hand: str | None, rng: Random) -> str:
        """Return the main bet that backs a hand, or a random one."""
        backed = [key for key, backs in self.mains.items() if hand is not None and backs == hand]
        return rng.choice(backed or list(self.mains) or list(self.sides))


HANDS = tuple(side.value for side in Side)


def _object(value: Json) -> dict[str, Json]:
    assert isinstance(value, dict), "a game is made of objects"
    return value


def _list(value: Json) -> list[Json]:
    assert isinstance(value, list), "bets are a list"
    return value


def _limit(view: View, name: str, usual: str) -> Decimal:
    return Decimal(str(view.state.get("limits", {}).get(name, usual)))


def chips(view: View) -> Decimal:
    """Return what the patron can still bet."""
    return Decimal(view.me["available"]) if view.me is not None else Decimal(0)


def least_chips(view: View) -> Decimal:
    """Return the least amount that a patron wants to play with."""
    return 10 * _limit(view, "min", "1")


def box_of(view: View, name: str) -> int | None:
    """Return the box of a patron; None if they do not sit."""
    for box, who in view.state.get("seats", {}).items():
        if who == name:
            return int(box)
    return None


def situation(view: View, name: str) -> Situation:
    """Return what a patron can do now; it stays the same until that is over."""
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
    """Return a card that the patron may turn, once all first four cards are dealt; else None."""
    if sum(map(len, _hands(view).values())) < 4:
        return None
    for hand, who in view.state.get("squeezes", {}).items():
        for number, card in enumerate(_hands(view).get(hand, []), start=1):
            if who == name and card is None:
                return hand, number
    return None


def plan(view: View, name: str, style: PlayStyle, bets: GameBets, rng: Random) -> list[Command]:
    """Return the commands that a patron wants to give in this situation, in order."""
    what = situation(view, name)
    box = box_of(view, name)
    if box is None:
        return []
    match what[0]:
        case "betting":
            return _place_bets(view, name, box, style, bets, rng)
        case "insure":
            return _insure(view, name, box, style, bets, rng)
        case "bank":
            return [_answer_offer(view, box, style, rng)]
        case "turn":
            return [{"do": "turn", "hand": what[2], "number": what[3]}]
        case "options" if view.state.get("options", {}).get(name, "") is None:
            refund = rng.random() < style.refunds
            return [{"do": "choose", "option": "refund" if refund else "continue"}]
    return []


def _own_bets(view: View, name: str) -> list[BetOnTable]:
    return [bet for bet in view.state.get("bets", []) if bet["player"] == name]


def _place_bets(
    view: View, name: str, box: int, style: PlayStyle, bets: GameBets, rng: Random
) -> list[Command]:
    bank = view.state.get("player_dealer")
    banks = bank is not None and bank["player"] == name
    if banks or _own_bets(view, name) or rng.random() > style.plays:
        return []
    low = _limit(view, "min", "1")
    main = bets.backing(style.favourite, rng)
    left = chips(view) - len(bets.sides) - 2  # for fees, where there are some
    amount = min(low * rng.choice(style.units), _limit(view, "max", "1000000"), left)
    if amount < low:
        return []
    round = _round(view)
    wanted: list[Command] = [_place_bet(box, main, amount, round)]
    left -= amount
    small = _limit(view, "side_min", str(low))
    for kind in bets.sides:
        stake = small * rng.choice((1, 2))
        if rng.random() < style.sides and stake <= left:
            wanted.append(_place_bet(box, kind, stake, round))
            left -= stake
    if style.squeezes and view.state.get("face_down") and main in bets.hands:
        wanted.append({"do": "request_squeeze", "hand": bets.hands[main]})
    return wanted


def _place_bet(box: int, kind: str, amount: Decimal, round: int) -> Command:
    stake = _whole_units(amount)
    return {"do": "place_bet", "box": box, "bet": kind, "amount": stake, "round": round}


def _round(view: View) -> int:
    return view.state.get("round", 0)


def _whole_units(amount: Decimal) -> str:
    return str(amount.quantize(Decimal(1), ROUND_DOWN))


def _insure(
    view: View, name: str, box: int, style: PlayStyle, bets: GameBets, rng: Random
) -> list[Command]:
    wanted: list[Command] = []
    own = {bet["bet"]: bet for bet in _own_bets(view, name) if bet["box"] == box}
    for kind, odds in view.state.get("insurance", {}).items():
        original = own.get(bets.originals.get(kind, ""))
        if original is None or rng.random() > style.insures:
            continue
        # Half of what is allowed: insurance is offered twice, and both count against the bet.
        whole = Fraction(original["amount"]) / Fraction(odds.replace(":", "/")) / 2
        amount = min(Decimal(int(whole)), chips(view))
        if amount >= 1:
            stake = _whole_units(amount)
            taken: Command = {"do": "place_insurance", "box": box, "bet": kind, "amount": stake}
            wanted.append({**taken, "round": _round(view)})
    return wanted


def _answer_offer(view: View, box: int, style: PlayStyle, rng: Random) -> Command:
    wager = min(100 * _limit(view, "min", "1"), chips(view) - 10)
    if rng.random() < style.banks and wager >= least_chips(view):
        return {"do": "accept_player_dealer", "seat": box, "wager": _whole_units(wager)}
    return {"do": "decline_player_dealer", "seat": box}

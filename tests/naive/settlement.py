"""Settle one round the slow and plain way; nothing here comes from the package under test.

The tables are typed in from the five documents; numbers in comments are paragraphs of the game's
own document. Inside, money is counted in whole units of the table.
"""

import re
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Any

MAX_UNITS = 10**15
MAX_BETS = 10_000
MAIN = ("player", "banker")
INSURANCE = {"player_insurance": "player", "banker_insurance": "banker"}
STAGES = ("four_cards", "player_third")
STANDING = ("tiger", "insurance")  # games with standing players and a maximum differential

# key: (fewest decks, most decks, boxes of the largest layout)
GAMES = {
    "tournament": (4, 8, 12),
    "classic": (6, 8, 14),
    "no-commission": (6, 8, 14),
    "tiger": (4, 10, 9),
    "player-dealer": (8, 8, 14),
    "insurance": (4, 8, 9),
}

# What each bet pays on which fact; the first line that holds decides.
EVEN = {"player wins": "1:1"}
COMMISSION = {"banker wins": "19:20"}
HALF = {"banker wins on 6": "1:2", "banker wins": "1:1"}
TIE = {"tie": "8:1"}
SIX = {"banker wins on 6 with two": "12:1", "banker wins on 6 with three": "20:1"}
PAIRS = {"player_pair": {"player pair": "11:1"}, "banker_pair": {"banker pair": "11:1"}}
TIGERS = {  # 4.1.2
    "tiger": SIX,
    "big_tiger": {"banker wins on 6 with three": "50:1"},
    "small_tiger": {"banker wins on 6 with two": "22:1"},
    "tiger_tie": {"tie on 6": "35:1"},
    "tiger_pair": {"twin pair": "100:1", "double pair": "20:1", "single pair": "4:1"},
}
PAYS: dict[str, dict[str, dict[str, str]]] = {
    "tournament": {"player": EVEN, "banker": HALF, "tie": TIE, **PAIRS},
    "classic": {"player": EVEN, "banker": COMMISSION, "tie": TIE},
    "no-commission": {"player": EVEN, "banker": HALF, "tie": TIE},
    "tiger": {"player": EVEN, "banker": COMMISSION, "tie": TIE, **TIGERS},
    "player-dealer": {"player": EVEN, "banker": HALF, "tie": TIE},
    "insurance": {"player": EVEN, "banker": HALF, "tie": TIE, "super_six_plus": SIX, **PAIRS},
}

# 4.1.2 of `insurance`: stage, insured hand, Player's totals, Banker's totals, odds.
OFFERS = (
    ("four_cards", "banker", (0, 1, 2, 3, 4), (5,), "2:1"),
    ("four_cards", "banker", (0, 1, 2, 3, 4, 5), (6,), "3:1"),
    ("four_cards", "banker", (0, 1, 2, 3, 4, 5), (7,), "4:1"),
    ("four_cards", "player", (5,), (4,), "2:1"),
    ("four_cards", "player", (6,), (0, 1, 2, 3, 4, 5), "3:1"),
    ("four_cards", "player", (7,), (0, 1, 2, 3, 4, 5), "4:1"),
    ("player_third", "banker", (1,), (1,), "6:1"),
    ("player_third", "banker", (1,), (2, 3, 4, 5, 6), "7:1"),
    ("player_third", "banker", (2,), (3, 4, 5, 6), "4:1"),
    ("player_third", "banker", (3,), (4,), "3:2"),
    ("player_third", "player", (5,), (0, 1, 2, 3, 4), "2:1"),
    ("player_third", "player", (6,), (0, 1, 2, 3, 4, 5), "3:1"),
    ("player_third", "player", (7,), (0, 1, 2, 3, 4, 5, 6), "4:1"),
    ("player_third", "player", (8,), (0, 1, 2, 3, 4, 5, 6), "7:1"),
    ("player_third", "player", (9,), (0, 1, 2, 3, 4, 5, 6), "8:1"),
)

# Table of play, H draws and S stands. Player by its own total 0-7, Banker likewise when Player
# stood; otherwise Banker's row by the value 0-9 of Player's third card.
PLAYER_PLAYS = "HHHHHHSS"
BANKER_ALONE = "HHHHHHSS"
BANKER_PLAYS = {
    0: "HHHHHHHHHH",
    1: "HHHHHHHHHH",
    2: "HHHHHHHHHH",
    3: "HHHHHHHHSH",
    4: "SSHHHHHHSS",
    5: "SSSSHHHHSS",
    6: "SSSSSSHHSS",
    7: "SSSSSSSSSS",
}
VALUES = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9}
VALUES |= {"T": 0, "J": 0, "Q": 0, "K": 0}
RANKS = {rank: rank for rank in VALUES} | {rank.lower(): rank for rank in VALUES} | {"10": "T"}
SUITS = {suit: suit for suit in "cdhs"} | {suit.upper(): suit for suit in "cdhs"}
CARDS = {r + s: RANKS[r] + SUITS[s] for r in RANKS for s in SUITS}


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
    outcome: str = "returned"
    odds: str | None = None
    profit: int = 0
    lost_by_rounding: Fraction = Fraction(0)


@dataclass
class Coup:
    """The two hands, and the facts that bets are paid on."""

    player: list[str]
    banker: list[str]
    result: str
    facts: set[str]


def settle(round_: object) -> dict[str, Any]:
    """Answer one line of `croupier settle`."""
    name = round_.get("id") if isinstance(round_, dict) else None
    if isinstance(name, bool) or not isinstance(name, str | int):
        name = None
    try:
        return {"id": name, **answer(round_)}
    except Wrong as wrong:
        return {"id": name, "error": wrong.error}


def answer(round_: object) -> dict[str, Any]:
    """Read, check and settle a round."""
    keys = "id game decks unit limits cards bets player_dealer seats fees"
    line = an_object(round_, keys, "round")
    name, game = line.get("id"), line.get("game")
    if name is not None and (isinstance(name, bool) or not isinstance(name, str | int)):
        raise Wrong("malformed", "id is neither a string nor an integer")
    if not isinstance(game, str):
        raise Wrong("malformed", "game is not a string")
    if game not in GAMES:
        raise Wrong("unknown_game", f"no game {game!r}")
    fewest, most, boxes = GAMES[game]
    decks = an_integer(optional(line, "decks", 8), "decks")
    if not fewest <= decks <= most:
        raise Wrong("decks_out_of_range", f"{decks} decks, {fewest} to {most} expected")
    unit = an_amount(optional(line, "unit", "0.01"), 8)
    if unit == 0:
        raise Wrong("bad_amount", "the unit is zero")
    limits = read_limits(line, game, unit)

    banked = game == "player-dealer"
    dealer, seat, wager = "", 0, 0
    fees = {"main": 0, "tie": 0, "player_dealer": 0}
    if banked:
        boxes = an_integer(optional(line, "seats", 8), "seats")
        if boxes not in (8, 14):
            raise Wrong("malformed", "seats are 8 or 14")
        if line.get("player_dealer") is None:
            raise Wrong("player_dealer_missing", "no player-dealer, no round")
        post = an_object(line["player_dealer"], "seat player wager", "player_dealer")
        dealer = a_name(post.get("player"), "player-dealer")
        seat = a_box(post.get("seat"), boxes)
        wager = units(post.get("wager"), unit, zero=False)
        posted = an_object(optional(line, "fees", {}), "main tie player_dealer", "fees")
        fees = {key: units(optional(posted, key, "0"), unit, zero=True) for key in fees}
    elif any(line.get(key) is not None for key in ("player_dealer", "seats", "fees")):
        raise Wrong("malformed", "this game has no player-dealer")

    cards = line.get("cards")
    if not isinstance(cards, list):
        raise Wrong("malformed", "cards are not a list")
    for card in cards:
        if not isinstance(card, str) or card not in CARDS:
            raise Wrong("bad_card", f"{card!r} is no card")
    cards = [CARDS[card] for card in cards]
    for card, copies in Counter(cards).items():
        if copies > decks:
            raise Wrong("foreign_card", f"{copies} times {card} from {decks} decks")
    coup = deal(cards)

    bets = read_bets(line.get("bets"), game, unit, boxes)
    check_people(bets, game, dealer, seat)
    check_bets(bets, game, limits)
    check_insurance(bets, coup)

    taken = 0
    if limits["max_differential"] is not None:
        for group in groups(bets, limits["scope"]):
            pro_rata(group, limits["min"], limits["max_differential"])
    if banked:
        taken = bank(bets, coup, seat, boxes, wager)
    else:
        for bet in bets:
            settle_bet(bet, game, coup)

    net = {bet.player: 0 for bet in bets}
    collected = 0
    for bet in bets:
        fee = fees["tie"] if bet.kind == "tie" else fees["main"]
        net[bet.player] += bet.profit - fee
        collected += fee
    if banked:
        net[dealer] = taken - fees["player_dealer"]
        collected += fees["player_dealer"]
    return {
        "game": game,
        "result": coup.result,
        "player": show_hand(coup.player),
        "banker": show_hand(coup.banker),
        "bets": [show_bet(bet, unit) for bet in bets],
        "net": {player: money(won, unit) for player, won in net.items()},
        "house": money(0 if banked else -sum(bet.profit for bet in bets), unit),
        "fees": money(collected, unit),
    }


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
        given = an_object(entry, "id player box bet amount standing stage", "bet")
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
        if name in ids:
            raise Wrong("malformed", f"two bets {name!r}")
        if (player, box, kind, stage) in placed:
            raise Wrong("duplicate_bet", f"{player} has {kind} on box {box} twice")
        ids.add(name)
        placed.add((player, box, kind, stage))
        bets.append(Bet(name, player, box, kind, amount, standing, stage, in_action=amount))
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


def check_insurance(bets: list[Bet], coup: Coup) -> None:
    """Offered, to somebody with an original bet, and within the cap (3.11, 3.12)."""
    for bet in bets:
        if bet.kind not in INSURANCE:
            continue
        hand = INSURANCE[bet.kind]
        if offer(coup, bet.stage, hand) is None:
            raise Wrong("insurance_not_offered", f"no {bet.kind} at {bet.stage}", "4.1.2")
        mine = [other for other in bets if (other.player, other.box) == (bet.player, bet.box)]
        original = [other.amount for other in mine if other.kind == hand]
        if not original:
            raise Wrong("insurance_without_original", f"nothing to insure: {bet.id!r}", "3.11")
        payout = Fraction(0)
        for other in mine:
            odds = offer(coup, other.stage, hand) if other.kind == bet.kind else None
            payout += other.amount * ratio(odds) if odds else 0
        if payout > original[0]:
            raise Wrong("insurance_over_cap", f"above the original bet: {bet.id!r}", "3.12.2")


def total(cards: list[str]) -> int:
    """The points of a hand."""
    return sum(VALUES[card[0]] for card in cards) % 10


def deal(cards: list[str]) -> Coup:
    """Lay the cards out by the table of play; too few or too many is an error."""
    if len(cards) < 4:
        raise Wrong("wrong_cards", f"{len(cards)} cards, at least 4 expected")
    player, banker, rest = [cards[0], cards[2]], [cards[1], cards[3]], cards[4:]
    if total(player) < 8 and total(banker) < 8:
        banker_plays = BANKER_ALONE[total(banker)]
        if PLAYER_PLAYS[total(player)] == "H":
            if not rest:
                raise Wrong("wrong_cards", "4 cards, Player's third expected")
            player.append(rest.pop(0))
            banker_plays = BANKER_PLAYS[total(banker)][VALUES[player[2][0]]]
        if banker_plays == "H":
            if not rest:
                raise Wrong("wrong_cards", f"{len(cards)} cards, Banker's third expected")
            banker.append(rest.pop(0))
    if rest:
        raise Wrong("wrong_cards", f"{len(cards)} cards, {len(cards) - len(rest)} expected")

    points, against = total(player), total(banker)
    result = "player" if points > against else "banker" if against > points else "tie"
    facts = {"tie" if result == "tie" else f"{result} wins"}
    if result == "tie" and points == 6:
        facts.add("tie on 6")
    if result == "banker" and against == 6:
        number = "two" if len(banker) == 2 else "three"
        facts |= {"banker wins on 6", f"banker wins on 6 with {number}"}
    player_pair, banker_pair = player[0][0] == player[1][0], banker[0][0] == banker[1][0]
    if player_pair:
        facts.add("player pair")
    if banker_pair:
        facts.add("banker pair")
    if player_pair != banker_pair:
        facts.add("single pair")
    if player_pair and banker_pair:
        facts.add("twin pair" if player[0][0] == banker[0][0] else "double pair")
    return Coup(player, banker, result, facts)


def offer(coup: Coup, stage: str | None, hand: str) -> str | None:
    """The odds at which a hand could be insured at a stage, if it could (1.9, 3.12.1)."""
    if len(coup.player) + len(coup.banker) == 4:
        return None
    if stage == "player_third" and (len(coup.player) == 2 or len(coup.banker) == 2):
        return None
    points = total(coup.player if stage == "player_third" else coup.player[:2])
    against = total(coup.banker[:2])
    for row_stage, row_hand, players, bankers, odds in OFFERS:
        if (row_stage, row_hand) == (stage, hand) and points in players and against in bankers:
            return odds
    return None


def ratio(odds: str) -> Fraction:
    """Profit per unit staked."""
    won, staked = odds.split(":")
    return Fraction(int(won), int(staked))


def groups(bets: list[Bet], scope: str) -> list[list[Bet]]:
    """The main bets whose differential is looked at together (5.1)."""
    main = [bet for bet in bets if bet.kind in MAIN]
    if scope == "table":
        return [main]
    return [[bet for bet in main if bet.box == box] for box in sorted({bet.box for bet in main})]


def pro_rata(bets: list[Bet], least: int, differential: int) -> None:
    """Cut the heavier side to what the differential allows (5.1.1, 5.1.2)."""
    on = {side: sum(bet.amount for bet in bets if bet.kind == side) for side in MAIN}
    if abs(on["player"] - on["banker"]) <= differential:
        return
    heavy, light = MAIN if on["player"] > on["banker"] else (MAIN[1], MAIN[0])
    left = on[light] + differential
    left -= sum(bet.amount for bet in bets if bet.kind == heavy and bet.amount < least)
    sharing = [bet for bet in bets if bet.kind == heavy and bet.amount >= least]
    if least * len(sharing) > left:
        for bet in sharing:
            bet.in_action = least
        return
    low = sharing
    while low:
        full = sum(bet.amount for bet in sharing)
        low = [bet for bet in sharing if Fraction(bet.amount * left, full) < least]
        for bet in low:
            bet.in_action = least
        left -= least * len(low)
        sharing = [bet for bet in sharing if bet not in low]
    shares = [Fraction(bet.amount * left, full) for bet in sharing]
    for bet, share in zip(sharing, shares, strict=True):
        bet.in_action = floor(share)
    missing = left - sum(bet.in_action for bet in sharing)
    order = sorted(range(len(shares)), key=lambda i: (floor(shares[i]) - shares[i], i))
    for i in order[:missing]:
        sharing[i].in_action += 1


def fate(bet: Bet, game: str, coup: Coup) -> tuple[str, str | None]:
    """Win with its odds, lose or push, by the pay tables alone."""
    if bet.kind in INSURANCE:
        hand = INSURANCE[bet.kind]
        nine = hand == "player" and bet.stage == "player_third" and total(coup.player) == 9
        if coup.result == "tie" and not nine:  # 3.17, 4.2.1
            return "push", None
        return ("lose", None) if coup.result == hand else ("win", offer(coup, bet.stage, hand))
    if bet.kind in MAIN and coup.result == "tie":
        return "push", None
    for fact, odds in PAYS[game][bet.kind].items():
        if fact in coup.facts:
            return "win", odds
    return "lose", None


def settle_bet(bet: Bet, game: str, coup: Coup) -> None:
    """What the house pays or takes."""
    if bet.in_action == 0:
        return
    bet.outcome, bet.odds = fate(bet, game, coup)
    if bet.outcome == "lose":
        bet.profit = -bet.in_action
    if bet.odds is not None:
        exact = bet.in_action * ratio(bet.odds)
        bet.profit = floor(exact)
        bet.lost_by_rounding = exact - bet.profit


def bank(bets: list[Bet], coup: Coup, seat: int, seats: int, wager: int) -> int:
    """Let the player-dealer pay and collect as far as the wager goes; what it won."""
    won = 0
    clockwise = [(seat + step - 1) % seats + 1 for step in range(1, seats)]
    order = [(kind, box) for kind in ("player", "banker", "tie") for box in clockwise]
    for bet in sorted(bets, key=lambda bet: order.index((bet.kind, bet.box))):
        if abs(won) == wager:
            bet.in_action = 0
            continue
        bet.outcome, bet.odds = fate(bet, "player-dealer", coup)
        if bet.outcome == "lose":
            bet.in_action = min(bet.amount, wager - won)
            bet.profit = -bet.in_action
        if bet.odds is not None:
            exact = bet.amount * ratio(bet.odds)
            bet.profit = min(floor(exact), won + wager)
            if bet.profit == floor(exact):
                bet.lost_by_rounding = exact - bet.profit
            else:
                bet.in_action = ceil(bet.profit / ratio(bet.odds))
        won -= bet.profit
    return won


def money(count: int, unit: Fraction) -> str:
    """A number of units as a decimal string."""
    places = 0
    while (unit * 10**places).denominator != 1:
        places += 1
    digits = str(abs(int(count * unit * 10**places))).rjust(places + 1, "0")
    point = len(digits) - places
    sign = "-" if count < 0 else ""
    return sign + digits[:point] + ("." + digits[point:] if places else "")


def show_hand(cards: list[str]) -> dict[str, Any]:
    """A hand as the contract shows it."""
    points = total(cards)
    return {"cards": cards, "total": points, "natural": len(cards) == 2 and points >= 8}


def show_bet(bet: Bet, unit: Fraction) -> dict[str, Any]:
    """A settled bet as the contract shows it; `rules` is left out."""
    shown = {
        "id": bet.id,
        "outcome": bet.outcome,
        "in_action": money(bet.in_action, unit),
        "odds": bet.odds,
        "profit": money(bet.profit, unit),
        "back": money(bet.amount + bet.profit, unit),
    }
    if bet.lost_by_rounding:
        shown["rounding"] = str(bet.lost_by_rounding * unit)
    return shown

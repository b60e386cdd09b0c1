"""Random rounds for `croupier settle`, as decoded JSON: good ones, and ones broken on purpose.

Both are biased towards what is rare at a table. The same generator state gives the same round.
"""

import copy
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from naive.settlement import (
    BANKER_ALONE,
    BANKER_PLAYS,
    GAMES,
    INSURANCE,
    MAIN,
    MAX_BETS,
    MAX_UNITS,
    OFFERS,
    PAYS,
    PLAYER_PLAYS,
    STAGES,
    STANDING,
    VALUES,
    deal,
    money,
    offer,
    ratio,
)

Round = dict[str, Any]

UNITS = (None, None, "0.01", "0.01", "1", "5", "0.25", "2.5", "0.50", "100", "0.00000001")
NAMES = ("ann", "bob", "cy", "di", "eve", "Flo", "周", "Zoë", "a b", "0")
CELLS = [
    (stage, hand, points, against)
    for stage, hand, players, bankers, _ in OFFERS
    for points in players
    for against in bankers
]


@dataclass(frozen=True)
class Shape:
    """A coup by values alone: two-card totals, and the third cards where drawn."""

    player: int
    banker: int
    player_third: int | None
    banker_third: int | None

    @property
    def totals(self) -> tuple[int, int]:
        """Final totals of both hands."""
        player = (self.player + (self.player_third or 0)) % 10
        return player, (self.banker + (self.banker_third or 0)) % 10

    @property
    def result(self) -> str:
        """Who wins."""
        player, banker = self.totals
        return "tie" if player == banker else "player" if player > banker else "banker"


def all_shapes() -> list[Shape]:
    """Every coup that the table of play allows, by values."""
    shapes = []
    for player in range(10):
        for banker in range(10):
            if max(player, banker) >= 8:
                shapes.append(Shape(player, banker, None, None))
                continue
            for third in range(10) if PLAYER_PLAYS[player] == "H" else (None,):
                plays = BANKER_ALONE[banker] if third is None else BANKER_PLAYS[banker][third]
                for last in range(10) if plays == "H" else (None,):
                    shapes.append(Shape(player, banker, third, last))
    return shapes


SHAPES = all_shapes()


def insurable(cell: tuple[str, str, int, int]) -> list[Shape]:
    """The coups in which that cell of the insurance table is offered."""
    stage, _, points, against = cell
    if stage == "four_cards":
        return [shape for shape in SHAPES if (shape.player, shape.banker) == (points, against)]
    return [
        shape
        for shape in SHAPES
        if shape.player_third is not None and shape.banker_third is not None
        if (shape.player + shape.player_third) % 10 == points and shape.banker == against
    ]


POOLS: dict[str, list[Shape]] = {
    "any": SHAPES,
    "four": [s for s in SHAPES if s.player_third is None and s.banker_third is None],
    "player alone": [s for s in SHAPES if s.player_third is not None and s.banker_third is None],
    "banker alone": [s for s in SHAPES if s.player_third is None and s.banker_third is not None],
    "natural": [s for s in SHAPES if max(s.player, s.banker) >= 8],
    "player": [s for s in SHAPES if s.totals[0] > s.totals[1]],
    "banker": [s for s in SHAPES if s.totals[0] < s.totals[1]],
    "tie": [s for s in SHAPES if s.totals[0] == s.totals[1]],
    "tie on 6": [s for s in SHAPES if s.totals == (6, 6)],
    "tie on 9": [s for s in SHAPES if s.totals == (9, 9)],
    "small": [s for s in SHAPES if s.totals[0] < s.totals[1] == 6 and s.banker_third is None],
    "big": [s for s in SHAPES if s.totals[0] < s.totals[1] == 6 and s.banker_third is not None],
}
CELL_POOLS = {cell: insurable(cell) for cell in CELLS}


def good_cards(rng: Random, game: str, decks: int) -> list[str]:
    """A complete coup, short form, with no more copies of a card than the decks hold."""
    if game == "insurance" and rng.random() < 0.85:
        pool = CELL_POOLS[rng.choice(CELLS)]
        result = rng.choice(("player", "banker", "tie"))
        pool = [shape for shape in pool if shape.result == result] or pool
    else:
        pool = POOLS[rng.choice(list(POOLS))]
    shape = rng.choice(pool)
    wanted = rng.choice(("none", "none", "player", "banker", "both", "twin"))
    pairing = wanted in ("player", "both", "twin"), wanted in ("banker", "both", "twin")
    if wanted == "twin" and rng.random() < 0.8:
        same = [s for s in pool if s.player == s.banker and s.player % 2 == 0]
        shape = rng.choice(same) if same else shape
    player = two_ranks(rng, shape.player, pair=pairing[0])
    banker = two_ranks(rng, shape.banker, pair=pairing[1])
    if wanted == "twin" and shape.player == shape.banker:
        banker = player
    ranks = [player[0], banker[0], player[1], banker[1]]
    for value in (shape.player_third, shape.banker_third):
        if value is not None:
            ranks.append(rng.choice([rank for rank in VALUES if VALUES[rank] == value]))
    suits = rng.choice(("cdhs", "cdhs", "h", "sc"))
    cards: list[str] = []
    for rank in ranks:
        free = [rank + suit for suit in suits if cards.count(rank + suit) < decks]
        cards.append(rng.choice(free or [rank + "d"]))
    return cards


def two_ranks(rng: Random, total: int, *, pair: bool) -> tuple[str, str]:
    """Two ranks with that total, a pair where asked for and possible."""
    both = [(a, b) for a in VALUES for b in VALUES if (VALUES[a] + VALUES[b]) % 10 == total]
    pairs = [(a, b) for a, b in both if a == b]
    return rng.choice(pairs if pair and pairs else both)


def spell(rng: Random, card: str) -> str:
    """One of the ways in which a card may be written."""
    rank, suit = card[0], card[1]
    if rank == "T" and rng.random() < 0.5:
        rank = "10"
    return rng.choice((rank, rank, rank.lower())) + rng.choice((suit, suit, suit.upper()))


def write(rng: Random, count: int, unit: Fraction) -> str:
    """One of the ways in which an amount may be written."""
    text = money(count, unit)
    if rng.random() < 0.2 and "." in text:
        text = text.rstrip("0").rstrip(".")
    if rng.random() < 0.1:
        text += ("" if "." in text else ".") + "0" * rng.choice((1, 2))
    return "0" + text if rng.random() < 0.01 else text


def some_units(rng: Random) -> int:
    """A number of units to bet: small, ordinary, skewed or enormous."""
    kind = rng.random()
    if kind < 0.3:
        return rng.randint(1, 12)
    if kind < 0.6:
        return rng.randint(20, 130)
    if kind < 0.75:
        return rng.choice((25, 50, 100, 200, 500, 1000, 5000))
    if kind < 0.97:
        return rng.randint(100, 3000)
    return rng.choice((MAX_UNITS, MAX_UNITS - 1, rng.randint(10**9, MAX_UNITS)))


@dataclass
class Draft:
    """A round in the making; amounts in units until it is written down."""

    game: str
    decks: int
    unit_text: str | None
    boxes: int
    cards: list[str]
    bets: list[dict[str, Any]]

    @property
    def unit(self) -> Fraction:
        """The value of a unit."""
        return Fraction(self.unit_text or "0.01")

    def add(self, rng: Random, player: str, box: int, kind: str, **more: Any) -> None:
        """Place a bet, unless that player has it there already."""
        bet = {"player": player, "box": box, "bet": kind, "amount": some_units(rng), **more}
        key = (player, box, kind, more.get("stage"))
        if all((b["player"], b["box"], b["bet"], b.get("stage")) != key for b in self.bets):
            self.bets.append(bet)


def good_round(rng: Random, game: str | None = None) -> Round:
    """A round that is settled without an error."""
    if game is None:
        game = rng.choice([*GAMES, *["insurance"] * 4, "tiger", "player-dealer"])
    fewest, most, boxes = GAMES[game]
    decks = rng.choice((fewest, most, rng.randint(fewest, most), 8))
    seats = rng.choice((None, 8, 14)) if game == "player-dealer" else None
    if game == "player-dealer":
        boxes = seats or 8
    draft = Draft(game, decks, rng.choice(UNITS), boxes, good_cards(rng, game, decks), [])
    seat = rng.randint(1, boxes) if game == "player-dealer" else 0
    place_bets(rng, draft, seat)
    if game == "insurance":
        place_insurance(rng, draft)
    if rng.random() < 0.4:
        rng.shuffle(draft.bets)

    line: Round = {"game": game, "cards": [spell(rng, card) for card in draft.cards]}
    line["bets"] = [write_bet(rng, draft, i, bet) for i, bet in enumerate(draft.bets)]
    if rng.random() < 0.9:
        line["id"] = rng.choice(("r1", "", "7", "é☃", rng.randint(0, 10**6), -3, 10**20, None))
    if decks != 8 or rng.random() < 0.5:
        line["decks"] = decks
    elif rng.random() < 0.2:
        line["decks"] = None
    if draft.unit_text is not None or rng.random() < 0.2:
        line["unit"] = draft.unit_text
    limits = some_limits(rng, draft)
    if limits is not None or rng.random() < 0.2:
        line["limits"] = limits
    if game == "player-dealer":
        add_player_dealer(rng, draft, line, seat, seats)
    elif rng.random() < 0.1:
        line[rng.choice(("player_dealer", "seats", "fees"))] = None
    keys = list(line)
    rng.shuffle(keys)
    return {key: line[key] for key in keys}


def place_bets(rng: Random, draft: Draft, seat: int) -> None:
    """Seat some players, who bet, and let others stand behind them where that is allowed."""
    kinds = list(PAYS[draft.game])
    free = [box for box in range(1, draft.boxes + 1) if box != seat]
    names = rng.sample(NAMES, rng.randint(1, 6))
    hands = {name: rng.choice(MAIN) for name in NAMES}
    most = 1 if draft.game in STANDING and rng.random() < 0.4 else rng.choice((2, 3, 5, 14))
    for box in rng.sample(free, rng.randint(0 if rng.random() < 0.2 else 1, min(most, len(free)))):
        player = rng.choice(names)
        for kind in rng.sample(kinds, rng.randint(1, len(kinds))):
            if draft.game != "tournament" or kind not in MAIN:
                draft.add(rng, player, box, kind)
        for kind in MAIN if draft.game == "insurance" and rng.random() < 0.8 else ():
            draft.add(rng, player, box, kind)  # more to insure
        if draft.game == "tournament":
            has_main = any(b["player"] == player and b["bet"] in MAIN for b in draft.bets)
            if not has_main or rng.random() < 0.4:
                draft.add(rng, player, box, hands[player])
        if draft.game in STANDING and rng.random() < 0.7:
            side = rng.choice(MAIN)
            for _ in range(rng.randint(1, 6)):
                kind = side if rng.random() < 0.7 else rng.choice(kinds)
                draft.add(rng, rng.choice(NAMES), box, kind, standing=True)


def place_insurance(rng: Random, draft: Draft) -> None:
    """Insure originals where the coup offers it, up to the cap and often exactly there."""
    coup = deal(draft.cards)
    for original in [bet for bet in draft.bets if bet["bet"] in MAIN]:
        left = Fraction(original["amount"])
        for stage in STAGES:
            odds = offer(coup, stage, original["bet"])
            most = int(left / ratio(odds)) if odds is not None else 0
            if odds is None or most < 1 or rng.random() < 0.15:
                continue
            amount = rng.choice((most, rng.randint(1, most), max(1, most // 2), 1))
            left -= amount * ratio(odds)
            kind = original["bet"] + "_insurance"
            draft.add(rng, original["player"], original["box"], kind, stage=stage)
            draft.bets[-1]["amount"] = amount
            if original.get("standing") and rng.random() < 0.5:
                draft.bets[-1]["standing"] = True


def write_bet(rng: Random, draft: Draft, i: int, bet: dict[str, Any]) -> dict[str, Any]:
    """A bet as it stands in the round."""
    written: dict[str, Any] = {"id": rng.choice(("b", "β", "")) + str(i)}
    written |= bet | {"amount": write(rng, bet["amount"], draft.unit)}
    for key, values in (("standing", (False, None)), ("stage", (None,))):
        if key not in bet and rng.random() < 0.1:
            written[key] = rng.choice(values)
    return written


def near(rng: Random, amount: int) -> int:
    """That amount, or one unit beside it."""
    return min(MAX_UNITS, max(0, amount + rng.choice((-1, 0, 0, 1))))


def some_limits(rng: Random, draft: Draft) -> dict[str, Any] | None:
    """Limits that the bets keep, some of them just; a minimum may be missed."""
    if rng.random() < 0.2:
        return None
    main = [bet["amount"] for bet in draft.bets if bet["bet"] in MAIN]
    sides = [b["amount"] for b in draft.bets if b["bet"] not in MAIN and b["bet"] not in INSURANCE]
    limits: dict[str, Any] = {}
    if rng.random() < 0.8:
        limits["min"] = near(rng, rng.choice([0, 1, 10, 25, *main, *main]))
    if rng.random() < 0.3:
        limits["side_min"] = near(rng, rng.choice([1, 25, *sides]))
    if rng.random() < 0.4:
        limits["side_max"] = max(sides, default=0) + rng.choice((0, 0, 1, 1000))
    if draft.game not in STANDING and rng.random() < 0.8:
        held = main + (sides if "side_max" not in limits else [])
        limits["max"] = max(held, default=0) + rng.choice((0, 0, 1, 1000))
    if draft.game in STANDING and rng.random() < 0.9:
        limits["max_differential"] = some_differential(rng, draft, limits)
    written: dict[str, Any] = {
        key: write(rng, min(n, MAX_UNITS), draft.unit) for key, n in limits.items()
    }
    if rng.random() < 0.6:
        written["scope"] = rng.choice(("box", "table", "table", None))
    for key in ("min", "max", "max_differential", "side_min", "side_max"):
        if key not in written and rng.random() < 0.15:
            written[key] = None
    return written


def some_differential(rng: Random, draft: Draft, limits: dict[str, Any]) -> int:
    """A maximum differential, most often too little for what was bet."""
    box = rng.choice([bet["box"] for bet in draft.bets] or [1])
    gaps = []
    for boxes in ([box], range(draft.boxes + 1)):
        here = [bet for bet in draft.bets if bet["box"] in boxes and bet["bet"] in MAIN]
        signed = [bet["amount"] * (1 if bet["bet"] == "player" else -1) for bet in here]
        gaps.append(abs(sum(signed)))
    gap = rng.choice(gaps)
    least = limits.get("min", 0) * rng.randint(1, 5)
    return near(rng, rng.choice((0, 1, gap, gap // 2, gap * 3 // 4, gap * 9 // 10, least, 50, 500)))


def add_player_dealer(rng: Random, draft: Draft, line: Round, seat: int, seats: int | None) -> None:
    """Post a wager that often runs out on the way, and fees."""
    result = deal(draft.cards)
    clockwise = [(seat + step - 1) % draft.boxes + 1 for step in range(1, draft.boxes)]
    order = {box: i for i, box in enumerate(clockwise)}
    steps = [0]
    for kind in ("player", "banker", "tie"):
        here = [bet for bet in draft.bets if bet["bet"] == kind]
        for bet in sorted(here, key=lambda bet: order[bet["box"]]):
            paid = [o for fact, o in PAYS[draft.game][kind].items() if fact in result.facts]
            if paid:
                steps.append(steps[-1] - int(bet["amount"] * ratio(paid[0])))
            elif kind == "tie" or result.result != "tie":
                steps.append(steps[-1] + bet["amount"])
    i = rng.randrange(len(steps))
    low, high = sorted((abs(steps[max(0, i - 1)]), abs(steps[i])))
    ample = max(abs(step) for step in steps) + rng.randint(1, 1000)
    wager = rng.choice((near(rng, abs(steps[i])), rng.randint(low, high), ample, 1))
    names = [name for name in (*NAMES, "pat") if all(b["player"] != name for b in draft.bets)]
    line["player_dealer"] = {
        "seat": seat,
        "player": rng.choice(names),
        "wager": write(rng, min(MAX_UNITS, max(1, wager)), draft.unit),
    }
    if seats is not None or rng.random() < 0.2:
        line["seats"] = seats
    if rng.random() < 0.7:
        fees = {key: rng.choice((None, 0, 1, 2, 150)) for key in ("main", "tie", "player_dealer")}
        line["fees"] = {
            key: fee if fee is None else write(rng, fee, draft.unit)
            for key, fee in fees.items()
            if rng.random() < 0.8
        }
    elif rng.random() < 0.3:
        line["fees"] = None


# From here on: rounds that cannot be settled.

BAD_TEXT: tuple[Any, ...] = (
    *("NaN", "nan", "Infinity", "-inf", "1e400", "1e2", "1E2", "-0", "-5", "+5", " 5", "5 "),
    *("5\n", "", ".", "5.", ".5", "1.2.3", "1,000", "1_000", "0x10", "5/1", "ten", "null", "\x005"),
    *("\uff11\uff10\uff10", "\u0663", "\u00b2", "\u00bd", "100\u20ac", "5\u00a0"),
    *("1.12345678901234567", "1.0000000000000", "0" * 40 + "1", "9" * 41),
    *(True, False, 100, 1.5, 0, -1, 10**400, [], ["5"], {}, {"amount": "5"}),
)
BAD_CARDS: tuple[Any, ...] = (
    *("1h", "0s", "11c", "Xx", "", "A", "h", "hA", "Ahh", "10", "10hh", "1 0h", "A h", " Ah"),
    *("Ah ", "Ah\n", "Joker", "-5h", "Ax", "010h", "t0h", "T0h", "5.h", "AhKh", "14h", "1Oh"),
    *("\U0001f0a1", "5\u2665", "A\u017f", "\u212ah", "\uff15h", "1\uff10h"),  # upper() would err
)
NOT_CARDS: tuple[Any, ...] = (5, None, True, ["A", "h"], {"rank": "A"}, 1.0)

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


def bad_round(rng: Random) -> Round:
    """A round that cannot be settled."""
    return broken_round(rng)[0]


def broken_round(rng: Random) -> tuple[Round, frozenset[str]]:
    """A round broken in one way, and the codes of which one must be named."""
    breakage = rng.choices(BREAKAGES, [breakage.weight for breakage in BREAKAGES])[0]
    return broken_by(rng, breakage), breakage.codes


def broken_by(rng: Random, breakage: Breakage) -> Round:
    """A good round broken in that way."""
    for _ in range(10_000):
        line = good_round(rng, rng.choice(breakage.games))
        if breakage.breaker(rng, line):
            return line
    raise AssertionError(f"{breakage.breaker.__name__} never applies")


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


@breaks("malformed")
def unknown_key(rng: Random, line: Round) -> bool:
    """A key that nobody knows, anywhere in the round."""
    inside = [line, *line["bets"]]
    inside += [line[key] for key in ("limits", "player_dealer", "fees") if line.get(key)]
    rng.choice(inside)[rng.choice(("colour", "Game", "", "amounts", "rules"))] = rng.choice(
        (None, 1)
    )
    return True


@breaks("malformed unknown_game")
def no_game_given(rng: Random, line: Round) -> bool:
    line["game"] = rng.choice((None, 5, True, ["tiger"], {"key": "tiger"}, 1.5))
    if rng.random() < 0.3:
        del line["game"]
    return True


@breaks("unknown_game")
def no_such_game(rng: Random, line: Round) -> bool:
    line["game"] = rng.choice(("punto-banco", "", "Tiger", "tiger ", "player_dealer", "classic\n"))
    return True


@breaks("malformed")
def no_lists(rng: Random, line: Round) -> bool:
    """Cards or bets that are missing or no list."""
    key = rng.choice(("cards", "bets"))
    line[key] = rng.choice((None, "", "AhKh", 4, {}, True))
    if rng.random() < 0.3:
        del line[key]
    return True


@breaks("malformed")
def bad_round_id(rng: Random, line: Round) -> bool:
    line["id"] = rng.choice((True, False, 1.5, [], {}, ["r1"]))
    return True


@breaks("malformed")
def not_an_object(rng: Random, line: Round) -> bool:
    """Something else in the place of an object."""
    keys = ["limits", "bets"] + (["player_dealer", "fees"] if line["game"] in BANKED else [])
    key = rng.choice(keys)
    if key == "bets":
        line["bets"].append(rng.choice((None, 5, "player", [], True)))
    else:
        line[key] = rng.choice((5, "", "none", [], [{}], True, False, 0))
    return True


@breaks("malformed")
def bad_scope(rng: Random, line: Round) -> bool:
    line["limits"] = (line.get("limits") or {}) | {
        "scope": rng.choice(("row", "", "Box", 1, [], True))
    }
    return True


@breaks("malformed")
def bad_names(rng: Random, line: Round) -> bool:
    """Bet ids and players without a proper name."""
    bet = some_bet(rng, line)
    if bet is None:
        return False
    key = rng.choice(("id", "player"))
    bet[key] = rng.choice(("", None, 5, True, [], {}))
    if rng.random() < 0.2:
        del bet[key]
    return True


@breaks("malformed")
def same_bet_id(rng: Random, line: Round) -> bool:
    if len(line["bets"]) < 2:
        return False
    one, other = rng.sample(line["bets"], 2)
    one["id"] = other["id"]
    return True


@breaks("malformed")
def bad_standing(rng: Random, line: Round) -> bool:
    bet = some_bet(rng, line)
    if bet is not None:
        bet["standing"] = rng.choice(("true", "", 1, 0, [], {}))
    return bet is not None


@breaks("malformed")
def stage_without_insurance(rng: Random, line: Round) -> bool:
    bet = plain_bet(rng, line)
    if bet is not None:
        bet["stage"] = rng.choice((*STAGES, "", False, 0))
    return bet is not None


@breaks("malformed", *STANDING, weight=0.1)
def too_many_bets(rng: Random, line: Round) -> bool:
    """One bet more than a round holds; rarely, for it is large."""
    if not line["bets"]:
        return False
    box = next((b["box"] for b in line["bets"] if not b.get("standing")), 1)
    unit = money(1, unit_of(line))
    for i in range(MAX_BETS + 1 - len(line["bets"])):
        more = {"id": f"more {i}", "player": f"p{i}", "box": box, "bet": "player"}
        line["bets"].append(more | {"amount": unit, "standing": True})
    return True


@breaks("malformed bad_amount unknown_bet")
def missing_key(rng: Random, line: Round) -> bool:
    bet = plain_bet(rng, line)
    if bet is not None:
        del bet[rng.choice(("bet", "amount"))]
    return bet is not None


@breaks("malformed")
def odd_integer(rng: Random, line: Round) -> bool:
    """Decks, a box, a seat or the number of seats that is no JSON integer."""
    places = [(line, "decks")] + [(bet, "box") for bet in line["bets"]]
    if line["game"] in BANKED:
        places += [(line, "seats"), (line["player_dealer"], "seat")]
    where, key = rng.choice(places)
    where[key] = rng.choice((True, False, "8", 8.0, 1.5, [8], {}, "", "one"))
    return True


@breaks("decks_out_of_range foreign_card")
def wrong_decks(rng: Random, line: Round) -> bool:
    fewest, most, _ = GAMES[line["game"]]
    line["decks"] = rng.choice((fewest - 1, most + 1, 0, -8, 10**30, 2**63))
    return True


@breaks("bad_amount")
def hostile_amount(rng: Random, line: Round) -> bool:
    bet = some_bet(rng, line)
    if bet is not None:
        bet["amount"] = rng.choice((*BAD_TEXT, "0", "0.00", str(2**63), str(2**63 * 10**6)))
    return bet is not None


@breaks("bad_amount malformed")
def no_amount(rng: Random, line: Round) -> bool:
    bet = some_bet(rng, line)
    if bet is not None:
        bet["amount"] = None
    return bet is not None


@breaks("bad_amount")
def hostile_elsewhere(rng: Random, line: Round) -> bool:
    """The unit, a limit, a fee or the wager written as no amount is."""
    known = ["min", "side_min", "side_max"]
    known.append("max_differential" if line["game"] in STANDING else "max")
    where, key = line, "unit"
    if line["game"] in BANKED and rng.random() < 0.6:
        where, key = line["player_dealer"], "wager"
        if rng.random() < 0.5:
            line["fees"] = where = dict(line.get("fees") or {})
            key = rng.choice(("main", "tie", "player_dealer"))
    elif rng.random() < 0.6:
        line["limits"] = where = dict(line.get("limits") or {})
        key = rng.choice(known)
    where[key] = rng.choice((*BAD_TEXT, *(("0", "0.0") if key in ("unit", "wager") else ())))
    return True


@breaks("bad_amount")
def off_the_unit(rng: Random, line: Round) -> bool:
    """Half a unit too much, in a bet, a limit, a fee or the wager."""
    half = unit_of(line) / 2
    odd = money(2 * rng.randint(0, 500) + 1, half)
    places = [(bet, "amount") for bet in line["bets"]]
    for key in ("limits", "fees"):
        places += [(line[key], k) for k, v in (line.get(key) or {}).items() if v and k != "scope"]
    if line["game"] in BANKED:
        places.append((line["player_dealer"], "wager"))
    if not places:
        return False
    where, key = rng.choice(places)
    where[key] = odd
    return True


@breaks("bad_amount")
def odd_unit(rng: Random, line: Round) -> bool:
    """A unit of which the bets are no multiples, or one too fine."""
    if not line["bets"]:
        return False
    line["unit"] = rng.choice(
        ("0.000000001", "0.0000000000001", money(2 * 10**15 + 1, Fraction(1)))
    )
    return True


@breaks("bad_amount above_maximum insurance_over_cap")
def one_unit_too_many(rng: Random, line: Round) -> bool:
    bet = some_bet(rng, line)
    if bet is not None:
        bet["amount"] = money(MAX_UNITS + rng.choice((1, 1, MAX_UNITS)), unit_of(line))
    return bet is not None


@breaks("bad_card")
def no_such_card(rng: Random, line: Round) -> bool:
    line["cards"][rng.randrange(len(line["cards"]))] = rng.choice(BAD_CARDS)
    return True


@breaks("bad_card malformed")
def not_a_card(rng: Random, line: Round) -> bool:
    line["cards"][rng.randrange(len(line["cards"]))] = rng.choice(NOT_CARDS)
    return True


@breaks("wrong_cards")
def card_missing(rng: Random, line: Round) -> bool:
    del line["cards"][rng.choice((-1, -1, -1, -2, -4)) :]
    return True


@breaks("wrong_cards")
def card_too_many(rng: Random, line: Round) -> bool:
    new = [r + s for r in "A23456789JQK" for s in "cdhs"]
    new = [
        card for card in new if card not in [c[0].upper() + c[1:].lower() for c in line["cards"]]
    ]
    line["cards"] += rng.sample(new, rng.choice((1, 1, 2, 40)))
    return True


@breaks("foreign_card", "tournament", "tiger", "insurance")
def more_copies_than_decks(rng: Random, line: Round) -> bool:
    """Five or six of one card from four or five decks, in a complete coup."""
    rank = rng.choice("A2567TJQK")
    ranks = [rank] * 6
    line["decks"] = rng.choice((4, 5))
    if line["decks"] == 4 and rank in "TJQK":
        ranks[rng.randrange(6)] = rng.choice([other for other in "TJQK" if other != rank])
    suit = rng.choice("cdhs")
    line["cards"] = [spell(rng, r + suit) for r in ranks]
    line["bets"] = [bet for bet in line["bets"] if bet["bet"] not in INSURANCE]
    return True


@breaks("unknown_bet")
def no_such_bet(rng: Random, line: Round) -> bool:
    """A bet that is not of this game, insurance included where it is not offered at all."""
    bet = plain_bet(rng, line)
    if bet is None:
        return False
    known = PAYS[line["game"]]
    others = [kind for pays in PAYS.values() for kind in pays if kind not in known]
    bet["bet"] = rng.choice((*others, "lucky_six", "", "PLAYER", "player ", "pair"))
    if line["game"] != "insurance" and rng.random() < 0.3:
        bet |= {"bet": rng.choice(list(INSURANCE)), "stage": rng.choice(STAGES)}
    return True


@breaks("no_box no_standing insurance_without_original side_needs_main")
def no_such_box(rng: Random, line: Round) -> bool:
    bet = some_bet(rng, line)
    if bet is not None:
        bet["box"] = rng.choice((0, -1, boxes_of(line) + 1, 10**20, 2**63))
    return bet is not None


@breaks("duplicate_bet insurance_over_cap")
def same_bet_twice(rng: Random, line: Round) -> bool:
    bet = some_bet(rng, line)
    if bet is None:
        return False
    again = copy.deepcopy(bet) | {"id": "again"}
    if line["game"] in STANDING and rng.random() < 0.3 and not bet.get("standing"):
        again["standing"] = True
    line["bets"].insert(rng.randint(0, len(line["bets"])), again)
    return True


@breaks("box_taken")
def second_player_on_a_box(rng: Random, line: Round) -> bool:
    seated = [b for b in line["bets"] if not b.get("standing") and b["bet"] not in INSURANCE]
    if not seated:
        return False
    return put(rng, line, "second", rng.choice(seated)["box"], rng.choice(MAIN))


@breaks("no_standing", *CAPPED)
def standing_where_nobody_may(rng: Random, line: Round) -> bool:
    bet = some_bet(rng, line)
    if bet is not None:
        bet["standing"] = True
    return bet is not None


@breaks("no_standing", *STANDING)
def standing_behind_nobody(rng: Random, line: Round) -> bool:
    """A standing bet on an empty box, or on one where everybody stands."""
    if rng.random() < 0.5 and (free := empty_boxes(line)):
        return put(rng, line, "zed", rng.choice(free), rng.choice(MAIN), standing=True)
    bet = plain_bet(rng, line)
    for other in line["bets"]:
        if bet is not None and other["box"] == bet["box"]:
            other["standing"] = True
    return bet is not None


@breaks("above_maximum")
def above_the_maximum(rng: Random, line: Round) -> bool:
    """A maximum lowered to one unit below a bet."""
    bet = plain_bet(rng, line)
    if bet is None or units_of(line, bet["amount"]) < 2:
        return False
    below = money(units_of(line, bet["amount"]) - 1, unit_of(line))
    limits = dict(line.get("limits") or {})
    if bet["bet"] in MAIN and line["game"] in STANDING:
        return False
    if bet["bet"] in MAIN:
        limits["max"] = below
    elif line["game"] not in STANDING and rng.random() < 0.5:
        limits |= {"max": below, "side_max": None}
    else:
        limits["side_max"] = below
    line["limits"] = limits
    return True


@breaks("malformed", *GAMES)
def limit_of_another_game(rng: Random, line: Round) -> bool:
    key = "max" if line["game"] in STANDING else "max_differential"
    line["limits"] = (line.get("limits") or {}) | {key: money(MAX_UNITS, unit_of(line))}
    return True


@breaks("both_sides", "tournament")
def both_hands(rng: Random, line: Round) -> bool:
    """A second hand for a player, on the same box or another (3.3)."""
    bet, free = some_bet(rng, line, *MAIN), empty_boxes(line)
    if bet is None:
        return False
    box = rng.choice([*free, bet["box"]]) if rng.random() < 0.5 else bet["box"]
    return put(rng, line, bet["player"], box, MAIN[bet["bet"] == "player"])


@breaks("side_needs_main", "tournament")
def side_alone(rng: Random, line: Round) -> bool:
    """Somebody without a main bet (3.4)."""
    free = empty_boxes(line)
    if free and rng.random() < 0.5:
        return put(rng, line, "zed", free[0], rng.choice(("tie", "player_pair", "banker_pair")))
    bet = some_bet(rng, line, "tie", "player_pair", "banker_pair")
    if bet is None:
        return False
    player = bet["player"]
    line["bets"] = [b for b in line["bets"] if b["player"] != player or b["bet"] not in MAIN]
    return True


@breaks("insurance_not_offered", "insurance")
def not_offered(rng: Random, line: Round) -> bool:
    """Insurance that the coup never offered, on a bet that stands."""
    coup = deal([spell_back(card) for card in line["cards"]])
    bet = some_bet(rng, line, *MAIN)
    stages = [s for s in STAGES if bet and offer(coup, s, bet["bet"]) is None]
    if bet is None or not stages:
        return False
    kind, stage = bet["bet"] + "_insurance", rng.choice(stages)
    return put(rng, line, bet["player"], bet["box"], kind, stage=stage)


def spell_back(card: str) -> str:
    """The short form of a card that is written in some way."""
    return ("T" if card[:-1] == "10" else card[0].upper()) + card[-1].lower()


@breaks("insurance_without_original", "insurance")
def nothing_to_insure(rng: Random, line: Round) -> bool:
    """Insurance by a stranger, for the other hand, or from another box."""
    coup = deal([spell_back(card) for card in line["cards"]])
    offered = [(s, h) for s in STAGES for h in MAIN if offer(coup, s, h) is not None]
    bet = some_bet(rng, line)
    if bet is None or not offered:
        return False
    stage, hand = rng.choice(offered)
    player, box = rng.choice(((bet["player"], bet["box"]), ("zed", bet["box"]), (bet["player"], 9)))
    here = [b for b in line["bets"] if (b["player"], b["box"]) == (player, box)]
    if any(b["bet"] in (hand, hand + "_insurance") for b in here):
        return False
    return put(rng, line, player, box, hand + "_insurance", stage=stage)


@breaks("insurance_over_cap", "insurance")
def over_the_cap(rng: Random, line: Round) -> bool:
    """Insurance for one unit more than the original bet allows (3.12.2)."""
    coup = deal([spell_back(card) for card in line["cards"]])
    bet = some_bet(rng, line, *INSURANCE)
    if bet is None:
        return False
    hand = INSURANCE[bet["bet"]]
    here = [b for b in line["bets"] if (b["player"], b["box"]) == (bet["player"], bet["box"])]
    left = Fraction(next(units_of(line, b["amount"]) for b in here if b["bet"] == hand))
    for other in here:
        if other["bet"] == bet["bet"] and other is not bet:
            left -= units_of(line, other["amount"]) * ratio(
                offer(coup, other["stage"], hand) or "0:1"
            )
    most = int(left / ratio(offer(coup, bet["stage"], hand) or "1:1"))
    bet["amount"] = money(most + 1, unit_of(line))
    return most < MAX_UNITS


@breaks("malformed", "insurance")
def bad_stage(rng: Random, line: Round) -> bool:
    bet = some_bet(rng, line, *INSURANCE)
    if bet is None:
        return False
    bet["stage"] = rng.choice((None, "", "five_cards", "Four_cards", 1, True, ["four_cards"], {}))
    if rng.random() < 0.3:
        del bet["stage"]
    return True


@breaks("player_dealer_missing", *BANKED)
def nobody_banks(rng: Random, line: Round) -> bool:
    line["player_dealer"] = None
    if rng.random() < 0.5:
        del line["player_dealer"]
    return True


@breaks("player_dealer_bets", *BANKED)
def the_dealer_bets(rng: Random, line: Round) -> bool:
    free = empty_boxes(line)
    kind = rng.choice(("player", "banker", "tie"))
    return bool(free) and put(rng, line, line["player_dealer"]["player"], free[-1], kind)


@breaks("box_taken", *BANKED)
def on_the_dealers_seat(rng: Random, line: Round) -> bool:
    return put(rng, line, "zed", line["player_dealer"]["seat"], rng.choice(("player", "tie")))


@breaks("box_taken player_dealer_bets", *BANKED)
def the_dealer_bets_at_home(rng: Random, line: Round) -> bool:
    dealer = line["player_dealer"]
    return put(rng, line, dealer["player"], dealer["seat"], rng.choice(("player", "tie")))


@breaks("malformed no_box", *BANKED)
def wrong_seats(rng: Random, line: Round) -> bool:
    line["seats"] = rng.choice((9, 0, 7, 13, 15, -8, 1))
    return True


@breaks("no_box malformed", *BANKED)
def dealer_off_the_table(rng: Random, line: Round) -> bool:
    line["player_dealer"]["seat"] = rng.choice((0, -1, boxes_of(line) + 1, 10**20))
    return True


@breaks("malformed bad_amount player_dealer_missing", *BANKED)
def half_a_dealer(rng: Random, line: Round) -> bool:
    """A player-dealer without a seat, a name or a wager."""
    key = rng.choice(("seat", "player", "wager"))
    if rng.random() < 0.5:
        del line["player_dealer"][key]
    else:
        line["player_dealer"][key] = None
    if rng.random() < 0.1:
        line["player_dealer"] = {}
    return True


@breaks("malformed", *HOUSE)
def dealer_of_another_game(rng: Random, line: Round) -> bool:
    """What belongs to a player-dealer, at a table that the house banks."""
    line |= rng.choice(
        (
            {"player_dealer": {"seat": 1, "player": "pat", "wager": "500"}},
            {"seats": 8},
            {"fees": {"main": "0"}},
            {"fees": {}},
        )
    )
    return True

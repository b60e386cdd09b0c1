"""Random rounds for `croupier settle`, as decoded JSON, that are settled without an error.

They are biased towards what is rare at a table. The same generator state gives the same round.
"""

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from naive.pay_tables import MAX_UNITS
from naive.settlement import (
    BANKER_ALONE,
    BANKER_PLAYS,
    GAMES,
    INSURANCE,
    MAIN,
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
    if rng.random() < 0.25:
        take_back(rng, draft)
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


def take_back(rng: Random, draft: Draft) -> None:
    """Let some take back all that they bet, or single bets, and insurance with its original."""
    everything = rng.random() < 0.6
    gone = {bet["player"]: rng.random() < rng.choice((0.3, 0.5, 1)) for bet in draft.bets}
    for bet in draft.bets:
        if bet["bet"] not in INSURANCE and (
            gone[bet["player"]] if everything else rng.random() < 0.4
        ):
            bet["returned"] = True
    back = {(b["player"], b["box"], b["bet"]) for b in draft.bets if b.get("returned")}
    for bet in draft.bets:
        if (bet["player"], bet["box"], INSURANCE.get(bet["bet"])) in back:
            bet["returned"] = True


def write_bet(rng: Random, draft: Draft, i: int, bet: dict[str, Any]) -> dict[str, Any]:
    """A bet as it stands in the round."""
    written: dict[str, Any] = {"id": rng.choice(("b", "β", "")) + str(i)}
    written |= bet | {"amount": write(rng, bet["amount"], draft.unit)}
    plain = (("standing", (False, None)), ("stage", (None,)), ("returned", (False, None)))
    for key, values in plain:
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
        here = [b for b in draft.bets if b["bet"] == kind and not b.get("returned")]
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

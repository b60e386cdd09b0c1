"""Settle one round the slow and plain way; nothing here comes from the package under test.

The tables are in `pay_tables`, the reading of a line in `reading`; both are at hand here too.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Any

from naive.pay_tables import (
    BANKER_ALONE,
    BANKER_PLAYS,
    CARDS,
    GAMES,
    INSURANCE,
    MAIN,
    OFFERS,
    PAYS,
    PLAYER_PLAYS,
    STAGES,
    STANDING,
    VALUES,
)
from naive.reading import (
    Bet,
    Wrong,
    a_box,
    a_name,
    an_amount,
    an_integer,
    an_object,
    check_bets,
    check_people,
    optional,
    read_bets,
    read_limits,
    units,
)

__all__ = (
    "BANKER_ALONE",
    "BANKER_PLAYS",
    "CARDS",
    "GAMES",
    "INSURANCE",
    "MAIN",
    "OFFERS",
    "PAYS",
    "PLAYER_PLAYS",
    "STAGES",
    "STANDING",
    "VALUES",
    "Bet",
    "Coup",
    "Wrong",
    "a_box",
    "a_name",
    "an_amount",
    "an_integer",
    "an_object",
    "bank",
    "deal",
    "groups",
    "money",
    "offer",
    "optional",
    "pro_rata",
    "ratio",
    "read_bets",
    "read_limits",
    "settle",
    "settle_bet",
    "total",
    "units",
)


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
    for bet in bets:
        if bet.returned:  # taken back later; it has counted for the others' shares (5.12.3)
            bet.in_action = 0
    if banked:
        taken = bank([bet for bet in bets if not bet.returned], coup, seat, boxes, wager)
    else:
        for bet in bets:
            settle_bet(bet, game, coup)

    net = {bet.player: 0 for bet in bets}
    collected = 0
    for bet in bets:
        fee = fees["tie"] if bet.kind == "tie" else fees["main"]
        fee = 0 if bet.returned else fee
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
        # insurance goes back with its original; a reading given: it may go back without it
        gone = any(other.returned for other in mine if other.kind == hand)
        if not original or (gone and not bet.returned):
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

"""Rounds that can be read and break a rule of the game."""

import copy
from fractions import Fraction
from random import Random

from naive.breakages import (
    BANKED,
    CAPPED,
    HOUSE,
    boxes_of,
    breaks,
    empty_boxes,
    plain_bet,
    put,
    some_bet,
    unit_of,
    units_of,
)
from naive.pay_tables import MAX_UNITS
from naive.rounds import Round
from naive.settlement import (
    GAMES,
    INSURANCE,
    MAIN,
    PAYS,
    STAGES,
    STANDING,
    deal,
    money,
    offer,
    ratio,
)


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
    if bet is not None and bet.get("returned"):
        return False
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


@breaks("insurance_without_original", "insurance")
def insurance_left_behind(rng: Random, line: Round) -> bool:
    """The original was taken back, the insurance on it was not."""
    bet = some_bet(rng, line, *INSURANCE)
    if bet is None:
        return False
    for other in line["bets"]:
        here = (other["player"], other["box"]) == (bet["player"], bet["box"])
        if here and other["bet"] == INSURANCE[bet["bet"]]:
            other["returned"] = True
    bet["returned"] = rng.choice((False, None))
    return True


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

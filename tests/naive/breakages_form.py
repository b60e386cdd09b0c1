"""Rounds that no reader can read: wrong keys, numbers, amounts and cards."""

from fractions import Fraction
from random import Random
from typing import Any

from naive.breakages import BANKED, breaks, plain_bet, some_bet, unit_of
from naive.pay_tables import MAX_BETS, MAX_UNITS
from naive.rounds import Round, spell
from naive.settlement import GAMES, INSURANCE, STAGES, STANDING, money

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
def bad_returned(rng: Random, line: Round) -> bool:
    bet = some_bet(rng, line)
    if bet is not None:
        bet["returned"] = rng.choice(("true", "", 1, 0, [], {}, "refund"))
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

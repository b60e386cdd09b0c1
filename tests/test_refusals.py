"""Every error code of the contract, with a message that a cashier would understand."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import croupier
from croupier import Bet, Coup, settle
from croupier.cli.arguments import KnownGames
from croupier.errors import Code, CroupierError, InvalidInput
from croupier.game import read_game
from croupier.game.loading import shipped
from croupier.settlement.settle_json import MOST_BETS, refuse_json, settle_json
from shoes import own_game

Round = dict[str, Any]
load = KnownGames().find


def bet(bet_id: str, player: str, box: int, kind: str, amount: str, **more: Any) -> Round:
    return {"id": bet_id, "player": player, "box": box, "bet": kind, "amount": amount, **more}


INSURANCE: Round = {
    "id": "r1",
    "game": "insurance",
    "limits": {"min": "25", "max_differential": "5000"},
    "cards": ["2s", "6d", "3c", "Kh", "9c"],
    "bets": [
        bet("a", "ann", 1, "banker", "100"),
        bet("b", "bob", 1, "banker", "40", standing=True),
        bet("c", "ann", 1, "banker_insurance", "30", stage="four_cards"),
    ],
}
TOURNAMENT: Round = {
    "id": "r2",
    "game": "tournament",
    "limits": {"min": "5", "max": "100", "side_max": "20"},
    "cards": ["9s", "4d", "Kc", "3h"],
    "bets": [bet("a", "ann", 1, "player", "100"), bet("b", "ann", 1, "tie", "10")],
}
BANKED: Round = {
    "id": "r3",
    "game": "player-dealer",
    "cards": ["9s", "4d", "Kc", "3h"],
    "player_dealer": {"seat": 3, "player": "pat", "wager": "500"},
    "fees": {"main": "1", "tie": "1", "player_dealer": "2"},
    "bets": [bet("a", "ann", 1, "player", "100")],
}

Change = Callable[[Round], object]


def put(key: str, value: object) -> Change:
    return lambda round_: round_.__setitem__(key, value)


def drop(key: str) -> Change:
    return lambda round_: round_.pop(key)


def on_bet(number: int, key: str, value: object) -> Change:
    return lambda round_: round_["bets"][number].__setitem__(key, value)


def add(*more: Round) -> Change:
    return lambda round_: round_["bets"].extend(more)


CASES: list[tuple[str, Round, Change, str | None, str]] = [
    # code, round, what is changed in it, the rule named, words of the message
    ("unknown_game", INSURANCE, put("game", "punto"), None, 'no game "punto"; known are classic'),
    ("unknown_game", INSURANCE, put("game", "no/such.toml"), None, "No such file"),
    ("unknown_bet", INSURANCE, on_bet(0, "bet", "dragon"), None, 'no bet "dragon"; it has player'),
    ("unknown_bet", TOURNAMENT, on_bet(0, "bet", "player_insurance"), None, "no bet"),
    ("bad_card", INSURANCE, put("cards", ["1s"]), None, '"1s" is no card: rank A 2-9 T J Q K'),
    ("bad_card", INSURANCE, put("cards", [9]), None, "9 is no card"),
    ("bad_amount", INSURANCE, on_bet(0, "amount", 100), None, 'string of digits, like "47.50"'),
    ("bad_amount", INSURANCE, on_bet(0, "amount", "0"), None, "more than nothing"),
    ("bad_amount", INSURANCE, on_bet(0, "amount", "1.005"), None, "not a multiple of the unit"),
    ("bad_amount", INSURANCE, on_bet(0, "amount", str(2**63)), None, "more than this system takes"),
    ("bad_amount", INSURANCE, on_bet(0, "amount", None), None, 'like "47.50", not nothing'),
    ("bad_amount", INSURANCE, put("unit", "0"), None, "the unit must be more than nothing"),
    ("bad_amount", INSURANCE, put("limits", {"min": "-1"}), None, "the limit min"),
    ("bad_amount", BANKED, put("fees", {"main": "0.005"}), None, "the main fee"),
    ("decks_out_of_range", INSURANCE, put("decks", 9), "2.2.1", "with 4 to 8 decks, not 9"),
    ("decks_out_of_range", BANKED, put("decks", 6), "deck", "with 8 decks, not 6"),
    (
        "wrong_cards",
        INSURANCE,
        put("cards", ["2s", "6d", "3c", "Kh"]),
        "3.15",
        "Player has 5 and draws a third card; only 4 cards given",
    ),
    (
        "wrong_cards",
        TOURNAMENT,
        put("cards", ["6s", "2d", "Kc", "3h"]),
        "3.6",
        "Banker has 5 and draws a third card",
    ),
    ("wrong_cards", INSURANCE, put("cards", ["2s"]), "3.10", "starts with four cards; only 1 card"),
    (
        "wrong_cards",
        INSURANCE,
        put("cards", ["2s", "6d", "3c"]),
        "3.10",
        "starts with four cards; only 3 cards",
    ),
    ("wrong_cards", INSURANCE, put("cards", []), "3.10", "starts with four cards; only 0 cards"),
    (
        "wrong_cards",
        INSURANCE,
        put("cards", ["2s", "6d", "3c", "Kh", "9c", "2c"]),
        "3.15",
        "complete with 5 cards, Player 4 and Banker 6, but 6 were dealt",
    ),
    ("wrong_cards", INSURANCE, put("cards", ["2s"] * 1000), "3.15", "six cards at most, not 1000"),
    ("wrong_cards", INSURANCE, put("cards", [*["2s"] * 7, "x"]), "3.15", "at most, not 8"),
    ("bad_card", INSURANCE, put("cards", [*["2s"] * 6, "x"]), None, '"x" is no card'),
    (
        "wrong_cards",
        TOURNAMENT,
        put("cards", ["9s", "4d", "Kc", "3h", "2c"]),
        "3.7",
        "complete with 4 cards, Player 9 and Banker 7, but 5 were dealt",
    ),
    (
        "wrong_cards",
        INSURANCE,
        put("cards", ["Ks", "Kd", "2c", "3h", "2s", "3d", "9c"]),
        "3.15",
        "six cards at most, not 7",
    ),
    (
        "foreign_card",
        TOURNAMENT,
        lambda r: r.update(decks=4, cards=["Ks"] * 5 + ["9h"]),
        "5.1.1",
        "Ks came up more often than 4 decks hold it",
    ),
    (
        "both_sides",
        TOURNAMENT,
        add(bet("z", "ann", 2, "banker", "10")),
        "3.3",
        "ann backs player and banker",
    ),
    (
        "side_needs_main",
        TOURNAMENT,
        add(bet("z", "bob", 2, "tie", "10")),
        "3.4",
        "bob bets on tie without a bet on a hand",
    ),
    (
        "no_standing",
        TOURNAMENT,
        add(bet("z", "bob", 1, "banker", "10", standing=True)),
        "2.1.2",
        "nobody bets on another's box",
    ),
    (
        "no_standing",
        INSURANCE,
        add(bet("z", "bob", 2, "banker", "30", standing=True)),
        "1.20",
        "bob stands at box 2, where no seated player has a bet",
    ),
    ("no_box", INSURANCE, on_bet(0, "box", 10), "2.1.1", "no box 10: they run from 1 to 9"),
    ("no_box", INSURANCE, on_bet(0, "box", 0), "2.1.1", "no box 0"),
    ("no_box", BANKED, on_bet(0, "box", 9), "table-seats", "no seat 9: they run from 1 to 8"),
    (
        "no_box",
        BANKED,
        put("player_dealer", {"seat": 9, "player": "pat", "wager": "5"}),
        "table-seats",
        "no seat 9",
    ),
    (
        "box_taken",
        INSURANCE,
        add(bet("z", "cy", 1, "player", "30")),
        "1.19",
        "box 1 is ann's; cy cannot sit there too",
    ),
    (
        "box_taken",
        BANKED,
        on_bet(0, "box", 3),
        "table-no-back-line",
        "seat 3 is the player-dealer's",
    ),
    (
        "above_maximum",
        TOURNAMENT,
        on_bet(0, "amount", "100.01"),
        None,
        "100.01 on player is over the maximum of 100.00",
    ),
    ("above_maximum", TOURNAMENT, on_bet(1, "amount", "20.01"), None, "the maximum of 20.00"),
    (
        "above_maximum",
        INSURANCE,
        lambda r: (
            r.update(limits={"by_bet": {"tie": {"max": "5"}}}),
            r["bets"].append(bet("z", "ann", 1, "tie", "6")),
        ),
        "3.5",
        "6.00 on tie is over the maximum of 5.00",
    ),
    (
        "insurance_not_offered",
        INSURANCE,
        on_bet(2, "stage", "player_third"),
        "1.9",
        "Banker Insurance was not on offer after Player's third card",
    ),
    (
        "insurance_without_original",
        INSURANCE,
        on_bet(2, "player", "bob_2"),
        "3.11",
        "bob_2 has no bet on banker at box 1 to insure",
    ),
    (
        "insurance_over_cap",
        INSURANCE,
        on_bet(2, "amount", "33.34"),
        "3.12.2",
        "would pay more than the original bet of 100.00",
    ),
    (
        "duplicate_bet",
        INSURANCE,
        add(bet("z", "ann", 1, "banker", "10")),
        None,
        "two bets on banker at box 1: raise the one",
    ),
    (
        "duplicate_bet",
        INSURANCE,
        add(bet("y", "bob", 2, "tie", "10"), bet("z", "bob", 2, "tie", "20")),
        None,
        "bob has two bets on tie at box 2",
    ),
    (
        "player_dealer_bets",
        BANKED,
        on_bet(0, "player", "pat"),
        "dealing-position",
        "pat banks this round and places no bet",
    ),
    (
        "player_dealer_missing",
        BANKED,
        drop("player_dealer"),
        "dealing-position",
        "no round without",
    ),
    ("malformed", INSURANCE, put("id", 1.5), None, "the id of a round"),
    ("malformed", INSURANCE, put("id", {"a": 1}), None, "the id of a round"),
    ("malformed", INSURANCE, put("id", True), None, "the id of a round"),
    ("malformed", INSURANCE, put("nonsense", 1), None, 'a round has no "nonsense"; it has bets'),
    ("malformed", INSURANCE, on_bet(0, "standng", True), None, 'a bet has no "standng"'),
    ("malformed", INSURANCE, drop("game"), None, "game is the key of a game"),
    ("malformed", INSURANCE, drop("cards"), None, "cards is a list of cards"),
    ("malformed", INSURANCE, drop("bets"), None, "bets is a list of bets"),
    ("malformed", INSURANCE, put("bets", [5]), None, "a bet is an object, not 5"),
    ("malformed", INSURANCE, on_bet(1, "id", "a"), None, 'two bets have the id "a"'),
    ("malformed", INSURANCE, on_bet(2, "id", "b"), None, 'two bets have the id "b"'),
    ("malformed", INSURANCE, on_bet(0, "id", 1), None, "a bet has an id of its own"),
    ("malformed", INSURANCE, on_bet(0, "id", ""), None, "a bet has an id of its own"),
    ("malformed", INSURANCE, on_bet(0, "player", ""), None, 'bet "a" names its player'),
    ("malformed", INSURANCE, on_bet(0, "bet", 7), None, "says what it is on"),
    ("malformed", INSURANCE, on_bet(0, "box", "1"), None, "a box, a whole number"),
    ("malformed", INSURANCE, on_bet(0, "box", True), None, "a box, a whole number"),
    ("malformed", INSURANCE, on_bet(0, "standing", 1), None, "true or false"),
    (
        "malformed",
        INSURANCE,
        on_bet(0, "stage", "four_cards"),
        None,
        "no insurance and has no stage",
    ),
    ("malformed", INSURANCE, on_bet(2, "stage", None), None, "four_cards or player_third"),
    ("malformed", INSURANCE, on_bet(2, "stage", []), None, "four_cards or player_third"),
    ("malformed", INSURANCE, put("decks", "8"), None, "decks is a whole number"),
    ("malformed", INSURANCE, put("decks", 8.0), None, "decks is a whole number"),
    ("malformed", INSURANCE, put("limits", []), None, "limits is an object"),
    ("malformed", INSURANCE, put("limits", {"max": "5"}), None, "this game has no max"),
    (
        "malformed",
        TOURNAMENT,
        put("limits", {"max_differential": "5"}),
        None,
        "no max_differential",
    ),
    ("malformed", INSURANCE, put("limits", {"most": "5"}), None, 'limits has no "most"'),
    ("malformed", INSURANCE, put("limits", {"scope": "pit"}), None, 'scope is "box" or "table"'),
    ("malformed", INSURANCE, put("limits", {"by_bet": []}), None, "by_bet is an object"),
    ("malformed", INSURANCE, put("limits", {"by_bet": {"x": {}}}), None, "name a bet of this game"),
    (
        "malformed",
        INSURANCE,
        put("limits", {"by_bet": {"tie": 5}}),
        None,
        "by_bet tie is an object",
    ),
    ("malformed", INSURANCE, put("limits", {"by_box": {"10": {}}}), None, "a box from 1 to 9"),
    ("malformed", INSURANCE, put("limits", {"by_bet": {"banker": {"max": "5"}}}), None, "no max"),
    ("malformed", INSURANCE, put("limits", {"by_box": {"1": {"max": "5"}}}), None, "no max"),
    ("malformed", INSURANCE, put("limits", {"by_box": {"01": {}}}), None, "a box from 1 to 9"),
    ("malformed", INSURANCE, put("limits", {"by_box": {"0": {}}}), None, "a box from 1 to 9"),
    ("malformed", INSURANCE, lambda r: r.update(z=1, b=2), None, 'a round has no "b"'),
    ("malformed", BANKED, put("seats", 9), None, "a table has 8 or 14 seats, not 9"),
    ("malformed", BANKED, put("player_dealer", []), None, "player_dealer is an object"),
    (
        "malformed",
        BANKED,
        put("player_dealer", {"player": "pat", "wager": "1"}),
        None,
        "has a seat",
    ),
    ("malformed", BANKED, put("player_dealer", {"seat": 3, "wager": "1"}), None, "has a name"),
    (
        "malformed",
        BANKED,
        put("player_dealer", {"seat": 3, "player": 7, "wager": "1"}),
        None,
        "has a name",
    ),
    (
        "malformed",
        BANKED,
        put("player_dealer", {"seat": 3, "player": "", "wager": "1"}),
        None,
        "has a name",
    ),
    (
        "malformed",
        BANKED,
        put("fees", {"tip": "1"}),
        None,
        'unknown fee "tip"; known are main, tie',
    ),
    ("malformed", BANKED, put("fees", []), None, "fees is an object"),
    ("malformed", INSURANCE, put("fees", {"main": "1"}), None, "it takes no fees"),
    ("malformed", INSURANCE, put("seats", 8), None, "no player_dealer, no seats"),
    (
        "malformed",
        INSURANCE,
        lambda r: r.update(bets=r["bets"][:1] * MOST_BETS),
        None,
        'two bets have the id "a"',
    ),
    (
        "malformed",
        INSURANCE,
        lambda r: r["bets"].extend(r["bets"][:1] * MOST_BETS),
        None,
        "a round of 10003 bets is too large",
    ),
]


@pytest.mark.parametrize("round_", [INSURANCE, TOURNAMENT, BANKED], ids=lambda r: str(r["game"]))
def test_unchanged_they_are_settled(round_: Round) -> None:
    assert "error" not in settle_json(copy.deepcopy(round_), load)


@pytest.mark.parametrize(
    ("code", "round_", "change", "rule", "words"),
    CASES,
    ids=[f"{case[0]}-{number}" for number, case in enumerate(CASES)],
)
def test_a_refusal_names_code_rule_and_reason(
    code: str, round_: Round, change: Change, rule: str | None, words: str
) -> None:
    broken = copy.deepcopy(round_)
    change(broken)
    said = settle_json(broken, load)
    assert set(said) == {"id", "error"}, "nothing of it is settled"
    error = said["error"]
    assert error["code"] == code
    assert words in error["message"]
    assert error["rule"] == rule
    assert len(error["message"]) < 300


def test_every_code_has_a_case() -> None:
    codes = list(Code)
    # What comes after belongs to a table: a round to be settled has no roles and no phases.
    assert {case[0] for case in CASES} == set(codes[: codes.index(Code.MALFORMED) + 1])


@pytest.mark.parametrize("data", [None, 5, "x", [], True, [INSURANCE]])
def test_what_is_no_object_is_malformed(data: object) -> None:
    assert settle_json(data, load)["error"]["code"] == "malformed"


@pytest.mark.parametrize("box", ["1", "9"])
def test_the_first_and_the_last_box_may_have_limits(box: str) -> None:
    limits = {"by_box": {box: {"min": "50"}}}
    assert "error" not in settle_json({**copy.deepcopy(INSURANCE), "limits": limits}, load)


def test_the_smallest_stake_is_one_unit() -> None:
    """The API takes amounts in units: nothing is no stake, one unit is."""
    round_ = croupier.Round(croupier.load("classic"), Coup.of("9s 4d Kc 3h"))
    one = replace(round_, bets=(Bet("a", "ann", 1, "player", 1),))
    assert settle(one).net == {"ann": 1}
    with pytest.raises(InvalidInput, match="more than nothing"):
        settle(replace(round_, bets=(Bet("a", "ann", 1, "player", 0),)))


def test_the_house_takes_no_fees_from_a_round_made_in_code() -> None:
    round_ = croupier.Round(croupier.load("classic"), Coup.of("9s 4d Kc 3h"))
    with pytest.raises(InvalidInput, match="no player_dealer, no seats and no fees"):
        settle(replace(round_, fees={"main": 100}))


@pytest.mark.parametrize("both", [True, False])
@pytest.mark.parametrize("alone", [True, False])
def test_both_hands_and_a_side_bet_alone_are_allowed_apart(both: bool, alone: bool) -> None:
    """Games of the house have both or neither; a game file may have one of them."""
    data: Any = copy.deepcopy(shipped("tournament").data)
    data["betting"]["both_sides"]["allowed"] = both
    data["betting"]["side_alone"]["allowed"] = alone
    game = read_game(data, "own.toml", shipped)
    round_ = croupier.Round(game, Coup.of("9s 4d Kc 3h")).bet("cy", 3, "tie", "5", id="side")
    alone_says = None if alone else Code.SIDE_NEEDS_MAIN
    assert refusal_of(round_) == alone_says
    round_ = croupier.Round(game, Coup.of("9s 4d Kc 3h")).bet("ann", 1, "player", "5")
    two = round_.bet("ann", 1, "banker", "5").bet("bob", 2, "player", "5").bet("bob", 2, "tie", "5")
    assert refusal_of(two) == (None if both else Code.BOTH_SIDES)
    # Who backs both hands is looked at, and after them the side bet of somebody else.
    last = two.bet("cy", 3, "tie", "5")
    assert refusal_of(last) == (Code.BOTH_SIDES if not both else alone_says)


def refusal_of(round_: croupier.Round) -> Code | None:
    try:
        settle(round_)
    except CroupierError as wrong:
        return wrong.code
    return None


@pytest.mark.parametrize(
    ("data", "round_id"), [({"id": "r1"}, "r1"), ({"id": 1.5}, None), ([], None), ({}, None)]
)
def test_a_line_that_cannot_be_read_is_answered_by_its_id(data: object, round_id: object) -> None:
    said = refuse_json(data, InvalidInput(Code.MALFORMED, "the text is cut off"))
    assert said["id"] == round_id
    assert said["error"]["message"] == "the text is cut off"


def test_where_no_paragraph_gives_a_bet_back_none_is_cited() -> None:
    round_ = croupier.Round(
        own_game('{ when = { winner = "tie" }, odds = "8:1" }'), Coup.of("9s 4d Kc 3h")
    )
    settled = settle(round_.bet("ann", 1, "x", "5", returned=True, id="a"))
    assert settled["a"].rules == ()
    assert settled.net == {"ann": 0}

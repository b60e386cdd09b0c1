"""A demo patron's commands in each situation, without a server: always within the rules."""

from __future__ import annotations

import json
from decimal import Decimal
from random import Random
from typing import cast

import pytest

from croupier.client import Json, Own, State, View
from croupier.demo import play_style as style
from croupier.demo.play_style import GameBets, PlayStyle
from croupier.game.loading import keys, shipped
from croupier.game.published import publish


def bets_of(key: str) -> GameBets:
    game = shipped(key)
    return GameBets.read(json.loads(json.dumps({"game": publish(game)}, default=str)))


def view(available: str = "1000", **state: Json) -> View:
    seen = {
        "phase": "betting",
        "round": 3,
        "seats": {"2": "ann"},
        "bets": [],
        "limits": {"min": "10", "side_min": "5", "max": "2000"},
        **state,
    }
    me = {"name": "ann", "balance": available, "available": available, "boxes": [2]}
    return View("demo", 9, cast(State, seen), cast(Own, me))


def bet(kind: str, amount: str) -> dict[str, Json]:
    return {"id": "b", "player": "ann", "box": 2, "bet": kind, "amount": amount, "standing": False}


@pytest.mark.parametrize("key", keys())
@pytest.mark.parametrize(
    "player", [style.FLAT, style.CHANGING, style.SIDE_BETTOR, style.INSURER, style.SQUEEZER]
)
def test_bets_are_within_the_limits_and_never_on_both_hands(key: str, player: PlayStyle) -> None:
    known = bets_of(key)
    for seed in range(50):
        here = view(str(10 * seed + 5))
        wanted = style.plan(here, "ann", player, known, Random(seed))
        bets = [each for each in wanted if each["do"] == "place_bet"]
        assert sum(each["bet"] in known.mains for each in bets) <= 1
        assert sum(Decimal(str(each["amount"])) for each in bets) <= style.chips(here)
        for each in bets:
            assert each["round"] == 3, "the round that was seen"
            low = 10 if each["bet"] in known.mains else 5
            assert low <= Decimal(str(each["amount"])) <= 2000


def test_somebody_bets_once_a_round_and_not_while_banking() -> None:
    known = bets_of("player-dealer")
    lying = view(bets=[bet("banker", "20")])
    banking = view(player_dealer={"seat": 2, "player": "ann", "wager": "500", "hands": 0})
    for here in (lying, banking):
        assert style.plan(here, "ann", style.FLAT, known, Random(1)) == []
    assert style.plan(view(seats={}), "ann", style.FLAT, known, Random(1)) == []


def test_insurance_is_for_the_bet_that_lies_there_and_half_of_what_it_may_be() -> None:
    cards: Json = {"player": ["2s", "3c"], "banker": ["6d", "Kh"]}
    offered: Json = {"banker_insurance": "3:1", "player_insurance": "2:1"}
    here = view(phase="dealing", cards=cards, insurance=offered, bets=[bet("banker", "90")])
    sure = PlayStyle("sure", insures=1.0)
    assert style.plan(here, "ann", sure, bets_of("insurance"), Random(1)) == [
        {"do": "place_insurance", "box": 2, "bet": "banker_insurance", "amount": "15", "round": 3}
    ]


def test_who_is_asked_to_bank_answers() -> None:
    known = bets_of("player-dealer")
    asked = view(phase="idle", offered=2)
    assert style.situation(asked, "ann")[0] == "bank"
    willing = PlayStyle("willing", banks=1.0)
    accepted = style.plan(asked, "ann", willing, known, Random(1))[0]
    assert accepted == {"do": "accept_player_dealer", "seat": 2, "wager": "990"}
    for player, here in ((style.FLAT, asked), (willing, view("50", phase="idle", offered=2))):
        declined = style.plan(here, "ann", player, known, Random(1))[0]
        assert declined["do"] == "decline_player_dealer"


def test_cards_that_are_theirs_are_turned_and_choices_are_made() -> None:
    cards: Json = {"player": ["2s", "3c"], "banker": ["6d", None]}
    down = view(phase="dealing", cards=cards, squeezes={"banker": "ann"})
    assert style.plan(down, "ann", style.SQUEEZER, bets_of("tiger"), Random(1)) == [
        {"do": "turn", "hand": "banker", "number": 2}
    ]
    choosing = view(phase="options", options={"ann": None})
    made = style.plan(choosing, "ann", style.FLAT, bets_of("tiger"), Random(1))[0]
    assert made["do"] == "choose"
    chosen = view(phase="options", options={"ann": "continue"})
    assert style.plan(chosen, "ann", style.FLAT, bets_of("tiger"), Random(1)) == []

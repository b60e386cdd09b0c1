"""Digital shoes: a given order, a seed, a fresh shuffle that can be proven; cut card, shuffler."""

from __future__ import annotations

import json
from typing import Any

import pytest

from casino import Coups
from croupier.cards import parse_cards
from croupier.shoe import Entropy, Shuffle, check
from tables import Play, dealt_table, error_of, only, open_table, seated_table, types


def _round(play: Play) -> list[str]:
    """Play a round without bets; all cards of the table so far."""
    play.do("open_bets")
    play.do("close_bets")
    while play.phase == "dealing":
        play.deal(1)
    play.do("settle")
    return [event["card"] for event in play.events if event["type"] == "card_dealt"]


def _table(**fields: Any) -> Play:
    """A table where ann sits and no shoe was started."""
    play = open_table("tiger", **fields)
    play.do("buy_in", player="ann", amount="1000")
    play.do("sit", by="ann", box=1)
    return play


def test_without_a_shoe_there_is_no_round() -> None:
    play = _table()
    assert play.refused("open_bets")["code"] == "no_shoe"
    assert play.refused("add_entropy", by="ann", text="mine")["code"] == "no_shoe"


def test_a_given_order_is_dealt_first_to_last() -> None:
    """No burn, no cut card, and as few cards as are needed: four of them make a shoe."""
    play = _table(burn=5, cut=14)
    started = only(play.do("new_shoe", cards=Coups.PLAYER_WINS), "shoe_started")
    assert (started["cards"], started["burned"], started.get("commitment")) == (4, 0, None)
    assert _round(play) == Coups.PLAYER_WINS.split()


def test_cards_go_to_the_hands_in_turn() -> None:
    play = dealt_table("tiger", cards="2s Kd 3c 4h 7s 2d")
    dealt = [event for event in play.deal(6) if event["type"] == "card_dealt"]
    assert [(event["hand"], event["number"], event["card"]) for event in dealt] == [
        ("player", 1, "2s"),
        ("banker", 1, "Kd"),
        ("player", 2, "3c"),
        ("banker", 2, "4h"),
        ("player", 3, "7s"),
        ("banker", 3, "2d"),
    ]


def test_no_card_comes_after_the_coup_is_complete() -> None:
    play = dealt_table("tiger", cards=f"{Coups.PLAYER_WINS} 2s 2d", deal=4)
    assert play.phase == "complete"
    assert error_of(play.refused("deal")) == ("coup_complete", "3.11")


def test_a_given_order_holds_no_more_cards_than_the_decks() -> None:
    play = _table(decks=4)
    wrong = play.refused("new_shoe", cards=["9s"] * 5)
    assert error_of(wrong) == ("foreign_card", "5.5.1")
    play.do("new_shoe", cards=["9s"] * 4)


def test_a_given_order_may_hold_every_card_of_the_decks() -> None:
    play = _table(decks=4)
    cards = [f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "shdc"] * 4
    assert only(play.do("new_shoe", cards=cards), "shoe_started")["cards"] == 208


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"cards": ["1s"]}, "bad_card"),
        ({"cards": ["9x"]}, "bad_card"),
        ({"cards": [9]}, "bad_card"),
        ({"cards": {"9s": 1}}, "malformed"),
        ({"seed": 5}, "malformed"),
        ({"seed": ""}, "malformed"),
        ({"seed": "a", "cards": ["9s"]}, "malformed"),
    ],
)
def test_a_shoe_that_makes_no_sense(fields: dict[str, Any], code: str) -> None:
    play = _table()
    answer = play.live.answer({"do": "new_shoe", "by": {"role": "dealer", "name": "dee"}, **fields})
    assert answer["error"]["code"] == code
    assert play.state["shoe"] is None


def test_a_seed_reproduces_a_shuffle() -> None:
    orders = []
    for seed in ("monday", "monday", "tuesday"):
        play = _table()
        play.do("new_shoe", seed=seed)
        _round(play)
        orders.append(tuple(_round(play)))
    assert orders[0] == orders[1] != orders[2]


def test_cards_do_not_depend_on_bets() -> None:
    orders = []
    for amount in (None, "10", "1000"):
        play = _table()
        play.do("new_shoe", seed="x")
        play.do("open_bets")
        if amount:
            play.bet("ann", 1, "player", amount)
        play.do("close_bets")
        play.deal(4)
        orders.append((play.hand("player"), play.hand("banker")))
    assert len(set(orders)) == 1


def test_a_fresh_shuffle_is_committed_to_and_proven_at_its_end() -> None:
    """The commitment is out before the first bet, and what is revealed deals the same cards."""
    play = _table(decks=6)
    started = only(play.do("new_shoe"), "shoe_started")
    assert (started["cards"], started["fixed"]) == (312, False)
    play.do("buy_in", player="bob", amount="5")
    for who, text in (("ann", "seven"), ("bob", "élan"), ("ann", "again")):
        added = only(play.do("add_entropy", by=who, text=text), "entropy_added")
        assert (added["player"], added["text"]) == (who, text)
    _round(play)
    cards = _round(play)
    secret = json.dumps(play.events) + json.dumps(play.state)
    ended, anew = play.do("new_shoe")
    assert (ended["type"], anew["type"]) == ("shoe_ended", "shoe_started")
    assert ended["seed"] not in secret
    assert (ended["dealt"], len(ended["seed"])) == (len(cards), 64)
    entropy = [Entropy("ann", "seven"), Entropy("bob", "élan"), Entropy("ann", "again")]
    check(started["commitment"], bytes.fromhex(ended["seed"]), entropy, 6, parse_cards(cards))
    assert anew["commitment"] != started["commitment"]


def test_a_revealed_seed_deals_its_shoe_again() -> None:
    play = _table()
    started = only(play.do("new_shoe"), "shoe_started")
    cards = _round(play)
    seed = only(play.do("close_table", by="pit_manager"), "shoe_ended")["seed"]
    play = _table()
    again = only(play.do("new_shoe", seed=seed), "shoe_started")
    assert again["commitment"] == started["commitment"]
    assert _round(play) == cards


def test_what_a_patron_adds_changes_the_order() -> None:
    orders = set()
    for text in (None, "one", "two"):
        play = _table()
        play.do("new_shoe", seed="x")
        if text:
            play.do("add_entropy", by="ann", text=text)
        _round(play)
        orders.add(tuple(_round(play)))
    assert len(orders) == 3


def test_a_look_that_was_refused_does_not_fix_the_order() -> None:
    """A report names cards that do not come next; what ann adds afterwards still counts."""
    play = _table()
    started = only(play.do("new_shoe"), "shoe_started")
    play.refused("report", kind="exposed_card", cards=["2s"] * 6)
    play.do("add_entropy", by="ann", text="mine")
    cards = _round(play)
    seed = bytes.fromhex(only(play.do("new_shoe"), "shoe_ended")["seed"])
    check(started["commitment"], seed, [Entropy("ann", "mine")], 8, parse_cards(cards))


def test_nothing_is_added_once_bets_were_opened_on_the_shoe() -> None:
    """Not in the round, not after it; the next shoe takes it again."""
    play = _table()
    play.do("new_shoe")
    play.do("open_bets")
    assert play.refused("add_entropy", by="ann", text="late")["code"] == "too_late"
    play.do("void_round", by="pit_supervisor", reason="a fire alarm")
    assert play.refused("add_entropy", by="ann", text="late")["code"] == "too_late"
    play.do("new_shoe")
    play.do("add_entropy", by="ann", text="in time")


def test_who_may_add_and_what() -> None:
    play = _table()
    play.do("new_shoe")
    assert play.refused("add_entropy", by="zoe", text="x")["code"] == "unknown_player"
    assert play.refused("add_entropy", by="ann", text="x" * 1025)["code"] == "malformed"
    assert play.refused("add_entropy", by="ann", text="")["code"] == "malformed"
    play.do("add_entropy", by="dealer", player="ann", text="for her")
    play.do("new_shoe", cards=Coups.PLAYER_WINS)
    assert play.refused("add_entropy", by="ann", text="x")["code"] == "wrong_phase"


def test_a_coup_starts_while_more_cards_are_left_than_the_cut() -> None:
    play = _table(decks=4, cut=196)
    play.do("new_shoe", seed="x")
    while play.state["shoe"]["left"] > 196:
        _round(play)
    assert 190 < play.state["shoe"]["left"] <= 196
    assert play.refused("open_bets")["code"] == "no_shoe"
    play.do("new_shoe")
    assert play.state["shoe"]["left"] == 208
    play.do("open_bets")


def test_the_usual_cut_card_lies_before_the_last_fourteen() -> None:
    play = _table(decks=4)
    play.do("new_shoe", seed="x")
    rounds = 0
    while play.state["shoe"]["left"] > 14:
        _round(play)
        rounds += 1
    assert rounds > 30
    assert play.refused("open_bets")["code"] == "no_shoe"


def test_burned_cards_are_not_dealt() -> None:
    play = _table(decks=4, burn=3)
    started = only(play.do("new_shoe", seed="x"), "shoe_started")
    assert (started["cards"], started["burned"], play.state["shoe"]["left"]) == (208, 3, 205)
    cards = _round(play)
    ended = only(play.do("new_shoe"), "shoe_ended")
    order = Shuffle(4, bytes.fromhex(ended["seed"])).order()
    assert [card.text for card in order[3 : 3 + len(cards)]] == cards


def test_an_empty_digital_shoe_voids_the_round_by_itself() -> None:
    play = dealt_table("tiger", ("ann", 1, "player", "50"), cards="2s Kd 3c", deal=3)
    ended = play.do("deal")
    voided = only(ended, "round_voided")
    assert (voided["returned"], voided["rule"]) == ({"ann": "50.00"}, "5.5.4")
    assert (play.phase, play.balance("ann")) == ("idle", "1000.00")


def test_shoes_are_changed_between_rounds_by_the_dealer() -> None:
    play = dealt_table("tiger", ("ann", 1, "player", "50"), cards=Coups.PLAYER_WINS, deal=2)
    assert play.refused("new_shoe")["code"] == "wrong_phase"
    play.deal(2)
    play.do("settle")
    assert play.refused("new_shoe", by="ann")["code"] == "not_allowed"
    assert types(play.do("new_shoe")) == ["shoe_ended", "shoe_started"]


def test_a_digital_shoe_is_told_no_card() -> None:
    play = dealt_table("tiger", cards=Coups.PLAYER_WINS)
    assert play.refused("deal", card="Ks")["code"] == "malformed"
    play.deal(1)
    assert play.refused("correct_card", card="Kd")["code"] == "wrong_phase"


@pytest.mark.parametrize("void", [False, True])
def test_a_shuffler_takes_its_cards_back_each_round(void: bool) -> None:
    """Every round has a shuffle of its own, committed to, and there is no cut card."""
    play = seated_table("tiger", shoe="shuffler", decks=4, cut=200)
    commitments = {play.state["shoe"]["commitment"]}
    for _ in range(5):
        play.do("open_bets")
        play.bet("ann", 1, "player", "1")
        play.do("close_bets")
        while play.phase == "dealing":
            play.deal(1)
        assert play.state["shoe"]["left"] < 208
        if void:
            ended = play.do("void_round", by="pit_supervisor", reason="a card jammed")
        else:
            ended = play.do("settle")
        assert types(ended)[1:] == ["shoe_ended", "shoe_started"]
        assert play.state["shoe"]["left"] == 208
        commitments.add(play.state["shoe"]["commitment"])
    assert len(commitments) == 6


@pytest.mark.parametrize(
    ("by", "fields"),
    [("ann", {"cards": Coups.PLAYER_WINS}), ("dealer", {"seed": "ab" * 32})],
)
def test_a_shoe_that_was_refused_is_never_dealt(by: str, fields: dict[str, str]) -> None:
    """Ann may not start one, the dealer not now: a shuffler's next shoe is not what they named."""
    play = seated_table("tiger", shoe="shuffler")
    play.do("open_bets")
    play.do("close_bets")
    while play.phase == "dealing":
        play.deal(1)
    play.refused("new_shoe", by=by, **fields)
    started = only(play.do("settle"), "shoe_started")
    assert (started["cards"], started["fixed"]) == (416, False)
    assert started["commitment"] != Shuffle(8, bytes.fromhex("ab" * 32)).commitment


def test_an_order_given_to_a_shuffler_goes_on_after_the_round() -> None:
    """For a test: what was given is not shuffled away."""
    play = _table(shoe="shuffler")
    play.do("new_shoe", cards=f"{Coups.PLAYER_WINS} {Coups.BANKER_WINS}")
    _round(play)
    assert _round(play) == [*Coups.PLAYER_WINS.split(), *Coups.BANKER_WINS.split()]


def test_nothing_is_added_once_a_card_of_the_shoe_was_seen() -> None:
    """It fell out before the first bets: what ann adds now would choose among orders."""
    play = _table()
    play.do("new_shoe", seed="x")
    first = _round(play)[0]
    play.do("new_shoe", seed="x")
    play.do("report", kind="exposed_card", cards=[first])
    assert play.refused("add_entropy", by="ann", text="late")["code"] == "too_late"


def test_a_shuffler_has_no_cut_card_however_many_cards_were_burned() -> None:
    play = seated_table("tiger", shoe="shuffler", decks=4, cut=200, burn=30)
    assert play.state["shoe"]["left"] == 178
    play.do("open_bets")


def test_cards_that_lie_ready_are_still_to_come_before_the_cut_card() -> None:
    """Three fell out between rounds: 201 are in the shoe, and 204 are to be dealt."""
    play = dealt_table("tiger", shoe="manual", decks=4, cut=200)
    play.deal(cards=Coups.PLAYER_WINS)
    play.do("settle")
    play.do("report", kind="exposed_card", cards="5s 9h 4d")
    assert play.state["shoe"]["left"] == 201
    play.do("open_bets")

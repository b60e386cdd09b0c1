"""Refunds at a table (5.12.3): the round is settled with the shares of its closing.

With 600 on Banker and nothing on Player, a differential of 100 leaves 100 to be shared: a sixth
of every bet.
"""

import json
from typing import Any

import pytest

from croupier import load
from croupier.settlement.settle_json import settle_json
from mishaps import banked_table
from tables import Play, only, seated_table, types

both_games = pytest.mark.parametrize("game", ["tiger", "insurance"])
scopes = pytest.mark.parametrize("scope", ["box", "table"])

BANKER_WINS = "Ks Qd 2c 3h 9s 2d"  # Player 2 draws to 1, Banker 3 draws to 5


def crowded(game: str, cards: str = BANKER_WINS, **limits: str) -> Play:
    """Ann is seated with 100, Bob stands with 200 and Cat with 300, all on Banker of box 1.

    The dealer lets the excess stand; after the first card the second is exposed.
    """
    sign = {"min": "5", "max_differential": "100", **limits}
    play = seated_table(game, players=("ann",), cards=cards, enforcement="dealer", limits=sign)
    play.do("open_bets")
    play.bet("ann", 1, "banker", "100", id="a")
    for name, amount in (("bob", "200"), ("cat", "300")):
        play.do("buy_in", player=name, amount="1000")
        play.bet(name, 1, "banker", amount, standing=True, id=name[0])
    cut = only(play.do("close_bets"), "bets_closed")["pro_rata"]
    assert [each["in_action"] for each in cut] == ["16.67", "33.33", "50.00"]
    play.deal(1)
    play.do("report", kind="exposed_card", cards=cards.split()[1])
    return play


def choose(play: Play, **options: str) -> None:
    """Let patrons choose; who is not named continues."""
    for name, option in options.items():
        play.do("choose", by=name, option=option)
    play.do("close_options")


def settled(play: Play, deal: int) -> dict[str, Any]:
    """Deal the rest and settle; what `round_settled` says."""
    play.deal(deal)
    said: dict[str, Any] = plain(only(play.do("settle"), "round_settled"))
    assert said.pop("type") == "round_settled"
    return said


def plain(said: object) -> Any:
    """Return an object as it is read from a line."""
    return json.loads(json.dumps(said))


def lines(said: dict[str, Any]) -> dict[str, tuple[str, str]]:
    """Name of each bet what became of it, and how much was in action."""
    return {line["id"]: (line["outcome"], line["in_action"]) for line in said["bets"]}


@both_games
@scopes
@pytest.mark.rule("tiger", "5.1.1", "5.12.3")
@pytest.mark.rule("insurance", "5.1.1", "5.12.3")
def test_at_the_table_shares_are_those_of_the_closing(game: str, scope: str) -> None:
    """Bob takes the refund; what Ann and Cat have in action is what was called at closing."""
    play = crowded(game, scope=scope)
    choose(play, bob="refund")
    assert [bet["id"] for bet in play.state["bets"]] == ["a", "c"]
    said = settled(play, 5)
    wins = ("win", "16.67"), ("win", "50.00")
    assert lines(said) == {"a": wins[0], "b": ("returned", "0.00"), "c": wins[1]}
    assert said["bets"][1]["rules"] == ["5.12.3"]
    won = ("15.83", "47.50") if game == "tiger" else ("16.67", "50.00")
    assert said["net"] == {"ann": won[0], "bob": "0.00", "cat": won[1]}
    assert play.balance("bob") == "1000.00"
    assert play.balance("cat") == f"{1000 + float(won[1]):.2f}"


@both_games
@pytest.mark.rule("tiger", "5.12.3")
@pytest.mark.rule("insurance", "5.12.3")
def test_round_settled_is_what_settle_prints_for_the_round(game: str) -> None:
    """The seated bettor takes the refund too: those who stand keep their bets and shares."""
    play = crowded(game)
    choose(play, ann="refund", bob="refund")
    said = settled(play, 5)
    bets = [
        {"id": name[0], "player": name, "box": 1, "bet": "banker", "amount": amount, **more}
        for name, amount, more in (
            ("ann", "100", {"returned": True}),
            ("bob", "200", {"returned": True, "standing": True}),
            ("cat", "300", {"standing": True}),
        )
    ]
    limits = {"min": "5", "max_differential": "100"}
    line = {"id": 1, "game": game, "limits": limits, "cards": BANKER_WINS.split(), "bets": bets}
    assert said == plain(settle_json(line, load))
    assert lines(said)["c"] == ("win", "50.00")


@both_games
@pytest.mark.rule("tiger", "5.12.3")
@pytest.mark.rule("insurance", "5.12.3")
def test_a_refund_is_free_at_once(game: str) -> None:
    """Bob cashes out what he took back while the round goes on; Cat's chips are not free."""
    play = crowded(game)
    choose(play, bob="refund")
    play.do("cash_out", player="bob", amount="1000")
    assert play.refused("cash_out", player="cat", amount="1000")["code"] == "insufficient_balance"
    said = settled(play, 5)
    assert said["net"]["bob"] == play.balance("bob") == "0.00"


@both_games
@pytest.mark.rule("tiger", "5.12.3", "5.15")
@pytest.mark.rule("insurance", "5.12.3", "5.16")
def test_a_round_that_is_void_after_a_refund_returns_the_rest_only(game: str) -> None:
    play = crowded(game)
    choose(play, bob="refund")
    void = only(play.do("void_round", by="pit_supervisor", reason="a test"), "round_voided")
    assert void["returned"] == {"ann": "100.00", "cat": "300.00"}
    assert {play.balance(name) for name in ("ann", "bob", "cat")} == {"1000.00"}


@both_games
@pytest.mark.rule("tiger", "5.12.3")
@pytest.mark.rule("insurance", "5.12.3")
def test_bets_keep_their_order_however_often_some_are_taken_back(game: str) -> None:
    """A second choice in a round takes more bets back; the order of all bets stays."""
    play = crowded(game)
    choose(play, bob="refund")
    play.deal(1)
    play.do("report", kind="simultaneous_cards", cards="2c 3h")
    play.do("decide_order", by="pit_supervisor", cards="2c 3h")
    choose(play, cat="refund")
    said = settled(play, 4)
    back = ("returned", "0.00")
    assert list(lines(said).items()) == [("a", ("win", "16.67")), ("b", back), ("c", back)]


@both_games
@pytest.mark.rule("tiger", "5.12.3")
@pytest.mark.rule("insurance", "5.12.3")
def test_what_is_taken_back_while_bets_are_open_never_lay_there(game: str) -> None:
    """The round has no shares yet: who is left is cut by what lies there at closing."""
    sign = {"min": "5", "max_differential": "100"}
    play = seated_table(game, cards=BANKER_WINS, enforcement="dealer", limits=sign)
    play.do("open_bets")
    play.bet("ann", 1, "banker", "300", id="a")
    play.bet("bob", 2, "banker", "60", id="b")
    play.do("report", kind="exposed_card", cards="Ks")
    choose(play, bob="refund")
    play.do("close_bets")
    said = settled(play, 6)
    assert lines(said) == {"a": ("win", "100.00")}


@both_games
@pytest.mark.rule("tiger", "5.12.3", "1.19")
@pytest.mark.rule("insurance", "5.12.3", "1.20")
def test_a_round_goes_on_for_who_continues_although_nothing_lies_there(game: str) -> None:
    """Ann leaves while bets are open, so Sue's standing bet goes back; Sue stays in the round."""
    play = seated_table(game, cards=BANKER_WINS)
    play.do("buy_in", player="sue", amount="1000")
    play.do("open_bets")
    play.bet("ann", 1, "banker", "100")
    play.bet("sue", 1, "banker", "60", standing=True)
    play.do("report", kind="exposed_card", cards="Ks")
    play.do("choose", by="ann", option="refund")
    happened = play.do("choose", by="sue", option="continue")
    assert types(happened) == ["option_chosen", "options_closed", "bet_returned"]
    assert (play.phase, play.state["bets"]) == ("betting", [])
    play.bet("bob", 2, "banker", "100")


def insured(**fields: Any) -> Play:
    """Ann has 100 on Banker, insured with 30 after four cards, and takes everything back."""
    play = seated_table("insurance", limits={"min": "5"}, **fields)
    play.do("open_bets")
    play.bet("ann", 1, "banker", "100", id="a")
    play.bet("bob", 2, "player", "100", id="b")
    play.do("close_bets")
    play.deal(4, None if "cards" in fields else "2s 6d 3c Kh")
    play.do("place_insurance", by="ann", box=1, bet="banker_insurance", amount="30", id="i")
    play.do("report", kind="simultaneous_cards", cards="7c 4d")
    play.do("decide_order", by="pit_supervisor", cards="7c 4d")
    choose(play, ann="refund")
    return play


@pytest.mark.rule("insurance", "3.11", "5.12.3")
def test_at_the_table_insurance_goes_back_with_its_bet() -> None:
    """Two cards come together after the insurance was taken, and Ann takes everything back."""
    play = insured(cards="2s 6d 3c Kh 7c 4d")
    assert play.balance("ann") == "1000.00"
    again = play.refused("place_insurance", by="ann", box=1, bet="banker_insurance", amount="5")
    assert again["code"] in ("insurance_without_original", "insurance_closed")
    said = settled(play, 2)
    back = ("returned", "0.00")
    assert lines(said) == {"a": back, "b": ("win", "100.00"), "i": back}
    assert [line["back"] for line in said["bets"]] == ["100.00", "200.00", "30.00"]


@pytest.mark.rule("insurance", "5.8", "5.12.3")
def test_insurance_taken_back_on_cards_that_are_put_right_is_forgotten() -> None:
    """By the cards in their order it was never on offer: the round is settled without it."""
    play = insured(cards="2s 6d 3c Kh 7c 4d")
    play.do("report", kind="wrong_hand")
    # Player has 2 and 6 now, a natural: insurance is not offered.
    play.do("reconstruct", by="pit_supervisor", cards="2s 3c 6d Kh")
    said = settled(play, 0)
    assert lines(said) == {"a": ("returned", "0.00"), "b": ("win", "100.00")}


@pytest.mark.rule("insurance", "5.12.3")
def test_insurance_taken_back_on_a_card_that_was_mistyped_is_forgotten() -> None:
    """Banker had 4, not 6: there was nothing to insure Banker for."""
    play = insured(shoe="manual")
    play.do("correct_card", card="8h")
    said = settled(play, 2)
    assert lines(said) == {"a": ("returned", "0.00"), "b": ("lose", "100.00")}


@pytest.mark.rule("insurance", "5.5.3", "5.12.3")
def test_a_paid_round_is_settled_again_without_insurance_on_other_cards() -> None:
    """In their order the cards make a natural 8 of Player: nothing was on offer."""
    play = insured(cards="2s 6d 3c Kh 7c 4d")
    said = settled(play, 2)
    assert lines(said)["i"] == ("returned", "0.00")
    play.do("report", kind="wrong_number_of_cards")
    happened = play.do("reconstruct", by="pit_supervisor", cards="2s 3c 6d Kh 7c 4d")
    corrected = only(happened, "round_corrected")["settlement"]
    assert lines(corrected) == {"a": ("returned", "0.00"), "b": ("win", "100.00")}
    assert play.balance("ann") == "1000.00"


def test_an_id_is_used_once_in_a_round_though_its_bet_is_gone() -> None:
    play = seated_table("insurance", cards="2s 6d 3c Kh 7c 4d", limits={"min": "5"})
    play.do("open_bets")
    play.bet("ann", 1, "banker", "100", id="a")
    play.bet("bob", 2, "banker", "100", id="b")
    play.do("close_bets")
    play.deal(1)
    play.do("report", kind="exposed_card", cards="6d")
    choose(play, ann="refund")
    play.deal(3)
    wanted: dict[str, Any] = {"box": 2, "bet": "banker_insurance", "amount": "10"}
    assert play.refused("place_insurance", "bob", id="a", **wanted)["code"] == "malformed"
    play.do("place_insurance", "bob", id="i", **wanted)


@pytest.mark.rule("insurance", "5.12.3", "5.13")
def test_neglect_is_made_good_to_those_who_played_on_only() -> None:
    """Ann took the bet back: there is none that could be given back a second time."""
    play = seated_table("insurance", cards="2s 6d 3c Kh 2c 2d", limits={"min": "5"})
    play.do("open_bets")
    play.bet("ann", 1, "banker", "100")
    play.bet("bob", 2, "banker", "100")
    play.do("close_bets")
    play.deal(1)
    play.do("report", kind="exposed_card", cards="6d")
    choose(play, ann="refund")
    settled(play, 4)
    wrong = {"box": 1, "stage": "four_cards", "hand": "banker", "amount": "10"}
    error = play.refused("return_uninsured", by="pit_manager", player="ann", **wrong)
    assert error["code"] == "insurance_without_original"


@pytest.mark.rule("tiger", "5.12.3")
@pytest.mark.rule("player-dealer", "type-of-game-limit")
def test_at_a_banked_table_a_refund_leaves_the_order_and_gets_its_fee_back() -> None:
    """Ann takes her bet back; the round pays Bob's fee and Pat's, and says so."""
    play = banked_table(BANKER_WINS)
    play.do("open_bets")
    play.bet("ann", 1, "player", "600", id="a")
    play.bet("bob", 2, "player", "100", id="b")
    play.do("close_bets")
    play.deal(1)
    play.do("report", kind="exposed_card", cards="Qd")
    choose(play, ann="refund")
    said = settled(play, 5)
    assert lines(said) == {"a": ("returned", "0.00"), "b": ("lose", "100.00")}
    assert said["bets"][0]["rules"] == ["tiger 5.12.3"]
    assert (said["net"], said["fees"]) == (
        {"ann": "0.00", "bob": "-101.00", "pat": "98.00"},
        "3.00",
    )
    assert (play.balance("ann"), play.fees) == ("1000.00", "3.00")


@pytest.mark.rule("tiger", "5.5.3", "5.12.3")
def test_a_paid_round_is_undone_without_those_who_took_a_refund() -> None:
    """Everybody else gets back what it cost, or gives back what it won."""
    play = crowded("tiger")
    choose(play, bob="refund")
    settled(play, 5)
    play.do("report", kind="wrong_number_of_cards")
    undone = only(play.do("cannot_reconstruct", by="pit_supervisor"), "round_corrected")
    assert undone["changes"] == {"ann": "-15.83", "cat": "-47.50"}
    assert {play.balance(name) for name in ("ann", "bob", "cat")} == {"1000.00"}


@pytest.mark.rule("tiger", "5.5.3", "5.12.3")
def test_a_paid_round_is_settled_again_with_the_same_shares() -> None:
    play = crowded("tiger")
    choose(play, bob="refund")
    settled(play, 5)
    play.do("report", kind="wrong_number_of_cards")
    order = "Ks Qd 9s 3h"  # Player has a natural 9: 2c and 2d are for the next round
    happened = play.do("reconstruct", by="pit_supervisor", cards=f"{order} 2c 2d")
    corrected = only(happened, "round_corrected")
    assert lines(corrected["settlement"]) == {
        "a": ("lose", "16.67"),
        "b": ("returned", "0.00"),
        "c": ("lose", "50.00"),
    }
    assert play.balance("bob") == "1000.00"


def test_when_all_take_their_bets_back_the_round_is_void() -> None:
    play = crowded("tiger")
    for name in ("ann", "bob"):
        play.do("choose", by=name, option="refund")
    happened = play.do("choose", by="cat", option="refund")
    assert types(happened)[-2:] == ["options_closed", "round_voided"]
    assert only(happened, "options_closed")["returned"] == ["a", "b", "c"]
    play.do("open_bets")
    play.bet("ann", 1, "banker", "100", id="a")  # a round of its own

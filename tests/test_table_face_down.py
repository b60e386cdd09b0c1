"""Cards that lie face down: whose squeeze it is, what nobody sees, and when they are turned."""

from __future__ import annotations

import json
from typing import Any

import pytest

from casino import Coups
from croupier.cards import Card
from croupier.coup import Side
from croupier.shoe import seal
from croupier.table.squeeze import may_squeeze
from tables import Play, betting_table, dealt_table, error_of, only, types

SIX_CARDS = "2s 6d 3c Kh 7c 5h"  # 5 to 6, Player draws to 2, Banker draws on it to 1
PLAYER_CARDS = ("2s", "3c", "7c")


def _betting(*bets: tuple[str, int, str, str], **fields: Any) -> Play:
    players = ("ann", "bob", "cy")
    return betting_table(
        "tiger", *bets, **{"cards": SIX_CARDS, "players": players, "face_down": True} | fields
    )


def _granted(hand: str = "player", deal: int = 0, **fields: Any) -> Play:
    """Ann has a hundred on player and may squeeze a hand."""
    play = _betting(("ann", 1, "player", "100"), **fields)
    play.do("close_bets")
    play.do("grant_squeeze", player="ann", hand=hand)
    play.deal(deal)
    return play


@pytest.mark.parametrize(
    ("bets", "who"),
    [
        ([("ann", 1, "player", "40"), ("bob", 2, "banker", "40.01")], "bob"),
        ([("ann", 1, "player", "40"), ("bob", 2, "banker", "40")], "ann"),
        ([("bob", 2, "banker", "40"), ("ann", 1, "player", "40")], "bob"),
        # A single bet counts, not what somebody has on both hands.
        (
            [("ann", 1, "player", "40"), ("ann", 1, "banker", "40"), ("bob", 2, "player", "50")],
            "bob",
        ),
        # Side bets do not count, however large.
        ([("ann", 1, "player", "5"), ("bob", 2, "tie", "500")], "ann"),
    ],
)
def test_the_squeeze_is_for_the_largest_single_bet_on_a_hand(
    bets: list[tuple[str, int, str, str]], who: str
) -> None:
    play = _betting(*bets)
    play.do("close_bets")
    for name in ("ann", "bob", "cy"):
        if name == who:
            play.do("request_squeeze", by=name, hand="banker")
        else:
            wrong = play.refused("request_squeeze", by=name, hand="banker")
            assert error_of(wrong) == ("not_yours", "3.9")
    play.do("grant_squeeze", player=who, hand="banker")


def test_who_stands_has_no_squeeze() -> None:
    play = _betting(("ann", 1, "player", "40"))
    play.bet("bob", 1, "player", "90", standing=True)
    play.do("close_bets")
    assert play.refused("request_squeeze", by="bob", hand="player")["code"] == "not_yours"
    play.do("request_squeeze", by="ann", hand="player")


def test_who_stood_and_sits_down_later_has_no_squeeze_in_that_round() -> None:
    """Ann had her bet returned and left; bob takes her box, where he has a bet from standing."""
    play = _betting(("ann", 1, "player", "40"), ("cy", 3, "tie", "5"))
    play.bet("bob", 1, "player", "90", standing=True)
    play.do("close_bets")
    play.do("report", kind="exposed_card", cards="2s")
    play.do("choose", by="ann", option="refund")
    play.do("close_options")
    play.do("leave", by="ann")
    play.do("sit", by="bob", box=1)
    assert play.refused("request_squeeze", by="bob", hand="player")["code"] == "not_yours"


def test_who_leaves_a_lesser_box_keeps_the_squeeze() -> None:
    """Ann's highest bet lies at box 1 and she leaves box 5; nor does bob's leaving take it."""
    play = _betting(("ann", 1, "player", "100"), ("bob", 2, "player", "40"))
    play.do("sit", by="ann", box=5)
    play.bet("ann", 5, "player", "20")
    play.do("close_bets")
    play.do("grant_squeeze", player="ann", hand="player")
    for who, box in (("ann", 5), ("bob", 2)):
        assert "squeezes" not in only(play.do("leave", by=who, box=box), "seat_left")
    play.deal(1)
    play.do("turn", by="ann", hand="player", number=1)


def test_without_a_bet_on_a_hand_nobody_squeezes() -> None:
    play = _betting(("ann", 1, "tie", "40"))
    play.do("close_bets")
    assert play.refused("grant_squeeze", player="ann", hand="player")["code"] == "not_yours"


def test_the_dealer_turns_what_nobody_squeezes() -> None:
    """A face-down table without a grant shows its cards as they are dealt."""
    play = _betting(("ann", 1, "player", "40"))
    play.do("close_bets")
    play.deal(4)
    assert (play.hand("player"), play.hand("banker")) == ("2s 3c", "6d Kh")


def test_cards_to_squeeze_are_in_no_event_and_no_view() -> None:
    """The granted hand shows nothing, not even by what is offered or said to be next."""
    play = _granted(deal=4)
    told = json.dumps(play.events) + json.dumps(play.state)
    for card in PLAYER_CARDS:
        assert f'"{card}"' not in told
    assert (play.hand("player"), play.hand("banker")) == ("- -", "6d Kh")
    play.do("turn", by="ann", hand="player", number=1)
    told = json.dumps(play.events) + json.dumps(play.state)
    assert '"2s"' in told
    assert '"3c"' not in told


def test_a_seal_is_opened_by_the_turn() -> None:
    """What was sealed when it was dealt is the card that is turned; every seal is its own."""
    play = _granted(deal=4)
    seals = {
        event["number"]: event["seal"]
        for event in play.events
        if event["type"] == "card_dealt" and event["hand"] == "player"
    }
    assert len(set(seals.values())) == 2
    for number, text in ((1, "2s"), (2, "3c")):
        turned = only(play.do("turn", by="ann", hand="player", number=number), "card_turned")
        assert (turned["hand"], turned["number"], turned["card"]) == ("player", number, text)
        assert seal(Card.parse(text), turned["salt"]) == seals[number]


def test_the_same_card_is_never_sealed_alike() -> None:
    seals = set()
    for _ in range(3):
        play = _granted(cards="9s 9s 9s 9s", deal=4)
        seals |= {event["seal"] for event in play.events if "seal" in event}
    assert len(seals) == 6


def test_only_the_patron_of_the_squeeze_or_staff_turns() -> None:
    play = _granted(deal=2)
    wrong = play.refused("turn", by="bob", hand="player", number=1)
    assert error_of(wrong) == ("not_yours", "3.9")
    assert play.refused("turn", by="ann", hand="banker", number=1)["code"] == "not_yours"
    play.do("turn", hand="player", number=1)
    play.deal(2)
    play.do("turn", by="pit_manager", hand="player", number=2)
    assert play.hand("player") == "2s 3c"


@pytest.mark.parametrize(
    ("hand", "number"), [("player", 2), ("player", 3), ("banker", 1), ("player", 0), ("player", 9)]
)
def test_only_what_lies_face_down_is_turned(hand: str, number: int) -> None:
    play = _granted(deal=2)
    assert play.refused("turn", hand=hand, number=number)["code"] == "wrong_phase"
    play.do("turn", by="ann", hand="player", number=1)
    assert play.refused("turn", by="ann", hand="player", number=1)["code"] == "wrong_phase"


def test_a_deal_that_does_not_depend_on_them_leaves_them_down() -> None:
    play = _granted(deal=4)
    assert types(play.events).count("card_turned") == 0
    assert play.hand("player") == "- -"


def test_a_deal_that_depends_on_them_turns_them() -> None:
    """Whether Player draws is not known before its two cards are; then the third comes down."""
    play = _granted(deal=4)
    assert types(play.deal(1)) == ["card_turned", "card_turned", "card_dealt"]
    assert play.hand("player") == "2s 3c -"
    assert types(play.deal(1)) == ["card_turned", "card_dealt"]
    assert (play.hand("player"), play.phase) == ("2s 3c 7c", "complete")


def test_a_deal_that_turns_the_last_card_deals_none() -> None:
    play = _granted(cards=f"{Coups.PLAYER_WINS} 2s", deal=4)
    assert (play.phase, play.state["shoe"]["left"]) == ("dealing", 1)
    assert types(play.deal(1)) == ["card_turned", "card_turned"]
    assert (play.phase, play.state["shoe"]["left"]) == ("complete", 1)
    assert play.refused("deal")["code"] == "coup_complete"


def test_settling_turns_what_still_lies_face_down() -> None:
    play = _granted(cards=Coups.PLAYER_WINS, deal=4)
    settled = play.do("settle")
    assert types(settled) == ["card_turned", "card_turned", "round_settled"]
    assert (play.phase, play.balance("ann")) == ("idle", "1100.00")


def test_settling_a_coup_that_is_not_complete_turns_nothing() -> None:
    play = _granted(deal=4)
    assert play.refused("settle")["code"] == "wrong_phase"
    assert play.hand("player") == "- -"
    play = _granted(deal=3)
    assert play.refused("settle")["code"] == "wrong_phase"


@pytest.mark.parametrize("deal", [1, 2, 3])
def test_before_four_cards_there_is_nothing_to_settle(deal: int) -> None:
    """Nobody is told to turn a card for it, in a real shoe either."""
    for play in (_granted(deal=deal), _manual(deal)):
        assert play.refused("settle")["code"] == "wrong_phase"


def test_an_interruption_turns_nothing() -> None:
    """Play goes on first: neither settling nor dealing looks at what lies face down."""
    for play in (_granted(deal=4), _manual()):
        play.do("interrupt")
        for command in ("settle", "deal"):
            assert play.refused(command)["code"] == "wrong_phase"


@pytest.mark.parametrize(
    ("cards", "deal", "phase"),
    [
        ("2s 7d 3c Kh 9c", 4, "dealing"),
        ("2s 7d 3c Kh 9c", 5, "complete"),  # Banker stands on seven, whatever Player drew
        ("2s 6d 3c Kh 9c", 5, "dealing"),  # on six it draws to some third cards
        ("2s 9d 3c 9h", 4, "complete"),  # nine and nine is a natural eight
        ("2s 9d 3c 8h", 4, "dealing"),
    ],
)
def test_a_coup_is_complete_when_no_card_can_come(cards: str, deal: int, phase: str) -> None:
    """Player's last card lies face down, or all of them; what Banker has is seen."""
    play = _granted(cards=f"{cards} 2d", deal=deal)
    assert play.hand("player").endswith("-")
    assert play.phase == phase


def test_a_turn_completes_the_coup() -> None:
    play = _granted(cards=Coups.PLAYER_WINS, deal=4)
    play.do("turn", by="ann", hand="player", number=2)
    assert play.phase == "dealing"
    play.do("turn", by="ann", hand="player", number=1)
    assert play.phase == "complete"


def test_a_third_card_may_be_asked_for_before_the_fourth_is_dealt() -> None:
    """Player has two cards that are seen; whether it draws is open yet."""
    play = _betting(("ann", 1, "player", "100"))
    play.do("close_bets")
    play.deal(3)
    for hand in ("player", "banker"):
        play.do("request_squeeze", by="ann", hand=hand)
        play.do("grant_squeeze", player="ann", hand=hand)
    play.deal(2)
    assert (play.hand("player"), play.hand("banker")) == ("2s 3c -", "6d Kh")


def test_with_three_cards_a_hand_has_none_to_come() -> None:
    """Player's third card lies face down: it is ann's to turn, and no other comes after it."""
    play = _granted(deal=5)
    assert play.hand("player") == "2s 3c -"
    for command, by in (("request_squeeze", "ann"), ("grant_squeeze", "dealer")):
        wrong = play.refused(command, by=by, player="ann", hand="player")
        assert error_of(wrong) == ("too_late", "3.9")
        play.do(command, by=by, player="ann", hand="banker")


def _may_squeeze(play: Play, name: str = "ann") -> list[str]:
    """Say which hands somebody could be granted now, as the pages show it."""
    return [hand.value for hand in Side if may_squeeze(play.live.table, name, hand)]


def _lists_a_squeeze(play: Play) -> bool:
    steps = {step["do"] for step in play.state["next"]}
    assert ("request_squeeze" in steps) == ("grant_squeeze" in steps)
    return "grant_squeeze" in steps


def test_a_squeeze_is_listed_where_one_can_be_granted() -> None:
    """To the highest bettor, of cards to come, while cards are dealt and nothing waits."""
    play = _betting(("ann", 1, "player", "100"), ("bob", 2, "player", "40"))
    assert (_may_squeeze(play), _may_squeeze(play, "bob")) == (["player", "banker"], [])
    play.do("close_bets")
    assert _lists_a_squeeze(play)
    play.do("grant_squeeze", player="ann", hand="player")
    assert (_may_squeeze(play), _lists_a_squeeze(play)) == (["banker"], True)
    play.do("grant_squeeze", player="ann", hand="banker")
    assert (_may_squeeze(play), _lists_a_squeeze(play)) == ([], False)
    play.deal(2)
    play.do("leave", by="ann")
    # A card of each hand lies face down that was ann's: the dealer turns these first.
    assert (_may_squeeze(play, "bob"), _lists_a_squeeze(play)) == ([], False)
    play.do("turn", hand="banker", number=1)
    assert (_may_squeeze(play, "bob"), _lists_a_squeeze(play)) == (["banker"], True)


def test_no_squeeze_is_listed_of_a_hand_that_has_its_cards() -> None:
    play = _granted("banker", deal=0)
    play.deal(4)
    play.do("turn", by="ann", hand="banker", number=1)
    play.do("turn", by="ann", hand="banker", number=2)
    assert (_may_squeeze(play), _lists_a_squeeze(play)) == (["player"], True)
    play.deal(1)
    assert play.hand("player") == "2s 3c 7c"
    assert (_may_squeeze(play), _lists_a_squeeze(play)) == ([], False)


def test_no_squeeze_is_listed_where_nobody_is_left_who_bet_on_a_hand() -> None:
    """Ann was granted one and has taken her bet back; cy has nothing but a tie."""
    play = _betting(("ann", 1, "player", "40"), ("cy", 3, "tie", "5"))
    play.do("close_bets")
    play.do("grant_squeeze", player="ann", hand="player")
    play.do("report", kind="exposed_card", cards="2s")
    play.do("choose", by="ann", option="refund")
    play.do("close_options")
    assert (_may_squeeze(play), _lists_a_squeeze(play)) == ([], False)


def test_no_squeeze_is_granted_while_play_waits() -> None:
    """For a decision or for the end of an interruption; nor where cards are dealt face up."""
    play = _betting(("ann", 1, "player", "100"))
    play.do("close_bets")
    play.deal(2)
    play.do("report", kind="other")
    assert _may_squeeze(play) == []
    play.do("rule", by="shift_manager", text="play goes on")
    assert _may_squeeze(play) == ["player", "banker"]
    play.do("interrupt")
    assert _may_squeeze(play) == []
    face_up = _betting(("ann", 1, "player", "100"), face_down=False)
    assert (_may_squeeze(face_up), _lists_a_squeeze(face_up)) == ([], False)


def test_both_hands_may_be_squeezed() -> None:
    play = _granted()
    play.do("grant_squeeze", player="ann", hand="banker")
    play.deal(4)
    assert (play.hand("player"), play.hand("banker")) == ("- -", "- -")
    assert types(play.deal(1)).count("card_turned") == 4


def test_a_squeeze_ends_with_its_round() -> None:
    play = _granted(cards=f"{Coups.PLAYER_WINS} {Coups.PLAYER_WINS}", deal=4)
    play.do("settle")
    play.do("open_bets")
    play.do("close_bets")
    play.deal(4)
    assert play.hand("player") == "Ks 7c"


def test_a_digital_shoe_knows_what_is_turned() -> None:
    play = _granted(deal=1)
    assert play.refused("turn", by="ann", hand="player", number=1, card="2s")["code"] == "malformed"


def test_insurance_opens_once_the_cards_are_turned() -> None:
    """Five to six: 3:1 on banker, when ann has turned her second card and not before."""
    play = dealt_table(
        "insurance", ("ann", 1, "banker", "100"), cards="2s 6d 3c Kh 6c 4h", face_down=True
    )
    play.do("grant_squeeze", player="ann", hand="player")
    play.deal(4)
    assert play.state["insurance"] == {}
    insure: dict[str, Any] = {"by": "ann", "box": 1, "bet": "banker_insurance"}
    assert play.refused("place_insurance", amount="10", **insure)["code"] == "insurance_closed"
    assert types(play.do("turn", by="ann", hand="player", number=1)) == ["card_turned"]
    turned = play.do("turn", by="ann", hand="player", number=2)
    assert types(turned) == ["card_turned", "insurance_offered"]
    play.do("place_insurance", amount="10", **insure)
    assert types(play.deal(1)) == ["insurance_closed", "card_dealt"]
    assert play.refused("place_insurance", amount="5", **insure)["code"] == "insurance_closed"
    turned = play.do("turn", by="ann", hand="player", number=3)
    assert (turned[1]["type"], turned[1]["stage"]) == ("insurance_offered", "player_third")
    play.do("place_insurance", amount="5", **insure)


def _manual(deal: int = 4, **fields: Any) -> Play:
    """A real shoe: Player's two cards lie face down, Banker has nothing and six."""
    play = _granted(cards=None, shoe="manual", **fields)
    for card in (None, "Qd", None, "6h")[:deal]:
        play.do("deal", card=card)
    return play


def test_a_real_card_that_stays_down_is_entered_when_it_is_turned() -> None:
    play = _manual()
    assert (play.hand("player"), play.hand("banker")) == ("- -", "Qd 6h")
    assert play.refused("turn", by="ann", hand="player", number=1)["code"] == "malformed"
    play.do("turn", by="ann", hand="player", number=2, card="7c")
    turned = only(play.do("turn", hand="player", number=1, card="Ks"), "card_turned")
    assert (turned["card"], play.phase) == ("Ks", "complete")
    play.do("settle")
    assert play.balance("ann") == "1100.00"


def test_nobody_goes_on_before_real_cards_are_turned() -> None:
    play = _manual()
    assert play.refused("deal", card="2s")["code"] == "wrong_cards"
    assert play.refused("settle")["code"] == "wrong_cards"


def test_a_real_card_of_the_other_hand_has_to_be_named() -> None:
    play = _manual(deal=1)
    assert play.refused("deal")["code"] == "malformed"


def test_a_card_that_cannot_be_there_is_not_turned_either() -> None:
    play = _granted(cards=None, shoe="manual", decks=4)
    for card in (None, "9s", None, "9s"):
        play.do("deal", card=card)
    play.do("turn", by="ann", hand="player", number=1, card="9s")
    play.do("turn", by="ann", hand="player", number=2, card="9s")
    play.do("settle")
    play.do("open_bets")
    play.bet("ann", 1, "player", "100")
    play.do("close_bets")
    play.do("grant_squeeze", player="ann", hand="player")
    play.do("deal")
    wrong = play.refused("turn", by="ann", hand="player", number=1, card="9s")
    assert error_of(wrong) == ("foreign_card", "5.5.1")


def test_a_slip_at_the_turn_is_put_right() -> None:
    play = _manual(deal=2)
    play.do("turn", by="ann", hand="player", number=1, card="2c")
    play.do("correct_card", card="2d")
    assert play.hand("player") == "2d"

"""The player-dealer's position: offered clockwise, for two hands, to everybody in turn."""

from typing import Any

import pytest

from casino import Coups
from tables import Play, error_of, only, seated_table, types

RULE = "type-of-game-position"
HANDS = " ".join([Coups.PLAYER_WINS] * 8)


def _table(**fields: Any) -> Play:
    """Ann, bob and cy on seats 1 to 3 of a table where nobody banks yet."""
    return seated_table(
        "player-dealer", **{"cards": HANDS, "players": ("ann", "bob", "cy")} | fields
    )


def _hand(play: Play) -> list[str]:
    """Play a hand without bets; what follows the settlement."""
    play.do("open_bets")
    play.do("close_bets")
    play.deal(4)
    return types(play.do("settle"))[1:]


def _bank(play: Play, seat: int, who: str, wager: str = "100") -> None:
    play.do("accept_player_dealer", by=who, seat=seat, wager=wager)


@pytest.mark.rule("player-dealer", "type-of-game-position")
def test_the_position_is_offered_before_anything_is_bet() -> None:
    play = _table()
    assert error_of(play.refused("open_bets")) == ("no_player_dealer", "dealing-position")
    offered = only(play.do("offer_player_dealer", seat=2), "player_dealer_offered")
    assert (offered["seat"], offered["player"], offered["rule"]) == (2, "bob", RULE)
    assert play.state["offered"] == 2
    _bank(play, 2, "bob", "300")
    banks = play.state["player_dealer"]
    assert (banks["seat"], banks["player"], banks["wager"], banks["hands"]) == (
        2,
        "bob",
        "300.00",
        0,
    )
    assert play.balance("bob") == "700.00"
    play.do("open_bets")


@pytest.mark.rule("player-dealer", "type-of-game-position")
def test_after_every_two_hands_it_is_offered_to_the_next_seat() -> None:
    """Bob, cy, ann, bob: once round the table, two hands each, the wager posted in between."""
    play = _table()
    play.do("offer_player_dealer", seat=2)
    for seat, who, following in ((2, "bob", 3), (3, "cy", 1), (1, "ann", 2)):
        _bank(play, seat, who)
        assert _hand(play) == ["wager_posted"]
        assert play.state["player_dealer"]["hands"] == 1
        assert _hand(play) == ["player_dealer_vacated", "player_dealer_offered"]
        assert (play.state["player_dealer"], play.state["offered"]) == (None, following)
        vacated = [event for event in play.events if event["type"] == "player_dealer_vacated"]
        assert (vacated[-1]["seat"], vacated[-1]["player"]) == (seat, who)
        assert vacated[-1]["rule"] == RULE
        assert "given_up" not in vacated[-1]  # so it comes back if that hand is undone
        assert play.balance(who) == "1000.00"


@pytest.mark.rule("player-dealer", "type-of-game-position")
def test_empty_seats_are_passed_over_clockwise() -> None:
    play = seated_table("player-dealer", cards=HANDS, players=("ann",), layout="baccarat")
    for name, seat in (("bob", 9), ("cy", 14)):
        play.do("buy_in", player=name, amount="500")
        play.do("sit", by=name, box=seat)
    play.do("offer_player_dealer", seat=9)
    for seat, who, following in ((9, "bob", 14), (14, "cy", 1)):
        _bank(play, seat, who)
        _hand(play)
        _hand(play)
        assert play.state["offered"] == following


@pytest.mark.rule("player-dealer", "type-of-game-position")
def test_who_declines_passes_it_on() -> None:
    play = _table()
    play.do("offer_player_dealer", seat=3)
    passed = play.do("decline_player_dealer", by="cy", seat=3)
    assert types(passed) == ["player_dealer_declined", "player_dealer_offered"]
    assert (passed[1]["seat"], passed[1]["player"], passed[1]["rule"]) == (1, "ann", RULE)
    _bank(play, 1, "ann")
    assert play.state["player_dealer"]["player"] == "ann"


@pytest.mark.rule("player-dealer", "type-of-game-position")
def test_nobody_jumps_the_order() -> None:
    """An offer that goes round is answered by the seat that has it, and by no other."""
    play = _table()
    play.do("offer_player_dealer", seat=1)
    assert error_of(play.refused("offer_player_dealer", seat=3)) == ("wrong_phase", RULE)
    wrong = play.refused("accept_player_dealer", by="bob", seat=2, wager="100")
    assert error_of(wrong) == ("wrong_phase", RULE)
    wrong = play.refused("decline_player_dealer", by="bob", seat=2)
    assert error_of(wrong) == ("wrong_phase", RULE)
    _bank(play, 1, "ann")
    assert error_of(play.refused("offer_player_dealer", seat=2)) == ("wrong_phase", RULE)


@pytest.mark.rule("player-dealer", "type-of-game-position")
def test_with_no_taker_there_is_no_round() -> None:
    """All three decline, each asked once; then the dealer may start the round of offers again."""
    play = _table()
    play.do("offer_player_dealer", seat=2)
    play.do("decline_player_dealer", by="bob", seat=2)
    play.do("decline_player_dealer", by="cy", seat=3)
    last = play.do("decline_player_dealer", by="ann", seat=1)
    assert types(last) == ["player_dealer_declined", "player_dealer_missing"]
    assert error_of(play.refused("open_bets")) == ("no_player_dealer", "dealing-position")
    wrong = play.refused("accept_player_dealer", by="ann", seat=1, wager="100")
    assert error_of(wrong) == ("wrong_phase", RULE)
    play.do("offer_player_dealer", seat=3)
    _bank(play, 3, "cy")
    play.do("open_bets")


@pytest.mark.rule("player-dealer", "type-of-game-position")
def test_who_banked_is_asked_again_only_after_all_the_others() -> None:
    play = _table()
    play.do("offer_player_dealer", seat=2)
    _bank(play, 2, "bob")
    _hand(play)
    _hand(play)
    play.do("decline_player_dealer", by="cy", seat=3)
    play.do("decline_player_dealer", by="ann", seat=1)
    assert play.state["offered"] == 2
    assert "player_dealer_missing" in types(play.do("decline_player_dealer", by="bob", seat=2))


@pytest.mark.rule("player-dealer", "type-of-game-position")
def test_a_void_round_is_no_hand() -> None:
    """The wager stays up; two settled hands are still to come before the position moves on."""
    play = _table()
    play.do("offer_player_dealer", seat=1)
    _bank(play, 1, "ann")
    for hands in (0, 1):
        play.do("open_bets")
        play.bet("bob", 2, "player", "40")
        play.do("close_bets")
        play.do("void_round", by="pit_supervisor", reason="a drink was spilt")
        banks = play.state["player_dealer"]
        assert (banks["player"], banks["wager"], banks["hands"]) == ("ann", "100.00", hands)
        assert (play.balance("ann"), play.balance("bob")) == ("900.00", "1000.00")
        _hand(play)
    assert (play.state["player_dealer"], play.state["offered"]) == (None, 2)


@pytest.mark.rule("player-dealer", "type-of-game-position")
def test_who_cannot_post_the_wager_again_passes_the_position_on() -> None:
    """Ann banks with all she has and loses 40 of it: cy is not asked, bob sits next."""
    play = _table(chips="100")
    play.do("offer_player_dealer", seat=1)
    _bank(play, 1, "ann")
    play.do("open_bets")
    play.bet("bob", 2, "player", "40")
    play.do("close_bets")
    play.deal(4)
    settled = play.do("settle")
    assert types(settled)[1:] == ["player_dealer_vacated", "player_dealer_offered"]
    assert (play.balance("ann"), play.balance("bob")) == ("60.00", "140.00")
    assert play.state["offered"] == 2


@pytest.mark.rule("player-dealer", "type-of-game-position")
def test_the_position_goes_with_the_seat_that_banks() -> None:
    """Neither another patron's leaving ends it nor that of another seat of one's own."""
    play = _table()
    play.do("sit", by="ann", box=5)
    play.do("offer_player_dealer", seat=1)
    _bank(play, 1, "ann")
    for who, seat in (("bob", 2), ("ann", 5)):
        assert types(play.do("leave", by=who, box=seat)) == ["seat_left"]
        assert play.state["player_dealer"]["player"] == "ann"
    left = play.do("leave", by="ann", box=1)
    assert types(left) == ["seat_left", "player_dealer_vacated", "player_dealer_offered"]
    assert (left[2]["seat"], play.balance("ann")) == (3, "1000.00")


@pytest.mark.rule("player-dealer", "type-of-game-position")
@pytest.mark.parametrize("leaves", [True, False])
def test_who_leaves_the_bank_does_not_get_it_back_when_the_hand_is_undone(leaves: bool) -> None:
    """Sitting there again changes nothing: it was given up."""
    play = _table()
    play.do("offer_player_dealer", seat=1)
    _bank(play, 1, "ann")
    _hand(play)
    if leaves:
        play.do("leave", by="ann", box=1)
        play.do("sit", by="ann", box=1)
    play.do("report", kind="wrong_number_of_cards")
    play.do("cannot_reconstruct", by="pit_supervisor")
    bank = play.state["player_dealer"]
    assert (bank and bank["player"]) == (None if leaves else "ann")


@pytest.mark.rule("player-dealer", "type-of-game-position")
def test_an_offer_is_said_again_to_the_same_seat() -> None:
    play = _table()
    for _ in range(2):
        offered = only(play.do("offer_player_dealer", seat=2), "player_dealer_offered")
        assert (offered["seat"], play.state["offered"]) == (2, 2)
    _bank(play, 2, "bob")


@pytest.mark.parametrize(
    ("command", "fields"),
    [
        ("offer_player_dealer", {}),
        ("accept_player_dealer", {"wager": "10"}),
        ("decline_player_dealer", {}),
        ("change_wager", {"wager": "10"}),
        ("give_up_player_dealer", {}),
    ],
)
def test_only_this_game_has_the_position(command: str, fields: dict[str, str]) -> None:
    play = seated_table("tiger", cards=HANDS)
    assert play.refused(command, seat=1, **fields)["code"] == "malformed"
    play.do("open_bets")


@pytest.mark.rule("player-dealer", "type-of-game-position")
@pytest.mark.parametrize("bob", ["two hands", "gave it up"])
def test_who_gives_it_up_does_so_for_nobody_else(bob: str) -> None:
    """Cy takes it after bob and gives it up; bob's hand is undone, and he banks if he had not."""
    play = _table()
    play.do("offer_player_dealer", seat=2)
    _bank(play, 2, "bob")
    _hand(play)
    if bob == "two hands":
        _hand(play)
    else:
        play.do("give_up_player_dealer", by="bob", seat=2)
    _bank(play, 3, "cy")
    play.do("give_up_player_dealer", by="cy", seat=3)
    play.do("report", kind="wrong_number_of_cards")
    happened = play.do("cannot_reconstruct", by="pit_supervisor")
    restored = "player_dealer_restored" in types(happened)
    assert restored is (bob == "two hands")
    assert (play.state["player_dealer"] or {}).get("player") == ("bob" if restored else None)


def _paid_twice(**fields: Any) -> Play:
    """Ann has banked her two hands with 500; the position is offered to bob."""
    play = _table(**fields)
    play.do("offer_player_dealer", seat=1)
    _bank(play, 1, "ann", "500")
    _hand(play)
    _hand(play)
    assert play.state["offered"] == 2
    return play


def _undo(play: Play) -> list[str]:
    """Have the hand that was paid last declared void."""
    play.do("report", kind="wrong_number_of_cards")
    return types(play.do("cannot_reconstruct", by="pit_supervisor"))


@pytest.mark.rule("player-dealer", "type-of-game-position")
def test_who_has_taken_the_position_since_gets_the_wager_back() -> None:
    """Bob's chips are not needed for the hand that is undone: he hands the position back only."""
    play = _paid_twice()
    _bank(play, 2, "bob", "300")
    assert _undo(play) == ["round_corrected", "player_dealer_vacated", "player_dealer_restored"]
    banks = play.state["player_dealer"]
    assert (banks["player"], banks["wager"], banks["hands"]) == ("ann", "500.00", 1)
    assert (play.balance("ann"), play.balance("bob")) == ("500.00", "1000.00")


@pytest.mark.rule("player-dealer", "type-of-game-position", "fees-schedule")
@pytest.mark.parametrize(("left", "back"), [("502", True), ("501.99", False)])
def test_it_comes_back_to_who_can_pay_the_fee_of_the_hand_too(left: str, back: bool) -> None:
    """Ann needs 502: the 500 of her wager, and the fee of the hand that is played again."""
    play = _paid_twice(fees={"player_dealer": "2"})
    # She will have 998: only the fee of the first hand stays taken.
    play.do("cash_out", player="ann", amount=f"{998 - float(left):.2f}")
    assert ("player_dealer_restored" in _undo(play)) is back
    assert play.balance("ann") == ("2.00" if back else left)


@pytest.mark.rule("player-dealer", "type-of-game-position", "table-limits")
@pytest.mark.parametrize(("least", "back"), [("500", True), ("500.01", False)])
def test_it_comes_back_with_a_wager_that_the_sign_allows_now(least: str, back: bool) -> None:
    play = _paid_twice()
    play.do("change_table", by="pit_manager", limits={"min": least})
    assert ("player_dealer_restored" in _undo(play)) is back


@pytest.mark.rule("player-dealer", "type-of-game-position", "table-limits")
def test_a_wager_of_just_the_new_minimum_is_posted_again() -> None:
    play = _table()
    play.do("offer_player_dealer", seat=1)
    _bank(play, 1, "ann", "500")
    play.do("change_table", by="pit_manager", limits={"min": "500"})
    assert _hand(play) == ["wager_posted"]


@pytest.mark.rule("player-dealer", "type-of-game-position")
def test_who_can_give_back_what_was_won_keeps_the_wager_up() -> None:
    """Ann won 300 and has just 300 beside her wager: nothing of that is needed."""
    play = _table(cards=f"{Coups.BANKER_WINS} {HANDS}")
    play.do("offer_player_dealer", seat=1)
    _bank(play, 1, "ann", "500")
    play.do("open_bets")
    play.bet("bob", 2, "player", "300")
    play.do("close_bets")
    play.deal(4)
    play.do("settle")
    play.do("change_wager", by="ann", seat=1, wager="1000")
    assert _undo(play) == ["round_corrected"]
    assert play.state["player_dealer"]["wager"] == "1000.00"
    assert (play.balance("ann"), play.balance("bob")) == ("0.00", "1000.00")

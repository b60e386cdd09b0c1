"""Commission-Free Baccarat at a live table: face up, no house money, hands that are undone."""

from typing import Any

import pytest

from casino import Coups
from tables import Play, error_of, only, open_table, seated_table, types

HANDS = " ".join([Coups.PLAYER_WINS] * 8)
FEES = {"main": "1", "tie": "1", "player_dealer": "2"}
RULE = "type-of-game-position"


def _table(**fields: Any) -> Play:
    """Pat, ann and bob on seats 1 to 3; the position is offered to pat."""
    usual: dict[str, Any] = {"cards": HANDS, "players": ("pat", "ann", "bob")}
    play = seated_table("player-dealer", **usual | fields)
    play.do("offer_player_dealer", seat=1)
    return play


def _banked(wager: str = "500", **fields: Any) -> Play:
    play = _table(**fields)
    play.do("accept_player_dealer", by="pat", seat=1, wager=wager)
    return play


def _hand(play: Play, *bets: tuple[str, int, str, str]) -> list[str]:
    """Play a hand to its end; what follows the settlement."""
    play.do("open_bets")
    for bet in bets:
        play.bet(*bet)
    play.do("close_bets")
    while play.phase == "dealing":
        play.deal(1)
    return types(play.do("settle"))[1:]


def _undo(play: Play) -> list[str]:
    """Have the round that was paid declared void."""
    play.do("report", kind="wrong_number_of_cards")
    return types(play.do("cannot_reconstruct", by="pit_supervisor"))


def _money(play: Play) -> tuple[str, str, str]:
    return play.balance("pat"), play.balance("ann"), play.balance("bob")


def _bank(play: Play) -> tuple[str, str, int] | None:
    """Say who banks, with how much, and for how many hands already."""
    bank = play.state["player_dealer"]
    return bank and (bank["player"], bank["wager"], bank["hands"])


# Face up


@pytest.mark.rule("player-dealer", "dealing-cards")
@pytest.mark.parametrize("shoe", ["digital", "manual", "shuffler"])
def test_no_table_of_this_game_deals_face_down(shoe: str) -> None:
    """Other games may be opened so; this one only face up, which is also how it is left out."""
    wrong = Play().refused(
        "open_table", by="shift_manager", game="player-dealer", shoe=shoe, face_down=True
    )
    assert error_of(wrong) == ("not_allowed", "dealing-cards")
    for game in ("classic", "tournament", "tiger"):
        opened = open_table(game, shoe=shoe, face_down=True).events[0]
        assert opened["face_down"] is True
    assert open_table("player-dealer", shoe=shoe).events[0]["face_down"] is False


@pytest.mark.rule("player-dealer", "dealing-cards")
def test_every_card_is_seen_as_it_is_dealt() -> None:
    """Right, left, right, left and the third cards: each is in the open when it lies there."""
    play = _banked(cards="2s 6d 3c Kh 7c 5h")
    play.do("open_bets")
    play.bet("ann", 2, "player", "100")
    play.do("close_bets")
    for place, card in enumerate(("2s", "6d", "3c", "Kh", "7c", "5h")):
        hand = ("player", "banker")[place % 2]
        dealt = only(play.deal(1), "card_dealt")
        assert (dealt["hand"], dealt["card"]) == (hand, card)
        assert "seal" not in dealt
        assert "-" not in f"{play.hand('player')} {play.hand('banker')}"


@pytest.mark.rule("player-dealer", "dealing-cards")
@pytest.mark.parametrize("phase", ["betting", "dealing"])
def test_nothing_is_squeezed_or_left_face_down(phase: str) -> None:
    play = _banked(cards=None, shoe="manual")
    play.do("open_bets")
    play.bet("ann", 2, "player", "100")
    if phase == "dealing":
        play.do("close_bets")
        assert play.refused("deal")["code"] == "malformed"
        assert play.refused("report", kind="dealt_face_up")["code"] == "not_allowed"
        play.do("deal", card="9s")
    for command, by in (("request_squeeze", "ann"), ("grant_squeeze", "dealer")):
        wrong = play.refused(command, by=by, player="ann", hand="player")
        assert error_of(wrong) == ("not_allowed", "dealing-cards")
    offered = {step["do"] for step in play.state["next"]}
    assert not offered & {"request_squeeze", "grant_squeeze", "expose_banker_first", "turn"}


# The house has no stake


@pytest.mark.rule("player-dealer", "type-of-game-house")
@pytest.mark.parametrize(
    ("adjustments", "total"),
    [
        ([("ann", "50")], "50.00"),
        ([("ann", "-50")], "-50.00"),
        ([("ann", "50"), ("bob", "-49.99")], "0.01"),
        ([("ann", "50"), ("bob", "-25"), ("pat", "-25.01")], "-0.01"),
    ],
)
def test_a_ruling_gives_nobody_the_houses_money(
    adjustments: list[tuple[str, str]], total: str
) -> None:
    play = _banked()
    owed = [{"player": name, "amount": amount} for name, amount in adjustments]
    wrong = play.refused("rule", by="shift_manager", text="a slip", adjustments=owed)
    assert error_of(wrong) == ("malformed", "type-of-game-house")
    assert f"the adjustments sum to {total}, not to nothing" in wrong["message"]


@pytest.mark.rule("player-dealer", "type-of-game-house")
def test_a_ruling_moves_money_among_patrons() -> None:
    """Also with somebody named twice, and without any money at all; elsewhere the house pays."""
    play = _banked()
    owed = [
        {"player": name, "amount": amount}
        for name, amount in (("ann", "50"), ("bob", "-30"), ("pat", "-30"), ("bob", "10"))
    ]
    play.do("rule", by="shift_manager", text="a slip", adjustments=owed)
    assert (_money(play), play.house) == (("470.00", "1050.00", "980.00"), "0.00")
    play.do("rule", by="shift_manager", text="nothing is owed", adjustments=[])
    other = seated_table("classic", cards=HANDS)
    other.do("rule", by="shift_manager", text="a slip", adjustments=owed[:1])
    assert (other.balance("ann"), other.house) == ("1050.00", "-50.00")


@pytest.mark.rule("player-dealer", "type-of-game-house", "fees-flat")
def test_whatever_becomes_of_a_round_the_house_has_its_fees_alone() -> None:
    """Paid, void, given back to who chose so, put right, undone: its books never move by a bet."""
    play = _banked("100", fees=FEES, cards=HANDS)
    bets = (("ann", 2, "player", "80"), ("bob", 3, "banker", "70"))
    _hand(play, *bets)
    assert (play.house, play.fees) == ("0.00", "4.00")
    play.do("open_bets")
    play.bet("ann", 2, "tie", "50")
    play.do("close_bets")
    play.do("void_round", by="pit_supervisor", reason="a shoe fell")
    assert (play.house, play.fees) == ("0.00", "4.00")
    play.do("open_bets")
    for bet in bets:
        play.bet(*bet)
    play.do("close_bets")
    play.deal(1)
    play.do("report", kind="exposed_card", cards="Qd")
    play.do("choose", by="ann", option="refund")
    play.do("choose", by="bob", option="continue")
    play.deal(3)
    play.do("settle")
    assert (play.house, play.fees) == ("0.00", "7.00")
    assert _undo(play)[0] == "round_corrected"
    assert (play.house, play.fees) == ("0.00", "4.00")
    play.do("close_table", by="pit_manager")
    chips = sum(float(chips) for chips in _money(play))
    assert chips == 3000 - 4, "what the patrons have not, the fees have"


# The wager


@pytest.mark.rule("player-dealer", "table-limits")
def test_a_wager_is_at_least_the_tables_minimum() -> None:
    play = _table(limits={"min": "25", "max": "500", "side_min": "5"})
    wrong = play.refused("accept_player_dealer", by="pat", seat=1, wager="24.99")
    assert error_of(wrong) == ("below_minimum", "table-limits")
    play.do("accept_player_dealer", by="pat", seat=1, wager="25")
    play.do("change_wager", by="pat", seat=1, wager="600")
    wrong = play.refused("change_wager", by="pat", seat=1, wager="24.99")
    assert error_of(wrong) == ("below_minimum", "table-limits")
    play.do("change_wager", by="pat", seat=1, wager="25")


@pytest.mark.rule("player-dealer", "table-limits")
@pytest.mark.parametrize("enforcement", ["automatic", "dealer"])
def test_each_seat_has_its_own_minimum_for_the_wager_too(enforcement: str) -> None:
    limits = {"min": "25", "by_box": {"1": {"min": "100"}, "2": {"min": "5"}}}
    play = _table(limits=limits, enforcement=enforcement)
    wrong = play.refused("accept_player_dealer", by="pat", seat=1, wager="99.99")
    assert error_of(wrong) == ("below_minimum", "table-limits")
    play.do("decline_player_dealer", by="pat", seat=1)
    play.do("accept_player_dealer", by="ann", seat=2, wager="5")


@pytest.mark.rule("player-dealer", "table-limits", "type-of-game-position")
def test_a_wager_that_is_up_when_the_minimum_is_raised_stands_for_its_hand() -> None:
    """Posted again for the second hand it would be too small: the position passes on."""
    play = _banked("30", limits={"min": "25"})
    play.do("change_table", by="pit_manager", limits={"min": "50"})
    assert _bank(play) == ("pat", "30.00", 0)
    assert _hand(play) == ["player_dealer_vacated", "player_dealer_offered"]
    assert (_bank(play), play.state["offered"], play.balance("pat")) == (None, 2, "1000.00")


@pytest.mark.rule("player-dealer", "table-limits", "type-of-game-position")
def test_a_wager_posted_before_the_minimum_is_raised_stands_too() -> None:
    play = _banked("30", limits={"min": "25"})
    assert _hand(play) == ["wager_posted"]
    play.do("change_table", by="pit_manager", limits={"min": "50"})
    assert _hand(play, ("ann", 2, "player", "50")) == [
        "player_dealer_vacated",
        "player_dealer_offered",
    ]
    assert _money(play) == ("970.00", "1030.00", "1000.00")


# A hand that is undone


@pytest.mark.rule("player-dealer", "type-of-game-position")
def test_the_first_hand_undone_is_no_hand() -> None:
    """The wager was posted again already: it stays up, and two hands are to come."""
    play = _banked()
    _hand(play, ("ann", 2, "player", "100"))
    assert _bank(play) == ("pat", "500.00", 1)
    assert _undo(play) == ["round_corrected"]
    assert (_bank(play), _money(play)) == (
        ("pat", "500.00", 0),
        ("500.00", "1000.00", "1000.00"),
    )
    assert _hand(play) == ["wager_posted"]
    assert _hand(play)[0] == "player_dealer_vacated"


@pytest.mark.rule("player-dealer", "type-of-game-position")
@pytest.mark.parametrize("since", ["offered", "declined", "nobody", "accepted"])
def test_the_second_hand_undone_comes_back_with_the_position(since: str) -> None:
    """Whatever became of the position since: it is pat's again, for one hand, with 500 up."""
    play = _banked(fees={"player_dealer": "2"})
    _hand(play)
    _hand(play, ("ann", 2, "player", "100"))
    assert (_bank(play), play.state["offered"]) == (None, 2)
    if since == "accepted":
        play.do("accept_player_dealer", by="ann", seat=2, wager="1000")
    elif since != "offered":
        play.do("decline_player_dealer", by="ann", seat=2)
        if since == "nobody":
            play.do("decline_player_dealer", by="bob", seat=3)
            play.do("decline_player_dealer", by="pat", seat=1)
    happened = _undo(play)
    # Ann gives back what she won out of the wager that she has put up since.
    taken = ["player_dealer_vacated", "player_dealer_offered"] if since == "accepted" else []
    assert happened == [*taken, "round_corrected", "player_dealer_restored"]
    restored = play.events[-1]
    assert (restored["seat"], restored["player"]) == (1, "pat")
    assert (restored["wager"], restored["hands"], restored["rule"]) == ("500.00", 1, RULE)
    assert (_bank(play), play.state["offered"]) == (("pat", "500.00", 1), None)
    # Everybody has what they had before that hand; the fee of the first hand stays taken.
    assert (_money(play), play.fees) == (("498.00", "1000.00", "1000.00"), "2.00")
    assert play.refused("accept_player_dealer", by="ann", seat=2, wager="10")["code"] == (
        "wrong_phase"
    )
    assert _hand(play) == ["player_dealer_vacated", "player_dealer_offered"]
    assert play.state["offered"] == 2


@pytest.mark.rule("player-dealer", "type-of-game-position")
def test_who_could_not_post_again_has_it_back_when_that_hand_is_undone() -> None:
    """Pat banked with all he had and lost 40 of it: with the 40 back, he banks again."""
    play = _banked("100", chips="100")
    _hand(play, ("ann", 2, "player", "40"))
    assert (_bank(play), play.state["offered"]) == (None, 2)
    assert _undo(play)[-1] == "player_dealer_restored"
    assert (_bank(play), _money(play)) == (("pat", "100.00", 0), ("0.00", "100.00", "100.00"))
    assert _hand(play) == ["wager_posted"]


@pytest.mark.rule("player-dealer", "type-of-game-position")
def test_who_banks_again_already_has_the_hand_back_with_the_wager_put_up_since() -> None:
    """Nobody else sits there: pat has taken the next turn, and one hand of the last is to come."""
    play = seated_table("player-dealer", cards=HANDS, players=("pat",))
    play.do("offer_player_dealer", seat=1)
    play.do("accept_player_dealer", by="pat", seat=1, wager="500")
    _hand(play)
    _hand(play)
    play.do("accept_player_dealer", by="pat", seat=1, wager="300")
    _undo(play)
    assert (_bank(play), play.balance("pat")) == (("pat", "300.00", 1), "700.00")


@pytest.mark.rule("player-dealer", "type-of-game-position")
@pytest.mark.parametrize(("cashed", "back"), [("500", True), ("500.01", False)])
def test_it_comes_back_with_the_whole_wager_or_not_at_all(cashed: str, back: bool) -> None:
    """Pat has cashed out since: the 500 can be put up again, or are a cent short."""
    play = _banked()
    _hand(play)
    _hand(play)
    play.do("cash_out", player="pat", amount=cashed)
    assert ("player_dealer_restored" in _undo(play)) is back
    assert _bank(play) == (("pat", "500.00", 1) if back else None)
    assert play.state["offered"] == (None if back else 2)


@pytest.mark.rule("player-dealer", "type-of-game-position")
@pytest.mark.parametrize("gone", ["left", "came back", "cashed out", "gave up"])
@pytest.mark.parametrize("taken", [False, True])
def test_it_does_not_come_back_to_who_gave_it_up_left_or_has_nothing(
    gone: str, taken: bool
) -> None:
    """The position stays with who has it, or on offer to them; the money of the hand goes back."""
    play = _banked(limits={"min": "10"})
    if gone != "gave up":
        _hand(play)
    _hand(play, ("bob", 3, "player", "100"))
    match gone:
        case "gave up":
            play.do("give_up_player_dealer", by="pat", seat=1)
        case "cashed out":
            play.do("cash_out", player="pat", amount="900")
        case _:
            play.do("leave", by="pat", box=1)
    if gone == "came back":
        # A seat that was left is not the seat that banked, until it banks anew.
        play.do("sit", by="pat", box=4)
    if taken:
        play.do("accept_player_dealer", by="ann", seat=2, wager="200")
    assert _undo(play) == ["round_corrected"]
    assert _bank(play) == (("ann", "200.00", 0) if taken else None)
    assert play.state["offered"] == (None if taken else 2)
    pat = "100.00" if gone == "cashed out" else "1000.00"
    assert _money(play) == (pat, "800.00" if taken else "1000.00", "1000.00")


@pytest.mark.rule("player-dealer", "type-of-game-position")
def test_who_left_during_the_hand_does_not_have_it_back() -> None:
    play = _banked()
    play.do("open_bets")
    play.do("leave", by="pat", box=1)
    play.do("close_bets")
    play.deal(4)
    play.do("settle")
    play.do("sit", by="pat", box=1)
    assert _undo(play) == ["round_corrected"]
    assert (_bank(play), play.state["offered"]) == (None, 2)


@pytest.mark.rule("player-dealer", "type-of-game-position", "type-of-game-house")
def test_what_was_won_is_given_back_out_of_the_wager_if_need_be() -> None:
    """Pat won 300 and put all up for the second hand: it comes down, and bob is made whole."""
    play = _banked(cards=f"{Coups.BANKER_WINS} {HANDS}")
    _hand(play, ("bob", 3, "player", "300"))
    play.do("change_wager", by="pat", seat=1, wager="1300")
    taken = ["player_dealer_vacated", "player_dealer_offered"]
    assert _undo(play) == [*taken, "round_corrected", "player_dealer_restored"]
    # With the wager that was up in that hand, of which nothing has been won or lost.
    assert (_bank(play), _money(play)) == (("pat", "500.00", 0), ("500.00", "1000.00", "1000.00"))


@pytest.mark.rule("player-dealer", "type-of-game-position", "type-of-game-house")
def test_a_winner_who_banks_next_gives_back_out_of_the_wager() -> None:
    """Ann won 300 of pat, who has left, and banks with all she has: she banks no more."""
    play = _banked()
    _hand(play)
    _hand(play, ("ann", 2, "player", "300"))
    play.do("leave", by="pat", box=1)
    play.do("accept_player_dealer", by="ann", seat=2, wager="1300")
    assert _undo(play) == ["player_dealer_vacated", "player_dealer_offered", "round_corrected"]
    assert (_bank(play), play.state["offered"]) == (None, 3)
    assert _money(play) == ("1000.00", "1000.00", "1000.00")


@pytest.mark.rule("player-dealer", "type-of-game-position")
def test_a_hand_that_is_put_right_is_a_hand() -> None:
    """Only a round without a result is none: one settled anew leaves the position as it is."""
    play = _banked(cards="Ks Qd 7c 6h")
    _hand(play, ("ann", 2, "player", "100"))
    play.do("report", kind="wrong_number_of_cards")
    play.do("reconstruct", by="pit_supervisor", cards="Qd Ks 6h 7c")
    assert (_bank(play), _money(play)) == (("pat", "500.00", 1), ("600.00", "900.00", "1000.00"))

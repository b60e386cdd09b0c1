"""Voiding takes the House: a dealer's report stops the round, a supervisor voids or dismisses."""

from typing import Any

import pytest

from casino import Coups
from mishaps import BETS, DRAWING, GAMES, NOTHING_MOVED, PLAYER_WON, VOIDING, both, drawn, money
from tables import Play, betting_table, error_of, only, open_table, types

STOPPED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("deal", {}),
    ("turn", {"hand": "player", "number": 1}),
    ("settle", {}),
    ("open_bets", {}),
    ("close_bets", {}),
    ("place_bet", {"player": "ann", "box": 1, "bet": "tie", "amount": "10"}),
    ("increase_bet", {"bet": "b1", "amount": "10"}),
    ("withdraw_bet", {"bet": "b1"}),
    ("place_insurance", {"player": "bob", "box": 2, "bet": "banker_insurance", "amount": "10"}),
    ("choose", {"player": "bob", "option": "continue"}),
    ("close_options", {}),
    ("resume", {}),
)
"""What a report that waits holds up, whatever the phase."""


def at(game: str, phase: str) -> Play:
    """Bring a table to a phase of its second round; the first was paid, 100 to ann."""
    play = both(game, f"{Coups.PLAYER_WINS} {DRAWING}", 4)
    play.do("settle")
    play.do("open_bets")
    for player, box, bet, amount in BETS:
        play.bet(player, box, bet, amount)
    if phase != "betting":
        play.do("close_bets")
        play.deal({"dealing": 4, "complete": 6, "options": 1, "interrupted": 4}[phase])
    if phase == "options":
        play.do("report", kind="exposed_card", cards="Qd")
        play.do("choose", by="ann", option="continue")
    if phase == "interrupted":
        play.do("interrupt")
    assert play.phase == phase
    return play


PHASES = ("betting", "dealing", "complete", "options", "interrupted")


@pytest.mark.rule("tiger", "5.5", "5.5.1", "5.5.2", "5.5.4", "5.5.5", "5.15")
@pytest.mark.rule("insurance", "5.5", "5.5.1", "5.5.2", "5.5.4", "5.5.5", "5.16")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("kind", "rule"), VOIDING.items())
@pytest.mark.parametrize("phase", PHASES)
def test_a_dealers_report_stops_the_round_until_the_house_confirms_it(
    game: str, kind: str, rule: str, phase: str
) -> None:
    """Kills the program in which a dealer alone makes a round vanish, and the one that goes on."""
    play = at(game, phase)
    before = money(play)
    (told,) = play.do("report", kind=kind, text="seen by the camera")
    assert (told["type"], told["kind"], told["rule"]) == ("irregularity_reported", kind, rule)
    assert told["waits_for"] == "pit_supervisor"
    assert (play.phase, play.state["report"], money(play)) == (phase, kind, before)
    for command, fields in STOPPED:
        assert play.refused(command, **fields)["code"] == "wrong_phase", command
    assert play.refused("resume", by="shift_manager")["code"] == "wrong_phase"
    assert play.refused("void_round")["code"] == "not_allowed"
    assert play.refused("dismiss_report")["code"] == "not_allowed"
    assert play.refused("report", kind="not_shuffled")["code"] == "wrong_phase"
    voided = only(play.do("void_round", by="pit_supervisor"), "round_voided")
    assert (voided["reason"], voided["kind"], voided["rule"]) == (kind, kind, rule)
    assert voided["returned"] == {"ann": "100.00", "bob": "100.00"}
    assert (play.phase, money(play)) == ("idle", PLAYER_WON)  # the round before stands


@pytest.mark.rule("tiger", "5.5")
@pytest.mark.rule("insurance", "5.5")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", VOIDING)
@pytest.mark.parametrize("phase", PHASES)
def test_a_report_that_is_dismissed_changes_nothing(game: str, kind: str, phase: str) -> None:
    """Play goes on where it stopped, with the same shoe; a second dismissal finds no report."""
    play = at(game, phase)
    before = play.state
    play.do("report", kind=kind)
    dismissed = only(
        play.do("dismiss_report", by="pit_supervisor", reason="a smudge"), "report_dismissed"
    )
    assert (dismissed["kind"], dismissed["reason"]) == (kind, "a smudge")
    assert play.state == before
    assert play.refused("dismiss_report", by="pit_supervisor")["code"] == "wrong_phase"
    if phase == "interrupted":
        play.do("resume")
    if phase == "options":
        play.do("choose", by="bob", option="continue")
    if phase == "betting":
        play.do("close_bets")
    while play.phase == "dealing":
        play.deal()
    play.do("settle")
    assert play.refused("dismiss_report", by="pit_supervisor")["code"] == "wrong_phase"
    play.do("open_bets")  # the shoe is still in play


@pytest.mark.rule("tiger", "5.5.1")
@pytest.mark.rule("insurance", "5.5.1")
@pytest.mark.parametrize("game", GAMES)
def test_a_report_may_be_made_again_and_be_right_the_second_time(game: str) -> None:
    """Dismissed once is not dismissed for ever; the reason of the House stands in the event."""
    play = at(game, "dealing")
    for _ in range(2):
        play.do("report", kind="foreign_card")
        play.do("dismiss_report", by="shift_manager")
    play.do("report", kind="foreign_card", cards="Ks")
    voided = only(play.do("void_round", by="pit_manager", reason="a tarot card"), "round_voided")
    assert (voided["reason"], voided["kind"], voided["rule"]) == (
        "a tarot card",
        "foreign_card",
        "5.5.1",
    )


@pytest.mark.rule("tiger", "5.5.3", "5.7", "5.10", "5.17")
@pytest.mark.rule("insurance", "5.5.3", "5.7", "5.10", "5.18")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", ["wrong_number_of_cards", "wrong_hand", "simultaneous_cards"])
def test_any_report_that_waits_can_be_dismissed(game: str, kind: str) -> None:
    """A wrong number, wrong hands, cards together: there was nothing, and nobody chooses."""
    play = both(game, DRAWING, 2)
    before = play.state
    play.do("report", kind=kind)
    assert play.refused("deal")["code"] == "wrong_phase"
    happened = play.do("dismiss_report", by="pit_supervisor")
    assert types(happened) == ["report_dismissed"]
    assert play.state == before
    assert drawn(play.deal()) == [("player", "2c")]


@pytest.mark.rule("tiger", "5.10")
@pytest.mark.rule("insurance", "5.10")
@pytest.mark.parametrize("game", GAMES)
def test_cards_that_left_the_shoe_come_in_its_order_after_a_dismissal(game: str) -> None:
    """Named the other way round by the dealer: nobody decided that, so the shoe's order holds."""
    play = both(game, DRAWING, 1)
    play.do("report", kind="simultaneous_cards", cards="2c Qd")
    play.do("dismiss_report", by="pit_supervisor")
    assert drawn(play.deal(3)) == [("banker", "Qd"), ("player", "2c"), ("banker", "3h")]


@pytest.mark.rule("tiger", "5.17")
@pytest.mark.rule("insurance", "5.18")
@pytest.mark.parametrize(("game", "rule"), [("tiger", "5.17"), ("insurance", "5.18")])
@pytest.mark.parametrize("between", [False, True])
def test_what_nobody_foresaw_waits_for_the_shift_manager(
    game: str, rule: str, between: bool
) -> None:
    """In a round and between two: nothing goes on before the ruling, or the dismissal."""
    play = both(game, f"{Coups.PLAYER_WINS} {Coups.PLAYER_WINS}", 4)
    if between:
        play.do("settle")
    blocked = "open_bets" if between else "settle"
    play.do("report", kind="other", text="a dog on the table")
    assert error_of(play.refused(blocked)) == ("wrong_phase", rule)
    assert play.refused("rule", by="pit_manager", text="so be it")["code"] == "not_allowed"
    play.do("rule", by="shift_manager", text="so be it")
    play.do(blocked)


@pytest.mark.rule("tiger", "5.5.1", "5.5.2", "5.5.5")
@pytest.mark.rule("insurance", "5.5.1", "5.5.2", "5.5.5")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", VOIDING)
@pytest.mark.parametrize("confirmed", [True, False])
def test_a_shoe_with_wrong_cards_is_out_of_play(game: str, kind: str, confirmed: bool) -> None:
    """No round before a new shoe; a shoe that merely ran short of cards was a good one."""
    play = at(game, "dealing")
    play.do("report", kind=kind)
    play.do("void_round" if confirmed else "dismiss_report", by="pit_supervisor")
    if not confirmed:
        while play.phase == "dealing":
            play.deal()
        play.do("settle")
    out = confirmed and kind != "insufficient_cards"
    if not out:
        play.do("open_bets")
        return
    assert error_of(play.refused("open_bets", by="shift_manager")) == ("no_shoe", VOIDING[kind])
    play.do("new_shoe", cards=DRAWING)
    play.do("open_bets")


@pytest.mark.rule("tiger", "5.5")
@pytest.mark.rule("insurance", "5.5")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", [kind for kind in VOIDING if kind != "insufficient_cards"])
@pytest.mark.parametrize("how", ["replaced", "dismissed", "seen by the house"])
def test_between_rounds_such_a_report_is_about_the_shoe_alone(
    game: str, kind: str, how: str
) -> None:
    """Earlier rounds stand. A dealer's word waits; a supervisor's takes the shoe out at once."""
    play = both(game, f"{Coups.PLAYER_WINS} {DRAWING}", 4)
    play.do("settle")
    by = "pit_supervisor" if how == "seen by the house" else "dealer"
    assert types(play.do("report", by=by, kind=kind)) == ["irregularity_reported"]
    assert (play.phase, money(play)) == ("idle", PLAYER_WON)
    if how == "seen by the house":
        assert error_of(play.refused("open_bets")) == ("no_shoe", VOIDING[kind])
        play.do("new_shoe", cards=DRAWING)
    else:
        assert error_of(play.refused("open_bets")) == ("wrong_phase", VOIDING[kind])
        assert play.refused("new_shoe")["code"] == "wrong_phase"  # not the dealer's to confirm
        assert play.refused("void_round", by="pit_supervisor")["code"] == "wrong_phase"
    if how == "replaced":
        begun = play.do("replace_shoe", by="pit_supervisor", cards=DRAWING, reason="a joker")
        assert only(begun, "shoe_started")["reason"] == "a joker"
    if how == "dismissed":
        play.do("dismiss_report", by="pit_supervisor")
    play.do("open_bets")
    assert money(play) == PLAYER_WON


@pytest.mark.rule("tiger", "5.5.1", "5.5.5")
def test_a_supervisor_who_reports_it_too_confirms_the_dealers_report() -> None:
    """The dealer's report waits; the House's own takes the shoe out, and nothing waits any more."""
    play = both("tiger", f"{Coups.PLAYER_WINS} {DRAWING}", 4)
    play.do("settle")
    play.do("report", kind="foreign_card")
    play.do("report", by="pit_supervisor", kind="not_shuffled")
    assert (play.state["report"], money(play)) == (None, PLAYER_WON)
    assert error_of(play.refused("open_bets")) == ("no_shoe", "5.5.5")
    play.do("new_shoe", cards=DRAWING)
    play.do("open_bets")


@pytest.mark.rule("tiger", "5.5.1")
def test_a_shuffler_with_a_foreign_card_shuffles_no_more() -> None:
    """Putting the cards back would put the foreign one back too: a new set is started by hand."""
    play = open_table("tiger", shoe="shuffler")
    play.do("buy_in", player="ann", amount="1000")
    play.do("sit", by="ann", box=1)
    play.do("new_shoe", seed="a")
    play.do("open_bets")
    happened = play.do("report", by="pit_supervisor", kind="foreign_card")
    assert types(happened) == ["irregularity_reported", "round_voided"]
    assert play.refused("open_bets")["code"] == "no_shoe"
    play.do("new_shoe", seed="b")
    play.do("open_bets")


@pytest.mark.rule("tiger", "5.5.1")
def test_without_a_shoe_there_is_nothing_to_take_out_of_play() -> None:
    """Cards found to be wrong before the first shoe: it is noted, and holds nothing up."""
    play = open_table("tiger")
    play.do("report", kind="foreign_card")
    play.do("new_shoe", cards=DRAWING)
    play.do("open_bets")


@pytest.mark.rule("tiger", "5.5.1")
@pytest.mark.parametrize(
    ("name", "automatic", "voids"),
    [("house:dealer", True, True), ("house:dealer", False, False), ("dan", True, False)],
)
def test_the_automatic_dealer_has_nobody_to_ask(name: str, automatic: bool, voids: bool) -> None:
    """It alone, at a table that it deals, voids for a fault of the shoe; a person's word waits."""
    play = at("tiger", "dealing")
    play.do("assign_dealer", by="pit_supervisor", automatic=automatic)
    answer = play.live.answer(
        {"do": "report", "by": {"role": "dealer", "name": name}, "kind": "foreign_card"}
    )
    assert answer["ok"]
    assert ("round_voided" in types(answer["events"])) is voids
    assert play.phase == ("idle" if voids else "dealing")


@pytest.mark.rule("tiger", "5.7", "5.12.1")
@pytest.mark.rule("insurance", "5.7", "5.12.1")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", ["exposed_card", "excess_card"])
def test_an_exposed_card_may_be_beyond_repair(game: str, kind: str) -> None:
    """Before anybody has chosen, the House says so: the choice is offered anew, as dealt."""
    play = both(game, DRAWING, 2)
    offered = only(play.do("report", kind=kind, cards="2c"), "options_offered")
    assert "5.12.2" in offered["rules"]
    assert play.refused("cannot_reconstruct")["code"] == "not_allowed"
    happened = play.do("cannot_reconstruct", by="pit_supervisor", reason="it fell on the floor")
    refused, again = happened
    assert (refused["type"], refused["reason"]) == (
        "reconstruction_refused",
        "it fell on the floor",
    )
    assert (again["type"], again["players"]) == ("options_offered", ["ann", "bob"])
    assert again["rules"] == ["5.12", "5.12.1", "5.12.3"]
    play.do("choose", by="ann", option="refund")
    play.do("choose", by="bob", option="continue")
    assert drawn(play.deal()) == [("player", "2c")]
    assert play.balance("ann") == "1000.00"


@pytest.mark.rule("tiger", "5.7")
@pytest.mark.rule("insurance", "5.7")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("after", ["choose", "deal", "second"])
def test_beyond_repair_is_said_before_the_first_choice_or_card(game: str, after: str) -> None:
    """Once somebody has relied on it, the House cannot take it back; nor say it twice."""
    play = both(game, DRAWING, 2)
    play.do("report", kind="exposed_card", cards="2c")
    if after == "choose":
        play.do("choose", by="ann", option="continue")
    elif after == "second":
        play.do("cannot_reconstruct", by="pit_supervisor")
    else:
        play.do("close_options")
        play.deal()
    assert play.refused("cannot_reconstruct", by="pit_supervisor")["code"] == "wrong_phase"


@pytest.mark.rule("tiger", "5.7", "5.12.1")
@pytest.mark.rule("insurance", "5.7", "5.12.1")
@pytest.mark.parametrize("game", GAMES)
def test_beyond_repair_after_nobody_has_chosen_offers_the_choice_anew(game: str) -> None:
    """The dealer ended the choice and nobody had relied on it: as dealt they may choose again."""
    play = both(game, DRAWING, 2)
    play.do("report", kind="exposed_card", cards="2c")
    play.do("close_options")
    happened = play.do("cannot_reconstruct", by="pit_supervisor")
    assert types(happened) == ["reconstruction_refused", "options_offered"]
    play.do("choose", by="ann", option="refund")
    play.do("close_options")
    assert (play.phase, play.balance("ann")) == ("dealing", "1000.00")


@pytest.mark.rule("tiger", "5.4", "5.8")
@pytest.mark.rule("insurance", "5.4", "5.8")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("decision", ["reconstruct", "cannot_reconstruct", "dismiss_report"])
def test_a_report_is_decided_while_play_is_interrupted(game: str, decision: str) -> None:
    """Nothing is resumed before the decision, so it is taken meanwhile; the choice comes after."""
    play = both(game, DRAWING, 4)
    play.do("report", kind="wrong_hand")
    play.do("interrupt")
    assert play.refused("resume")["code"] == "wrong_phase"
    play.do(decision, by="pit_supervisor")
    assert play.phase == "interrupted"
    assert play.refused("choose", by="ann", option="refund")["code"] == "wrong_phase"
    assert only(play.do("resume"), "round_resumed")
    if decision == "cannot_reconstruct":
        assert play.phase == "options"  # established, but beyond repair
        play.do("choose", by="ann", option="refund")
        play.do("close_options")
        assert play.balance("ann") == "1000.00"
    assert play.phase == "dealing"
    assert drawn(play.deal()) == [("player", "9s")]


@pytest.mark.rule("tiger", "5.7.1")
@pytest.mark.rule("insurance", "5.7.1")
@pytest.mark.parametrize("game", GAMES)
def test_beyond_repair_offers_no_choice_once_an_outcome_is_established(game: str) -> None:
    """Four cards have decided a bet: play goes on as the cards lie."""
    play = both(game, DRAWING, 4)
    assert types(play.do("report", kind="exposed_card", cards="9s")) == ["irregularity_reported"]
    happened = play.do("cannot_reconstruct", by="pit_supervisor")
    assert types(happened) == ["reconstruction_refused"]
    assert play.phase == "dealing"
    assert drawn(play.deal()) == [("player", "9s")]


@pytest.mark.rule("tiger", "5.10")
@pytest.mark.rule("insurance", "5.10")
@pytest.mark.parametrize("game", GAMES)
def test_one_card_is_not_drawn_together(game: str) -> None:
    """It takes two: in the report, and in a decision that names the cards first."""
    play = both(game, DRAWING, 2)
    wrong = play.refused("report", kind="simultaneous_cards", cards="2c")
    assert error_of(wrong) == ("wrong_cards", "5.10")
    play.do("report", kind="simultaneous_cards")
    wrong = play.refused("decide_order", by="pit_supervisor", cards="2c")
    assert error_of(wrong) == ("wrong_cards", "5.10")
    decided = only(
        play.do("decide_order", by="pit_supervisor", cards="3h 2c", reason="the camera"),
        "order_decided",
    )
    assert decided["reason"] == "the camera"


@pytest.mark.rule("tiger", "5.9")
@pytest.mark.rule("insurance", "5.9")
@pytest.mark.parametrize("game", GAMES)
def test_face_up_needs_a_card_that_was_dealt(game: str) -> None:
    """Bets are closed and no card is out: there is nothing that could lie face up."""
    play = betting_table(game, *BETS, cards=DRAWING, face_down=True)
    play.do("close_bets")
    assert error_of(play.refused("report", kind="dealt_face_up")) == ("wrong_phase", "5.9")
    play.deal()
    assert only(play.do("report", kind="dealt_face_up"), "options_offered")


@pytest.mark.rule("tiger", "5.12.3", "5.15")
@pytest.mark.rule("insurance", "5.12.3", "5.16")
@pytest.mark.parametrize("game", GAMES)
def test_a_refund_while_bets_were_open_lasts_for_that_round_only(game: str) -> None:
    """Who took the bet back sits out the round; in the next one they bet again."""
    play = betting_table(game, *BETS, cards=f"{DRAWING} {DRAWING}")
    play.do("report", kind="exposed_card", cards="Ks")
    play.do("choose", by="ann", option="refund")
    play.do("choose", by="bob", option="continue")
    again = play.refused("place_bet", by="ann", box=1, bet="player", amount="100")
    assert error_of(again) == ("too_late", "5.12.3")
    play.do("void_round", by="pit_supervisor")
    assert money(play) == NOTHING_MOVED
    play.do("open_bets")
    play.bet("ann", 1, "player", "100")


@pytest.mark.rule("insurance", "5.3", "3.12")
@pytest.mark.parametrize("kind", [*VOIDING, "other", "insurance_not_offered"])
@pytest.mark.parametrize("shoe", ["digital", "manual"])
def test_a_card_named_in_any_report_is_known(kind: str, shoe: str) -> None:
    """A card thought foreign and found good is the next one: nobody insures against it any more."""
    play = betting_table(
        "insurance", *BETS, shoe=shoe, cards="2s 6d 3c Kh 9c" if shoe == "digital" else None
    )
    play.do("close_bets")
    play.deal(4) if shoe == "digital" else play.deal(cards="2s 6d 3c Kh")
    assert play.state["insurance"]
    told = play.do("report", kind=kind, cards="9c")
    assert types(told)[0] == "insurance_closed"
    if kind == "other":
        play.do("rule", by="shift_manager", text="a good card")
    elif kind != "insurance_not_offered":
        play.do("dismiss_report", by="pit_supervisor")
    assert play.state["insurance"] == {}
    late = play.refused("place_insurance", by="bob", box=2, bet="banker_insurance", amount="5")
    assert error_of(late) == ("insurance_closed", "5.3")


@pytest.mark.rule("tiger", "5.12.3")
@pytest.mark.rule("insurance", "5.12.3")
@pytest.mark.parametrize("game", GAMES)
def test_taking_chips_back_after_a_card_was_seen_ends_betting_for_the_round(game: str) -> None:
    """To continue, then withdraw and bet on the other hand would be a refund by another name."""
    play = betting_table(game, *BETS, cards=DRAWING)
    play.bet("ann", 1, "tie", "50")
    play.do("report", kind="exposed_card", cards="Ks")
    play.do("close_options")
    play.do("withdraw_bet", by="ann", bet="b1", amount="50")
    for bet in ({"box": 1, "bet": "banker", "amount": "100"},):
        assert play.refused("place_bet", by="ann", **bet)["code"] == "too_late"
    assert play.refused("increase_bet", by="ann", bet="b3", amount="50")["code"] == "too_late"
    play.do("increase_bet", by="bob", bet="b2", amount="50")
    play.do("close_bets")


@pytest.mark.rule("tiger", "5.7")
@pytest.mark.rule("insurance", "5.7")
@pytest.mark.parametrize("game", GAMES)
def test_no_bet_is_taken_on_what_the_cards_lying_ready_have_decided(game: str) -> None:
    """All cards of the coup lie open: Banker has won, and Tie has lost; nobody bets on either."""
    play = betting_table(game, cards=DRAWING)
    play.do("report", kind="exposed_card", cards="Ks Qd 2c")
    pair = "tiger_pair" if game == "tiger" else "player_pair"
    decided = game == "insurance"  # Player has no pair; in the tiger game Banker may have one
    answer = play.say("place_bet", by="ann", box=1, bet=pair, amount="50")
    assert answer["ok"] is not decided
    play.bet("bob", 2, "banker", "50")
    play.do("report", kind="exposed_card", cards="3h 9s 2d")
    play.do("close_options")
    for bet in ("player", "banker", "tie"):
        wrong = play.refused("place_bet", by="ann", box=1, bet=bet, amount="50")
        assert wrong["code"] == "too_late", bet
    assert play.refused("increase_bet", by="bob", bet="b2", amount="5")["code"] in (
        "too_late",
        "unknown_bet",
    )


@pytest.mark.rule("tiger", "5.4.1", "5.4.2")
@pytest.mark.rule("insurance", "5.4.1", "5.4.2")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", ["foreign_card", "other"])
@pytest.mark.parametrize("deal", [2, 4])
def test_a_crash_confirms_no_report_and_no_report_holds_up_the_restart(
    game: str, kind: str, deal: int
) -> None:
    """The server resumes by 5.4 alone; what was reported waits on, of a void round for the shoe."""
    play = both(game, DRAWING, deal)
    play.do("report", kind=kind)
    play.do("interrupt")
    restart = {"do": "resume", "by": {"role": "pit_supervisor", "name": "house:restart"}}
    answer = play.live.answer(restart)
    assert answer["ok"]
    if deal == 4:
        assert types(answer["events"]) == ["round_resumed"]
        assert (play.phase, play.state["report"]) == ("dealing", kind)
        assert play.refused("deal")["code"] == "wrong_phase"
        assert not play.live.answer({**restart, "do": "deal"})["ok"]  # it resumes, and no more
        return
    voided = only(answer["events"], "round_voided")
    assert (voided["rule"], voided["kind"]) == ("5.4.2", "technical_interruption")
    assert money(play) == NOTHING_MOVED
    waits = kind == "foreign_card"
    assert play.state["report"] == (kind if waits else None)
    if waits:
        assert play.refused("open_bets")["code"] == "wrong_phase"
        play.do("dismiss_report", by="pit_supervisor")
    play.do("open_bets")

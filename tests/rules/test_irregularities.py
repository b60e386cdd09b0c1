"""When a round cannot go on: interruptions, void rounds, errors noticed late, patrons who leave.

Cards that went astray and the choice of 5.12 are in `test_irregularities_cards.py`, neglected
insurance in `test_irregularities_insurance.py`.
"""

from typing import Any

import pytest

from casino import Coups
from tables import Play, betting_table, dealt_table, error_of, only, open_table, types

GAMES = ("tiger", "insurance")
BETS = (("ann", 1, "player", "100"), ("bob", 2, "banker", "100"))
VOIDING = {
    "foreign_card": "5.5.1",
    "card_shortage": "5.5.2",
    "card_excess": "5.5.2",
    "insufficient_cards": "5.5.4",
    "not_shuffled": "5.5.5",
}
NATURAL_PAIR = "4s Kd 4c 9h"  # Player has 8 with a pair, Banker 9: four cards
DRAWING = "Ks Qd 2c 3h 9s 2d"  # Player 2 draws to 1, Banker 3 draws to 5: six cards


def both(game: str, cards: str, deal: int = 0, **fields: Any) -> Play:
    """Ann has 100 on Player and Bob 100 on Banker; bets are closed and some cards dealt."""
    return dealt_table(game, *BETS, cards=cards, deal=deal, **fields)


def money(play: Play) -> tuple[str, str, str]:
    """Say what Ann and Bob have, and what the house has won."""
    return play.balance("ann"), play.balance("bob"), play.house


NOTHING_MOVED = ("1000.00", "1000.00", "0.00")


# Walking away


@pytest.mark.rule("tiger", "5.3")
@pytest.mark.rule("insurance", "5.3.1")
@pytest.mark.parametrize(("game", "rule"), [("tiger", "5.3"), ("insurance", "5.3.1")])
@pytest.mark.parametrize("phase", ["betting", "dealing", "complete"])
def test_who_walks_away_is_paid_and_loses_all_the_same(game: str, rule: str, phase: str) -> None:
    """A bet lies where it lies: its owner's leaving changes nothing about it."""
    play = betting_table(game, *BETS, cards=Coups.PLAYER_WINS)
    if phase != "betting":
        play.do("close_bets")
        play.deal(4 if phase == "complete" else 1)
    assert play.phase == phase
    for name in ("ann", "bob"):
        left = only(play.do("leave", by=name), "seat_left")
        assert (left["player"], left["rule"]) == (name, rule)
    assert play.refused("sit", by="cat", box=1)["code"] == "box_taken"
    if phase == "betting":
        play.do("close_bets")
    play.deal(4 - len(play.desk.table.cards))
    play.do("settle")
    assert money(play) == ("1100.00", "900.00", "0.00")
    assert play.do("sit", by="cat", box=1)


@pytest.mark.rule("tiger", "5.3")
def test_leaving_without_a_bet_is_nobodys_business() -> None:
    """Only bets that stay behind are spoken of; a seat is left once."""
    play = betting_table("tiger", cards=Coups.PLAYER_WINS)
    assert only(play.do("leave", by="ann"), "seat_left").get("rule") is None
    assert play.refused("leave", by="ann")["code"] == "not_seated"


# Technical interruptions


@pytest.mark.rule("tiger", "5.4", "5.4.1")
@pytest.mark.rule("insurance", "5.4", "5.4.1")
@pytest.mark.parametrize(
    ("game", "cards", "dealt"),
    [
        ("tiger", NATURAL_PAIR, 3),  # Tiger Pair has won, only its size is open
        ("tiger", Coups.PLAYER_WINS, 3),  # Player stands on 7: no Tiger Tie can come
        ("tiger", Coups.PLAYER_WINS, 4),
        ("tiger", DRAWING, 4),  # no pair can come any more
        ("tiger", DRAWING, 5),
        ("insurance", NATURAL_PAIR, 3),
        ("insurance", Coups.PLAYER_WINS, 3),  # Player Pair has lost
        ("insurance", DRAWING, 4),
        ("insurance", DRAWING, 6),
    ],
)
def test_a_round_with_an_outcome_goes_on(game: str, cards: str, dealt: int) -> None:
    """Some bet on offer is decided: play goes on where it was, and is concluded."""
    play = both(game, cards, dealt)
    phase = play.phase
    broken = only(play.do("interrupt"), "round_interrupted")
    assert (broken["phase"], broken["rule"]) == (phase, "5.4")
    assert play.phase == "interrupted"
    resumed = only(play.do("resume"), "round_resumed")
    assert (resumed["phase"], resumed["rule"]) == (phase, "5.4.1")
    assert play.phase == phase
    while play.phase == "dealing":
        play.deal()
    settled = only(play.do("settle"), "round_settled")
    winner = "player" if cards is Coups.PLAYER_WINS else "banker"
    assert settled["result"] == winner
    banker = "1095.00" if game == "tiger" else "1100.00"
    if winner == "player":
        assert money(play) == ("1100.00", "900.00", "0.00")
    else:
        house = "5.00" if game == "tiger" else "0.00"
        assert money(play) == ("900.00", banker, house)


@pytest.mark.rule("tiger", "5.4", "5.4.2")
@pytest.mark.rule("insurance", "5.4", "5.4.2")
@pytest.mark.parametrize(
    ("game", "cards", "dealt"),
    [
        *((game, NATURAL_PAIR, dealt) for game in GAMES for dealt in (0, 1, 2)),
        ("tiger", DRAWING, 3),  # Banker may still pair
    ],
)
def test_a_round_without_an_outcome_is_void(game: str, cards: str, dealt: int) -> None:
    """Every bet on offer is open: the round is void and all bets go back."""
    play = both(game, cards, dealt)
    play.do("interrupt")
    assert play.balance("ann") == "900.00"
    voided = only(play.do("resume"), "round_voided")
    assert voided["rule"] == "5.4.2"
    assert voided["returned"] == {"ann": "100.00", "bob": "100.00"}
    assert play.phase == "idle"
    assert money(play) == NOTHING_MOVED


@pytest.mark.rule("tiger", "5.4.2")
@pytest.mark.rule("insurance", "5.4.2")
@pytest.mark.parametrize("game", GAMES)
def test_an_interruption_while_bets_are_open_voids(game: str) -> None:
    """No card, no outcome: what lies on the felt goes back."""
    play = betting_table(game, *BETS, cards=Coups.PLAYER_WINS)
    play.do("interrupt")
    assert only(play.do("resume"), "round_voided")["rule"] == "5.4.2"
    assert money(play) == NOTHING_MOVED


@pytest.mark.rule("tiger", "5.4")
@pytest.mark.rule("insurance", "5.4")
@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_played_while_play_is_interrupted(game: str) -> None:
    """The round waits; it can only be resumed, or be void for another reason."""
    play = both(game, DRAWING, 4)
    play.do("interrupt")
    for command in ("deal", "settle", "open_bets", "close_bets", "interrupt", "close_options"):
        assert play.refused(command)["code"] == "wrong_phase"
    late = play.refused("place_bet", by="ann", box=1, bet="tie", amount="10")
    assert late["code"] == "wrong_phase"
    assert play.refused("report", kind="wrong_hand")["code"] == "wrong_phase"
    play.do("resume")
    assert play.phase == "dealing"


@pytest.mark.rule("tiger", "5.4")
@pytest.mark.rule("insurance", "5.4")
@pytest.mark.parametrize("game", GAMES)
def test_only_a_round_that_runs_is_interrupted(game: str) -> None:
    """Between rounds nothing is interrupted, and nothing is resumed that was not."""
    play = both(game, Coups.PLAYER_WINS, 4)
    assert error_of(play.refused("resume")) == ("wrong_phase", "5.4")
    play.do("settle")
    assert error_of(play.refused("interrupt")) == ("wrong_phase", "5.4")


@pytest.mark.rule("tiger", "5.4.1", "5.4.2")
@pytest.mark.rule("insurance", "5.4.1", "5.4.2")
@pytest.mark.parametrize("game", GAMES)
def test_an_interrupted_choice_goes_on_or_ends_with_the_round(game: str) -> None:
    """With an outcome the patrons go on choosing; without one there is nothing left to choose."""
    play = both(game, DRAWING, 4)
    play.do("report", kind="simultaneous_cards", cards="9s 2d")
    play.do("decide_order", by="pit_supervisor", cards="2d 9s")
    play.do("choose", by="ann", option="refund")
    play.do("interrupt")
    assert play.refused("choose", by="bob", option="continue")["code"] == "wrong_phase"
    play.do("resume")
    assert play.phase == "options"
    play.do("close_options")
    assert (play.phase, play.balance("ann")) == ("dealing", "1000.00")
    assert only(play.deal(), "card_dealt")["card"] == "2d"

    play = both(game, DRAWING, 1)
    play.do("report", kind="exposed_card", cards="Qd")
    play.do("interrupt")
    assert only(play.do("resume"), "round_voided")["rule"] == "5.4.2"
    assert money(play) == NOTHING_MOVED


@pytest.mark.rule("tiger", "5.4.1", "5.4.2")
@pytest.mark.parametrize("game", ["classic", "no-commission"])
@pytest.mark.parametrize(("dealt", "goes_on"), [(3, False), (4, False), (5, False), (6, True)])
def test_a_borrowed_interruption_looks_at_the_bets_of_the_game(
    game: str, dealt: int, goes_on: bool
) -> None:
    """Where there are no pairs to bet on, no bet is decided before the last card."""
    play = both(game, DRAWING, dealt)
    assert only(play.do("interrupt"), "round_interrupted")["rule"] == "tiger 5.4"
    (end,) = play.do("resume")
    if goes_on:
        assert (end["type"], end["rule"]) == ("round_resumed", "tiger 5.4.1")
    else:
        assert (end["type"], end["rule"]) == ("round_voided", "tiger 5.4.2")
        assert money(play) == NOTHING_MOVED


# What voids at once


@pytest.mark.rule("tiger", "5.5", "5.5.1", "5.5.2", "5.5.4", "5.5.5", "1.24", "5.15")
@pytest.mark.rule("insurance", "5.5", "5.5.1", "5.5.2", "5.5.4", "5.5.5", "1.23", "5.16")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("kind", "rule"), VOIDING.items())
@pytest.mark.parametrize("phase", ["betting", "dealing", "complete", "options", "interrupted"])
def test_five_failures_void_the_round_at_once(game: str, kind: str, rule: str, phase: str) -> None:
    """Whatever the round has come to, it has no result; the round before it stands."""
    play = both(game, f"{Coups.PLAYER_WINS} {Coups.PLAYER_WINS}", 4)
    play.do("settle")
    paid = money(play)
    assert paid == ("1100.00", "900.00", "0.00")
    play.do("open_bets")
    for player, box, bet, amount in BETS:
        play.bet(player, box, bet, amount)
    play.bet("ann", 1, "tie", "25")
    if phase != "betting":
        play.do("close_bets")
        play.deal({"dealing": 3, "complete": 4, "options": 1, "interrupted": 2}[phase])
    if phase == "options":
        play.do("report", kind="exposed_card", cards="Qd")
        play.do("choose", by="ann", option="continue")
    if phase == "interrupted":
        play.do("interrupt")
    assert play.phase == phase
    happened = play.do("report", kind=kind)
    reported, voided = happened[:2]
    assert (reported["type"], reported["kind"], reported["rule"]) == (
        "irregularity_reported",
        kind,
        rule,
    )
    assert (voided["type"], voided["round"], voided["rule"]) == ("round_voided", 2, rule)
    assert voided["returned"] == {"ann": "125.00", "bob": "100.00"}
    assert (play.phase, money(play)) == ("idle", paid)
    assert play.state["bets"] == []
    assert "round_settled" not in types(happened)


@pytest.mark.rule("tiger", "5.5", "5.11")
@pytest.mark.rule("insurance", "5.5", "5.11")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", VOIDING)
def test_settled_rounds_stand_whatever_is_found_afterwards(game: str, kind: str) -> None:
    """Found between rounds there is no round to void; the one that was paid stays paid."""
    play = both(game, Coups.PLAYER_WINS, 4)
    play.do("settle")
    assert types(play.do("report", kind=kind)) == ["irregularity_reported"]
    assert (play.phase, money(play)) == ("idle", ("1100.00", "900.00", "0.00"))


@pytest.mark.rule("tiger", "5.5.1")
@pytest.mark.rule("insurance", "5.5.1")
@pytest.mark.parametrize("game", GAMES)
def test_a_card_too_many_of_its_kind_is_refused_and_then_reported(game: str) -> None:
    """Four decks have four kings of spades: a fifth is typed again, or is really there."""
    play = dealt_table(game, *BETS, decks=4, shoe="manual")
    play.deal(cards="Ks Ks Ks Ks")
    assert error_of(play.refused("deal", card="Ks")) == ("foreign_card", "5.5.1")
    voided = only(play.do("report", kind="foreign_card", cards="Ks"), "round_voided")
    assert voided["rule"] == "5.5.1"
    assert money(play) == NOTHING_MOVED


@pytest.mark.rule("tiger", "5.5.4")
@pytest.mark.rule("insurance", "5.5.4")
@pytest.mark.rule("tournament", "5.1.3")
@pytest.mark.parametrize(
    ("game", "rule"), [("tiger", "5.5.4"), ("insurance", "5.5.4"), ("tournament", "5.1.3")]
)
@pytest.mark.parametrize("left", range(6))
def test_a_shoe_that_runs_out_voids_by_itself(game: str, rule: str, left: int) -> None:
    """Player and Banker both have a card to come; whichever is not there, the round is void."""
    play = both(game, " ".join(DRAWING.split()[:left]) or "Ks", left)
    if not left:
        play.do("report", kind="excess_card", cards="Ks")
        play.do("close_options")
        play.deal()
    voided = only(play.do("deal"), "round_voided")
    assert voided["rule"] == rule
    assert money(play) == NOTHING_MOVED
    assert play.phase == "idle"


@pytest.mark.rule("tiger", "5.5.4")
@pytest.mark.rule("insurance", "5.5.4")
@pytest.mark.parametrize("game", GAMES)
def test_insurance_goes_back_with_the_bet_it_insured(game: str) -> None:
    """The shoe ends before Player's third card: everything that was staked goes back."""
    play = both(game, "2s 6d 3c Kh", 4)
    if game == "insurance":
        play.do("place_insurance", by="bob", box=2, bet="banker_insurance", amount="30")
        assert play.balance("bob") == "870.00"
    voided = only(play.do("deal"), "round_voided")
    staked = "130.00" if game == "insurance" else "100.00"
    assert voided["returned"] == {"ann": "100.00", "bob": staked}
    assert money(play) == NOTHING_MOVED


def whole_rounds() -> list[str]:
    """Deal four decks in rounds of four cards; the last four want a fifth, and there is none."""
    suits = "cdhs" * 4
    rounds = [
        " ".join(f"{rank}{suit}" for rank in ranks)
        for ranks in ("KQ76", "JT9A", "4253")
        for suit in suits
    ]
    rounds += [" ".join([f"8{suit}"] * 4) for suit in "cdhs"]
    assert (rounds[-5], rounds[-1]) == ("4s 2s 5s 3s", "8s 8s 8s 8s")
    return [*rounds[:-5], *rounds[-4:-1], "4s 8s 5s 8s", "2s 3s 8s 8s"]


@pytest.mark.rule("tiger", "5.5.4")
@pytest.mark.rule("insurance", "5.5.4")
@pytest.mark.parametrize("game", GAMES)
def test_an_empty_real_shoe_is_reported(game: str) -> None:
    """Where the dealer holds the cards, the dealer says that there are none left."""
    *rounds, last = whole_rounds()
    play = betting_table(game, decks=4, shoe="manual", cut=0)
    for cards in rounds:
        play.do("close_bets")
        play.deal(cards=cards)
        play.do("settle")
        play.do("open_bets")
    for player, box, bet, amount in BETS:
        play.bet(player, box, bet, amount)
    play.do("close_bets")
    play.deal(cards=last)
    assert error_of(play.refused("deal", card="9s")) == ("no_shoe", "5.5.4")
    voided = only(play.do("report", kind="insufficient_cards"), "round_voided")
    assert voided["rule"] == "5.5.4"
    assert money(play) == NOTHING_MOVED


# The number of cards


@pytest.mark.rule("tiger", "5.5.3")
@pytest.mark.rule("insurance", "5.5.3")
@pytest.mark.rule("tournament", "5.1.2")
@pytest.mark.parametrize(
    ("game", "rule"), [("tiger", "5.5.3"), ("insurance", "5.5.3"), ("tournament", "5.1.2")]
)
def test_a_wrong_number_of_cards_waits_for_the_supervisor(game: str, rule: str) -> None:
    """Nothing is dealt or paid until it is decided whether the cards can be put right."""
    play = both(game, f"{Coups.PLAYER_WINS} 9s", 4)
    told = only(
        play.do("report", kind="wrong_number_of_cards", cards="9s"), "irregularity_reported"
    )
    assert told["rule"] == rule
    for command in ("deal", "settle"):
        assert error_of(play.refused(command)) == ("wrong_phase", rule)
    assert play.refused("cannot_reconstruct")["code"] == "not_allowed"
    assert play.refused("reconstruct")["code"] == "not_allowed"
    voided = only(play.do("cannot_reconstruct", by="pit_supervisor"), "round_voided")
    assert voided["rule"] == rule
    assert (play.phase, money(play)) == ("idle", NOTHING_MOVED)


@pytest.mark.rule("tiger", "5.5.3", "5.7", "1.15")
@pytest.mark.rule("insurance", "5.5.3", "5.7", "1.17")
@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_number_that_is_put_right_is_a_card_in_excess(game: str) -> None:
    """Player stands on 6 and was given a card: it is Banker's, who draws on 5."""
    play = both(game, "Ks Qd 6c 5h 3s", 4)
    play.do("report", kind="wrong_number_of_cards", cards="3s")
    put_right = play.do("reconstruct", by="pit_supervisor", cards="Ks Qd 6c 5h 3s")
    assert only(put_right, "cards_reconstructed")["rule"] == "5.7"
    assert "options_offered" not in types(put_right)  # four cards have established an outcome
    assert play.phase == "dealing"
    drawn = only(play.deal(), "card_dealt")
    assert (drawn["hand"], drawn["number"], drawn["card"]) == ("banker", 3, "3s")
    play.do("settle")  # Banker wins, 8 to 6
    banker, house = ("1095.00", "5.00") if game == "tiger" else ("1100.00", "0.00")
    assert money(play) == ("900.00", banker, house)


@pytest.mark.rule("tiger", "5.5.3", "5.7.1")
@pytest.mark.rule("insurance", "5.5.3", "5.7.1")
@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_number_put_right_before_any_outcome_gives_the_choice(game: str) -> None:
    """Banker has two cards when it should have one; no bet is decided, so patrons choose."""
    play = both(game, "Ks Qd 6c 5h 3s", 2)
    play.do("report", kind="wrong_number_of_cards", cards="6c")
    offered = only(play.do("reconstruct", by="pit_supervisor"), "options_offered")
    assert offered["players"] == ["ann", "bob"]
    assert offered["rules"] == ["5.12", "5.12.2", "5.12.3"]
    play.do("close_options")
    drawn = only(play.deal(), "card_dealt")
    assert (drawn["hand"], drawn["card"]) == ("player", "6c")


@pytest.mark.rule("tiger", "5.5.3", "5.7.1", "5.12")
@pytest.mark.rule("tournament", "5.1.2")
@pytest.mark.parametrize(
    ("game", "rule", "chosen"), [("classic", "tiger 5.5.3", True), ("tournament", "5.1.2", False)]
)
def test_borrowed_procedures_ask_for_an_outcome_of_their_own_game(
    game: str, rule: str, chosen: bool
) -> None:
    """Four cards decide a pair where one can be bet on; in the classic game they decide nothing."""
    play = both(game, "Ks Qd 6c 5h 3s", 4)
    told = only(play.do("report", kind="wrong_number_of_cards"), "irregularity_reported")
    assert told["rule"] == rule
    happened = play.do("reconstruct", by="pit_supervisor")
    assert only(happened, "cards_reconstructed")["rule"] == "tiger 5.7"
    assert ("options_offered" in types(happened)) is chosen
    if chosen:
        offered = only(happened, "options_offered")
        assert offered["rules"] == ["tiger 5.12", "tiger 5.12.2", "tiger 5.12.3"]
        assert error_of(play.refused("deal")) == ("options_pending", "tiger 5.12")


@pytest.mark.rule("tiger", "5.5.3", "1.16")
@pytest.mark.rule("insurance", "5.5.3", "1.18")
@pytest.mark.rule("tournament", "5.1.2")
@pytest.mark.parametrize("game", [*GAMES, "tournament"])
def test_a_wrong_number_noticed_before_the_next_round_undoes_the_paid_one(game: str) -> None:
    """The round is paid and the next has not begun: beyond repair it is void after all."""
    play = both(game, f"{Coups.BANKER_WINS} {Coups.PLAYER_WINS}", 4)
    play.do("settle")
    banker = "1095.00" if game == "tiger" else "1100.00"
    assert (play.balance("ann"), play.balance("bob")) == ("900.00", banker)
    play.do("report", kind="wrong_number_of_cards")
    for decision in ("reconstruct", "cannot_reconstruct"):
        assert play.refused(decision)["code"] == "not_allowed"
    play.do("cannot_reconstruct", by="pit_supervisor")
    assert money(play) == NOTHING_MOVED
    play.do("open_bets")
    assert play.phase == "betting"


@pytest.mark.rule("tiger", "5.5.3", "1.15")
@pytest.mark.rule("insurance", "5.5.3", "1.17")
@pytest.mark.parametrize("game", GAMES)
def test_a_paid_round_is_paid_by_the_cards_in_their_proper_order(game: str) -> None:
    """Paid as Player's win; the order should have been another one, and Banker has won."""
    play = both(game, "Ks Qd 7c 6h", 4)
    play.do("settle")
    assert money(play) == ("1100.00", "900.00", "0.00")
    play.do("report", kind="wrong_number_of_cards")
    wrong = play.refused("reconstruct", by="pit_supervisor", cards="Ks Qd 7c")
    assert error_of(wrong) == ("cannot_reconstruct", "5.7")
    wrong = play.refused("reconstruct", by="pit_supervisor", cards="Ks Qd 7c 5h")
    assert error_of(wrong) == ("cannot_reconstruct", "5.7")
    # Player 0 would have had to draw: the cards do not make a round.
    wrong = play.refused("reconstruct", by="pit_supervisor", cards="Ks 7c Qd 6h")
    assert error_of(wrong) == ("cannot_reconstruct", "5.7")
    play.do("reconstruct", by="pit_supervisor", cards="Qd Ks 6h 7c")
    banker, house = ("1095.00", "5.00") if game == "tiger" else ("1100.00", "0.00")
    assert money(play) == ("900.00", banker, house)
    assert play.phase == "idle"


@pytest.mark.rule("tiger", "5.5.3", "5.7")
@pytest.mark.rule("insurance", "5.5.3", "5.7")
@pytest.mark.parametrize("game", GAMES)
def test_a_paid_round_put_right_may_take_fewer_cards_or_one_more(game: str) -> None:
    """What is left over opens the next round; a card that was out already may belong to it."""
    play = both(game, "2s 6d 3c Kh 9c 8h", 5)
    play.do("settle")  # 6 to 4
    play.do("report", kind="wrong_number_of_cards")
    play.do("reconstruct", by="pit_supervisor", cards="6d 2s 3c Kh 9c")  # 9 to 2, four cards
    assert money(play) == ("1100.00", "900.00", "0.00")
    play.do("open_bets")
    play.do("close_bets")
    assert [event["card"] for event in play.deal(2)] == ["9c", "8h"]

    play = both(game, "Ks Qd 7c 6h 4s 9s", 4)
    play.do("settle")  # 7 to 6
    play.do("report", kind="excess_card", cards="4s 9s")
    play.do("report", kind="wrong_number_of_cards")
    # Player has 0 and draws the 4, Banker has 3 and draws the 9: Player wins, 4 to 2.
    play.do("reconstruct", by="pit_supervisor", cards="Ks 7c Qd 6h 4s 9s")
    assert money(play) == ("1100.00", "900.00", "0.00")
    assert play.state["ready"] == []


@pytest.mark.rule("tiger", "5.5.3")
@pytest.mark.rule("insurance", "5.5.3")
@pytest.mark.parametrize("game", GAMES)
def test_a_paid_round_that_needs_no_repair_stands(game: str) -> None:
    """The supervisor finds the cards as they should be: nothing is undone."""
    play = both(game, "Ks Qd 7c 6h", 4)
    play.do("settle")
    play.do("report", kind="wrong_number_of_cards")
    play.do("reconstruct", by="pit_supervisor")
    assert money(play) == ("1100.00", "900.00", "0.00")
    play.do("open_bets")


@pytest.mark.rule("tiger", "5.5.3", "5.15")
def test_the_fees_of_a_round_that_is_undone_are_given_back() -> None:
    """Where a player-dealer banks, everybody has what they had before, and the house no fee."""
    play = banked_table(Coups.PLAYER_WINS)
    play.do("open_bets")
    play.bet("ann", 1, "player", "100")
    play.bet("bob", 2, "banker", "50")
    play.do("close_bets")
    play.deal(4)
    play.do("settle")
    assert (play.balance("ann"), play.balance("bob"), play.fees) == ("1099.00", "949.00", "4.00")
    play.do("report", kind="wrong_number_of_cards")
    play.do("cannot_reconstruct", by="pit_supervisor")
    assert (play.balance("ann"), play.balance("bob")) == ("1000.00", "1000.00")
    assert (play.balance("pat"), play.house, play.fees) == ("500.00", "0.00", "0.00")


# What a void round gives back


def banked_table(cards: str) -> Play:
    """Open a table where pat banks with 500 from seat 8; fees are 1 a bet and 2 a hand."""
    play = open_table(
        "player-dealer", fees={"main": "1", "tie": "1", "player_dealer": "2"}, layout="blackjack"
    )
    for seat, name in ((1, "ann"), (2, "bob"), (8, "pat")):
        play.do("buy_in", player=name, amount="1000")
        play.do("sit", by=name, box=seat)
    play.do("new_shoe", cards=cards)
    play.do("offer_player_dealer", seat=8)
    play.do("accept_player_dealer", by="pat", seat=8, wager="500")
    return play


@pytest.mark.rule("tiger", "1.24", "5.15")
@pytest.mark.rule("insurance", "1.23", "5.16")
@pytest.mark.parametrize(("game", "rule"), [("tiger", "5.15"), ("insurance", "5.16")])
@pytest.mark.parametrize("phase", ["betting", "dealing", "complete"])
def test_a_void_round_returns_every_bet_and_has_no_result(game: str, rule: str, phase: str) -> None:
    """The supervisor voids: main and side bets go back, nothing is settled, the next can begin."""
    play = betting_table(game, *BETS, cards=f"{Coups.PLAYER_WINS} {Coups.PLAYER_WINS}")
    play.bet("bob", 2, "tie", "30")
    if phase != "betting":
        play.do("close_bets")
        play.deal(4 if phase == "complete" else 2)
    assert error_of(play.refused("void_round", reason="a spilt drink")) == ("not_allowed", rule)
    happened = play.do("void_round", by="pit_supervisor", reason="a spilt drink")
    voided = only(happened, "round_voided")
    assert (voided["reason"], voided["rule"]) == ("a spilt drink", rule)
    assert voided["returned"] == {"ann": "100.00", "bob": "130.00"}
    assert "round_settled" not in types(play.events)
    assert (play.phase, money(play)) == ("idle", NOTHING_MOVED)
    assert play.refused("settle")["code"] == "wrong_phase"
    assert only(play.do("open_bets"), "bets_opened")["round"] == 2


@pytest.mark.rule("tiger", "5.15")
@pytest.mark.rule("insurance", "5.16")
@pytest.mark.parametrize(("game", "rule"), [("tiger", "5.15"), ("insurance", "5.16")])
def test_only_a_round_that_runs_can_be_void(game: str, rule: str) -> None:
    """Before the first call and after settlement there is nothing to void."""
    play = both(game, Coups.PLAYER_WINS, 4)
    play.do("settle")
    wrong = play.refused("void_round", by="shift_manager", reason="regret")
    assert error_of(wrong) == ("wrong_phase", rule)


@pytest.mark.rule("tiger", "5.15", "5.5.1")
@pytest.mark.parametrize("how", ["report", "void_round", "interruption", "empty"])
def test_a_void_round_returns_its_fees(how: str) -> None:
    """Fees are for a round, and there was none; the player-dealer keeps the position."""
    play = banked_table("Ks Qd")
    play.do("open_bets")
    play.bet("ann", 1, "player", "100")
    play.bet("bob", 2, "tie", "50")
    play.do("close_bets")
    play.deal(2)
    assert (play.fees, play.balance("ann"), play.balance("pat")) == ("4.00", "899.00", "498.00")
    if how == "report":
        ending = play.do("report", kind="foreign_card")
        rule = "tiger 5.5.1"
    elif how == "void_round":
        ending = play.do("void_round", by="pit_supervisor", reason="a spilt drink")
        rule = "tiger 5.15"
    elif how == "interruption":
        play.do("interrupt")
        ending = play.do("resume")
        rule = "tiger 5.4.2"
    else:
        ending = play.do("deal")
        rule = "tiger 5.5.4"
    assert only(ending, "round_voided")["rule"] == rule
    assert (play.balance("ann"), play.balance("bob")) == ("1000.00", "1000.00")
    assert (play.balance("pat"), play.fees, play.house) == ("500.00", "0.00", "0.00")
    assert play.state["player_dealer"] == {
        "seat": 8,
        "player": "pat",
        "wager": "500.00",
        "hands": 0,
    }


@pytest.mark.rule("tiger", "5.5")
@pytest.mark.parametrize("game", ["classic", "no-commission"])
@pytest.mark.parametrize(("kind", "rule"), VOIDING.items())
def test_games_without_irregularities_of_their_own_borrow_the_tigers(
    game: str, kind: str, rule: str
) -> None:
    """It is a house choice: the citation says whose paragraph it is, and the table's notice too."""
    play = both(game, Coups.PLAYER_WINS, 2)
    assert any("tiger" in notice for notice in play.events[0]["notices"])
    voided = only(play.do("report", kind=kind), "round_voided")
    assert voided["rule"] == f"tiger {rule}"
    assert money(play) == NOTHING_MOVED


# The tournament's own three


@pytest.mark.rule("tournament", "5.1", "5.1.1", "5.1.3")
@pytest.mark.parametrize(
    ("kind", "rule"),
    [
        ("foreign_card", "5.1.1"),
        ("insufficient_cards", "5.1.3"),
        ("card_shortage", "tiger 5.5.2"),
        ("not_shuffled", "tiger 5.5.5"),
    ],
)
@pytest.mark.parametrize("dealt", [0, 3, 4])
def test_the_tournament_voids_by_its_own_rules_where_it_has_them(
    kind: str, rule: str, dealt: int
) -> None:
    """Results before it stand; what the tournament does not name follows the tiger's rules."""
    play = both("tournament", f"{Coups.PLAYER_WINS} {Coups.PLAYER_WINS}", 4)
    play.do("settle")
    play.do("open_bets")
    for player, box, bet, amount in BETS:
        play.bet(player, box, bet, amount)
    play.bet("ann", 1, "player_pair", "20")
    play.do("close_bets")
    play.deal(dealt)
    voided = only(play.do("report", kind=kind), "round_voided")
    assert (voided["round"], voided["rule"]) == (2, rule)
    assert voided["returned"] == {"ann": "120.00", "bob": "100.00"}
    assert money(play) == ("1100.00", "900.00", "0.00")


# What a round is, and what comes too late for it


@pytest.mark.rule("tiger", "1.16")
@pytest.mark.rule("insurance", "1.18")
@pytest.mark.parametrize(("game", "rule"), [("tiger", "3.3"), ("insurance", "3.3")])
def test_a_round_runs_from_the_call_to_the_settlement(game: str, rule: str) -> None:
    """Bets are taken from the opening call on; with the settlement for all the round is over."""
    play = both(game, f"{Coups.PLAYER_WINS} {Coups.BANKER_WINS}", 4)
    assert play.refused("open_bets")["code"] == "wrong_phase"
    assert only(play.do("settle"), "round_settled")["id"] == 1
    assert play.phase == "idle"
    early = play.refused("place_bet", by="ann", box=1, bet="player", amount="100")
    assert error_of(early) == ("wrong_phase", rule)
    opened = only(play.do("open_bets"), "bets_opened")
    assert (opened["round"], opened["call"]) == (2, "place_your_bets")
    assert play.phase == "betting"
    assert play.refused("open_bets")["code"] == "wrong_phase"


@pytest.mark.rule("tiger", "5.11", "1.16")
@pytest.mark.rule("insurance", "5.11", "1.18")
@pytest.mark.rule("tournament", "5.1.2")
@pytest.mark.parametrize(
    ("game", "rule"), [("tiger", "5.11"), ("insurance", "5.11"), ("tournament", "tiger 5.11")]
)
@pytest.mark.parametrize(
    "kind", [*VOIDING, "wrong_number_of_cards", "wrong_hand", "simultaneous_cards", "other"]
)
@pytest.mark.parametrize("phase", ["betting", "dealing", "complete"])
def test_an_error_noticed_after_the_next_call_changes_nothing(
    game: str, rule: str, kind: str, phase: str
) -> None:
    """It is written down; this round goes on and the one before keeps its result."""
    play = both(game, f"{Coups.PLAYER_WINS} {Coups.PLAYER_WINS}", 4)
    play.do("settle")
    play.do("open_bets")
    for player, box, bet, amount in BETS:
        play.bet(player, box, bet, amount)
    if phase != "betting":
        play.do("close_bets")
        play.deal(4 if phase == "complete" else 2)
    before = play.state
    (noted,) = play.do("report", kind=kind, round=1, cards="Ks")
    assert (noted["type"], noted["round"], noted["rule"]) == ("irregularity_reported", 1, rule)
    assert play.state == before
    if phase == "betting":
        play.do("close_bets")
    play.deal(4 - len(play.desk.table.cards))
    play.do("settle")
    assert money(play) == ("1200.00", "800.00", "0.00")


@pytest.mark.rule("tiger", "5.11", "5.5.3")
@pytest.mark.rule("insurance", "5.11", "5.5.3")
@pytest.mark.parametrize("game", GAMES)
def test_a_paid_round_cannot_be_undone_once_bets_are_open(game: str) -> None:
    """The call for bets is the moment: from then on a wrong number of cards is history."""
    play = both(game, f"{Coups.PLAYER_WINS} {Coups.PLAYER_WINS}", 4)
    play.do("settle")
    play.do("open_bets")
    play.do("report", kind="wrong_number_of_cards", round=1)
    assert play.refused("cannot_reconstruct", by="pit_supervisor")["code"] == "wrong_phase"
    assert play.refused("reconstruct", by="pit_supervisor")["code"] == "wrong_phase"
    assert money(play) == ("1100.00", "900.00", "0.00")


@pytest.mark.rule("tiger", "5.11")
@pytest.mark.parametrize("round_", [2, -1])
def test_a_report_is_about_a_round_that_was(round_: int) -> None:
    """There is nothing to say about a round that nobody has called for."""
    play = both("tiger", Coups.PLAYER_WINS, 2)
    assert play.refused("report", kind="wrong_hand", round=round_)["code"] == "malformed"
    assert play.refused("report", kind="bad_luck")["code"] == "malformed"

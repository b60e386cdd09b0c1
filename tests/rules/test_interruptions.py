"""Patrons who walk away, and technical interruptions (5.3, 5.4)."""

import pytest

from casino import Coups
from mishaps import BETS, DRAWING, GAMES, NATURAL_PAIR, NOTHING_MOVED, both, money
from tables import betting_table, error_of, only


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
    play.deal(4 - len(play.live.table.cards))
    play.do("settle")
    assert money(play) == ("1100.00", "900.00", "0.00")
    assert play.do("sit", by="cat", box=1)


@pytest.mark.rule("tiger", "5.3")
def test_leaving_without_a_bet_is_nobodys_business() -> None:
    """Only bets that stay behind are spoken of; a seat is left once."""
    play = betting_table("tiger", cards=Coups.PLAYER_WINS)
    assert only(play.do("leave", by="ann"), "seat_left").get("rule") is None
    assert play.refused("leave", by="ann")["code"] == "not_seated"


@pytest.mark.rule("tiger", "5.3")
@pytest.mark.rule("insurance", "5.3.1")
@pytest.mark.parametrize(("game", "rule"), [("tiger", "5.3"), ("insurance", "5.3.1")])
def test_who_leaves_a_box_walks_away_from_a_bet_of_their_own(game: str, rule: str) -> None:
    """From whichever box; not where only a standing patron's bet is left."""
    play = betting_table(game, *BETS, cards=DRAWING, players=("ann", "bob", "cy"))
    play.do("sit", by="bob", box=5)
    play.bet("cy", 1, "banker", "50", standing=True)
    for box in (5, 2):
        assert only(play.do("leave", by="bob", box=box), "seat_left")["rule"] == rule
    play.do("close_bets")
    play.deal(1)
    play.do("report", kind="exposed_card", cards="Qd")
    play.do("choose", by="ann", option="refund")
    play.do("close_options")
    assert [(bet["player"], bet["box"]) for bet in play.state["bets"]] == [("bob", 2), ("cy", 1)]
    assert only(play.do("leave", by="ann"), "seat_left").get("rule") is None
    # Bob's bet keeps his box; the one that cy stands at is free to sit at.
    assert play.refused("sit", by="ann", box=2)["code"] == "box_taken"
    play.do("sit", by="dan", box=1)


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
    assert error_of(play.refused("resume")) == ("not_allowed", "5.4.2")  # a dealer voids nothing
    assert play.phase == "interrupted"
    voided = only(play.do("resume", by="pit_supervisor"), "round_voided")
    assert (voided["rule"], voided["kind"]) == ("5.4.2", "technical_interruption")
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
    assert error_of(play.refused("resume")) == ("not_allowed", "5.4.2")
    assert only(play.do("resume", by="pit_supervisor"), "round_voided")["rule"] == "5.4.2"
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
    assert error_of(play.refused("resume")) == ("not_allowed", "5.4.2")
    assert only(play.do("resume", by="pit_supervisor"), "round_voided")["rule"] == "5.4.2"
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
    (end,) = play.do("resume", by="dealer" if goes_on else "pit_supervisor")
    if goes_on:
        assert (end["type"], end["rule"]) == ("round_resumed", "tiger 5.4.1")
    else:
        assert (end["type"], end["rule"]) == ("round_voided", "tiger 5.4.2")
        assert money(play) == NOTHING_MOVED


@pytest.mark.rule("tiger", "5.4.1", "5.4.2")
@pytest.mark.rule("insurance", "5.4.1")
@pytest.mark.parametrize(("game", "goes_on"), [("insurance", True), ("classic", False)])
def test_what_lies_face_down_may_be_any_card(game: str, goes_on: bool) -> None:
    """Banker's pair has lost, whatever Player has; who wins is open but for a natural."""
    play = both(game, DRAWING, face_down=True)
    play.do("grant_squeeze", player="ann", hand="player")
    play.deal(4)
    assert (play.hand("player"), play.hand("banker")) == ("- -", "Qd 3h")
    play.do("interrupt")
    first = play.state["next"][0]
    assert (first["do"], first["role"]) == ("resume", "dealer" if goes_on else "pit_supervisor")
    (end,) = play.do("resume", by="pit_supervisor")
    assert (end["type"], end["rule"]) == (
        ("round_resumed", "5.4.1") if goes_on else ("round_voided", "tiger 5.4.2")
    )

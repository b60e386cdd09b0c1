"""What voids a round, and what a void round gives back (5.5, 5.15)."""

import pytest

from casino import Coups
from mishaps import BETS, DRAWING, GAMES, NOTHING_MOVED, VOIDING, banked_table, both, money
from tables import betting_table, dealt_table, error_of, only, types


@pytest.mark.rule("tiger", "5.5", "5.5.1", "5.5.2", "5.5.4", "5.5.5", "1.24", "5.15")
@pytest.mark.rule("insurance", "5.5", "5.5.1", "5.5.2", "5.5.4", "5.5.5", "1.23", "5.16")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("kind", "rule"), VOIDING.items())
@pytest.mark.parametrize("phase", ["betting", "dealing", "complete", "options", "interrupted"])
def test_five_failures_void_the_round_at_once(game: str, kind: str, rule: str, phase: str) -> None:
    """A supervisor saw it: whatever the round has come to, it is void; the one before stands."""
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
    happened = play.do("report", by="pit_supervisor", kind=kind)
    reported, voided = happened[:2]
    assert (reported["type"], reported["kind"], reported["rule"]) == (
        "irregularity_reported",
        kind,
        rule,
    )
    # The shoe goes with the round, where it is at fault; nobody is waited for.
    assert reported.keys().isdisjoint({"waits_for", "shoe_out"})
    assert (voided["type"], voided["round"], voided["rule"]) == ("round_voided", 2, rule)
    assert (voided["reason"], voided["kind"]) == (kind, kind)
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
    happened = play.do("report", by="pit_supervisor", kind=kind)
    assert types(happened) == ["irregularity_reported"]
    assert (play.phase, money(play)) == ("idle", ("1100.00", "900.00", "0.00"))


@pytest.mark.rule("tiger", "5.5.1")
@pytest.mark.rule("insurance", "5.5.1")
@pytest.mark.parametrize("game", GAMES)
def test_a_card_too_many_of_its_kind_is_refused_and_then_reported(game: str) -> None:
    """Four decks have four kings of spades: a fifth is typed again, or is really there."""
    play = dealt_table(game, *BETS, decks=4, shoe="manual")
    play.deal(cards="Ks Ks Ks Ks")
    assert error_of(play.refused("deal", card="Ks")) == ("foreign_card", "5.5.1")
    voided = only(
        play.do("report", by="pit_supervisor", kind="foreign_card", cards="Ks"), "round_voided"
    )
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
    voided = only(play.do("report", by="pit_supervisor", kind="insufficient_cards"), "round_voided")
    assert voided["rule"] == "5.5.4"
    assert money(play) == NOTHING_MOVED


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
    assert error_of(play.refused("void_round", reason="a spilt drink")) == ("not_allowed", None)
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
@pytest.mark.parametrize("game", ["tiger", "insurance"])
def test_only_a_round_that_runs_can_be_void(game: str) -> None:
    """Before the first call and after settlement there is nothing to void."""
    play = both(game, Coups.PLAYER_WINS, 4)
    play.do("settle")
    wrong = play.refused("void_round", by="shift_manager", reason="regret")
    assert error_of(wrong) == ("wrong_phase", None)


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
        ending = play.do("report", by="pit_supervisor", kind="foreign_card")
        rule = "tiger 5.5.1"
    elif how == "void_round":
        ending = play.do("void_round", by="pit_supervisor", reason="a spilt drink")
        rule = "tiger 5.15"
    elif how == "interruption":
        play.do("interrupt")
        ending = play.do("resume", by="pit_supervisor")
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
    voided = only(play.do("report", by="pit_supervisor", kind=kind), "round_voided")
    assert voided["rule"] == f"tiger {rule}"
    assert money(play) == NOTHING_MOVED


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
    voided = only(play.do("report", by="pit_supervisor", kind=kind), "round_voided")
    assert (voided["round"], voided["rule"]) == (2, rule)
    assert voided["returned"] == {"ann": "120.00", "bob": "100.00"}
    assert money(play) == ("1100.00", "900.00", "0.00")


@pytest.mark.rule("tiger", "5.15")
@pytest.mark.rule("insurance", "5.16")
@pytest.mark.parametrize(("game", "rule"), [("tiger", "5.15"), ("insurance", "5.16")])
@pytest.mark.parametrize("kind", ["simultaneous_cards", "other", "wrong_hand", None])
def test_the_house_voids_by_its_own_right_what_no_report_voids(
    game: str, rule: str, kind: str | None
) -> None:
    """Cards drawn together have an order decided: who voids instead does it by another rule."""
    play = both(game, DRAWING, 2)
    if kind is not None:
        play.do("report", kind=kind)
    voided = only(play.do("void_round", by="pit_supervisor"), "round_voided")
    assert (voided["rule"], voided.get("kind")) == (rule, kind)
    assert voided["reason"] == (kind or "by decision of the house")
    assert money(play) == NOTHING_MOVED


@pytest.mark.rule("tiger", "5.5.1", "5.5.5")
@pytest.mark.rule("insurance", "5.5.1", "5.5.5")
@pytest.mark.parametrize("game", GAMES)
def test_between_rounds_a_second_report_of_the_shoe_waits_for_the_first(game: str) -> None:
    """One of them is confirmed or dismissed before a dealer makes the next."""
    play = both(game, Coups.PLAYER_WINS, 4)
    play.do("settle")
    play.do("report", kind="foreign_card")
    wrong = play.refused("report", kind="not_shuffled")
    assert error_of(wrong) == ("wrong_phase", "5.5.1")
    assert play.state["report"] == "foreign_card"


@pytest.mark.rule("tiger", "5.5.4")
@pytest.mark.parametrize("game", GAMES)
def test_a_new_shoe_is_due_once_the_house_has_found_too_few_cards(game: str) -> None:
    """Our count has cards enough left; the House has looked into the shoe, and it goes by that."""
    play = betting_table(game, shoe="manual")
    play.do("report", kind="insufficient_cards")
    play.do("void_round", by="pit_supervisor")
    first, second = play.state["next"][:2]
    assert (first["do"], first["why"]) == (
        "new_shoe",
        "the shoe was found to hold too few cards for a round",
    )
    assert second["do"] == "open_bets"
    play.do("new_shoe")
    assert play.state["next"][0]["do"] == "open_bets"


@pytest.mark.rule("tiger", "5.5.2", "5.5.4")
@pytest.mark.rule("insurance", "5.5.2", "5.5.4")
@pytest.mark.parametrize("game", GAMES)
def test_a_fault_that_waits_is_not_forgotten_when_the_house_finds_another(game: str) -> None:
    """The dealer had reported too many cards; the House voids because there are too few."""
    play = betting_table(game, shoe="manual")
    play.do("report", kind="card_excess")
    voided = only(play.do("report", by="pit_supervisor", kind="insufficient_cards"), "round_voided")
    assert (voided["kind"], voided["shoe_out"]) == ("insufficient_cards", True)
    assert play.state["report"] is None
    assert play.state["shoe"]["fault"] == "card_excess"
    assert play.refused("open_bets")["code"] == "no_shoe"
    play.do("new_shoe")
    play.do("open_bets")

"""The automatic dealer follows the same rules by the same commands, at every game."""

from __future__ import annotations

from typing import Any

import pytest

from auto_dealer_world import QUICK, SUPERVISOR, World, automatic, database, dealt_by
from croupier.game.loading import keys, load
from croupier.server.auto_dealer.next_command import (
    NextCommand,
    NothingToDo,
    command_id,
    decide_next,
    next_command,
    waiting_point,
)
from croupier.table import Phase, Table
from houses import proven
from tables import Play, betting_table, dealt_table, open_table, seated_table

# Long runs through code that other tests cover line by line.
pytestmark = pytest.mark.no_cover

__all__ = ["database"]

ANN = ("ann", 1, "banker", "100")
SIX = "2s 5d 2c Kh 7c 2d"


def auto(play: Play) -> Play:
    play.do("assign_dealer", by="pit_supervisor", automatic=True)
    return play


def body(play: Play) -> dict[str, Any]:
    command = next_command(play.live.table)
    assert command is not None, decide_next(play.live.table)
    return dict(command.body)


def command_of(play: Play) -> NextCommand:
    command = next_command(play.live.table)
    assert command is not None
    return command


def carry_out(play: Play) -> None:
    """Do what the automatic dealer would do."""
    fields = body(play)
    play.do(fields.pop("do"), **fields)


SETUPS: dict[str, dict[str, Any]] = {
    "plain": {},
    "face down": {"face_down": True, "enforcement": "dealer"},
    "shuffler": {"shoe": "shuffler", "face_down": True},
}


@pytest.mark.parametrize("shoes", [1, pytest.param(3, marks=pytest.mark.soak)])
@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("game", keys())
def test_shoes_of_every_game(game: str, setup: str, shoes: int, database: str) -> None:
    """Patrons do as they like; the dealer is never refused and never stuck, and all is proven."""
    world = World(database, seed=len(game) * 10 + len(setup))
    limits = {"min": "5"}
    if setup == "face down":
        most = "max" if load(game).limits.between is None else "max_differential"
        limits[most] = "30"
    fewest = {"player-dealer": 8, "classic": 6, "no-commission": 6}.get(game, 4)
    fields = dict(SETUPS[setup])
    squeezed = load(game).play.face_down.allowed
    if not squeezed:
        fields.pop("face_down", None)
    automatic(world.house, game, decks=fewest, limits=limits, **fields)
    shuffled = setup == "shuffler"

    def done(table: Table) -> bool:
        return table.round > 25 if shuffled else table.shoes > shoes

    world.until(done, world.patrons)
    assert world.failures == []
    assert dealt_by(world.house) == []
    assert not world.house.reader.refusals("t1") or world.said > 20
    rounds, happened = world.table().round, {event["type"] for event in world.events()}
    assert "deadline_set" in happened
    if setup == "face down":
        assert "bet_returned" in happened
        assert ({"squeeze_granted", "card_turned"} <= happened) is squeezed
    world.close()
    proof = proven(database)
    assert proof.tables["t1"].settled > (15 if shuffled else 26 * shoes)
    assert proof.tables["t1"].settled <= rounds


def test_a_person_deals_unless_told_otherwise() -> None:
    play = betting_table("tiger", ANN, cards=SIX)
    assert next_command(play.live.table) is None
    assert decide_next(play.live.table) == NothingToDo("a person deals")
    assert body(auto(play)) == {"do": "close_bets"}
    assert decide_next(Table()) == NothingToDo("the table is closed")


def test_the_betting_window_is_announced_and_whole() -> None:
    command = command_of(auto(betting_table("tiger", cards=SIX)))
    assert (command.wait, command.seconds) == (20_000, 20)


def test_excess_is_rejected_before_bets_are_closed() -> None:
    play = auto(betting_table("classic", cards=SIX, limits={"max": "50"}, enforcement="dealer"))
    point = waiting_point(play.live.table)
    play.bet("ann", 1, "banker", "100")
    assert body(play) == {"do": "reject_excess"}
    carry_out(play)
    assert body(play) == {"do": "close_bets"}
    assert waiting_point(play.live.table) == point
    assert command_of(play).wait == 20_000
    carry_out(play)
    assert play.phase == "dealing"


def test_insurance_has_its_window_only_if_somebody_could_take_it() -> None:
    play = auto(dealt_table("insurance", ANN, cards=SIX, deal=4))
    assert play.state["insurance"]
    assert (command_of(play).wait, command_of(play).seconds) == (10_000, 10)
    tie = auto(dealt_table("insurance", ("ann", 1, "tie", "100"), cards=SIX, deal=4))
    assert tie.state["insurance"] == play.state["insurance"]
    assert command_of(tie) == NextCommand({"do": "deal"}, 1000)
    play.deal(1)
    assert play.state["insurance"], "the second stage"
    assert (command_of(play).wait, command_of(play).seconds) == (10_000, 10)


def test_nobody_is_waited_for_who_may_not_insure() -> None:
    """The next card is known, or the only bettor has walked away: it comes at its pace."""
    for cards in ("7c", None):
        known = auto(dealt_table("insurance", ANN, cards=SIX, deal=4))
        known.do("report", kind="exposed_card", cards=cards)
        assert command_of(known) == NextCommand({"do": "deal"}, 1000)
        carry_out(known)
        assert (command_of(known).wait, command_of(known).seconds) == (10_000, 10), (
            "the second stage"
        )
    gone = auto(dealt_table("insurance", ANN, cards=SIX, deal=4))
    gone.do("leave", by="ann", box=1)
    assert gone.state["insurance"]
    for _ in range(2):
        assert command_of(gone) == NextCommand({"do": "deal"}, 1000)
        carry_out(gone)


def test_a_squeeze_that_was_asked_for_is_granted_and_waited_for() -> None:
    play = auto(betting_table("insurance", ANN, cards=SIX, face_down=True))
    play.do("request_squeeze", by="ann", hand="player")
    assert body(play) == {"do": "grant_squeeze", "player": "ann", "hand": "player"}
    for _ in range(6):
        carry_out(play)
    assert play.hand("player") == "- -"
    command, point = command_of(play), waiting_point(play.live.table)
    assert (command.body["do"], command.wait, command.seconds) == ("turn", 15_000, 15)
    play.do("turn", by="ann", hand="player", number=2)
    assert waiting_point(play.live.table) == point
    carry_out(play)
    assert play.hand("player") == "2s 2c"
    # What is seen now can be insured, and is not dealt over.
    assert waiting_point(play.live.table) != point
    assert command_of(play) == NextCommand({"do": "deal"}, 10_000, 10)


def test_a_squeeze_goes_to_the_highest_bettor_only() -> None:
    play = auto(betting_table("tiger", ANN, cards=SIX, face_down=True))
    play.do("request_squeeze", by="ann", hand="player")
    play.bet("bob", 2, "player", "500")
    assert body(play) == {"do": "close_bets"}


def test_cards_of_who_has_left_are_turned_at_once_and_the_next_highest_is_granted() -> None:
    """The dealer does not wait for a patron who has left; bob's request is for later cards."""
    play = auto(betting_table("tiger", ANN, ("bob", 2, "player", "5"), cards=SIX, face_down=True))
    play.do("request_squeeze", by="ann", hand="player")
    for _ in range(3):
        carry_out(play)
    assert play.hand("player") == "-"
    play.do("leave", by="ann", box=1)
    play.do("turn", by="dealer", hand="player", number=1)
    play.do("request_squeeze", by="bob", hand="player")
    assert body(play) == {"do": "grant_squeeze", "player": "bob", "hand": "player"}
    carry_out(play)
    carry_out(play)
    carry_out(play)
    assert play.hand("player") == "2s -"
    play.do("leave", by="bob", box=2)
    assert command_of(play) == NextCommand({"do": "turn", "hand": "player", "number": 2}, 1000)
    carry_out(play)
    assert play.hand("player") == "2s 2c"
    assert body(play) == {"do": "deal"}


def test_the_position_is_offered_and_passed_on() -> None:
    play = auto(seated_table("player-dealer"))
    assert command_of(play) == NextCommand({"do": "offer_player_dealer", "seat": 1}, 5000)
    carry_out(play)
    passes = {"do": "decline_player_dealer", "seat": 1, "player": "ann"}
    assert command_of(play) == NextCommand(passes, 15_000, 15)
    carry_out(play)
    assert body(play)["seat"] == 2
    play.do("accept_player_dealer", by="bob", seat=2, wager="100")
    assert body(play) == {"do": "open_bets"}


def test_nobody_seated_is_waited_for() -> None:
    play = auto(open_table("player-dealer"))
    carry_out(play)
    assert decide_next(play.live.table) == NothingToDo("nobody is seated who could bank")


def test_what_others_decide_is_left_to_them() -> None:
    play = auto(dealt_table("tiger", ANN, cards=SIX, deal=2))
    play.do("report", kind="other")
    assert decide_next(play.live.table) == NothingToDo("the report of other waits for a decision")
    play.do("rule", by="shift_manager", text="play goes on")
    assert body(play) == {"do": "deal"}


def test_options_are_closed_in_time_and_an_interruption_ends() -> None:
    play = auto(dealt_table("tiger", ANN, cards=SIX, deal=2))
    play.do("report", kind="exposed_card", cards="2c")
    assert command_of(play) == NextCommand({"do": "close_options"}, 20_000, 20)
    play.do("interrupt")
    # Nothing is established: resuming would void, and that is not a dealer's to do.
    assert isinstance(decide_next(play.live.table), NothingToDo)
    play = auto(dealt_table("tiger", ANN, cards=SIX, deal=4))
    play.do("interrupt")
    assert body(play) == {"do": "resume"}


def test_a_report_that_waits_is_left_to_the_house_and_a_faulty_shoe_is_replaced() -> None:
    play = auto(dealt_table("tiger", ANN, cards=SIX, deal=2))
    play.do("report", kind="foreign_card")
    assert isinstance(decide_next(play.live.table), NothingToDo)
    play.do("interrupt")
    assert isinstance(decide_next(play.live.table), NothingToDo)
    play.do("void_round", by="pit_supervisor")
    assert body(play) == {"do": "new_shoe"}


def test_a_shoe_is_paused_for_after_its_commitment() -> None:
    play = auto(open_table("tiger"))
    assert command_of(play) == NextCommand({"do": "new_shoe"}, 5000)
    carry_out(play)
    assert command_of(play) == NextCommand({"do": "open_bets"}, 15_000)
    carry_out(play)
    play.do("close_bets")
    while play.phase != "idle":
        carry_out(play)
    assert command_of(play) == NextCommand({"do": "open_bets"}, 5000)


def test_a_shoe_of_given_cards_ends_with_its_last_one() -> None:
    play = auto(dealt_table("tiger", ANN, cards=SIX, deal=6))
    carry_out(play)
    assert play.phase == "idle"
    assert body(play) == {"do": "new_shoe"}


def test_ids_follow_from_the_version() -> None:
    assert command_id("t1", 7) == command_id("t1", 7)
    assert len({command_id(table, n) for table in ("t1", "t2") for n in (7, 8)}) == 4


def test_the_pace_can_be_changed_in_play(database: str) -> None:
    world = World(database)
    automatic(world.house)
    world.until(lambda table: table.phase is Phase.BETTING)
    assert world.step() == world.now + QUICK["betting"]
    world.now += 1000
    world.say(SUPERVISOR, "assign_dealer", automatic=True, pace={**QUICK, "betting": 9000})
    assert world.step() == world.now + 9000
    told = [event["seconds"] for event in world.events() if event["type"] == "deadline_set"]
    assert told == [5, 9]
    world.say(SUPERVISOR, "assign_dealer", automatic=False)
    assert world.step() > world.now + 10**9
    assert world.dealer.waits_for("t1") == "a person deals"
    world.close()

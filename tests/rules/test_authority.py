"""Who may do what: every command for every role, bets for others, and the last word."""

from typing import Any

import pytest

from casino import Coups
from croupier.table import COMMANDS, roles
from tables import ROLES, STAFF, Play, betting_table, dealt_table, error_of, only, types

BETS = (("ann", 1, "player", "100"), ("bob", 2, "banker", "100"))

LEAST = {
    "player": (
        "sit leave add_entropy accept_player_dealer decline_player_dealer change_wager "
        "give_up_player_dealer place_bet increase_bet withdraw_bet turn place_insurance "
        "request_squeeze choose"
    ),
    "dealer": (
        "buy_in cash_out new_shoe offer_player_dealer open_bets close_bets reject_excess deal "
        "correct_card grant_squeeze expose_banker_first close_insurance settle report "
        "close_options interrupt resume set_deadline"
    ),
    "pit_supervisor": (
        "reconstruct cannot_reconstruct decide_order replace_shoe void_round dismiss_report "
        "assign_dealer"
    ),
    "pit_manager": "close_table fill credit change_table return_uninsured",
    "shift_manager": "open_table rule",
}
"""The least role for each command, as the contract lists them; the last ones are our own."""

FIELDS: dict[str, dict[str, Any]] = {
    "open_table": {"game": "tiger"},
    "fill": {"amount": "10"},
    "credit": {"amount": "10"},
    "buy_in": {"player": "ann", "amount": "10"},
    "cash_out": {"player": "ann", "amount": "10"},
    "sit": {"player": "ann", "box": 3},
    "leave": {"player": "ann", "box": 1},
    "add_entropy": {"player": "ann", "text": "heads"},
    "offer_player_dealer": {"seat": 1},
    "accept_player_dealer": {"seat": 1, "wager": "10"},
    "decline_player_dealer": {"seat": 1},
    "change_wager": {"seat": 1, "wager": "10"},
    "give_up_player_dealer": {"seat": 1},
    "place_bet": {"player": "ann", "box": 1, "bet": "tie", "amount": "10"},
    "increase_bet": {"bet": "b1", "amount": "10"},
    "withdraw_bet": {"bet": "b1"},
    "correct_card": {"card": "Ks"},
    "turn": {"player": "ann", "hand": "player", "number": 1},
    "place_insurance": {"player": "ann", "box": 1, "bet": "player_insurance", "amount": "10"},
    "request_squeeze": {"player": "ann", "hand": "player"},
    "grant_squeeze": {"player": "ann", "hand": "player"},
    "expose_banker_first": {"player": "ann"},
    "report": {"kind": "other"},
    "decide_order": {"cards": "Ks Qd"},
    "void_round": {"reason": "a spilt drink"},
    "choose": {"player": "ann", "option": "continue"},
    "return_uninsured": {
        "player": "bob",
        "stage": "four_cards",
        "hand": "banker",
        "amount": "10",
    },
    "rule": {"text": "as it was"},
    "set_deadline": {"seconds": 20},
    "assign_dealer": {"automatic": True},
}
"""What a command cannot do without."""

CITED = {
    "open_bets": "3.3",
    "close_bets": "3.8",
    "reject_excess": "5.1",
    "grant_squeeze": "3.9",
    "reconstruct": "5.7",
    "cannot_reconstruct": "5.7",
    "decide_order": "5.10",
    "replace_shoe": "5.10.2",
}
"""Paragraphs that both documents have for a command; no paragraph gives the others to a role."""

OWN = {
    "tiger": {"rule": "5.17"},
    "insurance": {"rule": "5.18", "return_uninsured": "5.13", "expose_banker_first": "3.14"},
    "tournament": {"open_bets": "3.1", "close_bets": "3.2"},
}
"""Paragraphs that have a number of their own in each document."""

NOT_LENT = ("open_bets", "close_bets", "reject_excess", "grant_squeeze")
"""What is no irregularity, or is about a differential: not borrowed by games without one."""


def least(command: str) -> str:
    """Name the least role for a command."""
    (role,) = (role for role, names in LEAST.items() if command in names.split())
    return role


def cited(game: str, command: str) -> str | None:
    """Name the paragraph that gives a command to its role; of the tiger's, irregularities only."""
    if command in OWN.get(game, {}):
        return OWN[game][command]
    if game in ("tiger", "insurance"):
        return CITED.get(command)
    rule = None if command in NOT_LENT else OWN["tiger"].get(command, CITED.get(command))
    return None if rule is None else f"tiger {rule}"


def at(game: str, phase: str) -> Play:
    """Bring a table of a game to a phase; cards face down, so that they may be squeezed."""
    play = betting_table(game, *BETS, cards=f"{Coups.PLAYER_WINS} 5s", face_down=True)
    if phase != "betting":
        play.do("close_bets")
        play.deal(2 if phase == "dealing" else 4)
    if phase == "idle":
        play.do("settle")
    return play


def test_every_command_has_its_least_role_here() -> None:
    """No command is forgotten, and none is made up."""
    named = [command for names in LEAST.values() for command in names.split()]
    assert sorted(named) == sorted(COMMANDS) == sorted(roles.LEAST)
    assert set(FIELDS) <= set(COMMANDS)


@pytest.mark.rule("tiger", "1.12", "5.10", "5.10.2", "5.17")
@pytest.mark.rule("insurance", "1.13", "5.10", "5.10.2", "5.13", "5.18")
@pytest.mark.parametrize("game", ["tiger", "insurance", "classic", "tournament"])
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("phase", ["idle", "betting", "dealing", "complete"])
def test_a_command_is_refused_to_every_role_below_its_own(
    game: str, command: str, phase: str
) -> None:
    """Whatever the phase: the role is looked at first, and the paragraph named that says so."""
    play = at(game, phase)
    needed = ROLES.index(least(command))
    fields = FIELDS.get(command, {})
    for role in ROLES[:needed]:
        by = "ann" if role == "player" else role
        wrong = play.refused(command, by=by, **fields)
        assert error_of(wrong) == ("not_allowed", cited(game, command))
        assert role.replace("_", " ") in wrong["message"]


@pytest.mark.rule("tiger", "1.12", "5.10", "5.10.2", "5.17")
@pytest.mark.rule("insurance", "1.13", "5.10", "5.10.2", "5.13", "5.18")
@pytest.mark.parametrize("game", ["tiger", "insurance", "classic"])
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("phase", ["idle", "betting", "dealing"])
def test_a_command_is_open_to_its_role_and_every_one_above(
    game: str, command: str, phase: str
) -> None:
    """It may be refused for what is on the table, never for who asks."""
    fields = FIELDS.get(command, {})
    answers = []
    for role in ROLES[ROLES.index(least(command)) :]:
        play = at(game, phase)
        answer = play.say(command, by="ann" if role == "player" else role, **fields)
        answers.append(answer["ok"] or answer["error"]["code"])
        if not (command == "expose_banker_first" and game != "insurance"):
            assert answers[-1] != "not_allowed"
    if least(command) != "player":
        assert len(set(answers)) == 1, "each role gets the same answer"


@pytest.mark.rule("tiger", "1.12")
@pytest.mark.rule("insurance", "1.13")
@pytest.mark.parametrize("game", ["tiger", "insurance"])
def test_powers_go_with_the_post_and_not_with_the_person(game: str) -> None:
    """Dee deals, stands in for the supervisor for one decision, and deals again.

    What she may do follows from the post that she acts in each time, up and down; max, who is the
    supervisor on other days, may not decide while he deals, and the log names person and post.
    """
    play = dealt_table(game, *BETS, cards="Ks Qd 2c 3h 9s 2d", deal=2)
    play.do("report", kind="simultaneous_cards", cards="2c 3h")

    def decide(name: str, role: str, *cards: str) -> dict[str, Any]:
        by = {"role": role, "name": name}
        return play.live.answer({"do": "decide_order", "cards": list(cards), "by": by})

    for name in ("dee", "max"):
        assert decide(name, "dealer", "3h", "2c")["error"]["code"] == "not_allowed"
    assert decide("dee", "pit_supervisor", "3h", "2c")["ok"]
    close = {"do": "close_options", "by": {"role": "dealer", "name": "kim"}}
    assert play.live.answer(close)["ok"]
    play.deal(2)
    play.do("report", kind="simultaneous_cards", cards="3h 2c")
    assert decide("dee", "dealer", "3h", "2c")["error"]["code"] == "not_allowed"
    assert decide("max", "pit_supervisor", "3h", "2c")["ok"]


@pytest.mark.rule("tiger", "1.12")
@pytest.mark.rule("insurance", "1.13")
@pytest.mark.parametrize("game", ["tiger", "insurance"])
@pytest.mark.parametrize("post", ["dealer", "pit_supervisor", "pit_manager"])
def test_whoever_acts_in_a_post_holds_its_powers_and_no_higher_ones(game: str, post: str) -> None:
    """Somebody who never was at the table before, in each of the three posts of the pit."""
    needs = {
        "dealer": {"do": "interrupt"},
        "pit_supervisor": {"do": "void_round", "reason": "a test"},
        "pit_manager": {"do": "fill", "amount": "100"},
        "shift_manager": {"do": "rule", "text": "a test"},
    }
    for least, line in needs.items():
        play = dealt_table(game, *BETS, cards="Ks Qd 2c 3h 9s 2d", deal=2)
        answer = play.live.answer({**line, "by": {"role": post, "name": "new in the house"}})
        allowed = ROLES.index(least) <= ROLES.index(post)
        assert answer["ok"] is allowed, (least, answer)
        assert allowed or answer["error"]["code"] == "not_allowed"


@pytest.mark.rule("tiger", "1.12")
@pytest.mark.parametrize("role", ["house", "Dealer", "", None, 3])
def test_there_are_five_roles(role: object) -> None:
    """Somebody in no known post may do nothing at all."""
    line = {"do": "open_table", "game": "tiger", "by": {"role": role, "name": "eve"}}
    assert Play().live.answer(line)["error"]["code"] == "malformed"


def test_nobody_below_a_shift_manager_opens_a_table() -> None:
    """With no table there are no rules to cite yet."""
    for role in ROLES[:-1]:
        wrong = Play().refused("open_table", by="ann" if role == "player" else role, game="tiger")
        assert error_of(wrong) == ("not_allowed", None)


# For a patron


@pytest.mark.rule("tiger", "5.16", "1.12")
@pytest.mark.rule("insurance", "5.17", "1.13")
@pytest.mark.parametrize(("game", "rule"), [("tiger", "5.16"), ("insurance", "5.17")])
@pytest.mark.parametrize("role", STAFF)
def test_staff_place_bets_for_a_patron_who_asks(game: str, rule: str, role: str) -> None:
    """The chips are the patron's, and so are the bet and what it wins."""
    play = betting_table(game, cards=Coups.PLAYER_WINS)
    placed = only(
        play.do("place_bet", by=role, player="ann", box=1, bet="player", amount="100"), "bet_placed"
    )
    assert (placed["player"], placed["rule"]) == ("ann", rule)
    assert play.balance("ann") == "900.00"
    play.do("increase_bet", by=role, player="ann", bet=placed["id"], amount="50")
    play.do("withdraw_bet", by=role, player="ann", bet=placed["id"], amount="30")
    play.do("close_bets")
    play.deal(4)
    play.do("settle")
    assert play.balance("ann") == "1120.00"


@pytest.mark.rule("tiger", "5.16")
@pytest.mark.rule("insurance", "5.17")
@pytest.mark.parametrize(("game", "rule"), [("tiger", "5.16"), ("insurance", "5.17")])
def test_patrons_do_not_bet_for_each_other(game: str, rule: str) -> None:
    """Only staff act for somebody else; a patron's own bet needs no mention of it."""
    play = betting_table(game, cards=Coups.PLAYER_WINS)
    fields: dict[str, Any] = {"box": 1, "bet": "player", "amount": "100"}
    wrong = play.refused("place_bet", by="bob", player="ann", **fields)
    assert error_of(wrong) == ("not_yours", rule)
    assert only(play.do("place_bet", by="ann", **fields), "bet_placed").get("rule") is None
    bet = play.state["bets"][0]["id"]
    wrong = play.refused("increase_bet", by="bob", bet=bet, amount="10")
    assert error_of(wrong) == ("not_yours", rule)
    # The paragraph is about placing bets: of what else is one's own, it says nothing.
    wrong = play.refused("withdraw_bet", by="bob", bet=bet, amount="10")
    assert error_of(wrong) == ("not_yours", None)
    for command in ("sit", "leave"):
        wrong = play.refused(command, by="bob", player="ann", box=1)
        assert error_of(wrong) == ("not_yours", None)


@pytest.mark.rule("tiger", "5.16")
@pytest.mark.rule("insurance", "5.17")
@pytest.mark.parametrize("game", ["tiger", "insurance"])
def test_staff_say_for_whom_they_act(game: str) -> None:
    """Somebody who is at the table: the staff have no chips of their own."""
    play = betting_table(game, cards=Coups.PLAYER_WINS)
    fields: dict[str, Any] = {"box": 1, "bet": "player", "amount": "100"}
    assert play.refused("place_bet", **fields)["code"] == "malformed"
    assert play.refused("place_bet", player="zoe", **fields)["code"] == "unknown_player"
    assert play.refused("place_bet", player="dealer", **fields)["code"] == "unknown_player"
    assert play.refused("place_bet", player="bob", **fields)["code"] == "box_taken"


@pytest.mark.rule("tiger", "5.16")
@pytest.mark.rule("insurance", "5.17")
@pytest.mark.parametrize("game", ["tiger", "insurance"])
def test_the_patron_answers_for_what_was_placed(game: str) -> None:
    """Ann meant Player, the dealer heard Banker: put right while bets are open, or it stands."""
    play = betting_table(game, cards=Coups.PLAYER_WINS)
    fields: dict[str, Any] = {"player": "ann", "box": 1, "amount": "100"}
    play.do("place_bet", **fields, bet="banker", id="heard")
    play.do("withdraw_bet", by="ann", bet="heard")
    play.do("place_bet", **fields, bet="banker", id="again")
    play.do("close_bets")
    wrong = play.refused("withdraw_bet", by="ann", bet="again")
    assert error_of(wrong) == ("wrong_phase", "5.6")
    assert play.refused("withdraw_bet", by="dealer", bet="again")["code"] == "wrong_phase"
    play.deal(4)
    play.do("settle")
    assert (play.balance("ann"), play.house) == ("900.00", "100.00")


# The last word


@pytest.mark.rule("tiger", "5.17")
@pytest.mark.rule("insurance", "5.18")
@pytest.mark.parametrize(
    ("game", "rule"), [("tiger", "5.17"), ("insurance", "5.18"), ("classic", "tiger 5.17")]
)
@pytest.mark.parametrize("dealt", [0, 2, 4])
def test_what_nobody_foresaw_waits_for_the_shift_manager(game: str, rule: str, dealt: int) -> None:
    """The report holds the round up until there is a ruling; then it goes on where it was."""
    play = dealt_table(game, *BETS, cards=Coups.PLAYER_WINS, deal=dealt)
    phase = play.phase
    told = only(
        play.do("report", kind="other", text="a parrot took the shoe"), "irregularity_reported"
    )
    assert told["rule"] == rule
    for command in ("deal", "settle"):
        assert error_of(play.refused(command)) == ("wrong_phase", rule)
    for by in ("ann", "dealer", "pit_supervisor", "pit_manager"):
        assert error_of(play.refused("rule", by=by, text="go on")) == ("not_allowed", rule)
    for decision in ("reconstruct", "cannot_reconstruct"):
        assert play.refused(decision, by="shift_manager")["code"] == "wrong_phase"
    ruled = only(play.do("rule", by="shift_manager", text="play goes on"), "ruling_made")
    assert (ruled["text"], ruled["rule"]) == ("play goes on", rule)
    assert play.phase == phase
    play.deal(4 - dealt)
    play.do("settle")
    assert (play.balance("ann"), play.balance("bob"), play.house) == (
        "1100.00",
        "900.00",
        "0.00",
    )


@pytest.mark.rule("tiger", "5.17")
@pytest.mark.rule("insurance", "5.18")
@pytest.mark.parametrize("game", ["tiger", "insurance"])
@pytest.mark.parametrize("phase", ["idle", "betting", "dealing", "complete"])
def test_a_ruling_may_move_chips_to_and_from_the_house(game: str, phase: str) -> None:
    """Signed: positive to the patron. It needs no report, for it may be about the rules."""
    play = at(game, phase)
    before = {name: float(play.balance(name)) for name in ("ann", "bob")}
    house = float(play.house)
    adjustments = [{"player": "ann", "amount": "12.50"}, {"player": "bob", "amount": "-30"}]
    ruled = only(
        play.do("rule", by="shift_manager", text="a fair division", adjustments=adjustments),
        "ruling_made",
    )
    assert {each["player"]: each["amount"] for each in ruled["adjustments"]} == {
        "ann": "12.50",
        "bob": "-30.00",
    }
    assert play.balance("ann") == f"{before['ann'] + 12.5:.2f}"
    assert play.balance("bob") == f"{before['bob'] - 30:.2f}"
    assert play.house == f"{house + 17.5:.2f}"
    assert play.phase == phase


@pytest.mark.rule("tiger", "5.17")
@pytest.mark.rule("insurance", "5.18")
@pytest.mark.parametrize("game", ["tiger", "insurance"])
@pytest.mark.parametrize(
    ("adjustments", "code"),
    [
        ([{"player": "zoe", "amount": "5"}], "unknown_player"),
        ([{"player": "ann", "amount": "-900.01"}], "insufficient_balance"),
        ([{"player": "ann", "amount": "1"}, {"player": "bob", "amount": "-901"}], None),
        ([{"player": "ann", "amount": "0.001"}], "bad_amount"),
        ([{"player": "ann", "amount": 5}], "bad_amount"),
        ([{"player": "ann"}], "malformed"),
    ],
)
def test_a_ruling_is_carried_out_whole_or_not_at_all(
    game: str, adjustments: list[dict[str, object]], code: str | None
) -> None:
    """Of people at the table, in its unit, and from chips that are free."""
    play = at(game, "dealing")
    play.do("report", kind="other")
    wrong = play.refused("rule", by="shift_manager", text="so be it", adjustments=adjustments)
    assert wrong["code"] == (code or "insufficient_balance")
    assert play.refused("deal")["code"] == "wrong_phase"  # it still waits


@pytest.mark.rule("tiger", "5.17")
@pytest.mark.rule("insurance", "5.18")
@pytest.mark.parametrize("game", ["tiger", "insurance"])
def test_a_ruling_needs_a_text_and_may_end_in_a_void_round(game: str) -> None:
    """What the shift manager decides is said; voiding is a decision of its own."""
    play = at(game, "dealing")
    play.do("report", kind="other", text="a parrot took the shoe")
    assert play.refused("rule", by="shift_manager")["code"] == "malformed"
    assert play.refused("rule", by="shift_manager", text=" ")["code"] == "malformed"
    assert "round_voided" in types(
        play.do("void_round", by="shift_manager", reason="there is no shoe")
    )
    assert (play.balance("ann"), play.balance("bob")) == ("1000.00", "1000.00")
    play.do("open_bets")


@pytest.mark.rule("tiger", "5.17")
@pytest.mark.rule("insurance", "5.18")
@pytest.mark.parametrize("game", ["tiger", "insurance"])
def test_a_ruling_does_not_take_the_place_of_a_decision_that_the_rules_foresee(game: str) -> None:
    """Cards in the wrong hand are put right by the book, whatever else is ruled."""
    play = at(game, "dealing")
    play.do("report", kind="wrong_hand")
    play.do("rule", by="shift_manager", text="drinks for everybody")
    assert error_of(play.refused("deal")) == ("wrong_phase", "5.8")
    play.do("reconstruct", by="shift_manager")
    play.do("close_options")
    play.deal(2)

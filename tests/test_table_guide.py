"""What is due next: the first step is accepted from its own role, at every stage of a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from casino import Coups
from croupier import load
from croupier.game.model import Role
from croupier.table import COMMANDS, LEAST, may, what_next
from croupier.table import commands as c
from tables import Play, betting_table, dealt_table, open_table, seated_table

SIX_CARDS = "2s 6d 3c Kh 7c 5h"
ANN = ("ann", 1, "player", "100")


def _idle(game: str = "tiger", **fields: Any) -> Play:
    return seated_table(game, **{"cards": Coups.PLAYER_WINS} | fields)


def _cut_out() -> Play:
    """A manual shoe whose cut card has come."""
    play = seated_table("tiger", shoe="manual", decks=4, cut=200)
    for _ in range(2):
        play.do("open_bets")
        play.do("close_bets")
        play.deal(cards="9s 2d Ks 3d")
        play.do("settle")
    return play


def _nobody_there() -> Play:
    play = open_table("player-dealer")
    play.do("new_shoe")
    return play


def _offered() -> Play:
    play = _idle("player-dealer")
    play.do("offer_player_dealer", seat=1)
    return play


def _banked() -> Play:
    play = _offered()
    play.do("accept_player_dealer", by="ann", seat=1, wager="100")
    return play


def _excess(game: str = "tiger", **limits: str) -> Play:
    return betting_table(game, ANN, cards=Coups.PLAYER_WINS, limits=limits, enforcement="dealer")


def _squeezed(deal: int = 4, **fields: Any) -> Play:
    usual: dict[str, Any] = {"cards": SIX_CARDS, "face_down": True}
    play = dealt_table("tiger", ANN, **usual | fields)
    play.do("grant_squeeze", player="ann", hand="player")
    for card in (None, "6d", None, "Kh")[:deal]:
        play.do("deal", card=card if "shoe" in fields else None)
    return play


def _reported(kind: str, deal: int = 2, **fields: Any) -> Play:
    play = dealt_table("tiger", ANN, cards=SIX_CARDS, deal=deal)
    play.do("report", kind=kind, **fields)
    return play


def _interrupted(deal: int) -> Play:
    play = dealt_table("tiger", ANN, cards=SIX_CARDS, deal=deal)
    play.do("interrupt")
    return play


def _then(play: Play, *commands: str) -> Play:
    for command in commands:
        play.do(command)
    return play


def _shoe_out() -> Play:
    """The round was void for a foreign card: the shoe is out of play."""
    play = _reported("foreign_card")
    play.do("void_round", by="pit_supervisor")
    return play


def _reported_between() -> Play:
    """Nothing wrong with the round before: it was void; something is with the shoe."""
    play = dealt_table("tiger", ANN, cards=SIX_CARDS, deal=2)
    play.do("void_round", by="pit_supervisor", reason="a test")
    assert "report" in [step.do for step in what_next(play.live.table)]
    play.do("report", kind="not_shuffled")
    return play


def _together(then: str) -> Play:
    """Cards drawn together; the shoe cannot be replaced: one lies face down, or play stopped."""
    if then == "interrupt":
        return _then(_reported("simultaneous_cards", cards="3c Kh"), "interrupt")
    play = _squeezed(1)
    play.do("report", kind="simultaneous_cards", cards="6d 3c")
    return play


def _closed() -> Play:
    play = _idle()
    play.do("close_table", by="pit_manager")
    return play


def _empty() -> Play:
    """A real shoe of which nothing is left, in the middle of a round."""
    play = seated_table("tiger", shoe="manual", decks=4, cut=0)
    ranks = [f"{rank}{suit}" for suit in "cdhs" for rank in "A23456789TJQK"]
    for card in ranks * 4:
        if play.phase == "idle":
            play.do("open_bets")
            play.do("close_bets")
        play.deal(cards=card)
        if play.phase == "complete":
            play.do("settle")
    return play


STAGES: dict[str, tuple[Callable[[], Play], str, dict[str, Any]]] = {
    "never opened": (Play, "open_table", {"game": "tiger"}),
    "closed": (_closed, "open_table", {"game": "tiger"}),
    "no shoe": (lambda: open_table("tiger"), "new_shoe", {}),
    "cut card": (_cut_out, "new_shoe", {}),
    "idle": (_idle, "open_bets", {}),
    "nobody there": (_nobody_there, "sit", {"player": "ann", "box": 1}),
    "nobody banks": (lambda: _idle("player-dealer"), "offer_player_dealer", {"seat": 2}),
    "offered": (_offered, "accept_player_dealer", {"seat": 1, "wager": "50"}),
    "banked": (_banked, "open_bets", {}),
    "betting": (lambda: betting_table("tiger", ANN, cards=SIX_CARDS), "close_bets", {}),
    "differential": (lambda: _excess(max_differential="50"), "reject_excess", {}),
    "maximum": (lambda: _excess("classic", max="50"), "reject_excess", {}),
    "dealing": (lambda: dealt_table("tiger", ANN, cards=SIX_CARDS, deal=3), "deal", {}),
    "manual": (lambda: dealt_table("tiger", ANN, shoe="manual"), "deal", {"card": "2s"}),
    "insured": (lambda: dealt_table("insurance", ANN, cards=SIX_CARDS, deal=4), "deal", {}),
    "squeezing early": (lambda: _squeezed(2), "deal", {}),
    "squeezing": (_squeezed, "turn", {"player": "ann", "hand": "player", "number": 1}),
    "squeezing by hand": (
        lambda: _squeezed(cards=None, shoe="manual"),
        "turn",
        {"player": "ann", "hand": "player", "number": 1, "card": "9s"},
    ),
    "complete": (lambda: dealt_table("tiger", ANN, cards=SIX_CARDS, deal=6), "settle", {}),
    "interrupted": (lambda: _interrupted(4), "resume", {}),
    "interrupted early": (lambda: _interrupted(2), "resume", {}),
    "foreign card": (lambda: _reported("foreign_card"), "void_round", {}),
    "foreign card, interrupted": (
        lambda: _then(_reported("foreign_card"), "interrupt"),
        "void_round",
        {},
    ),
    "shoe out of play": (_shoe_out, "new_shoe", {}),
    "reported between rounds": (_reported_between, "replace_shoe", {}),
    "options": (
        lambda: _reported("exposed_card", cards="3c"),
        "choose",
        {"player": "ann", "option": "continue"},
    ),
    "wrong hand": (lambda: _reported("wrong_hand"), "reconstruct", {}),
    "together": (
        lambda: _reported("simultaneous_cards", cards="3c Kh"),
        "decide_order",
        {"cards": ["Kh", "3c"]},
    ),
    "together, interrupted": (
        lambda: _together("interrupt"),
        "decide_order",
        {"cards": ["Kh", "3c"]},
    ),
    "together, one face down": (
        lambda: _together("hide"),
        "decide_order",
        {"cards": ["6d", "3c"]},
    ),
    "unforeseen": (lambda: _reported("other"), "rule", {"text": "play goes on"}),
    "empty": (_empty, "report", {"kind": "insufficient_cards"}),
}
"""By stage: a table that is there, what is due, and how it is said."""

every_stage = pytest.mark.parametrize("stage", STAGES)


PLAIN: dict[str, dict[str, Any]] = {
    "open_bets": {},
    "close_bets": {},
    "reject_excess": {},
    "deal": {},
    "close_options": {},
    "interrupt": {},
    "resume": {},
    "new_shoe": {},
    "close_table": {},
    "void_round": {"reason": "a test"},
    "dismiss_report": {"reason": "a smudge"},
    "replace_shoe": {},
    "cannot_reconstruct": {"reason": "on the floor"},
}
"""Commands that ask nothing of whoever gives them, but for a card in a manual shoe."""


def _by(role: str) -> str:
    return "ann" if role == "player" else role


@every_stage
def test_what_is_due_is_accepted_from_its_role(stage: str) -> None:
    make, due, fields = STAGES[stage]
    play = make()
    first = what_next(play.live.table)[0]
    # Resuming voids where nothing is established, and that takes the House.
    house = stage == "interrupted early"
    assert (first.do, first.role) == (
        due,
        Role.PIT_SUPERVISOR if house else LEAST[COMMANDS[due]],
    )
    assert first.why
    play.do(due, by=_by(first.role), **fields)


@every_stage
def test_no_step_is_above_or_below_its_role(stage: str) -> None:
    """Whoever a step names may do it, and whoever is below may not."""
    for step in what_next(STAGES[stage][0]().live.table):
        needed = c.VoidRound if stage == "interrupted early" and step.do == "resume" else None
        allowed = [role for role in Role if may(role, needed or COMMANDS[step.do])]
        assert allowed == list(Role)[list(Role).index(step.role) :], step


@every_stage
def test_a_step_that_needs_no_choice_is_not_refused(stage: str) -> None:
    """Each of them at a table of its own."""
    for step in what_next(STAGES[stage][0]().live.table):
        if step.do in PLAIN:
            card = "2s" if step.do == "deal" and stage == "manual" else None
            STAGES[stage][0]().do(step.do, by=_by(step.role), card=card, **PLAIN[step.do])


@every_stage
def test_every_paragraph_named_exists(stage: str) -> None:
    table = STAGES[stage][0]().live.table
    for step in what_next(table):
        if step.rule is not None:
            document, _, rule = step.rule.rpartition(" ")
            assert rule in load(document or table.game.key).paragraphs, step


def test_the_state_shows_the_steps() -> None:
    play = _idle()
    first, written = what_next(play.live.table)[0], play.state["next"][0]
    assert written == {"do": first.do, "role": first.role, "why": first.why, "rule": first.rule}


def test_the_calls_cite_their_paragraphs() -> None:
    play = _idle("insurance")
    assert play.state["next"][0]["rule"] == "3.3"
    play.do("open_bets")
    assert play.state["next"][0]["rule"] == "3.8"


def test_what_else_may_be_done_is_listed() -> None:
    """Insurance while it is on offer, the squeeze, who banks, and a say in the shuffle."""
    insured = dealt_table("insurance", ANN, cards="2s 6d 3c Kh", deal=4, face_down=True)
    asking = betting_table("tiger", ANN, cards=SIX_CARDS, face_down=True)
    for play, command in (
        (insured, "place_insurance"),
        (insured, "expose_banker_first"),
        (asking, "request_squeeze"),
        (asking, "withdraw_bet"),
        (seated_table("tiger"), "add_entropy"),
        (_banked(), "change_wager"),
        (_banked(), "give_up_player_dealer"),
        (_offered(), "decline_player_dealer"),
        (_reported("wrong_hand"), "cannot_reconstruct"),
        (_reported("exposed_card", cards="3c"), "close_options"),
    ):
        assert command in [step["do"] for step in play.state["next"]], command

"""What is due next: the first step is accepted from its own role, at every stage of a table."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import load
from croupier.game.model import Role
from croupier.table import COMMANDS, LEAST, Table, may, what_next
from croupier.table import commands as c
from table_stages import OTHERS, STAGES
from tables import seated_table

every_stage = pytest.mark.parametrize("stage", STAGES)


PLAIN: dict[str, dict[str, Any]] = {
    "open_bets": {},
    "close_bets": {},
    "reject_excess": {},
    "deal": {},
    "close_options": {},
    "close_insurance": {},
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
        Role.PIT_SUPERVISOR if house else LEAST[due],
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
    play = STAGES["idle"][0]()
    first, written = what_next(play.live.table)[0], play.state["next"][0]
    assert written == {"do": first.do, "role": first.role, "why": first.why, "rule": first.rule}


def test_the_calls_cite_their_paragraphs() -> None:
    play = seated_table("insurance", cards="2s 6d 3c Kh 7c 5h")
    assert play.state["next"][0]["rule"] == "3.3"
    play.do("open_bets")
    assert play.state["next"][0]["rule"] == "3.8"


ROUND = "interrupt 5.4, void_round"
SQUEEZE = "request_squeeze 3.9, grant_squeeze 3.9"
BETS = "place_bet 3.3, increase_bet 5.6, withdraw_bet 5.6, report 5.7"
ROTATION = "type-of-game-position"

LISTED = {
    "never opened": "open_table",
    "closed": "open_table",
    "no shoe": "new_shoe, close_table",
    "cut card": "new_shoe, report 5.5.3, close_table",
    "idle": "open_bets 3.3, new_shoe, report, close_table",
    "two cards ready": "open_bets 3.3, new_shoe, report 5.5.3, close_table",
    "shuffler": "open_bets 3.3, new_shoe, add_entropy, report, close_table",
    "shuffled and used": "open_bets 3.3, new_shoe, report, close_table",
    "shoe out of play": "new_shoe, close_table",
    "reported between rounds": "replace_shoe 5.10.2, dismiss_report",
    "nobody there": "sit dealing-position, add_entropy, report, close_table",
    "nobody banks": f"offer_player_dealer {ROTATION}, report, close_table",
    "offered": f"accept_player_dealer {ROTATION}, decline_player_dealer {ROTATION}, "
    "report, close_table",
    "banked": "open_bets dealing-position, new_shoe, change_wager, give_up_player_dealer, "
    "report, close_table",
    "no bets": f"close_bets 3.8, place_bet 3.3, report 5.7, {ROUND}",
    "betting": f"close_bets 3.8, {BETS}, {ROUND}",
    "betting, face down": "close_bets 3.8, place_bet 3.3, increase_bet 5.6, withdraw_bet 5.6, "
    f"request_squeeze 3.9, report 5.7, {ROUND}",
    # What lies above a differential is shared at closing; above a maximum nothing is closed.
    "differential": f"reject_excess 5.1, close_bets 3.8, {BETS}, {ROUND}",
    "maximum": "reject_excess, place_bet the-play-bets, increase_bet tiger 5.6, "
    "withdraw_bet tiger 5.6, report tiger 5.7, interrupt tiger 5.4, void_round",
    "dealing": f"deal 3.10, report, {ROUND}",
    "manual": f"deal 3.10, report, {ROUND}",
    "one card left": f"deal 3.10, correct_card, report, {ROUND}",
    "last card ready": f"deal 3.10, correct_card, report, cannot_reconstruct 5.7, {ROUND}",
    "empty": f"report 5.5.4, correct_card, report, {ROUND}",
    "digital and empty": f"deal 3.10, report, {ROUND}",
    "squeezing early": f"deal 3.10, turn 3.9, {SQUEEZE}, report, {ROUND}",
    "three cards, face down": f"deal 3.10, turn 3.9, {SQUEEZE}, report, {ROUND}",
    "squeezing": f"turn 3.9, deal, settle, {SQUEEZE}, report, {ROUND}",
    "squeezing by hand": f"turn 3.9, {SQUEEZE}, correct_card, report, {ROUND}",
    "left": f"turn 3.9, deal 3.10, report, {ROUND}",
    "insured": f"deal 3.15, place_insurance 1.9, close_insurance 5.3, report, {ROUND}",
    "insured, all seen": f"deal 3.15, place_insurance 1.9, close_insurance 5.3, {SQUEEZE}, "
    f"expose_banker_first 3.14, report, {ROUND}",
    "insured, three cards": f"deal 3.10, turn 3.9, {SQUEEZE}, report, {ROUND}",
    "insured, face down": f"turn 3.9, deal, settle, {SQUEEZE}, expose_banker_first 3.14, "
    f"report, {ROUND}",
    "insured, nobody bets": f"deal 3.15, place_insurance 1.9, close_insurance 5.3, report, {ROUND}",
    "complete": f"settle 3.13, report, {ROUND}",
    "tie": f"settle 1.20, report, {ROUND}",
    "complete, face down": f"turn 3.9, settle, report, {ROUND}",
    "complete by hand": f"turn 3.9, correct_card, report, {ROUND}",
    "insured, complete": f"settle 3.16, return_uninsured 5.13, report, {ROUND}",
    "insured, complete, face down": f"turn 3.9, settle, report, {ROUND}",
    "uninsured, complete": f"settle 3.16, report, {ROUND}",
    "options": f"choose 5.12, close_options 5.12, cannot_reconstruct 5.7, {ROUND}",
    "one has chosen": f"choose 5.12, close_options 5.12, {ROUND}",
    "interrupted": "resume 5.4.1, void_round",
    "interrupted early": "resume 5.4.2, void_round",
    "foreign card": "void_round 5.5.1, dismiss_report, interrupt 5.4",
    "foreign card, interrupted": "void_round 5.5.1, dismiss_report",
    "wrong hand": f"reconstruct 5.8, cannot_reconstruct 5.8, dismiss_report, {ROUND}",
    "together": f"decide_order 5.10, replace_shoe 5.10.2, dismiss_report, {ROUND}",
    "together, interrupted": "decide_order 5.10, dismiss_report, void_round",
    "together, one face down": f"decide_order 5.10, dismiss_report, {ROUND}",
    "together, decided": f"deal 3.10, report, replace_shoe 5.10.2, {ROUND}",
    "unforeseen": f"rule 5.17, dismiss_report, {ROUND}",
}
"""By stage: all that may be done, what is due first, each with its paragraph if it has one."""


def _table(stage: str) -> Table:
    make = OTHERS[stage] if stage in OTHERS else STAGES[stage][0]
    return make().live.table


@pytest.mark.parametrize("stage", LISTED)
def test_what_else_may_be_done_is_listed(stage: str) -> None:
    """All of it and nothing else: insurance, the squeeze, who banks, what can be reported."""
    steps = what_next(_table(stage))
    assert ", ".join(f"{step.do} {step.rule or ''}".rstrip() for step in steps) == LISTED[stage]


def test_every_stage_has_its_list() -> None:
    assert STAGES.keys() <= LISTED.keys()


EARLY = "the next card is to come"
REPORTS = (
    "if something went wrong: foreign_card, card_shortage, card_excess, wrong_number_of_cards, "
    "insufficient_cards, not_shuffled, excess_card, exposed_card, wrong_hand, "
)


@pytest.mark.parametrize(
    ("stage", "do", "why"),
    [
        ("no shoe", "new_shoe", "there is no shoe"),
        ("cut card", "new_shoe", "the cut card is out"),
        ("shoe out of play", "new_shoe", "the shoe is out of play: foreign card was reported"),
        ("squeezing early", "deal", EARLY),
        ("squeezing", "deal", EARLY),
        ("insured", "deal", EARLY),
        ("insured, three cards", "deal", EARLY),
        ("uninsured, face down", "deal", EARLY),
        (
            "insured, face down",
            "deal",
            "what lies face down is turned; if insurance comes on offer, the card waits",
        ),
        ("squeezing early", "turn", "cards lie face down"),
        ("squeezing", "turn", "cards lie face down that the rest depends on"),
        ("left", "turn", "who was to turn the cards has left"),
        ("dealing", "report", f"{REPORTS}simultaneous_cards, other"),
        ("squeezing", "report", f"{REPORTS}dealt_face_up, simultaneous_cards, other"),
        ("insured", "report", f"{REPORTS}simultaneous_cards, insurance_not_offered, other"),
        (
            "insured, face down",
            "report",
            f"{REPORTS}dealt_face_up, simultaneous_cards, insurance_not_offered, other",
        ),
        ("options", "choose", "ann may choose"),
        ("one has chosen", "choose", "bob may choose"),
        ("interrupted", "resume", "an outcome was established: play goes on"),
        ("interrupted early", "resume", "no outcome: the round is void"),
        ("complete", "settle", "Player wins 2 to 1"),
        ("complete, face down", "settle", "no card is to come"),
    ],
)
def test_a_step_says_why(stage: str, do: str, why: str) -> None:
    assert [step.why for step in what_next(_table(stage)) if step.do == do] == [why]

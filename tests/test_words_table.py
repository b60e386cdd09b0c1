"""The table speaks every language: its events, its refusals and its steps are messages."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import citations
import croupier.table as package
from croupier.errors import Code, CroupierError, Refused
from croupier.game.loading import keys, load
from croupier.game.model import Game, Role
from croupier.money import CENT
from croupier.table import (
    COMMANDS,
    EVENTS,
    Actor,
    Command,
    Context,
    Phase,
    Step,
    Table,
    carry_out,
    read_command,
    what_next,
    write_refusal,
    write_state,
)
from croupier.table import events as e
from croupier.table.decide.irregularities import REPORTED
from croupier.table.events import said, tell
from croupier.table.events.base import reason_of
from croupier.table.events.opening import notices
from croupier.table.vocabulary import Enforcement, Units
from croupier.words import Message, Name, Series, Text, Value, catalogue, languages, render, say
from table_stages import STAGES
from test_telling import TOLD

# It goes through everything that other tests cover line by line.
pytestmark = pytest.mark.no_cover

SRC = Path(str(package.__file__)).parent
OTHERS = [language for language in languages() if language != "en"]
TIGER = load("tiger")
WIRE = frozenset({"JSON", "UTF", "by", "box", "true", "false", "role", "name", "do", "player"})
"""Words of the wire itself, which are the same in every language."""


def parts(value: Value) -> Iterator[str]:
    """Yield what a message is given from outside: names of people, their words, cards, ids."""
    match value:
        case str():
            yield value
        case Message(_, params):
            for each in params.values():
                yield from parts(each)
        case Series(items, _):
            for each in items:
                yield from parts(each)
        case Name("bet" | "game", key, texts):
            yield key
            yield from (texts or {}).values()
        case Text(texts):
            yield from texts.values()
        case _:
            pass


def words(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-z]{2,}", text))


def untold(message: Message, language: str) -> set[str]:
    """Return the English words and the braces of a sentence that is to be in another language."""
    text = render(message, language)
    given = {word for part in parts(message) for word in words(part)}
    return (words(text) - given - WIRE) | ({"{"} if "{" in text and "role" not in text else set())


# Events


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(
    "event", [event for event, _ in TOLD], ids=lambda each: type(each).__name__
)
def test_an_event_is_told_in_every_language(event: e.Event, language: str) -> None:
    assert not untold(said(event, CENT), language)
    assert tell(event, CENT, None, language) == render(said(event, CENT), language)


def test_amounts_are_shown_as_a_page_wants_them() -> None:
    told = e.FloatFilled(Units(500)).tell(e.Write(CENT), "zh", lambda amount: f"${amount}")
    assert told == "从账房加码 $5.00"


def test_a_bet_is_called_as_its_game_calls_it() -> None:
    placed = e.BetPlaced("b", "ann", 1, "big_tiger", Units(500), standing=False)
    assert said(placed, CENT, TIGER).params["bet"] == TIGER.bet_name("big_tiger")
    assert tell(placed, CENT, TIGER) == tell(placed, CENT)


@pytest.mark.parametrize("key", keys())
@pytest.mark.parametrize("insurance", [True, False])
def test_notices_are_stored_in_english_and_told_in_every_language(
    key: str, insurance: bool
) -> None:
    game = load(key)
    stored = tuple(f"{notice}." for notice in notices(game, insurance=insurance))
    changed = e.TableChanged({}, insurance, Enforcement.DEALER, {}, {}, stored)
    assert tell(changed, CENT, game) == tell(changed, CENT)
    for language in OTHERS:
        assert not untold(said(changed, CENT, game), language)
        borrowed = words(game.borrows or "")
        assert words(tell(changed, CENT, game, language)) <= borrowed


def test_a_reason_of_the_tables_own_has_a_name_and_a_persons_stays_as_written() -> None:
    assert reason_of("by decision of the house") == Name("reason", "by_decision_of_the_house")
    assert reason_of("By decision of the house!") == "By decision of the house!"
    assert reason_of("foreign_card", kinds=True) == Name("report", "foreign_card")
    assert reason_of("foreign_card") == "foreign_card"
    assert reason_of("a_b", kinds=True) == "a b"


def test_every_reason_that_the_table_gives_has_a_name() -> None:
    """They are the texts that deciders hand to these events and functions."""
    takers = {"hand_back", "drop_insurance", "end_shoe", "start_shoe", "void", "_correct"}
    takers |= {"PlayerDealerVacated", "BetReturned"}
    found = set()
    for _, tree in modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in takers:
                found |= {each for each in texts_in(node) if " " in each}
            if isinstance(node, ast.Assign) and "reason" in ast.unparse(node.targets[0]):
                found |= {each for each in texts_in(node) if " " in each}
    assert len(found) >= 15
    assert not [text for text in found if isinstance(reason_of(text), str)]


def texts_in(node: ast.AST) -> set[str]:
    consts = (each.value for each in ast.walk(node) if isinstance(each, ast.Constant))
    return {value for value in consts if isinstance(value, str)}


# Names


@pytest.mark.parametrize("language", languages())
def test_whatever_the_table_names_has_a_name(language: str) -> None:
    known = catalogue(language, "names")
    assert {f"report.{kind}" for kind in (*REPORTED, "technical_interruption")} <= known.keys()
    assert {f"do.{name}" for name in COMMANDS} <= known.keys()
    assert {f"role.{role}" for role in Role} <= known.keys()
    assert {f"phase.{phase}" for phase in Phase} <= known.keys()


# Refusals and steps


class Heard:
    """What a table said while it was played at: its refusals, its steps, its events."""

    def __init__(self) -> None:
        self.refusals: list[CroupierError] = []
        self.steps: list[Step] = []
        self.events: list[tuple[e.Event, Game]] = []

    def read(self, line: object, context: Context) -> tuple[Command, Actor]:
        try:
            return read_command(line, context)
        except CroupierError as wrong:
            self.refusals.append(wrong)
            raise

    def carry_out(self, *given: Any) -> tuple[tuple[e.Event, ...], Table]:
        try:
            events, after = carry_out(*given)
        except CroupierError as wrong:
            self.refusals.append(wrong)
            raise
        self.events += ((event, after.game) for event in events)
        return events, after

    def what_next(self, table: Table) -> tuple[Step, ...]:
        steps = what_next(table)
        self.steps += steps
        return steps


@pytest.fixture(scope="module")
def heard() -> Heard:
    """Play two games that differ in everything on all their ways, and at random."""
    found = Heard()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(citations, "read_command", found.read)
        patch.setattr(citations, "carry_out", found.carry_out)
        patch.setattr(citations, "what_next", found.what_next)
        for key in ("insurance", "player-dealer"):
            citations.walk(load(key), set())
            citations.wander(load(key), set(), 200)
    return found


def distinct(messages: Iterable[Message]) -> list[Message]:
    """Return the messages once each, by all that they say in English."""
    return list({(each.key, str(each)): each for each in messages}.values())


@pytest.mark.parametrize("language", OTHERS)
def test_whatever_is_refused_is_refused_in_every_language(heard: Heard, language: str) -> None:
    messages = distinct(wrong.said for wrong in heard.refusals)
    assert len({each.key for each in messages}) > 60
    assert not {each.key: found for each in messages if (found := untold(each, language))}


@pytest.mark.parametrize("language", OTHERS)
def test_what_comes_next_is_said_in_every_language(heard: Heard, language: str) -> None:
    messages = distinct(step.said for step in heard.steps)
    assert len({each.key for each in messages}) > 30
    assert not {each.key: found for each in messages if (found := untold(each, language))}


@pytest.mark.parametrize("language", OTHERS)
def test_what_happens_is_told_in_every_language(heard: Heard, language: str) -> None:
    messages = distinct(said(event, CENT, game) for event, game in heard.events)
    assert not {each.key: found for each in messages if (found := untold(each, language))}


def test_a_refusal_is_written_with_its_message_only_where_it_is_asked_for() -> None:
    wrong = Refused(Code.NO_BOX, say("table.no_box", box=12, boxes=9))
    plainly = {"code": "no_box", "message": str(wrong.said), "rule": None}
    assert write_refusal(wrong) == {"ok": False, "error": plainly}
    travels = {"say": "table.no_box", "with": {"box": 12, "boxes": 9}}
    assert write_refusal(wrong, said=True)["error"] == {**plainly, "said": travels}


@pytest.mark.parametrize("stage", STAGES)
def test_a_state_has_its_reasons_as_messages_only_where_they_are_asked_for(stage: str) -> None:
    table = STAGES[stage][0]().live.table
    state, spoken = write_state(table), write_state(table, said=True)
    for step, more in zip(state.get("next", ()), spoken.get("next", ()), strict=True):
        assert "said" not in step
        assert {**step, "said": more["said"]} == more
        assert more["said"]["say"].startswith("steps.")


# The code


def modules() -> Iterator[tuple[Path, ast.Module]]:
    for file in sorted(SRC.rglob("*.py")):
        yield file, ast.parse(file.read_text("utf-8"))


ERRORS = frozenset({"Refused", "InvalidInput", "malformed"})


def test_no_refusal_of_the_table_is_a_bare_text() -> None:
    bare = []
    for file, tree in modules():
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and ast.unparse(node.func) in ERRORS):
                continue
            if any(isinstance(each, ast.JoinedStr) or is_text(each) for each in node.args):
                bare.append(f"{file.name}:{node.lineno}")
    assert not bare


def is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def test_no_event_tells_itself_in_one_language() -> None:
    """Every kind has a message of its own, and none writes the text."""
    for kind in EVENTS.values():
        assert "said" in kind.__dict__
        assert "tell" not in kind.__dict__

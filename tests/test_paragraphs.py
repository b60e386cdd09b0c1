"""Every paragraph that a game lists is shown by a test.

Tests are read, not run: what carries `@pytest.mark.rule("tiger", "4.1.2")` counts, whichever
tests are selected.
"""

from __future__ import annotations

import ast
import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

import croupier
from croupier import load
from croupier.game.loading import keys

TESTS = Path(__file__).parent
SOURCE = Path(croupier.__file__).parent
RULE = "pytest.mark.rule"
WEB = TESTS.parent / "web" / "src" / "pages"
PAGE = "page"
"""What a screen must show: the one room that is no module, but a folder of pages."""

Listed = Mapping[str, Mapping[str, tuple[str, ...]]]
"""By game: the paragraphs it lists, each with the rooms that act on it."""


class Mark(NamedTuple):
    """A paragraph that a test says it shows."""

    game: str
    paragraph: str
    where: str


class Marks(NamedTuple):
    """What was found in test files: marks, and marks that cannot be counted."""

    shown: list[Mark]
    faults: list[str]


def listed() -> Listed:
    """Read the paragraphs of every game that ships, each with the rooms that act on it."""
    rooms = tomllib.loads((TESTS / "data" / "paragraph_rooms.toml").read_text("utf-8"))
    return {
        key: {name: tuple(rooms[key].get(name, ())) for name in load(key).paragraphs}
        for key in keys()
    }


def _calls(tree: ast.AST, dotted: str) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == dotted:
            yield node


def _in_place(tree: ast.AST) -> Iterator[ast.Call]:
    """Give the rule marks that count: decorators of tests, and marks of a parameter."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            for decorator in node.decorator_list:
                yield from (call for call in _calls(decorator, RULE) if call is decorator)
    for param in _calls(tree, "pytest.param"):
        for keyword in param.keywords:
            if keyword.arg == "marks":
                yield from _calls(keyword.value, RULE)


def marks_in(text: str, name: str) -> Marks:
    """Find the rule marks in the text of a test file."""
    tree = ast.parse(text, name)
    marks = Marks([], [])
    counted: set[ast.expr] = set()
    for call in _in_place(tree):
        counted.add(call.func)
        where = f"{name}:{call.lineno}"
        words = [arg.value for arg in call.args if isinstance(arg, ast.Constant)]
        texts = [word for word in words if isinstance(word, str)]
        if len(texts) != len(call.args) or len(texts) < 2 or call.keywords:
            marks.faults.append(f"{where}: a rule mark is a game and paragraphs, plain strings")
        else:
            marks.shown.extend(Mark(texts[0], paragraph, where) for paragraph in texts[1:])
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node not in counted and ast.unparse(node) == RULE:
            marks.faults.append(f"{name}:{node.lineno}: a rule mark that is not on a test")
    return marks


def all_marks() -> Marks:
    """Find the rule marks in all test files."""
    marks = Marks([], [])
    for file in sorted(TESTS.rglob("test_*.py")):
        found = marks_in(file.read_text("utf-8"), file.relative_to(TESTS).as_posix())
        marks.shown.extend(found.shown)
        marks.faults.extend(found.faults)
    return marks


def gaps(listed: Listed, shown: Iterable[Mark]) -> list[str]:
    """Say what does not fit: paragraphs without a test, and names that nobody knows."""
    found: list[str] = []
    tested: set[tuple[str, str]] = set()
    for game, paragraph, where in shown:
        if paragraph not in listed.get(game, {}):
            found.append(f"{where}: {game} has no paragraph {paragraph}")
        tested.add((game, paragraph))
    for game, paragraphs in listed.items():
        found += [
            f"{game} {paragraph}: no test shows it"
            for paragraph in paragraphs
            if (game, paragraph) not in tested
        ]
    return found


def lost_rooms(listed: Listed, source: Path) -> list[str]:
    """Say which paragraphs name a room that is not there."""
    return [
        f"{game} {paragraph}: there is no {room}"
        for game, paragraphs in listed.items()
        for paragraph, rooms in paragraphs.items()
        for room in rooms
        if not (WEB.is_dir() if room == PAGE else _module(source, room))
    ]


def _module(source: Path, room: str) -> bool:
    path = source.joinpath(*room.split("."))
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def test_every_paragraph_is_shown() -> None:
    marks = all_marks()
    assert not marks.faults, "\n".join(marks.faults)
    found = gaps(listed(), marks.shown)
    assert not found, "\n".join(found)


def test_every_paragraph_is_acted_on_somewhere() -> None:
    found = lost_rooms(listed(), SOURCE)
    found += [
        f"{game} {paragraph}: no room of tests/data/paragraph_rooms.toml acts on it"
        for game, paragraphs in listed().items()
        for paragraph, rooms in paragraphs.items()
        if not rooms
    ]
    assert not found, "\n".join(found)


def test_games_list_the_paragraphs_of_their_documents() -> None:
    """Names and kinds as they were agreed on, in the same order; no game more or less."""
    agreed = json.loads((TESTS / "data" / "paragraphs.json").read_text("utf-8"))
    assert set(agreed) == set(keys())
    for key, paragraphs in agreed.items():
        expected = [(entry["id"], entry["kind"]) for entry in paragraphs]
        assert [(each.id, each.kind) for each in load(key).paragraphs.values()] == expected


GAME: Listed = {"tiger": {"4.1.2": ("cards",), "5.1": ("coup", "page"), "5.4": ("page",)}}
SHOWN = [Mark("tiger", paragraph, "here") for paragraph in GAME["tiger"]]


def test_the_check_is_content_with_a_whole_list() -> None:
    assert gaps(GAME, SHOWN) == []
    assert lost_rooms(GAME, SOURCE) == []


@pytest.mark.parametrize(
    ("shown", "complaint"),
    [
        (SHOWN[1:], "tiger 4.1.2: no test shows it"),
        ([*SHOWN, Mark("tiger", "9.9", "here")], "here: tiger has no paragraph 9.9"),
        ([*SHOWN, Mark("lion", "4.1.2", "here")], "here: lion has no paragraph 4.1.2"),
    ],
)
def test_the_check_finds_a_planted_gap(shown: list[Mark], complaint: str) -> None:
    assert gaps(GAME, shown) == [complaint]


def test_the_check_finds_a_gap_in_the_real_games() -> None:
    """Take away the tests of one paragraph, and it is missed."""
    shown = all_marks().shown
    without = [mark for mark in shown if (mark.game, mark.paragraph) != ("tiger", "1.23")]
    assert gaps(listed(), without) == ["tiger 1.23: no test shows it"]


@pytest.mark.parametrize(
    ("room", "complaint"),
    [
        ("nowhere", "there is no nowhere"),
        ("settlement.nowhere", "there is no settlement.nowhere"),
    ],
)
def test_a_paragraph_names_rooms_that_exist(room: str, complaint: str) -> None:
    found = lost_rooms({"tiger": {"1.1": (room,)}}, SOURCE)
    assert any(complaint in line for line in found)


def test_a_built_room_is_a_module_or_a_package() -> None:
    rooms: Listed = {"tiger": {"1.1": ("cards",), "1.2": ("game", "settlement.checks")}}
    assert lost_rooms(rooms, SOURCE) == []


def test_marks_are_read_from_the_text() -> None:
    text = """
@pytest.mark.rule("tiger", "1.1", "1.2")
@pytest.mark.rule("insurance", "1.3")
@pytest.mark.parametrize("n", [1, pytest.param(2, marks=[pytest.mark.rule("tiger", "1.4")])])
def test_it(n: int) -> None: ...

class TestMore:
    @pytest.mark.rule("tiger", "1.5")
    def test_that(self) -> None: ...
"""
    marks = marks_in(text, "there")
    assert marks.faults == []
    assert {(mark.game, mark.paragraph) for mark in marks.shown} == {
        *(("tiger", paragraph) for paragraph in ("1.1", "1.2", "1.4", "1.5")),
        ("insurance", "1.3"),
    }


@pytest.mark.parametrize(
    "text",
    [
        '@pytest.mark.rule("tiger", "1.1")\ndef helper(): ...',
        '@pytest.mark.rule("tiger", PARAGRAPH)\ndef test_it(): ...',
        '@pytest.mark.rule("tiger", *PARAGRAPHS)\ndef test_it(): ...',
        '@pytest.mark.rule("tiger")\ndef test_it(): ...',
        '@pytest.mark.rule("tiger", 1.1)\ndef test_it(): ...',
        '@pytest.mark.rule(game="tiger", paragraph="1.1")\ndef test_it(): ...',
        'pytestmark = pytest.mark.rule("tiger", "1.1")',
        'def test_it():\n    pytest.mark.rule("tiger", "1.1")',
        'shown = pytest.mark.rule\n@shown("tiger", "1.1")\ndef test_it(): ...',
    ],
)
def test_a_mark_counts_on_a_test_and_in_plain_words_only(text: str) -> None:
    marks = marks_in(text, "there")
    assert marks.shown == []
    assert len(marks.faults) == 1

"""The JSON Schema that ships with the package says what the reader says."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from croupier.coup import Side
from croupier.facts import FACTS, FAMILIES, YES_NO
from croupier.game import BadGame, Banker, Stage, read_game
from croupier.game.felt import Shape
from croupier.game.loading import shipped
from croupier.game.model import Assessment, Role
from croupier.game.read_conditions import KEYS
from croupier.game.read_game import (
    DOES,
    KEY,
    KINDS,
    MOST_DECKS,
    MOST_HANDS,
    OPTIONS,
    PARAGRAPH_KINDS,
    RETIRED_TOPICS,
    TOPICS,
    USUAL_HANDS,
)
from croupier.game.read_pay_lines import BET_KEY, COMMISSION, MOST_SHORT
from croupier.tableau import Ground
from croupier.words import languages
from game_bases import BANKED, FULL, PLAIN, Data, Mistake
from game_mistakes import MISTAKES

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "croupier"
SCHEMA = json.loads((files("croupier.game") / "game.schema.json").read_text("utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
TOP, DEFS = SCHEMA["properties"], SCHEMA["$defs"]
FILES = [
    *sorted((PACKAGE / "game" / "files").glob("*.toml")),
    ROOT / "examples" / "ez-baccarat.toml",
    ROOT / "tests" / "data" / "cards.toml",
    PACKAGE / "cli" / "template.toml",
]


def is_valid(data: Data) -> bool:
    return VALIDATOR.is_valid(data)


def resolve(part: Data) -> Data:
    return DEFS[part["$ref"].removeprefix("#/$defs/")] if "$ref" in part else part


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_sound_file_is_valid(path: Path) -> None:
    VALIDATOR.validate(tomllib.loads(path.read_text("utf-8")))


@pytest.mark.parametrize("base", [PLAIN, FULL, BANKED], ids=["plain", "full", "banked"])
def test_a_sound_base_is_valid(base: str) -> None:
    VALIDATOR.validate(tomllib.loads(base))


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.id)
def test_the_schema_refuses_what_the_reader_refuses(mistake: Mistake) -> None:
    """Save for those marked as the reader's own, which it lets pass: the marks are honest."""
    assert is_valid(mistake.data) is not mistake.schema


def objects(part: object) -> Iterator[Data]:
    """Every part of the schema that says what a table holds."""
    if isinstance(part, dict):
        if part.get("type") == "object":
            yield part
        for below in part.values():
            yield from objects(below)
    elif isinstance(part, list):
        for below in part:
            yield from objects(below)


def test_no_table_takes_any_other_key() -> None:
    for table in objects(SCHEMA):
        others = table["additionalProperties"]
        assert others is False or set(others) == {"$ref"}


def test_every_key_is_described() -> None:
    for table in objects(SCHEMA):
        for name, key in table.get("properties", {}).items():
            assert key["description"].endswith("."), name


def test_it_lists_the_facts() -> None:
    facts = DEFS["condition"]["properties"]
    assert list(facts) == [*FACTS, *FAMILIES, *KEYS]
    for name, family in FAMILIES.items():
        assert facts[name]["description"].casefold() == f"{family.meaning}.".casefold()
        counts = resolve(facts[name])["properties"]
        assert list(counts) == list(family.cards)
        for count in counts.values():
            value, *_ = resolve(count)["anyOf"]
            assert resolve(value) == {"enum": list(range(family.most + 1))}
    for name, fact in FACTS.items():
        said = facts[name]["description"]
        assert said.casefold() == f"{fact.meaning}.".casefold()


@pytest.mark.parametrize("name", FACTS)
def test_a_fact_has_its_values_and_no_others(name: str) -> None:
    fact = FACTS[name]
    value, items, *span = resolve(DEFS["condition"]["properties"][name])["anyOf"]
    # Compared as JSON: in Python true is 1.
    assert json.dumps(resolve(value)) == json.dumps({"enum": fact.values})
    assert items == {"type": "array", "items": value, "minItems": 1}
    if fact.values == YES_NO or isinstance(fact.values[0], str):
        assert not span
        return
    numbers = [number for number in fact.values if isinstance(number, int)]
    for bound in ("min", "max"):
        said = span[0]["properties"][bound]
        assert said["type"] == "integer"
        assert (said["minimum"], said["maximum"]) == (numbers[0], numbers[-1])


def test_it_has_the_words_of_the_reader() -> None:
    kinds = set(TOP["irregularities"]["properties"]) - {"borrow"}
    assert kinds == set(KINDS)
    assert tuple(TOP["table"]["properties"]) == (*TOPICS, *RETIRED_TOPICS)
    procedure, offer = DEFS["procedure"]["properties"], DEFS["offer"]["properties"]
    for part, words in (
        (DEFS["remedy"], DOES),
        (procedure["options"], OPTIONS),
        (procedure["decides"], Role),
        (DEFS["paragraph"]["properties"]["kind"], PARAGRAPH_KINDS),
        (offer["stage"], Stage),
        (DEFS["insurance_bet"]["properties"]["insures"], Side),
        (TOP["limits"]["properties"]["assessed"], Assessment),
        (TOP["bank"]["properties"]["by"], Banker),
        (DEFS["layout"]["properties"]["shape"], Shape),
    ):
        assert tuple(part["enum"]) == tuple(words)
    for words in (DEFS["words"], DEFS["short"]):
        assert tuple(words["anyOf"][1]["properties"]) == languages()
    assert procedure["does"]["$ref"] == procedure["otherwise"]["$ref"] == "#/$defs/remedy"
    assert set(TOP["play"]["properties"]) == {
        *("deal", *Ground, "player_natural", "banker_natural", "winner", "tie", "face_down")
    }


def test_it_has_the_bounds_of_the_reader() -> None:
    assert (DEFS["decks"]["minimum"], DEFS["decks"]["maximum"]) == (1, MOST_DECKS)
    hands = TOP["bank"]["properties"]["hands"]
    assert (hands["minimum"], hands["maximum"], hands["default"]) == (1, MOST_HANDS, USUAL_HANDS)
    assert DEFS["short_text"]["maxLength"] == MOST_SHORT
    commission = DEFS["pay_line"]["properties"]["commission"]["pattern"]
    assert commission.replace("?:", "") == rf"^(?!0+(\.0+)?%){COMMISSION.pattern}$"
    for pattern, reads in (
        (TOP["key"]["pattern"], KEY),
        (TOP["layouts"]["propertyNames"]["pattern"], KEY),
        (TOP["bets"]["propertyNames"]["pattern"], BET_KEY),
        (TOP["insurance"]["properties"]["bets"]["propertyNames"]["pattern"], BET_KEY),
    ):
        assert pattern.replace("?:", "") == f"^{reads.pattern}$"


POOL: tuple[object, ...] = (
    *(0, 1, 2, 7, 10, 28, 101, -1, 6.5, True, False, "", " ", "x", "1.1", "8:1", "0:1", "1:0"),
    *("tie", "player", "banker", "red", "void", "never", "house", "player-dealer", "maximum"),
    *([], [1], [2, 3], ["1.1"], ["player", "banker"], [True], [[]], {}, {"min": 2}, {"max": 99}),
    *({"when": {}}, [{}], [{"when": {}, "odds": "1:1"}], {"x": {}}, {"rule": "1.1"}),
)
READER_ONLY = re.compile(
    "can never hold|is never reached|cited but not listed|there is no game|does not have"
    "|two of this game's main bets|every bet once|no bet of this game"
    r"|original: .* is not known here|a bet that is lost when"
    "|nothing is won at 0:1|still to come|one offer at most|can never win|is above max"
    r"|^decks\.(max|default): expected a whole number from [0-9]+ to [0-9]+; got [0-9]+$"
)
"""What the reader says to a mistake that needs more than the shape of the file to be seen."""


def spoiled(base: str, section: str) -> Iterator[tuple[str, Data]]:
    """A sound game with each thing in a section replaced by each of the pool, or taken away."""
    for way in paths(tomllib.loads(base)[section], (section,)):
        for value in (*POOL, None):
            data = tomllib.loads(base)
            place: Any = data
            for step in way[:-1]:
                place = place[step]
            if value is None:
                del place[way[-1]]
            else:
                place[way[-1]] = value
            yield f"{way} = {value!r}", data


def paths(place: object, way: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    yield way
    if isinstance(place, dict):
        for key, value in place.items():
            yield from paths(value, (*way, key))
    elif isinstance(place, list):
        for number, value in enumerate(place):
            yield from paths(value, (*way, number))


def reader_sees(data: Data) -> list[str]:
    try:
        read_game(data, "own.toml", shipped)
    except BadGame as wrong:
        return [str(fault) for fault in wrong.faults]
    return []


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("base", "section"),
    [
        pytest.param(base, section, id=f"{name}-{section}")
        for name, base in (("plain", PLAIN), ("full", FULL), ("banked", BANKED))
        for section in tomllib.loads(base)
    ],
)
def test_schema_and_reader_agree_on_every_small_change(base: str, section: str) -> None:
    """Whatever one of them refuses the other refuses too, or it is the reader's own business."""
    for change, data in spoiled(base, section):
        faults = reader_sees(data)
        own = [fault for fault in faults if READER_ONLY.search(fault)]
        if not faults:
            assert is_valid(data), change
        elif len(own) < len(faults):
            assert not is_valid(data), (change, faults)

"""The schemas of rounds, answers, commands, events and states say what is read and written."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from croupier.cli import main
from croupier.errors import CroupierError
from croupier.game.loading import keys, load
from croupier.money import CENT
from croupier.settlement import json_types
from croupier.settlement.settle_json import settle_json
from croupier.store.memory_table import MemoryTable
from croupier.table import COMMANDS, EVENTS, Context, json_schemas, read_command, write_state
from croupier.table.events import Audience
from naive import scripts
from naive.rounds import good_round
from naive.rounds_broken import broken_round
from schema_checks import checker, closed, references

DATA = Path(__file__).parent / "data"
Json = dict[str, Any]

DOCUMENTS: dict[str, Callable[[], Json]] = {
    "rounds": json_types.rounds,
    "answers": json_types.answers,
    "commands": json_schemas.commands,
    "events": json_schemas.events,
    "state": json_schemas.state,
    "replies": json_schemas.replies,
}
UNREAD = frozenset({"malformed", "bad_amount", "bad_card"})
"""The codes for what cannot be read; the others are about what was read."""

POOL: tuple[object, ...] = (
    *(0, 1, -1, 2.0, 6.5, True, "", " ", "x", "0", "0.00", "1", "1.5", ".5", "-3", "1e3"),
    *("9s", "10H", "1s", "player", "banker", "four_cards", "box", "refund", "automatic"),
    *([], ["9s"], ["9s", 4], [None], {}, {"a": "1"}, {"min": "5"}, {"min": None}, {"min": 5}),
    *({"1": {"max": "9"}}, [{}], [{"player": "ann", "amount": "-5"}], {"role": "dealer"}),
)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_each_is_a_schema_whose_references_lead_somewhere(name: str) -> None:
    document = DOCUMENTS[name]()
    Draft202012Validator.check_schema(document)
    found = set(references(document))
    named = {f"#/$defs/{each}" for each in document["$defs"]}
    assert found == named, "each is named, and what is named is there"
    json.dumps(document)


def described(schema: Any) -> Iterator[Json]:
    """Yield every object that a schema names fields of."""
    if isinstance(schema, dict):
        if "properties" in schema and "title" in schema:
            yield schema
        for each in schema.values():
            yield from described(each)
    elif isinstance(schema, list):
        for each in schema:
            yield from described(each)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_it_describes_is_said_in_words(name: str) -> None:
    several = list(described(DOCUMENTS[name]()))
    assert several
    for each in several:
        assert each["title"]
        assert each["description"].endswith("."), each["title"]


def test_docstrings_under_fields_are_there() -> None:
    """They are read from the source, bases included; nothing else would notice their loss."""
    events = json_schemas.events()["$defs"]
    assert (
        "left the shoe" in events["IrregularityReportedEvent"]["properties"]["ready"]["description"]
    )
    bet = json_types.rounds()["$defs"]["RoundBet"]["properties"]
    assert bet["id"]["description"] == "Unique within the round."
    assert bet["returned"]["description"]


def test_roles_and_audiences_are_those_of_the_classes() -> None:
    named = json_schemas.commands()["discriminator"]["mapping"]
    defs = json_schemas.commands()["$defs"]
    assert {name: defs[ref.rpartition("/")[2]]["x-role"] for name, ref in named.items()} == {
        name: kind.least for name, kind in COMMANDS.items()
    }
    told = json_schemas.events()
    for name, ref in told["discriminator"]["mapping"].items():
        assert told["$defs"][ref.rpartition("/")[2]]["x-seen-by"] == EVENTS[name].seen_by.value
    assert {Audience.STAFF, Audience.PATRON} <= {kind.seen_by for kind in EVENTS.values()}


# Rounds and answers


def settled(line: object) -> Json:
    """Return what `croupier settle` answers, as it prints it."""
    written: Json = json.loads(json.dumps(settle_json(line, load)))
    return written


def test_rounds_and_answers_of_the_examples_fit() -> None:
    rounds, answers = checker(json_types.rounds()), checker(json_types.answers())
    lines = [json.loads(text) for text in (DATA / "settle.jsonl").read_text().splitlines()]
    assert len(lines) > 20
    for line in lines:
        rounds.validate(line["in"])
        answers.validate(settled(line["in"]))


def test_good_and_broken_rounds_fit_as_far_as_they_can_be_read() -> None:
    rounds, answers = checker(json_types.rounds()), checker(json_types.answers())
    rng, seen = Random(19), set[str]()
    for number in range(200):
        line = good_round(rng) if number % 3 else broken_round(rng)[0]
        line = json.loads(json.dumps(line))
        answer = settled(line)
        answers.validate(answer)
        if "error" in answer:
            seen.add(answer["error"]["code"])
        if "error" not in answer or answer["error"]["code"] not in UNREAD:
            rounds.validate(line)
    assert len(seen) > 8, "many a reason was met"


PLACED: Json = {
    "id": "r1",
    "game": "insurance",
    "decks": 8,
    "unit": "0.01",
    "limits": {
        "min": "25",
        "max_differential": "5000",
        "scope": "box",
        "by_bet": {"tie": {"max": "50"}},
        "by_box": {"1": {"side_max": "70"}},
    },
    "cards": ["2s", "6d", "3c", "Kh", "9c"],
    "bets": [
        {"id": "a", "player": "ann", "box": 1, "bet": "banker", "amount": "100"},
        {
            "id": "b",
            "player": "ann",
            "box": 1,
            "bet": "banker_insurance",
            "amount": "30",
            "standing": False,
            "stage": "four_cards",
            "returned": False,
        },
    ],
}
BANKED: Json = {
    "game": "player-dealer",
    "seats": 8,
    "cards": ["9s", "4d", "Kc", "3h"],
    "bets": [{"id": "a", "player": "ann", "box": 1, "bet": "player", "amount": "100"}],
    "player_dealer": {"seat": 3, "player": "pat", "wager": "500"},
    "fees": {"main": "1", "tie": None},
}


def places(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to everything inside a value."""
    several = value.items() if isinstance(value, dict) else enumerate(value)
    for key, each in several:
        yield (*way, key)
        if isinstance(each, dict | list):
            yield from places(each, (*way, key))


def spoiled(value: Json) -> Iterator[tuple[str, Json]]:
    """Yield a value with each thing in it replaced by each of the pool, gone, or beside another."""
    for way in places(value):
        for other in (*POOL, None, ...):
            made = deepcopy(value)
            place: Any = made
            for step in way[:-1]:
                place = place[step]
            if other is ...:
                del place[way[-1]]
            else:
                place[way[-1]] = other
            yield f"{way} = {other!r}", made
    yield "a stranger", {**value, "colour": "red"}


@pytest.mark.parametrize("line", [PLACED, BANKED], ids=["placed", "banked"])
def test_the_schema_and_the_reader_of_rounds_agree(line: Json) -> None:
    """A round whose schema does not fit is refused; one that cannot be read does not fit.

    Save for what the schema does not know: the game, and what its cards and numbers come to.
    """
    rounds = checker(json_types.rounds())
    assert "error" not in settled(line)
    refused = 0
    for change, made in spoiled(line):
        answer, fits = settled(made), rounds.is_valid(made)
        if "error" not in answer:
            assert fits, change
        elif not fits:
            refused += 1
        else:
            # What is left is refused for what it says, not for how it is written.
            error = answer["error"]
            own = GAMES_OWN.search(error["message"])
            assert error["code"] not in UNREAD or own, (change, error)
    assert refused > 200


GAMES_OWN = re.compile(
    "has no stage|has a stage, four_cards or player_third, not nothing|unknown fee"
    "|is not a multiple of the unit|by_bet name a bet of this game|this game has no max"
    "|a table has 8 or 14 seats"
)
"""What is said of a line that only its game, or a sum, shows to be wrong."""


# Commands, events, states


def fields_of(name: str) -> Json:
    """Return a command with every field that it may have, as the schema has them."""
    document = json_schemas.commands()
    schema = document["$defs"][f"{COMMANDS[name].__name__}Command"]

    def example(part: Json) -> Any:
        part = {**document["$defs"].get(part.get("$ref", "").rpartition("/")[2], {}), **part}
        for key in ("const", "default"):
            if key in part:
                return part[key]
        if "anyOf" in part:
            return example(part["anyOf"][0])
        if "enum" in part:
            return part["enum"][0]
        if "examples" in part:
            return part["examples"][0]
        kind = part["type"] if isinstance(part["type"], str) else part["type"][0]
        if kind == "object":
            shown = part.get("properties", {})
            return {key: example(each) for key, each in shown.items()}
        plain = {"string": "x", "integer": 1, "boolean": True}
        return [example(part["items"])] if kind == "array" else plain[kind]

    made: Json = {key: example(part) for key, part in schema["properties"].items()}
    return {**made, "game": "classic"} if "game" in made else made


CONTEXT = Context(CENT, load)


def read(line: object) -> str | None:
    """Return the code for which a line is no command; None if it is one."""
    try:
        read_command(line, CONTEXT)
    except CroupierError as wrong:
        return wrong.code
    return None


@pytest.mark.parametrize("name", COMMANDS)
def test_the_schema_and_the_reader_of_commands_agree(name: str) -> None:
    """On every small change of a command that has all its fields."""
    commands = checker(json_schemas.commands())
    whole = fields_of(name)
    assert read(whole) is None, whole
    commands.validate(whole)
    for change, made in spoiled(whole):
        why = read(made)
        if why == "unknown_game":
            continue
        # Fields inside of limits and fees are read later, by the table: it knows the game.
        inside = change.startswith(("('limits'", "('fees'", "('float'", "('unit'"))
        if why is None and not commands.is_valid(made):
            assert inside, change
        if why is not None:
            assert not commands.is_valid(made), (change, why)


@pytest.mark.no_cover
@pytest.mark.parametrize("block", range(2))
def test_what_is_said_at_tables_fits(block: int) -> None:
    """Commands, replies and states of scripts at random, at tables of every game."""
    commands, replies, state = (
        checker(DOCUMENTS[name]()) for name in ("commands", "replies", "state")
    )
    games, seen, rng = set[str](), set[str](), Random(block)
    for seed in range(block * 10, (block + 1) * 10):
        table = MemoryTable(load)
        state.validate(write_state(table.table))
        for command, _, _ in scripts.play(seed, 60):
            line = json.loads(json.dumps(command))
            reply = json.loads(json.dumps(table.answer(line)))
            replies.validate(reply)
            if reply["ok"]:
                commands.validate(line)
                seen |= {event["type"] for event in reply["events"]}
            if rng.random() < 0.2:
                state.validate(json.loads(json.dumps(write_state(table.table))))
        if table.table.setup is not None:
            games.add(table.table.setup.game.key)
    assert len(games) > 3
    assert len(seen) > 20


def test_events_of_old_logs_fit() -> None:
    """They have all their fields; what newer ones have besides may be left out."""
    events, seen = checker(json_schemas.events()), set[str]()
    for path in sorted(DATA.glob("*-v1*.log")):
        for text in path.read_text().splitlines():
            event = json.loads(text)["entry"].get("event")
            if event is not None and event["type"] in EVENTS:
                events.validate(event)
                seen.add(event["type"])
    assert len(seen) > 15


def test_a_schema_that_is_open_to_new_fields_is_closed_for_the_tests() -> None:
    event = json_schemas.events()["$defs"]["BetPlacedEvent"]
    assert "additionalProperties" not in event
    assert closed(event)["additionalProperties"] is False
    assert json_schemas.commands()["$defs"]["SitCommand"]["additionalProperties"] is False


def test_all_games_are_known_here() -> None:
    assert len(list(keys())) == 6


# The command


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_command_prints_it(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", name]) == 0
    assert json.loads(capsys.readouterr().out) == DOCUMENTS[name]()


def test_the_command_prints_that_of_game_files(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "game"]) == 0
    shipped = (files("croupier.game") / "game.schema.json").read_text("utf-8")
    assert json.loads(capsys.readouterr().out) == json.loads(shipped)


def test_of_the_server_it_needs_only_what_it_prints(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The frames are described without the server's libraries; the routes name what is missing."""
    for name in [each for each in sys.modules if each.startswith("croupier.server.app")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "fastapi", None)
    assert main(["schema", "socket"]) == 0
    assert json.loads(capsys.readouterr().out)["asyncapi"] == "3.0.0"
    assert main(["schema", "http"]) == 2
    assert "pip install 'croupier[server]'" in capsys.readouterr().err


def test_what_there_is_no_schema_of_is_a_wrong_call(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "shoes"]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "rounds" in told

"""What is written for the person who makes a game: the template, and docs/game-files.md."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from croupier.facts import FACTS, Fact, Value
from croupier.game import BadGame, read_game
from croupier.game.loading import read_file, shipped
from croupier.game.read_game import RETIRED_TOPICS, TOPICS
from game_bases import PLAIN

ROOT = Path(__file__).parent.parent
GUIDE = (ROOT / "docs" / "game-files.md").read_text("utf-8")
TEMPLATE = (files("croupier") / "cli" / "template.toml").read_text("utf-8")
EXAMPLE = (ROOT / "examples" / "ez-baccarat.toml").read_text("utf-8")
SCHEMA = json.loads((files("croupier.game") / "game.schema.json").read_text("utf-8"))
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
FRAGMENTS = [text for language, text in BLOCKS if language == "toml" and "key   =" not in text]


def written(value: Value) -> str:
    return json.dumps(value)


def domain(fact: Fact, mark: str = "") -> str:
    """The values of a fact as the tables write them: a row of them, or `0` to `9`."""
    values = [f"{mark}{written(value)}{mark}" for value in fact.values]
    if len(values) <= 3:
        return " ".join(values)
    last = f" {values.pop()}" if fact.values[-1] == "none" else ""
    return f"{values[0]} to {values[-1]}{last}"


def keys_of(part: object) -> Iterator[str]:
    """Every key that the schema names, facts and kinds of irregularity too."""
    if isinstance(part, dict):
        properties = part.get("properties")
        yield from properties if isinstance(properties, dict) else ()
        for below in part.values():
            yield from keys_of(below)
    elif isinstance(part, list):
        for below in part:
            yield from keys_of(below)


def words_of(part: object) -> Iterator[str]:
    """Every word that the schema lets stand somewhere."""
    if isinstance(part, dict):
        yield from (word for word in part.get("enum", ()) if isinstance(word, str))
        for below in part.values():
            yield from words_of(below)
    elif isinstance(part, list):
        for below in part:
            yield from words_of(below)


def merge(base: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    """One game file on top of another; lists and values are replaced."""
    both = dict(base)
    for key, value in more.items():
        old = both.get(key)
        both[key] = merge(old, value) if isinstance(old, dict) and key != "decks" else value
    return both


def used(part: object) -> Iterator[str]:
    """Every key that a file has."""
    if isinstance(part, dict):
        yield from part
        for below in part.values():
            yield from used(below)
    elif isinstance(part, list):
        for below in part:
            yield from used(below)


def test_the_largest_files_of_the_tests_have_every_key() -> None:
    """What is played with them, in browsers and by programs, leaves no key out."""
    elsewhere = {"hands", "fee"}  # a player-dealer's, who is no house
    retired = {"at", "staff"}
    files_ = (ROOT / "tests" / "data" / name for name in ("maximal.toml", "cards.toml"))
    found = {key for each in files_ for key in used(tomllib.loads(each.read_text("utf-8")))}
    assert set(keys_of(SCHEMA)) - found == elsewhere | retired


def test_the_guide_has_a_row_for_each_fact() -> None:
    table = GUIDE[GUIDE.index("### All facts") : GUIDE.index("## A side bet")]
    rows = [line for line in table.splitlines() if line.startswith("| `")]
    assert rows == [
        f"| `{fact.name}` | {domain(fact, '`')} | {fact.meaning} |" for fact in FACTS.values()
    ]


def test_the_template_has_a_row_for_each_fact() -> None:
    table = TEMPLATE[TEMPLATE.index("# fact ") :].split("\n\n")[0]
    _, *rows = [line.removeprefix("# ") for line in table.splitlines()]
    assert [re.split(r" {2,}", row) for row in rows] == [
        [fact.name, domain(fact), fact.meaning] for fact in FACTS.values()
    ]


@pytest.mark.parametrize(
    ("text", "left"),
    [(GUIDE, ()), (TEMPLATE, (*TOPICS, *RETIRED_TOPICS))],
    ids=["guide", "template"],
)
def test_every_key_and_word_is_explained(text: str, left: tuple[str, ...]) -> None:
    """The template leaves the topics of the table to the guide: whoever borrows needs none."""
    named = {*re.findall(r"[a-z_]+(?:-[A-Za-z]+)*|[AJQK]|[0-9]+", text), *left}
    assert set(keys_of(SCHEMA)) <= named
    assert set(words_of(SCHEMA)) <= named


def test_the_guide_has_a_row_for_each_topic_of_the_table() -> None:
    section = GUIDE[GUIDE.index("## Table\n") : GUIDE.index("## Paragraphs\n")]
    rows = re.findall(r"^\| `(\w+)` \| (.+) \|$", section, re.MULTILINE)
    assert tuple(topic for topic, _ in rows) == TOPICS
    said = SCHEMA["properties"]["table"]["properties"]
    for topic, meaning in rows:
        assert said[topic]["description"].casefold() == f"{meaning}.".casefold()


def test_the_template_is_a_sound_game() -> None:
    game = read_game(tomllib.loads(TEMPLATE), "template.toml", shipped)
    assert list(game.bets) == ["player", "banker", "tie", "runaway"]
    assert [bet.key for bet in game.bets.values() if bet.main] == ["player", "banker"]
    assert game.bets["runaway"].line({"margin": 9, "cards": 5}) is game.bets["runaway"].pays[0]


def test_the_template_has_one_key_and_one_title_to_fill_in() -> None:
    lines = TEMPLATE.splitlines()
    assert (TEMPLATE.count('"my-game"'), TEMPLATE.count('"My game"')) == (1, 1)
    assert 'key    = "my-game"' in lines
    assert 'title  = "My game"' in lines


def test_the_side_bet_of_the_template_has_six_lines() -> None:
    start = TEMPLATE.index("[bets.runaway]")
    assert TEMPLATE[start:].split("\n\n")[0].count("\n") == 5


def test_what_the_template_has_commented_out_is_sound_too() -> None:
    before, switched = TEMPLATE.split("Take away the # of these lines to have it:\n")
    lines, after = switched.split("\n\n", 1)
    on = "\n".join(line.removeprefix("#") for line in lines.splitlines())
    data = tomllib.loads(f"{before}\n{on}\n\n{after}")
    game = read_game(data, "template.toml", shipped)
    assert game.insurance is not None
    assert list(game.insurance.kinds) == ["player_insurance"]


@pytest.mark.parametrize("text", [TEMPLATE, EXAMPLE], ids=["template", "example"])
def test_every_paragraph_that_is_listed_is_cited(text: str) -> None:
    data = tomllib.loads(text)
    listed = set(data.pop("paragraphs"))
    cited = set(re.findall(r"'([a-z0-9-]+)'", str(data)))
    assert listed <= cited


@pytest.mark.parametrize("fragment", FRAGMENTS, ids=lambda text: text.splitlines()[0])
def test_a_fragment_of_the_guide_fits_into_a_game(fragment: str) -> None:
    listed = next(text for text in FRAGMENTS if text.startswith("[paragraphs]"))
    data = merge(merge(tomllib.loads(PLAIN), tomllib.loads(listed)), tomllib.loads(fragment))
    read_game(data, "own.toml", shipped)


def test_the_smallest_game_of_the_guide(tmp_path: Path) -> None:
    path = tmp_path / "tiny.toml"
    path.write_text(next(text for _, text in BLOCKS if 'key   = "tiny"' in text), "utf-8")
    assert list(read_file(path).bets) == ["player"]


def test_the_guide_shows_what_check_says() -> None:
    text = next(text for _, text in BLOCKS if 'key   = "broken"' in text)
    with pytest.raises(BadGame) as wrong:
        read_game(tomllib.loads(text), "broken.toml", shipped)
    said = [f"{wrong.value.source}: {fault}" for fault in wrong.value.faults]
    shown = next(text for _, text in BLOCKS if text.startswith("broken.toml:"))
    assert shown.splitlines() == said
    assert len(said) == 10


def test_the_side_bet_of_the_guide_has_six_lines() -> None:
    text = next(text for text in FRAGMENTS if "[bets.two_pairs]" in text)
    assert len(text.splitlines()) == 6

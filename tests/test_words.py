"""The catalogues: every sentence is there, in every language, and takes only what it is given."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from icu4py.messageformat import MessageFormat

from croupier.words import Amount, Name, Text, as_json, languages, plain, render, say, series

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "src/croupier/words"
TOPICS = sorted(file.stem for file in (FOLDER / "en").glob("*.json"))
FORMS = ("_key", "_n", "_start")
BY_KEY = {"names", "plain", "lists"}
"""Topics whose entries are looked up by a key that comes from data."""


def entries(language: str) -> dict[str, str]:
    """Return every pattern of a language by its whole key."""
    found = {}
    for file in sorted((FOLDER / language).glob("*.json")):
        for entry, text in json.loads(file.read_text(encoding="utf-8")).items():
            found[f"{file.stem}.{entry}"] = text
    return found


def takes(pattern: str) -> set[str]:
    return set(re.findall(r"\{\s*(\w+)\s*[,}]", pattern))


def base(name: str, given: set[str]) -> str:
    """Return the parameter that a name in a pattern stands for."""
    if name in given:
        return name
    return next((name.removesuffix(form) for form in FORMS if name.endswith(form)), name)


ENGLISH = entries("en")


def said_in_code() -> Iterator[tuple[str, str, set[str]]]:
    """Yield each call of `say` with a key as it stands: where, which key, with which parameters."""
    for file in sorted((ROOT / "src").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            if node.func.id != "say" or not node.args or not isinstance(node.args[0], ast.Constant):
                continue
            if any(keyword.arg is None for keyword in node.keywords):
                continue
            given = {keyword.arg for keyword in node.keywords if keyword.arg}
            where = f"{file.relative_to(ROOT)}:{node.lineno}"
            yield where, str(node.args[0].value), given


def test_every_sentence_in_the_code_is_in_the_catalogue_and_takes_what_it_is_given() -> None:
    wrong = []
    for where, key, given in said_in_code():
        if key not in ENGLISH:
            wrong.append(f"{where}: no catalogue has {key}")
            continue
        for language in languages():
            asked = takes(entries(language).get(key, ""))
            if missing := {name for name in asked if base(name, given) not in given}:
                wrong.append(f"{where}: {language} {key} asks for {sorted(missing)}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", languages())
def test_a_language_lacks_nothing(language: str) -> None:
    """What a new language still lacks is listed here, and shown in English meanwhile."""
    have = entries(language)
    assert not sorted(ENGLISH.keys() - have.keys()), "these are missing"
    assert not sorted(have.keys() - ENGLISH.keys()), "these are in no other language"


@pytest.mark.parametrize("language", languages())
def test_every_pattern_can_be_read(language: str) -> None:
    for key, text in entries(language).items():
        assert text.strip() == text, key
        MessageFormat(text, language)


def test_nothing_in_the_catalogues_is_unused() -> None:
    sources = [*(ROOT / "src").rglob("*.py"), *(ROOT / "web/src").rglob("*.ts")]
    sources += (ROOT / "web/src").rglob("*.svelte")
    text = "\n".join(file.read_text() for file in sources)
    used = set(re.findall(r"[\"'`]([a-z_]+\.[A-Za-z0-9_.]+)[\"'`]", text))
    dynamic = tuple(re.findall(r"[\"'`]([a-z_]+\.[A-Za-z0-9_.]*)(?:\$?\{)", text))
    idle = [
        key
        for key in ENGLISH
        if key.partition(".")[0] not in BY_KEY
        and key not in used
        and not (dynamic and key.startswith(dynamic))
    ]
    assert not idle


def test_values_are_rendered_by_language() -> None:
    tiger = Name("bet", "tiger", {"en": "Tiger", "zh": "老虎"})
    assert render(tiger) == "Tiger"
    assert render(tiger, "zh") == "老虎"
    assert render(Name("hand", "banker"), "zh") == "庄"
    assert render(Name("bet", "dragon_7")) == "dragon 7"
    assert render(Text({"en": "Six decks."}), "zh") == "Six decks."
    assert render(series(["a", "b", "c"], "or")) == "a, b or c"
    assert render(series(["a", "b", "c"], "or"), "zh") == "a、b或c"
    assert render(Amount("10.00"), show=lambda text: f"${text}") == "$10.00"
    assert str(plain("it's {so}")) == "it's {so}"
    assert str(plain("half a character: \ud83d")) == "half a character: \ud83d"
    assert str(plain("a whole one: \U0001f600\x00")) == "a whole one: \U0001f600\x00"


def test_a_message_travels_as_data() -> None:
    said = say("plain.text", text=series([Amount("1.00"), Name("bet", "tie")], "and"))
    assert as_json(said) == {
        "say": "plain.text",
        "with": {
            "text": {"list": [{"amount": "1.00"}, {"name": "bet", "of": "tie"}], "join": "and"}
        },
    }

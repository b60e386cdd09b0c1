"""Pages write a sentence as we do: what Vitest renders again is written here.

`CROUPIER_WRITE_VECTORS=1 ./run test tests/test_words_vectors.py` writes it anew.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from croupier.words import (
    Amount,
    Name,
    Text,
    Value,
    as_json,
    catalogue,
    languages,
    render,
    say,
    series,
)
from test_words import ENGLISH, FORMS, entries

FILE = Path(__file__).parent.parent / "web" / "test" / "words-vectors.json"

TIGER = Name("bet", "tiger", {"en": "Tiger", "zh": "老虎"})
SAID: tuple[Value, ...] = (
    "ann",
    12345,
    Amount("1250.50"),
    TIGER,
    Name("hand", "banker"),
    Name("moon", "dragon_7"),
    Text({"en": "Six decks.", "zh": "六副牌。"}),
    Text({"en": "Six decks."}),
    *(series(["a", "b", "c"], join) for join in catalogue("en", "lists")),
    series([], "and"),
    series([TIGER]),
    series([TIGER, Amount("1.00")], "or"),
    say("plain.text", text="it's {so}"),
    say("plain.text", text=say("plain.text", text=series([1, Name("hand", "player")], "and"))),
)
"""What a sentence can be made of."""


def _is_plain(pattern: str) -> bool:
    """Say whether nothing but texts go into a pattern."""
    return not re.search(r"\{\s*\w+\s*,|'[{}']|_(key|n|start)\s*[,}]", pattern)


def _base(name: str) -> str:
    return next((name.removesuffix(form) for form in FORMS if name.endswith(form)), name)


def _values(patterns: list[str]) -> Iterator[dict[str, Value]]:
    """Yield parameters that these patterns can take: each option of a choice, one and several."""
    text = " ".join(patterns)
    names = set(re.findall(r"\{\s*(\w+)\s*[,}]", text))
    chosen = set(re.findall(r"\{\s*(\w+)\s*,\s*select", text))
    options = sorted(set(re.findall(r"(\w+)\s*\{", text))) if chosen else ["other"]
    for option in options:
        for count in (1, 3):
            yield {
                _base(name): count
                if f"{_base(name)}_n" in names
                else option
                if name in chosen
                else TIGER
                for name in sorted(names)
            }


def _sentences() -> Iterator[Value]:
    """Yield what is hard to write: sentences with choices, plurals, quotes and capitals."""
    yield from SAID
    books = [entries(language) for language in languages()]
    for key in ENGLISH:
        patterns = [book[key] for book in books]
        if not all(_is_plain(pattern) for pattern in patterns):
            yield from (say(key, **values) for values in _values(patterns))


def vectors() -> list[dict[str, Any]]:
    """Return values as the network has them, and how each language writes them."""
    found = [
        {
            "value": as_json(value),
            **{each: render(value, each, lambda text: f"${text}") for each in languages()},
        }
        for value in _sentences()
    ]
    return [each for at, each in enumerate(found) if each not in found[:at]]


def test_the_pages_are_tested_against_these_sentences() -> None:
    lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in vectors())
    text = f"[\n{lines}\n]\n"
    if os.environ.get("CROUPIER_WRITE_VECTORS"):
        FILE.write_text(text, encoding="utf-8")
    assert FILE.read_text(encoding="utf-8") == text

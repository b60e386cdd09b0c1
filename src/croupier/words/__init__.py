"""Sentences for people: a key with parameters, written by the catalogue of a language.

A language is one folder beside this file; each file in it is a topic, and each entry a pattern in
ICU's message format. The browser's pages read the same files and render the same way. Nothing
parses a sentence: what a program needs stands in the parameters.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Union

ENGLISH = "en"
"""The language that every catalogue falls back to."""

Show = Callable[[str], str]
"""Writes an amount, given as a decimal text, for people."""


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence, or a part of one: `key` is "topic.entry" in the catalogues."""

    key: str
    params: Mapping[str, Value]

    def __str__(self) -> str:
        return render(self)


@dataclass(frozen=True, slots=True)
class Name:
    """Something that has a name: a bet, a hand, a role, a kind of report.

    `texts` are its names by language where a game file has them. Else the catalogue's topic
    `names` has it as "kind.key", and if it does not, the key is shown.
    """

    kind: str
    key: str
    texts: Mapping[str, str] | None = None

    def __str__(self) -> str:
        return render(self)


@dataclass(frozen=True, slots=True)
class Text:
    """A text that somebody wrote into a game file, by language."""

    texts: Mapping[str, str]

    def __str__(self) -> str:
        return render(self)


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount of money as a decimal text; pages show it in their own way."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment as events have it; pages show it by the house's own clocks."""

    at: str

    def __str__(self) -> str:
        return f"{self.at[:16].replace('T', ' ')} UTC"


@dataclass(frozen=True, slots=True)
class Series:
    """Several things in a row; `join` is "and", "or", "comma", "semicolon" or "space"."""

    items: tuple[Value, ...]
    join: str = "comma"

    def __str__(self) -> str:
        return render(self)


Value = Union[str, int, Message, Name, Text, Amount, Moment, Series]  # noqa: UP007 it names itself


def say(key: str, /, **params: Value) -> Message:
    """Return the message of this key with its parameters."""
    return Message(key, params) if params else _bare(key)


@cache
def _bare(key: str) -> Message:
    """Return the message of a key that takes nothing; there is one of each."""
    return Message(key, {})


def plain(text: str) -> Message:
    """Return a message for a text that comes from outside and is the same in every language."""
    return Message("plain.text", {"text": text})


def series(items: Iterable[Value], join: str = "comma") -> Series:
    """Return things in a row."""
    return Series(tuple(items), join)


def as_json(value: Value) -> Any:
    """Return a value as the network has it; pages turn it into a sentence."""
    match value:
        case Message(key, params):
            return {"say": key, "with": {name: as_json(each) for name, each in params.items()}}
        case Name(kind, key, texts):
            return {"name": kind, "of": key} | ({"in": dict(texts)} if texts else {})
        case Text(texts):
            return {"in": dict(texts)}
        case Amount(text):
            return {"amount": text}
        case Moment(at):
            return {"moment": at}
        case Series(items, join):
            return {"list": [as_json(each) for each in items], "join": join}
        case _:
            return value


# Rendering

_FOLDER = files("croupier.words")
# Half a character, which JSON can write and ICU does not take, stands aside while ICU works.
_LONE = re.compile("[\ud800-\udfff]")
_HELD = {code: code + 0xE2800 for code in range(0xD800, 0xE000)}
_GIVEN_BACK = {held: code for code, held in _HELD.items()}
_NAMED = re.compile(r"\{\s*(\w+)\s*[,}]")
_NAME_ALONE = re.compile(r"\{(\w+)\}")
_MORE = re.compile(r"[{}'|#]")
"""Signs that mean something in ICU's message format, outside of a name alone in braces."""


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that have a folder, English first."""
    found = sorted(each.name for each in _FOLDER.iterdir() if (each / "names.json").is_file())
    return (ENGLISH, *(name for name in found if name != ENGLISH))


@cache
def catalogue(language: str, topic: str) -> Mapping[str, str]:
    """Return the patterns of a topic by entry; none if the language does not have the topic."""
    file = _FOLDER / language / f"{topic}.json"
    if not file.is_file():
        return {}
    found: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return found


class _Pattern:
    """A compiled pattern, and the names of the values it takes."""

    def __init__(self, text: str, language: str) -> None:
        self.names = tuple(dict.fromkeys(_NAMED.findall(text)))
        self._fill = _fill_plainly(text) or _fill_by_icu(text, language)
        self.alone = "" if self.names else self.fill({})
        """The whole text of a pattern that takes nothing."""

    def fill(self, values: Mapping[str, str | int]) -> str:
        if any(isinstance(each, str) and _LONE.search(each) for each in values.values()):
            held = {
                name: each.translate(_HELD) if isinstance(each, str) else each
                for name, each in values.items()
            }
            return self._fill(held).translate(_GIVEN_BACK)
        return self._fill(values)


_Fill = Callable[[Mapping[str, str | int]], str]


def _fill_plainly(text: str) -> _Fill | None:
    """Return what fills a pattern that only has names in braces; None for one that has more.

    Most patterns are such, and a command that needs no other one starts without loading ICU.
    """
    *parts, end = _NAME_ALONE.split(text)
    if _MORE.search("".join(parts[::2]) + end) or any(name.endswith("_n") for name in parts[1::2]):
        return None
    pairs = tuple(zip(parts[::2], parts[1::2], strict=True))

    def fill(values: Mapping[str, str | int]) -> str:
        return "".join([f"{before}{values[name]}" for before, name in pairs]) + end

    return fill


def _fill_by_icu(text: str, language: str) -> _Fill:
    from icu4py.messageformat import MessageFormat

    made = MessageFormat(text, language)
    return lambda values: str(made.format({**values}))


@cache
def _pattern(key: str, language: str) -> _Pattern:
    """Return the pattern of a key; English where a language lacks it. An unknown key is a bug."""
    topic, _, entry = key.partition(".")
    text = catalogue(language, topic).get(entry)
    if text is None:
        assert language != ENGLISH, f"no catalogue has {key}"
        return _pattern(key, ENGLISH)
    return _Pattern(text, language)


def render(value: Value, language: str = ENGLISH, show: Show | None = None) -> str:
    """Return a message, or a part of one, as text in a language."""
    match value:
        case str() | int() | Moment():
            return str(value)
        case Message(key, params):
            pattern = _pattern(key, language)
            if not pattern.names:
                return pattern.alone
            values = {name: _fit(name, params, language, show) for name in pattern.names}
            return pattern.fill(values)
        case Amount(text):
            return show(text) if show else text
        case Text(texts):
            return texts.get(language) or texts[ENGLISH]
        case Name(kind, key, texts):
            return _name(kind, key, texts or {}, language)
        case Series(items, join):
            return _joined([render(each, language, show) for each in items], join, language)


def _name(kind: str, key: str, texts: Mapping[str, str], language: str) -> str:
    found = texts.get(language) or catalogue(language, "names").get(f"{kind}.{key}")
    if found is None and language != ENGLISH:
        return _name(kind, key, texts, ENGLISH)
    return key.replace("_", " ") if found is None else found


def _fit(name: str, params: Mapping[str, Value], language: str, show: Show | None) -> str | int:
    """Return what a pattern's name stands for.

    Beside each parameter there are `NAME_key` (the key of a Name), `NAME_n` (a number as such, for
    plurals; the length of a series) and `NAME_start` (the text with a capital first letter).
    """
    if name in params:
        return render(params[name], language, show)
    base, _, form = name.rpartition("_")
    value = params[base]
    if form == "key":
        return value.key if isinstance(value, Name) else str(value)
    if form == "n":
        return len(value.items) if isinstance(value, Series) else int(str(value))
    assert form == "start", f"a pattern asks for {name}"
    text = render(value, language, show)
    return text[:1].upper() + text[1:]


def _joined(items: list[str], join: str, language: str) -> str:
    """Return texts in a row: commas between them, and the word of `join` before the last."""
    if not items:
        return ""
    *most, last = items
    if not most:
        return last
    inner = "comma" if join in ("and", "or") else join
    first, *others = most
    for each in others:
        first = _pattern(f"lists.{inner}", language).fill({"a": first, "b": each})
    return _pattern(f"lists.{join}", language).fill({"a": first, "b": last})

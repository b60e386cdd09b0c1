"""Reading a mapping and collecting every mistake, with its key and what was expected."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from croupier.words import ENGLISH, Message, Value, languages, say, series

_MOST_SHOWN = 60
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]{1,60}(\[[0-9]+\])?")


@dataclass(frozen=True, slots=True)
class Fault:
    """A mistake in a game file: where, and what was expected there."""

    key: str
    said: Message

    @property
    def expected(self) -> str:
        """What was expected, in English."""
        return str(self.said)

    def written(self) -> dict[str, str]:
        """Return the mistake as JSON has it."""
        return {"key": self.key, "expected": self.expected}

    def __str__(self) -> str:
        return str(say("reading.fault", key=self.key, expected=self.said))


class BadGame(Exception):
    """A game file is not valid; it has all mistakes found."""

    def __init__(self, source: str, faults: Sequence[Fault]) -> None:
        super().__init__(source, faults)
        self.source = source
        self.faults = tuple(faults)

    @property
    def said(self) -> Message:
        """The first mistake, and how many more there are."""
        first, more = self.faults[0], len(self.faults) - 1
        source, key, expected = self.source, first.key, first.said
        if not more:
            return say("reading.bad_game", source=source, key=key, expected=expected)
        return say("reading.bad_game_more", source=source, key=key, expected=expected, more=more)

    def __str__(self) -> str:
        return str(self.said)


@dataclass(slots=True)
class Findings:
    """What is found while a file is read: mistakes, and where paragraphs are cited."""

    faults: list[Fault] = field(default_factory=list)
    cited: list[tuple[str, str]] = field(default_factory=list)
    faulty: set[str] = field(default_factory=set)
    """The keys that have a mistake."""

    def fault(self, key: str, said: Message) -> None:
        """Add a mistake, only the first at each key: later ones usually follow from it."""
        if key not in self.faulty:
            self.faulty.add(key)
            self.faults.append(Fault(key, said))


def shown(value: object) -> Value:
    """Return a value as a game file would have it, on one line and shortened.

    Nested values are not written out: they may be nested deeper than Python can follow.
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return say("reading.a_table")
    if isinstance(value, list):
        items = ("a list" if isinstance(item, list) else str(shown(item)) for item in value[:20])
        return _shortened(f"[{', '.join(items)}]") if value else say("reading.empty_list")
    if isinstance(value, int) and value.bit_length() > 64:
        return say("reading.long_number")
    if isinstance(value, str):
        return _quoted(value)
    return _shortened(str(value))


def _quoted(text: str) -> str:
    return _shortened(f'"{"".join(map(_printable, text[: _MOST_SHOWN + 1]))}"')


def _printable(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    return character if character.isprintable() else f"\\u{ord(character):04x}"


def _shortened(text: str) -> str:
    return text if len(text) <= _MOST_SHOWN else f"{text[: _MOST_SHOWN - 4]} ..."


def closest(word: str, words: Iterable[str]) -> Message:
    """Return a hint: the known word that was probably meant, or a list of all."""
    known = sorted(words)
    near = get_close_matches(word, known, n=1)
    if near:
        return say("reading.did_you_mean", word=near[0])
    return say("reading.known_are", words=series(known))


class Reader:
    """A table of the file, read key by key; keys that are never read are mistakes."""

    def __init__(self, data: Mapping[str, object], path: str, findings: Findings) -> None:
        """Read `data`, which is at `path` in the file."""
        self._data = data
        self._asked: set[str] = set()
        self._path = path
        self.findings = findings

    def at(self, key: str) -> str:
        """Return the full key of something in this table, quoted where TOML needs it."""
        name = key if _BARE_KEY.fullmatch(key) else _quoted(key)
        return f"{self._path}.{name}" if self._path else name

    def fault(self, key: str, said: Message) -> None:
        """Add a mistake at a key of this table."""
        self.findings.fault(self.at(key), said)

    def expected(self, key: str, wanted: Message, value: object) -> None:
        """Add a mistake: what was wanted at a key, and what is there instead."""
        if value is None:
            self.fault(key, say("reading.missing", wanted=wanted))
        else:
            self.fault(key, say("reading.expected", wanted=wanted, got=shown(value)))

    def is_valid(self, key: str) -> bool:
        """Return True if no mistake was found at this key of the table."""
        return self.at(key) not in self.findings.faulty

    def has(self, key: str) -> bool:
        """Return True if the table has this key."""
        self._asked.add(key)
        return key in self._data

    def keys(self) -> list[str]:
        """Return the keys of the table, in the order of the file."""
        return list(self._data)

    def raw(self, key: str) -> object:
        """Return a value as it is; None if the key is missing."""
        self._asked.add(key)
        return self._data.get(key)

    def text(self, key: str, default: str | None = None) -> str:
        """Return a text that is not blank; "" after a mistake."""
        value = self.raw(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            self.expected(key, say("reading.a_text"), value)
            return ""
        return value

    def by_language(self, key: str, default: str | None = None) -> dict[str, str]:
        """Return a text by language, from a text in English or a table of texts by language.

        English is "" after a mistake.
        """
        value = self.raw(key)
        if not isinstance(value, dict):
            return {ENGLISH: self.text(key, default)}
        if ENGLISH not in value:
            sample = '{ en = "Tie" }'
            self.expected(key, say("reading.texts_by_language", sample=sample), value)
            return {ENGLISH: ""}
        table = self.child(key, value)
        texts = {each: table.text(each) for each in languages() if table.has(each)}
        table.done()
        return texts

    def choice(self, key: str, known: Iterable[str], default: str | None = None) -> str:
        """Return one of the known words; the first of them after a mistake."""
        words = list(known)
        value = self.raw(key)
        if value is None and default is not None:
            return default
        if isinstance(value, str) and value in words:
            return value
        if isinstance(value, str) and value.strip():
            hint = closest(value, words)
            self.fault(key, say("reading.not_known", word=shown(value), hint=hint))
        else:
            self.expected(key, say("reading.one_of", words=series(words)), value)
        return words[0]

    def number(self, key: str, least: int, most: int, default: int | None = None) -> int:
        """Return a whole number between two bounds; the lower one after a mistake."""
        value = self.raw(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            self.expected(key, say("reading.a_number", least=least, most=most), value)
            return least
        return value

    def flag(self, key: str, default: bool | None = None) -> bool:
        """Return true or false; false after a mistake."""
        value = self.raw(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, bool):
            self.expected(key, say("reading.a_flag"), value)
            return False
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a text or a list of texts as a tuple; empty if the key is missing."""
        value = self.raw(key)
        if value is None:
            return ()
        values = value if isinstance(value, list) else [value]
        if not values or not all(isinstance(item, str) and item.strip() for item in values):
            self.expected(key, say("reading.texts"), value)
            return ()
        return tuple(values)

    def rules(self, key: str = "rule") -> tuple[str, ...]:
        """Return the paragraphs cited at a key; each must be listed under `paragraphs`."""
        ids = self.texts(key)
        self.findings.cited.extend((self.at(key), paragraph) for paragraph in ids)
        return ids

    def table(self, key: str) -> Reader:
        """Return a table; an empty one if the key is missing."""
        return self.child(key, self.raw(key) if self.has(key) else {})

    def child(self, key: str, value: object) -> Reader:
        """Return a reader of a value at this key, which must be a table."""
        if not isinstance(value, dict):
            self.expected(key, say("reading.a_table"), value)
            # Mistakes in a table that is not there are not reported.
            return Reader({}, self.at(key), Findings())
        return Reader(value, self.at(key), self.findings)

    def tables(self, known: Collection[str] = ()) -> Iterator[tuple[str, Reader]]:
        """Yield every key not read yet with its table; only known keys, if given."""
        for key in self._data:
            if key in self._asked:
                continue
            if known and key not in known:
                hint = closest(key, [*known, *self._asked])
                self.fault(key, say("reading.unknown_key", hint=hint))
            else:
                yield key, self.child(key, self.raw(key))

    def rows(self, key: str) -> list[Reader]:
        """Return a list of tables that must not be empty."""
        value = self.raw(key)
        if not isinstance(value, list) or not value:
            self.expected(key, say("reading.rows"), value)
            return []
        return [self.child(f"{key}[{number}]", row) for number, row in enumerate(value)]

    def done(self) -> None:
        """Add a mistake for each key that was never read."""
        for key in self._data:
            if key not in self._asked:
                self.fault(key, say("reading.unknown_key", hint=closest(key, self._asked)))

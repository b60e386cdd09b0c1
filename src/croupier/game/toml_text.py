"""A game's data as the text of its file, laid out as people write one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from croupier.words import ENGLISH

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_WIDTH = 110
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def write_toml(data: Mapping[str, object], head: str = "") -> str:
    """Return data as TOML, after lines of comment; what is read from it is the same data.

    A list of tables stands in its table, a line for each, as pay lines are written by hand.
    """
    comment = "".join(f"# {line}\n" for line in head.splitlines())
    return comment + "\n".join(_tables(data, ())).lstrip("\n") + "\n"


def _tables(table: Mapping[str, object], path: tuple[str, ...]) -> Iterator[str]:
    """Yield the lines of a table, and then those of the tables in it that need one of their own."""
    apart = {key: each for key, each in table.items() if _has_heading(each, top=not path)}
    own = {key: each for key, each in table.items() if key not in apart}
    if path and (own or not apart):
        yield f"\n[{'.'.join(map(_key, path))}]"
    for key, each in own.items():
        yield f"{_key(key)} = {_value(each)}"
    for key, each in apart.items():
        assert isinstance(each, Mapping), "only tables have headings"
        yield from _tables(each, (*path, key))


def _has_heading(value: object, *, top: bool = False) -> bool:
    """Return True for a table with lists of tables in it, and for all at the top but texts."""
    if not isinstance(value, Mapping):
        return False
    if top and ENGLISH not in value:
        return True
    return any(_is_rows(each) or _has_heading(each) for each in value.values())


def _is_rows(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(e, Mapping) for e in value)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _value(value: object) -> str:
    """Return a value on one line, or a list of tables with a line for each."""
    if isinstance(value, list) and _is_rows(value):
        line = _inline(value)
        if len(value) == 1 and len(line) <= _WIDTH:
            return line
        return "".join(["[\n", *(f"  {_inline(each)},\n" for each in value), "]"])
    return _inline(value)


def _inline(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(key)} = {_inline(each)}" for key, each in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, Sequence):
        return f"[{', '.join(map(_inline, value))}]"
    # Numbers; a game file has no dates.
    return str(value)


def _text(text: str) -> str:
    return '"' + "".join(map(_character, text)) + '"'


def _character(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    # TOML permits no control characters in a text.
    return f"\\u{ord(character):04x}" if ord(character) < 32 or ord(character) == 127 else character

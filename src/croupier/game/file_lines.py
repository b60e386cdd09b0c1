"""The lines of a game file: where each of its keys stands, so that a mistake can be shown there."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_TEXT = re.compile(
    r'"""(?:\\.|[^\\])*?"""{1,3}|' + r"'''.*?'''{1,3}" + r'|"(?:\\.|[^"\\\n])*"|' + r"'[^'\n]*'",
    re.DOTALL,
)
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_OTHER = re.compile(r"[^,\]}\n#]+")
_MOST_NESTED = 50


class _Unreadable(Exception):
    """The text goes on as no TOML does; lines found so far still hold."""


class _Scanner:
    """Goes once through the text of a file that is known to be TOML."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._breaks = [found.start() for found in re.finditer("\n", text)]
        self.lines: dict[str, int] = {}
        self._seen: dict[str, int] = {}

    def scan(self) -> None:
        """Note the line of every key."""
        table = ""
        self._skip()
        while self._at < len(self._text):
            if self._next("[["):
                table = self._row(self._header())
                self._next("]]")
            elif self._next("["):
                table = self._header()
                self._next("]")
            else:
                self._pair(table, 0)
            self._skip()

    def _header(self) -> str:
        """Return the path of a table; within a list of tables it is in the latest of them."""
        path = ""
        *within, last = self._names()
        for name in within:
            path = f"{path}.{name}" if path else name
            self._note(path)
            if path in self._seen:
                path = f"{path}[{self._seen[path] - 1}]"
        path = f"{path}.{last}" if path else last
        self._note(path)
        return path

    def _row(self, path: str) -> str:
        """Return the path of the next table of a list of tables."""
        number = self._seen.get(path, 0)
        self._seen[path] = number + 1
        self._note(f"{path}[{number}]")
        return f"{path}[{number}]"

    def _note(self, path: str) -> None:
        self.lines.setdefault(path, self._line)

    @property
    def _line(self) -> int:
        return bisect_left(self._breaks, self._at) + 1

    def _skip(self) -> None:
        found = _BLANK.match(self._text, self._at)
        assert found is not None, "nothing is a blank too"
        self._at = found.end()

    def _next(self, mark: str) -> bool:
        self._skip()
        if not self._text.startswith(mark, self._at):
            return False
        self._at += len(mark)
        return True

    def _names(self) -> list[str]:
        """Return the parts of a dotted name."""
        parts = [self._part()]
        while self._next("."):
            parts.append(self._part())
        return parts

    def _part(self) -> str:
        self._skip()
        found = _BARE.match(self._text, self._at) or _TEXT.match(self._text, self._at)
        if found is None:
            raise _Unreadable
        self._at = found.end()
        text = found[0]
        bare = text[1:-1] if text[0] in "\"'" else text
        return bare if _BARE.fullmatch(bare) else f'"{bare}"'

    def _pair(self, table: str, depth: int) -> None:
        self._skip()
        line, path = self._line, table
        for name in self._names():
            path = f"{path}.{name}" if path else name
            self.lines.setdefault(path, line)
        if not self._next("="):
            raise _Unreadable
        self._value(path, depth)

    def _value(self, path: str, depth: int) -> None:
        if depth > _MOST_NESTED:
            raise _Unreadable
        if self._next("["):
            number = 0
            while not self._next("]"):
                self._note(f"{path}[{number}]")
                self._value(f"{path}[{number}]", depth + 1)
                number += 1
                self._next(",")
        elif self._next("{"):
            while not self._next("}"):
                self._pair(path, depth + 1)
                self._next(",")
        else:
            found = _TEXT.match(self._text, self._at) or _OTHER.match(self._text, self._at)
            if found is None:
                raise _Unreadable
            self._at = found.end()


def line_of(lines: Mapping[str, int], key: str) -> int | None:
    """Return the line of a key; where it is missing, that of what it is missing in."""
    while key:
        if key in lines:
            return lines[key]
        shorter = key[: key.rfind("[")] if key.endswith("]") else key.rpartition(".")[0]
        key = "" if shorter == key else shorter
    return None


def key_lines(text: str) -> Mapping[str, int]:
    """Return the line of every key in the text of a file that is TOML; lines count from 1."""
    scanner = _Scanner(text)
    try:
        scanner.scan()
    except (_Unreadable, RecursionError):
        # What could be found so far still helps.
        return scanner.lines
    return scanner.lines

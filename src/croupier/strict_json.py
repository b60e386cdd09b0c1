"""JSON read strictly: what programs read differently is an error, not a guess."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NoReturn

import msgspec

from croupier.errors import Code, CroupierError, InvalidInput
from croupier.words import say

_MOST_REASON = 178
"""So many characters of why a line is no JSON are shown."""


class Decoder:
    """A JSON reader that refuses what Python's own accepts: NaN, and a key given twice."""

    def __init__(self) -> None:
        self._repeated: list[str] = []
        self._decode = json.JSONDecoder(
            object_pairs_hook=self._object, parse_constant=self._constant
        ).decode

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) != len(pairs):
            keys = [key for key, _ in pairs]
            self._repeated += [key for key in made if keys.count(key) > 1]
        return made

    @staticmethod
    def _constant(name: str) -> NoReturn:
        raise ValueError(say("settlement.constant_no_json", name=name))

    def decode(self, line: bytes) -> tuple[object, CroupierError | None]:
        """Return the value of a line, and what is wrong with the text, or None.

        Every key has a colon behind it, so a line with as many colons as keys has no key twice,
        and the fast reader is enough. All other lines are read carefully.
        """
        try:
            fast: object = _read(line)
            if line.count(b":") == _keys(fast):
                return fast, None
        except (ValueError, RecursionError):
            pass
        return self._carefully(line)

    def _carefully(self, line: bytes) -> tuple[object, CroupierError | None]:
        self._repeated.clear()
        try:
            value: object = self._decode(line.decode("utf-8-sig"))
        except UnicodeDecodeError:
            return None, InvalidInput(Code.MALFORMED, say("settlement.line_no_utf8"))
        except json.JSONDecodeError as wrong:
            reason = str(wrong)[:_MOST_REASON]
            return None, InvalidInput(Code.MALFORMED, say("settlement.line_no_json", reason=reason))
        except ValueError:
            return None, InvalidInput(Code.MALFORMED, say("settlement.line_no_number"))
        except RecursionError:
            return None, InvalidInput(Code.MALFORMED, say("settlement.line_too_deep"))
        if self._repeated:
            key = self._repeated[0][:40]
            return value, InvalidInput(Code.MALFORMED, say("settlement.key_twice", key=key))
        return value, None


_read = msgspec.json.Decoder().decode


def _keys(value: object) -> int:
    """Return the number of keys of all objects in a value."""
    count = 0
    open_parts = [value]
    for part in open_parts:
        parts: Iterable[object] = ()
        if isinstance(part, dict):
            count += len(part)
            parts = part.values()
        elif isinstance(part, list):
            parts = part
        open_parts += [inner for inner in parts if type(inner) is dict or type(inner) is list]
    return count

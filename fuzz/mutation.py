"""Altering inputs at random: bytes, and the values inside JSON; and making a finding small."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

Mutation = Callable[[bytes, Random], bytes]

POISON: Sequence[Any] = (
    *(None, True, False, 0, -1, 1, 2**31, 2**53, 2**63, 2**64, -(2**63), 10**40, 1.5, -0.0, 1e308),
    *(
        "",
        " ",
        "0",
        "-1",
        "1e9",
        "NaN",
        "\0",
        "\ud800",
        "\udfff",
        "\u2028",
        "\n",
        "\uff11",
        "\u0663",
    ),
    *("x" * 300, "../../etc/passwd", "__class__", "constructor", "💰", "a\u0301", "{}", "%0a"),
    *([], {}, [[]], [{}], {"": {}}, {"do": {}}, [None], {"a": [1, {"b": []}]}),
)
"""Values that were never meant to stand where they are put."""

TOKENS: Sequence[bytes] = (
    *(b"", b"\0", b"\xff\xfe", b"\xed\xa0\x80", b"\\ud800", b"\r\n", b"\n", b"\t", b'"', b"'"),
    *(b"{", b"}", b"[", b"]", b":", b",", b"=", b"#", b"-", b"NaN", b"Infinity", b"1e999"),
    *(b"null", b"true", b"9" * 400, b"[" * 3000, b'{"a":' * 2000, b"%00", b"%0a", b"%ff", b"../"),
    *(b"\x80", b"\xc0\xaf", b"\xf4\x90\x80\x80", b"[[", b"]]", b'"""', b"''' ", b"0x1", b"\x1b["),
)


def mutated(data: bytes, others: Sequence[bytes], rng: Random) -> bytes:
    """Return an input altered once or a few times."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 5))):
        kind = rng.random()
        if kind < 0.5:
            data = _alter_json(data, rng)
        elif kind < 0.9 or not others:
            data = rng.choice(_BYTES)(data, rng)
        else:
            other = rng.choice(others)
            place = rng.randrange(len(data) + 1)
            data = data[:place] + other[rng.randrange(len(other) + 1) :]
    return data


# Bytes


def _flip(data: bytes, rng: Random) -> bytes:
    if not data:
        return data
    place = rng.randrange(len(data))
    return data[:place] + bytes([data[place] ^ 1 << rng.randrange(8)]) + data[place + 1 :]


def _insert(data: bytes, rng: Random) -> bytes:
    place = rng.randrange(len(data) + 1)
    return data[:place] + rng.choice(TOKENS) + data[place:]


def _delete(data: bytes, rng: Random) -> bytes:
    first, last = _span(data, rng)
    return data[:first] + data[last:]


def _repeat(data: bytes, rng: Random) -> bytes:
    first, last = _span(data, rng)
    return data[:last] + data[first:last] * rng.choice((1, 2, 20)) + data[last:]


def _replace(data: bytes, rng: Random) -> bytes:
    first, last = _span(data, rng)
    return data[:first] + rng.choice(TOKENS) + data[last:]


def _swap_lines(data: bytes, rng: Random) -> bytes:
    lines = data.split(b"\n")
    one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]
    return b"\n".join(lines)


def _span(data: bytes, rng: Random) -> tuple[int, int]:
    first = rng.randrange(len(data) + 1)
    return first, min(len(data), first + rng.choice((1, 2, 4, 16, 64)))


_BYTES: Sequence[Mutation] = (_flip, _insert, _delete, _repeat, _replace, _swap_lines)


# JSON inside: the whole, or one of its lines


def _alter_json(data: bytes, rng: Random) -> bytes:
    """Alter a value somewhere in a line of JSON; bytes, if there is none."""
    lines = data.split(b"\n")
    place = rng.randrange(len(lines))
    try:
        value = json.loads(lines[place])
    except (ValueError, RecursionError):
        return rng.choice(_BYTES)(data, rng)
    lines[place] = json.dumps(altered(value, rng), ensure_ascii=rng.random() < 0.9).encode(
        errors="surrogatepass"
    )
    return b"\n".join(lines)


def altered(value: Any, rng: Random) -> Any:
    """Return a value with one of its parts replaced, removed, doubled or moved."""
    places = list(_places(value))
    if not places:
        return rng.choice(POISON)
    within, key = rng.choice(places)
    match rng.randrange(6):
        case 0 if isinstance(within, dict):
            del within[key]
        case 1 if isinstance(within, dict):
            within[rng.choice(("", "\ud800", "do", "by", "x" * 100, "type"))] = within.pop(key)
        case 1 | 0 if isinstance(within, list):
            within.append(within[key])
        case 2:
            other, at = rng.choice(places)
            within[key] = json.loads(json.dumps(other[at]))
        case _:
            within[key] = rng.choice(POISON)
    return value


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every container in a value with each of its keys."""
    parts = [value]
    for part in parts:
        keys = part if isinstance(part, dict) else range(len(part)) if type(part) is list else ()
        for key in tuple(keys):
            yield part, key
            parts.append(part[key])


# Findings


def smaller(data: bytes, still: Callable[[bytes], bool], tries: int = 400) -> bytes:
    """Return a short input that still does the same, found in some tries."""
    step = max(1, len(data) // 2)
    while step and tries > 0:
        place, shrunk = 0, False
        while place < len(data) and tries > 0:
            shorter = data[:place] + data[place + step :]
            tries -= 1
            if still(shorter):
                data, shrunk = shorter, True
            else:
                place += step
        if not shrunk or step > len(data):
            step //= 2
    return data

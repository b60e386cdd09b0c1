"""JSON lines, read and written: bounded, strict, one value a line."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from io import BufferedReader, BytesIO

import msgspec

from croupier.errors import Code, CroupierError, InvalidInput
from croupier.strict_json import Decoder

MOST_BYTES = 4_000_000
"""The longest line that is read; a longer one is answered as malformed, unread."""

_CHUNK = 65536

Value = tuple[object, CroupierError | None]
"""What a line holds, and the error in its text, if there is one."""


def batches(file: BufferedReader) -> Iterator[list[Value]]:
    """Yield the values of all lines that have arrived; wait only when there are none.

    Blank lines are skipped.
    """
    decode = Decoder().decode
    begun = b""
    skipping = False
    while chunk := file.read1(_CHUNK):
        *whole, begun = (begun + chunk).split(b"\n")
        if skipping and whole:
            whole[0] = b""
            skipping = False
        batch = [decode(line) for line in whole if line and not line.isspace()]
        if len(begun) > MOST_BYTES or skipping:
            if not skipping:
                batch.append((None, _too_long()))
            begun, skipping = b"", True
        yield batch
    if begun and not begun.isspace() and not skipping:
        yield [decode(begun)]


def read_all(file: BufferedReader) -> list[Value]:
    """Return a single value that may run over several lines, or else one value for each line."""
    content = file.read()
    decode = Decoder().decode
    if len(content) <= MOST_BYTES:
        whole = decode(content)
        first_line = content.lstrip().partition(b"\n")[0]
        # If not even the first line is a whole value, it is one value with a mistake in it.
        if whole[1] is None or decode(first_line)[1] is not None:
            return [whole]
    return [value for batch in batches(BufferedReader(BytesIO(content))) for value in batch]


def _too_long() -> CroupierError:
    return InvalidInput(Code.MALFORMED, f"the line is over {MOST_BYTES:,} bytes long")


_fast = msgspec.json.Encoder().encode
_any = json.JSONEncoder().encode


def _encode(value: object) -> bytes:
    """Return a value as JSON, even if an id in it has half a surrogate or a huge number."""
    try:
        return _fast(value)
    except (UnicodeEncodeError, OverflowError):
        return _any(value).encode()


def write(values: Iterable[object]) -> None:
    """Write JSON lines and flush them: a program may be waiting for them."""
    sys.stdout.buffer.write(b"".join([_encode(value) + b"\n" for value in values]))
    sys.stdout.buffer.flush()

"""Small numbers packed into as many bits as they need; `parquet` compiles this module."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Table = NDArray[Any]


def pack(codes: Table, width: int, absent: int, words: Table) -> int:
    """Write codes of so many bits into words of 64, without those that are absent; return how many.

    The lowest bits come first, as Parquet has them. `absent` is a code that no value has.
    """
    held, bits, at, count = np.uint64(0), np.uint64(0), np.uint64(0), 0
    wide = np.uint64(width)
    for place in range(len(codes)):
        there = np.uint64(codes[place] != absent)
        code = np.uint64(codes[place]) * there
        held |= code << bits
        bits += wide * there
        count += int(there)
        if bits >= np.uint64(64):
            words[at] = held
            at += np.uint64(1)
            bits -= np.uint64(64)
            # A shift by 64 is none on some processors: nothing is left over then.
            held = code >> (wide - bits) if bits else np.uint64(0)
    words[at] = held
    return count

"""The digest of a game file: the hash by which a stored game is told from every other one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256

from croupier.words import ENGLISH


def digest_of(data: Mapping[str, object]) -> str:
    """Return the hash of a file's data, without comments and spacing; the order of bets counts.

    Of a text by language only English counts, so a translation leaves the hash as it is.
    """
    try:
        return sha256(hashed_text(data)).hexdigest()
    except (RecursionError, ValueError):
        # Nested too deeply: it is no game, and is reported as a mistake elsewhere.
        return ""


def hashed_text(data: Mapping[str, object]) -> bytes:
    """Return a file's data, with texts in English only, as the JSON whose hash is the digest."""
    text = json.dumps(_in_english(data), ensure_ascii=False, default=str)
    return text.encode(errors="replace")


def _in_english(value: object) -> object:
    """Return a file's data with each table of languages, which has a text at `en`, as that text."""
    if isinstance(value, list):
        return [_in_english(each) for each in value]
    if not isinstance(value, Mapping):
        return value
    english = value.get(ENGLISH)
    if isinstance(english, str):
        return english
    return {key: _in_english(each) for key, each in value.items()}

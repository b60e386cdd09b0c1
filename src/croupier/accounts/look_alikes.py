"""Names that look like others: mixed scripts, signs that cannot be seen, and skeletons.

Two names with the same skeleton look alike, as in Unicode's technical standard 39. Its table has
thousands of rows; the one here has what a person can type to pass for somebody else: Cyrillic,
Greek and Armenian letters that look like Latin ones, compatibility forms (full width,
mathematical), and the signs that are hard to tell apart in Latin itself (0 and O, 1 and l and I,
rn and m, vv and w).
"""

# Letters that could be mistaken for others are what this module is about:
# ruff: noqa: RUF001

from __future__ import annotations

import re
import unicodedata
from typing import Final

from croupier.errors import Code, InvalidInput
from croupier.words import Name, say, series

FORM: Final = "1:"
"""How skeletons begin; another table of look-alikes makes others."""

_PAIRS = (
    # Cyrillic
    "аaеeоoрpсcуyхxіiјjѕsһhԁdԛqԝwѵvкkӏlгrпnАAВBЕEКKМMНHОOРPСCТTУYХXІIЈJЅSԚQԜWѴVӀlГr"
    # Greek
    "αaοoνvρpιiκkυuγyτtηnωwχxϲcϳjΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX"
    # Armenian
    "օoսuհhոnցgՕOՏSԼL"
    # Latin, and signs
    "ıiɑaɡgɩiʀRʏY0o1lIl|lǀl"
)
_LATIN = str.maketrans(dict(zip(_PAIRS[::2], _PAIRS[1::2], strict=True)))
_LATIN |= {ord("O"): "o"}
_TWO = (("rn", "m"), ("vv", "w"))

# Printable for Python, and yet there is nothing to see.
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)

_SCRIPTS = {
    "IDEOGRAPHIC": "CJK",
    "KATAKANA-HIRAGANA": "KATAKANA",
    "VERTICAL": "CJK",
}
_COMMON = frozenset({"MODIFIER", "ALEF"})
_TOGETHER = (
    frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "CJK", "BOPOMOFO"}),
    frozenset({"LATIN", "CJK", "HANGUL"}),
)
"""Scripts that are written together in one language."""


def check_signs(name: str) -> None:
    """Raise `InvalidInput` for a name that mixes scripts or has signs that nobody sees."""
    shown = unicodedata.normalize("NFKC", name)
    first = unicodedata.category(shown[:1] or " ")
    if _BLANK.search(name) or _BLANK.search(shown) or first.startswith("M"):
        raise InvalidInput(Code.MALFORMED, say("accounts.name_signs"))
    if "  " in shown:
        raise InvalidInput(Code.MALFORMED, say("accounts.name_two_spaces"))
    used = sorted({script for sign in shown if (script := _script(sign)) is not None})
    if len(used) > 1 and not any(together.issuperset(used) for together in _TOGETHER):
        listed = series([Name("script", script.lower()) for script in used], "and")
        raise InvalidInput(Code.MALFORMED, say("accounts.name_scripts", scripts=listed))
    zeros = {ord(sign) - unicodedata.decimal(sign) for sign in shown if sign.isdecimal()}
    if len(zeros) > 1:
        raise InvalidInput(Code.MALFORMED, say("accounts.name_digits"))


def _script(sign: str) -> str | None:
    """Return the script of a letter; None for what belongs to every script."""
    if not unicodedata.category(sign).startswith("L"):
        return None
    word = unicodedata.name(sign, "").partition(" ")[0]
    return None if word in _COMMON or not word else _SCRIPTS.get(word, word)


def skeleton(name: str) -> str:
    """Return a text that is the same for all names that look like this one."""
    # Case first counts (I looks like l, i does not), then not: names differ by more than case.
    shown = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name)).translate(_LATIN)
    folded = unicodedata.normalize("NFD", shown.casefold().translate(_LATIN))
    for two, one in _TWO:
        folded = folded.replace(two, one)
    return FORM + " ".join(folded.split())

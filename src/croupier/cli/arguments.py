"""Reading what is given on a command line: whole numbers, and files for pictures."""

from __future__ import annotations

import re
from pathlib import Path

from croupier.cli import WrongCall

PICTURES = ("svg", "png")


def number(what: str, text: str | None, usual: int, least: int, most: int) -> int:
    """Read a whole number between two others; the usual one where none is given."""
    if text is None:
        return usual
    if re.fullmatch(r"[0-9]{1,20}", text) and least <= int(text) <= most:
        return int(text)
    raise WrongCall(f"{what}: a whole number from {least} to {most}, not {text[:40]!r}")


def many(what: str, text: str, most: int) -> int:
    """Read how many of something: digits, or 1e9, or 2.5e9."""
    found = re.fullmatch(r"([0-9]{1,16})(?:\.([0-9]{1,15}))?(?:[eE]\+?([0-9]{1,2}))?", text)
    if found:
        part, power = found[2] or "", int(found[3] or 0)
        count, rest = divmod(int(found[1] + part + "0" * power), int("1" + "0" * len(part)))
        if not rest and 1 <= count <= most:
            return count
    shown = f"{most:.0e}".replace("e+0", "e").replace("e+", "e")
    raise WrongCall(f"{what} are a whole number from 1 to {shown}, not {text[:40]!r}")


def picture(name: str | None) -> Path | None:
    """Take the file of a picture, and refuse before the work what cannot be written after it."""
    if name is None:
        return None
    path = Path(name)
    if path.suffix.removeprefix(".").lower() not in PICTURES:
        raise WrongCall(f"--plot names a file that ends in .svg or .png, not {path.name!r}")
    if not path.parent.is_dir():
        raise WrongCall(f"cannot write {path}: there is no folder {path.parent}")
    return path

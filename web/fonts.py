"""Write the fonts of the pages anew: what is used of whole fonts, in web/src/fonts; `./run fonts`.

Needs npm, which brings Inter, and Debian's package fonts-noto-cjk. What is used is read from the
catalogues, the game files and the pages, so it has to run again when a sign is new.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).parent.parent
FONTS = ROOT / "web" / "src" / "fonts"
WORDS = ROOT / "src" / "croupier" / "words"
GAMES = ROOT / "src" / "croupier" / "game" / "files"
NOTO = Path("/usr/share/fonts/opentype/noto")

INTER = "inter-ui@4.1.1"
INTER_FILE = "package/variable/InterVariable.woff2"
WHOLE = {
    "InterVariable.woff2": "693b77d4f32ee9b8bfc995589b5fad5e99adf2832738661f5402f9978429a8e3",
    "NotoSansCJK-Regular.ttc": "b76b0433203017ca80401b2ee0dd69350349871c4b19d504c34dbdd80541690a",
    "NotoSansCJK-Bold.ttc": "faa5f3656a78b2e2d450d27fe8382c778bc2b6bb5ea29c986664a6a435056ceb",
    "NotoSerifCJK-Bold.ttc": "a5d4b046c127da3d7c72f98b46c41489cd29bf52abfdf18aba920903e920d4ac",
}
"""The whole fonts, with the SHA-256 of the files that the committed ones were made from."""

HAN = {"zh": "Noto Sans CJK SC", "zh-Hant": "Noto Sans CJK TC"}
"""The font of each language that Latin letters do not write."""
FELT = "Noto Serif CJK TC"
ON_FELT = "庄莊閒閑闲和對对中文简繁體体"
"""What is printed on the felt in every language, and what languages call themselves."""

LATIN = (*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x20A0, 0x20C1))
"""Letters that names of people have, and signs of money, beside the signs that are used."""


def is_han(sign: str) -> bool:
    """Return True if a sign belongs into a Chinese font: an ideograph, or punctuation as wide."""
    return ord(sign) >= 0x2E80 and not 0xFE00 <= ord(sign) <= 0xFE0F and ord(sign) < 0x1F000


_SOURCES = (".svelte", ".ts", ".css")

QUOTES = frozenset("“”‘’…—")  # noqa: RUF001, the marks themselves are meant
"""Punctuation that Chinese has as wide as its signs, and English has too."""


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each)


def _in_language(value: object, language: str) -> Iterator[str]:
    """Yield what a game file says in one language."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _strings(each) if key == language else _in_language(each, language)
    elif isinstance(value, list):
        for each in value:
            yield from _in_language(each, language)


def games() -> list[dict[str, Any]]:
    """Return the game files that ship, and those of the demo casino."""
    paths = [*GAMES.glob("*.toml"), *(ROOT / "src" / "croupier" / "demo").glob("*.toml")]
    return [tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(paths)]


def said(language: str) -> frozenset[str]:
    """Return every sign that the catalogue of a language and the game files have in it."""
    texts = [
        text
        for path in (WORDS / language).glob("*.json")
        for text in _strings(json.loads(path.read_text(encoding="utf-8")))
    ]
    texts += [text for game in games() for text in _in_language(game, language)]
    return frozenset("".join(texts))


def languages() -> list[str]:
    """Return the languages of the catalogues."""
    return sorted(path.parent.name for path in WORDS.glob("*/language.json"))


def latin_signs() -> frozenset[str]:
    """Return what the Latin font has to have: all that is said without Chinese signs, anywhere."""
    found = {sign for language in languages() for sign in said(language) if not is_han(sign)}
    return frozenset(sign for sign in found if sign.isprintable())


def page_signs() -> frozenset[str]:
    """Return the arrows and the like that the pages have beside their words: fonts lack some."""
    sources = (path for path in (ROOT / "web" / "src").rglob("*") if path.suffix in _SOURCES)
    signs = "".join(path.read_text(encoding="utf-8") for path in sources)
    return frozenset(sign for sign in signs if ord(sign) > 0x7F and not is_han(sign))


def han_signs(language: str) -> frozenset[str]:
    """Return what the font of a language has to have."""
    return frozenset(sign for sign in said(language) if is_han(sign) or sign in QUOTES)


def felt_signs() -> frozenset[str]:
    """Return what is printed on a felt: the marks of the results and the names of all bets."""
    names = [
        name
        for game in games()
        for bet in game["bets"].values()
        for language in HAN
        for name in _in_language({"name": bet["name"], "short": bet.get("short")}, language)
    ]
    return frozenset(sign for sign in "".join([ON_FELT, *names]) if is_han(sign))


def _checked(path: Path) -> Path:
    digest = sha256(path.read_bytes()).hexdigest()
    if digest != WHOLE[path.name]:
        sys.exit(f"{path.name} is another version: its SHA-256 is {digest}")
    return path


def _inter(folder: Path) -> Path:
    command = ["npm", "pack", "--silent", "--pack-destination", str(folder), INTER]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    (packed,) = folder.glob("*.tgz")
    with tarfile.open(packed) as archive:
        archive.extract(INTER_FILE, folder, filter="data")
    return _checked(folder / INTER_FILE)


def _cjk(file: str, name: str) -> TTFont:
    path = _checked(NOTO / file)
    number = 0
    while True:
        font = TTFont(path, fontNumber=number, recalcTimestamp=False)
        if font["name"].getDebugName(1) == name:
            return font
        number += 1


def _reduce(font: TTFont, signs: frozenset[str], features: list[str]) -> None:
    options = Options()
    options.layout_features = features
    options.hinting = False
    options.name_IDs = [0, 1, 2, 13, 14]
    options.notdef_outline = True
    subsetter = Subsetter(options)
    subsetter.populate(text="".join(sorted(signs)))
    subsetter.subset(font)


def _write(font: TTFont, name: str) -> None:
    font.flavor = "woff2"
    path = FONTS / f"{name}.woff2"
    font.save(path)
    print(f"{path.name}: {len(font.getBestCmap())} signs, {path.stat().st_size:,} bytes")


def main() -> None:
    """Write all fonts."""
    FONTS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        inter = TTFont(_inter(Path(folder)), recalcTimestamp=False)
        wanted = latin_signs() | page_signs() | {chr(code) for code in LATIN}
        _reduce(inter, wanted, ["kern", "tnum", "ccmp", "locl", "mark", "mkmk"])
        _write(instantiateVariableFont(inter, {"opsz": 14, "wght": (400, 800)}), "latin")
    felt = _cjk("NotoSerifCJK-Bold.ttc", FELT)
    _reduce(felt, felt_signs(), ["locl"])
    _write(felt, "felt")
    for language, name in HAN.items():
        for weight in ("Regular", "Bold"):
            font = _cjk(f"NotoSansCJK-{weight}.ttc", name)
            _reduce(font, han_signs(language), ["locl"])
            _write(font, f"{language}-{weight.lower()}")


if __name__ == "__main__":
    main()

"""Sheets on paper: titles, tables and lines for signatures, as a PDF that Typst sets."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from functools import cache
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

import typst

from croupier.reports.currency import Currency
from croupier.reports.gaming_days import GamingDays
from croupier.words import Value, render

CHINESE = (
    *("Noto Serif CJK SC", "Noto Serif SC", "Source Han Serif SC", "Noto Sans CJK SC"),
    *("Noto Sans SC", "Source Han Sans SC", "WenQuanYi Zen Hei", "WenQuanYi Micro Hei"),
    *("Microsoft YaHei", "SimSun", "PingFang SC", "Songti SC"),
)
"""Fonts with Chinese signs; a machine that makes sheets in Chinese has one of them."""

TRADITIONAL = (
    *("Noto Serif CJK TC", "Noto Serif TC", "Source Han Serif TC", "Noto Sans CJK TC"),
    *("Noto Sans TC", "PMingLiU", "Microsoft JhengHei", "PingFang TC", "Songti TC"),
)
"""Fonts that draw signs as Taiwan, Hong Kong and Macau do; the others have them too."""


class NoFont(Exception):
    """The machine has no font for the language of a sheet."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of a sheet."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    numbers: Sequence[int] = ()
    """The columns with numbers; the others are text."""
    wide: int = 0
    """The column that takes the room there is."""
    note: str = ""
    total: bool = False
    """Whether the last row is the sum of the others."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet; each part of its lead is a line of a name and what it is."""

    title: str
    lead: Sequence[tuple[str, str]]
    grids: Sequence[Grid]
    foot: str
    language: str
    page: str = "a4"
    """The name of the paper, as Typst has it."""
    signatures: Sequence[str] = field(default=())
    """What stands below each line for a signature."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a sheet is written: its language, the house's money and times, and the paper."""

    language: str
    currency: Currency
    days: GamingDays
    page: str

    def text(self, said: Value) -> str:
        """Return a sentence in the language of the sheet."""
        return render(said, self.language)

    def when(self, at: str) -> str:
        """Return a moment in the house's time zone, to the minute."""
        return f"{datetime.fromisoformat(at).astimezone(self.days.zone):%Y-%m-%d %H:%M}"

    def clock(self, at: str) -> str:
        """Return the time of the day of a moment in the house's time zone."""
        return f"{datetime.fromisoformat(at).astimezone(self.days.zone):%H:%M}"


@cache
def _fonts() -> typst.Fonts:
    """Return the fonts of the machine; looking for them takes as long as setting a sheet."""
    return typst.Fonts()


def as_pdf(paper: Paper) -> bytes:
    """Return a sheet as a PDF; raise `NoFont` if the machine cannot write its language."""
    fonts = _fonts()
    wanted = (*TRADITIONAL, *CHINESE) if paper.language == "zh-Hant" else CHINESE
    known = [name for name in wanted if name in fonts.families()]
    if paper.language.startswith("zh") and not known:
        raise NoFont(paper.language)
    with TemporaryDirectory() as folder:
        root = Path(folder)
        told = {**asdict(paper), "fonts": ["Libertinus Serif", *known]}
        (root / "sheet.json").write_text(json.dumps(told), encoding="utf-8")
        template = files("croupier.reports").joinpath("paper.typ").read_bytes()
        (root / "sheet.typ").write_bytes(template)
        made: bytes | list[bytes] = typst.compile(
            str(root / "sheet.typ"), root=str(root), font_paths=fonts
        )
    assert isinstance(made, bytes), "a PDF is one file"
    return made

"""A PAR sheet for people: pages to print and sign, or one page for a browser."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import jinja2
import typst

from croupier.par import plots
from croupier.par.figures import Sheet
from croupier.par.view import view

_HERE = files("croupier.par")


def as_html(sheet: Sheet) -> str:
    """Make one page that needs nothing but itself."""
    room = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    page = room.from_string((_HERE / "sheet.html").read_text(encoding="utf-8"))
    return page.render(
        **view(sheet),
        edge_by_decks=plots.edge_by_decks(sheet.par),
        removal=plots.removal(sheet.par),
    )


def as_pdf(sheet: Sheet) -> bytes:
    """Set pages in A4."""
    return _set(sheet, "pdf")[0]


def as_png(sheet: Sheet, ppi: float = 110) -> list[bytes]:
    """Draw the same pages as pictures."""
    return _set(sheet, "png", ppi)


def _set(sheet: Sheet, kind: Literal["pdf", "png"], ppi: float | None = None) -> list[bytes]:
    # The typesetter reads files, and only those in the folder it is given.
    with TemporaryDirectory() as name:
        folder = Path(name)
        decks = plots.edge_by_decks(sheet.par)
        said = view(sheet) | {"plotted": decks is not None}
        (folder / "sheet.json").write_text(json.dumps(said), encoding="utf-8")
        (folder / "decks.svg").write_text(decks or "", encoding="utf-8")
        (folder / "removal.svg").write_text(plots.removal(sheet.par), encoding="utf-8")
        text = (_HERE / "sheet.typ").read_text(encoding="utf-8")
        (folder / "sheet.typ").write_text(text, encoding="utf-8")
        made: bytes | list[bytes] = typst.compile(
            str(folder / "sheet.typ"),
            root=name,
            format=kind,
            ppi=ppi,
            ignore_system_fonts=True,
        )
    return made if isinstance(made, list) else [made]

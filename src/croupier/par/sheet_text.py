"""A PAR sheet for people: pages to print and sign, or one page for a browser."""

from __future__ import annotations

import json
from functools import partial
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import jinja2
import typst

from croupier.par.contents import Sheet
from croupier.par.drawings import Panels, svg, svg_rows
from croupier.par.rules_text import cite, cited, decks, draws, summary
from croupier.par.sections import View, view
from croupier.provenance import told

__all__ = ["as_html", "as_pdf", "as_png", "cite", "cited", "decks", "draws", "summary", "view"]

_PAGE = files("croupier.par")
"""Where the frames of both kinds of pages lie: sheet.html, sheet.typ."""
_SECTIONS = _PAGE / "templates"


def as_html(sheet: Sheet) -> str:
    """Return one HTML page that needs no other file."""
    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(_template),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("sheet.html").render(
        **view(sheet), svg=partial(svg, source=sheet.source), told=told(sheet.source)
    )


def _template(name: str) -> str:
    folder = _PAGE if name == "sheet.html" else _SECTIONS
    return (folder / name).read_text(encoding="utf-8")


def as_pdf(sheet: Sheet) -> bytes:
    """Return the A4 pages as a PDF."""
    return _typeset(sheet, "pdf")[0]


def as_png(sheet: Sheet, ppi: float = 110) -> list[bytes]:
    """Return the same pages as pictures."""
    return _typeset(sheet, "png", ppi)


def _typeset(sheet: Sheet, kind: Literal["pdf", "png"], ppi: float | None = None) -> list[bytes]:
    # Typst reads only files in the folder that it is given.
    with TemporaryDirectory() as name:
        folder = Path(name)
        content: View = {"told": told(sheet.source)}
        for key, value in view(sheet).items():
            if isinstance(value, Panels):
                rows = svg_rows(value, sheet.source)
                for at, drawing in enumerate(rows):
                    (folder / f"{key}{at}.svg").write_text(drawing, encoding="utf-8")
                content[key] = len(rows)
            else:
                content[key] = value
        (folder / "sheet.json").write_text(json.dumps(content), encoding="utf-8")
        for template in (_PAGE / "sheet.typ", *_SECTIONS.iterdir()):
            if template.name.endswith(".typ"):
                (folder / template.name).write_bytes(template.read_bytes())
        made: bytes | list[bytes] = typst.compile(
            str(folder / "sheet.typ"),
            root=name,
            format=kind,
            ppi=ppi,
            ignore_system_fonts=True,
        )
    return made if isinstance(made, list) else [made]

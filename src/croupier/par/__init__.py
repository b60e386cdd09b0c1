"""PAR sheets: every figure of a game, exact; a file to be printed and signed, or for a program.

`croupier.par("tiger")` makes one: it is `croupier.lab.par`.
"""

from __future__ import annotations

from pathlib import Path

from croupier.par.contents import Par, Sheet, contribution, par, pars, permitted, rules_of, steps
from croupier.par.sections import COLUMNS, as_csv, as_json

__all__ = [
    "COLUMNS",
    "FORMATS",
    "Par",
    "Sheet",
    "as_csv",
    "as_json",
    "contribution",
    "format_of",
    "par",
    "pars",
    "permitted",
    "rules_of",
    "steps",
    "write",
]

FORMATS = ("pdf", "html", "json", "csv")


def write(sheet: Sheet, kind: str) -> bytes:
    """Return the sheet as a file in one of the formats."""
    match kind:
        case "json":
            return as_json(sheet).encode()
        case "csv":
            return as_csv(sheet).encode()
        case "html":
            from croupier.par.sheet_text import as_html

            return as_html(sheet).encode()
        case _:
            from croupier.par.sheet_text import as_pdf

            return as_pdf(sheet)


def format_of(path: Path) -> str | None:
    """Return the format that a file's name ends with; None if it is none of ours."""
    kind = path.suffix.removeprefix(".").lower()
    return kind if kind in FORMATS else None

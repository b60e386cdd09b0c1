"""PAR sheets as files, to be printed and signed or read by a program; and plots."""

from __future__ import annotations

from pathlib import Path

from croupier.par.sheet import Sheet

FORMATS = ("pdf", "html", "json", "csv")


def write(sheet: Sheet, kind: str) -> bytes:
    """Return the sheet as a file in one of the formats."""
    match kind:
        case "json":
            from croupier.par.sheet import as_json

            return as_json(sheet).encode()
        case "csv":
            from croupier.par.sheet import as_csv

            return as_csv(sheet).encode()
        case "html":
            from croupier.par.pages import as_html

            return as_html(sheet).encode()
        case _:
            from croupier.par.pages import as_pdf

            return as_pdf(sheet)


def format_of(path: Path) -> str | None:
    """Return the format that a file's name ends with; None if it is none of ours."""
    kind = path.suffix.removeprefix(".").lower()
    return kind if kind in FORMATS else None


__all__ = ["FORMATS", "Sheet", "format_of", "write"]

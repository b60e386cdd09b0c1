"""What every result of the front door can do: a short `repr`, a table, a dict, a data frame."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from html import escape
from importlib import import_module
from typing import Any

from croupier.provenance import told

Row = dict[str, Any]
FRAMES = ("polars", "pandas")
SHOWN_ROWS = 20
"""The most rows of a result that a notebook shows."""


class NotInstalled(ImportError):
    """A library that one of croupier's extras brings is missing; the message says which."""


def not_installed(what: str, missing: str | None, extra: str) -> NotInstalled:
    """Return what is raised when a library of one of the extras is missing."""
    reason = f"{what} takes {missing}, which is not installed"
    return NotInstalled(f"{reason}: pip install 'croupier[{extra}]'")


class Result(ABC):
    """A result: `repr` is one line, a notebook shows a table."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Return the result as JSON has it: numbers, texts, exact ratios as "a/b"."""

    @abstractmethod
    def to_rows(self) -> Sequence[Row]:
        """Return the result as rows of equal columns."""

    @property
    @abstractmethod
    def provenance(self) -> Mapping[str, object]:
        """Where the figures come from: version, digest of the game, shoe, seed, how much of it."""

    @abstractmethod
    def _headline(self) -> str:
        """Return what the result is, in a few words."""

    def to_frame(self, library: str | None = None) -> Any:
        """Return the rows as a data frame of polars or, where that is not installed, of pandas."""
        return frame(self.to_columns(), library)

    def to_columns(self) -> dict[str, list[Any]]:
        """Return the rows as columns by name."""
        rows = self.to_rows()
        return {name: [row[name] for row in rows] for name in rows[0]} if rows else {}

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._headline()}>"

    def _repr_html_(self) -> str:
        rows = self.to_rows()[:SHOWN_ROWS]
        names = [name for name in (rows[0] if rows else {}) if not name.endswith("_exact")]
        head = "".join(f"<th>{escape(name)}</th>" for name in names)
        body = "".join(
            f"<tr>{''.join(f'<td>{_cell(row[name])}</td>' for name in names)}</tr>" for row in rows
        )
        return (
            f"<table><caption>{escape(self._headline())}</caption><thead><tr>{head}</tr></thead>"
            f"<tbody>{body}</tbody></table><small>{escape(told(self.provenance))}</small>"
        )


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    return "" if value is None else escape(str(value))


def frame(columns: Mapping[str, Any], library: str | None = None) -> Any:
    """Return columns as a data frame of a library, the first of polars and pandas that is there."""
    if library is not None and library not in FRAMES:
        raise ValueError(f"frames are of {' or '.join(FRAMES)}, not of {library!r}")
    for name in FRAMES if library is None else (library,):
        try:
            return import_module(name).DataFrame(dict(columns))
        except ModuleNotFoundError as missing:
            if missing.name != name:
                raise
    wanted = " or ".join(FRAMES) if library is None else library
    raise not_installed("a data frame", wanted, "lab")


def percent(edge: float) -> str:
    """Return an edge as a person reads it."""
    return f"{edge:.4%}"

"""Tables in files: Parquet, CSV or JSON lines, a part at a time, complete or not there at all."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import BinaryIO, Protocol

from croupier.lab.parquet import Column, Kind, ParquetFile
from croupier.store.atomic_file import replacing

FORMATS = ("parquet", "csv", "jsonl")
KEY = "croupier"
"""The key of a Parquet file's metadata that holds where it comes from, as JSON."""


class _Writer(Protocol):
    def add(self, columns: Sequence[Column]) -> None: ...
    def close(self, metadata: Mapping[str, str]) -> None: ...


class _Lines:
    """A file of text lines; what is known of the whole stands in a file of its own beside it."""

    def __init__(self, file: BinaryIO) -> None:
        self._text = TextIOWrapper(file, encoding="utf-8", newline="")

    def close(self, metadata: Mapping[str, str]) -> None:
        """Write what is left; there is no place for metadata."""
        self._text.flush()
        self._text.detach()


class _Csv(_Lines):
    """Rows for a spreadsheet, the names of the columns first."""

    _begun = False

    def add(self, columns: Sequence[Column]) -> None:
        """Write some rows."""
        sheet = csv.writer(self._text, lineterminator="\n")
        if not self._begun:
            sheet.writerow([column.name for column in columns])
            self._begun = True
        sheet.writerows(zip(*(column.texts() for column in columns), strict=True))


class _JsonLines(_Lines):
    """One JSON object a row."""

    def add(self, columns: Sequence[Column]) -> None:
        """Write some rows."""
        named = [f"{json.dumps(column.name)}:" for column in columns]
        texts = (_json_texts(column) for column in columns)
        for row in zip(*texts, strict=True):
            cells = ",".join(map(str.__add__, named, row))
            self._text.write(f"{{{cells}}}\n")


def _json_texts(column: Column) -> list[str]:
    known = {place: json.dumps(value) for place, value in enumerate(column.values)}
    return [known.get(place, "null") for place in column.places.tolist()]


def format_of(path: Path) -> str | None:
    """Return the format that a file's name ends with; None if it is none of ours."""
    kind = path.suffix.removeprefix(".").lower()
    return kind if kind in FORMATS else None


def meta_path(path: Path) -> Path:
    """Return the file beside a CSV or JSON lines that says where they come from."""
    return path.with_name(f"{path.name}.meta.json")


class TableFile:
    """A table that is being written; nothing is in its place before all of it is."""

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self.path, self.rows = path, 0
        kind = format_of(path)
        makers: Mapping[str | None, Callable[[BinaryIO], _Writer]]
        makers = {"parquet": ParquetFile, "csv": _Csv, "jsonl": _JsonLines}
        self._writer = makers[kind](file)

    def add(self, columns: Sequence[Column]) -> None:
        """Write some rows; all parts have the same columns."""
        self._writer.add(columns)
        self.rows += len(columns[0].places)

    def close(self, provenance: Mapping[str, object]) -> None:
        """Write where the table comes from: into a Parquet file, or into a file beside others."""
        plain = {name: _plain(value) for name, value in provenance.items()}
        self._writer.close({**plain, KEY: json.dumps(dict(provenance))})
        if format_of(self.path) != "parquet":
            with replacing(meta_path(self.path)) as file:
                file.write(json.dumps(dict(provenance), indent=1).encode() + b"\n")


def _plain(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def write_table(
    path: Path, parts: Iterable[Sequence[Column]], provenance: Mapping[str, object]
) -> int:
    """Write a whole table into a file; return how many rows it has."""
    with replacing(path) as file:
        table = TableFile(path, file)
        for columns in parts:
            table.add(columns)
        table.close(provenance)
    return table.rows


__all__ = ["FORMATS", "Column", "Kind", "TableFile", "format_of", "meta_path", "write_table"]

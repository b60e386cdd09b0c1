"""Statements for the rows of the schema, as text: none is built or compiled on a bet's way.

The names of tables and columns come from the schema, so that a wrong one fails at the start.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Table

Rows = Sequence[tuple[Any, ...]]
Run = Callable[[str, tuple[Any, ...]], tuple[Rows, int]]
"""Carries a statement out; returns its rows, and how many rows it changed."""


def filled(table: Table, row: type[tuple[Any, ...]] | None = None) -> tuple[str, ...]:
    """Return the columns of a table that a writer fills: all but those that the database numbers.

    `row` is the type of the table's rows in Python; it must have the same fields.
    """
    names = tuple(each.name for each in table.columns if each.autoincrement is not True)
    assert row is None or getattr(row, "_fields", None) == names, f"{row} is no row of {table}"
    return names


def unless_there(table: Table) -> str:
    """Return the clause for an INSERT that keeps a row with the same key."""
    return f" ON CONFLICT ({', '.join(each.name for each in table.primary_key)}) DO NOTHING"


def insert_row(table: Table, row: type[tuple[Any, ...]] | None = None) -> str:
    """Return a statement that takes the values of the columns that a writer fills."""
    names = filled(table, row)
    marks = ", ".join("?" for _ in names)
    return f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({marks})"


def insert_new(table: Table, row: type[tuple[Any, ...]] | None = None) -> str:
    """Return an INSERT that keeps a row with the same key."""
    return insert_row(table, row) + unless_there(table)


def select_row(table: Table, names: str, by: str) -> str:
    """Return a statement that takes the value of a column and finds others of its row."""
    return f"SELECT {_known(table, names)} FROM {table.name} WHERE {_known(table, by)} = ?"


def update_row(table: Table, names: str, by: str) -> str:
    """Return a statement that takes the new values of columns, then those that select the row."""
    changed = ", ".join(f"{name} = ?" for name in _known(table, names).split(", "))
    found = " AND ".join(f"{name} = ?" for name in _known(table, by).split(", "))
    return f"UPDATE {table.name} SET {changed} WHERE {found}"


def _known(table: Table, names: str) -> str:
    return ", ".join(table.c[name].name for name in names.split(", "))

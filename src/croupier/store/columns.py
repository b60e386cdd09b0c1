"""The columns that tables of the database are made of, and the list of those tables."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)
from sqlalchemy.schema import SchemaItem

metadata = MetaData(
    naming_convention={
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
    }
)

# SQLite integers have 64 bits whatever the type is called, but STRICT tables know no BIGINT.
Whole = BigInteger().with_variant(Integer, "sqlite")


def text_column(name: str, *, null: bool = False) -> Column[str]:
    """Return a column of text."""
    return Column(name, Text, nullable=null)


def whole_column(name: str, *, null: bool = False) -> Column[int]:
    """Return a column of whole numbers."""
    return Column(name, Whole, nullable=null)


def bytes_column(name: str, *, null: bool = False) -> Column[bytes]:
    """Return a column of bytes."""
    return Column(name, LargeBinary, nullable=null)


def at_table_column(*, null: bool = False) -> Column[str]:
    """Return the column that names a table of the house."""
    return Column("table_id", Text, ForeignKey("tables.id"), nullable=null)


def key_column(name: str, kind: type[Text] = Text) -> Column[str]:
    """Return a column of text that is part of the key."""
    return Column(name, kind, primary_key=True, nullable=False)


def number_column(name: str) -> Column[int]:
    """Return a column of whole numbers that is part of the key."""
    return Column(name, Whole, primary_key=True, nullable=False, autoincrement=False)


def stored_table(name: str, *parts: SchemaItem) -> Table:
    """Return a table of the database."""
    return Table(name, metadata, *parts, sqlite_strict=True)


def yes_or_no(name: str) -> tuple[SchemaItem, SchemaItem]:
    """Return a column of 0 or 1, and its check."""
    return whole_column(name), CheckConstraint(f"{name} IN (0, 1)", name=name)

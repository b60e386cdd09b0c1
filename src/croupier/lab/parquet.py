"""Parquet files: columns of few different values, written fast and read by everybody.

Every column is written as a dictionary of its values and, for each row, the place of its value in
as few bits as that takes. That is the part of the format that tables of coups need; there is no
compression, which would not make them much smaller.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from croupier.errors import Code, InvalidInput
from croupier.lab import bit_packing
from croupier.provenance import version
from croupier.simulation.dealing import compile_module

_pack = compile_module(bit_packing)["pack"]

MAGIC = b"PAR1"
PLACES, DIGITS = 4, 18
"""Decimal places of money, and digits in all: what 64 bits hold."""

_PLAIN, _RLE, _RLE_DICTIONARY = 0, 3, 8
_DATA_PAGE, _DICTIONARY_PAGE = 0, 2
_REQUIRED, _OPTIONAL = 0, 1


class Kind(Enum):
    """What the values of a column are, with the number that Parquet gives them."""

    SMALL = "32 bits", 1
    """A whole number of 32 bits."""
    WHOLE = "64 bits", 2
    """A whole number of 64 bits."""
    MONEY = "decimal", 2
    """A decimal number with four places, given as text."""
    NUMBER = "floating point", 5
    """A number in floating point."""
    TEXT = "text", 6

    @property
    def stored(self) -> int:
        """The number of the type that the values are stored as."""
        return self.value[1]


@dataclass(frozen=True, slots=True)
class Column:
    """Some rows of a column: its values, and for each row the place of its value."""

    name: str
    kind: Kind
    values: Sequence[Any]
    places: NDArray[Any]
    absent: int | None = None
    """The place that stands in rows without a value; None where every row has one."""

    @classmethod
    def of(cls, name: str, kind: Kind, rows: Sequence[Any]) -> Column:
        """Return a column of these values, None where a row has none."""
        places: dict[Any, int] = {}
        for value in rows:
            if value is not None:
                places.setdefault(value, len(places))
        absent = len(places)
        found = np.array([places.get(value, absent) for value in rows], np.int64)
        return cls(name, kind, tuple(places), found, absent)

    def texts(self) -> list[str]:
        """Return the value of each row as text, empty where there is none."""
        # The place of a missing value may be any: all that are not known are empty.
        known = {place: _text(value) for place, value in enumerate(self.values)}
        return [known.get(place, "") for place in self.places.tolist()]

    def rows(self) -> list[Any]:
        """Return the value of each row, None where there is none."""
        known = dict(enumerate(self.values))
        return [known.get(place) for place in self.places.tolist()]


def _text(value: object) -> str:
    return repr(value) if isinstance(value, float) else str(value)


class ParquetFile:
    """A file that is being written, a group of rows at a time; `close` makes it readable."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._at = 0
        self._rows = 0
        self._groups: list[bytes] = []
        self._schema: list[bytes] = []
        self._write(MAGIC)

    def add(self, columns: Sequence[Column]) -> None:
        """Write a group of rows; every group has the same columns."""
        rows = len(columns[0].places)
        if not self._schema:
            self._schema = [_schema_of(column) for column in columns]
        began = self._at
        chunks = [self._chunk(column) for column in columns]
        group = (1, _list(12, chunks)), (2, _long(self._at - began)), (3, _long(rows))
        self._groups.append(_struct(*group))
        self._rows += rows

    def close(self, metadata: Mapping[str, str]) -> None:
        """Write what stands at the end: the columns, where they are, and what is known of them."""
        root = _struct((4, _text_field("coups")), (5, _int(len(self._schema))))
        known = [
            _struct((1, _text_field(key)), (2, _text_field(text))) for key, text in metadata.items()
        ]
        footer = _struct(
            (1, _int(1)),
            (2, _list(12, [root, *self._schema])),
            (3, _long(self._rows)),
            (4, _list(12, self._groups)),
            (5, _list(12, known)),
            (6, _text_field(f"croupier version {version()}")),
        )
        self._write(footer + struct.pack("<I", len(footer)) + MAGIC)

    def _write(self, data: bytes) -> None:
        self._file.write(data)
        self._at += len(data)

    def _chunk(self, column: Column) -> bytes:
        """Write a column of a group, its dictionary and then its rows; return what tells of it."""
        rows, dictionary_at = len(column.places), self._at
        values = _plain(column)
        known = _struct((1, _int(len(column.values))), (2, _int(_PLAIN)))
        self._page(_DICTIONARY_PAGE, (7, _field(12, known)), values)
        data_at = self._at
        levels = (3, _int(_RLE)), (4, _int(_RLE))
        packed = _struct((1, _int(rows)), (2, _int(_RLE_DICTIONARY)), *levels)
        self._page(_DATA_PAGE, (5, _field(12, packed)), _packed(column))
        size = self._at - dictionary_at
        told = _struct(
            (1, _int(column.kind.stored)),
            (2, _list(5, [_zigzag(each) for each in (_PLAIN, _RLE, _RLE_DICTIONARY)])),
            (3, _list(8, [_bytes(column.name.encode())])),
            (4, _int(0)),
            (5, _long(rows)),
            (6, _long(size)),
            (7, _long(size)),
            (9, _long(data_at)),
            (11, _long(dictionary_at)),
        )
        return _struct((2, _long(dictionary_at)), (3, _field(12, told)))

    def _page(self, kind: int, header: tuple[int, tuple[int, bytes]], content: bytes) -> None:
        size = _int(len(content))
        self._write(_struct((1, _int(kind)), (2, size), (3, size), header) + content)


def _plain(column: Column) -> bytes:
    """Return the values of a column, one after the other."""
    if column.kind is Kind.TEXT:
        texts = [str(value).encode() for value in column.values]
        return b"".join(struct.pack("<I", len(text)) + text for text in texts)
    if column.kind is Kind.MONEY:
        return np.array([_in_places(value) for value in column.values], "<i8").tobytes()
    sign = {Kind.SMALL: "<i4", Kind.WHOLE: "<i8", Kind.NUMBER: "<f8"}[column.kind]
    return np.array(column.values, sign).tobytes()


def _in_places(amount: str) -> int:
    """Return an amount as a whole number of its last place; refuse one that does not fit."""
    exact = Decimal(amount).scaleb(PLACES)
    if exact != int(exact) or abs(exact) >= 10**DIGITS:
        said = f"{amount} does not fit a decimal({DIGITS}, {PLACES}): write a .csv or a .jsonl"
        raise InvalidInput(Code.BAD_AMOUNT, said)
    return int(exact)


def _packed(column: Column) -> bytes:
    """Return the places of a column, and before them which rows have a value."""
    places, absent = column.places, -1 if column.absent is None else column.absent
    width = max(len(column.values) - 1, 1).bit_length()
    words = np.empty(len(places) * width // 64 + 2, "<u8")
    count = int(_pack(places, width, absent, words))
    run = bytes([width]) + _run(words.tobytes(), count, width)
    if column.absent is None:
        return run
    there = _run(np.packbits(places != absent, bitorder="little").tobytes(), len(places), 1)
    return struct.pack("<I", len(there)) + there + run


def _run(data: bytes, count: int, width: int) -> bytes:
    """Return numbers as one run of packed bits, in groups of eight."""
    groups = -(-count // 8)
    return _varint(groups << 1 | 1) + data[: groups * width].ljust(groups * width, b"\0")


def _schema_of(column: Column) -> bytes:
    repetition = _REQUIRED if column.absent is None else _OPTIONAL
    fields = [(1, _int(column.kind.stored)), (3, _int(repetition)), (4, _text_field(column.name))]
    if column.kind is Kind.TEXT:
        string = _struct((1, _field(12, _struct())))
        fields += [(6, _int(0)), (10, _field(12, string))]
    if column.kind is Kind.MONEY:
        decimal = _struct((1, _int(PLACES)), (2, _int(DIGITS)))
        told = (6, _int(5)), (7, _int(PLACES)), (8, _int(DIGITS))
        fields += [*told, (10, _field(12, _struct((5, _field(12, decimal)))))]
    return _struct(*fields)


# What is told of pages and columns is in Thrift's compact protocol. A field is its number, the
# type of its value and the value.


def _varint(number: int) -> bytes:
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*found, number])


def _zigzag(number: int) -> bytes:
    return _varint(number << 1 if number >= 0 else (-number << 1) - 1)


def _bytes(data: bytes) -> bytes:
    return _varint(len(data)) + data


def _field(kind: int, value: bytes) -> tuple[int, bytes]:
    return kind, value


def _int(number: int) -> tuple[int, bytes]:
    return 5, _zigzag(number)


def _long(number: int) -> tuple[int, bytes]:
    return 6, _zigzag(number)


def _text_field(text: str) -> tuple[int, bytes]:
    return 8, _bytes(text.encode())


def _list(kind: int, values: Sequence[bytes]) -> tuple[int, bytes]:
    many = len(values)
    head = bytes([many << 4 | kind]) if many < 15 else bytes([0xF0 | kind]) + _varint(many)
    return 9, head + b"".join(values)


def _struct(*fields: tuple[int, tuple[int, bytes]]) -> bytes:
    found, last = b"", 0
    for number, (kind, value) in fields:
        found += bytes([(number - last) << 4 | kind]) + value
        last = number
    return found + b"\0"

"""The hash chains of a database: of each table, each wallet and the incidents, and their sum."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256

_TABLE = b"croupier.table.1\0"
_WALLET = b"croupier.wallet.1\0"
_INCIDENTS = b"croupier.incidents.1\0"
_ANCHOR = b"croupier.database.1\0"


def table_genesis(table_id: str) -> str:
    """Give what a table's first event is chained to: no table can pass for another."""
    return sha256(_TABLE + table_id.encode()).hexdigest()


def wallet_genesis(name: str) -> str:
    """Give what a wallet's first move is chained to."""
    return sha256(_WALLET + name.encode()).hexdigest()


def wallet_hash(before: str, *values: str | int | None) -> str:
    """Give the hash of a wallet's move, over every column of its row."""
    return _row_hash(before, values)


def incident_genesis() -> str:
    """Give what the first incident is chained to."""
    return sha256(_INCIDENTS).hexdigest()


def incident_hash(before: str, *values: str | int | None) -> str:
    """Give the hash of an incident, over every column of its row."""
    return _row_hash(before, values)


def _row_hash(before: str, values: tuple[str | int | None, ...]) -> str:
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    return sha256(bytes.fromhex(before) + text.encode()).hexdigest()


def anchor(heads: Iterable[tuple[str, str, str]]) -> str:
    """Sum up all heads, `(kind, name, head)`, into the one hash to be kept elsewhere."""
    text = json.dumps(sorted(heads), ensure_ascii=False, separators=(",", ":"))
    return sha256(_ANCHOR + text.encode()).hexdigest()

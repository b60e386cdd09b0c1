"""The hash chains of a database (tables, wallets, cage, …) and one hash over all of them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256

_TABLE = b"croupier.table.1\0"
_WALLET = b"croupier.wallet.1\0"
_INCIDENTS = b"croupier.incidents.1\0"
_REFUSALS = b"croupier.refusals.1\0"
_CAGE = b"croupier.cage.1\0"
_ANCHOR = b"croupier.database.1\0"


def table_genesis(table_id: str) -> str:
    """Return the hash before a table's first event; it differs for every table."""
    return sha256(_TABLE + table_id.encode()).hexdigest()


def wallet_genesis(name: str) -> str:
    """Return the hash before a wallet's first move."""
    return sha256(_WALLET + name.encode()).hexdigest()


def incident_genesis() -> str:
    """Return the hash before the first incident."""
    return sha256(_INCIDENTS).hexdigest()


def refusal_genesis(name: str) -> str:
    """Return the hash before the first refusal at a table; "" names what was sent to none."""
    return sha256(_REFUSALS + name.encode()).hexdigest()


def cage_genesis() -> str:
    """Return the hash before the first slip of the cage."""
    return sha256(_CAGE).hexdigest()


def row_hash(before: str, *values: str | int | None) -> str:
    """Return the hash of a move, a slip, an incident or a refusal, over the columns of its row."""
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    return sha256(bytes.fromhex(before) + text.encode()).hexdigest()


def anchor(heads: Iterable[tuple[str, str, str]]) -> str:
    """Return one hash over all heads, `(kind, name, head)`, to be kept outside the database."""
    text = json.dumps(sorted(heads), ensure_ascii=False, separators=(",", ":"))
    return sha256(_ANCHOR + text.encode()).hexdigest()

"""The audit journal: commands that were refused, as rows that are chained when they are stored.

There is one chain for each table, and one for what was sent to none. Its head is a row of its own:
the row of the table is what bets wait for, and somebody whose commands cannot even be read must not
make them wait. All refusals of a process are stored by its one writing thread, so that on
PostgreSQL a head is waited for by no more transactions than there are processes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import NamedTuple

from croupier.errors import CroupierError
from croupier.store.batch import RefusalRow
from croupier.store.hash_chain import refusal_genesis, row_hash
from croupier.words import as_json

MOST = 4000
"""How many bytes of a refused command, or of its reason, the journal keeps."""

_MOST_FIELD = 200
_MOST_TEXT = 10_000
_WALLETS = "wallets"


class ChainedRefusal(NamedTuple):
    """A refusal as it is stored."""

    table_id: str | None
    at: str
    actor: str
    id: str
    body: bytes
    code: str
    message: str
    rule: str | None
    said: str | None
    entry: int
    hash: str


class RefusalHead(NamedTuple):
    """The end of a chain: whose it is, how many refusals it has, and its last hash."""

    name: str
    number: int
    head: str


def chain_name(table_id: str | None) -> str:
    """Return the name of the chain that a refusal belongs to."""
    return table_id or ""


def new_head(name: str) -> RefusalHead:
    """Return the head of a chain without refusals."""
    return RefusalHead(name, 0, refusal_genesis(name))


def chained(row: RefusalRow, before: RefusalHead) -> tuple[ChainedRefusal, RefusalHead]:
    """Return a refusal as it follows the head of its chain, and the head after it."""
    entry = before.number + 1
    table_id, at, actor, id, body, *why = row
    hash = row_hash(before.head, entry, table_id, at, actor, id, body.decode(), *why)
    return ChainedRefusal(*row, entry, hash), RefusalHead(before.name, entry, hash)


def chained_all(
    rows: Iterable[RefusalRow], before: Iterable[RefusalHead]
) -> tuple[list[ChainedRefusal], list[RefusalHead]]:
    """Return refusals as they follow the heads of their chains, and the heads after them."""
    heads = {head.name: head for head in before}
    made: list[ChainedRefusal] = []
    for row in rows:
        name = chain_name(row.table_id)
        following, heads[name] = chained(row, heads[name])
        made.append(following)
    return made, list(heads.values())


# What the rows say


class Tried(NamedTuple):
    """A command that is refused, as it was sent: it may be anything."""

    by: str
    id: object
    body: object


def write_refusal_row(
    table_id: str | None, at: str, tried: Tried, wrong: CroupierError
) -> RefusalRow:
    """Return the row of a refused command; its body is JSON whatever was sent."""
    said = json.dumps(as_json(wrong.said), separators=(",", ":"))
    return RefusalRow(
        table_id,
        at,
        storable(tried.by),
        storable(tried.id if isinstance(tried.id, str) else _shown(tried.id)),
        json.dumps(
            [_WALLETS if table_id is None else table_id, tried_as_json(tried.body)],
            ensure_ascii=False,
            sort_keys=True,
            separators=(",", ":"),
        ).encode(),
        wrong.code.value,
        storable(wrong.message),
        wrong.rule,
        said if len(said) <= MOST else None,
    )


def tried_as_json(body: object) -> object:
    """Return what was tried as JSON: as it is, or what can be told of it.

    What is too long is `cut`, what is no JSON is shown as `unreadable`; either with its length in
    bytes and its hash, so that whoever still has it can show that this was it.
    """
    try:
        text = json.dumps(body, ensure_ascii=False, allow_nan=False, sort_keys=True)
        data = text.encode()
    except (TypeError, ValueError, RecursionError):
        return _told("unreadable", _shown(body), body)
    return body if len(data) <= MOST else _told("cut", text, body)


def _told(how: str, text: str, body: object) -> dict[str, object]:
    data = text.encode(errors="replace")
    do = body.get("do") if isinstance(body, Mapping) else None
    named = {"do": storable(do)} if isinstance(do, str) and len(do) <= _MOST_FIELD else {}
    digest = sha256(data).hexdigest()
    return {**named, how: storable(text, MOST // 2), "bytes": len(data), "sha256": digest}


def _shown(value: object) -> str:
    try:
        return ascii(value)
    except (RecursionError, ValueError):
        return f"<{type(value).__name__}>"


def storable(text: str, most: int = _MOST_TEXT) -> str:
    """Return a text as a column takes it: whole characters, no zero, and not too long."""
    return text[:most].encode(errors="replace").decode().replace("\0", "?")

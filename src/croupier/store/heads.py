"""Heads kept elsewhere: where each chain of a database was, for it to be held to later.

A database that has lost its end, a table or everything can look whole by itself; a file of heads,
or a backup, tells that there was more. Chains go on: one is held to the entry that its head was of.
"""

from __future__ import annotations

from collections.abc import Iterable
from io import BufferedReader
from pathlib import Path

import msgspec
from sqlalchemy import Connection, select

from croupier.store.database import schema as s
from croupier.store.flaw import BadStore
from croupier.store.replacing import replacing

FORMAT = "croupier.heads.1"


class Chain(msgspec.Struct, frozen=True):
    """A chain of a database: its kind and name, how long it was, and its last hash."""

    kind: str
    name: str
    number: int
    head: str

    def __str__(self) -> str:
        return f"{self.kind} {self.name}".rstrip()


class _File(msgspec.Struct, frozen=True):
    format: str
    head: str
    chains: list[Chain]


class BadHeads(Exception):
    """A file that is no file of heads."""


def heads_of(connection: Connection) -> list[Chain]:
    """Return where every chain of a database is."""
    tables, wallets, journal = s.tables.c, s.wallets.c, s.journal.c
    questions = (
        ("table", select(tables.id, tables.version, tables.head).order_by(tables.id)),
        ("wallet", select(wallets.name, wallets.version, wallets.head).order_by(wallets.name)),
    )
    found = [
        Chain(kind, name, number, head)
        for kind, question in questions
        for name, number, head in connection.execute(question)
    ]
    for number, head in connection.execute(select(journal.number, journal.head)):
        found.append(Chain("incidents", "", number, head))
    return found


def write_heads(path: Path, chains: Iterable[Chain], head: str) -> None:
    """Write where every chain is, and the sum of all; the file appears only when it is whole."""
    with replacing(path, 0o644) as file:
        made = msgspec.json.encode(_File(FORMAT, head, list(chains)))
        file.write(msgspec.json.format(made) + b"\n")


def read_heads(file: BufferedReader) -> list[Chain]:
    """Read what `write_heads` wrote; raise `BadHeads` for anything else."""
    try:
        kept = msgspec.json.decode(file.read(), type=_File)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise BadHeads("it is no file of heads") from None
    if kept.format != FORMAT:
        raise BadHeads(f"it is of {kept.format}, which is not read here")
    return kept.chains


def check_heads(connection: Connection, chains: Iterable[Chain], source: str) -> int:
    """Hold a database to the chains of a source, which it must have gone on from.

    Returns how many there were; `BadStore` names the first that is missing, shorter or another.
    """
    count = 0
    for chain in chains:
        count += 1
        known = _hash_at(connection, chain)
        if known is None:
            reason = f"{source} has {chain.number} entries of it"
            raise BadStore(str(chain), f"it is missing, or was cut off: {reason}")
        if known != chain.head:
            reason = f"its entry {chain.number} is another one than in {source}"
            raise BadStore(str(chain), f"{reason}: it was written anew")
    return count


def _hash_at(connection: Connection, chain: Chain) -> str | None:
    """Return the hash of the entry that was a chain's last; None where there is none."""
    number = chain.number
    match chain.kind:
        case "table":
            if number == 0:
                listed = select(s.tables.c.id).where(s.tables.c.id == chain.name)
                return chain.head if connection.execute(listed).first() else None
            event = s.events.c
            question = select(event.hash).where(
                event.table_id == chain.name, event.number == number
            )
        case "wallet":
            move = s.wallet_moves.c
            question = select(move.hash).where(move.name == chain.name, move.number == number)
        case _:
            question = select(s.incidents.c.hash).where(s.incidents.c.number == number)
    if number == 0:
        return chain.head
    found = connection.execute(question).scalar()
    return None if found is None else str(found)

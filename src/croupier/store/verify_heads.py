"""Heads kept elsewhere: where each chain of a database was, to compare it later.

A database that has lost its end, a table or everything can look complete by itself; a file of
heads, or a backup, shows that there was more. Each chain must still have the entry of its head.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from hashlib import sha256
from io import BufferedReader
from pathlib import Path
from typing import Protocol

import msgspec
from sqlalchemy import ColumnElement, Connection, func, inspect, literal, select, union_all

from croupier.store import schema as s
from croupier.store.atomic_file import replacing
from croupier.store.failures import BadStore
from croupier.store.incidents import Kind
from croupier.store.templates import check_templates
from croupier.store.verify_cage import has_cage, slip_count
from croupier.store.verify_refusals import has_refusal_chains

FORMAT = "croupier.heads.1"


class Chain(msgspec.Struct, frozen=True):
    """A chain of a database: its kind and name, its length, and its last hash."""

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
    """Raised for a file that is not a file of heads."""


_KINDS = ("table", "wallet", "cage", "incidents", "refusals")
"""The kinds of chains, in the order in which they are written."""


def heads_of(connection: Connection) -> list[Chain]:
    """Return where every chain of a database is, at one moment: it is a single query."""
    tables, wallets, journal = s.tables.c, s.wallets.c, s.journal.c
    question = union_all(
        select(literal("table"), tables.id, tables.version, tables.head),
        select(literal("wallet"), wallets.name, wallets.version, wallets.head),
        select(literal("incidents"), literal(""), journal.number, journal.head),
    )
    if has_refusal_chains(connection):
        refused = s.refusal_heads.c
        of_refusals = select(literal("refusals"), refused.name, refused.number, refused.head)
        question = union_all(*question.selects, of_refusals)
    if has_cage(connection):
        cage = s.cage_head.c
        of_cage = select(literal("cage"), literal(""), cage.number, cage.head)
        question = union_all(*question.selects, of_cage)
    found = [Chain(*row) for row in connection.execute(question)]
    return sorted(found, key=lambda chain: (_KINDS.index(chain.kind), chain.name))


def write_heads(path: Path, chains: Iterable[Chain], head: str) -> None:
    """Write where every chain is; the file appears only when it is complete."""
    with replacing(path, 0o644) as file:
        made = msgspec.json.encode(_File(FORMAT, head, list(chains)))
        file.write(msgspec.json.format(made) + b"\n")


def read_heads(file: BufferedReader) -> list[Chain]:
    """Return the chains that `write_heads` wrote; raise `BadHeads` for any other file."""
    try:
        kept = msgspec.json.decode(file.read(), type=_File)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise BadHeads("it is no file of heads") from None
    if kept.format != FORMAT:
        raise BadHeads(f"it is of {kept.format}, which is not read here")
    return kept.chains


def check_heads(connection: Connection, chains: Iterable[Chain], source: str) -> int:
    """Return how many chains of a source the database continues.

    Raise `BadStore` for the first chain that is missing, shorter or different.
    """
    return check_entries(connection, [(chain, source) for chain in chains])


def check_entries(connection: Connection, entries: list[tuple[Chain, str]]) -> int:
    """Do what `check_heads` does, for chains of several sources or times."""
    numbers: dict[tuple[str, str], set[int]] = {}
    for chain, _ in entries:
        numbers.setdefault((chain.kind, chain.name), set()).add(chain.number)
    found = {chain: _hashes_at(connection, *chain, sorted(numbers[chain])) for chain in numbers}
    for chain, source in entries:
        known = found[chain.kind, chain.name].get(chain.number)
        if known is None:
            reason = f"{source} has {chain.number} entries of it"
            raise BadStore(str(chain), f"it is missing, or was cut off: {reason}")
        if known not in (chain.head, _ANY):
            reason = f"its entry {chain.number} is another one than in {source}"
            raise BadStore(str(chain), f"{reason}: it was written anew")
    return len(entries)


_ANY = ""
"""Stands for the head of a chain that had no entry yet."""

_CHUNK = 500
"""How many entries one query asks for."""


def _hashes_at(connection: Connection, kind: str, name: str, numbers: list[int]) -> dict[int, str]:
    """Return the hashes of the entries of a chain that are there, by their numbers."""
    event, move, incident = s.events.c, s.wallet_moves.c, s.incidents.c
    refusal = s.refusals.c
    found: dict[int, str] = {}
    match kind:
        case "table":
            question = select(event.number, event.hash).where(event.table_id == name)
            number: ColumnElement[int] = event.number
            listed = select(s.tables.c.id).where(s.tables.c.id == name)
        case "wallet":
            question = select(move.number, move.hash).where(move.name == name)
            number = move.number
            listed = select(s.wallets.c.name).where(s.wallets.c.name == name)
        case "incidents":
            question = select(incident.number, incident.hash)
            number = incident.number
            listed = select(s.journal.c.id)
        case "cage" if has_cage(connection):
            question = select(s.cage_slips.c.number, s.cage_slips.c.hash)
            number = s.cage_slips.c.number
            listed = select(s.cage_head.c.id)
        case "refusals" if has_refusal_chains(connection):
            question = select(refusal.entry, refusal.hash).where(refusal.table_id == (name or None))
            number = refusal.entry
            listed = select(s.refusal_heads.c.name).where(s.refusal_heads.c.name == name)
        case _:
            # A chain that this version does not know cannot be there.
            return found
    if 0 in numbers and connection.execute(listed).first() is not None:
        found[0] = _ANY
    for start in range(0, len(numbers), _CHUNK):
        some = question.where(number.in_(numbers[start : start + _CHUNK]))
        found.update((row[0], row[1]) for row in connection.execute(some))
    return found


COUNTED = ("tables", "entries", "wallets", "moves", "refusals", "slips")
"""The names of what `counted` counts."""


class Counts(Protocol):
    """What was found when everything was played again."""

    @property
    def games(self) -> Collection[str]:
        """The digests of the games that tables were opened by."""

    @property
    def shoes(self) -> int:
        """How many shoes were started that the vault knows."""


def counted(connection: Connection) -> dict[str, int]:
    """Return how many rows of each kind there are; none of these ever shrinks."""
    tables, wallets = s.tables.c, s.wallets.c
    entries = select(func.count(), func.coalesce(func.sum(tables.version), 0))
    moves = select(func.count(), func.coalesce(func.sum(wallets.version), 0))
    found = (
        *connection.execute(entries.select_from(s.tables)).one(),
        *connection.execute(moves.select_from(s.wallets)).one(),
        connection.execute(select(func.count()).select_from(s.refusals)).scalar_one(),
        slip_count(connection),
    )
    return dict(zip(COUNTED, map(int, found), strict=True))


def check_listed(connection: Connection) -> None:
    """Raise `BadStore` for rows of a table that is not listed, which would not be checked."""
    for table in s.metadata.sorted_tables:
        column = table.c.get("table_id")
        # An incident may name a table that never existed.
        if column is None or table is s.incidents:
            continue
        listed = select(s.tables.c.id).where(s.tables.c.id == column).exists()
        row = connection.execute(
            select(column).where(column.is_not(None), ~listed).limit(1)
        ).first()
        if row is not None:
            raise BadStore(f"table {row[0]}", f"it is missing, and {table.name} has rows of it")


def check_complete(connection: Connection, counts: Counts) -> None:
    """Raise `BadStore` for what is missing, if something else shows that it was there."""
    _check_games(connection, counts.games)
    kept = connection.execute(select(func.count()).select_from(s.vault)).scalar_one()
    if kept != counts.shoes:
        raise BadStore("the vault", f"it has {kept} shoes, and {counts.shoes} were started")
    _check_offered(connection)
    check_templates(connection)
    check_stop(connection)


def _check_offered(connection: Connection) -> None:
    """Compare the uploaded games with what the journal says was uploaded and withdrawn."""
    entry, game = s.incidents.c, s.offered_games.c
    kinds = (Kind.GAME_OFFERED.value, Kind.GAME_WITHDRAWN.value)
    question = select(entry.subject, entry.after).where(entry.kind.in_(kinds))
    told: dict[str, dict[str, str] | None] = {}
    for key, after in connection.execute(question.order_by(entry.number)):
        told[key] = None if after is None else json.loads(after)
    rows = select(game.key, game.digest, game.file)
    there = inspect(connection).has_table(s.offered_games.name)
    for key, digest, file in connection.execute(rows) if there else ():
        known = told.pop(key, None)
        if known is None:
            raise BadStore(f"uploaded game {key}", "the journal says nothing of its upload")
        if known["digest"] != digest or known["sha256"] != sha256(file.encode()).hexdigest():
            raise BadStore(f"uploaded game {key}", "it is another one than in the journal")
    for key, known in told.items():
        if known is not None:
            raise BadStore(f"uploaded game {key}", "it is missing, and nobody has withdrawn it")


def _check_games(connection: Connection, opened: Collection[str]) -> None:
    for digest, key in connection.execute(select(s.games.c.digest, s.games.c.key)):
        if digest not in opened:
            reason = "no table was opened by it, and that is how it came here: a table is missing"
            raise BadStore(f"game {key} ({digest[:12]})", reason)


def check_stop(connection: Connection, after: int = 0) -> None:
    """Raise `BadStore` if there is less than at a stop of the server, now or at a later stop.

    `after` is the number of the incident from which on stops count.
    """
    entry = s.incidents.c
    question = select(entry.number, entry.at, entry.detail).where(entry.number > after)
    stops = question.where(entry.kind == Kind.SERVER_STOPPED.value).order_by(entry.number)
    most: dict[str, tuple[int, str]] = {}
    for number, at, detail in connection.execute(stops):
        told = json.loads(detail) if detail is not None else {}
        _check_counts(f"incident {number}", told, most)
        most |= {what: (told[what], at) for what in COUNTED if what in told}
    _check_counts("the database", counted(connection), most)


def _check_counts(where: str, has: dict[str, int], had: dict[str, tuple[int, str]]) -> None:
    for what, (count, at) in had.items():
        if what in has and has[what] < count:
            reason = f"the server stopped at {at} with {count} {what}, and there are {has[what]}"
            raise BadStore(where, f"{reason}: something is missing")

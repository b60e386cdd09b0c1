"""Signed statements of all heads, one a line in a file that is a chain itself.

    {"statement": {...}, "key": "…", "signature": "…", "wallets": [["ann", 3, "…"], …]}

The signature is over `croupier.heads.2`, a zero byte, and the bytes of the statement as they stand
in the line. A statement names the hash of the one before, every chain that has changed since then
(all chains, if it is `complete`), and the hash of the list of wallets. That list stands beside the
statement: without it, a statement can be shown to everybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256

import msgspec

from croupier.store.failures import BadStore
from croupier.store.hash_chain import anchor
from croupier.store.signing import SigningKey, signature_holds
from croupier.store.verify_heads import Chain

FORMAT = "croupier.heads.2"
BEGINNING = "0" * 64
"""What the first statement of a file names as the one before."""

Wallet = tuple[str, int, str]
Known = Mapping[tuple[str, str], tuple[int, str]]
"""Where each chain was, by its kind and name."""


class Why(StrEnum):
    """Why a statement was made."""

    START = "start"
    TIME = "time"
    SHOE = "shoe"
    STOP = "stop"


class WalletHeads(msgspec.Struct, frozen=True):
    """How many wallets have changed, and the hash of the list of them."""

    changed: int
    hash: str


class Statement(msgspec.Struct, frozen=True):
    """Where all chains of a house were at a time."""

    format: str
    number: int
    at: str
    why: Why
    before: str
    complete: bool
    chains: list[Chain]
    wallets: WalletHeads
    counts: dict[str, int]
    head: str


class _Line(msgspec.Struct, frozen=True, omit_defaults=True):
    statement: msgspec.Raw
    key: str
    signature: str
    wallets: list[Wallet] | None = None


class _Page(msgspec.Struct, frozen=True):
    statements: list[msgspec.Raw]


@dataclass(frozen=True, slots=True)
class Signed:
    """A statement as it was read or made: who signed it, its hash, and its line."""

    statement: Statement
    key: str
    hash: str
    chains: tuple[Chain, ...]
    """The chains that it names, wallets included."""
    line: bytes
    names_wallets: bool

    def public(self) -> bytes:
        """Return the line without the names of patrons."""
        read = msgspec.json.decode(self.line, type=_Line)
        return msgspec.json.encode(_Line(read.statement, read.key, read.signature))


def sign(
    key: SigningKey,
    chains: Iterable[Chain],
    at: str,
    why: Why,
    last: Signed | None = None,
    known: Known | None = None,
) -> Signed:
    """Return a signed statement that follows another one; with `known`, only of what changed."""
    every = list(chains)
    moved = [
        chain
        for chain in every
        if known is None or known.get((chain.kind, chain.name)) != (chain.number, chain.head)
    ]
    wallets: list[Wallet] = [
        (chain.name, chain.number, chain.head) for chain in moved if chain.kind == "wallet"
    ]
    statement = Statement(
        FORMAT,
        1 if last is None else last.statement.number + 1,
        at,
        why,
        BEGINNING if last is None else last.hash,
        known is None,
        [chain for chain in moved if chain.kind != "wallet"],
        WalletHeads(len(wallets), _hash(msgspec.json.encode(wallets))),
        _counts(every),
        anchor((each.kind, each.name, each.head) for each in every if _counted(each)),
    )
    raw = msgspec.json.encode(statement)
    line = _Line(msgspec.Raw(raw), key.public, key.sign(_signed(raw)), wallets)
    return Signed(statement, key.public, _hash(raw), tuple(moved), msgspec.json.encode(line), True)


def _counted(chain: Chain) -> bool:
    # As `croupier verify` counts them: a journal without an entry is no head.
    return chain.kind != "incidents" or chain.number > 0


def _counts(chains: Iterable[Chain]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for chain in chains:
        names = {
            "table": ("tables", "entries"),
            "wallet": ("wallets", "moves"),
            "cage": (None, "slips"),
        }
        whole, parts = names.get(chain.kind, (None, chain.kind))
        if whole is not None:
            counts[whole] = counts.get(whole, 0) + 1
        counts[parts] = counts.get(parts, 0) + chain.number
    return counts


def _hash(data: bytes) -> str:
    return sha256(data).hexdigest()


def _signed(raw: bytes) -> bytes:
    return FORMAT.encode() + b"\0" + raw


def read_line(line: bytes, where: str) -> Signed:
    """Return the statement of a line; raise `BadStore` if it is none, or its signature is wrong."""
    try:
        read = msgspec.json.decode(line, type=_Line)
        raw = bytes(read.statement)
        statement = msgspec.json.decode(raw, type=Statement)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise BadStore(where, "it is no statement of heads: it was damaged or cut off") from None
    named = f"{where}, statement {statement.number}"
    if statement.format != FORMAT:
        raise BadStore(named, f"it is of {statement.format}, which is not read here")
    if not signature_holds(read.key, read.signature, _signed(raw)):
        raise BadStore(named, "its signature does not hold: it was changed")
    wallets = read.wallets or []
    if read.wallets is not None and _hash(msgspec.json.encode(wallets)) != statement.wallets.hash:
        raise BadStore(named, "its list of wallets is not the one that was signed")
    chains = (*statement.chains, *(Chain("wallet", *wallet) for wallet in wallets))
    return Signed(
        statement, read.key, _hash(raw), chains, line.rstrip(b"\n"), read.wallets is not None
    )


def read_statements(
    lines: Iterable[bytes], source: str, keys: frozenset[str] = frozenset()
) -> Iterator[Signed]:
    """Yield the statements of a file in order; raise `BadStore` at the first that does not hold.

    Each must be signed by one of the keys, or by the first one's if none is given, and follow the
    one before. A file may begin later than a house: the first may have any number.
    """
    last: Signed | None = None
    for line in lines:
        read = read_line(line, source)
        number, named = read.statement.number, f"{source}, statement {read.statement.number}"
        keys = keys or frozenset({read.key})
        if read.key not in keys:
            raise BadStore(named, f"it is signed by another key, {read.key}")
        if last is not None:
            expected = last.statement.number + 1
            if number != expected:
                raise BadStore(named, f"statement {expected} should stand here: it is missing")
            if read.statement.before != last.hash:
                raise BadStore(named, f"it follows another statement {number - 1} than this one")
        last = read
        yield read


def page_lines(data: bytes) -> list[bytes]:
    """Return the statements that `GET /api/heads` has answered, as lines of a file."""
    try:
        page = msgspec.json.decode(data, type=_Page)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return [data]
    return [bytes(line) for line in reversed(page.statements)]


def latest_state(lines: list[bytes], source: str) -> tuple[Signed, list[Chain]] | None:
    """Return the last statement of a file, and where all chains were then; None if it is empty."""
    last: Signed | None = None
    found: dict[tuple[str, str], Chain] = {}
    for line in reversed(lines):
        read = read_line(line, source)
        last = last or read
        for chain in read.chains:
            found.setdefault((chain.kind, chain.name), chain)
        if read.statement.complete:
            break
    return None if last is None else (last, list(found.values()))

"""A database held against a file of signed statements: every statement, not only the last."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from croupier.store.failures import BadStore
from croupier.store.statements import Signed, read_statements
from croupier.store.verify_heads import Chain


@dataclass(frozen=True, slots=True)
class CheckedStatements:
    """What a file of statements says, after its signatures and its chain were checked."""

    source: str
    first: Signed
    last: Signed
    count: int
    keys: tuple[str, ...]
    key_given: bool
    """Whether the key came from elsewhere; otherwise the file itself says whose it is."""
    names_wallets: bool
    """Whether every statement came with its list of wallets."""
    entries: tuple[tuple[Chain, str], ...]
    """The entries that the database must have, each with the statement that names it."""


def check_statements(
    lines: Iterable[bytes], source: str, keys: frozenset[str]
) -> CheckedStatements:
    """Return what the statements of a file name; raise `BadStore` for the first that is wrong."""
    first: Signed | None = None
    last: Signed | None = None
    count, names_wallets = 0, True
    signers: dict[str, None] = {}
    known: dict[tuple[str, str], tuple[int, str]] = {}
    entries: list[tuple[Chain, str]] = []
    for read in read_statements(lines, source, keys):
        first, last, count = first or read, read, count + 1
        names_wallets = names_wallets and read.names_wallets
        signers[read.key] = None
        statement = f"statement {read.statement.number} ({read.statement.at}) of {source}"
        for chain in read.chains:
            at = (chain.number, chain.head)
            if known.get((chain.kind, chain.name)) != at:
                known[chain.kind, chain.name] = at
                entries.append((chain, statement))
    if first is None or last is None:
        raise BadStore(source, "it has no statement")
    return CheckedStatements(
        source,
        first,
        last,
        count,
        tuple(signers),
        bool(keys),
        names_wallets,
        tuple(entries),
    )

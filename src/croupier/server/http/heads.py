"""Signed statements of all heads, and the key that they are signed with, for everybody."""

from __future__ import annotations

from pathlib import Path
from threading import Lock
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response
from pydantic import Field

from croupier.server.http import REFUSALS, App, json_response
from croupier.server.http import models as m
from croupier.store.failures import BadStore
from croupier.store.statement_file import last_lines
from croupier.store.statements import read_line

MOST = 20

router = APIRouter(prefix="/api", tags=["house"], responses={503: REFUSALS[503]})


class HeadOfChain(m.Out):
    """Where a chain of the house was: how many entries it had, and its last hash."""

    kind: str
    name: str
    number: int
    head: str


class WalletHeads(m.Out):
    """How many wallets had changed, and the hash of the list of them."""

    changed: int
    hash: str


class HeadsStatement(m.Out):
    """Where the chains of the house were at a time: those that had changed, or all."""

    format: str
    number: int
    at: str
    why: str
    before: str = Field(description="The hash of the statement before.")
    complete: bool = Field(description="Whether it names all chains.")
    chains: list[HeadOfChain]
    wallets: WalletHeads
    counts: dict[str, int]
    head: str = Field(description="One hash over all heads.")


class SignedStatement(m.Out):
    """A statement, and the signature over its bytes as they stand here."""

    statement: HeadsStatement
    key: str
    signature: str


class Heads(m.Out):
    """The last statements, the latest first."""

    statements: list[SignedStatement]


class PublicKey(m.Out):
    """A public key of the house, in hexadecimal."""

    use: Literal["heads"]
    kind: Literal["ed25519"]
    public: str


class Keys(m.Out):
    """The public keys of the house."""

    keys: list[PublicKey]


class _Cache:
    """The last statements of a file; it is read again only when it has changed."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._seen: tuple[Path, int, int] | None = None
        self._lines: list[bytes] = []

    def lines(self, path: Path) -> list[bytes]:
        """Return the last statements as everybody may see them, the latest first."""
        with self._lock:
            try:
                found = path.stat()
            except OSError:
                return []
            seen = (path, found.st_mtime_ns, found.st_size)
            if seen != self._seen:
                self._lines = [_public(line) for line in reversed(last_lines(path, MOST))]
                self._seen = seen
            return self._lines


def _public(line: bytes) -> bytes:
    try:
        return read_line(line, "").public()
    except BadStore:
        return b""


_CACHE = _Cache()


@router.get("/heads", operation_id="listHeads", response_model=Heads)
async def heads(app: App, most: Annotated[int, Query(ge=1, le=MOST)] = 1) -> Response:
    """Return the last signed statements of where all chains are, the latest first."""
    publisher = app.publisher
    lines = [] if publisher is None else await app.run_reading(_CACHE.lines, publisher.file)
    # As they were signed, byte for byte.
    joined = b",".join(line for line in lines[:most] if line)
    return Response(b'{"statements":[' + joined + b"]}", media_type="application/json")


@router.get("/keys", operation_id="listKeys", response_model=Keys)
async def keys(app: App) -> Response:
    """Return the public keys of this house."""
    publisher = app.publisher
    found = [] if publisher is None else [publisher.public_key]
    return json_response(
        {"keys": [{"use": "heads", "kind": "ed25519", "public": key} for key in found]}
    )

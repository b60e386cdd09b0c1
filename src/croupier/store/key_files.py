"""Secret keys in files of their own, away from the data: by default in the user's configuration."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

from croupier.store.address import Address


class BadKeyFile(Exception):
    """A key file cannot be read or made, or others may read it."""


def configuration_folder() -> Path:
    """Return the folder of the user's configuration of croupier; it need not exist."""
    base = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(base) / "croupier"


def usual_place(address: Address, what: str) -> Path:
    """Return where a file that belongs to one database lies unless somebody says otherwise.

    The name has a hash of the database's place, so that no two houses share it.
    """
    if address.path is not None:
        name, place = address.path.name, str(address.path.resolve())
    else:
        parts = urlsplit(address.url or "")
        name = parts.path.strip("/") or "database"
        place = f"{parts.hostname}:{parts.port}/{name}?{parts.query}"
    return configuration_folder() / f"{name}-{sha256(place.encode()).hexdigest()[:12]}.{what}"


def read_key_file(path: Path) -> bytes:
    """Return what a key file holds; raise `BadKeyFile` if others than its owner may read it."""
    try:
        if path.stat().st_mode & 0o077:
            raise BadKeyFile(f"{path} can be read by others: chmod 600 {path}")
        return path.read_bytes()
    except OSError as wrong:
        raise BadKeyFile(f"cannot read {path}: {wrong.strerror}") from None


def read_or_make_key_file(path: Path, make: Callable[[], bytes]) -> tuple[bytes, bool]:
    """Return what a key file holds, and True if it was made now, with mode 0600."""
    if path.exists():
        return read_key_file(path), False
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            with os.fdopen(file, "wb") as written:
                written.write(make())
                written.flush()
                os.fsync(written.fileno())
            # Unlike a rename, a link never takes the place of a key that another process made.
            try:
                os.link(beside, path)
            except FileExistsError:
                return read_key_file(path), False
        finally:
            beside.unlink()
    except OSError as wrong:
        raise BadKeyFile(f"cannot make the key file {path}: {wrong.strerror}") from None
    with suppress(OSError):
        folder = os.open(path.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
    return read_key_file(path), True

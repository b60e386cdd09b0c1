"""Secret keys in files of their own, away from the data: by default in the user's configuration."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

from croupier.store.address import Address
from croupier.store.atomic_file import replacing, sync_folder


class BadKeyFile(Exception):
    """A key file cannot be read or made, or others may read it."""


def configuration_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of the user's configuration of croupier; it need not exist."""
    base = environment.get("XDG_CONFIG_HOME", "")
    if os.path.isabs(base):
        return Path(base) / "croupier"
    try:
        return Path.home() / ".config" / "croupier"
    except RuntimeError:
        raise BadKeyFile("there is no home folder to keep keys in") from None


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
    made = False
    try:
        if not path.exists():
            made = make_key_file(path, make())
    except OSError as wrong:
        raise BadKeyFile(f"cannot make the key file {path}: {wrong.strerror}") from None
    return read_key_file(path), made


def make_key_file(path: Path, content: bytes) -> bool:
    """Create a file with mode 0600; return False if another process was faster: its file stays.

    It is on the disk when this returns, with its folder: no data may outlive its key.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with replacing(beside, 0o600) as file:
        file.write(content)
    try:
        # Unlike a rename, a link never takes the place of a key that another process made.
        os.link(beside, path)
    except FileExistsError:
        return False
    finally:
        beside.unlink()
    sync_folder(path.parent)
    with suppress(PermissionError):
        # The folder itself may be new; one above it may be closed to this user.
        sync_folder(path.parent.parent)
    return True

"""Where a database is: the path of a SQLite file, or a postgresql:// URL."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from croupier.store.failures import WrongDatabase

USUAL = "croupier.db"
"""The database that is used when none is named: a file in the current folder."""

_SQLITE = "sqlite:///"
_POSTGRES = ("postgresql://", "postgres://")
_MAGIC = b"SQLite format 3\0"


@dataclass(frozen=True, slots=True)
class Address:
    """Where a database is: either a path or a URL, never both."""

    path: Path | None
    url: str | None

    @classmethod
    def parse(cls, text: str) -> Address:
        """Return the address that a text names; raise `WrongDatabase`."""
        if text.startswith(_POSTGRES):
            return cls(None, text)
        path = text.removeprefix(_SQLITE)
        if "://" in path or not path:
            raise WrongDatabase(
                f"a database is the path of a file or a postgresql:// address, not {shown(text)}"
            )
        return cls(Path(path), None)

    def __str__(self) -> str:
        return str(self.path) if self.path is not None else shown(self.url or "")


def shown(url: str) -> str:
    """Return an address without its password, for messages and logs."""
    parts = urlsplit(url)
    if parts.password is None:
        return url
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit(parts._replace(netloc=f"{parts.username}:***@{host}"))


def names_database(text: str) -> bool:
    """Return True if a text names a database, not a log, by its scheme or the file's content."""
    if text.startswith((*_POSTGRES, _SQLITE)):
        return True
    try:
        with Path(text).open("rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except OSError:
        return False

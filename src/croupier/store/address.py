"""Where a database is: the path of a SQLite file, or a postgresql:// URL."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from croupier.store.failures import WrongDatabase

USUAL = "croupier.db"
"""The database of who names none: a file in the current folder."""

_SQLITE = "sqlite:///"
_POSTGRES = ("postgresql://", "postgres://")
_MAGIC = b"SQLite format 3\0"


@dataclass(frozen=True, slots=True)
class Address:
    """A database by where it is; exactly one of the two is there."""

    path: Path | None
    url: str | None

    @classmethod
    def parse(cls, text: str) -> Address:
        """Read what a person or a setting names a database by."""
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
    """Write an address without its password: it ends up in messages and logs."""
    parts = urlsplit(url)
    if parts.password is None:
        return url
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit(parts._replace(netloc=f"{parts.username}:***@{host}"))


def names_database(text: str) -> bool:
    """Say whether a name means a database and not a log: by its scheme, or by its first bytes."""
    if text.startswith((*_POSTGRES, _SQLITE)):
        return True
    try:
        with Path(text).open("rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except OSError:
        return False

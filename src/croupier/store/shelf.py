"""The games of a house: those that ship, its own files, those uploaded, and those tables run on."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from enum import StrEnum
from hashlib import sha256
from typing import NamedTuple

from sqlalchemy import delete, insert, select

from croupier.errors import Code, InvalidInput, brief
from croupier.game.checked_mapping import BadGame
from croupier.game.loading import keys, read_text, shipped
from croupier.game.model import Game
from croupier.store import schema as s
from croupier.store.incidents import Incidents, Kind
from croupier.store.queries import Reader
from croupier.store.replay import Games
from croupier.words import say


class Origin(StrEnum):
    """Where the house has a game from."""

    SHIPPED = "shipped"
    FILE = "file"
    UPLOAD = "upload"
    STORED = "stored"
    """A table was opened with it, and it is offered no more."""


class OfferedGame(NamedTuple):
    """A game, and where the house has it from."""

    game: Game
    origin: Origin


class Shelf:
    """Finds the games of a house by key and by digest.

    Uploaded games are read from the database each time, so all processes know the same ones.
    """

    def __init__(self, reader: Reader, stored: Games, own: Iterable[Game] = ()) -> None:
        """Offer what ships, `own`, and what was uploaded; `stored` has those of all tables."""
        self._reader = reader
        self._stored = stored
        self._own = {game.key: game for game in own}
        self._read: dict[str, Game] = {}

    def find(self, key: str) -> Game:
        """Return the game that a table is opened with; raise `InvalidInput` if there is none."""
        # By key only: a name from the network must not open a file.
        with suppress(KeyError):
            return self.offered(key).game
        raise InvalidInput(Code.UNKNOWN_GAME, say("server.no_such_game", game=brief(key)))

    def offered(self, key: str) -> OfferedGame:
        """Return a game that is offered now; raise KeyError if there is none of this key."""
        if key in self._own:
            return OfferedGame(self._own[key], Origin.FILE)
        if key in keys():
            return OfferedGame(shipped(key), Origin.SHIPPED)
        with suppress(UnicodeEncodeError):
            key.encode()
            for row in self._reader.offered(key):
                with suppress(BadGame):
                    return OfferedGame(self._uploaded(row.file), Origin.UPLOAD)
        raise KeyError(key)

    def all(self) -> tuple[OfferedGame, ...]:
        """Return all games that are offered now: what ships, the files, what was uploaded."""
        found = [OfferedGame(shipped(key), Origin.SHIPPED) for key in keys()]
        found += [OfferedGame(game, Origin.FILE) for game in self._own.values()]
        for row in self._reader.offered():
            if row.key not in self._own:
                # An earlier version may have taken a file that this one finds mistakes in.
                with suppress(BadGame):
                    found.append(OfferedGame(self._uploaded(row.file), Origin.UPLOAD))
        return tuple(found)

    def of_digest(self, key: str, digest: str) -> OfferedGame:
        """Return a game that is offered now or that a table was opened with; else KeyError."""
        with suppress(KeyError):
            found = self.offered(key)
            if found.game.digest == digest:
                return found
        with suppress(ValueError):
            game = self._stored.find(digest)
            if game.key == key:
                return OfferedGame(game, Origin.STORED)
        raise KeyError(key)

    def taken(self, key: str) -> bool:
        """Return True if no upload may have this key: a file of the house has it, or it ships."""
        return key in self._own or key in keys()

    def file(self, key: str) -> str | None:
        """Return the text of an uploaded file; None if there is none of this key."""
        return next((row.file for row in self._reader.offered(key)), None)

    def uploaded_digest(self, key: str) -> str | None:
        """Return the digest of an uploaded game, even if it cannot be read any more; else None."""
        return next((row.digest for row in self._reader.offered(key)), None)

    def _uploaded(self, file: str) -> Game:
        mark = fingerprint(file)
        if mark not in self._read:
            self._read[mark] = read_text(file, "the uploaded file")
        return self._read[mark]


def fingerprint(file: str) -> str:
    """Return the hash of a file's text, translations and comments included."""
    return sha256(file.encode()).hexdigest()


def offer(journal: Incidents, game: Game, file: str, by: str) -> None:
    """Offer an uploaded game from now on, in place of an earlier one of its key.

    The journal notes who uploaded it; the same file again changes nothing.
    """
    row = s.offered_games.c
    with journal.writing() as entry:
        known = entry.connection.execute(
            select(row.digest, row.file).where(row.key == game.key)
        ).first()
        if known is not None and known.file == file:
            return
        before = None if known is None else _told(known.digest, known.file)
        entry.connection.execute(delete(s.offered_games).where(row.key == game.key))
        entry.connection.execute(
            insert(s.offered_games).values(
                key=game.key, digest=game.digest, file=file, at=entry.at, actor=by
            )
        )
        after = _told(game.digest, file)
        entry.note(Kind.GAME_OFFERED, by, game.key, before=before, after=after)


def withdraw(journal: Incidents, key: str, by: str) -> bool:
    """Offer an uploaded game no more; return False if there is none. Tables that run go on."""
    row = s.offered_games.c
    with journal.writing() as entry:
        known = entry.connection.execute(select(row.digest, row.file).where(row.key == key)).first()
        if known is None:
            return False
        entry.connection.execute(delete(s.offered_games).where(row.key == key))
        entry.note(Kind.GAME_WITHDRAWN, by, key, before=_told(known.digest, known.file))
    return True


def _told(digest: str, file: str) -> dict[str, str]:
    """Return what the journal notes of a game; `croupier verify` compares the file with it."""
    return {"digest": digest, "sha256": fingerprint(file)}

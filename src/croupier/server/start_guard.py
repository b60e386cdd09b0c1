"""Before a server starts: nobody else serves the file, and the house has lost nothing."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from croupier.accounts import People
from croupier.server.config import BadConfig, Config
from croupier.server.monitoring import SERVER
from croupier.server.webhook import read_webhook_secret
from croupier.store.address import Address
from croupier.store.clock import Clock
from croupier.store.incidents import MOST_DETAIL, Kind
from croupier.store.key_files import BadKeyFile, usual_place
from croupier.store.served_file import ServerLock, share_lock
from croupier.store.signing import make_signing_key
from croupier.store.start_check import Loss, evidence, find_loss


class StartGuard:
    """Holds the lock of a SQLite file for a server, and knows what its house has lost."""

    def __init__(self, config: Config, *, accept_loss: bool) -> None:
        """Take the lock; raise `WrongDatabase` if it is held, or something is lost."""
        self._address = Address.parse(config.database)
        self._key = self._place(config.signing_key, "signing.pem")
        self._heads = self._place(config.heads_file, "heads.jsonl")
        self._secret: Path | None = None
        if config.alerts_webhook is not None:
            self._secret = self._place(config.alerts_secret, "alerts.secret")
        self.config = replace(
            config,
            signing_key=str(self._key.absolute()),
            heads_file=str(self._heads.absolute()),
            alerts_secret=None if self._secret is None else str(self._secret.absolute()),
        )
        path = self._address.path
        self._lock = None if path is None else ServerLock(path)
        try:
            # A key that somebody names may serve several houses: it says nothing about this one.
            own_key = None if config.signing_key else self._key
            known = evidence(self._address, self._heads, own_key)
            self._loss: Loss | None = find_loss(self._address, known)
            if self._loss is not None and not accept_loss:
                raise self._loss.refusal(self._address)
            if self._lock is not None and config.workers > 1:
                self._lock.share()
        except BaseException:
            self.close()
            raise

    def _place(self, named: str | None, usual: str) -> Path:
        """Return the file that a setting names, or the usual one of this database."""
        if named is not None:
            return Path(named)
        try:
            return usual_place(self._address, usual)
        except BadKeyFile as wrong:
            named = "signing_key, heads_file and alerts_secret"
            raise BadConfig(f"{wrong}: name files with {named}") from None

    def database_ready(self) -> tuple[str, ...]:
        """Make the keys, now that there is a database; note a loss that was accepted.

        Return what the operator is told about both, once everything is known to be in order.
        """
        told = []
        try:
            if make_signing_key(self._key):
                told.append(f"heads are signed with a new key, {self._key}")
        except BadKeyFile as wrong:
            raise BadConfig(f"{wrong}; signing_key names another place") from None
        try:
            if self._secret is not None and read_webhook_secret(self._secret)[1]:
                copy = "copy it to the receiver"
                told.append(f"alerts are signed with a new secret, {self._secret}: {copy}")
        except BadKeyFile as wrong:
            raise BadConfig(f"{wrong}; alerts_secret names another place") from None
        if self._loss is not None:
            self._note_loss(self._loss)
            told.append(f"going on without what is lost: {self._loss.what}")
        return tuple(told)

    def _note_loss(self, loss: Loss) -> None:
        with People.open(self.config.database) as people:
            detail = {"lost": loss.what[: MOST_DETAIL // 2]}
            people.incidents.note(Kind.LOSS_ACCEPTED, SERVER, detail=detail)
        if self._lock is not None:
            self._lock.forget_last_entry()
        self._put_aside()

    def _put_aside(self) -> None:
        """Begin a new file of statements; the old one, which no longer holds, is kept."""
        if not self._heads.exists():
            return
        mark = Clock().text().replace(":", "")
        aside = self._heads.with_name(f"{self._heads.name}.before-{mark}")
        try:
            self._heads.rename(aside)
        except OSError as wrong:
            raise BadConfig(f"cannot rename {self._heads}: {wrong.strerror}") from None

    def close(self) -> None:
        """Release the lock."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None


def join_server(config: Config) -> None:
    """Share the lock of the server that this worker process belongs to, until it ends."""
    path = Address.parse(config.database).path
    if path is not None:
        os.set_inheritable(share_lock(path), False)

"""The master key of the vault: read from a file or a command, made where there is none.

It lies apart from the database, so a copy of the database alone tells nothing. A file may hold
several keys, one a line: the first wraps data keys, the others only unwrap what they wrapped.
"""

from __future__ import annotations

import os
import secrets
import shlex
import subprocess
from base64 import b64decode
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from croupier.store.address import Address
from croupier.store.atomic_file import replacing
from croupier.store.failures import WrongDatabase
from croupier.store.key_files import BadKeyFile, configuration_folder, make_key_file
from croupier.store.sealing import KEY_BYTES

VARIABLE = "CROUPIER_VAULT_KEY"
"""The environment variable that names the file of the key."""

VARIABLE_COMMAND = "CROUPIER_VAULT_KEY_COMMAND"
"""The environment variable with a command that prints the key."""

COMMAND_SECONDS = 60
"""How long a command that prints the key may take."""

_ID = b"croupier.vault.1.id\0"
_WRAPPED = b"croupier.vault.1.key\0"
_NONCE = 12
_ABOUT = (
    "# The key of croupier's vault. Without it no shoe in play is dealt to its end: keep a copy,\n"
    "# apart from the database. The first key seals, the others only open what is older.\n"
)


class BadVaultKey(WrongDatabase):
    """The key is missing, wrong, or readable for others: one sentence for the operator."""


@dataclass(frozen=True, slots=True)
class MasterKey:
    """A master key; its id is public."""

    secret: bytes = field(repr=False)

    @property
    def id(self) -> str:
        """The name of the key: a part of its hash, which tells nothing about 256 random bits."""
        return sha256(_ID + self.secret).hexdigest()[:16]

    def wrap(self, number: int, data_key: bytes) -> bytes:
        """Return a data key as the database keeps it."""
        nonce = secrets.token_bytes(_NONCE)
        return nonce + AESGCM(self.secret).encrypt(nonce, data_key, self._bound(number))

    def unwrap(self, number: int, wrapped: bytes) -> bytes:
        """Return a data key that this key has wrapped; raise `BadVaultKey`."""
        nonce, secret = wrapped[:_NONCE], wrapped[_NONCE:]
        try:
            return AESGCM(self.secret).decrypt(nonce, secret, self._bound(number))
        except (InvalidTag, ValueError):
            said = f"data key {number} of the vault was changed: key {self.id} does not open it"
            raise BadVaultKey(said) from None

    def _bound(self, number: int) -> bytes:
        return _WRAPPED + self.id.encode() + number.to_bytes(4, "big")


class Keys(Protocol):
    """Where master keys come from."""

    def ring(self, needed: str | None, address: Address) -> KeyRing:
        """Return the keys for a database; `needed` is the id of the one that it is sealed with.

        Raise `BadVaultKey` if that one is not there. With None a new key may be made.
        """


@dataclass(frozen=True, slots=True)
class KeyRing:
    """Master keys, the current one first."""

    keys: tuple[MasterKey, ...]
    where: str = "memory"
    """Where they are from, for messages."""

    @classmethod
    def random(cls) -> KeyRing:
        """Return a new key that is kept nowhere."""
        return cls((MasterKey(secrets.token_bytes(KEY_BYTES)),))

    @property
    def first(self) -> MasterKey:
        """The key that wraps data keys."""
        return self.keys[0]

    def find(self, id: str) -> MasterKey | None:
        """Return a key by its id."""
        return next((key for key in self.keys if key.id == id), None)

    def ring(self, needed: str | None, address: Address) -> KeyRing:
        """Return itself if it has the key that is needed; raise `BadVaultKey`."""
        if needed is not None and self.find(needed) is None:
            has = ", ".join(key.id for key in self.keys)
            raise BadVaultKey(
                f"{address} is sealed with vault key {needed}, and {self.where} has another: {has}"
            )
        return self


def read_keys(text: str, where: str) -> KeyRing:
    """Return the keys in a text, one a line, in hexadecimal or base64; raise `BadVaultKey`."""
    keys = []
    for line in text.splitlines():
        word = line.strip()
        if word and not word.startswith("#"):
            keys.append(MasterKey(_read_key(word, where)))
    if not keys:
        raise BadVaultKey(f"{where} holds no key")
    return KeyRing(tuple(keys), where)


def _read_key(word: str, where: str) -> bytes:
    key = b""
    with suppress(ValueError):
        key = bytes.fromhex(word) if len(word) == 2 * KEY_BYTES else b64decode(word, validate=True)
    if len(key) != KEY_BYTES:
        raise BadVaultKey(
            f"{where} holds something else than keys of {KEY_BYTES} bytes in hexadecimal or base64"
        )
    return key


def usual_path(environment: Mapping[str, str] = os.environ) -> Path:
    """Return where the key is unless a file is named: beside the user's configuration."""
    try:
        return configuration_folder(environment) / "vault.key"
    except BadKeyFile:
        raise BadVaultKey(
            "there is no home folder to keep the vault's key in: name a file with --vault-key"
        ) from None


@dataclass(frozen=True, slots=True)
class KeyFile:
    """Keys in a file that only its owner can read."""

    path: Path

    def __str__(self) -> str:
        return f"the key in {self.path}"

    def ring(self, needed: str | None, address: Address) -> KeyRing:
        """Return the keys in the file; make the file if it is missing and no key is needed yet."""
        self.check_place(address)
        if not self.path.exists():
            if needed is not None:
                raise BadVaultKey(
                    f"{address} is sealed with vault key {needed}, and there is no {self.path}: "
                    "put the file back, or name it with --vault-key"
                )
            self.make(KeyRing.random())
        return self.read().ring(needed, address)

    def check_place(self, address: Address) -> None:
        """Raise `BadVaultKey` if the file lies in the folder of a database."""
        folder = address.path.absolute().parent if address.path is not None else None
        if folder is not None and self.path.absolute().parent.resolve() == folder.resolve():
            raise BadVaultKey(
                f"the vault's key {self.path} lies beside the database, where one copy takes both: "
                "keep it in another folder"
            )

    def read(self) -> KeyRing:
        """Return the keys in the file; raise `BadVaultKey` if others may read it."""
        try:
            with self.path.open(encoding="utf-8") as file:
                mode = os.fstat(file.fileno()).st_mode & 0o777
                text = file.read()
        except (OSError, UnicodeDecodeError) as wrong:
            reason = wrong.strerror if isinstance(wrong, OSError) else "it is no text"
            raise BadVaultKey(f"cannot read the vault's key {self.path}: {reason}") from None
        if mode & 0o077:
            raise BadVaultKey(
                f"others may read the vault's key {self.path} (mode {mode:03o}): "
                f"chmod 600 {shlex.quote(str(self.path))}"
            )
        return read_keys(text, str(self.path))

    def add(self, keys: KeyRing) -> KeyRing:
        """Put a new key in front of others, and return all of them."""
        added = KeyRing((*KeyRing.random().keys, *keys.keys), str(self.path))
        with replacing(self.path, 0o600) as file:
            file.write(_written(added))
        return added

    def make(self, keys: KeyRing) -> None:
        """Create the file with a new key; if another process was faster, its file stays."""
        try:
            make_key_file(self.path, _written(keys))
        except OSError as wrong:
            reason = wrong.strerror or wrong
            raise BadVaultKey(f"cannot make the vault's key {self.path}: {reason}") from None


@dataclass(slots=True)
class LateKeys:
    """Keys of a file that, if it is missing, is made only when everything else has worked."""

    of: KeyFile | KeyCommand
    _new: KeyRing | None = None

    def __str__(self) -> str:
        return str(self.of)

    def ring(self, needed: str | None, address: Address) -> KeyRing:
        """Return the keys; a new one is kept in memory."""
        if isinstance(self.of, KeyCommand) or needed is not None or self.of.path.exists():
            return self.of.ring(needed, address)
        self.of.check_place(address)
        self._new = KeyRing.random()
        return self._new

    def keep(self) -> None:
        """Write a new key into its file; raise `BadVaultKey` if another was made meanwhile."""
        if self._new is None or isinstance(self.of, KeyCommand):
            return
        self.of.make(self._new)
        if self.of.read().find(self._new.first.id) is None:
            raise BadVaultKey(f"{self.of.path} was made by another program meanwhile: try again")


def _written(ring: KeyRing) -> bytes:
    return (_ABOUT + "".join(f"{key.secret.hex()}\n" for key in ring.keys)).encode()


@dataclass(frozen=True, slots=True)
class KeyCommand:
    """Keys that a command prints, as the client of a key management service does."""

    command: str

    def __str__(self) -> str:
        return "the key that a command prints"

    def ring(self, needed: str | None, address: Address) -> KeyRing:
        """Run the command and return the keys that it prints; raise `BadVaultKey`."""
        return self.read().ring(needed, address)

    def read(self) -> KeyRing:
        """Return the keys that the command prints; it is started without a shell."""
        try:
            words = shlex.split(self.command)
            done = subprocess.run(
                words,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                timeout=COMMAND_SECONDS,
                check=False,
            )
        except (OSError, ValueError, IndexError, subprocess.TimeoutExpired) as wrong:
            reason = getattr(wrong, "strerror", None) or type(wrong).__name__
            raise BadVaultKey(f"the command for the vault's key cannot be run: {reason}") from None
        if done.returncode:
            said = f"the command for the vault's key ended with status {done.returncode}"
            raise BadVaultKey(said)
        return read_keys(done.stdout.decode("ascii", "replace"), "the command for the vault's key")


def keys_from(file: str | None, command: str | None) -> KeyFile | KeyCommand:
    """Return where the key comes from: a file, a command, or neither for the usual file."""
    if file is not None and command is not None:
        raise BadVaultKey("name a file with the vault's key or a command that prints it, not both")
    if command is not None:
        return KeyCommand(command)
    return KeyFile(Path(file).expanduser() if file is not None else usual_path())


def usual_keys() -> KeyFile | KeyCommand:
    """Return where the key comes from if nobody says: the environment, or the usual file."""
    file, command = os.environ.get(VARIABLE), os.environ.get(VARIABLE_COMMAND)
    return keys_from(file or None, command or None)

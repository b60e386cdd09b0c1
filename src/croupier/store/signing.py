"""Ed25519 signatures: the house's key in a file, and public keys as others give them."""

from __future__ import annotations

from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from croupier.store.key_files import BadKeyFile, read_key_file, read_or_make_key_file


class BadKey(Exception):
    """A text or a file is no Ed25519 key."""


class SigningKey:
    """A private key; it signs, and tells its public half."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        raw = key.public_key().public_bytes_raw()
        self.public = raw.hex()
        """The public key: 32 bytes in hexadecimal."""

    def sign(self, data: bytes) -> str:
        """Return a signature in hexadecimal."""
        return self._key.sign(data).hex()


def _new_key() -> bytes:
    return Ed25519PrivateKey.generate().private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


def make_signing_key(path: Path) -> bool:
    """Make a key file if there is none, and return True if so; raise `BadKeyFile`."""
    text, made = read_or_make_key_file(path, _new_key)
    _private(path, text)
    return made


def read_signing_key(path: Path) -> SigningKey:
    """Return the key in a file; raise `BadKeyFile`."""
    return _private(path, read_key_file(path))


def _private(path: Path, text: bytes) -> SigningKey:
    try:
        key = serialization.load_pem_private_key(text, None)
    except (ValueError, TypeError):
        key = None
    if not isinstance(key, Ed25519PrivateKey):
        raise BadKeyFile(f"{path} holds no Ed25519 key in PEM")
    return SigningKey(key)


def read_public_key(given: str) -> str:
    """Return a public key in hexadecimal, from that or from a file; raise `BadKey`.

    A file has hexadecimal digits or PEM.
    """
    text = given
    if len(given) != 64:
        try:
            text = Path(given).read_text("ascii").strip()
        except (OSError, UnicodeDecodeError):
            raise BadKey(f"{given} is neither a public key in hexadecimal nor a file") from None
    try:
        if text.startswith("-----BEGIN"):
            found = serialization.load_pem_public_key(text.encode())
            if isinstance(found, Ed25519PublicKey):
                return found.public_bytes_raw().hex()
        elif len(bytes.fromhex(text)) == 32:
            return text.lower()
    except ValueError:
        pass
    raise BadKey(f"{given} holds no public Ed25519 key: 64 hexadecimal digits, or PEM")


def signature_holds(public: str, signature: str, data: bytes) -> bool:
    """Return True if a signature of some data was made with a key."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        key.verify(bytes.fromhex(signature), data)
    except (ValueError, InvalidSignature):
        return False
    return True

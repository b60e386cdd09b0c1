"""What is sent to an address outside: signed alerts, and statements that wait for their turn."""

from __future__ import annotations

import hmac
import secrets
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Callable, Mapping
from pathlib import Path
from queue import Empty, Full, Queue
from threading import Event, Thread

import httpx

from croupier.store.key_files import BadKeyFile, read_or_make_key_file
from croupier.words import Message, say

ATTEMPTS = 5
"""How often a statement is sent before it is given up; the next ones are still tried."""
FIRST_PAUSE = 1.0
"""Seconds before the second attempt; doubled each time."""
TIMEOUT = 5.0
MOST_WAITING = 100
"""How many statements wait; of more, the oldest are given up."""

SECRET_BYTES = 32
SECRET_PREFIX = "whsec_"
"""How a secret begins in its file, so that a receiver knows what it is."""

OnSent = Callable[[str | None], None]
"""Called with None when a statement was taken, or with why it was not."""


def new_client() -> httpx.Client:
    """Return a client for `post`; it follows no redirect, and asks no proxy."""
    return httpx.Client(timeout=TIMEOUT, trust_env=False, follow_redirects=False)


def post(
    client: httpx.Client, url: str, body: bytes, headers: Mapping[str, str] | None = None
) -> Message | None:
    """Send JSON; return None if the other end took it, or why it did not.

    The address is never in what is returned: it may hold a token.
    """
    try:
        answer = client.post(
            url, content=body, headers={"content-type": "application/json", **(headers or {})}
        )
    except (httpx.HTTPError, httpx.InvalidURL) as wrong:
        why = f"{type(wrong).__name__}: {wrong}".replace(url, "…")
        return say("alerts.unreachable", why=why)
    if answer.is_success:
        return None
    if answer.is_redirect:
        return say("alerts.redirected", status=str(answer.status_code))
    return say("alerts.answered", status=str(answer.status_code))


def read_webhook_secret(path: Path) -> tuple[bytes, bool]:
    """Return the secret in a file, and True if it was made now; raise `BadKeyFile`."""

    def new() -> bytes:
        return f"{SECRET_PREFIX}{b64encode(secrets.token_bytes(SECRET_BYTES)).decode()}\n".encode()

    text, made = read_or_make_key_file(path, new)
    try:
        secret = b64decode(text.strip().removeprefix(SECRET_PREFIX.encode()), validate=True)
    except NotBase64:
        secret = b""
    if len(secret) < SECRET_BYTES:
        wanted = f"{SECRET_PREFIX} and at least {SECRET_BYTES} bytes in base64"
        raise BadKeyFile(f"{path} holds no secret: {wanted}")
    return secret, made


def signed_headers(secret: bytes, id: str, timestamp: int, body: bytes) -> dict[str, str]:
    """Return the headers of Standard Webhooks: id, seconds since 1970, and a signature of all."""
    signed = b".".join((id.encode(), str(timestamp).encode(), body))
    signature = b64encode(hmac.digest(secret, signed, "sha256")).decode()
    return {
        "webhook-id": id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": f"v1,{signature}",
    }


class Webhook:
    """Sends statements by POST, one after the other."""

    def __init__(
        self, url: str, on_sent: OnSent = lambda _: None, *, pause: float = FIRST_PAUSE
    ) -> None:
        """Start the thread."""
        self._url = url
        self._on_sent = on_sent
        self._pause = pause
        self._waiting: Queue[bytes | None] = Queue(MOST_WAITING)
        self._closing = Event()
        self._thread = Thread(target=self._work, name="croupier-webhook", daemon=True)
        self._thread.start()

    def send(self, line: bytes) -> None:
        """Hand in a statement; this returns at once."""
        self._put(line)

    def _put(self, line: bytes | None) -> None:
        while True:
            try:
                self._waiting.put_nowait(line)
                return
            except Full:
                try:
                    self._waiting.get_nowait()
                    self._on_sent("too many are waiting")
                except Empty:
                    continue

    def _work(self) -> None:
        with new_client() as client:
            while (line := self._waiting.get()) is not None:
                self._on_sent(self._deliver(client, line))

    def _deliver(self, client: httpx.Client, line: bytes) -> str | None:
        """Return None if the other end took a statement, or why it did not."""
        why = ""
        for attempt in range(ATTEMPTS):
            if attempt and self._closing.wait(self._pause * 2 ** (attempt - 1)):
                break
            refusal = post(client, self._url, line)
            if refusal is None:
                return None
            why = str(refusal)
        return why

    def close(self) -> None:
        """Send what is waiting, each once more at most, then stop."""
        self._closing.set()
        self._put(None)
        self._thread.join(2 * TIMEOUT)

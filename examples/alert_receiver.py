"""Receives the alerts of a house: checks who sent them, refuses replays, prints them.

    python3 alert_receiver.py --secret alerts.secret [--host 127.0.0.1] [--port 8450]

The secret is a copy of the server's file. It needs nothing but Python 3.11, and is meant to be
read, and changed into what wakes somebody up.

A request has three headers, as in Standard Webhooks, which has libraries for many languages:

    webhook-id         the alert; the same one has the same id however often it is sent
    webhook-timestamp  when it was sent, in seconds since 1970
    webhook-signature  "v1," and the HMAC-SHA256 of "ID.TIMESTAMP.BODY" in base64; several are
                       separated by spaces

204 says that the alert was taken, also for one that is known already: an answer may have been
lost on the way. Everything else makes the server send it again, later and later.
"""

from __future__ import annotations

import argparse
import hmac
import json
import sys
import time
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock

WINDOW = 300
"""So many seconds a request may be old, or its clock ahead."""
MOST_BYTES = 100_000


class Refused(Exception):
    """A request is not taken."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status
        """What it is answered with."""


def read_secret(path: Path) -> bytes:
    """Return the key in a file of the server: "whsec_" and base64; raise OSError or ValueError."""
    secret = b64decode(path.read_text("ascii").strip().removeprefix("whsec_"), validate=True)
    if len(secret) < 32:
        raise ValueError("it holds no secret")
    return secret


class Inbox:
    """Takes requests, each once; any thread may use it."""

    def __init__(self, secret: bytes, clock: Callable[[], float] = time.time) -> None:
        """Use a secret; tests pass in a clock."""
        self._secret = secret
        self._clock = clock
        self._lock = Lock()
        self._seen: dict[tuple[str, str], float] = {}
        """Requests of the last minutes, by id and timestamp."""
        self._known: dict[str, None] = {}
        """Alerts that were taken. Keep them in a file if this program is ever started again."""

    def take(self, headers: Mapping[str, str], body: bytes) -> dict[str, object] | None:
        """Return the alert of a request; None if it is known already. Raise `Refused`.

        The names of headers are in lower case.
        """
        id, sent, signatures = (
            headers.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature")
        )
        mine = b64encode(hmac.digest(self._secret, f"{id}.{sent}.".encode() + body, "sha256"))
        # First of all, and in constant time: nothing of a stranger's request is looked at.
        right = [
            hmac.compare_digest(mine, each.removeprefix("v1,").encode())
            for each in signatures.split(" ")
        ]
        if not any(right):
            raise Refused(401, "the signature is wrong")
        now = self._clock()
        if abs(now - int(sent)) > WINDOW:
            raise Refused(400, "it is too old, or of the future: compare the clocks")
        alert: dict[str, object] = json.loads(body)
        with self._lock:
            self._seen = {key: at for key, at in self._seen.items() if at > now - 2 * WINDOW}
            if (id, sent) in self._seen:
                raise Refused(409, "this request has come before")
            self._seen[id, sent] = now
            if id in self._known:
                return None
            self._known[id] = None
        return alert


class Handler(BaseHTTPRequestHandler):
    """Answers the server."""

    inbox: Inbox

    def do_POST(self) -> None:
        """Take an alert and print it: a line of JSON."""
        try:
            length = int(self.headers.get("content-length", "0"))
            if not 0 < length <= MOST_BYTES:
                raise Refused(413, "that is no alert")
            headers = {name.lower(): value for name, value in self.headers.items()}
            alert = self.inbox.take(headers, self.rfile.read(length))
        except Refused as wrong:
            print(f"refused: {wrong}", file=sys.stderr, flush=True)
            self._answer(wrong.status)
            return
        if alert is not None:
            print(json.dumps(alert, ensure_ascii=False), flush=True)
        self._answer(204)

    def _answer(self, status: int) -> None:
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing: alerts and refusals are told above."""


def main() -> None:
    """Receive until it is stopped."""
    parser = argparse.ArgumentParser(description="Receives the alerts of a house.")
    parser.add_argument("--secret", type=Path, required=True, help="a copy of the server's file")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8450, help="0 takes a free one")
    given = parser.parse_args()
    try:
        Handler.inbox = Inbox(read_secret(given.secret))
        server = ThreadingHTTPServer((given.host, given.port), Handler)
    except (OSError, ValueError) as wrong:
        parser.error(f"{given.secret}, port {given.port}: {wrong}")
    with server:
        print(
            f"listening at http://{given.host}:{server.server_port}/", file=sys.stderr, flush=True
        )
        with suppress(KeyboardInterrupt):
            server.serve_forever()


if __name__ == "__main__":
    main()

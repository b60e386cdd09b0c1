"""The configurations for nginx and Caddy as they ship: valid, and a round is played through each.

Both run as ordinary processes at a free port, in a folder of their own.
"""

from __future__ import annotations

import os
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from server.client import Api, Live
from server.edge import rest, until
from server.people import add_people, open_tables
from server.process import Served

DEPLOY = Path(__file__).parents[2] / "deploy"

NGINX = """
daemon off; master_process off; pid {folder}/nginx.pid; error_log stderr;
events {{ worker_connections 512; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/croupier.conf;
}}
"""


@dataclass(frozen=True, slots=True)
class Proxy:
    """A proxy that runs: where, and which certificates it is known by."""

    port: int
    context: ssl.SSLContext

    @property
    def base(self) -> str:
        """Its address for patrons."""
        return f"https://localhost:{self.port}"

    def dial(self, source: str) -> ssl.SSLSocket:
        """Return a new connection from an address of this machine."""
        plain = socket.create_connection(("127.0.0.1", self.port), 10, source_address=(source, 0))
        return self.context.wrap_socket(plain, server_hostname="localhost")


class ProxiedApi(Api):
    """An HTTP client that knows the proxy's certificate."""

    def __init__(self, proxy: Proxy, token: str) -> None:
        super().__init__(proxy.base, token)
        self.http = httpx.Client(
            base_url=proxy.base,
            headers={"authorization": f"Bearer {token}"},
            timeout=30,
            trust_env=False,
            verify=proxy.context,
        )


class ProxiedLive(Live):
    """A socket through the proxy."""

    def __init__(self, proxy: Proxy, token: str) -> None:
        self.wire = connect(
            proxy.base.replace("http", "ws", 1) + "/api/live",
            origin=Origin(proxy.base),
            additional_headers={"Authorization": f"Bearer {token}"},
            ssl=proxy.context,
            compression=None,
            proxy=None,
            ping_interval=None,
            legacy=True,
        )
        self.frames, self.heard = [], []


def needed(name: str) -> str:
    """Return the path of a program; skip without it, but fail where tests have to run."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin")
    if found is None:
        why = f"there is no {name} on this machine"
        if os.environ.get("CROUPIER_CI"):
            pytest.fail(why)
        pytest.skip(why)
    return found


def changed(file: str, *changes: tuple[str, str]) -> str:
    """Return a configuration that ships, with changes that each have exactly one place in it.

    They are those that a house makes too (its name, its certificate, where the server is), and a
    shorter time for a head, so that nobody waits for it here.
    """
    text = (DEPLOY / file).read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, f"{file}: {old}"
        text = text.replace(old, new)
    return text


def free_port() -> int:
    """Return a port that is free now."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@contextmanager
def started(words: Sequence[str], folder: Path, port: int, **environment: str) -> Iterator[None]:
    """Run a program until it listens, and end it afterwards."""
    log = folder / "proxy.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            words, stdout=out, stderr=out, cwd=folder, env={**os.environ, **environment}
        )
    try:
        until(lambda: process.poll() is not None or _listens(port), 30)
        assert process.poll() is None, log.read_text()
        yield
    finally:
        process.terminate()
        process.wait(20)


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 5).close()
    except OSError:
        return False
    return True


@contextmanager
def nginx(folder: Path, port: int, server: str) -> Iterator[Proxy]:
    """Check nginx's configuration, then run it."""
    program, openssl = needed("nginx"), needed("openssl")
    certificate, key = folder / "cert.pem", folder / "key.pem"
    made = f"{openssl} req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    files = ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run([*made.split(), *names, *files], check=True, capture_output=True)
    text = changed(
        "nginx.conf",
        ("listen 443 ", f"listen 127.0.0.1:{port} "),
        ("server_name tables.example;", "server_name localhost;"),
        ("/etc/ssl/certs/tables.example.pem", str(certificate)),
        ("/etc/ssl/private/tables.example.key", str(key)),
        ("server 127.0.0.1:8321;", f"server {server};"),
        ("client_header_timeout 10s;", "client_header_timeout 1s;"),
    )
    (folder / "croupier.conf").write_text(text)
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder))
    words = [program, "-p", str(folder), "-e", "stderr", "-c", str(folder / "nginx.conf")]
    tried = subprocess.run([*words, "-t"], check=False, capture_output=True, text=True)
    assert tried.returncode == 0, tried.stderr
    assert "[warn]" not in tried.stderr, tried.stderr
    with started(words, folder, port):
        yield Proxy(port, ssl.create_default_context(cafile=str(certificate)))


@contextmanager
def caddy(folder: Path, port: int, server: str) -> Iterator[Proxy]:
    """Check Caddy's configuration, then run it."""
    program = needed("caddy")
    shipped = [program, "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    kept = {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "HOME": str(folder)}
    environment = {**os.environ, **kept}
    tried = subprocess.run(shipped, check=False, capture_output=True, text=True, env=environment)
    assert tried.returncode == 0, tried.stderr
    alone = "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\tservers {"
    site = f"\nhttps://localhost:{port} {{\n\tbind 127.0.0.1\n\ttls internal\n"
    text = changed(
        "Caddyfile",
        ("{\n\tservers {", alone),
        ("\ntables.example {\n", site),
        ("reverse_proxy 127.0.0.1:8321", f"reverse_proxy {server}"),
        ("read_header 10s", "read_header 1s"),
    )
    file = folder / "Caddyfile"
    file.write_text(text)
    with started([program, "run", "--config", str(file)], folder, port, **kept):
        root = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        until(root.exists)
        yield Proxy(port, ssl.create_default_context(cafile=str(root)))


@pytest.mark.parametrize("kind", [nginx, caddy], ids=["nginx", "caddy"])
def test_a_round_is_played_through_a_proxy(
    kind: Callable[[Path, int, str], AbstractContextManager[Proxy]],
    sqlite: str,
    folder: Path,
    tmp_path: Path,
) -> None:
    open_tables(sqlite)
    tokens = add_people(sqlite, "ann", "dee")
    port = free_port()
    settings = {
        "PROXIES": "127.0.0.1",
        "ORIGINS": f"https://localhost:{port}",
        "HTTPS": "true",
        "CONNECTIONS_PER_ADDRESS": "3",
    }
    with (
        Served(sqlite, folder, **settings) as served,
        kind(tmp_path, port, served.host) as proxy,
        ProxiedApi(proxy, tokens["dee"]) as dee,
        ProxiedLive(proxy, tokens["ann"]) as ann,
    ):
        ann.watch("t1")
        dee.do("t1", "open_bets")
        assert ann.command("t1", "place_bet", box=1, bet="banker", amount="100")["ok"]
        dee.do("t1", "close_bets")
        while dee.send("t1", "deal").status_code == 200:
            pass
        dee.do("t1", "settle")
        ann.until(lambda frame: any(e["type"] == "round_settled" for e in frame.get("events", ())))
        limits_hold(proxy, dee)
        patrons_are_told_apart(proxy)


def limits_hold(proxy: Proxy, dee: Api) -> None:
    """Show that the proxy itself refuses what the server would refuse."""
    long = dee.ask("GET", "/healthz", headers={"x": "y" * 40_000})
    assert long.status_code in (400, 431)
    # Caddy 2.6 stops reading, and calls that a failure of the server behind it.
    assert dee.ask("POST", "/api/sign-in", content=b"x" * 300_000).status_code in (413, 502)
    assert dee.ask("GET", "/metrics").status_code == 403
    began = time.monotonic()
    with proxy.dial("127.0.0.1") as half:
        half.sendall(b"GET / HTTP/1.1\r\nhost: ")
        rest(half)
    assert time.monotonic() - began < 5


def patrons_are_told_apart(proxy: Proxy) -> None:
    """Show that sockets are counted by the address that the proxy names, not by the proxy's."""
    asked = (
        f"GET /api/live HTTP/1.1\r\nhost: localhost:{proxy.port}\r\norigin: {proxy.base}\r\n"
        "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
        "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nx-forwarded-for: 10.0.0.1\r\n\r\n"
    ).encode()
    with ExitStack() as stack:

        def opened(source: str) -> bytes:
            client = stack.enter_context(proxy.dial(source))
            client.sendall(asked)
            return client.recv(1000)[9:12]

        assert [opened("127.0.0.5") for _ in range(4)] == [b"101", b"101", b"101", b"429"]
        assert opened("127.0.0.6") == b"101"

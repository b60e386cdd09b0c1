"""Starting the server: one process or several, one port, one clear greeting."""

from __future__ import annotations

import gc
import os
import pkgutil
import signal
import socket
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, replace
from typing import TextIO

import msgspec
import uvicorn
from starlette.types import ASGIApp

from croupier.accounts import People
from croupier.server import server_log
from croupier.server.app import make_app
from croupier.server.config import BadConfig, Config
from croupier.server.metrics import Metrics
from croupier.server.startup import Demo, opened
from croupier.store.address import Address

_SETTINGS = "CROUPIER_SERVE_SETTINGS"
"""How the settings reach the other processes."""

_DEMO = "CROUPIER_SERVE_DEMO"
"""How the name of the demo casino reaches them."""


def serve(config: Config, out: TextIO, demo: str | None = None) -> int:
    """Listen and serve until the end; the status is not 0 if it could not begin.

    `demo` names the demo casino, as "module:object": every process imports it for itself.
    """
    listener = _listener(config)
    with closing(listener):
        config = replace(config, port=listener.getsockname()[1])
        _greet(config, out)
        if config.workers > 1:
            os.environ[_SETTINGS] = msgspec.json.encode(asdict(config)).decode()
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="croupier-metrics-")
            if demo is not None:
                os.environ[_DEMO] = demo
            return _several(config, listener)
        server = _Server(_settings(config, application(config, demo)))
        server.run(sockets=[listener])
        return 0 if server.started else 1


class _Server(uvicorn.Server):
    """A server that has ended in order when it was told to end: that is no failure."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at SIGINT and SIGTERM, and leave it at that."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {
            number: signal.signal(number, self.handle_exit)
            for number in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _several(config: Config, listener: socket.socket) -> int:
    from uvicorn.supervisors import Multiprocess

    settings = _settings(config, "croupier.server.serve:worker", factory=True)
    Multiprocess(settings, sockets=[listener]).run()
    return 0


def worker() -> ASGIApp:
    """Make the application in a process of several."""
    config = msgspec.json.decode(os.environ[_SETTINGS], type=Config)
    return application(config, os.environ.get(_DEMO))


def application(config: Config, demo: str | None = None) -> ASGIApp:
    """Make the application of a process."""
    casino: Demo | None = pkgutil.resolve_name(demo) if demo else None
    _be_calm()
    server_log.start(config.log)
    metrics = Metrics()
    return make_app(config, lambda: opened(config, metrics, casino), metrics)


def _be_calm() -> None:
    """Look for garbage in circles seldom: most goes by itself, and a look stops every table.

    What was imported stays for good and is not looked at again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 20)


def _settings(config: Config, app: ASGIApp | str, *, factory: bool = False) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        factory=factory,
        workers=config.workers,
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
        proxy_headers=bool(config.proxies),
        forwarded_allow_ips=list(config.proxies) or "127.0.0.1",
        ws_max_size=200_000,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=15,
    )


def _listener(config: Config) -> socket.socket:
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    listener = socket.socket(family)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((config.host, config.port))
        listener.listen(2048)
    except OSError as wrong:
        listener.close()
        raise BadConfig(
            f"cannot listen at {config.host} port {config.port}: {wrong.strerror or wrong}"
        ) from None
    listener.set_inheritable(True)
    return listener


def _greet(config: Config, out: TextIO) -> None:
    """Say where it is, and how the first administrator comes in."""
    host = f"[{config.host}]" if ":" in config.host else config.host
    address = f"{config.scheme}://{host}:{config.port}"
    # Opening it here tells what is wrong with a database in one line, before anything starts.
    with People.open(config.database) as people:
        invitation = people.invitation()
    print(f"croupier: tables at {address}/ (Ctrl-C stops)", file=out)
    print(f"croupier: everything is kept in {Address.parse(config.database)}", file=out)
    if invitation is not None:
        print("croupier: nobody is administrator yet; this link works once:", file=out)
        print(f"  {address}/first#{invitation}", file=out)
    out.flush()

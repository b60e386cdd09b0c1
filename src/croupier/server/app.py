"""The server: its routes, its socket, its processes, start and stop."""

from __future__ import annotations

import asyncio
import errno
import gc
import os
import pkgutil
import socket
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    AsyncExitStack,
    ExitStack,
    asynccontextmanager,
    closing,
)
from dataclasses import asdict, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, Protocol, TextIO

import msgspec
import uvicorn
from fastapi import Depends, FastAPI
from starlette.types import ASGIApp, Lifespan

from croupier.accounts import Limits, People
from croupier.accounts.totp import Sealed
from croupier.game.model import Game
from croupier.money import Unit
from croupier.server.alert_sender import AlertThread
from croupier.server.app_state import AppState
from croupier.server.auto_dealer.crash_recovery import note_start, note_stop
from croupier.server.auto_dealer.dealer import AutoDealer
from croupier.server.auto_dealer.thread import AutoDealerThread
from croupier.server.config import BadConfig, Config
from croupier.server.connections import KEY, Connections, make_limits
from croupier.server.game_files import WorkerFactory, read_game_files, read_games, write_games
from croupier.server.heads_publisher import PublisherThread
from croupier.server.http import (
    accounts,
    alerts,
    cage,
    hand_over,
    heads,
    odds,
    pages,
    patrons,
    reports,
    side_bets,
    staff_paths,
    status,
    tables,
    templates,
    wallets,
)
from croupier.server.http import games as games_routes
from croupier.server.http import openapi as openapi_routes
from croupier.server.http.error_responses import add_error_responses
from croupier.server.http.middleware import (
    Origins,
    RequestMiddleware,
)
from croupier.server.http.openapi import Described
from croupier.server.live.handshake import live_endpoint
from croupier.server.monitoring import Metrics, OutageJournal, log_info, start_log
from croupier.server.processes import SHARED, Server, Workers, note_served, stop_with_parent
from croupier.server.protocols import KEEP_ALIVE, PING, HttpProtocol, SocketProtocol
from croupier.server.start_guard import StartGuard, join_server
from croupier.server.vault_access import open_vault_of
from croupier.store.address import Address
from croupier.store.alert_box import AlertBox
from croupier.store.clock import Clock
from croupier.store.house import House
from croupier.store.lease import lease_of
from croupier.store.queries import Reader, engine_of
from croupier.store.sealing import Sealer

Opened = Callable[[], AbstractAsyncContextManager[AppState]]


def make_app(config: Config, opened: Opened, metrics: Metrics) -> ASGIApp:
    """Return the application of a server; `opened` provides its state while it runs."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[dict[str, Any]]:
        async with opened() as state:
            app.state.croupier = state
            limits = make_limits(config)
            yield {KEY: Connections(limits, config.proxies, metrics, state.begin_stop)}

    app = _routed(lifespan)
    origins = Origins(config)
    app.add_api_websocket_route("/api/live", live_endpoint(origins))
    add_error_responses(app)
    return RequestMiddleware(
        app, origins, metrics, lambda: app.state.croupier.requests, https=config.https
    )


def openapi() -> dict[str, Any]:
    """Return the OpenAPI document; the types of the pages are made from it."""
    return _routed(None).openapi()


def _routed(lifespan: Lifespan[FastAPI] | None) -> FastAPI:
    app = Described(
        title="croupier",
        version=version("croupier"),
        summary="A baccarat table that can be trusted.",
        lifespan=lifespan,
        dependencies=[Depends(staff_paths)],
        # A route of our own has the document, and the page of it: no other page is wanted.
        openapi_url=None,
    )

    # The pages come last: they answer every path that no other router has.
    for part in (
        status,
        heads,
        accounts,
        patrons,
        wallets,
        cage,
        tables,
        templates,
        reports,
        alerts,
        hand_over,
        games_routes,
        odds,
        side_bets,
        openapi_routes,
        pages,
    ):
        app.include_router(part.router)
    return app


_SETTINGS = "CROUPIER_SERVE_SETTINGS"
"""The variable that hands the settings to the other processes."""

_DEMO = "CROUPIER_SERVE_DEMO"
"""The variable that hands them the name of the demo casino."""


class Demo(Protocol):
    """The demo casino as the server uses it: tables to open, and patrons who play at them."""

    def games(self) -> tuple[Game, ...]:
        """Return games of its own, which it shows beside those that ship."""

    def open_tables(self, house: House) -> None:
        """Open the demo tables that are not open yet."""

    def patrons(
        self, app: AppState, runs_tables: Callable[[], bool]
    ) -> AbstractAsyncContextManager[object]:
        """Let demo patrons play while `runs_tables` returns True: this process deals."""


def serve(
    config: Config, out: TextIO, demo: str | None = None, *, accept_loss: bool = False
) -> int:
    """Serve until the server is stopped; return the exit status, not 0 if it could not start.

    `demo` names the demo casino as "module:object": every process imports it for itself.
    Raise `BadGameFiles` if a game file has mistakes, and `WrongDatabase` if another server has the
    file, or if the house has lost something and `accept_loss` is not given.
    """
    games = read_game_files(config.games)
    with ExitStack() as open_things:
        listeners = [open_things.enter_context(closing(_listener(config.host, config.port)))]
        guard = open_things.enter_context(closing(StartGuard(config, accept_loss=accept_loss)))
        config = replace(guard.config, port=listeners[0].getsockname()[1])
        if config.staff_port is not None:
            staff = open_things.enter_context(closing(_listener(config.host, config.staff_port)))
            config = replace(config, staff_port=staff.getsockname()[1])
            listeners.append(staff)
        vault = open_vault_of(config)
        with closing(Reader(engine_of(Address.parse(config.database)))) as reader:
            config.check_currency(Unit.parse(reader.unit()))
        _greet(config, (vault.told, *guard.database_ready()), out)
        if config.workers > 1:
            # Each process that is started, later ones too, gets the games as they were read here: a
            # file that is changed meanwhile is no game of this server. They come through a pipe,
            # and so do the keys: an environment or a file could be read by others.
            factory = WorkerFactory(write_games(games), vault.sealer)
            return _serve_by_workers(config, listeners, out, demo, factory)
        app = application(config, demo, games, vault.sealer)
        server = Server(_uvicorn_config(config, app))
        server.run(sockets=listeners)
        return 0 if server.started else 1


def _serve_by_workers(
    config: Config,
    listeners: list[socket.socket],
    out: TextIO,
    demo: str | None,
    factory: WorkerFactory,
) -> int:
    start_log(config.log, quiet=config.demo)
    with tempfile.TemporaryDirectory(prefix="croupier-workers-") as shared:
        os.environ[_SETTINGS] = msgspec.json.encode(asdict(config)).decode()
        os.environ[SHARED] = shared
        if demo is not None:
            os.environ[_DEMO] = demo
        workers = Workers(_uvicorn_config(config, factory, factory=True), sockets=listeners)
        workers.run()
    if workers.failure is not None:
        print(f"croupier: stopped: {workers.failure}; the log above says why", file=out)
        return 1
    return 0


def worker(games: bytes, sealer: Sealer) -> ASGIApp:
    """Return the application of one worker process of several, with games of one's own."""
    stop_with_parent()
    config = msgspec.json.decode(os.environ[_SETTINGS], type=Config)
    join_server(config)
    return application(config, os.environ.get(_DEMO), read_games(games), sealer)


def application(config: Config, demo: str | None, games: Sequence[Game], sealer: Sealer) -> ASGIApp:
    """Return the application of this process."""
    demo_casino: Demo | None = pkgutil.resolve_name(demo) if demo else None
    _collect_garbage_seldom()
    start_log(config.log, quiet=config.demo)
    metrics = Metrics()
    return make_app(config, lambda: opened(config, metrics, demo_casino, games, sealer), metrics)


@asynccontextmanager
async def opened(
    config: Config, metrics: Metrics, demo: Demo | None, games: Sequence[Game], sealer: Sealer
) -> AsyncIterator[AppState]:
    """Open the database and start the automatic dealer; stop and close everything at the end."""
    # One clock for tables and people: stored times never go back, even if a clock is set back.
    clock = Clock()
    people = await asyncio.to_thread(_open_people, config, clock, sealer)
    shown = () if demo is None else demo.games()
    house = await asyncio.to_thread(
        House.open,
        config.database,
        # A file that was given comes before a game of the demo with the same key.
        (*shown, *games),
        vault_key=sealer,
        shared=config.workers > 1,
        served=True,
        now=clock.text,
        days_of=config.gaming_days.since,
    )
    app = AppState(config, house, people, metrics)
    journal = people.incidents
    outages = OutageJournal(journal, clock, asyncio.get_running_loop())
    app.health.listen(outages.health_changed)
    if demo is not None:
        await asyncio.to_thread(demo.open_tables, house)
    dealer = AutoDealerThread(
        AutoDealer(
            house,
            lease_of(config.database),
            clean_stop=lambda: note_start(journal),
            only_server=True,
            on_stop=lambda clean: note_stop(journal, clean=clean),
        )
    )
    app.unresolved = dealer.unresolved
    await asyncio.to_thread(dealer.start)
    if config.signing_key is not None and config.heads_file is not None:
        app.publisher = PublisherThread(
            house,
            metrics,
            key=Path(config.signing_key),
            file=Path(config.heads_file),
            seconds=60 * config.heads_minutes,
            webhook=config.heads_webhook,
            publishes=lambda: dealer.holds_lease,
        )
    alerting: AlertThread | None = None
    if config.alerts_webhook is not None and config.alerts_secret is not None:
        alerting = AlertThread(
            house,
            AlertBox(journal),
            metrics,
            url=config.alerts_webhook,
            secret=Path(config.alerts_secret),
            case_seconds=config.alerts_case_seconds,
            sends=lambda: dealer.holds_lease,
            outage=lambda: outages.since,
        )
    note_served()
    try:
        async with AsyncExitStack() as stack:
            if demo is not None:
                await stack.enter_async_context(demo.patrons(app, lambda: dealer.holds_lease))
            yield app
    finally:
        app.health.closing = True
        ran_tables = dealer.holds_lease
        clean = await asyncio.to_thread(dealer.stop, finish=True)
        await app.close()
        if alerting is not None:
            await asyncio.to_thread(alerting.close)
        if app.publisher is not None:
            await asyncio.to_thread(app.publisher.close, last=ran_tables)
        await asyncio.to_thread(people.close)
        await asyncio.to_thread(house.close)
        log_info("stopped", clean=clean)


def _open_people(config: Config, clock: Clock, sealer: Sealer) -> People:
    return People.open(
        config.database,
        limits=Limits(config.staff_idle, config.staff_shift, config.patron_idle),
        clock=clock,
        second_factor=config.second_factor,
        sealing=Sealed(sealer),
    )


def _collect_garbage_seldom() -> None:
    """Let the cyclic garbage collector run seldom: each run stops every table for a moment.

    Most objects are freed without it, and what was imported stays for good.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 20)


def _uvicorn_config(
    config: Config, app: ASGIApp | Callable[[], ASGIApp], *, factory: bool = False
) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        factory=factory,
        workers=config.workers,
        log_config=None,
        access_log=False,
        http=HttpProtocol,
        ws=SocketProtocol,
        timeout_keep_alive=KEEP_ALIVE,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        server_header=False,
        lifespan="on",
        proxy_headers=bool(config.proxies),
        forwarded_allow_ips=list(config.proxies) or "127.0.0.1",
        ws_max_size=200_000,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=config.stop_seconds,
    )


def _listener(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(2048)
    except OSError as wrong:
        listener.close()
        reason = str(wrong.strerror or wrong)
        if wrong.errno == errno.EADDRINUSE:
            reason = "another program listens there; stop it, or take another with --port"
        raise BadConfig(f"cannot listen at {host} port {port}: {reason}") from None
    listener.set_inheritable(True)
    return listener


def _greet(config: Config, notes: Sequence[str], out: TextIO) -> None:
    """Print the server's address, and the link that makes the first administrator."""
    host = f"[{config.host}]" if ":" in config.host else config.host
    address = f"{config.scheme}://{host}:{config.port}"
    # Opened here so that a bad database is reported in one line, before anything starts.
    with People.open(config.database) as people:
        invitation = people.invitation()
    # What one needs next stands last, where it is still seen when the screen is full.
    for note in (f"everything is kept in {Address.parse(config.database)}", *notes):
        print(f"croupier: {note}", file=out)
    staffed = address
    if config.staff_port is not None:
        staffed = f"{config.scheme}://{host}:{config.staff_port}"
        print(f"croupier: the staff's door at {staffed}/pit", file=out)
    print(f"croupier: tables at {address}/ (Ctrl-C stops)", file=out)
    if invitation is not None:
        print("croupier: nobody is administrator yet; this link works once:", file=out)
        print(f"  {staffed}/first#{invitation}", file=out)
    out.flush()

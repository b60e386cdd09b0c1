"""The server: its routes, its socket, the answer to every kind of error, start and stop."""

from __future__ import annotations

import asyncio
import gc
import os
import pkgutil
import socket
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    AsyncExitStack,
    asynccontextmanager,
    closing,
)
from dataclasses import asdict, replace
from importlib.metadata import version
from typing import Any, Protocol, TextIO

import msgspec
import uvicorn
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Lifespan

from croupier.accounts import Limits, People, PeopleRefused, Reason
from croupier.errors import CroupierError
from croupier.game.model import Game
from croupier.server.app_state import AppState
from croupier.server.auto_dealer.crash_recovery import note_start, note_stop
from croupier.server.auto_dealer.dealer import AutoDealer
from croupier.server.auto_dealer.thread import AutoDealerThread
from croupier.server.config import BadConfig, Config
from croupier.server.connections import KEY, Connections, make_limits
from croupier.server.game_files import WorkerFactory, read_game_files, read_games, write_games
from croupier.server.http import (
    accounts,
    json_response,
    odds,
    pages,
    refusal_response,
    reports,
    status,
    tables,
    wallets,
)
from croupier.server.http import games as games_routes
from croupier.server.http.middleware import (
    COOKIE,
    TOO_LONG,
    BodyTooLong,
    Origins,
    RequestMiddleware,
)
from croupier.server.live.handshake import live_endpoint
from croupier.server.monitoring import Metrics, OutageJournal, log_error, log_info, start_log
from croupier.server.problems import (
    Problem,
    ProblemCode,
    write_our_mistake,
    write_problem,
)
from croupier.server.processes import Server, Workers
from croupier.server.protocols import KEEP_ALIVE, PING, HttpProtocol, SocketProtocol
from croupier.store.address import Address
from croupier.store.clock import Clock
from croupier.store.house import House
from croupier.store.lease import lease_of
from croupier.words import plain

Opened = Callable[[], AbstractAsyncContextManager[AppState]]

_STATUS = {
    Reason.BAD_CREDENTIALS: 401,
    Reason.LOCKED: 403,
    Reason.PIN_LOCKED: 403,
    Reason.NO_SUCH_PERSON: 404,
    Reason.NO_SUCH_SESSION: 404,
    Reason.WEAK_PASSWORD: 400,
    Reason.WEAK_PIN: 400,
    Reason.BAD_INVITATION: 403,
}
"""The HTTP status of each reason for which `accounts` refuses; the others are conflicts."""


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
    _add_error_handlers(app)
    return RequestMiddleware(app, origins, metrics, https=config.https)


def openapi() -> dict[str, Any]:
    """Return the OpenAPI document; the types of the pages are made from it."""
    return _routed(None).openapi()


def _routed(lifespan: Lifespan[FastAPI] | None) -> FastAPI:
    app = FastAPI(
        title="croupier",
        version=version("croupier"),
        summary="A baccarat table that can be trusted.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    # The pages come last: they answer every path that no other router has.
    for part in (status, accounts, wallets, tables, reports, games_routes, odds, pages):
        app.include_router(part.router)
    return app


def _add_error_handlers(app: FastAPI) -> None:
    @app.exception_handler(Problem)
    async def problem(request: Request, wrong: Problem) -> Response:
        answer = json_response(write_problem(wrong.code, wrong.said), wrong.status)
        # A page cannot delete the cookie of an expired session itself, and with that cookie its
        # browser could not even watch.
        if wrong.code is ProblemCode.NOT_SIGNED_IN and COOKIE in request.cookies:
            answer.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
        return answer

    @app.exception_handler(CroupierError)
    async def refusal(_: Request, wrong: CroupierError) -> Response:
        return refusal_response(wrong)

    @app.exception_handler(PeopleRefused)
    async def person(_: Request, wrong: PeopleRefused) -> Response:
        answer = write_problem(wrong.reason, wrong.said)
        return json_response(answer, _STATUS.get(wrong.reason, 409))

    @app.exception_handler(RequestValidationError)
    async def unreadable(_: Request, wrong: RequestValidationError) -> Response:
        first = wrong.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        message = f"{where}: {first['msg']}"[:300]
        return json_response(write_problem(ProblemCode.NOT_READABLE, plain(message)), 400)

    @app.exception_handler(BodyTooLong)
    async def too_long(_: Request, __: BodyTooLong) -> Response:
        return json_response(write_problem(ProblemCode.NOT_READABLE, TOO_LONG), 413)

    @app.exception_handler(HTTPException)
    async def unrouted(_: Request, wrong: HTTPException) -> Response:
        missing = wrong.status_code == 404
        code = ProblemCode.NOT_FOUND if missing else ProblemCode.NOT_READABLE
        answer = json_response(write_problem(code, plain(str(wrong.detail))), wrong.status_code)
        answer.headers.update(wrong.headers or {})
        return answer

    @app.exception_handler(Exception)
    async def ours(request: Request, wrong: Exception) -> Response:
        log_error("a mistake of our own", wrong, path=request.url.path)
        return json_response(write_our_mistake(), 500)


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


def serve(config: Config, out: TextIO, demo: str | None = None) -> int:
    """Serve until the server is stopped; return the exit status, not 0 if it could not start.

    `demo` names the demo casino as "module:object": every process imports it for itself.
    Raise `BadGameFiles` if a game file has mistakes.
    """
    games = read_game_files(config.games)
    listener = _listener(config)
    with closing(listener):
        config = replace(config, port=listener.getsockname()[1])
        _greet(config, out)
        if config.workers > 1:
            os.environ[_SETTINGS] = msgspec.json.encode(asdict(config)).decode()
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="croupier-metrics-")
            if demo is not None:
                os.environ[_DEMO] = demo
            # Each process that is started, later ones too, gets the games as they were read here: a
            # file that is changed meanwhile is no game of this server.
            factory = WorkerFactory(write_games(games))
            settings = _uvicorn_config(config, factory, factory=True)
            Workers(settings, sockets=[listener]).run()
            return 0
        server = Server(_uvicorn_config(config, application(config, demo, games)))
        server.run(sockets=[listener])
        return 0 if server.started else 1


def worker(games: bytes) -> ASGIApp:
    """Return the application of one worker process of several, with games of one's own."""
    config = msgspec.json.decode(os.environ[_SETTINGS], type=Config)
    return application(config, os.environ.get(_DEMO), read_games(games))


def application(config: Config, demo: str | None = None, games: Sequence[Game] = ()) -> ASGIApp:
    """Return the application of this process."""
    demo_casino: Demo | None = pkgutil.resolve_name(demo) if demo else None
    _collect_garbage_seldom()
    start_log(config.log)
    metrics = Metrics()
    return make_app(config, lambda: opened(config, metrics, demo_casino, games), metrics)


@asynccontextmanager
async def opened(
    config: Config, metrics: Metrics, demo: Demo | None = None, games: Sequence[Game] = ()
) -> AsyncIterator[AppState]:
    """Open the database and start the automatic dealer; stop and close everything at the end."""
    # One clock for tables and people: stored times never go back, even if a clock is set back.
    clock = Clock()
    people = await asyncio.to_thread(_open_people, config, clock)
    shown = () if demo is None else demo.games()
    house = await asyncio.to_thread(
        House.open,
        config.database,
        # A file that was given comes before a game of the demo with the same key.
        (*shown, *games),
        shared=config.workers > 1,
        now=clock.text,
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
    await asyncio.to_thread(dealer.start)
    try:
        async with AsyncExitStack() as stack:
            if demo is not None:
                await stack.enter_async_context(demo.patrons(app, lambda: dealer.holds_lease))
            yield app
    finally:
        app.health.closing = True
        clean = await asyncio.to_thread(dealer.stop, finish=True)
        await app.close()
        await asyncio.to_thread(people.close)
        await asyncio.to_thread(house.close)
        log_info("stopped", clean=clean)


def _open_people(config: Config, clock: Clock) -> People:
    limits = Limits(staff_idle=config.staff_idle, patron_idle=config.patron_idle)
    return People.open(config.database, limits=limits, clock=clock)


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
    """Print the server's address, and the link that makes the first administrator."""
    host = f"[{config.host}]" if ":" in config.host else config.host
    address = f"{config.scheme}://{host}:{config.port}"
    # Opened here so that a bad database is reported in one line, before anything starts.
    with People.open(config.database) as people:
        invitation = people.invitation()
    print(f"croupier: tables at {address}/ (Ctrl-C stops)", file=out)
    print(f"croupier: everything is kept in {Address.parse(config.database)}", file=out)
    if invitation is not None:
        print("croupier: nobody is administrator yet; this link works once:", file=out)
        print(f"  {address}/first#{invitation}", file=out)
    out.flush()

"""The ASGI application: routes, the socket, and how every kind of trouble is answered."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib.metadata import version
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Lifespan

from croupier.accounts import PeopleRefused, Reason
from croupier.errors import CroupierError
from croupier.server import server_log
from croupier.server.casino import Casino
from croupier.server.config import Config
from croupier.server.http import (
    odds,
    pages,
    people,
    reports,
    sign_in,
    socket,
    status,
    tables,
    wallets,
)
from croupier.server.http.middleware import COOKIE, MOST_BODY, Guard, TooLong
from croupier.server.http.origins import Origins
from croupier.server.http.problems import OUR_MISTAKE, OURS, Door, Problem, write_problem
from croupier.server.http.requests import encoded, refused
from croupier.server.metrics import Metrics

Opening = Callable[[], AbstractAsyncContextManager[Casino]]

_REASONS = {
    Reason.BAD_CREDENTIALS: 401,
    Reason.LOCKED: 403,
    Reason.PIN_LOCKED: 403,
    Reason.NO_SUCH_PERSON: 404,
    Reason.NO_SUCH_SESSION: 404,
    Reason.WEAK_PASSWORD: 400,
    Reason.WEAK_PIN: 400,
    Reason.BAD_INVITATION: 403,
}
"""The HTTP status of each reason why a person is turned away; the others are conflicts."""


def make_app(config: Config, opening: Opening, metrics: Metrics) -> ASGIApp:
    """Make the application of a server; `opening` gives its casino while it runs."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with opening() as casino:
            app.state.casino = casino
            yield

    app = _routed(lifespan)
    origins = Origins(config)
    app.add_api_websocket_route("/api/live", socket.endpoint(origins))
    _answer_trouble(app)
    return Guard(app, origins, metrics, https=config.https)


def openapi() -> dict[str, Any]:
    """Give the OpenAPI document without a casino: the types of the pages are made from it."""
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
    # The pages come last: they answer for every address of the app that nobody else has.
    for part in (status, sign_in, people, wallets, tables, reports, odds, pages):
        app.include_router(part.router)
    return app


def _answer_trouble(app: FastAPI) -> None:
    @app.exception_handler(Problem)
    async def problem(request: Request, wrong: Problem) -> Response:
        answer = encoded(write_problem(wrong.door, wrong.message), wrong.status)
        # A browser cannot drop the cookie of a session that is over by itself, and without that it
        # could not even watch.
        if wrong.door is Door.NOT_SIGNED_IN and COOKIE in request.cookies:
            answer.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
        return answer

    @app.exception_handler(CroupierError)
    async def refusal(_: Request, wrong: CroupierError) -> Response:
        return refused(wrong)

    @app.exception_handler(PeopleRefused)
    async def person(_: Request, wrong: PeopleRefused) -> Response:
        answer = write_problem(wrong.reason, wrong.message)
        return encoded(answer, _REASONS.get(wrong.reason, 409))

    @app.exception_handler(RequestValidationError)
    async def unreadable(_: Request, wrong: RequestValidationError) -> Response:
        first = wrong.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        said = f"{where}: {first['msg']}"[:300]
        return encoded(write_problem(Door.NOT_READABLE, said), 400)

    @app.exception_handler(TooLong)
    async def too_long(_: Request, __: TooLong) -> Response:
        said = f"a request has {MOST_BODY:,} bytes at most"
        return encoded(write_problem(Door.NOT_READABLE, said), 413)

    @app.exception_handler(HTTPException)
    async def plain(_: Request, wrong: HTTPException) -> Response:
        code = {404: Door.NOT_FOUND, 405: Door.NOT_READABLE}.get(wrong.status_code)
        answer = encoded(
            write_problem(code or Door.NOT_READABLE, str(wrong.detail)), wrong.status_code
        )
        answer.headers.update(wrong.headers or {})
        return answer

    @app.exception_handler(Exception)
    async def ours(request: Request, wrong: Exception) -> Response:
        server_log.fail("a mistake of our own", wrong, path=request.url.path)
        return encoded(write_problem(OURS, OUR_MISTAKE), 500)

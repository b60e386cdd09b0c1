"""The ASGI application: its routes, its socket, and the answer to every kind of error."""

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
from croupier.server.app_state import AppState
from croupier.server.config import Config
from croupier.server.http import accounts, odds, pages, reports, status, tables, wallets
from croupier.server.http.middleware import (
    COOKIE,
    MOST_BODY,
    BodyTooLong,
    Origins,
    RequestMiddleware,
)
from croupier.server.http.requests import json_response, refusal_response
from croupier.server.live.handshake import live_endpoint
from croupier.server.monitoring import Metrics, log_error
from croupier.server.problems import (
    OUR_MISTAKE,
    OUR_MISTAKE_MESSAGE,
    Problem,
    ProblemCode,
    write_problem,
)

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
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with opened() as state:
            app.state.croupier = state
            yield

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
    for part in (status, accounts, wallets, tables, reports, odds, pages):
        app.include_router(part.router)
    return app


def _add_error_handlers(app: FastAPI) -> None:
    @app.exception_handler(Problem)
    async def problem(request: Request, wrong: Problem) -> Response:
        answer = json_response(write_problem(wrong.code, wrong.message), wrong.status)
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
        answer = write_problem(wrong.reason, wrong.message)
        return json_response(answer, _STATUS.get(wrong.reason, 409))

    @app.exception_handler(RequestValidationError)
    async def unreadable(_: Request, wrong: RequestValidationError) -> Response:
        first = wrong.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        message = f"{where}: {first['msg']}"[:300]
        return json_response(write_problem(ProblemCode.NOT_READABLE, message), 400)

    @app.exception_handler(BodyTooLong)
    async def too_long(_: Request, __: BodyTooLong) -> Response:
        message = f"a request has {MOST_BODY:,} bytes at most"
        return json_response(write_problem(ProblemCode.NOT_READABLE, message), 413)

    @app.exception_handler(HTTPException)
    async def plain(_: Request, wrong: HTTPException) -> Response:
        missing = wrong.status_code == 404
        code = ProblemCode.NOT_FOUND if missing else ProblemCode.NOT_READABLE
        answer = json_response(write_problem(code, str(wrong.detail)), wrong.status_code)
        answer.headers.update(wrong.headers or {})
        return answer

    @app.exception_handler(Exception)
    async def ours(request: Request, wrong: Exception) -> Response:
        log_error("a mistake of our own", wrong, path=request.url.path)
        return json_response(write_problem(OUR_MISTAKE, OUR_MISTAKE_MESSAGE), 500)

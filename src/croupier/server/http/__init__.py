"""The HTTP side, a module of routes for each topic, and what all routes share.

That is: who asks, strict reading of bodies, JSON answers.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Annotated, Any

import msgspec
from fastapi import Depends, Request, Response, Security
from fastapi.openapi.models import APIKey, HTTPBearer
from fastapi.openapi.models import SecurityBase as SecurityScheme
from fastapi.requests import HTTPConnection
from fastapi.routing import APIRoute
from fastapi.security.base import SecurityBase

from croupier.errors import Code, CroupierError, InvalidInput
from croupier.server.app_state import AppState
from croupier.server.caller import Caller
from croupier.server.http.models import Refusal
from croupier.server.ports import COOKIE, STAFF_COOKIE, Port, port_of_scope
from croupier.server.problems import Problem, ProblemCode, refusal_status, write_problem
from croupier.strict_json import Decoder
from croupier.words import say

_WITH_BODY = frozenset({"POST", "PUT", "PATCH", "DELETE"})

REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": Refusal, "description": "It cannot be read."},
    401: {"model": Refusal, "description": "Sign in first."},
    403: {"model": Refusal, "description": "Not for you, or not from there."},
    404: {"model": Refusal, "description": "There is no such thing."},
    409: {"model": Refusal, "description": "Not now: the rules or the state forbid it."},
    413: {"model": Refusal, "description": "The body is too long."},
    429: {"model": Refusal, "description": "Too many; wait a moment."},
    503: {"model": Refusal, "description": "Nobody knows whether it was stored: send it again."},
}


def json_response(value: object, status: int = 200) -> Response:
    """Return a response with a JSON body."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def refusal_response(wrong: CroupierError) -> Response:
    """Return the response for a refusal by the rules."""
    refusal = write_problem(wrong.code, wrong.said, wrong.rule)
    return json_response(refusal, refusal_status(wrong.code))


class StrictRoute(APIRoute):
    """A route that refuses what is read in two ways, or cannot be stored.

    That is JSON with a repeated key or a number such as NaN, and a zero character anywhere:
    PostgreSQL takes none, and what it does not take would be told as an outage.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return FastAPI's handler, with the strict reading before it."""
        handle = super().get_route_handler()

        async def strictly(request: Request) -> Response:
            if "\0" in request.scope["path"] or b"%00" in request.scope["query_string"]:
                raise _zero()
            if request.method in _WITH_BODY:
                body = await request.body()
                kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
                if body and kind != "application/json":
                    raise Problem(ProblemCode.NOT_READABLE, say("server.body_type"))
                if body:
                    value, wrong = Decoder().decode(body)
                    if wrong is not None:
                        raise wrong
                    if _has_zero(value):
                        raise _zero()
            return await handle(request)

        return strictly


def _has_zero(value: object) -> bool:
    """Return True if a text of a JSON value, a key too, has a zero character."""
    left = [value]
    while left:
        match left.pop():
            case str() as text if "\0" in text:
                return True
            case dict() as fields:
                left += [*fields, *fields.values()]
            case list() as values:
                left += values
    return False


def _zero() -> InvalidInput:
    return InvalidInput(Code.MALFORMED, say("server.text_zero", what=say("server.what_text")))


def app_of(request: Request) -> AppState:
    """Return the state of the running server."""
    app: AppState = request.app.state.croupier
    return app


def address_of(request: Request) -> str:
    """Return the network address that a request comes from."""
    return request.client.host if request.client else "-"


def token_of(request: Request) -> str | None:
    """Return the token of a request: a program's in a header, a browser's in a cookie."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token:
        return token.strip()
    return request.cookies.get(port_of(request).cookie)


def port_of(request: Request) -> Port:
    """Return the port that a request came to."""
    return port_of_scope(request.scope, app_of(request).config)


async def staff_paths(connection: HTTPConnection) -> None:
    """Raise `Problem` for a path that only the port of the staff answers."""
    app: AppState = connection.app.state.croupier
    port_of_scope(connection.scope, app.config).admit_path(connection.scope["path"])


class _Scheme(SecurityBase):
    """A way to say who one is, for the document alone: `token_of` reads what was sent."""

    def __init__(self, name: str, model: SecurityScheme) -> None:
        self.scheme_name, self.model = name, model

    async def __call__(self) -> None:
        """Take nothing from the request."""


def _cookie(name: str, about: str) -> SecurityScheme:
    return APIKey.model_validate({"in": "cookie", "name": name, "description": about})


_TOKEN = _Scheme(
    "token", HTTPBearer(description="What signing in returns as `token`, for programs.")
)
_COOKIE = _Scheme("cookie", _cookie(COOKIE, "The same token as signing in sets it for browsers."))
_STAFF_COOKIE = _Scheme(
    "staffCookie", _cookie(STAFF_COOKIE, "Its name at the port of the staff, where there is one.")
)


async def session_asked(
    _: Annotated[None, Security(_TOKEN)],
    __: Annotated[None, Security(_COOKIE)],
    ___: Annotated[None, Security(_STAFF_COOKIE)],
) -> None:
    """Do nothing: the document says of a route with this that it asks for a session."""


Asked = Annotated[None, Depends(session_asked)]


async def caller_of(request: Request, _: Asked = None) -> Caller:
    """Return who sends a request; raise `Problem` if they act and must give their PIN first."""
    acts = request.method in _WITH_BODY
    caller = await _caller_of(request, acts=acts)
    if acts:
        caller.require_active()
    return caller


async def watcher_of(request: Request, _: Asked = None) -> Caller:
    """Return who sends a request that changes nothing for others, whatever its method."""
    return await _caller_of(request, acts=False)


async def _caller_of(request: Request, *, acts: bool) -> Caller:
    """Return who sends a request, and put their name into its line of the log."""
    caller = await app_of(request).caller(token_of(request), address_of(request), acts=acts)
    if caller.person is not None:
        port_of(request).admit(caller.person)
        request.state.facts = {"by": caller.person.name}
    return caller


App = Annotated[AppState, Depends(app_of)]
AsCaller = Annotated[Caller, Depends(caller_of)]
AsWatcher = Annotated[Caller, Depends(watcher_of)]

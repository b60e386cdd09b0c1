"""What all routes share: who asks, bodies read strictly, answers written the same way."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Annotated, Any, TypeVar

import msgspec
from fastapi import Depends, Request, Response
from fastapi.routing import APIRoute
from pydantic import BaseModel

from croupier.errors import CroupierError
from croupier.server.caller import Caller
from croupier.server.casino import Casino
from croupier.server.http.middleware import COOKIE
from croupier.server.http.models import Refusal
from croupier.server.http.problems import Door, Problem, status_of, write_problem
from croupier.table.strict_json import Decoder

M = TypeVar("M", bound=BaseModel)

_BODIES = frozenset({"POST", "PUT", "PATCH", "DELETE"})

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


def encoded(value: object, status: int = 200) -> Response:
    """Answer with a JSON object."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def refused(wrong: CroupierError) -> Response:
    """Answer with a refusal of the rules."""
    return encoded(write_problem(wrong.code, wrong.message, wrong.rule), status_of(wrong.code))


class StrictRoute(APIRoute):
    """A route whose JSON bodies are read strictly first: no key twice, no number that is none."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Wrap the handler that FastAPI makes."""
        handle = super().get_route_handler()

        async def strictly(request: Request) -> Response:
            if request.method in _BODIES:
                body = await request.body()
                kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
                if body and kind != "application/json":
                    raise Problem(Door.NOT_READABLE, "a body is of type application/json")
                if body:
                    _, wrong = Decoder().decode(body)
                    if wrong is not None:
                        raise wrong
            return await handle(request)

        return strictly


def casino_of(request: Request) -> Casino:
    """Give the running server."""
    casino: Casino = request.app.state.casino
    return casino


def where_of(request: Request) -> str:
    """Say which address somebody comes from."""
    return request.client.host if request.client else "-"


def token_of(request: Request) -> str | None:
    """Give the token that comes with a request: a program's, or a browser's."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token:
        return token.strip()
    return request.cookies.get(COOKIE)


async def caller_of(request: Request) -> Caller:
    """Find out who asks."""
    caller = await casino_of(request).caller(token_of(request), where_of(request))
    if caller.person is not None:
        request.state.facts = {"by": caller.person.name}
    return caller


InCasino = Annotated[Casino, Depends(casino_of)]
AsCaller = Annotated[Caller, Depends(caller_of)]

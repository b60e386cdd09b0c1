"""The documents of the routes and of the socket, and what the first says beside the routes.

That is: what the table describes, who has to be signed in, tags.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from fastapi import APIRouter, FastAPI, Request, Response

from croupier.json_schema import Schema, Schemas, placed_at, spaced
from croupier.server.http.models import SHARED
from croupier.server.live import asyncapi
from croupier.table.commands import AssignDealer, OpenTable
from croupier.table.json_schemas import READ

AT = "#/components/schemas/"

TAGS = {
    "house": "The house itself: whether it takes bets, who may do what, its keys.",
    "door": "Signing in and out, and one's own sessions.",
    "people": "The accounts of everybody, for administrators and auditors.",
    "patrons": "Patrons' own accounts: joining, limits, personal data, history.",
    "cage": "The cage: patrons' money in and out, and its own cash.",
    "tables": "Tables: the lobby, states, events and commands.",
    "templates": "Openings that are kept under a name.",
    "floor": "What happened: rounds, reports, the journal, shifts.",
    "games": "Games that tables can be opened with.",
    "odds": "Exact odds, and the side bets that casinos offer.",
}

WITHOUT_SESSION = frozenset(
    {
        *("getTable", "listEvents", "listRounds", "getRound"),
        *("getOdds", "designBet", "listSideBets", "mixSideBets", "getParSheet"),
    }
)
"""What answers a stranger too, though it asks who is there: they see or may ask less."""


router = APIRouter(include_in_schema=False)


@router.api_route("/openapi.json", methods=["GET", "HEAD"])
async def routes(request: Request) -> Response:
    """Return the document of the routes."""
    app: Described = request.app
    return Response(await asyncio.to_thread(app.written), media_type="application/json")


@router.api_route("/asyncapi.json", methods=["GET", "HEAD"])
async def socket() -> Response:
    """Return the document of the socket."""
    return Response(await asyncio.to_thread(_socket), media_type="application/json")


@cache
def _socket() -> bytes:
    return msgspec.json.encode(asyncapi.document())


class Described(FastAPI):
    """An application whose document has its schemas, its security and its tags."""

    _written: bytes | None = None

    def openapi(self) -> dict[str, Any]:
        """Return the OpenAPI document; it is made once."""
        if self.openapi_schema is None:
            self.openapi_schema = _whole(super().openapi())
        return self.openapi_schema

    def written(self) -> bytes:
        """Return the OpenAPI document as it is sent: it is made, and written, once."""
        if self._written is None:
            self._written = msgspec.json.encode(self.openapi())
        return self._written


def _whole(document: dict[str, Any]) -> dict[str, Any]:
    schemas, shared = document["components"]["schemas"], _shared()
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    document = _linked(document)
    for name in _reached(document, shared):
        made = placed_at(shared[name], AT)
        if "title" in made:
            # Programs that write clients call their classes by it: no two are the same.
            made["title"] = spaced(name)
        assert schemas.get(name, made) == made, f"two schemas are called {name}"
        document["components"]["schemas"][name] = made
    document["components"]["schemas"] = dict(sorted(document["components"]["schemas"].items()))
    document["tags"] = [{"name": name, "description": about} for name, about in TAGS.items()]
    for several in document["paths"].values():
        for operation in several.values():
            _told(operation)
    return document


def _told(operation: dict[str, Any]) -> None:
    """Complete an operation: its title, its answers, who has to be signed in."""
    operation["summary"] = spaced(operation["operationId"])
    # What cannot be read is answered 400, like everything else that is refused.
    operation["responses"].pop("422", None)
    # Said even where there is none: a missing line might have been forgotten.
    security = operation.setdefault("security", [])
    if operation["operationId"] in WITHOUT_SESSION:
        security.append({})


def _shared() -> dict[str, Schema]:
    """Return the schemas of the table and the socket, and what a template keeps."""
    reads = Schemas(READ, reads=True)
    kept = {"Opening": reads.record(OpenTable), "Assignment": reads.record(AssignDealer)}
    found = asyncapi.frame_schemas()
    return {**found, **{name: _given(each, found) for name, each in kept.items()}}


def _given(schema: Any, found: dict[str, Schema]) -> Any:
    """Return a schema of what is read that names others as they are called beside what is sent."""
    if isinstance(schema, dict):
        return {key: _given(each, found) for key, each in schema.items()}
    if isinstance(schema, list):
        return [_given(each, found) for each in schema]
    if isinstance(schema, str) and schema.startswith("#/$defs/"):
        return f"{schema}Given" if f"{schema.rpartition('/')[2]}Given" in found else schema
    return schema


def _linked(part: Any) -> Any:
    """Return a part of the document with references in place of what stands for them."""
    if isinstance(part, list):
        return [_linked(each) for each in part]
    if not isinstance(part, dict):
        return part
    if isinstance(name := part.get(SHARED), str):
        kept = {key: part[key] for key in ("description", "examples") if key in part}
        return {"$ref": AT + name, **kept}
    return {key: _linked(each) for key, each in part.items()}


_NAMED = re.compile(r"^#/(?:components/schemas|\$defs)/(\w+)$")


def _names(part: Any) -> Iterator[str]:
    """Yield the names of the schemas that a part refers to."""
    if isinstance(part, dict):
        for each in part.values():
            yield from _names(each)
    elif isinstance(part, list):
        for each in part:
            yield from _names(each)
    elif isinstance(part, str) and (found := _NAMED.match(part)):
        yield found[1]


def _reached(document: dict[str, Any], shared: dict[str, Schema]) -> list[str]:
    """Return the shared schemas that a document names, by way of others too."""
    found: dict[str, None] = {}
    waiting = [name for name in _names(document) if name in shared]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = None
            waiting += [each for each in _names(shared[name]) if each in shared]
    return list(found)

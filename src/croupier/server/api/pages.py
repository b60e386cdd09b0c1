"""The pages: files of the package, served as they are."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache
from importlib.resources import files

from fastapi import APIRouter, Response

from croupier.server.problem import Door, Problem

router = APIRouter(include_in_schema=False)

_KINDS = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
}


@cache
def _read(name: str) -> bytes:
    return files("croupier.server").joinpath("pages", name).read_bytes()


@cache
def _names() -> frozenset[str]:
    return frozenset(file.name for file in files("croupier.server").joinpath("pages").iterdir())


def _page(name: str) -> Response:
    if name not in _names():
        raise Problem(Door.NOT_FOUND, "there is no such page")
    kind = _KINDS[name.rpartition(".")[2]]
    return Response(_read(name), media_type=kind, headers={"cache-control": "no-cache"})


def _shown(name: str) -> Callable[[], Awaitable[Response]]:
    async def show() -> Response:
        return _page(name)

    return show


router.add_api_route("/", _shown("lobby.html"), methods=["GET"])
router.add_api_route("/tables/{table}", _shown("table.html"), methods=["GET"])
router.add_api_route("/first", _shown("first.html"), methods=["GET"])


@router.get("/pages/{name}")
async def page(name: str) -> Response:
    """Give a file of the pages by its name."""
    return _page(name)

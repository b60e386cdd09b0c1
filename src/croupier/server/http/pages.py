"""The pages: files of the package. The app where it was built, else three plain pages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

from fastapi import APIRouter, Request, Response

from croupier.server.http import app_of, port_of
from croupier.server.problems import Problem, ProblemCode
from croupier.words import say

router = APIRouter(include_in_schema=False)

_KINDS = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "woff2": "font/woff2",
    "txt": "text/plain; charset=utf-8",
    "png": "image/png",
    "webmanifest": "application/manifest+json",
}

ADDRESSES = (
    *("/first", "/register", "/reset", "/account", "/odds", "/bets", "/cage"),
    *("/tables/:table", "/tables/:table/board", "/tables/:table/history", "/tables/:table/proof"),
    "/tables/:table/rounds/:round",
    *("/dealer", "/dealer/:table", "/pit", "/pit/:view"),
)
"""The app's addresses beside the lobby's, as `web/src/route.svelte.ts` has them."""

_FOREVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"


@dataclass(frozen=True, slots=True)
class _File:
    data: bytes
    kind: str
    tag: str
    cache: str


def _folder() -> Traversable:
    return files("croupier.server").joinpath("pages")


def _file(at: Traversable, *, hashed: bool = False) -> _File:
    data = at.read_bytes()
    # Starlette's static files make the tag from size and time. Every build of index.html has the
    # same size, and packaging may set all times alike: a browser would keep a page without scripts.
    tag = f'"{sha256(data).hexdigest()[:32]}"'
    kind = _KINDS[at.name.rpartition(".")[2]]
    return _File(data, kind, tag, _FOREVER if hashed else _ASK_AGAIN)


@cache
def _plain() -> dict[str, _File]:
    return {at.name: _file(at) for at in _folder().iterdir() if at.is_file()}


@cache
def _app() -> dict[str, _File]:
    """Return the files of the app by name; empty if it was not built."""
    folder = _folder().joinpath("app")
    if not folder.joinpath("index.html").is_file():
        return {}
    # The set-up leaves a note of what they were built from; that is no page.
    kept = (at for at in folder.iterdir() if at.is_file() and not at.name.startswith("."))
    found = {at.name: _file(at) for at in kept}
    # The build puts a hash of its content into the name of everything in this folder.
    for at in folder.joinpath("assets").iterdir():
        found[f"assets/{at.name}"] = _file(at, hashed=True)
    return found


def _shown(request: Request, file: _File | None) -> Response:
    """Return a file, or 304 if the browser has it; raise Problem if there is none."""
    if file is None:
        raise Problem(ProblemCode.NOT_FOUND, say("server.no_page"))
    headers = {"cache-control": file.cache, "etag": file.tag}
    if request.headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=headers)
    return Response(file.data, media_type=file.kind, headers=headers)


_DOCS = "docs.html"
"""The page that describes the server; with its script it is there only where the house says so."""


@router.get("/docs")
async def docs(request: Request) -> Response:
    """Return the page of all routes, frames and schemas."""
    if not app_of(request).config.api_docs:
        return await page("docs", request)
    return await plain(_DOCS, request)


@router.get("/pages/{name}")
async def plain(name: str, request: Request) -> Response:
    """Return a file of the plain pages."""
    hidden = name.startswith("docs.") and not app_of(request).config.api_docs
    return _shown(request, None if hidden else _plain().get(name))


@router.get("/app/{name:path}")
async def asset(name: str, request: Request) -> Response:
    """Return a file of the app."""
    return _shown(request, _app().get(name))


@router.get("/")
async def lobby(request: Request) -> Response:
    """Return the lobby."""
    return _shown(request, _app().get("index.html") or _plain()["lobby.html"])


def _known(path: str) -> bool:
    """Return whether the app has a page at an address."""
    parts = path.strip("/").split("/")
    for address in ADDRESSES:
        wanted = address.strip("/").split("/")
        if len(wanted) == len(parts) and all(
            part and (want == part or want.startswith(":"))
            for want, part in zip(wanted, parts, strict=True)
        ):
            return True
    return False


@router.get("/{section}")
@router.get("/{section}/{rest:path}")
async def page(section: str, request: Request, rest: str = "") -> Response:
    """Return the app at one of its addresses; the plain pages have two.

    A person who comes to any other address sees a page of the house, which says that nothing is
    there; a program is told so in the form of all problems.
    """
    app = _app().get("index.html")
    if not _known(f"{section}/{rest}") or not port_of(request).has_page(section):
        if app is not None and "text/html" in request.headers.get("accept", ""):
            return Response(app.data, 404, {"cache-control": _ASK_AGAIN}, app.kind)
        raise Problem(ProblemCode.NOT_FOUND, say("server.no_page"))
    plain = {"tables": "table.html", "first": "first.html"}.get(section, "")
    bare = _plain().get(plain) if "/" not in rest else None
    return _shown(request, app or bare)

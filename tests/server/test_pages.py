"""How pages are served: by their kinds, kept by browsers as long as they may be, nothing else."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from fastapi import FastAPI, Request, Response

from croupier.server.config import Config
from croupier.server.http import pages
from croupier.server.problems import Problem


class Client:
    """Asks an application without a socket."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> httpx.Response:
        async def ask() -> httpx.Response:
            wire = httpx.ASGITransport(self._app)
            async with httpx.AsyncClient(transport=wire, base_url="http://house") as client:
                return await client.get(path, headers=headers)

        return asyncio.run(ask())


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    app = tmp_path / "app"
    (app / "assets").mkdir(parents=True)
    (app / "index.html").write_text("the app")
    (app / ".made-from").write_text("a sum")
    (app / "manifest.webmanifest").write_text("{}")
    (app / "assets" / "index-abc.js").write_text("1")
    (tmp_path / "lobby.html").write_text("plain")
    (tmp_path / "table.html").write_text("plain table")
    monkeypatch.setattr(pages, "_folder", lambda: tmp_path)
    for read in (pages._app, pages._plain):
        read.cache_clear()
    server = FastAPI()
    server.include_router(pages.router)
    server.state.croupier = SimpleNamespace(config=Config())

    @server.exception_handler(Problem)
    async def problem(_: Request, wrong: Problem) -> Response:
        return Response(wrong.message, wrong.status)

    yield Client(server)
    for read in (pages._app, pages._plain):
        read.cache_clear()


def test_the_app_answers_at_its_addresses(client: Client) -> None:
    for path in ("/", "/tables/t1", "/tables/t1/board", "/tables/t1/rounds/7", "/pit", "/odds"):
        answer = client.get(path)
        assert (answer.status_code, answer.text) == (200, "the app"), path
        assert answer.headers["cache-control"] == "no-cache"
    for path in ("/nowhere", "/app/.made-from", "/app/assets/../index.htm", "/app/none.js"):
        assert client.get(path).status_code == 404, path


def test_a_person_at_an_unknown_address_sees_a_page_and_a_program_a_problem(
    client: Client,
) -> None:
    for path in ("/nowhere", "/tables", "/tables/t1/rounds", "/tables/t1/board/x", "/odds/a/b"):
        person = client.get(path, {"accept": "text/html,*/*;q=0.8"})
        assert (person.status_code, person.text) == (404, "the app"), path
        assert person.headers["content-type"] == "text/html; charset=utf-8"
        assert "etag" not in person.headers
        program = client.get(path, {"accept": "application/json"})
        assert (program.status_code, program.text) == (404, "there is no such page"), path


def test_the_server_knows_the_addresses_of_the_app() -> None:
    source = (Path(__file__).parents[2] / "web/src/route.svelte.ts").read_text()
    assert {"/", *pages.ADDRESSES} == set(re.findall(r'\{ path: "([^"]+)"', source))


def test_files_are_kept_as_long_as_their_names_hold(client: Client) -> None:
    script = client.get("/app/assets/index-abc.js")
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"
    assert "immutable" in script.headers["cache-control"]
    page = client.get("/")
    again = client.get("/", headers={"if-none-match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    manifest = client.get("/app/manifest.webmanifest")
    assert manifest.headers["content-type"] == "application/manifest+json"


def test_without_the_app_there_are_plain_pages(client: Client, tmp_path: Path) -> None:
    (tmp_path / "app" / "index.html").unlink()
    pages._app.cache_clear()
    assert client.get("/").text == "plain"
    assert client.get("/tables/t1").text == "plain table"
    assert client.get("/tables/t1/board").status_code == 404

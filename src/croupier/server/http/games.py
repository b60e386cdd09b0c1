"""Games over HTTP: those that tables can be opened with, and an administrator's uploads."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.metadata import version
from threading import Lock
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response
from pydantic import Field

from croupier.accounts import AccountRole
from croupier.errors import InvalidInput
from croupier.game import Game
from croupier.game.checked_mapping import BadGame, Fault
from croupier.game.loading import describe, fault_lines, read_text
from croupier.game.published import procedures, publish
from croupier.server.app_state import AppState
from croupier.server.caller import Caller
from croupier.server.game_files import MOST_KEY
from croupier.server.http import REFUSALS, App, AsCaller, AsWatcher, StrictRoute, json_response
from croupier.server.http import game_models as g
from croupier.server.http import models as m
from croupier.server.http.odds import ByDigest, TooLong, explored
from croupier.server.problems import Problem, ProblemCode
from croupier.settlement.checks import check_decks
from croupier.store.shelf import OfferedGame, Origin, offer, withdraw
from croupier.words import Message, as_json, say

router = APIRouter(prefix="/api/games", tags=["games"], route_class=StrictRoute, responses=REFUSALS)

GameKey = Annotated[str, Path(alias="key", max_length=MOST_KEY, examples=["classic"])]
Digest = Annotated[
    str | None,
    Query(
        pattern=r"^[0-9a-f]{64}$",
        description="The digest of the game that a table was opened with; else the one offered.",
    ),
]
Decks = Annotated[int | None, Query(ge=1, le=27)]

_AN_HOUR = {"cache-control": "public, max-age=3600"}
"""A digest names the rules for ever, but translations may be corrected under it."""
_SHOWN = "the uploaded file"

_SHEET_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; "
    "frame-ancestors 'self'"
)
"""A PAR sheet is one file: its styles and pictures stand in it, and it has no scripts."""

_SHEETS = Lock()
"""PAR sheets are made one at a time: each takes seconds of a processor."""


class GameFile(m.In):
    """The text of a game file."""

    toml: Annotated[str, Field(min_length=1, max_length=150_000)]


class SheetFile(GameFile):
    """The text of a game file, and the decks of its PAR sheet."""

    decks: Annotated[int, Field(ge=1, le=27)] | None = None


class GameMistake(m.Out):
    """A mistake in a game file: its key, what was expected there, and the line."""

    key: str
    expected: str
    said: m.Said
    line: int | None


class GameChecked(m.Out):
    """What is wrong with a game file, or the game with its odds."""

    ok: bool
    problems: list[GameMistake]
    game: g.PublishedGame | None
    odds: g.OddsOfGame | None
    replaces: str | None = Field(description="The digest of the upload that it would replace.")


class GameOffered(m.Out):
    """A game that is offered from now on."""

    ok: bool
    key: str
    title: str
    digest: str


async def find_game(app: AppState, key: str, digest: str | None) -> OfferedGame:
    """Return a game by its key, and by its digest if one is given; raise `Problem` if none is."""
    shelf = app.house.shelf
    try:
        if digest is None:
            return await app.run_reading(shelf.offered, key)
        return await app.run_reading(shelf.of_digest, key, digest)
    except KeyError:
        raise Problem(ProblemCode.NOT_FOUND, say("server.no_game")) from None


@router.get("", operation_id="listGames", response_model=list[g.GameListed])
async def games(app: App) -> Response:
    """List the games, as `croupier games --json` does, with where the house has each from."""
    found = await app.run_reading(app.house.shelf.all)
    return json_response([{**_brief(each), "titles": each.game.section_titles} for each in found])


def _brief(found: OfferedGame) -> dict[str, Any]:
    return {
        **describe(found.game),
        "digest": found.game.digest,
        "own": found.origin is not Origin.SHIPPED,
        "from": found.origin.value,
    }


@router.get("/{key}", operation_id="getGame", response_model=g.WholeGame)
async def game(key: GameKey, app: App, digest: Digest = None) -> Response:
    """Return a game: resolved as `game`, its own file as `file`, and its procedures."""
    found = await find_game(app, key, digest)
    answer = {
        **_brief(found),
        "file": found.game.data,
        "procedures": procedures(found.game),
        "game": _published(found.game),
    }
    text = json.dumps(answer, default=str)
    headers = _AN_HOUR if digest is not None else None
    return Response(text, media_type="application/json", headers=headers)


@lru_cache(maxsize=64)
def _published(found: Game) -> dict[str, Any]:
    """Return a game resolved; every page asks for it, and it takes milliseconds to draw."""
    return publish(found)


# PAR sheets

_HTML: dict[int | str, dict[str, Any]] = {
    **REFUSALS,
    200: {"content": {"text/html": {}}, "description": "A PAR sheet as one page."},
}


@router.get("/{key}/par", operation_id="getParSheet", response_class=Response, responses=_HTML)
async def par_sheet(
    key: GameKey, caller: AsCaller, app: App, digest: Digest = None, decks: Decks = None
) -> Response:
    """Return the PAR sheet of a game as one page."""
    _limit_rate(app, caller)
    found = await find_game(app, key, digest)
    return _page(await app.run_report(_made_sheet, found.game, decks))


@router.post("/par", operation_id="makeParSheet", response_class=Response, responses=_HTML)
async def par_preview(body: SheetFile, caller: AsWatcher, app: App) -> Response:
    """Return the PAR sheet of a file that is not offered yet; for an administrator."""
    caller.require_role(AccountRole.ADMINISTRATOR)
    _limit_rate(app, caller)
    made = await app.run_report(lambda: _made_sheet(_read(app, body.toml), body.decks))
    return _page(made, {"content-disposition": 'attachment; filename="par.html"'})


def _page(data: bytes, headers: dict[str, str] | None = None) -> Response:
    policy = {"content-security-policy": _SHEET_POLICY}
    return Response(data, media_type="text/html", headers={**policy, **(headers or {})})


def _made_sheet(game: Game, decks: int | None) -> bytes:
    decks = game.decks.default if decks is None else decks
    try:
        check_decks(game, decks)
    except InvalidInput as wrong:
        raise Problem(ProblemCode.CONFLICT, wrong.said) from None
    if not _SHEETS.acquire(timeout=2):
        raise Problem(ProblemCode.TOO_MANY, say("server.busy_par"))
    try:
        return _sheet(ByDigest(game), decks)
    except ModuleNotFoundError:
        raise Problem(ProblemCode.NOT_FOUND, say("server.no_par")) from None
    finally:
        _SHEETS.release()


@lru_cache(maxsize=64)
def _sheet(known: ByDigest, decks: int) -> bytes:
    # Imported here because it draws plots: most servers are never asked for a sheet.
    from croupier.par import Sheet, par, write

    sheet = Sheet(par(known.game, decks), known.game.digest, version("croupier"))
    return write(sheet, "html")


# Uploads


def _limit_rate(app: AppState, caller: Caller) -> None:
    if not app.command_limit.take(caller.rate_key):
        raise Problem(ProblemCode.TOO_MANY, say("server.too_many_questions"))


@router.post("/check", operation_id="checkGame", response_model=GameChecked)
async def check(body: GameFile, caller: AsWatcher, app: App) -> Response:
    """Return every mistake in a game file with its line, or the game with its odds."""
    caller.require_role(AccountRole.ADMINISTRATOR)
    _limit_rate(app, caller)
    return json_response(await app.run_report(_check, app, body.toml))


def _check(app: AppState, text: str) -> dict[str, Any]:
    answer = {"ok": False, "problems": [], "game": None, "odds": None, "replaces": None}
    try:
        found = _read_faulty(app, text)
    except BadGame as wrong:
        return {**answer, "problems": _write_faults(text, wrong)}
    try:
        odds = json.loads(explored(found, None, None))
    except TooLong:
        odds = None
    return {
        **answer,
        "ok": True,
        "game": publish(found),
        "odds": odds,
        "replaces": app.house.shelf.uploaded_digest(found.key),
    }


def _read_faulty(app: AppState, text: str) -> Game:
    """Return the game in a text; raise `BadGame` for mistakes, a taken key among them."""
    found = read_text(text, _SHOWN)
    if len(found.key) > MOST_KEY:
        raise BadGame(_SHOWN, [Fault("key", say("server.key_too_long", most=MOST_KEY))])
    if app.house.shelf.taken(found.key):
        raise BadGame(_SHOWN, [Fault("key", say("server.key_taken", key=found.key))])
    return found


def _read(app: AppState, text: str) -> Game:
    """Return the game in a text; raise `Problem` with its first mistake."""
    try:
        return _read_faulty(app, text)
    except BadGame as wrong:
        raise Problem(ProblemCode.NOT_READABLE, _told(wrong.faults[0])) from None


def _told(fault: Fault) -> Message:
    return say("reading.fault", key=fault.key, expected=fault.said)


def _write_faults(text: str, wrong: BadGame) -> list[dict[str, Any]]:
    """Return mistakes as JSON, each with its line; None where it cannot be found."""
    return [
        {
            "key": fault.key,
            "expected": fault.expected,
            "said": as_json(fault.said),
            "line": line,
        }
        for fault, line in zip(wrong.faults, fault_lines(text, wrong), strict=True)
    ]


@router.post("", operation_id="offerGame", response_model=GameOffered)
async def upload(body: GameFile, caller: AsCaller, app: App) -> Response:
    """Offer a game of one's own from now on, in place of an earlier upload of its key."""
    by = caller.require_role(AccountRole.ADMINISTRATOR)
    _limit_rate(app, caller)
    made = await app.run_report(_read, app, body.toml)
    await app.run(offer, app.people.incidents, made, body.toml, by.name)
    return json_response({"ok": True, "key": made.key, "title": made.title, "digest": made.digest})


@router.delete("/{key}", operation_id="withdrawGame", response_model=m.Done)
async def withdrawal(key: GameKey, caller: AsCaller, app: App) -> Response:
    """Offer an uploaded game no more; tables that run go on."""
    by = caller.require_role(AccountRole.ADMINISTRATOR)
    if not await app.run(withdraw, app.people.incidents, key, by.name):
        raise Problem(ProblemCode.NOT_FOUND, say("server.no_upload"))
    return json_response({"ok": True})


@router.get(
    "/{key}/file",
    operation_id="getGameFile",
    response_class=Response,
    responses={**REFUSALS, 200: {"content": {"text/plain": {}}, "description": "A game file."}},
)
async def uploaded_file(key: GameKey, caller: AsCaller, app: App) -> Response:
    """Return the text of an uploaded file; for an administrator."""
    caller.require_role(AccountRole.ADMINISTRATOR)
    text = await app.run_reading(app.house.shelf.file, key)
    if text is None:
        raise Problem(ProblemCode.NOT_FOUND, say("server.no_upload"))
    return Response(text, media_type="text/plain; charset=utf-8")

"""The catalogue of side bets over HTTP: what each costs, and a game with some of them added."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Query, Response
from pydantic import Field

from croupier.errors import InvalidInput, brief
from croupier.game import Game
from croupier.game.catalogue import SideBet, side_bets
from croupier.game.checked_mapping import BadGame, closest
from croupier.game.mixing import mix
from croupier.game.toml_text import write_toml
from croupier.odds.side_bets import costs, write_side_bet
from croupier.server.game_files import MOST_KEY
from croupier.server.http import REFUSALS, App, AsWatcher, StrictRoute, json_response
from croupier.server.http import game_models as g
from croupier.server.http import models as m
from croupier.server.http.games import find_game
from croupier.server.http.odds import Mistake, limit_rate
from croupier.server.problems import Problem, ProblemCode
from croupier.words import ENGLISH, say

router = APIRouter(
    prefix="/api/side-bets", tags=["odds"], route_class=StrictRoute, responses=REFUSALS
)

MOST_BETS = 40
"""How many bets are mixed into a game at most: a felt has no place for more."""

SideBetKey = Annotated[str, Field(pattern=r"^[a-z0-9](-?[a-z0-9]){0,60}$", examples=["dragon-7"])]


class Mix(m.In):
    """A game, and the bets that are to be added to it."""

    game: Annotated[str, Field(max_length=MOST_KEY, examples=["classic"])]
    bets: Annotated[list[SideBetKey], Field(min_length=1, max_length=MOST_BETS)]
    title: Annotated[str | None, Field(pattern=r"^[^\x00-\x1f\x7f\"\\]{1,60}$")] = None
    key: Annotated[
        str | None,
        Field(
            pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$",
            max_length=MOST_KEY,
            description="The key of the new game; made from that of the game if left out.",
        ),
    ] = None


class Mixed(m.Out):
    """A game with bets added, as its file, or why there is none."""

    ok: bool
    problems: list[Mistake]
    key: str
    title: str
    titles: dict[str, str] = Field(description="Its title in the languages beside English.")
    toml: str


@router.get("", operation_id="listSideBets", response_model=list[g.CatalogueBet])
async def catalogue(
    caller: AsWatcher,
    app: App,
    decks: Annotated[
        Literal["6", "8"], Query(description="Others take long: ask croupier bets.")
    ] = "8",
) -> Response:
    """List the side bets with what they cost, as `croupier bets --json` does."""
    limit_rate(app, caller)
    listed = await app.run_report(_written, int(decks))
    return Response(listed, media_type="application/json")


@cache
def _written(decks: int) -> bytes:
    bets = side_bets().values()
    found = costs(bets, decks)
    return msgspec.json.encode([write_side_bet(bet, found[bet.key], decks) for bet in bets])


@router.post("/mix", operation_id="mixSideBets", response_model=Mixed)
async def mixed(body: Mix, caller: AsWatcher, app: App) -> Response:
    """Return the file of a game with side bets added, as `croupier mix` writes it."""
    limit_rate(app, caller)
    bets = [_bet(key) for key in dict.fromkeys(body.bets)]
    base = (await find_game(app, body.game, None)).game
    key = body.key or f"{base.key}-mix"[:MOST_KEY].rstrip("-")
    return json_response(await app.run_report(_mixed, base, bets, key, body.title))


def _bet(key: str) -> SideBet:
    # Only keys: a name may be a path at the console, and the server reads no file for a caller.
    if key not in side_bets():
        said = say("reading.unknown_side_bet", bet=brief(key), hint=closest(key, side_bets()))
        raise Problem(ProblemCode.NOT_FOUND, said)
    return side_bets()[key]


def _mixed(base: Game, bets: list[SideBet], key: str, title: str | None) -> dict[str, Any]:
    try:
        made, data = mix(base, bets, key, title)
    except InvalidInput as wrong:
        raise Problem(ProblemCode.CONFLICT, wrong.said) from None
    except BadGame as wrong:
        problems = [fault.written() for fault in wrong.faults]
        return {
            "ok": False,
            "problems": problems,
            "key": key,
            "title": "",
            "titles": {},
            "toml": "",
        }
    toml = write_toml(data, f"Mixed from {base.key}. Ask: croupier check FILE, croupier odds FILE")
    titles = {language: text for language, text in made.texts.items() if language != ENGLISH}
    return {
        "ok": True,
        "problems": [],
        "key": made.key,
        "title": made.title,
        "titles": titles,
        "toml": toml,
    }

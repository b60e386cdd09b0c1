"""Exact odds over HTTP: every bet of a game with any shoe, and a side bet that is designed."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Query, Response
from pydantic import BeforeValidator, Field

from croupier.errors import InvalidInput
from croupier.facts import FACTS, is_deep, level_of
from croupier.game.checked_mapping import BadGame
from croupier.game.loading import asks_suits, keys, read_design, with_side_bet
from croupier.game.model import BetKind, Game
from croupier.game.toml_text import write_toml
from croupier.hand_traits import Level
from croupier.odds import Composition, effects_of_removal, odds
from croupier.odds.bet_odds import facts_asked, write_bet, write_odds
from croupier.odds.removal import write_removal
from croupier.server.app_state import AppState
from croupier.server.caller import Caller
from croupier.server.http import REFUSALS, App, AsCaller, AsWatcher, StrictRoute, json_response
from croupier.server.http import game_models as g
from croupier.server.http import models as m
from croupier.server.problems import Problem, ProblemCode
from croupier.settlement.checks import check_decks
from croupier.words import say

router = APIRouter(
    prefix="/api/odds",
    tags=["odds"],
    route_class=StrictRoute,
    responses={code: REFUSALS[code] for code in (400, 403, 404, 409, 413, 429, 503)},
)

CACHED = 512
"""How many answers are kept: sliders come back to where they were."""

MOST_FACTS = 6
"""How many facts a side bet may use: each multiplies the number of cases."""

_HEAD = "Written by the designer of side bets. Ask: croupier check FILE, croupier odds FILE"

_SUITS = Lock()
"""Bets on suits are computed one at a time: each takes a second of a processor."""


def _whole(value: object) -> object:
    """Return 3 for 3.0: in JSON they are the same number."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Small = Annotated[int, Field(ge=0, le=99), BeforeValidator(_whole)]
Value = Annotated[str, Field(max_length=20)] | Small | bool


class Range(m.In):
    """From one number to another; either end may be left out."""

    min: Small | None = None
    max: Small | None = None


Wanted = Value | Annotated[list[Value], Field(min_length=1, max_length=20)] | Range
FactName = Annotated[str, Field(pattern=r"^[a-z_]{1,40}$")]


class Line(m.In):
    """A pay line: its condition, and what it pays."""

    when: Annotated[
        dict[FactName, Wanted],
        Field(max_length=MOST_FACTS, json_schema_extra={"additionalProperties": False}),
    ]
    odds: Annotated[str, Field(pattern=r"^[0-9]{1,6}:[0-9]{1,6}$", examples=["12:1"])]


class SideBet(m.In):
    """A side bet that is being designed; the first line that holds decides."""

    key: Annotated[str, Field(pattern=r"^[a-z](_?[a-z0-9]){0,30}$", examples=["dragon_7"])]
    name: Annotated[str, Field(pattern=r"^[^\x00-\x1f\x7f\"\\]{1,40}$", examples=["Dragon 7"])]
    decks: Annotated[int, Field(ge=1, le=10), BeforeValidator(_whole)] = 8
    pays: Annotated[list[Line], Field(min_length=1, max_length=12)]


class Mistake(m.Out):
    """A mistake, with where it is and what was expected there."""

    key: str
    expected: str


class Designed(m.Out):
    """What a side bet costs, or its mistakes; and its file."""

    ok: bool
    problems: list[Mistake]
    bet: g.OddsOfBet | None
    toml: str


class FactOut(m.Out):
    """A fact that a condition can use."""

    name: str
    values: list[str | int | bool]
    meaning: str
    suits: bool


Counts = Annotated[
    str | None,
    Query(
        pattern=r"^[0-9]{1,4}(,[0-9]{1,4}){12}$",
        description="Cards left of A,2,3,4,5,6,7,8,9,10,J,Q,K.",
        examples=["32,32,32,32,32,32,32,32,32,32,32,32,32"],
    ),
]


def limit_rate(app: AppState, caller: Caller) -> None:
    """Raise `Problem` for somebody who asks too much."""
    if not app.command_limit.take(caller.rate_key):
        raise Problem(ProblemCode.TOO_MANY, say("server.too_many_questions"))


@router.get("/facts", operation_id="listFacts", response_model=list[FactOut])
async def facts() -> Response:
    """List the facts that a pay line can use."""
    listed = [
        {
            "name": fact.name,
            "values": list(fact.values),
            "meaning": fact.meaning,
            "suits": fact.level is Level.SUITS,
        }
        for fact in FACTS.values()
    ]
    return _cacheable(msgspec.json.encode(listed))


@router.post("/design", operation_id="designBet", response_model=Designed)
async def design(body: SideBet, caller: AsWatcher, app: App) -> Response:
    """Return what a side bet costs, exactly, or every mistake in it."""
    limit_rate(app, caller)
    pays = body.model_dump(exclude_none=True)["pays"]
    return json_response(await app.run_report(_design, body.key, body.name, body.decks, pays))


def _design(key: str, name: str, decks: int, pays: list[dict[str, Any]]) -> dict[str, Any]:
    data = with_side_bet(key, name, decks, pays)
    toml = write_toml(data, _HEAD)
    answer: dict[str, Any] = {"ok": False, "problems": [], "bet": None, "toml": toml}
    asked = {name for line in pays for name in line["when"]}
    if len(asked) > MOST_FACTS:
        expected = f"expected {MOST_FACTS} different facts at most, not {len(asked)}"
        answer["problems"] = [{"key": f"bets.{key}.pays", "expected": expected}]
        return answer
    try:
        game = read_design(data)
    except BadGame as wrong:
        answer["problems"] = [fault.written() for fault in wrong.faults]
        return answer
    suits = asks_suits(pays)
    if suits and not _SUITS.acquire(timeout=3):
        raise Problem(ProblemCode.TOO_MANY, say("server.busy_suits"))
    try:
        left = Composition.of_decks(decks)
        found = odds(game, left if suits else Composition.of_ranks(left.ranks)).bets[key]
    finally:
        if suits:
            _SUITS.release()
    return {**answer, "ok": True, "bet": write_bet(found)}


class TooLong(Exception):
    """Others keep the processors busy with odds that take long; ask again."""


@router.get("/{game}", operation_id="getOdds", response_model=g.OddsOfGame)
async def explore(
    game: Annotated[str, Path(max_length=64, examples=["classic"])],
    caller: AsCaller,
    app: App,
    decks: Annotated[int | None, Query(ge=1, le=27)] = None,
    cards_left: Counts = None,
    removal: Annotated[bool, Query(description="Also what one card fewer changes.")] = False,
    digest: Annotated[str | None, Query(pattern=r"^[0-9a-f]{64}$")] = None,
) -> Response:
    """Return what every bet costs, exactly, as `croupier odds --json` does."""
    limit_rate(app, caller)
    shelf = app.house.shelf
    try:
        found = (
            await app.run_reading(shelf.offered, game)
            if digest is None
            else await app.run_reading(shelf.of_digest, game, digest)
        ).game
    except KeyError:
        raise Problem(ProblemCode.NOT_FOUND, say("server.no_game")) from None
    if decks is not None and cards_left is not None:
        raise Problem(ProblemCode.CONFLICT, say("server.decks_or_cards"))
    counts = None if cards_left is None else tuple(int(n) for n in cards_left.split(","))
    try:
        return _cacheable(await app.run_report(explored, found, decks, counts, removal=removal))
    except InvalidInput as wrong:
        # Each count is valid by itself, but no coup can be dealt from all of them together.
        raise Problem(ProblemCode.CONFLICT, wrong.said) from None
    except TooLong:
        raise Problem(ProblemCode.TOO_MANY, say("server.busy_odds")) from None


class ByDigest:
    """A game as a cache knows it: files that differ in comments only are one game."""

    __slots__ = ("game",)

    def __init__(self, game: Game) -> None:
        self.game = game

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ByDigest) and other.game.digest == self.game.digest

    def __hash__(self) -> int:
        return hash(self.game.digest)


def explored(
    game: Game, decks: int | None, counts: tuple[int, ...] | None, *, removal: bool = False
) -> bytes:
    """Return the odds of every bet as JSON; raise `TooLong` if others work on such ones."""
    long = game.key not in keys() and any(_takes_long(kind) for kind in game.bets.values())
    if not long:
        return _explored(ByDigest(game), decks, counts, removal=removal)
    if not _SUITS.acquire(timeout=3):
        raise TooLong
    try:
        return _explored(ByDigest(game), decks, counts, removal=removal)
    finally:
        _SUITS.release()


def _takes_long(kind: BetKind) -> bool:
    names = facts_asked(kind)
    return len(names) > MOST_FACTS or is_deep(names) or level_of(names) is Level.SUITS


@lru_cache(maxsize=CACHED)
def _explored(
    known: ByDigest, decks: int | None, counts: tuple[int, ...] | None, *, removal: bool
) -> bytes:
    game = known.game
    if counts is None:
        decks = game.decks.default if decks is None else decks
        check_decks(game, decks)
        left = Composition.of_decks(decks)
    else:
        left = Composition.of_ranks(counts)
    answer = write_odds(odds(game, left), decks)
    if removal:
        answer["removal"] = write_removal(effects_of_removal(game, left))
    return msgspec.json.encode(answer)


def _cacheable(data: bytes) -> Response:
    """Return an answer that is the same for everybody, and that browsers may keep."""
    headers = {"cache-control": "public, max-age=300"}
    return Response(data, media_type="application/json", headers=headers)

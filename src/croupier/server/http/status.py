"""The house itself: whether it is well, its figures, and the games it knows."""

from __future__ import annotations

import json
from ipaddress import ip_address
from typing import Any

from fastapi import APIRouter, Request, Response

from croupier.accounts import AccountRole
from croupier.game import Game
from croupier.game.loading import describe, keys, shipped
from croupier.server.http import models as m
from croupier.server.http.problems import Door, Problem
from croupier.server.http.requests import REFUSALS, AsCaller, InCasino, encoded

router = APIRouter(tags=["house"], responses={code: REFUSALS[code] for code in (403, 503)})


@router.get(
    "/healthz",
    response_model=m.Health,
    responses={503: {"model": m.Health, "description": "No bets can be taken, and why."}},
)
async def healthz(casino: InCasino) -> Response:
    """Answer 200 when bets can be taken."""
    well = await casino.probe()
    said: dict[str, Any] = {"ok": well}
    if not well:
        said["why"] = "closing" if casino.health.closing else casino.health.failure
    return encoded(said, 200 if well else 503)


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request, caller: AsCaller, casino: InCasino) -> Response:
    """Give figures for Prometheus: to this machine, and to those who may read everything."""
    if not _local(request):
        caller.one_of(AccountRole.AUDITOR, AccountRole.ADMINISTRATOR)
    return Response(casino.metrics.text(), media_type="text/plain; version=0.0.4")


def _local(request: Request) -> bool:
    """Say whether somebody is on this machine, and no proxy speaks for them."""
    if "x-forwarded-for" in request.headers or request.client is None:
        return False
    try:
        return ip_address(request.client.host).is_loopback
    except ValueError:
        return False


@router.get("/api/house", response_model=m.House)
async def about(casino: InCasino) -> Response:
    """Say what guests are told on every page: whether play is for fun, and where help is."""
    return encoded({"demo": casino.config.demo, "helpline": casino.config.helpline})


@router.get("/api/games", response_model=list[dict[str, Any]])
async def games() -> Response:
    """List the games, as `croupier games --json` does, with the titles of unnumbered sections."""
    found = [shipped(key) for key in keys()]
    return encoded([{**describe(game), "titles": game.section_titles} for game in found])


@router.get("/api/games/{key}", response_model=dict[str, Any], responses={404: REFUSALS[404]})
async def game(key: str) -> Response:
    """Give a game's own file: bets, pay lines, procedures, each with its paragraph."""
    try:
        found = shipped(key)
    except KeyError:
        raise Problem(Door.NOT_FOUND, "there is no such game") from None
    said = {**describe(found), "file": found.data, "procedures": _procedures(found)}
    text = json.dumps(said, default=str)
    return Response(text, media_type="application/json")


def _procedures(found: Game) -> dict[str, Any]:
    """Write what is done about each irregularity, those of a borrowed document included."""
    return {
        kind: {
            "does": each.does,
            "otherwise": each.otherwise,
            "options": each.options,
            "decides": each.decides.value,
            "rule": found.cite_procedure(kind),
        }
        for kind, each in found.procedures.items()
    }

"""The server itself: whether it takes bets, its figures, and who may do what."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Any, Literal

from fastapi import APIRouter, Request, Response
from pydantic import Field

from croupier.accounts import AccountRole
from croupier.game.model import Role
from croupier.server.http import (
    REFUSALS,
    App,
    AsCaller,
    caller_of,
    json_response,
    port_of,
    token_of,
)
from croupier.server.http import models as m
from croupier.server.problems import Problem
from croupier.table import COMMANDS, LEAST


class Currency(m.Out):
    """How the house writes its money."""

    name: str | None
    sign: str | None
    decimals: int = Field(description="How many decimals of an amount are always shown.")


class House(m.Out):
    """What everybody may know of a house."""

    demo: bool
    staff: bool = Field(description="Whether the staff is served at this port.")
    helpline: str | None
    guests: bool = Field(description="Whether anybody may come as a guest.")
    registration: Literal["open", "invitation", "cage"]
    age_limit: int
    time_zone: str
    day_starts: str = Field(description="When a gaming day begins, in that time zone.")
    today: str = Field(description="The gaming day that it is now.")
    currency: Currency


router = APIRouter(tags=["house"], responses={code: REFUSALS[code] for code in (403, 503)})

NOT_STORING = "not_stored"
"""What strangers are told when nothing can be stored: the reason may name paths and hosts."""


@router.get(
    "/healthz",
    operation_id="checkHealth",
    response_model=m.Health,
    responses={503: {"model": m.Health, "description": "No bets can be taken, and why."}},
)
async def healthz(request: Request, app: App) -> Response:
    """Answer 200 when bets can be taken; the staff are told why not."""
    ok = await app.check_health()
    answer: dict[str, Any] = {"ok": ok}
    if app.unresolved:
        answer["resolving"] = len(app.unresolved)
    if not ok:
        answer["why"] = "closing" if app.health.closing else NOT_STORING
        if await _is_staff(request):
            answer["reason"] = app.health.failure
    return json_response(answer, 200 if ok else 503)


async def _is_staff(request: Request) -> bool:
    """Return True if somebody of the staff asks, so far as sessions can be read now."""
    if token_of(request) is None:
        return False
    try:
        return (await caller_of(request)).viewer.staff
    except Problem:
        return False


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request, caller: AsCaller, app: App) -> Response:
    """Return figures for Prometheus: to this machine, and to those who may read everything."""
    if not _is_local(request):
        caller.require_role(AccountRole.AUDITOR, AccountRole.ADMINISTRATOR)
    return Response(app.metrics.text(), media_type="text/plain; version=0.0.4")


def _is_local(request: Request) -> bool:
    """Return True if a request comes from this machine, and not through a proxy."""
    if "x-forwarded-for" in request.headers or request.client is None:
        return False
    try:
        return ip_address(request.client.host).is_loopback
    except ValueError:
        return False


@router.get("/api/house", operation_id="getHouse", response_model=House)
async def about(app: App, request: Request) -> Response:
    """Return what every page shows: whether play is for fun, and where help is found."""
    config = app.config
    told = {
        "demo": config.demo,
        "staff": port_of(request).for_staff,
        "helpline": config.helpline,
        "guests": config.demo,
        "registration": config.registration,
        "age_limit": config.age_limit,
        "time_zone": config.time_zone,
        "day_starts": config.day_starts,
        "today": config.gaming_days.day_of(app.house.now()).name,
        "currency": {
            "name": config.currency,
            "sign": config.currency_sign,
            "decimals": config.currency_decimals,
        },
    }
    return json_response(told)


@router.get("/api/roles", operation_id="listRoles", response_model=m.Roles)
async def roles() -> Response:
    """Return the roles at a table and which command takes which at least."""
    return json_response({"roles": list(Role), "least": {name: LEAST[name] for name in COMMANDS}})

"""The server itself: whether it takes bets, its figures, and who may do what."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Any

from fastapi import APIRouter, Request, Response

from croupier.accounts import AccountRole
from croupier.game.model import Role
from croupier.server.http import REFUSALS, App, AsCaller, json_response
from croupier.server.http import models as m
from croupier.table import COMMANDS, LEAST

router = APIRouter(tags=["house"], responses={code: REFUSALS[code] for code in (403, 503)})


@router.get(
    "/healthz",
    response_model=m.Health,
    responses={503: {"model": m.Health, "description": "No bets can be taken, and why."}},
)
async def healthz(app: App) -> Response:
    """Answer 200 when bets can be taken."""
    ok = await app.check_health()
    answer: dict[str, Any] = {"ok": ok}
    if not ok:
        answer["why"] = "closing" if app.health.closing else app.health.failure
    return json_response(answer, 200 if ok else 503)


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


@router.get("/api/house", response_model=m.House)
async def about(app: App) -> Response:
    """Return what every page shows: whether play is for fun, and where help is found."""
    return json_response({"demo": app.config.demo, "helpline": app.config.helpline})


@router.get("/api/roles", response_model=m.Roles)
async def roles() -> Response:
    """Return the roles at a table and which command takes which at least."""
    return json_response({"roles": list(Role), "least": {name: LEAST[name] for name in COMMANDS}})

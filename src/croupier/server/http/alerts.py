"""The alerts of the house over HTTP, and whether the webhook has taken them."""

from __future__ import annotations

import json
from typing import Any

from fastapi import APIRouter, Response
from pydantic import Field

from croupier.server.http import REFUSALS, App, AsCaller, json_response
from croupier.server.http.models import Out
from croupier.server.http.reports import MANAGERS, Most
from croupier.store.alert_box import AlertBox

router = APIRouter(prefix="/api", tags=["floor"], responses=REFUSALS)


class Alert(Out):
    """What somebody has to know of at once."""

    id: str
    kind: str
    at: str
    table: str | None
    person: str | None
    amount: str | None
    by: str | None
    detail: dict[str, Any]
    text: dict[str, str] = Field(description="A sentence, by language.")
    sent: str | None = Field(description="When the webhook took it.")
    tries: int
    failure: dict[str, str] | None = Field(
        description="Why it was not taken the last time, by language."
    )


class Alerts(Out):
    """The latest alerts."""

    webhook: bool = Field(description="Whether alerts are sent anywhere.")
    waiting: int = Field(description="How many of all alerts the webhook has not taken.")
    alerts: list[Alert]


@router.get("/alerts", operation_id="listAlerts", response_model=Alerts)
async def alerts(caller: AsCaller, app: App, most: Most = 100) -> Response:
    """List alerts: those that the webhook has not taken and why, then the latest."""
    caller.require_role(*MANAGERS)
    box = AlertBox(app.people.incidents)
    waiting = await app.run_report(box.count_waiting)
    told = [
        {
            **json.loads(row.body),
            "sent": row.sent,
            "tries": row.tries,
            "failure": None if row.failure is None else json.loads(row.failure),
        }
        for row in await app.run_report(box.latest, most)
    ]
    webhook = app.config.alerts_webhook is not None
    return json_response({"webhook": webhook, "waiting": waiting, "alerts": told})

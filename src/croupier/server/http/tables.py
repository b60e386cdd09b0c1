"""Tables over HTTP: the lobby, a table's state and events, and commands."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Query, Response

from croupier.accounts import AccountRole
from croupier.server.app_state import AppState
from croupier.server.http import REFUSALS, App, AsCaller, StrictRoute, json_response
from croupier.server.http import models as m
from croupier.server.live.feed import Feed, stored_event
from croupier.server.live.visibility import write_own, write_visible
from croupier.server.monitoring import log_error
from croupier.server.problems import Problem, ProblemCode, refusal_status
from croupier.words import say

router = APIRouter(prefix="/api", tags=["tables"], route_class=StrictRoute, responses=REFUSALS)

TableAt = Annotated[str, Path(alias="table", max_length=64, description="The id of a table.")]


async def feed_of(app: AppState, table_id: str) -> Feed:
    """Return the feed of a table as it is stored now; raise `Problem` if there is no table."""
    try:
        return await app.feed(table_id, latest=True)
    except KeyError:
        raise Problem(ProblemCode.NOT_FOUND, say("server.no_table")) from None


def _write_lobby(feed: Feed) -> dict[str, Any]:
    """Return a table as the lobby shows it."""
    table, state = feed.table, feed.public
    setup = table.setup
    board = state.get("board", {})
    return {
        "id": feed.table_id,
        "number": feed.number,
        "open": table.open,
        "phase": table.phase.value,
        "round": table.round,
        "game": None if setup is None else setup.game.key,
        "digest": None if setup is None else setup.digest,
        "title": None if setup is None else setup.game.title,
        "layout": None if setup is None else setup.layout.key,
        "boxes": 0 if setup is None else setup.layout.boxes,
        "taken": len(table.seats),
        "seats": sorted(table.seats),
        "face_down": setup is not None and setup.face_down,
        "insured": setup is not None and setup.insurance,
        "limits": None if setup is None else dict(setup.sign),
        "unit": None if setup is None else setup.unit.write(1),
        "dealer": state.get("dealer"),
        "big_road": board.get("big_road", []),
        "counts": board.get("counts", {}),
    }


@router.get("/tables", operation_id="listTables", response_model=list[m.Lobby])
async def lobby(app: App) -> Response:
    """List the tables, the oldest first; one that cannot be read does not hide the others."""
    shown: list[dict[str, Any]] = []
    for name in await app.run_reading(app.house.tables):
        try:
            shown.append(_write_lobby(await app.feed(name, asked_for=False)))
        except Problem:
            raise
        except Exception as wrong:
            log_error("a table cannot be read", wrong, table=name)
    return json_response(shown)


@router.post("/tables", operation_id="createTable", response_model=m.Done)
async def create(body: m.NewTable, caller: AsCaller, app: App) -> Response:
    """Make a table; `open_table` opens it."""
    caller.require_role(AccountRole.SHIFT_MANAGER)
    await app.run(app.house.create_table, body.id)
    return json_response({"ok": True})


@router.get("/tables/{table}", operation_id="getTable", response_model=m.View)
async def view(table: TableAt, caller: AsCaller, app: App) -> Response:
    """Return a table as I may see it."""
    feed = await feed_of(app, table)
    viewer = caller.viewer
    own = None if viewer.name is None else write_own(feed.table, viewer.name)
    seen = {"table": table, "number": feed.number, "state": feed.state(viewer), "me": own}
    return json_response(seen)


@router.get("/tables/{table}/events", operation_id="listEvents", response_model=m.Events)
async def events(
    table: TableAt,
    caller: AsCaller,
    app: App,
    after: Annotated[int, Query(ge=0, le=2**53, description="The last number I know.")] = 0,
) -> Response:
    """Return the events after a number, a page at a time, with no gap and no repeat."""
    feed = await feed_of(app, table)
    rows = await app.events(table, after, None)
    number = rows[-1].number if rows else min(after, feed.number)
    seen = (write_visible(stored_event(row), caller.viewer) for row in rows)
    shown = [each for each in seen if each is not None]
    more = number < feed.number
    return json_response({"table": table, "number": number, "events": shown, "more": more})


@router.post("/tables/{table}/commands", operation_id="sendCommand", response_model=m.Answered)
async def command(table: TableAt, body: m.CommandIn, caller: AsCaller, app: App) -> Response:
    """Send a command; the answer comes after the commit, and is the same for the same id."""
    approval, witness = (
        None if each is None else each.model_dump() for each in (body.approval, body.witness)
    )
    answer = await app.command(caller, table, body.id, body.command, approval, witness)
    head = msgspec.json.encode({"number": answer.number, "again": answer.again})
    data = head[:-1] + b"," + answer.data[1:]
    status = 200 if answer.ok else refusal_status(msgspec.json.decode(answer.data)["error"]["code"])
    return Response(data, status, media_type="application/json")

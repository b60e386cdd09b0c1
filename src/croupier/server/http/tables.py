"""The lobby and its tables: what they show, what happened, and commands."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Query, Response

from croupier.accounts import AccountRole
from croupier.server.casino import Casino
from croupier.server.http import models as m
from croupier.server.http.problems import Door, Problem, status_of
from croupier.server.http.requests import REFUSALS, AsCaller, InCasino, StrictRoute, encoded
from croupier.server.live.feed import Feed, happening_of
from croupier.server.live.visibility import write_happening, write_own

router = APIRouter(prefix="/api", tags=["tables"], route_class=StrictRoute, responses=REFUSALS)

TableAt = Annotated[str, Path(alias="table", max_length=64, description="The id of a table.")]


async def feed_of(casino: Casino, table_id: str) -> Feed:
    """Find a table as it is now, or say that there is none."""
    try:
        return await casino.feed(table_id, latest=True)
    except KeyError:
        raise Problem(Door.NOT_FOUND, "there is no such table") from None


def write_lobby(feed: Feed) -> dict[str, Any]:
    """Write a table in a few lines."""
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
        "title": None if setup is None else setup.game.title,
        "boxes": 0 if setup is None else setup.layout.boxes,
        "taken": len(table.seats),
        "limits": None if setup is None else dict(setup.sign),
        "unit": None if setup is None else setup.unit.write(1),
        "dealer": state.get("dealer"),
        "big_road": board.get("big_road", []),
        "counts": board.get("counts", {}),
    }


@router.get("/tables", response_model=list[m.Lobby])
async def lobby(casino: InCasino) -> Response:
    """List the tables, the oldest first."""
    names = await casino.gate.call(casino.house.tables)
    return encoded([write_lobby(await casino.feed(name)) for name in names])


@router.post("/tables", response_model=m.Done)
async def create(body: m.NewTable, caller: AsCaller, casino: InCasino) -> Response:
    """Make a table; `open_table` opens it."""
    caller.one_of(AccountRole.SHIFT_MANAGER)
    await casino.gate.call(casino.house.create_table, body.id)
    return encoded({"ok": True})


@router.get("/tables/{table}", response_model=m.View)
async def view(table: TableAt, caller: AsCaller, casino: InCasino) -> Response:
    """Show a table as I may see it."""
    feed = await feed_of(casino, table)
    viewer = caller.viewer
    own = None if viewer.name is None else write_own(feed.table, viewer.name)
    said = {"table": table, "number": feed.number, "state": feed.state(viewer), "me": own}
    return encoded(said)


@router.get("/tables/{table}/events", response_model=m.Events)
async def events(
    table: TableAt,
    caller: AsCaller,
    casino: InCasino,
    after: Annotated[int, Query(ge=0, le=2**53, description="The last number I know.")] = 0,
) -> Response:
    """Give what happened after an event, a page at a time, with no gap and no repeat."""
    feed = await feed_of(casino, table)
    rows = await casino.events(table, after, None)
    number = rows[-1].number if rows else min(after, feed.number)
    told = (write_happening(happening_of(row), caller.viewer) for row in rows)
    shown = [each for each in told if each is not None]
    more = number < feed.number
    return encoded({"table": table, "number": number, "events": shown, "more": more})


@router.post("/tables/{table}/commands", response_model=m.Answered)
async def command(
    table: TableAt, body: m.CommandIn, caller: AsCaller, casino: InCasino
) -> Response:
    """Give a command; the answer comes after the commit, and again for the same id."""
    approval = None if body.approval is None else body.approval.model_dump()
    answer = await casino.command(caller, table, body.id, body.command, approval)
    head = msgspec.json.encode({"number": answer.number, "again": answer.again})
    data = head[:-1] + b"," + answer.data[1:]
    status = 200 if answer.ok else status_of(msgspec.json.decode(answer.data)["error"]["code"])
    return Response(data, status, media_type="application/json")

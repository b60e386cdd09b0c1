"""Templates of tables over HTTP: kept, changed, deleted, and many tables opened by one."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Path, Response
from pydantic import Field

from croupier.accounts import AccountRole, Person
from croupier.accounts.person import may_act
from croupier.server.app_state import AppState
from croupier.server.caller import Caller
from croupier.server.http import REFUSALS, App, AsCaller, StrictRoute, json_response
from croupier.server.http import models as m
from croupier.server.http.reports import PIT
from croupier.server.problems import Problem, ProblemCode, write_problem
from croupier.store.templates import (
    MOST_NAME,
    Template,
    check,
    find_template,
    kept,
    remove,
    save,
)
from croupier.words import say

router = APIRouter(
    prefix="/api/templates", tags=["templates"], route_class=StrictRoute, responses=REFUSALS
)

KEEPERS = (AccountRole.PIT_MANAGER, AccountRole.SHIFT_MANAGER)
MOST_OPENED = 50
"""How many tables are opened in one go."""

_PAUSE, _TRIES = 0.25, 40
"""Seconds until a command is given again that came too fast after the others, and how often."""

TemplateName = Annotated[str, Field(min_length=1, max_length=MOST_NAME)]
NameAt = Annotated[str, Path(alias="name", max_length=MOST_NAME, description="A template.")]


class NewTemplate(m.In):
    """An opening to keep under a name, in place of an earlier one of that name."""

    name: TemplateName
    opening: m.Opening = Field(
        description="The fields of `open_table`.",
        examples=[{"game": "classic", "limits": {"min": "25", "max": "5000"}, "float": "100000"}],
    )
    dealer: m.Assignment | None = Field(
        None, description="The fields of `assign_dealer`; without them a person deals."
    )


class KeptTemplate(m.Out):
    """A template as the house keeps it."""

    name: str
    opening: m.Opening
    dealer: m.Assignment | None
    at: str
    by: str


class OpenTables(m.In):
    """Tables to open by a template; with the same id again none is opened twice."""

    id: Annotated[str, Field(min_length=1, max_length=100)]
    tables: Annotated[list[m.TableId], Field(min_length=1, max_length=MOST_OPENED)]


class OpenedTable(m.Out):
    """What became of one of them."""

    table: str
    ok: bool
    error: m.Error | None


class OpenedTables(m.Out):
    """What became of each."""

    ok: Literal[True]
    tables: list[OpenedTable]


@router.get("", operation_id="listTemplates", response_model=list[KeptTemplate])
async def templates(caller: AsCaller, app: App) -> Response:
    """List the templates, in the order of their names."""
    caller.require_role(*PIT)
    found = await app.run_reading(kept, app.house.reader)
    return json_response(
        [
            {"name": each.template.name, "opening": each.template.opening}
            | {"dealer": each.template.dealer, "at": each.at, "by": each.by}
            for each in found
        ]
    )


@router.post("", operation_id="keepTemplate", response_model=m.Done)
async def keep(body: NewTemplate, caller: AsCaller, app: App) -> Response:
    """Keep an opening under a name; what no table could be opened with is refused."""
    person = caller.require_role(*KEEPERS)
    if not app.command_limit.take(caller.rate_key):
        raise Problem(ProblemCode.TOO_MANY, say("server.too_many_commands"))
    template = Template(body.name, body.opening, body.dealer)
    await app.run(check, template, app.house.shelf.find, app.house.unit)
    await app.run(save, app.people.incidents, template, person.name)
    return json_response({"ok": True})


@router.delete("/{name}", operation_id="deleteTemplate", response_model=m.Done)
async def delete(name: NameAt, caller: AsCaller, app: App) -> Response:
    """Keep a template no more; tables that were opened by it go on."""
    person = caller.require_role(*KEEPERS)
    if not await app.run(remove, app.people.incidents, name, person.name):
        raise Problem(ProblemCode.NOT_FOUND, say("server.no_template"))
    return json_response({"ok": True})


@router.post("/{name}/tables", operation_id="openTables", response_model=OpenedTables)
async def open_tables(name: NameAt, body: OpenTables, caller: AsCaller, app: App) -> Response:
    """Make and open tables by a template, and tell what became of each."""
    person = caller.require_role(AccountRole.SHIFT_MANAGER)
    template = await app.run_reading(find_template, app.house.reader, name)
    if template is None:
        raise Problem(ProblemCode.NOT_FOUND, say("server.no_template"))
    opened = []
    for table in dict.fromkeys(body.tables):
        wrong = await _open(app, caller, person, template, body.id, table)
        opened.append({"table": table, "ok": wrong is None, "error": wrong})
    return json_response({"ok": True, "tables": opened})


async def _open(
    app: AppState, caller: Caller, person: Person, template: Template, id: str, table: str
) -> dict[str, Any] | None:
    """Make and open one table; return why it was refused, or None."""
    if not may_act(person, table):
        why = say("server.not_assigned", name=person.name, table=table)
        refusal: dict[str, Any] = write_problem(ProblemCode.FORBIDDEN, why)["error"]
        return refusal
    await app.run(app.house.create_table, table)
    for place, command in enumerate(template.commands):
        answer = await _given(app, caller, table, f"{id}:{table}:{place}", command)
        if answer is not None:
            return answer
    return None


async def _given(
    app: AppState, caller: Caller, table: str, id: str, command: dict[str, Any]
) -> dict[str, Any] | None:
    """Give a command as the caller; return why it was refused, or None."""
    for _ in range(_TRIES):
        try:
            answer = await app.command(caller, table, id, command, None)
        except Problem as wrong:
            # Many tables in one go are more commands than one person gives in a second.
            if wrong.code is not ProblemCode.TOO_MANY:
                raise
            await asyncio.sleep(_PAUSE)
        else:
            if answer.ok:
                return None
            refusal: dict[str, Any] = msgspec.json.decode(answer.data)["error"]
            return refusal
    raise Problem(ProblemCode.TOO_MANY, say("server.too_many_commands"))

"""A shift's hand-over over HTTP: the sheet, as data and as a PDF, and giving the shift over."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from pydantic import Field

from croupier.accounts import AccountRole, PeopleRefused, Reason
from croupier.accounts.hand_overs import MOST_REMARK
from croupier.reports.hand_over import begin_of_shift, read_hand_over
from croupier.reports.hand_over_paper import hand_over_paper
from croupier.reports.paper import Paper
from croupier.server.app_state import AppState
from croupier.server.http import REFUSALS, App, AsCaller, StrictRoute, json_response
from croupier.server.http import models as m
from croupier.server.http import report_models as r
from croupier.server.http.reports import PDF, Language, made_by, pdf_response, sheet_style
from croupier.server.problems import Problem, ProblemCode
from croupier.store.incidents import Incident, Kind
from croupier.words import ENGLISH, say

router = APIRouter(
    prefix="/api/hand-over", tags=["floor"], route_class=StrictRoute, responses=REFUSALS
)

READERS = (AccountRole.SHIFT_MANAGER, AccountRole.PIT_MANAGER, AccountRole.AUDITOR)

Entry = Annotated[
    int | None,
    Query(ge=1, le=2**53, description="The journal's entry of a hand-over; without it, until now."),
]


class HandOver(m.In):
    """The shift manager who takes over, by name and PIN."""

    name: m.Name
    pin: Annotated[str, Field(min_length=1, max_length=100)]
    after: Annotated[int, Field(ge=0, le=2**53)] = Field(
        description="`after` of the sheet: a shift is given over once."
    )
    remark: Annotated[str, Field(max_length=MOST_REMARK)] = ""


class HandedOver(m.Out):
    """The entry of the journal that says so."""

    entry: int


@router.get("", operation_id="getHandOver", response_model=r.HandOverSheet)
async def sheet(caller: AsCaller, app: App, entry: Entry = None) -> Response:
    """Return what this shift gives to the next, or what an earlier one has given."""
    caller.require_role(*READERS)
    return json_response(await app.run_report(_sheet, app, entry))


@router.get("/pdf", operation_id="downloadHandOverPdf", response_class=Response, responses=PDF)
async def sheet_pdf(
    caller: AsCaller, app: App, entry: Entry = None, language: Language = ENGLISH
) -> Response:
    """Return the same as a sheet of paper, with lines for both signatures."""
    caller.require_role(*READERS)
    style = sheet_style(app, language)
    found = await app.run_report(_sheet, app, entry)

    def paper() -> Paper:
        return hand_over_paper(found, style, made_by(app, caller, style))

    return await pdf_response(app, paper, f"hand-over-{found['day']}")


@router.post("", operation_id="handOver", response_model=HandedOver)
async def hand_over(body: HandOver, caller: AsCaller, app: App) -> Response:
    """Give the shift to another shift manager, who is there and gives their PIN."""
    person = caller.require_role(AccountRole.SHIFT_MANAGER)
    day = app.config.gaming_days.day_of(app.house.now()).name
    try:
        entry = await app.run_hashing(
            app.people.hand_over, person.name, body.name, body.pin, body.after, day, body.remark
        )
    except PeopleRefused as wrong:
        # 401 would say that the one whose screen it is has to sign in again.
        late = wrong.reason is Reason.HANDED_OVER
        code = ProblemCode.CONFLICT if late else ProblemCode.FORBIDDEN
        raise Problem(code, wrong.said) from None
    return json_response({"entry": entry})


def _sheet(app: AppState, entry: int | None) -> dict[str, Any]:
    given, last = _hand_overs(app, entry)
    days = app.config.gaming_days
    until = app.house.now() if given is None else given.at
    since = begin_of_shift(days, None if last is None else last.at, until)
    large = app.units(app.config.cage_large)
    found = read_hand_over(app.house.reader, days, since, until, large)
    told: dict[str, Any] = {} if given is None else given.detail or {}
    return {
        **found,
        "after": 0 if last is None else last.number,
        "entry": None if given is None else given.number,
        "previous": None if last is None else {"outgoing": last.actor, "incoming": last.subject},
        "outgoing": None if given is None else given.actor,
        "incoming": None if given is None else given.subject,
        "remark": told.get("remark", ""),
        "staff": _on_duty(app) if given is None else list(map(_written, told.get("staff", ()))),
    }


def _hand_overs(app: AppState, entry: int | None) -> tuple[Incident | None, Incident | None]:
    """Return the hand-over that a sheet is of, None for the present one, and the one before."""
    people = app.people
    if entry is None:
        return None, people.last_hand_over()
    given = people.last_hand_over(entry + 1)
    if given is None or given.number != entry:
        raise Problem(ProblemCode.NOT_FOUND, say("server.no_hand_over"))
    assert given.kind is Kind.SHIFT_HANDED_OVER, "only those are asked for"
    return given, people.last_hand_over(entry)


def _on_duty(app: AppState) -> list[dict[str, str]]:
    people = (session.person for session in app.people.on_duty())
    return [{"role": person.role.value, "name": person.name} for person in people]


def _written(person: str) -> dict[str, str]:
    role, _, name = person.partition(":")
    return {"role": role, "name": name}

"""The cage over HTTP: patrons' money in and out with a slip, and the cage's own cash."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Path, Query, Response
from pydantic import Field

from croupier.accounts import AccountRole, PeopleRefused, Person
from croupier.reports.cage_report import read_cage_report
from croupier.reports.figures import Span
from croupier.reports.gaming_days import write_moment
from croupier.server.app_state import AppState
from croupier.server.http import REFUSALS, App, AsCaller, StrictRoute, json_response
from croupier.server.http import models as m
from croupier.server.http import report_models as r
from croupier.server.http.reports import First, Last
from croupier.server.problems import Problem, ProblemCode, refusal_status
from croupier.store.cage import CageMove, Tender
from croupier.store.cage_desk import Clerk, Order
from croupier.store.command_ids import own_id
from croupier.words import say

router = APIRouter(prefix="/api/cage", tags=["cage"], route_class=StrictRoute, responses=REFUSALS)

CLERKS = (AccountRole.CASHIER, AccountRole.SHIFT_MANAGER)
READERS = (*CLERKS, AccountRole.PIT_MANAGER, AccountRole.AUDITOR)

Kind = Literal[
    "deposit",
    "withdrawal",
    "pay_out",
    "open",
    "fill",
    "credit",
    "count",
    "close",
    "chips_sold",
    "chips_redeemed",
    "chips_counted",
    "tips",
]


class CageState(m.Out):
    """The cage as it is."""

    open: bool
    cash: str
    slips: int
    today: str = Field(description="The gaming day that it is now.")
    second_person: str = Field(description="From this amount on a second person approves.")
    large: str = Field(description="From this amount on a patron's day is reported as large.")


class CagePatron(m.Out):
    """A patron, for the cage."""

    name: str
    balance: str
    locked: bool
    guest: bool


class Slip(m.Out):
    """What went through the cage, by its number."""

    number: int
    at: str
    by: str
    kind: Kind
    name: str | None
    tender: Literal["cash", "cheque", "voucher", "adjustment"] | None
    amount: str
    cash: str = Field(description="The cash at the cage after it.")
    variance: str | None
    reason: str | None
    approver: str | None
    balance: str | None = Field(description="What the patron's wallet holds after it.")
    pieces: dict[str, int] | None


class SlipDone(m.Out):
    """It is done, and this is its slip."""

    ok: Literal[True]
    slip: Slip


class CageOrder(m.In):
    """What is asked for at the cage, once for each id."""

    id: m.CommandId
    kind: Kind
    amount: m.Amount | None = Field(
        None, description="Of a payout, which is of everything, what it is expected to be."
    )
    name: m.Name | None = Field(None, description="The patron; for tips, whose they are.")
    tender: Literal["cash", "cheque", "voucher", "adjustment"] | None = None
    reason: Annotated[str, Field(max_length=500)] | None = None
    pieces: (
        Annotated[
            dict[m.Amount, Annotated[int, Field(ge=0, le=10**9)]],
            Field(min_length=1, max_length=50),
        ]
        | None
    ) = Field(None, description="How many of each denomination; they add up to the amount.")
    approval: m.Approval | None = Field(None, description="The second person.")


@router.get("", operation_id="getCage", response_model=CageState)
async def state(caller: AsCaller, app: App) -> Response:
    """Return whether the cage is open, and its cash."""
    caller.require_role(*READERS)
    head, write = await app.run_reading(app.house.cage.head), app.house.unit.write
    told = {"open": bool(head.open), "cash": write(head.cash), "slips": head.number}
    told["today"] = app.config.gaming_days.day_of(app.house.now()).name
    limits = {
        "second_person": write(app.units(app.config.cage_approval)),
        "large": write(app.units(app.config.cage_large)),
    }
    return json_response({**told, **limits})


@router.get("/patrons", operation_id="findPatrons", response_model=list[CagePatron])
async def patrons(
    caller: AsCaller,
    app: App,
    find: Annotated[str, Query(min_length=1, max_length=64)],
) -> Response:
    """List patrons whose name contains a text, twenty at most, with what their wallets hold."""
    caller.require_role(*READERS)

    def read() -> list[dict[str, Any]]:
        wanted = find.casefold()
        found = [
            person
            for person in app.people.list()
            if person.role is AccountRole.PLAYER and wanted in person.name.casefold()
        ]
        # Whose name begins with it, or is it, comes first.
        found.sort(key=lambda person: (person.name.casefold().find(wanted), len(person.name)))
        return [
            {"name": each.name, "balance": app.house.balance(each.name)}
            | {"locked": each.locked, "guest": each.guest}
            for each in found[:20]
        ]

    return json_response(await app.run_report(read))


@router.get("/slips", operation_id="listSlips", response_model=list[Slip])
async def slips(
    caller: AsCaller,
    app: App,
    since: Annotated[date | None, Query(description="The first gaming day.")] = None,
    before: Annotated[int | None, Query(ge=1, le=2**53)] = None,
    name: Annotated[str, Query(max_length=64)] = "",
    most: Annotated[int, Query(ge=1, le=500)] = 100,
) -> Response:
    """List slips, the latest first."""
    caller.require_role(*READERS)
    begins = "" if since is None else write_moment(app.config.gaming_days.begins(since))
    read = app.house.cage.slips
    return json_response(await app.run_reading(read, before, most, since=begins, name=name))


@router.get("/slips/{number}", operation_id="getSlip", response_model=Slip)
async def slip(
    number: Annotated[int, Path(ge=1, le=2**53)], caller: AsCaller, app: App
) -> Response:
    """Return a slip."""
    caller.require_role(*READERS)
    found = await app.run_reading(app.house.cage.slip, number)
    if found is None:
        raise Problem(ProblemCode.NOT_FOUND, say("cage.no_slip"))
    return json_response(found)


@router.post("/slips", operation_id="makeSlip", response_model=SlipDone)
async def carry_out(body: CageOrder, caller: AsCaller, app: App) -> Response:
    """Carry out what is asked for at the cage, and return its slip; once for each id."""
    person = caller.require_role(*CLERKS)
    if not app.command_limit.take(caller.rate_key):
        raise Problem(ProblemCode.TOO_MANY, say("server.too_many_commands"))
    kind = CageMove(body.kind)
    if kind in (CageMove.CHIPS_SOLD, CageMove.CHIPS_REDEEMED) and body.name is not None:
        # Written in another way it is the same patron, with the same limits.
        named = await app.run(app.people.find, body.name)
        if named is not None and named.role is AccountRole.PLAYER:
            body = body.model_copy(update={"name": named.name})
            if named.locked and kind is CageMove.CHIPS_SOLD:
                raise _locked(named)
    if kind.wallet is not None and body.name is not None:
        found = await app.run(app.people.find, body.name)
        if found is None or found.role is not AccountRole.PLAYER or found.name != body.name:
            raise Problem(ProblemCode.NOT_FOUND, say("server.no_patron"))
        if found.locked and kind is CageMove.DEPOSIT and body.tender != "adjustment":
            raise _locked(found)
    approver = None if body.approval is None else await _second(app, body, body.approval, person)
    order = Order(
        kind,
        body.amount,
        body.name,
        None if body.tender is None else Tender(body.tender),
        body.reason,
        body.pieces,
    )
    answer = await app.run(
        app.house.cage.carry_out,
        own_id(body.id),
        Clerk(person.role.value, person.name),
        order,
        None if approver is None else Clerk(approver.role.value, approver.name),
        app.units(app.config.cage_approval),
    )
    if answer.ok:
        return Response(answer.data, media_type="application/json")
    code = msgspec.json.decode(answer.data)["error"]["code"]
    return Response(answer.data, refusal_status(code), media_type="application/json")


def _locked(patron: Person) -> Problem:
    return Problem(ProblemCode.CONFLICT, say("cage.account_locked", name=patron.name))


async def _second(app: AppState, body: CageOrder, approval: m.Approval, asked_by: Person) -> Person:
    pieces = None if body.pieces is None else " ".join(f"{n}x{w}" for w, n in body.pieces.items())
    told = {"player": body.name, "amount": body.amount, "pieces": pieces, "tender": body.tender}
    about = {key: text for key, text in told.items() if text is not None}
    name, pin, kind = approval.name, approval.pin, body.kind
    try:
        return await app.run_hashing(
            app.people.approve, name, pin, None, asked_by.name, kind, about=about
        )
    except PeopleRefused as wrong:
        raise Problem(ProblemCode.FORBIDDEN, wrong.said) from None


@router.get("/report", operation_id="getCageReport", response_model=r.CageReport)
async def cage_report(
    caller: AsCaller, app: App, first: First = None, last: Last = None
) -> Response:
    """Return the cage's report on some days: sums, differences, tips, chips, large amounts."""
    caller.require_role(*READERS, AccountRole.ADMINISTRATOR)
    large = app.units(app.config.cage_large)
    span = Span.of_days(first, last, app.config.gaming_days)
    return json_response(await app.run_report(read_cage_report, app.house.reader, span, large))

"""Patrons' own accounts over HTTP: joining, links, limits, personal data, closing, history."""

from __future__ import annotations

import csv
from datetime import date, timedelta
from io import StringIO
from typing import Any

from fastapi import APIRouter, Request, Response

from croupier.accounts import AccountRole, Details, PeopleRefused, Person, Reason
from croupier.money import Unit
from croupier.reports.figures import Span
from croupier.server.http import (
    REFUSALS,
    App,
    AsCaller,
    StrictRoute,
    address_of,
    json_response,
    port_of,
)
from croupier.server.http import models as m
from croupier.server.http import patron_models as p
from croupier.server.http.accounts import limit_sign_ins, signed_in
from croupier.server.problems import Problem, ProblemCode
from croupier.store.patron_history import HistoryLine, chips_at_tables, history
from croupier.store.patron_limits import LimitKind, PatronLimits
from croupier.words import Amount, say

router = APIRouter(prefix="/api", tags=["patrons"], route_class=StrictRoute, responses=REFUSALS)

DESK = (AccountRole.ADMINISTRATOR, AccountRole.CASHIER)
_READERS = (*DESK, AccountRole.AUDITOR)


@router.post("/register", operation_id="register", response_model=m.SignedIn)
async def register(request: Request, body: p.Register, app: App) -> Response:
    """Join as a patron, where the house allows it; the answer is that of a sign-in."""
    how = app.config.registration
    if how == "cage" or (how == "invitation" and body.invitation is None):
        said = "server.register_at_cage" if how == "cage" else "server.register_invited"
        raise Problem(ProblemCode.FORBIDDEN, say(said))
    limit_sign_ins(request)
    if not body.of_age:
        raise PeopleRefused(Reason.NOT_OF_AGE, say("accounts.age_limit", age=app.config.age_limit))
    details = Details(body.real_name or None, body.contact or None, app.house.now())
    join = app.people.join
    await app.run_hashing(join, body.name, body.password, details, body.invitation)
    address = address_of(request)
    made = await app.run_hashing(app.people.sign_in, body.name, body.password, address)
    return await signed_in(request, made)


@router.post("/patrons", operation_id="enrolPatron", response_model=p.Enrolled)
async def enrol(body: p.NewPatron, caller: AsCaller, app: App) -> Response:
    """Open a patron's account at the desk; they set their password by a link, within seven days."""
    by = caller.require_role(*DESK)
    if not body.of_age:
        raise PeopleRefused(Reason.NOT_OF_AGE, say("accounts.age_limit", age=app.config.age_limit))
    details = Details(body.real_name or None, body.contact or None, app.house.now())
    person, token = await app.run(app.people.enrol, body.name, details, by.name)
    return json_response({"name": person.name, "token": token, "path": f"/reset#{token}"})


@router.post("/invitations", operation_id="invitePatron", response_model=p.Link)
async def invite(caller: AsCaller, app: App) -> Response:
    """Make a link by which one patron may join; it works once, for seven days."""
    by = caller.require_role(*DESK)
    if app.config.registration == "cage":
        raise Problem(ProblemCode.CONFLICT, say("server.register_at_cage"))
    token = await app.run(app.people.invite, by.name)
    return json_response({"token": token, "path": f"/register#{token}"})


@router.post("/people/{name}/reset-link", operation_id="makeResetLink", response_model=p.Link)
async def reset_link(name: str, caller: AsCaller, app: App) -> Response:
    """Make a link by which somebody sets a new password; it works once, for seven days."""
    by = caller.require_role(*DESK)
    token = await app.run(app.people.reset_link, name, by.name)
    return json_response({"token": token, "path": f"/reset#{token}"})


@router.post("/reset", operation_id="resetPassword", response_model=m.Done)
async def reset(request: Request, body: p.Reset, app: App) -> Response:
    """Set a new password by a link; all sessions of that person end."""
    limit_sign_ins(request)
    await app.run_hashing(app.people.use_reset_link, body.token, body.password)
    return json_response({"ok": True})


# Closing


@router.post("/me/close", operation_id="closeMyAccount", response_model=m.Done)
async def close(request: Request, body: p.Close, caller: AsCaller, app: App) -> Response:
    """Close my account; wallet and chips have to be settled first."""
    person = _patron(caller)
    limit_sign_ins(request)
    if person.guest:
        raise PeopleRefused(Reason.GUEST, say("accounts.guest_password", name=person.name))
    await app.run(_require_settled, app, person.name)
    # The password is asked for by a sign-in, which counts wrong ones; its session ends with all.
    await app.run_hashing(app.people.sign_in, person.name, body.password, caller.address)
    await app.run(_close, app, person.name, person.name)
    answer = json_response({"ok": True})
    answer.delete_cookie(port_of(request).cookie, path="/", httponly=True, samesite="strict")
    return answer


@router.post("/people/{name}/close", operation_id="closeAccount", response_model=m.Done)
async def close_for(name: str, caller: AsCaller, app: App) -> Response:
    """Close a patron's account at the desk."""
    by = caller.require_role(*DESK)
    person = await _known(app, name)
    await app.run(_close, app, person.name, by.name)
    return json_response({"ok": True})


def _close(app: App, name: str, by: str) -> None:
    _require_settled(app, name)
    app.people.close_account(name, by)


def _require_settled(app: App, name: str) -> None:
    balance, chips = app.house.balance(name), chips_at_tables(app.house, name)
    if app.house.unit.count(balance):
        said = say("accounts.wallet_left", amount=Amount(balance))
        raise PeopleRefused(Reason.NOT_SETTLED, said)
    for table_id, amount in chips.items():
        said = say("accounts.chips_left", amount=Amount(amount), table=table_id)
        raise PeopleRefused(Reason.NOT_SETTLED, said)


# Limits


@router.get("/me/limits", operation_id="getMyLimits", response_model=p.Limits)
async def my_limits(caller: AsCaller, app: App) -> Response:
    """Return my limits: what counts now, and what is to count later."""
    person = _patron(caller)
    found = await app.run_reading(app.people.limits_of, person.name)
    told = _write_limits(found, app.house.unit, app.house.now())
    sessions = await app.run_reading(app.people.sessions, person.name)
    began = next((each.made for each in sessions if each.id == caller.session_id), None)
    return json_response({**told, "session_began": began})


@router.patch("/me/limits", operation_id="changeMyLimits", response_model=p.Limits)
async def change_my_limits(body: p.ChangedLimits, caller: AsCaller, app: App) -> Response:
    """Change my limits: lower counts at once, higher after the house's cooling-off time."""
    person = _patron(caller)
    return await _change_limits(app, person.name, person.name, body)


@router.get("/people/{name}/limits", operation_id="getLimits", response_model=p.Limits)
async def limits(name: str, caller: AsCaller, app: App) -> Response:
    """Return the limits of a patron."""
    caller.require_role(*_READERS)
    person = await _known(app, name)
    found = await app.run_reading(app.people.limits_of, person.name)
    return json_response(_write_limits(found, app.house.unit, app.house.now()))


@router.patch("/people/{name}/limits", operation_id="changeLimits", response_model=p.Limits)
async def change_limits(name: str, body: p.ChangedLimits, caller: AsCaller, app: App) -> Response:
    """Set limits of the house for a patron; those of the patron stay beside them."""
    by = caller.require_role(*DESK)
    return await _change_limits(app, (await _known(app, name)).name, by.name, body)


async def _change_limits(app: App, name: str, by: str, body: p.ChangedLimits) -> Response:
    values = {
        kind: _read_limit(kind, given, app.house.unit)
        for kind in LimitKind
        if (given := getattr(body, kind.value)) is not None
    }
    after = await app.run(
        app.people.set_limits,
        name,
        by,
        values=values,
        break_days=body.break_days,
        exclude_days=body.exclude_days,
        cooling_hours=app.config.cooling_hours,
    )
    return json_response(_write_limits(after, app.house.unit, app.house.now()))


def _read_limit(kind: LimitKind, given: str | int, unit: Unit) -> int | None:
    if given == "none":
        return None
    return unit.count(given) if kind.money else int(given)


def _write_limits(found: PatronLimits, unit: Unit, now: str) -> dict[str, Any]:
    def shown(kind: LimitKind, value: int | None) -> str | None:
        if value is None:
            return None
        return unit.write(value) if kind.money else str(value)

    limits = []
    for kind in LimitKind:
        own, house = found.own.limits.get(kind), found.house.limits.get(kind)
        waits = own is not None and own.since is not None and own.since > now
        limits.append(
            {
                "kind": kind.value,
                "now": shown(kind, found.at(kind, now)),
                "own": shown(kind, own.at(now) if own else None),
                "house": shown(kind, house.at(now) if house else None),
                "later": shown(kind, own.later) if own and waits else None,
                "since": own.since if own and waits else None,
            }
        )
    return {
        "limits": limits,
        "break_until": found.break_until(now),
        "excluded_until": found.excluded_until(now),
    }


# Personal data


@router.get("/me/details", operation_id="getMyDetails", response_model=p.Details)
async def my_details(caller: AsCaller, app: App) -> Response:
    """Return the personal data that is kept about me."""
    return json_response(await app.run_reading(app.people.details, _patron(caller).name))


@router.patch("/me/details", operation_id="changeMyDetails", response_model=p.Details)
async def change_my_details(body: p.ChangedDetails, caller: AsCaller, app: App) -> Response:
    """Replace my personal data."""
    name = _patron(caller).name
    await app.run(app.people.keep_details, name, body.real_name or None, body.contact or None)
    return json_response(await app.run(app.people.details, name))


@router.delete("/me/details", operation_id="eraseMyDetails", response_model=m.Done)
async def erase_my_details(caller: AsCaller, app: App) -> Response:
    """Erase my personal data; log and journal stay as they are, and never had it."""
    name = _patron(caller).name
    await app.run(app.people.erase_details, name, name)
    return json_response({"ok": True})


@router.get("/people/{name}/details", operation_id="getDetails", response_model=p.Details)
async def details(name: str, caller: AsCaller, app: App) -> Response:
    """Return the personal data that is kept about a patron."""
    caller.require_role(*DESK)
    person = await _known(app, name)
    return json_response(await app.run_reading(app.people.details, person.name))


@router.delete("/people/{name}/details", operation_id="eraseDetails", response_model=m.Done)
async def erase_details(name: str, caller: AsCaller, app: App) -> Response:
    """Erase a patron's personal data."""
    by = caller.require_role(*DESK)
    await app.run(app.people.erase_details, (await _known(app, name)).name, by.name)
    return json_response({"ok": True})


# History


@router.get("/me/history", operation_id="listMyHistory", response_model=list[p.HistoryLine])
async def my_history(
    caller: AsCaller, app: App, since: date | None = None, until: date | None = None
) -> Response:
    """Return what my wallet did and what each round brought; the last 30 days unless given."""
    found = await app.run_report(_history, app, _patron(caller).name, since, until)
    return json_response([_write_line(each, app.house.unit) for each in found])


@router.get("/me/history.csv", operation_id="downloadMyStatement", response_class=Response)
async def my_statement(
    caller: AsCaller, app: App, since: date | None = None, until: date | None = None
) -> Response:
    """Return the same as a file of comma-separated values."""
    name = _patron(caller).name
    found = await app.run_report(_history, app, name, since, until)
    return _csv([_write_line(each, app.house.unit) for each in found])


@router.get("/people/{name}/history.csv", operation_id="downloadStatement", response_class=Response)
async def statement(
    name: str,
    caller: AsCaller,
    app: App,
    since: date | None = None,
    until: date | None = None,
) -> Response:
    """Return a patron's statement, for the desk."""
    caller.require_role(*_READERS)
    person = await _known(app, name)
    found = await app.run_report(_history, app, person.name, since, until)
    return _csv([_write_line(each, app.house.unit) for each in found])


def _history(app: App, name: str, since: date | None, until: date | None) -> list[HistoryLine]:
    days = app.config.gaming_days
    last = min(until or date.fromisoformat(days.day_of(app.house.now()).name), date(9998, 12, 31))
    first = since or last - min(timedelta(days=30), last - date.min)
    begins, ends = Span.of_days(first, last, days).ends
    return history(app.house, name, begins or "", ends or "")


def _write_line(line: HistoryLine, unit: Unit) -> dict[str, Any]:
    sign = "-" if line.amount < 0 else ""
    return {
        "at": line.at,
        "kind": line.kind,
        "amount": sign + unit.write(abs(line.amount)),
        "wallet": None if line.wallet is None else unit.write(line.wallet),
        "table": line.table_id,
        "round": line.round,
    }


def _csv(lines: list[dict[str, Any]]) -> Response:
    text = StringIO()
    names = ["at", "kind", "amount", "wallet", "table", "round"]
    rows = csv.DictWriter(text, names)
    rows.writeheader()
    rows.writerows(lines)
    headers = {"content-disposition": 'attachment; filename="statement.csv"'}
    return Response(text.getvalue(), media_type="text/csv; charset=utf-8", headers=headers)


def _patron(caller: AsCaller) -> Person:
    return caller.require_role(AccountRole.PLAYER)


async def _known(app: App, name: str) -> Person:
    found = await app.run_reading(app.people.find, name)
    if found is None or found.role is not AccountRole.PLAYER:
        raise Problem(ProblemCode.NOT_FOUND, say("server.no_patron"))
    return found

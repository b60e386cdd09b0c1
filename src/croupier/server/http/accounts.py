"""Accounts over HTTP: signing in and out, one's own sessions, and the administrator's changes."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from fastapi import APIRouter, Request, Response

from croupier.accounts import ALL, AccountRole, Person, Session, SignedIn
from croupier.accounts.person import tables_as_json
from croupier.server.http import (
    REFUSALS,
    App,
    AsCaller,
    AsWatcher,
    StrictRoute,
    address_of,
    app_of,
    json_response,
    port_of,
    token_of,
)
from croupier.server.http import models as m
from croupier.server.problems import Problem, ProblemCode
from croupier.words import say

_own = APIRouter(prefix="/api", tags=["door"], route_class=StrictRoute, responses=REFUSALS)
_people = APIRouter(
    prefix="/api/people", tags=["people"], route_class=StrictRoute, responses=REFUSALS
)

_READERS = (AccountRole.ADMINISTRATOR, AccountRole.AUDITOR)


def _write_person(person: Person, factors: Collection[str] = ()) -> dict[str, Any]:
    return {
        "name": person.name,
        "post": person.role.value,
        "tables": tables_as_json(person.tables),
        "locked": person.locked,
        "guest": person.guest,
        "made": person.made,
        "second_factor": person.name in factors,
    }


def _write_session(session: Session, own: str | None) -> dict[str, Any]:
    """Return a session as a JSON object; `own` is the id of the caller's session."""
    return {
        "id": session.id,
        "name": session.person.name,
        "made": session.made,
        "seen": session.seen,
        "where": session.where,
        "mine": session.id == own,
    }


async def _write_me(request: Request, person: Person) -> dict[str, Any]:
    app = app_of(request)
    wallet = await app.run_reading(app.house.balance, person.name)
    factors = await app.run_reading(app.people.with_second_factor) if person.role.staff else ()
    pin = person.role.approves and await app.run_reading(app.people.has_pin, person.name)
    return {**_write_person(person, factors), "wallet": wallet, "pin": pin}


# One's own account


async def signed_in(request: Request, made: SignedIn) -> Response:
    """Return the answer to a sign-in, with the cookie; end the session that came with it."""
    app, before = app_of(request), token_of(request)
    if before is not None:
        # A browser has one session at a time: the old token must not stay valid.
        old = await app.caller(before, address_of(request))
        await app.run(app.people.sign_out, before)
        app.sign_out_sockets(str(old.session_id))
    me = await _write_me(request, made.session.person)
    told = {"ok": True, "token": made.token, "person": me}
    if made.session.recovery:
        told["recovery"] = list(made.session.recovery)
    answer = json_response(told)
    cookie, https = port_of(request).cookie, app.config.https
    answer.set_cookie(cookie, made.token, path="/", httponly=True, samesite="strict", secure=https)
    return answer


def limit_sign_ins(request: Request) -> None:
    """Raise `Problem` if an address tries too often."""
    if not app_of(request).sign_in_limit.take(address_of(request)):
        raise Problem(ProblemCode.TOO_MANY, say("server.too_many_sign_ins"))


@_own.post("/sign-in", operation_id="signIn", response_model=m.SignedIn)
async def sign_in(request: Request, body: m.SignIn, app: App) -> Response:
    """Sign in: the answer has a new token, as a cookie too."""
    limit_sign_ins(request)
    address = address_of(request)
    made = await app.run_hashing(
        app.people.sign_in,
        body.name,
        body.password,
        address,
        body.code,
        staff=port_of(request).for_staff,
    )
    return await signed_in(request, made)


@_own.post("/guest", operation_id="comeAsGuest", response_model=m.SignedIn)
async def guest(request: Request, body: m.Guest, app: App) -> Response:
    """Come as a guest with play chips; in demo mode only."""
    if not app.config.demo:
        raise Problem(ProblemCode.FORBIDDEN, say("server.guests_in_demo"))
    limit_sign_ins(request)
    return await signed_in(request, await app.add_guest(body.name, address_of(request)))


@_own.post("/invitation", operation_id="acceptInvitation", response_model=m.SignedIn)
async def accept(request: Request, body: m.Accept, app: App) -> Response:
    """Become the first administrator, by the link that the server printed."""
    limit_sign_ins(request)
    address = address_of(request)
    await app.run_hashing(app.people.accept_invitation, body.token, body.name, body.password)
    made = await app.run_hashing(app.people.sign_in, body.name, body.password, address)
    return await signed_in(request, made)


@_own.post("/sign-out", operation_id="signOut", response_model=m.Done)
async def sign_out(request: Request, caller: AsWatcher, app: App) -> Response:
    """Sign out: the session is over, and its sockets are closed."""
    caller.require_person()
    assert caller.token is not None, "a person has a token"
    await app.run(app.people.sign_out, caller.token)
    app.sign_out_sockets(str(caller.session_id))
    answer = json_response({"ok": True})
    answer.delete_cookie(port_of(request).cookie, path="/", httponly=True, samesite="strict")
    return answer


@_own.get("/me", operation_id="getMe", response_model=m.Me)
async def me(request: Request, caller: AsCaller) -> Response:
    """Return who I am and what my wallet holds."""
    return json_response(await _write_me(request, caller.require_person()))


@_own.post("/me/password", operation_id="changeMyPassword", response_model=m.Done)
async def change_password(
    request: Request, body: m.Passwords, caller: AsCaller, app: App
) -> Response:
    """Change my password; all my sessions end."""
    person = caller.require_person()
    limit_sign_ins(request)
    change = app.people.change_own_password
    await app.run_hashing(change, person.name, body.old, body.new, caller.address)
    return json_response({"ok": True})


@_own.post("/me/resume", operation_id="resume", response_model=m.Done)
async def resume(request: Request, body: m.Resume, caller: AsWatcher, app: App) -> Response:
    """Act again after a while of watching, by my PIN or my password; for the staff."""
    person = caller.require_person()
    if not person.role.staff or caller.session is None:
        raise Problem(ProblemCode.FORBIDDEN, say("server.resume_staff"))
    if (body.pin is None) == (body.password is None):
        raise Problem(ProblemCode.NOT_READABLE, say("server.pin_or_password"))
    limit_sign_ins(request)
    if body.pin is not None:
        await app.run_hashing(app.people.resume_by_pin, caller.session, body.pin)
    elif body.password is not None:
        by_password = app.people.resume_by_password
        await app.run_hashing(by_password, caller.session, body.password, caller.address)
    return json_response({"ok": True})


@_own.delete("/me/second-factor", operation_id="resetMySecondFactor", response_model=m.Done)
async def reset_own_factor(
    request: Request, body: m.PasswordAndCode, caller: AsCaller, app: App
) -> Response:
    """Remove my second factor, for another device; all my sessions end."""
    person = caller.require_person()
    limit_sign_ins(request)
    reset = app.people.reset_own_second_factor
    await app.run_hashing(reset, person.name, body.password, body.code, caller.address)
    return json_response({"ok": True})


@_own.get(
    "/me/sessions", operation_id="listMySessions", response_model=list[m.Session], name="sessions"
)
async def my_sessions(caller: AsCaller, app: App) -> Response:
    """List where I am signed in."""
    found = await app.run_reading(app.people.sessions, caller.require_person().name)
    return json_response([_write_session(session, caller.session_id) for session in found])


@_own.delete(
    "/me/sessions/{session_id}", operation_id="endMySession", response_model=m.Done, name="revoke"
)
async def revoke_mine(session_id: str, caller: AsCaller, app: App) -> Response:
    """End one of my sessions, and its sockets."""
    person = caller.require_person()
    mine = await app.run(app.people.sessions, person.name)
    if session_id not in {session.id for session in mine}:
        raise Problem(ProblemCode.NOT_FOUND, say("server.no_own_session"))
    await app.run(app.people.revoke, session_id, person.name)
    app.sign_out_sockets(session_id)
    return json_response({"ok": True})


# The accounts of others


@_people.get("", operation_id="listPeople", response_model=list[m.Person])
async def people(caller: AsCaller, app: App) -> Response:
    """List everybody with an account."""
    caller.require_role(*_READERS)
    factors = await app.run_reading(app.people.with_second_factor)
    everybody = await app.run_reading(app.people.list)
    return json_response([_write_person(each, factors) for each in everybody])


@_people.post("", operation_id="addPerson", response_model=m.Person)
async def add(body: m.NewPerson, caller: AsCaller, app: App) -> Response:
    """Add a person."""
    by = caller.require_role(AccountRole.ADMINISTRATOR)
    tables = ALL if body.tables == "all" else tuple(body.tables)
    person = await app.run_hashing(
        app.people.add,
        body.name,
        AccountRole(body.post),
        by.name,
        password=body.password,
        tables=tables,
    )
    return json_response(_write_person(person))


@_people.get("/{name}", operation_id="getPerson", response_model=m.Person)
async def person(name: str, caller: AsCaller, app: App) -> Response:
    """Return a person."""
    caller.require_role(*_READERS)
    found = await app.run_reading(app.people.find, name)
    if found is None:
        raise Problem(ProblemCode.NOT_FOUND, say("server.nobody"))
    return json_response(_write_person(found, await app.run(app.people.with_second_factor)))


@_people.patch("/{name}", operation_id="changePerson", response_model=m.Person)
async def change(name: str, body: m.ChangedPerson, caller: AsCaller, app: App) -> Response:
    """Change a role, tables, a lock, a password or a PIN; the journal notes each change."""
    by, known = caller.require_role(AccountRole.ADMINISTRATOR).name, app.people
    if body.post is not None:
        await app.run(known.appoint, name, AccountRole(body.post), by)
    if body.tables is not None:
        tables = ALL if body.tables == "all" else tuple(body.tables)
        await app.run(known.assign, name, tables, by)
    if body.locked is not None:
        await app.run(known.lock if body.locked else known.unlock, name, by)
    if body.password is not None:
        await app.run_hashing(known.set_password, name, body.password, by)
    if body.pin is not None:
        await app.run_hashing(known.set_pin, name, body.pin, by)
    if body.second_factor is not None:
        await app.run(known.reset_second_factor, name, by)
    found = await app.run(known.find, name)
    if found is None:
        raise Problem(ProblemCode.NOT_FOUND, say("server.nobody"))
    return json_response(_write_person(found, await app.run(known.with_second_factor)))


@_people.get("/{name}/sessions", operation_id="listSessions", response_model=list[m.Session])
async def sessions(name: str, caller: AsCaller, app: App) -> Response:
    """List where somebody is signed in."""
    caller.require_role(*_READERS)
    found = await app.run_reading(app.people.sessions, name)
    return json_response([_write_session(session, caller.session_id) for session in found])


@_people.delete("/{name}/sessions/{session_id}", operation_id="endSession", response_model=m.Done)
async def revoke(name: str, session_id: str, caller: AsCaller, app: App) -> Response:
    """End somebody's session, and its sockets."""
    by = caller.require_role(AccountRole.ADMINISTRATOR)
    found = await app.run_reading(app.people.sessions, name)
    if session_id not in {session.id for session in found}:
        raise Problem(ProblemCode.NOT_FOUND, say("server.no_session"))
    await app.run(app.people.revoke, session_id, by.name)
    app.sign_out_sockets(session_id)
    return json_response({"ok": True})


router = APIRouter()
router.include_router(_own)
router.include_router(_people)

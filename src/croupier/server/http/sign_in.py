"""Coming in and going out: sign-in, guests, one's own sessions and password."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response

from croupier.accounts import Person, Session, SignedIn
from croupier.accounts.person import tables_as_json
from croupier.server.http import models as m
from croupier.server.http.middleware import COOKIE
from croupier.server.http.problems import Door, Problem
from croupier.server.http.requests import (
    REFUSALS,
    AsCaller,
    InCasino,
    StrictRoute,
    casino_of,
    encoded,
    token_of,
    where_of,
)

router = APIRouter(prefix="/api", tags=["door"], route_class=StrictRoute, responses=REFUSALS)


def write_person(person: Person) -> dict[str, Any]:
    """Write a person as everybody who may see them does."""
    return {
        "name": person.name,
        "post": person.role.value,
        "tables": tables_as_json(person.tables),
        "locked": person.locked,
        "guest": person.guest,
        "made": person.made,
    }


def write_session(session: Session, own: str | None) -> dict[str, Any]:
    """Write a session; `own` is the id of the one that asks."""
    return {
        "id": session.id,
        "name": session.person.name,
        "made": session.made,
        "seen": session.seen,
        "where": session.where,
        "mine": session.id == own,
    }


async def _me(request: Request, person: Person) -> dict[str, Any]:
    casino = casino_of(request)
    wallet = await casino.gate.call(casino.house.balance, person.name)
    return {**write_person(person), "wallet": wallet}


async def _let_in(request: Request, made: SignedIn) -> Response:
    before = token_of(request)
    if before is not None:
        # A browser has one session at a time: the token it came with is worth nothing now.
        casino = casino_of(request)
        old = await casino.caller(before, where_of(request))
        await casino.gate.call(casino.people.sign_out, before)
        casino.sign_out_sockets(str(old.session_id))
    person = made.session.person
    answer = encoded({"ok": True, "token": made.token, "person": await _me(request, person)})
    https = casino_of(request).config.https
    answer.set_cookie(COOKIE, made.token, path="/", httponly=True, samesite="strict", secure=https)
    return answer


def _arriving(request: Request) -> None:
    if not casino_of(request).arrivals.take(where_of(request)):
        raise Problem(Door.TOO_MANY, "too many try to come in from there; wait a minute")


@router.post("/sign-in", response_model=m.SignedIn)
async def sign_in(request: Request, body: m.SignIn, casino: InCasino) -> Response:
    """Sign in: the answer brings a new token, as a cookie too."""
    _arriving(request)
    made = await casino.hashed(casino.people.sign_in, body.name, body.password, where_of(request))
    return await _let_in(request, made)


@router.post("/guest", response_model=m.SignedIn)
async def guest(request: Request, body: m.Guest, casino: InCasino) -> Response:
    """Come as a guest with play chips; only where play is for fun."""
    if not casino.config.demo:
        raise Problem(Door.FORBIDDEN, "guests play in demo mode only")
    _arriving(request)
    return await _let_in(request, await casino.welcome(body.name, where_of(request)))


@router.post("/invitation", response_model=m.SignedIn)
async def accept(request: Request, body: m.Accept, casino: InCasino) -> Response:
    """Become the first administrator, by the link that the server printed."""
    _arriving(request)
    await casino.hashed(casino.people.accept_invitation, body.token, body.name, body.password)
    made = await casino.hashed(casino.people.sign_in, body.name, body.password, where_of(request))
    return await _let_in(request, made)


@router.post("/sign-out", response_model=m.Done)
async def sign_out(caller: AsCaller, casino: InCasino) -> Response:
    """Sign out: the session is over, and its sockets are closed."""
    caller.known()
    assert caller.token is not None, "who is known has a token"
    await casino.gate.call(casino.people.sign_out, caller.token)
    casino.sign_out_sockets(str(caller.session_id))
    answer = encoded({"ok": True})
    answer.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
    return answer


@router.get("/me", response_model=m.Me)
async def me(request: Request, caller: AsCaller) -> Response:
    """Say who I am and what my wallet holds."""
    return encoded(await _me(request, caller.known()))


@router.post("/me/password", response_model=m.Done)
async def change_password(
    request: Request, body: m.Passwords, caller: AsCaller, casino: InCasino
) -> Response:
    """Change my password; all my sessions end."""
    person = caller.known()
    _arriving(request)
    change = casino.people.change_own_password
    await casino.hashed(change, person.name, body.old, body.new, caller.where)
    return encoded({"ok": True})


@router.get("/me/sessions", response_model=list[m.Session])
async def sessions(caller: AsCaller, casino: InCasino) -> Response:
    """List where I am signed in."""
    found = await casino.gate.call(casino.people.sessions, caller.known().name)
    return encoded([write_session(session, caller.session_id) for session in found])


@router.delete("/me/sessions/{session_id}", response_model=m.Done)
async def revoke(session_id: str, caller: AsCaller, casino: InCasino) -> Response:
    """End one of my sessions, and its sockets."""
    person = caller.known()
    mine = await casino.gate.call(casino.people.sessions, person.name)
    if session_id not in {session.id for session in mine}:
        raise Problem(Door.NOT_FOUND, "there is no such session of yours")
    await casino.gate.call(casino.people.revoke, session_id, person.name)
    casino.sign_out_sockets(session_id)
    return encoded({"ok": True})

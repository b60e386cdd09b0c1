"""The administrator's work: people, their posts, their tables, their sessions."""

from __future__ import annotations

from fastapi import APIRouter, Response

from croupier.accounts import ALL, AccountRole
from croupier.server.http import models as m
from croupier.server.http.problems import Door, Problem
from croupier.server.http.requests import REFUSALS, AsCaller, InCasino, StrictRoute, encoded
from croupier.server.http.sign_in import write_person, write_session

router = APIRouter(
    prefix="/api/people", tags=["people"], route_class=StrictRoute, responses=REFUSALS
)

_READERS = (AccountRole.ADMINISTRATOR, AccountRole.AUDITOR)


@router.get("", response_model=list[m.Person])
async def people(caller: AsCaller, casino: InCasino) -> Response:
    """List everybody with an account."""
    caller.one_of(*_READERS)
    return encoded([write_person(each) for each in await casino.gate.call(casino.people.list)])


@router.post("", response_model=m.Person)
async def add(body: m.NewPerson, caller: AsCaller, casino: InCasino) -> Response:
    """Let somebody in."""
    by = caller.one_of(AccountRole.ADMINISTRATOR)
    tables = ALL if body.tables == "all" else tuple(body.tables)
    person = await casino.hashed(
        casino.people.add,
        body.name,
        AccountRole(body.post),
        by.name,
        password=body.password,
        tables=tables,
    )
    return encoded(write_person(person))


@router.get("/{name}", response_model=m.Person)
async def person(name: str, caller: AsCaller, casino: InCasino) -> Response:
    """Show somebody."""
    caller.one_of(*_READERS)
    found = await casino.gate.call(casino.people.find, name)
    if found is None:
        raise Problem(Door.NOT_FOUND, "there is nobody of this name")
    return encoded(write_person(found))


@router.patch("/{name}", response_model=m.Person)
async def change(name: str, body: m.ChangedPerson, caller: AsCaller, casino: InCasino) -> Response:
    """Change a post, tables, a lock, a password or a PIN; each change is noted."""
    by, known = caller.one_of(AccountRole.ADMINISTRATOR).name, casino.people
    if body.post is not None:
        await casino.gate.call(known.appoint, name, AccountRole(body.post), by)
    if body.tables is not None:
        tables = ALL if body.tables == "all" else tuple(body.tables)
        await casino.gate.call(known.assign, name, tables, by)
    if body.locked is not None:
        await casino.gate.call(known.lock if body.locked else known.unlock, name, by)
    if body.password is not None:
        await casino.hashed(known.set_password, name, body.password, by)
    if body.pin is not None:
        await casino.hashed(known.set_pin, name, body.pin, by)
    found = await casino.gate.call(known.find, name)
    if found is None:
        raise Problem(Door.NOT_FOUND, "there is nobody of this name")
    return encoded(write_person(found))


@router.get("/{name}/sessions", response_model=list[m.Session])
async def sessions(name: str, caller: AsCaller, casino: InCasino) -> Response:
    """List where somebody is signed in."""
    caller.one_of(*_READERS)
    found = await casino.gate.call(casino.people.sessions, name)
    return encoded([write_session(session, caller.session_id) for session in found])


@router.delete("/{name}/sessions/{session_id}", response_model=m.Done)
async def revoke(name: str, session_id: str, caller: AsCaller, casino: InCasino) -> Response:
    """End somebody's session, and its sockets."""
    by = caller.one_of(AccountRole.ADMINISTRATOR)
    found = await casino.gate.call(casino.people.sessions, name)
    if session_id not in {session.id for session in found}:
        raise Problem(Door.NOT_FOUND, "there is no such session")
    await casino.gate.call(casino.people.revoke, session_id, by.name)
    casino.sign_out_sockets(session_id)
    return encoded({"ok": True})

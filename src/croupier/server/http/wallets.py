"""Wallets: what they hold, and money paid in and out at the cage."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, Response

from croupier.accounts import AccountRole
from croupier.server.http import REFUSALS, App, AsCaller, StrictRoute, json_response
from croupier.server.http import models as m
from croupier.server.problems import Problem, ProblemCode, refusal_status
from croupier.store.command_ids import own_id
from croupier.store.requests import Answer
from croupier.table import Actor
from croupier.words import say

router = APIRouter(
    prefix="/api/wallets", tags=["cage"], route_class=StrictRoute, responses=REFUSALS
)

_CASHIERS = (AccountRole.PIT_SUPERVISOR, AccountRole.PIT_MANAGER, AccountRole.SHIFT_MANAGER)


@router.get("/{name}", operation_id="getWallet", response_model=m.Wallet)
async def wallet(name: str, caller: AsCaller, app: App) -> Response:
    """Return what a wallet holds: one's own, or for the staff anybody's."""
    person = caller.require_person()
    if person.role is AccountRole.PLAYER and person.name != name:
        raise Problem(ProblemCode.FORBIDDEN, say("server.own_wallet"))
    balance = await app.run_reading(app.house.balance, name)
    return json_response({"name": name, "balance": balance})


@router.post("/{name}/deposits", operation_id="deposit", response_model=m.Paid)
async def deposit(name: str, body: m.Cash, caller: AsCaller, app: App) -> Response:
    """Put money into a patron's wallet; once for each id."""
    actor = await _cashier(caller, app, name, pays_in=True)
    return _answer(await app.run(app.house.deposit, own_id(body.id), actor, name, body.amount))


@router.post("/{name}/withdrawals", operation_id="withdraw", response_model=m.Paid)
async def withdraw(name: str, body: m.Cash, caller: AsCaller, app: App) -> Response:
    """Pay money out of a patron's wallet; once for each id."""
    actor = await _cashier(caller, app, name)
    return _answer(await app.run(app.house.withdraw, own_id(body.id), actor, name, body.amount))


async def _cashier(caller: AsCaller, app: App, name: str, *, pays_in: bool = False) -> Actor:
    """Return the actor who pays; raise `Problem` for another role, or an unknown patron."""
    person = caller.require_role(*_CASHIERS)
    found = await app.run(app.people.find, name)
    if found is None or found.role is not AccountRole.PLAYER or found.name != name:
        raise Problem(ProblemCode.NOT_FOUND, say("server.no_patron"))
    if pays_in and found.locked:
        raise Problem(ProblemCode.CONFLICT, say("cage.account_locked", name=found.name))
    role = person.role.at_table
    assert role is not None, "cashiers have a role"
    return Actor(role, person.name)


def _answer(answer: Answer) -> Response:
    if answer.ok:
        return Response(answer.data, media_type="application/json")
    code = msgspec.json.decode(answer.data)["error"]["code"]
    return Response(answer.data, refusal_status(code), media_type="application/json")

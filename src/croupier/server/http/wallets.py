"""The cage: money into wallets and out of them."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, Response

from croupier.accounts import AccountRole
from croupier.server.http import models as m
from croupier.server.http.problems import Door, Problem, status_of
from croupier.server.http.requests import REFUSALS, AsCaller, InCasino, StrictRoute, encoded
from croupier.store.requests import Answer
from croupier.table import Actor

router = APIRouter(
    prefix="/api/wallets", tags=["cage"], route_class=StrictRoute, responses=REFUSALS
)

_CASHIERS = (AccountRole.PIT_SUPERVISOR, AccountRole.PIT_MANAGER, AccountRole.SHIFT_MANAGER)


@router.get("/{name}", response_model=m.Wallet)
async def wallet(name: str, caller: AsCaller, casino: InCasino) -> Response:
    """Say what a wallet holds: one's own, or for the staff anybody's."""
    person = caller.known()
    if person.role is AccountRole.PLAYER and person.name != name:
        raise Problem(Door.FORBIDDEN, "everybody sees their own wallet only")
    balance = await casino.gate.call(casino.house.balance, name)
    return encoded({"name": name, "balance": balance})


@router.post("/{name}/deposits", response_model=m.Done)
async def deposit(name: str, body: m.Cash, caller: AsCaller, casino: InCasino) -> Response:
    """Put money into a patron's wallet; once for each id."""
    actor = await _cashier(caller, casino, name)
    return _written(await casino.gate.call(casino.house.deposit, body.id, actor, name, body.amount))


@router.post("/{name}/withdrawals", response_model=m.Done)
async def withdraw(name: str, body: m.Cash, caller: AsCaller, casino: InCasino) -> Response:
    """Pay money out of a patron's wallet; once for each id."""
    actor = await _cashier(caller, casino, name)
    return _written(
        await casino.gate.call(casino.house.withdraw, body.id, actor, name, body.amount)
    )


async def _cashier(caller: AsCaller, casino: InCasino, name: str) -> Actor:
    person = caller.one_of(*_CASHIERS)
    found = await casino.gate.call(casino.people.find, name)
    if found is None or found.role is not AccountRole.PLAYER or found.name != name:
        raise Problem(Door.NOT_FOUND, "there is no patron of this name")
    role = person.role.at_table
    assert role is not None, "cashiers have a role"
    return Actor(role, person.name)


def _written(answer: Answer) -> Response:
    if answer.ok:
        return Response(answer.data, media_type="application/json")
    code = msgspec.json.decode(answer.data)["error"]["code"]
    return Response(answer.data, status_of(code), media_type="application/json")

"""Cash and chips in the hand at a table: for whom, and how much of them a dealer takes alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from croupier.accounts import AccountRole, People, Person
from croupier.accounts.look_alikes import skeleton
from croupier.accounts.person import MOST_NAME, checked_name, key_of
from croupier.errors import Code, CroupierError, InvalidInput, Refused
from croupier.money import Unit
from croupier.store.wallets import NO_ACCOUNT, has_wallet
from croupier.words import Amount, say


def is_table_cash(body: Mapping[str, object]) -> bool:
    """Return True for a buy-in or cash-out that no wallet is asked for."""
    return body.get("do") in ("buy_in", "cash_out") and bool(body.get("cash") or body.get("chips"))


def check_not_locked(people: People, body: Mapping[str, object]) -> None:
    """Raise `Refused` for chips that are bought for an account which is locked or closed."""
    name = body.get("player")
    if body.get("do") == "buy_in" and isinstance(name, str) and has_wallet(name):
        found = people.find(name)
        if found is not None and found.locked:
            raise Refused(Code.NOT_ALLOWED, say("cage.account_locked", name=found.name))


def check_table_cash(
    people: People,
    body: Mapping[str, object],
    giver: Person,
    unit: Unit,
    least: int,
    patrons: Collection[str] = (),
) -> None:
    """Raise `CroupierError` for cash or chips that may not be taken, or not by this person alone.

    The patron has an account, or a name given at the table that no account has or looks like:
    else somebody could be credited who was never there. `least` is the amount from which a dealer
    needs a pit supervisor, `patrons` who has come to the table.
    """
    if body.get("do") == "buy_in":
        _check_name(people, body.get("player"), patrons)
    if giver.role is not AccountRole.DEALER:
        return
    try:
        amount = unit.stake(body.get("amount"))
    except CroupierError:
        if body.get("amount") is not None:
            return  # The table says what is wrong with it.
        amount = least  # Everything, however much it is.
    if amount >= least:
        said = say("server.cash_needs_pit", least=Amount(unit.write(least)))
        raise Refused(Code.NOT_ALLOWED, said)


def _check_name(people: People, name: object, patrons: Collection[str]) -> None:
    if not isinstance(name, str) or not name:
        return  # The table says what is wrong with it.
    if has_wallet(name):
        found = people.find(name)
        if found is None or found.role is not AccountRole.PLAYER or found.name != name:
            raise Refused(Code.UNKNOWN_PLAYER, say("server.no_patron"))
        return
    given = name.removeprefix(NO_ACCOUNT)
    if len(name) > MOST_NAME or checked_name(given) != given:
        raise InvalidInput(Code.MALFORMED, say("accounts.name_signs"))
    looks = {key_of(given), skeleton(given)}
    if any(looks & {key_of(each.name), skeleton(each.name)} for each in people.list()):
        raise Refused(Code.NOT_ALLOWED, say("server.like_an_account", name=given))
    for other in patrons:
        if other != name and not has_wallet(other):
            short = other.removeprefix(NO_ACCOUNT)
            if looks & {key_of(short), skeleton(short)}:
                said = say("server.like_another", name=given, other=other)
                raise Refused(Code.NOT_ALLOWED, said)

"""Everything that can be asked over HTTP: what to send, and how the answer is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast
from urllib.parse import quote

import msgspec

from croupier.client.call import Call, Reply, new_id
from croupier.client.results import Answer, Event, Events, Person, TableInfo, View, Wallet
from croupier.client.state import Command, Json, Own, State

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Ask(Generic[T]):
    """A call and the reading of its answer."""

    call: Call
    read: Callable[[bytes], T]

    def result(self, reply: Reply) -> T:
        """Read the answer; raise what it refuses with."""
        if not reply.ok:
            raise reply.refusal
        return self.read(reply.data)


@dataclass(frozen=True, slots=True)
class Approval:
    """A supervisor's word at a dealer's screen."""

    name: str
    pin: str


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A new session."""

    token: str
    person: Person


class _Answered(msgspec.Struct, frozen=True):
    events: list[dict[str, Any]] = []
    number: int | None = None
    again: bool = False


class _View(msgspec.Struct, frozen=True):
    table: str
    number: int
    state: dict[str, Any]
    me: Own | None


class _Page(msgspec.Struct, frozen=True):
    table: str
    number: int
    events: list[dict[str, Any]]
    more: bool


_encode = msgspec.json.Encoder().encode


def _as(kind: type[T]) -> Callable[[bytes], T]:
    return msgspec.json.Decoder(kind).decode


_answered, _page, _seen = _as(_Answered), _as(_Page), _as(_View)
_person, _signed_in, _wallet = _as(Person), _as(SignedIn), _as(Wallet)
_tables = _as(list[TableInfo])


def read_events(told: list[dict[str, Any]]) -> tuple[Event, ...]:
    """Read events as they are told."""
    return tuple([Event(each["type"], each.get("n"), each.get("at"), each) for each in told])


def read_json(data: bytes) -> Json:
    """Read anything."""
    value: Json = msgspec.json.decode(data)
    return value


def _segment(text: str) -> str:
    return quote(text, safe="")


def sign_in(name: str, password: str) -> Ask[SignedIn]:
    """Come in with a password; a second session does no harm."""
    body = _encode({"name": name, "password": password})
    return Ask(Call("POST", "/api/sign-in", body), _signed_in)


def guest(name: str | None) -> Ask[SignedIn]:
    """Come in for fun; every time it arrives there is another guest."""
    return Ask(Call("POST", "/api/guest", _encode({"name": name}), repeatable=False), _signed_in)


def sign_out() -> Ask[Json]:
    """Go."""
    return Ask(Call("POST", "/api/sign-out"), read_json)


def me() -> Ask[Person]:
    """Who I am."""
    return Ask(Call("GET", "/api/me"), _person)


def lobby() -> Ask[list[TableInfo]]:
    """All tables."""
    return Ask(Call("GET", "/api/tables"), _tables)


def view(table: str) -> Ask[View]:
    """A table as I see it."""

    def read(data: bytes) -> View:
        seen = _seen(data)
        # Kept whole: reading it key by key would lose those that this version does not know.
        return View(seen.table, seen.number, cast(State, seen.state), seen.me)

    return Ask(Call("GET", f"/api/tables/{_segment(table)}"), read)


def events(table: str, after: int) -> Ask[Events]:
    """A page of what happened."""

    def read(data: bytes) -> Events:
        page = _page(data)
        return Events(page.table, page.number, read_events(page.events), page.more)

    return Ask(Call("GET", f"/api/tables/{_segment(table)}/events?after={after:d}"), read)


def wallet(name: str) -> Ask[Wallet]:
    """What a wallet holds."""
    return Ask(Call("GET", f"/api/wallets/{_segment(name)}"), _wallet)


def cash(name: str, way: str, amount: str, id: str | None) -> Ask[Answer]:
    """Money into a wallet (`deposits`) or out of it (`withdrawals`), once for each id."""
    id = id or new_id()
    body = _encode({"id": id, "amount": amount})
    return Ask(Call("POST", f"/api/wallets/{_segment(name)}/{way}", body, id), _reader(id))


def command(table: str, body: Command, id: str | None, approval: Approval | None) -> Ask[Answer]:
    """Give a command over HTTP."""
    id = id or new_id()
    said = _encode({"id": id, "command": body, **_approved(approval)})
    return Ask(Call("POST", f"/api/tables/{_segment(table)}/commands", said, id), _reader(id))


def frame(table: str, body: Command, id: str | None, approval: Approval | None) -> Ask[Answer]:
    """Give the same command over the socket."""
    id = id or new_id()
    said = _encode({"command": body, "table": table, "id": id, **_approved(approval)})
    return Ask(Call("FRAME", f"{body.get('do')} at {table}", said, id), _reader(id))


def get(path: str) -> Ask[Json]:
    """Read any other page of the server."""
    return Ask(Call("GET", path), read_json)


def _approved(approval: Approval | None) -> Mapping[str, Approval]:
    return {} if approval is None else {"approval": approval}


def _reader(id: str) -> Callable[[bytes], Answer]:
    def read(data: bytes) -> Answer:
        found = _answered(data)
        return Answer(id, found.number, found.again, read_events(found.events))

    return read

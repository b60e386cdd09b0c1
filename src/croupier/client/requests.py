"""Requests to the server: what is sent, how it is answered, and what each answer is read into.

The round that a bet is meant for is fixed before it is sent, so it counts in no other round.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any, Generic, TypeVar, cast
from urllib.parse import quote

import msgspec

from croupier.client.results import (
    Answer,
    ClientError,
    Command,
    Event,
    Events,
    Json,
    Own,
    Person,
    Refused,
    SignedOut,
    State,
    TableInfo,
    Unanswered,
    View,
    Wallet,
)

T = TypeVar("T")

UNSETTLED = frozenset({"not_stored", "closing", "busy"})
"""Codes after which a request is sent again under the same id: it is not known whether it was
stored, another process may answer it, or the server had too much to do."""

_PROXY_FAILED = frozenset({502, 503, 504})
"""The HTTP status of a proxy whose server does not answer."""


def new_id() -> str:
    """Return a new id for a command, to be made before it is sent the first time."""
    return token_hex(16)


@dataclass(frozen=True, slots=True)
class Call:
    """What is sent: an HTTP request, or a frame of the socket."""

    method: str
    path: str
    body: bytes | None = field(default=None, repr=False)
    id: str | None = None
    repeatable: bool = True
    """Whether it counts once however often it arrives."""

    @property
    def what(self) -> str:
        """The call in words, for an error message."""
        return f"{self.method} {self.path}"


@dataclass(frozen=True, slots=True)
class Lost:
    """No answer came back."""

    sent: bool
    """Whether the call may have arrived."""


class _Error(msgspec.Struct, frozen=True):
    code: str
    message: str = ""
    rule: str | None = None


class _Refusal(msgspec.Struct, frozen=True):
    error: _Error


_read_refusal = msgspec.json.Decoder(_Refusal).decode


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer that came back: its body, and the HTTP status (None over the socket)."""

    ok: bool
    data: bytes
    status: int | None = None

    @property
    def settled(self) -> bool:
        """Whether the answer is final; otherwise the call is sent again."""
        if self.ok:
            return True
        code = self.refusal.code
        return code not in UNSETTLED and not (code == "unreadable" and self.status in _PROXY_FAILED)

    @property
    def refusal(self) -> Refused:
        """The refusal in the answer, as an exception."""
        try:
            error = _read_refusal(self.data).error
        except msgspec.MsgspecError:
            error = _Error("unreadable", f"the answer has the status {self.status} and no reason")
        return refused(error.code, error.message, error.rule, self.status)


def refused(code: str, message: str, rule: str | None, status: int | None) -> Refused:
    """Return the exception for the code of a refusal."""
    kind = SignedOut if code == "not_signed_in" else Refused
    return kind(code, message, rule, status)


@dataclass(frozen=True, slots=True)
class Request(Generic[T]):
    """A call, and the function that reads its answer."""

    call: Call
    read: Callable[[bytes], T]

    def result(self, reply: Reply) -> T:
        """Return what the answer says; raise `Refused` if it is a refusal."""
        if not reply.ok:
            raise reply.refusal
        return self.read(reply.data)


@dataclass(frozen=True, slots=True)
class Approval:
    """A supervisor's approval at a dealer's screen."""

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


def read_events(sent: list[dict[str, Any]]) -> tuple[Event, ...]:
    """Return events as the server sends them."""
    return tuple([Event(each["type"], each.get("n"), each.get("at"), each) for each in sent])


def read_json(data: bytes) -> Json:
    """Return any JSON value."""
    value: Json = msgspec.json.decode(data)
    return value


def _segment(text: str) -> str:
    return quote(text, safe="")


def sign_in(name: str, password: str, code: str | None = None) -> Request[SignedIn]:
    """Sign in with a password; may be sent twice, for a second session does no harm."""
    given = {"name": name, "password": password} | ({} if code is None else {"code": code})
    return Request(Call("POST", "/api/sign-in", _encode(given)), _signed_in)


def guest(name: str | None) -> Request[SignedIn]:
    """Sign in as a guest; not sent twice, for each arrival makes another guest."""
    return Request(
        Call("POST", "/api/guest", _encode({"name": name}), repeatable=False), _signed_in
    )


def sign_out() -> Request[Json]:
    """Sign out."""
    return Request(Call("POST", "/api/sign-out"), read_json)


def me() -> Request[Person]:
    """Ask who I am."""
    return Request(Call("GET", "/api/me"), _person)


def lobby() -> Request[list[TableInfo]]:
    """Ask for all tables."""
    return Request(Call("GET", "/api/tables"), _tables)


def view(table: str) -> Request[View]:
    """Ask for a table as I see it."""

    def read(data: bytes) -> View:
        seen = _seen(data)
        # Kept whole: a typed reading would drop keys that this version does not know.
        return View(seen.table, seen.number, cast(State, seen.state), seen.me)

    return Request(Call("GET", f"/api/tables/{_segment(table)}"), read)


def events(table: str, after: int) -> Request[Events]:
    """Ask for a page of events after a number."""

    def read(data: bytes) -> Events:
        page = _page(data)
        return Events(page.table, page.number, read_events(page.events), page.more)

    return Request(Call("GET", f"/api/tables/{_segment(table)}/events?after={after:d}"), read)


def wallet(name: str) -> Request[Wallet]:
    """Ask what a wallet holds."""
    return Request(Call("GET", f"/api/wallets/{_segment(name)}"), _wallet)


def cash(name: str, way: str, amount: str, id: str | None) -> Request[Answer]:
    """Move money into a wallet (`deposits`) or out of it (`withdrawals`), once for each id."""
    id = id or new_id()
    body = _encode({"id": id, "amount": amount})
    return Request(Call("POST", f"/api/wallets/{_segment(name)}/{way}", body, id), _reader(id))


def command(
    table: str, body: Command, id: str | None, approval: Approval | None
) -> Request[Answer]:
    """Send a command over HTTP."""
    id = id or new_id()
    data = _encode({"id": id, "command": body, **_approved(approval)})
    return Request(Call("POST", f"/api/tables/{_segment(table)}/commands", data, id), _reader(id))


def frame(table: str, body: Command, id: str | None, approval: Approval | None) -> Request[Answer]:
    """Send a command over the socket."""
    id = id or new_id()
    data = _encode({"command": body, "table": table, "id": id, **_approved(approval)})
    return Request(Call("FRAME", f"{body.get('do')} at {table}", data, id), _reader(id))


def get(path: str) -> Request[Json]:
    """Ask for any other JSON page of the server."""
    return Request(Call("GET", path), read_json)


def _approved(approval: Approval | None) -> Mapping[str, Approval]:
    return {} if approval is None else {"approval": approval}


def _reader(id: str) -> Callable[[bytes], Answer]:
    def read(data: bytes) -> Answer:
        found = _answered(data)
        return Answer(id, found.number, found.again, read_events(found.events))

    return read


OF_A_ROUND = frozenset({"place_bet", "increase_bet", "withdraw_bet", "place_insurance"})
"""Commands that belong to one round."""

MOST_KEPT = 10_000
"""How many commands are remembered with their rounds, in case they are sent again."""


class BetRounds:
    """The rounds of a client's tables, as far as it knows them.

    A bet is meant for the round that the program was shown last, by a view, an event or a step of
    its socket. If it was shown none, the client asks for the round first. Either way the round is
    known before a command is sent the first time, and stays the same however often it is sent.
    """

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}
        self._asked: dict[str, int] = {}
        self._kept: OrderedDict[tuple[str, str], int] = OrderedDict()

    def saw(self, table: str, round: int | None) -> None:
        """Remember the round that a program was shown, unless it knows a later one."""
        if round is not None:
            self._seen[table] = max(round, self._seen.get(table, round))

    def saw_events(self, table: str, events: tuple[Event, ...]) -> None:
        """Remember the last round that was opened in some events."""
        for event in events:
            if event.type == "bets_opened":
                number = event.data.get("round")
                self.saw(table, number if isinstance(number, int) else None)

    def forget(self, table: str) -> None:
        """Forget the round that was shown: the table is no longer watched, or has gone on."""
        self._seen.pop(table, None)

    def with_known_round(self, table: str, command: Command, id: str) -> Command | None:
        """Return a command with its round; None if the server has to be asked for it first.

        A command that names its round, or belongs to none, is returned as it is. One that was sent
        before under its id keeps its round: with another one the server would refuse the id.
        """
        if command.get("do") not in OF_A_ROUND or command.get("round") is not None:
            return command
        round = self._kept.get((table, id), self._seen.get(table))
        return None if round is None else self._with_round(table, command, id, round)

    def with_asked_round(self, table: str, command: Command, id: str, round: int | None) -> Command:
        """Return a command with the round that the server answered; None if no answer came.

        Then the last answer counts, for the table may have gone on since; if there was none
        either, nothing is sent and `Unanswered` is raised.
        """
        if round is None:
            round = self._asked.get(table)
        if round is None:
            raise Unanswered(f"which round {table} is in, so nothing was sent", id, command)
        self._asked[table] = round
        return self._with_round(table, command, id, round)

    def _with_round(self, table: str, command: Command, id: str, round: int) -> Command:
        self._kept[table, id] = round
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return {**command, "round": round}

    def answered(self, table: str, answer: Answer) -> Answer:
        """Remember the round in the answer to a command, and return the answer."""
        self.saw_events(table, answer.events)
        return answer

    def failed(self, table: str, command: Command, wrong: ClientError) -> None:
        """Note a command that failed: after one that was too late, the round is asked for anew."""
        if isinstance(wrong, Unanswered) and wrong.id is not None:
            wrong.command = command
        elif isinstance(wrong, Refused) and wrong.code == "too_late":
            self.forget(table)

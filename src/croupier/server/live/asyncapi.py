"""The socket described for programs: an AsyncAPI document, made from the types of its frames."""

from __future__ import annotations

import re
from importlib.metadata import version
from typing import Any

from croupier.json_schema import Schema, Schemas, placed_at, spaced
from croupier.server.live import frame_types as t
from croupier.server.live.state_types import ALWAYS, ServedState
from croupier.table.json_schemas import READ, WRITTEN, add_commands, add_events

AT = "#/components/schemas/"

_ABOUT = """One socket for each client, for any number of tables. It needs an `Origin` of the
server's own: a program sends the server's address. Without a session a client may watch, with one
also give commands. Frames are JSON objects, in both directions; pass over fields you do not know.

The server ends a socket with {codes}."""

_ANSWERED: dict[type, tuple[type, ...]] = {
    t.Watch: (t.Snapshot, t.Past, t.Unread),
    t.Unwatch: (),
    t.Ping: (t.Pong,),
    t.Give: (t.Done, t.NotDone),
}
"""What answers each frame of a client."""

_BY_ITSELF = (t.Step, t.Notice, t.Unread)
"""What the server sends without being asked."""


def frame_schemas() -> dict[str, Schema]:
    """Return the JSON Schemas of all frames, and of what they name, by their names."""
    reads = Schemas(READ, reads=True)
    command = add_commands(reads, by=False)
    made = Schemas(WRITTEN)
    event = add_events(made, stored=True)
    of_state = frozenset(made.members(ServedState))
    title = "Served state"
    changes = made.record(ServedState, maybe=of_state, title="Changed state")
    whole = made.record(ServedState, maybe=of_state - ALWAYS, title=title)
    for kind in (*t.SENT_BY_CLIENTS, *t.SENT_BY_THE_SERVER):
        made.add(f"{kind.__name__}Frame", made.record(kind))
    own = {"Command": command, "Event": event, "ServedState": whole, "Changes": changes}
    # What is read under a name that is also sent, an amount or a card, has a name of its own.
    twice = {
        name for name in reads.defs if reads.defs[name] != made.defs.get(name, reads.defs[name])
    }
    asked = {_asked(name, twice): _renamed(each, twice) for name, each in reads.defs.items()}
    return {**made.defs, **asked, **own, "Command": _renamed(command, twice)}


def _asked(name: str, twice: set[str]) -> str:
    return f"{name}Given" if name in twice else name


def _renamed(schema: Any, twice: set[str]) -> Any:
    """Return a schema that names others by the names they have beside those of what is sent."""
    for name in twice:
        schema = _moved(schema, name)
    return schema


def _moved(schema: Any, name: str) -> Any:
    if isinstance(schema, dict):
        return {key: _moved(each, name) for key, each in schema.items()}
    if isinstance(schema, list):
        return [_moved(each, name) for each in schema]
    return f"{schema}Given" if schema == f"#/$defs/{name}" else schema


def document() -> dict[str, Any]:
    """Return the AsyncAPI document of `/api/live`."""
    kinds = (*t.SENT_BY_CLIENTS, *t.SENT_BY_THE_SERVER)
    codes = ", ".join(f"{code.value} ({code.name.lower()})" for code in t.Close)
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "croupier",
            "version": version("croupier"),
            "description": _ABOUT.format(codes=codes),
        },
        "defaultContentType": "application/json",
        "channels": {
            "live": {
                "address": "/api/live",
                "description": "The only socket.",
                "messages": {
                    kind.__name__: {"$ref": f"#/components/messages/{kind.__name__}"}
                    for kind in kinds
                },
                "bindings": {"ws": {"method": "GET", "bindingVersion": "0.1.0"}},
            }
        },
        "operations": {**_received(), **_sent()},
        "components": {
            "messages": {kind.__name__: _message(kind) for kind in kinds},
            "schemas": _schemas(),
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer", "description": "A program's token."},
                "cookie": {
                    "type": "httpApiKey",
                    "in": "cookie",
                    "name": "croupier_session",
                    "description": "A browser's cookie.",
                },
            },
        },
    }


def _message(kind: type) -> dict[str, Any]:
    name = kind.__name__
    summary = re.split(r"(?<=[.])\s", (kind.__doc__ or "").strip())[0]
    return {
        "name": name,
        "title": spaced(name),
        "summary": summary,
        "payload": {"$ref": f"{AT}{name}Frame"},
    }


def _schemas() -> dict[str, Any]:
    found = {name: placed_at(_plain(each), AT) for name, each in frame_schemas().items()}
    return dict(sorted(found.items()))


def _plain(schema: Any) -> Any:
    """Return a schema in AsyncAPI's dialect, where a discriminator is no more than a name."""
    if isinstance(schema, list):
        return [_plain(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: _plain(each) for key, each in schema.items()}
    if isinstance(told := schema.get("discriminator"), dict) and "mapping" in told:
        made["discriminator"] = told["propertyName"]
    return made


def _on_channel(kind: type) -> dict[str, str]:
    return {"$ref": f"#/channels/live/messages/{kind.__name__}"}


def _received() -> dict[str, Any]:
    """Return what clients may ask of the server, each with what answers it."""
    channel = {"$ref": "#/channels/live"}
    found = {}
    for kind, answers in _ANSWERED.items():
        operation: dict[str, Any] = {
            "action": "receive",
            "channel": channel,
            "summary": _message(kind)["summary"],
            "messages": [_on_channel(kind)],
        }
        if answers:
            operation["reply"] = {
                "channel": channel,
                "messages": [_on_channel(each) for each in answers],
            }
        if kind is t.Give:
            schemes = ("bearer", "cookie")
            operation["security"] = [
                {"$ref": f"#/components/securitySchemes/{each}"} for each in schemes
            ]
        found[kind.__name__.lower()] = operation
    return found


def _sent() -> dict[str, Any]:
    """Return what the server sends without being asked."""
    return {
        f"tell{kind.__name__}": {
            "action": "send",
            "channel": {"$ref": "#/channels/live"},
            "summary": _message(kind)["summary"],
            "messages": [_on_channel(kind)],
        }
        for kind in _BY_ITSELF
    }

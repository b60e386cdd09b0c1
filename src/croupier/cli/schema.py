"""Print what a door of croupier takes and gives, as a schema for programs."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any

from croupier.cli import DONE, WrongCall, not_installed
from croupier.server.live import asyncapi
from croupier.settlement import json_types
from croupier.table import json_schemas


def _game() -> Any:
    """Return the JSON Schema of a game file."""
    return json.loads((files("croupier.game") / "game.schema.json").read_text("utf-8"))


def _http() -> Any:
    """Return the OpenAPI document; raise `WrongCall` where the server is not installed."""
    try:
        from croupier.server.app import openapi
    except ModuleNotFoundError as missing:
        raise WrongCall(not_installed("the HTTP document", missing, "server")) from None
    return openapi()


SCHEMAS: Mapping[str, tuple[str, Callable[[], Any]]] = {
    "rounds": ("a line that `croupier settle` reads", json_types.rounds),
    "answers": ("a line that `croupier settle` prints", json_types.answers),
    "commands": ("a line that `croupier table` reads", json_schemas.commands),
    "replies": ("a line that `croupier table` prints", json_schemas.replies),
    "events": ("an event, as replies and logs have it", json_schemas.events),
    "state": ("the state of a table", json_schemas.state),
    "game": ("a game file, as TOML is read", _game),
    "socket": ("the server's socket (AsyncAPI 3.0)", asyncapi.document),
    "http": ("the server's routes (OpenAPI 3.1)", _http),
}
"""What there is a schema of, in words, and the function that returns it."""


def configure(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    width = max(map(len, SCHEMAS))
    listed = "\n".join(f"  {name:{width}}  {about}" for name, (about, _) in SCHEMAS.items())
    parser.formatter_class = RawDescriptionHelpFormatter
    parser.epilog = f"what there is (JSON Schema 2020-12 unless it says otherwise):\n{listed}"
    parser.add_argument("what", choices=SCHEMAS, metavar="WHAT", help="of what, as listed below")
    parser.add_argument("--json", action="store_true", help="accepted: the output is JSON anyway")


def run(arguments: Namespace) -> int:
    """Print the schema."""
    _, make = SCHEMAS[arguments.what]
    print(json.dumps(make(), indent=2, ensure_ascii=False))
    return DONE

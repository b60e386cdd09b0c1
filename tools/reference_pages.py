"""The reference pages that are made from the product itself, so that they cannot be stale."""

from __future__ import annotations

import argparse
import inspect
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module

from schema_pages import (
    Schema,
    anchor,
    asyncapi_page,
    keys,
    openapi_page,
    schema_lines,
    schema_page,
    table,
)

Schemas = Mapping[str, Schema]

PYTHON = {
    "rounds": (
        "Rounds and games",
        "Cards, games, bets and their settlement: what `import croupier` offers.",
        "croupier",
        (
            "Card Shoe Coup Hand Side Winner FACTS load Game Stage BadGame Bet Limits Round settle "
            "Settlement Line Outcome explain_bet explain_play Odds Unit CroupierError InvalidInput "
            "Refused Code"
        ),
    ),
    "laboratory": (
        "The laboratory",
        "What a game costs, asked from Python. `croupier.odds` is `croupier.lab.odds`, and so on; "
        "[From Python](../../python.md) shows each at work.",
        "croupier.lab",
        "odds par counting simulate shoes strategy",
    ),
    "results": (
        "Results of the laboratory",
        "What the functions of the laboratory return. Each has `to_dict()`, `to_rows()`, "
        "`to_frame()` and `provenance` too.",
        "croupier.lab",
        (
            "exact.ExactOdds count_report.Counting exact.ParSheet simulating.Simulation "
            "playing.StrategyRun dealt_shoes.Shoes"
        ),
    ),
    "table": (
        "The table",
        "The state machine of a table: a command is decided, and events follow from it. It does no "
        "input or output, reads no clock and draws no random number.",
        "croupier.table",
        (
            "carry_out decide decide_changes evolve what_next may Step Table Phase Actor Command "
            "Event Context Change Option read_command read_event write_event write_refusal "
            "write_state"
        ),
    ),
    "roads": (
        "Roads",
        "The five roads of a shoe, round by round.",
        "croupier.roads",
        "Roads Entry",
    ),
    "strategies": (
        "Strategies",
        "What a strategy of your own sees, and has to have.",
        "croupier.strategy",
        "Strategy View Last",
    ),
    "client": (
        "The client",
        "The client for programs, with an event loop and without.",
        "croupier.client",
        (
            "Client AsyncClient Live AsyncLive Answer Approval Event Events State Step View Own "
            "Notice Person TableInfo Wallet Retry Refused SignedOut Unanswered ClientError new_id"
        ),
    ),
    "house": (
        "The house",
        "A house's database from Python, and the people in it.",
        "",
        (
            "croupier.store.house.House croupier.accounts.People croupier.accounts.AccountRole "
            "croupier.accounts.Person croupier.accounts.Session croupier.accounts.PeopleRefused"
        ),
    ),
}
"""Each page of the Python reference: its title, what it is for, the package and its names."""

REFERENCE = """# Reference

Look things up here: every command, key, route, event and name. Most of these pages are made from
the product each time the site is built, so they say what the program does.

| what | made from |
|---|---|
| [Every command of the command line](command-line.md) | the commands' parsers |
| [Game file, key by key](game-file.md) | its JSON Schema |
| [A round](rounds.md) and [its answer](answers.md) | their JSON Schemas |
| [Commands of a table](table-commands.md) and [replies](table-replies.md) | their JSON Schemas |
| [Events of a table](table-events.md) | their JSON Schema |
| [The state of a table](table-state.md) | its JSON Schema |
| [HTTP](http.md) | the OpenAPI document |
| [The socket](socket.md) | the AsyncAPI document |
| [Python](python/index.md) | the docstrings |

Written by hand, and held to the program by tests: [`croupier settle`](../settle.md),
[`croupier table`](../table.md), [`croupier odds`](../odds.md),
[`croupier simulate`](../simulate.md), [game files](../game-files.md), [the server](../server.md)
and [the roads](../roads.md).
"""

SCHEMA_PAGES = {
    "rounds": ("rounds", "A round", "[Settling rounds](../settle.md)"),
    "answers": ("answers", "An answer", "[Settling rounds](../settle.md)"),
    "table-replies": ("replies", "A reply of a table", "[The table](../table.md)"),
    "table-state": ("state", "The state of a table", "[The table](../table.md)"),
}
"""Pages of what is read and printed line by line: the schema, the title, where it is explained."""

MADE = "\n\n*This page is made from {}, each time the site is built.*\n"


def reference_pages() -> dict[str, str]:
    """Return the generated pages by their paths in the site."""
    from croupier.cli.schema import SCHEMAS

    made = {name: make() for name, (_, make) in SCHEMAS.items()}
    return {
        "reference/index.md": REFERENCE,
        "reference/python/index.md": python_index(),
        "reference/command-line.md": command_line_page(),
        "reference/game-file.md": schema_page(
            made["game"],
            "Game file, key by key",
            "Every key of a game file, from the JSON Schema that ships with croupier. "
            "[Game files](../game-files.md) explains them in order, with examples."
            + MADE.format("`game.schema.json`"),
        ),
        "reference/http.md": openapi_page(
            made["http"],
            "HTTP",
            "Every route of the server, what it takes and what it answers. [The table server]"
            "(../server.md) explains how they work together." + MADE.format("`/openapi.json`"),
        ),
        "reference/socket.md": asyncapi_page(
            made["socket"],
            "The socket",
            "Every frame of the socket, from the client and from the server. [The table server]"
            "(../server.md#the-socket) explains how they follow one another."
            + MADE.format("`croupier schema socket`, the AsyncAPI document"),
        ),
        **{
            f"reference/{page}.md": schema_page(
                made[name],
                title,
                f"Every key of {SCHEMAS[name][0]}. {more} explains it with examples."
                + MADE.format(f"`croupier schema {name}`"),
            )
            for page, (name, title, more) in SCHEMA_PAGES.items()
        },
        "reference/table-commands.md": table_commands_page(made["commands"]["$defs"]),
        "reference/table-events.md": table_events_page(made["events"]["$defs"]),
        **{f"reference/python/{name}.md": python_page(*page) for name, page in PYTHON.items()},
    }


def command_line_page() -> str:
    """Return a page with every command, its arguments and options, from its own parser."""
    from croupier.cli import COMMANDS, Parser

    said = [
        "# Every command\n",
        "Look here for the arguments and options of a command. From a checkout, `./run COMMAND` "
        "is `croupier COMMAND`. The exit status is 0 when all went well, 1 when something was "
        "answered with an error or did not hold, and 2 when the call itself was wrong.",
        MADE.format("each command's parser"),
        table(
            ("command", "what it does"),
            ((f"[`{name}`](#croupier-{name})", text) for name, text in COMMANDS.items()),
        ),
    ]
    with _columns(88):
        for name in COMMANDS:
            module = import_module(f"croupier.cli.{name.replace('-', '_')}")
            parser = Parser(prog=f"croupier {name}", description=module.__doc__)
            module.configure(parser)
            said += _command(parser, 2)
    return "\n".join(said)


@contextmanager
def _columns(columns: int) -> Iterator[None]:
    """Make help texts as wide as is asked, whatever the terminal."""
    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = str(columns)
    try:
        yield
    finally:
        os.environ.pop("COLUMNS")
        if before is not None:
            os.environ["COLUMNS"] = before


def _command(parser: argparse.ArgumentParser, level: int) -> Iterator[str]:
    yield f"\n{'#' * level} {parser.prog} {{ #{parser.prog.replace(' ', '-')} }}\n"
    if parser.description:
        yield _prose(parser.description) + "\n"
    usage = parser.format_usage().removeprefix("usage: ").rstrip()
    yield f"```text\n{usage}\n```\n"
    # argparse has no public way to list what a parser takes.
    actions = [each for each in parser._actions if each.help != argparse.SUPPRESS]
    rows = [
        (f"`{_called(each)}`", _prose(_help(parser, each)), _usual(each))
        for each in actions
        if not isinstance(each, argparse._HelpAction | argparse._SubParsersAction)
    ]
    if rows:
        yield table(("argument", "what it does", "unless given"), rows)
    if parser.epilog:
        yield _prose(parser.epilog) + "\n"
    for action in actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from _command(inner, level + 1)


def _called(action: argparse.Action) -> str:
    """Return how an argument is written, as in help texts."""
    if not action.option_strings:
        return str(action.metavar or action.dest)
    if action.nargs == 0:
        return ", ".join(action.option_strings)
    value = action.metavar or (
        "{" + ",".join(map(str, action.choices)) + "}" if action.choices else action.dest.upper()
    )
    value = " ".join(value) if isinstance(value, tuple) else value
    return f"{', '.join(action.option_strings)} {value}"


def _help(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    text = parser._get_formatter()._expand_help(action) if action.help else ""
    return text + (" (required)" if action.required and action.option_strings else "")


def _usual(action: argparse.Action) -> str:
    if action.default in (None, False, argparse.SUPPRESS, [], ()):
        return ""
    return f"`{action.default}`"


def _prose(text: str) -> str:
    """Return a help text as Markdown: words in capitals and options keep their signs."""
    text = inspect.cleandoc(text)
    return re.sub(r"(?<![`\w])(--[a-z][\w-]*|\*|<|>)", r"`\1`", text)


def table_commands_page(defs: Schemas) -> str:
    """Return a page with every command of a table: who may give it, and its fields."""
    from croupier.table.commands import COMMANDS
    from croupier.table.roles import RANK

    said = [
        "# Commands of a table\n",
        "What can be asked of a table, in a script, over HTTP or on the socket: "
        '`{"do": NAME, …}` with the fields below. [The table](../table.md) says what each does.',
        MADE.format("`croupier schema commands`"),
        table(
            ("command", "the lowest role that may give it", "what it asks"),
            (
                (f"[`{name}`](#{name})", _role(kind.least.value), _first_line(kind))
                for name, kind in sorted(
                    COMMANDS.items(), key=lambda pair: (RANK[pair[1].least], pair[0])
                )
            ),
        ),
    ]
    for name, kind in sorted(COMMANDS.items()):
        notes = [f"The lowest role: {_role(kind.least.value)}."]
        if kind.waits:
            notes.append("It waits while a report waits for a decision.")
        if kind.at_closed_table:
            notes.append("It can be given after closing.")
        said += [f"\n## `{name}` {{ #{name} }}\n", _doc(kind), "\n" + " ".join(notes) + "\n"]
        said += keys(defs[f"{kind.__name__}Command"], "do", "by")
    return "\n".join([*said, *_shapes(defs, "Command")])


def table_events_page(defs: Schemas) -> str:
    """Return a page with every event of a table: when it happens, who sees it, and its fields."""
    from croupier.table.events import EVENTS
    from croupier.table.events.base import ANY, Audience
    from croupier.table.vocabulary import Phase

    seen = {
        Audience.EVERYBODY: "everybody",
        Audience.PATRON: "the patron whom it names, and the staff",
        Audience.STAFF: "the staff",
    }
    said = [
        "# Events of a table\n",
        "What happens at a table, as the log has it and the socket sends it: "
        '`{"type": NAME, …}` with the fields below. '
        "An event is a fact: it is never refused and never changed.",
        MADE.format("`croupier schema events`"),
        table(
            ("event", "what has happened", "seen by"),
            (
                (f"[`{name}`](#{name})", _first_line(kind), seen[kind.seen_by])
                for name, kind in sorted(EVENTS.items())
            ),
        ),
    ]
    for name, kind in sorted(EVENTS.items()):
        phases = [phase.value for phase in Phase if phase in kind.phases]
        when = "in any phase" if kind.phases == ANY else f"in {' or '.join(phases)}"
        notes = [f"It happens {when}, and is seen by {seen[kind.seen_by]}."]
        if kind.staff_fields:
            notes.append(
                f"Only the staff see {', '.join(f'`{each}`' for each in kind.staff_fields)}."
            )
        said += [f"\n## `{name}` {{ #{name} }}\n", _doc(kind), "\n" + " ".join(notes) + "\n"]
        said += keys(defs[f"{kind.__name__}Event"], "type")
    return "\n".join([*said, *_shapes(defs, "Event")])


def _role(value: str) -> str:
    return value.replace("_", " ")


def _doc(kind: type) -> str:
    return inspect.cleandoc(kind.__doc__ or "")


def _first_line(kind: type) -> str:
    return _doc(kind).partition("\n\n")[0].replace("\n", " ")


def _shapes(defs: Schemas, end: str) -> Iterator[str]:
    """Yield what the fields of commands or events name."""
    yield "\n## Shapes {: #shapes }\n"
    for name, part in defs.items():
        if not name.endswith(end):
            yield f"\n### {name} {{ #{anchor(name)} }}\n"
            yield from schema_lines(part)


def python_index() -> str:
    """Return the page that lists those of the Python reference."""
    rows = ((f"[{title}]({name}.md)", about) for name, (title, about, *_) in PYTHON.items())
    return (
        "# Python\n\nEvery name that a program may use, from the docstrings. "
        "[From Python](../../python.md) leads through the most useful ones.\n"
        + table(("page", "what is there"), rows)
    )


def python_page(title: str, about: str, package: str, names: str) -> str:
    """Return a page of the Python reference; mkdocstrings fills it from the docstrings."""
    full = [f"{package}.{name}" if package else name for name in names.split()]
    return f"# {title}\n\n{about}\n\n" + "\n\n".join(f"::: {name}" for name in full) + "\n"

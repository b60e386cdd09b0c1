"""Templates of tables: openings that a house keeps under a name, to open many tables alike."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, insert, inspect, select

from croupier.errors import Code, InvalidInput, Refused
from croupier.game.model import Game, Role
from croupier.money import CENT, Unit
from croupier.store import schema as s
from croupier.store.failures import BadStore
from croupier.store.incidents import Incidents, Kind
from croupier.store.queries import Reader
from croupier.store.requests import checked_body
from croupier.store.rows import factor
from croupier.table import Actor, Context, Table, carry_out, read_command
from croupier.words import say

MOST_TEMPLATES = 200
MOST_NAME = 60
MOST_BODY = 8_000
"""The longest template as JSON: the journal tells it whole, as it was and as it is."""

_NOBODY = Actor(Role.SHIFT_MANAGER, "house:template")
"""In whose name a template is tried on a table that nobody has."""


class Template(NamedTuple):
    """An opening under a name: what `open_table` is given, and who deals."""

    name: str
    opening: Mapping[str, Any]
    dealer: Mapping[str, Any] | None
    """The fields of `assign_dealer`; None leaves the table to a person."""

    @property
    def commands(self) -> list[dict[str, Any]]:
        """The commands that open a table by it, in order."""
        opened = {**self.opening, "do": "open_table"}
        return [opened] + ([] if self.dealer is None else [{**self.dealer, "do": "assign_dealer"}])

    @property
    def body(self) -> dict[str, Any]:
        """What is kept of it."""
        dealer = {} if self.dealer is None else {"dealer": dict(self.dealer)}
        return {"opening": dict(self.opening), **dealer}


class Kept(NamedTuple):
    """A template as it is kept: since when, and by whom."""

    template: Template
    at: str
    by: str


def check(template: Template, find: Callable[[str], Game], house: Unit) -> None:
    """Raise `CroupierError` for a template that no table could be opened by.

    `house` is the unit of wallets, which a table's unit has to fit.
    """
    name = template.name
    if not name.isprintable() or name != name.strip() or not 1 <= len(name) <= MOST_NAME:
        raise InvalidInput(Code.MALFORMED, say("server.template_name", most=MOST_NAME))
    if "/" in name or name.startswith("."):
        # It is part of an address.
        raise InvalidInput(Code.MALFORMED, say("server.template_name", most=MOST_NAME))
    table = Table()
    by = {"role": _NOBODY.role.value, "name": _NOBODY.name}
    for body in template.commands:
        checked_body("templates", "try", (_NOBODY.role.value, _NOBODY.name), body)
        command, _ = read_command({**body, "by": by}, Context(CENT, find))
        table = carry_out(table, command, _NOBODY)[1]
    factor(table.rules.unit, house)
    if len(_written(template.body)) > MOST_BODY:
        raise InvalidInput(Code.MALFORMED, say("server.template_long", most=MOST_BODY))


def kept(reader: Reader) -> list[Kept]:
    """Return the templates of a house, in the order of their names."""
    row = s.table_templates.c
    question = select(row.name, row.body, row.at, row.actor).order_by(row.name)
    with reader.moment() as connection:
        rows = connection.execute(question).all()
    return [Kept(_read(name, body), at, actor) for name, body, at, actor in rows]


def find_template(reader: Reader, name: str) -> Template | None:
    """Return a template by its name; None if there is none."""
    return next((each.template for each in kept(reader) if each.template.name == name), None)


def save(journal: Incidents, template: Template, by: str) -> None:
    """Keep a template from now on, in place of an earlier one of its name; the journal notes it.

    The same template again changes nothing.
    """
    row = s.table_templates.c
    with journal.writing() as entry:
        known = _body(entry.connection, template.name)
        body = _written(template.body)
        if known == body:
            return
        count = select(func.count()).select_from(s.table_templates)
        if known is None and entry.connection.execute(count).scalar_one() >= MOST_TEMPLATES:
            raise Refused(Code.WRONG_PHASE, say("server.template_many", most=MOST_TEMPLATES))
        entry.connection.execute(delete(s.table_templates).where(row.name == template.name))
        entry.connection.execute(
            insert(s.table_templates).values(name=template.name, body=body, at=entry.at, actor=by)
        )
        before = None if known is None else json.loads(known)
        entry.note(Kind.TEMPLATE_SAVED, by, template.name, before=before, after=template.body)


def remove(journal: Incidents, name: str, by: str) -> bool:
    """Keep a template no more; return False if there is none. Tables opened by it go on."""
    with journal.writing() as entry:
        known = _body(entry.connection, name)
        if known is None:
            return False
        entry.connection.execute(delete(s.table_templates).where(s.table_templates.c.name == name))
        entry.note(Kind.TEMPLATE_DELETED, by, name, before=json.loads(known))
    return True


def check_templates(connection: Connection) -> None:
    """Raise `BadStore` unless the templates are those that the journal says were kept."""
    entry, row = s.incidents.c, s.table_templates.c
    kinds = (Kind.TEMPLATE_SAVED.value, Kind.TEMPLATE_DELETED.value)
    question = select(entry.subject, entry.after).where(entry.kind.in_(kinds))
    told: dict[str, Any] = {}
    for name, after in connection.execute(question.order_by(entry.number)):
        told[name] = None if after is None else json.loads(after)
    there = inspect(connection).has_table(s.table_templates.name)
    for name, body in connection.execute(select(row.name, row.body)) if there else ():
        if told.pop(name, None) != json.loads(body):
            raise BadStore(f"template {name}", "it is another one than in the journal")
    for name, known in told.items():
        if known is not None:
            raise BadStore(f"template {name}", "it is missing, and nobody has deleted it")


def _body(connection: Connection, name: str) -> str | None:
    row = s.table_templates.c
    return connection.execute(select(row.body).where(row.name == name)).scalar()


def _written(body: Mapping[str, Any]) -> str:
    return json.dumps(body, sort_keys=True, separators=(",", ":"))


def _read(name: str, body: str) -> Template:
    found = json.loads(body)
    return Template(name, found["opening"], found.get("dealer"))

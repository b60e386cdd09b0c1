"""JSON Schemas (2020-12) of Python's types: what a thing is in code is what its schema says.

Descriptions come from docstrings, those under fields too: they stand only in the source, which is
read where it is there; without it a schema has the same shape and fewer words.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from functools import lru_cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    NewType,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
DEFS = "#/$defs/"
"""Where the schemas that others name stand in a document of their own."""

NOTHING: Schema = {"type": "null"}


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """What stands for a type that is not taken apart: its name, if it has one, and its schema.

    Beside a type in `Annotated` it is the schema of that one field.
    """

    name: str | None
    schema: Mapping[str, Any]


class Member(NamedTuple):
    """A field of an object: its schema, and whether it is always there."""

    schema: Schema
    required: bool


class Schemas:
    """Makes schemas and keeps those that others name, each once."""

    def __init__(self, known: Mapping[object, Shape], *, reads: bool = False) -> None:
        """Start with the types that are known.

        With `reads` the schemas say what is accepted: no field that is unknown, and null for a
        field that may be left out. Without it they say what is sent, to which fields may be added.
        """
        self.defs: dict[str, Schema] = {}
        self._known = known
        self._reads = reads
        self._kinds: dict[str, object] = {}

    def of(self, kind: Any) -> Schema:
        """Return the schema of a type; records and known types are named, and kept in `defs`."""
        if isinstance(kind, NewType) and kind not in self._known:
            return self.of(kind.__supertype__)
        if (known := self._known.get(kind)) is not None:
            return self._named(known)
        origin, parts = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return self._annotated(parts)
        if origin in (Union, UnionType):
            return _any_of([self.of(part) for part in parts])
        if origin is Literal:
            return _choice(parts)
        if origin in (tuple, frozenset, list):
            return {"type": "array", "items": self.of(parts[0])}
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return {"type": "object", "additionalProperties": self.of(parts[1])}
        if kind in (None, NoneType):
            return dict(NOTHING)
        if kind is Any:
            return {}
        if isinstance(kind, type) and issubclass(kind, Enum):
            return self._keep(kind.__name__, kind, lambda: _of_enum(kind))
        if isinstance(kind, type) and kind in _PLAIN:
            return {"type": _PLAIN[kind]}
        return self._keep(kind.__name__, kind, lambda: self.record(kind))

    def _annotated(self, parts: tuple[Any, ...]) -> Schema:
        kind, *notes = parts
        for note in notes:
            if isinstance(note, Shape):
                return self._named(note)
            if is_typeddict(note):
                return self.of(note)
        return self.of(kind)

    def _named(self, shape: Shape) -> Schema:
        if shape.name is None:
            return dict(shape.schema)
        return self._keep(shape.name, shape, lambda: dict(shape.schema))

    def _keep(self, name: str, kind: object, make: Any) -> Schema:
        if name not in self.defs:
            self.defs[name], self._kinds[name] = {}, kind
            self.defs[name] = make()
        assert self._kinds[name] == kind, f"two schemas are called {name}"
        return {"$ref": DEFS + name}

    def add(self, name: str, schema: Schema) -> Schema:
        """Keep a schema that is made elsewhere; return how others name it."""
        return self._keep(name, name, lambda: schema)

    def record(
        self,
        kind: Any,
        before: Mapping[str, Member] | None = None,
        *,
        maybe: frozenset[str] | None = None,
        title: str | None = None,
    ) -> Schema:
        """Return the schema of a dataclass, a named tuple or a typed dictionary.

        It begins with the fields in `before`; those in `maybe` may be left out whatever the class
        says.
        """
        members = {**(before or {}), **self.members(kind)}
        if maybe:
            members |= {
                name: Member(members[name].schema, required=False) for name in maybe & {*members}
            }
        return self.object_of(members, about=_about(kind), title=title or spaced(kind.__name__))

    def object_of(self, members: Mapping[str, Member], *, about: str, title: str) -> Schema:
        """Return the schema of an object that has these fields."""
        made: Schema = {"title": title, "description": about, "type": "object"}
        if not about:
            del made["description"]
        made["properties"] = {name: member.schema for name, member in members.items()}
        required = [name for name, member in members.items() if member.required]
        if required:
            made["required"] = required
        if self._reads:
            made["additionalProperties"] = False
        return made

    def members(self, kind: Any) -> dict[str, Member]:
        """Return the fields of a class, in their order."""
        hints, notes = get_type_hints(kind, include_extras=True), field_notes(kind)
        found = {}
        for name, (required, default) in _declared(kind).items():
            schema = self.of(_without_none(hints[name]) if is_dataclass(kind) else hints[name])
            if self._reads and not required and not _allows_null(schema):
                schema = _any_of([schema, dict(NOTHING)])
            if name in notes:
                schema = {**schema, "description": notes[name]}
            if self._reads and isinstance(default, bool | int | str):
                written = default.value if isinstance(default, Enum) else default
                schema = {**schema, "default": written}
            found[name] = Member(schema, required)
        return found


_PLAIN: Mapping[type, str] = {str: "string", int: "integer", bool: "boolean", float: "number"}


def document(title: str, about: str, schema: Schema, defs: Mapping[str, Schema]) -> Schema:
    """Return a whole document: its dialect, title and description, and the schemas it names."""
    head = {"$schema": DIALECT, "title": title, "description": about}
    return {**head, **schema, "$defs": dict(sorted(defs.items()))}


def one_of(schemas: Mapping[str, Schema], key: str) -> Schema:
    """Return the schema of a value that fits exactly one of several, which its `key` tells apart.

    The discriminator is OpenAPI's; elsewhere it says nothing, since each has its own constant.
    """
    mapping = {name: schema["$ref"] for name, schema in schemas.items()}
    told = {"propertyName": key, "mapping": mapping}
    return {"oneOf": list(schemas.values()), "discriminator": told}


def placed_at(schema: Any, at: str) -> Any:
    """Return a schema whose references lead to another place than `$defs`."""
    if isinstance(schema, dict):
        return {key: placed_at(each, at) for key, each in schema.items()}
    if isinstance(schema, list):
        return [placed_at(each, at) for each in schema]
    return at + schema.removeprefix(DEFS) if _is_reference(schema) else schema


def _is_reference(value: object) -> bool:
    return isinstance(value, str) and value.startswith(DEFS)


def spaced(name: str) -> str:
    """Return the words of a name, as a title: "Bet placed"."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", name).lower()
    return words[:1].upper() + words[1:]


def _declared(kind: Any) -> dict[str, tuple[bool, object]]:
    """Return which fields a class has, whether each has to be given, and its default."""
    if is_typeddict(kind):
        return {name: (name in kind.__required_keys__, None) for name in kind.__annotations__}
    if is_dataclass(kind):
        return {
            each.name: (each.default is MISSING, each.default) for each in fields(kind) if each.init
        }
    defaults = kind._field_defaults
    return {name: (name not in defaults, defaults.get(name)) for name in kind._fields}


def _without_none(hint: Any) -> Any:
    """Return the type of a field whose value, where it is None, is left out."""
    if get_origin(hint) not in (Union, UnionType):
        return hint
    (inner,) = (part for part in get_args(hint) if part is not NoneType)
    return inner


def _any_of(schemas: list[Schema]) -> Schema:
    plain = [schema for schema in schemas if set(schema) == {"type"}]
    if len(plain) == len(schemas):
        return {"type": [schema["type"] for schema in schemas]}
    return {"anyOf": schemas}


def _allows_null(schema: Schema) -> bool:
    kinds = schema.get("type", ())
    return "null" in ([kinds] if isinstance(kinds, str) else kinds) or NOTHING in schema.get(
        "anyOf", ()
    )


def _choice(values: tuple[Any, ...]) -> Schema:
    return {"const": values[0]} if len(values) == 1 else {"enum": list(values)}


def _of_enum(kind: type[Enum]) -> Schema:
    schema: Schema = {"title": spaced(kind.__name__), "type": "string"}
    if about := _about(kind):
        schema["description"] = about
    return {**schema, "enum": [each.value for each in kind]}


def _about(kind: Any) -> str:
    """Return the docstring of a class; empty if it has none of its own."""
    text = kind.__dict__.get("__doc__") or ""
    # A dataclass without a docstring is given its signature as one.
    return "" if text.startswith(f"{kind.__name__}(") else inspect.cleandoc(text)


# Docstrings under fields


def field_notes(kind: type) -> dict[str, str]:
    """Return the docstrings under the fields of a class, those of its bases too."""
    bases, notes = _classes_of(kind.__module__).get(kind.__name__, ((), {}))
    found: dict[str, str] = {}
    module = sys.modules[kind.__module__]
    for base in bases:
        if isinstance(inherited := getattr(module, base, None), type):
            found |= field_notes(inherited)
    return found | notes


@lru_cache(maxsize=64)
def _classes_of(module: str) -> dict[str, tuple[tuple[str, ...], dict[str, str]]]:
    """Return the classes of a module: their bases, and the docstrings under their fields."""
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except (OSError, TypeError):
        return {}
    return {
        node.name: (
            tuple(base.id for base in node.bases if isinstance(base, ast.Name)),
            _notes(node),
        )
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    }


def _notes(node: ast.ClassDef) -> dict[str, str]:
    found = {}
    for line, after in zip(node.body, node.body[1:], strict=False):
        match line, after:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                found[name] = inspect.cleandoc(text)
    return found

"""Values held to the schemas that are published: strictly, and fast enough for all traffic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from jsonschema import Draft202012Validator, ValidationError, validators

Json = dict[str, Any]


def closed(schema: Any) -> Any:
    """Return a schema that takes no field which it does not name.

    Published schemas of what is sent leave room for fields to come; a test wants to know of each.
    """
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: closed(each) for key, each in schema.items()}
    if schema.get("type") == "object" and "properties" in schema:
        made.setdefault("additionalProperties", False)
    return made


def _told_apart(
    validator: Any, several: list[Any], value: Any, schema: Json
) -> Iterator[ValidationError]:
    """Check only the schema that the value's own key names: dozens of others cannot fit."""
    apart = schema.get("discriminator")
    if isinstance(apart, str):
        # AsyncAPI names no more than the key: each schema has its value as a constant.
        named = {ref: validator._resolver.lookup(ref).contents for ref in map(_ref, several)}
        mapping = {each["properties"][apart]["const"]: ref for ref, each in named.items()}
        apart = schema["discriminator"] = {"propertyName": apart, "mapping": mapping}
    if apart is None or not isinstance(value, dict):
        yield from _one_of(validator, several, value, schema)
        return
    key = value.get(apart["propertyName"])
    ref = apart["mapping"].get(key) if isinstance(key, str) else None
    if ref is None:
        yield ValidationError(f"no {apart['propertyName']} is called {key!r}")
    else:
        yield from validator.descend(value, {"$ref": ref})


def _ref(schema: Json) -> str:
    return str(schema["$ref"])


def _exactly(validator: Any, kind: Any, value: Any, schema: Json) -> Iterator[ValidationError]:
    # The readers here take 1.0 for no whole number; JSON Schema does.
    if isinstance(value, float) and "integer" in ([kind] if isinstance(kind, str) else kind):
        yield ValidationError(f"{value} is not written as a whole number")
    else:
        yield from _type(validator, kind, value, schema)


_one_of: Any = Draft202012Validator.VALIDATORS["oneOf"]
_type: Any = Draft202012Validator.VALIDATORS["type"]
_extend: Any = validators.extend
Strict: Any = _extend(Draft202012Validator, {"oneOf": _told_apart, "type": _exactly})


def checker(document: Json) -> Any:
    """Return a strict validator for a document."""
    Draft202012Validator.check_schema(document)
    return Strict(closed(document))


def references(schema: Any) -> Iterator[str]:
    """Yield every reference in a schema."""
    if isinstance(schema, Mapping):
        for key, each in schema.items():
            if key == "$ref" and isinstance(each, str):
                yield each
            else:
                yield from references(each)
    elif isinstance(schema, list):
        for each in schema:
            yield from references(each)

"""The shapes of the HTTP side as TypeScript, for the pages: `./run types` runs this module."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any

Schema = Mapping[str, Any]

HEAD = "// Written by `./run types` from the OpenAPI document. Do not edit.\n"


def write_types(document: Schema) -> str:
    """Write every named shape of an OpenAPI document, and which path answers with which."""
    shapes = document["components"]["schemas"]
    return "\n".join([HEAD, *_interfaces(shapes), *_answers(document["paths"])])


def _interfaces(shapes: Mapping[str, Schema]) -> Iterator[str]:
    for name, shape in sorted(shapes.items()):
        yield f"export interface {name} {{"
        required = shape.get("required", ())
        # What the server sends is always whole; what it is sent may leave out what has a default.
        for key, value in shape.get("properties", {}).items():
            mark = "" if key in required else "?"
            yield f"  {key}{mark}: {_type(value)};"
        yield "}\n"


def _answers(paths: Mapping[str, Mapping[str, Schema]]) -> Iterator[str]:
    yield "export interface Answers {"
    for path, methods in sorted(paths.items()):
        for method, operation in sorted(methods.items()):
            content = operation["responses"].get("200", {}).get("content", {})
            answer = content.get("application/json", {}).get("schema", {})
            yield f"  {json.dumps(f'{method.upper()} {path}')}: {_type(answer)};"
    yield "}\n"


def _type(shape: Schema) -> str:
    match shape:
        case {"$ref": str(ref)}:
            return ref.rpartition("/")[2]
        case {"anyOf": list(options)}:
            return " | ".join(dict.fromkeys(_type(option) for option in options))
        case {"const": value}:
            return json.dumps(value)
        case {"enum": list(values)}:
            return " | ".join(json.dumps(value) for value in values)
        case {"type": "array", "items": items}:
            inner = _type(items)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case {"type": "object", "additionalProperties": dict(inner)}:
            return f"Record<string, {_type(inner)}>"
        case {"type": "object"}:
            return "Record<string, unknown>"
        case {"type": "integer" | "number"}:
            return "number"
        case {"type": "string" | "boolean" | "null" as plain}:
            return str(plain)
    return "unknown"


def main() -> None:
    """Print the types of this very server."""
    from croupier.server.app import openapi

    sys.stdout.write(write_types(openapi()))


if __name__ == "__main__":
    main()

"""JSON Schemas and the documents built of them (OpenAPI, AsyncAPI) as pages for people."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

Schema = Mapping[str, Any]

METHODS = ("get", "post", "put", "patch", "delete")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return rows as a Markdown table; what is in a cell stays in it."""
    lines = [" | ".join(head), "|".join("---" for _ in head)]
    lines += [" | ".join(_cell(text) for text in row) for row in rows]
    return "\n" + "".join(f"| {line} |\n" for line in lines)


def _cell(text: str) -> str:
    return re.sub(r"(?<!\\)\|", r"\\|", " ".join(text.split())) or " "


def schema_page(schema: Schema, title: str, about: str) -> str:
    """Return a JSON Schema as a page: the keys of each object, and each definition it names."""
    said = [f"# {title}\n", about, *schema_lines(schema)]
    for name, part in schema.get("$defs", {}).items():
        said += [f"\n## {name} {{ #{anchor(name)} }}\n", *schema_lines(part)]
    return "\n".join(said)


def openapi_page(document: Schema, title: str, about: str) -> str:
    """Return an OpenAPI document as a page: each route by its tag, then the shapes they share."""
    said = [f"# {title}\n", about]
    by_tag: dict[str, list[tuple[str, str, Schema]]] = {}
    for path, routes in document["paths"].items():
        for method in METHODS:
            if method in routes:
                route = routes[method]
                by_tag.setdefault((route.get("tags") or ["other"])[0], []).append(
                    (method, path, route)
                )
    for tag, routes in by_tag.items():
        said.append(f"\n## {tag} {{ #{anchor(tag)} }}\n")
        for method, path, route in routes:
            said += _route(method, path, route)
    said.append("\n## Shapes {: #shapes }\n" if document.get("components") else "")
    for name, part in document.get("components", {}).get("schemas", {}).items():
        said += [f"\n### {name} {{ #{anchor(name)} }}\n", *schema_lines(part)]
    return "\n".join(said)


def asyncapi_page(document: Schema, title: str, about: str) -> str:
    """Return an AsyncAPI document (version 3) as a page: each message sent or received."""
    said = [f"# {title}\n", about, "\n" + document.get("info", {}).get("description", "") + "\n"]
    for channel in document["channels"].values():
        said.append(f"\n## Channel `{channel['address']}` {{: #channel }}\n")
        said.append(channel.get("description", ""))
    sent: dict[str, str] = {}
    for operation in document["operations"].values():
        ours = operation["action"] == "send"
        answers = operation.get("reply", {}).get("messages", ())
        for reference in operation["messages"]:
            sent.setdefault(reference["$ref"], "The server sends" if ours else "The client sends")
        for reference in answers:
            sent.setdefault(
                reference["$ref"], "The client answers" if ours else "The server answers"
            )
    for reference, does in sorted(sent.items(), key=lambda each: each[1]):
        said += _message(reference.rpartition("/")[2], does, _referred(document, reference))
    said.append("\n## Shapes {: #shapes }\n")
    for name, part in document.get("components", {}).get("schemas", {}).items():
        said += [f"\n### {name} {{ #{anchor(name)} }}\n", *schema_lines(part)]
    return "\n".join(said)


def _message(name: str, does: str, message: Schema) -> Iterator[str]:
    yield f"\n### {does} `{name}` {{ #message-{anchor(name)} }}\n"
    yield message.get("summary") or message.get("description") or ""
    payload = message.get("payload", {})
    if "$ref" in payload:
        yield f"\nIts shape: {kind_of(payload)}.\n"
    else:
        yield from schema_lines(payload)
    for example in message.get("examples", ()):
        yield _json(example.get("payload", example))


def _referred(document: Schema, reference: str) -> Schema:
    """Return what is referred to in a document, by way of others that refer to it in turn."""
    found: Any = document
    for key in reference.removeprefix("#/").split("/"):
        found = found[key.replace("~1", "/").replace("~0", "~")]
    return _referred(document, found["$ref"]) if "$ref" in found else found


def anchor(name: str) -> str:
    """Return what a part is called in an address."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _json(value: object) -> str:
    return f"\n```json\n{json.dumps(value, indent=1, ensure_ascii=False)}\n```\n"


def _route(method: str, path: str, route: Schema) -> Iterator[str]:
    yield f"\n### `{method.upper()} {path}` {{ #{anchor(f'{method} {path}')} }}\n"
    yield route.get("description") or route.get("summary", "")
    if needed := [name for each in route.get("security", ()) for name in each]:
        yield f"\nSigned in by: {', '.join(f'`{name}`' for name in needed)}.\n"
    if given := route.get("parameters"):
        yield table(
            ("parameter", "in", "type", "meaning"),
            (
                (
                    f"`{each['name']}`",
                    each["in"] + (", required" if each.get("required") else ""),
                    kind_of(each.get("schema", {})),
                    each.get("description") or each.get("schema", {}).get("description", ""),
                )
                for each in given
            ),
        )
    for media, body in route.get("requestBody", {}).get("content", {}).items():
        yield f"\nTakes ({media}): {kind_of(body.get('schema', {}))}\n"
    answers = route.get("responses", {})
    done = {status: answer for status, answer in answers.items() if status < "400"}
    yield table(
        ("status", "meaning", "answer"),
        (
            (f"`{status}`", answer.get("description", ""), _answer(answer))
            for status, answer in sorted(done.items())
        ),
    )
    if refused := [f"`{status}`" for status in sorted(answers.keys() - done.keys())]:
        yield f"\nIt may be refused with {', '.join(refused)}.\n"


def _answer(answer: Schema) -> str:
    kinds = [
        kind_of(body.get("schema", {})) if media.endswith("json") else f"`{media}`"
        for media, body in answer.get("content", {}).items()
    ]
    return ", ".join(dict.fromkeys(kinds))


def schema_lines(schema: Schema) -> Iterator[str]:
    """Yield what a schema says of itself, and its keys as a table."""
    if schema.get("description"):
        yield "\n" + schema["description"] + "\n"
    if not _keys(schema):
        kind = kind_of(schema)
        yield f"\n{kind[0].upper()}{kind[1:]}.{_examples(schema)}\n"
        return
    yield from keys(schema)


def keys(schema: Schema, *known: str) -> Iterator[str]:
    """Yield the keys of an object as a table, without those that are known."""
    rows = [row for row in _rows(schema, "") if row[0].strip("`") not in known]
    if rows:
        yield table(("key", "type", "meaning"), rows)


def _rows(schema: Schema, before: str) -> Iterator[Sequence[str]]:
    needed = schema.get("required", ())
    for key, part in _keys(schema).items():
        kind = kind_of(part) + (", required" if key in needed else "")
        yield f"`{before}{key}`", kind, _meaning(part)
        if _keys(part) and "$ref" not in part:
            yield from _rows(part, f"{before}{key}.")


def _keys(schema: Schema) -> dict[str, Schema]:
    """Return the keys of an object, those of all its alternatives together."""
    found: dict[str, Schema] = dict(schema.get("properties", {}))
    for word in ("allOf", "anyOf", "oneOf"):
        for part in schema.get(word, ()):
            found = {**_keys(part), **found}
    return found


def _examples(schema: Schema) -> str:
    shown = [f"`{json.dumps(each, ensure_ascii=False)}`" for each in schema.get("examples", ())]
    return f" Such as {', '.join(shown)}." if shown else ""


def _meaning(schema: Schema) -> str:
    said, bounds = [schema.get("description", "")], list[str]()
    if "default" in schema:
        said.append(f"Unless given: `{json.dumps(schema['default'], ensure_ascii=False)}`.")
    for word, about in (
        ("minimum", "at least {:,}"),
        ("exclusiveMinimum", "more than {:,}"),
        ("maximum", "at most {:,}"),
        ("exclusiveMaximum", "less than {:,}"),
        ("minLength", "at least {:,} signs"),
        ("maxLength", "at most {:,} signs"),
        ("minItems", "at least {:,} items"),
        ("maxItems", "at most {:,} items"),
    ):
        # That a text is not empty goes without saying.
        if word in schema and (word, schema[word]) != ("minLength", 1):
            bounds.append(about.format(schema[word]))
    if bounds:
        said.append(f"{', '.join(bounds)}.".capitalize())
    return " ".join(part for part in said if part)


def kind_of(schema: Any) -> str:
    """Return the type of a value in words: links to what has a name, alternatives with "or"."""
    if not isinstance(schema, Mapping) or not schema:
        return "anything"
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{anchor(name)})"
    if "const" in schema:
        return f"`{json.dumps(schema['const'], ensure_ascii=False)}`"
    if "enum" in schema:
        return " or ".join(f"`{json.dumps(each, ensure_ascii=False)}`" for each in schema["enum"])
    for word in ("anyOf", "oneOf"):
        if word in schema:
            return " or ".join(dict.fromkeys(kind_of(part) for part in schema[word]))
    if "allOf" in schema and "type" not in schema:
        return " and ".join(dict.fromkeys(kind_of(part) for part in schema["allOf"]))
    kinds = schema.get("type", "anything")
    return " or ".join(
        _plain(kind, schema) for kind in ([kinds] if isinstance(kinds, str) else kinds)
    )


def _plain(kind: str, schema: Schema) -> str:
    if kind == "array":
        return f"a list of {kind_of(schema.get('items', {}))}"
    if kind == "object":
        values = schema.get("additionalProperties")
        return f"an object of {kind_of(values)}" if isinstance(values, Mapping) else "an object"
    return {
        "string": "text",
        "integer": "whole number",
        "number": "number",
        "boolean": "true or false",
        "null": "null",
    }.get(kind, kind)

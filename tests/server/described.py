"""All traffic of a test, held to the documents that the server itself publishes."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from schema_checks import Strict, closed
from server.client import HELD, Held, Json


class Documents(Held):
    """The documents of a server, and what of them was seen."""

    def __init__(self, base: str) -> None:
        def document(name: str) -> Any:
            return httpx.get(f"{base}/{name}", timeout=60, trust_env=False).json()

        self.openapi, self.asyncapi = document("openapi.json"), document("asyncapi.json")
        self.frames = Counter[str]()
        self.operations = Counter[str]()
        self._checkers: dict[str, Any] = {}
        self._given: dict[object, Json] = {}
        self._parts = [
            {"components": {"schemas": closed(each["components"]["schemas"])}}
            for each in (self.openapi, self.asyncapi)
        ]
        self._paths = [
            (re.compile(re.sub(r"\{\w+\}", "[^/]+", path) + "$"), operations)
            for path, operations in sorted(
                self.openapi["paths"].items(), key=lambda item: item[0].count("{")
            )
        ]

    def _fit(self, document: Json, schema: Json, value: object) -> None:
        part = self._parts[document is self.asyncapi]
        key = json.dumps([document is self.asyncapi, schema], sort_keys=True)
        if key not in self._checkers:
            self._checkers[key] = Strict({**closed(schema), **part})
        self._checkers[key].validate(value)

    def came(self, frame: Json) -> None:
        """Hold a frame of the server to the schema of its kind."""
        kind = kind_of(frame)
        self._frame(kind, frame)
        given = self._given.pop(frame.get("answer"), None)
        if kind == "Done" and given is not None:
            self.given(given)

    def sent(self, frame: Json) -> None:
        """Keep a command until it is answered: only one that is carried out has to fit."""
        if "command" in frame and isinstance(name := frame.get("id"), str):
            self._given[name] = frame

    def given(self, frame: Json) -> None:
        """Hold a frame of a client to the schema of its kind."""
        (kind,) = (each for each in ("watch", "unwatch", "ping", "command") if each in frame)
        self._frame("Give" if kind == "command" else kind.title(), frame)

    def _frame(self, kind: str, frame: Json) -> None:
        self._fit(self.asyncapi, {"$ref": f"#/components/schemas/{kind}Frame"}, frame)
        self.frames[kind] += 1

    def answer(self, request: httpx.Request, answer: httpx.Response) -> None:
        """Hold an answer over HTTP, and what it answers, to the schemas of its operation."""
        found = self._operation(request)
        if found is None:
            return
        told = found["responses"].get(str(answer.status_code))
        assert told is not None, f"{found['operationId']} is answered {answer.status_code}"
        content = told.get("content", {}).get("application/json")
        if content is not None:
            self._fit(self.openapi, content["schema"], answer.json())
        if answer.status_code == 200:
            self.operations[found["operationId"]] += 1
            if request.content:
                body = found["requestBody"]["content"]["application/json"]["schema"]
                self._fit(self.openapi, body, json.loads(request.content))

    def _operation(self, request: httpx.Request) -> Any:
        for path, operations in self._paths:
            if path.match(request.url.path) and request.method.lower() in operations:
                return operations[request.method.lower()]
        return None


def kind_of(frame: Json) -> str:
    """Return what kind of frame of the server this is."""
    if "answer" in frame:
        return "Done" if frame["ok"] else "NotDone"
    for key, kind in (("pong", "Pong"), ("notice", "Notice"), ("whole", "Snapshot")):
        if key in frame:
            return kind
    if "error" in frame:
        return "Unread"
    return "Step" if "state" in frame else "Past"


@contextmanager
def held(base: str) -> Iterator[Documents]:
    """Hold all traffic of this module's clients to the documents of a server, for a while."""
    documents = Documents(base)
    HELD.append(documents)
    try:
        yield documents
    finally:
        HELD.remove(documents)

"""The pages that are made for the documentation site, and how its pages are brought together."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from docs_site import moved
from reference_pages import (
    PYTHON,
    command_line_page,
    python_page,
    table_commands_page,
    table_events_page,
)
from schema_pages import asyncapi_page, openapi_page, schema_page

import croupier
from croupier.cli import COMMANDS
from croupier.table import COMMANDS as TABLE_COMMANDS
from croupier.table import EVENTS
from croupier.table.json_schemas import commands, events

pytestmark = pytest.mark.no_cover
ROOT = Path(__file__).parent.parent


def rows(page: str) -> list[str]:
    return [line for line in page.splitlines() if line.startswith("| ") and "---" not in line]


def test_links_lead_where_pages_are_in_the_site() -> None:
    pages = {"CONTRIBUTING.md": "project/contributing.md", "docs/rules.md": "rules.md"}
    text = "[a](docs/rules.md#all-games) [b](#here) [c](https://a.example/x) ![d](docs/table.png)"
    assert moved(text, "CONTRIBUTING.md", pages) == (
        "[a](../rules.md#all-games) [b](#here) [c](https://a.example/x) ![d](../table.png)"
    )
    outside = "[a](../CONTRIBUTING.md) [b](../examples/round.json) [c](../tests/data)"
    assert moved(outside, "docs/rules.md", pages) == (
        "[a](project/contributing.md) [b](files/examples/round.json) [c](files/tests/data/index.md)"
    )


def test_every_command_is_there_with_each_of_its_options(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    page = command_line_page()
    assert os.environ["COLUMNS"] == "40"
    sections = re.findall(r"^## croupier (\S+)", page, re.MULTILINE)
    assert sections == list(COMMANDS)
    assert "| `--cards-left COUNTS` | cards left of A,2,3,4,5,6,7,8,9,10,J,Q,K:" in page
    assert "### croupier user second-factor { #croupier-user-second-factor }" in page
    assert "| `--port PORT` | the port to listen at (8321) |" in page
    assert "| `--role ROLE` |" in page
    assert "(required) |" in page


def test_every_command_of_a_table_is_there() -> None:
    page = table_commands_page(commands()["$defs"])
    assert set(re.findall(r"^## `(\w+)`", page, re.MULTILINE)) == TABLE_COMMANDS.keys()
    section = page.partition("## `place_bet`")[2].partition("\n## ")[0]
    assert "The lowest role: player." in section
    assert "| `round` | whole number or null | The round that it is meant for" in section
    assert "| `amount` | [Stake](#stake), required |" in section
    assert "### Stake { #stake }" in page


def test_every_event_is_there() -> None:
    page = table_events_page(events()["$defs"])
    assert set(re.findall(r"^## `(\w+)`", page, re.MULTILINE)) == EVENTS.keys()
    section = page.partition("## `bet_placed`")[2].partition("\n## ")[0]
    assert "It happens in betting, and is seen by everybody." in section
    assert "| `warnings` | a list of [Warning](#warning) |" in section
    assert "### Warning { #warning }" in page


@pytest.mark.parametrize("name", PYTHON)
def test_what_the_python_reference_names_is_there(name: str) -> None:
    named = re.findall(r"^::: (.+)$", python_page(*PYTHON[name]), re.MULTILINE)
    assert named
    for each in named:
        module, _, attribute = each.rpartition(".")
        assert hasattr(import_module(module), attribute), each


def test_everything_that_the_package_offers_is_in_the_python_reference() -> None:
    named = {*PYTHON["rounds"][3].split(), *PYTHON["laboratory"][3].split()}
    assert named == set(croupier.__all__)


def test_a_schema_as_a_page() -> None:
    schema = {
        "description": "A box.",
        "type": "object",
        "properties": {
            "number": {"type": "integer", "minimum": 1, "maximum": 14, "description": "Where."},
            "bets": {"type": "array", "items": {"$ref": "#/$defs/some_bet"}},
            "who": {
                "type": "object",
                "properties": {"name": {"type": ["string", "null"], "default": None}},
            },
            "shape": {"enum": ["mini", "big"]},
        },
        "required": ["number"],
        "$defs": {"some_bet": {"anyOf": [{"type": "string"}, {"const": 0}]}},
    }
    page = schema_page(schema, "Boxes", "What this is.")
    assert page.startswith("# Boxes\n\nWhat this is.\n\nA box.\n")
    assert rows(page) == [
        "| key | type | meaning |",
        "| `number` | whole number, required | Where. At least 1, at most 14. |",
        "| `bets` | a list of [some_bet](#some-bet) |   |",
        "| `who` | an object |   |",
        "| `who.name` | text or null | Unless given: `null`. |",
        '| `shape` | `"mini"` or `"big"` |   |',
    ]
    assert "\n## some_bet { #some-bet }\n" in page
    assert "\nText or `0`.\n" in page


def test_an_openapi_document_as_a_page() -> None:
    answer = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Done"}}}}
    route = {
        "tags": ["tables"],
        "description": "Close it.",
        "parameters": [
            {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
        ],
        "security": [{"session": []}],
        "responses": {"200": {"description": "Closed", **answer}, "404": {}, "403": {}},
    }
    done = {"type": "object", "properties": {"ok": {"type": "boolean"}}}
    document = {"paths": {"/t/{id}": {"post": route}}, "components": {"schemas": {"Done": done}}}
    page = openapi_page(document, "HTTP", "Routes.")
    assert "## tables" in page
    assert "### `POST /t/{id}` { #post-t-id }\n\nClose it." in page
    assert "Signed in by: `session`." in page
    assert "| `id` | path, required | text |   |" in page
    assert "| `200` | Closed | [Done](#done) |" in page
    assert "It may be refused with `403`, `404`." in page
    assert "### Done { #done }" in page


def test_an_asyncapi_document_as_a_page() -> None:
    payload = {"type": "object", "properties": {"watch": {"type": "string"}}, "required": ["watch"]}
    document = {
        "asyncapi": "3.0.0",
        "channels": {
            "live": {
                "address": "/api/live",
                "description": "One for each client.",
                "messages": {
                    "watch": {"$ref": "#/components/messages/watch"},
                    "whole": {"$ref": "#/components/messages/whole"},
                },
            }
        },
        "operations": {
            "watching": {
                "action": "receive",
                "messages": [{"$ref": "#/channels/live/messages/watch"}],
                "reply": {"messages": [{"$ref": "#/channels/live/messages/whole"}]},
            }
        },
        "components": {
            "messages": {
                "watch": {
                    "summary": "Watch a table.",
                    "payload": payload,
                    "examples": [{"payload": {"watch": "t1"}}],
                },
                "whole": {"payload": {"$ref": "#/components/schemas/Whole"}},
            },
            "schemas": {"Whole": {"type": "string", "examples": ["all"]}},
        },
    }
    page = asyncapi_page(document, "The socket", "Frames.")
    assert "## Channel `/api/live` {: #channel }\n\nOne for each client." in page
    assert "### The client sends `watch` { #message-watch }\n\nWatch a table." in page
    assert "| `watch` | text, required |   |" in page
    assert '```json\n{\n "watch": "t1"\n}\n```' in page
    assert "### The server answers `whole`" in page
    assert "Its shape: [Whole](#whole)." in page
    assert '### Whole { #whole }\n\n\nText. Such as `"all"`.' in page


@pytest.mark.parametrize(
    "wrong", ["[a](nowhere.md)", "[a](index.md#nowhere)", "![a](nowhere.png)", "[a](other.md)"]
)
def test_a_link_that_leads_nowhere_fails_the_build(tmp_path: Path, wrong: str) -> None:
    """And a page that has no place in the navigation: by the project's own settings."""
    pytest.importorskip("mkdocs", reason="./run docs installs it")
    written = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    checks = re.search(r"^validation:\n(?: .*\n)+", written, re.MULTILINE)
    assert checks
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text(f"# One\n\n{wrong}\n")
    if "other" in wrong:
        (tmp_path / "docs" / "other.md").write_text("# Other\n")
    (tmp_path / "mkdocs.yml").write_text(
        f"site_name: a\ntheme: {{name: null, custom_dir: theme}}\nplugins: []\n{checks[0]}"
        "nav: [index.md]\n"
    )
    (tmp_path / "theme").mkdir()
    (tmp_path / "theme" / "main.html").write_text("{{ page.content }}")
    call = [sys.executable, "-m", "mkdocs", "build", "--strict"]
    done = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert done.stderr.count("WARNING") == 1
    shutil.rmtree(tmp_path / "docs")

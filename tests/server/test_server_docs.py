"""The pages about the server list all its codes and settings."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from croupier.server.config import PREFIX, Config
from croupier.server.problems import OUR_MISTAKE, STATUS, ProblemCode

DOCS = Path(__file__).parents[2] / "docs"


def test_every_problem_code_is_explained_with_its_status() -> None:
    told = re.findall(r"^\| `(\w+)` \| (\d+) \|", (DOCS / "server.md").read_text("utf-8"), re.M)
    assert dict(told) == {code.value: str(STATUS[code]) for code in ProblemCode} | {
        OUR_MISTAKE: "500"
    }


def test_every_setting_is_explained_with_its_default() -> None:
    page = (DOCS / "operate.md").read_text("utf-8")
    told = re.findall(r"^\| `(\w+)` \| `(\w+)` \| (?:`([^`]*)`|none) \|", page, re.M)
    usual = Config()

    expected = [
        (each.name, f"{PREFIX}{each.name.upper()}", _written(getattr(usual, each.name)))
        for each in fields(Config)
    ]
    assert sorted(told) == sorted(expected)


def _written(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value in (None, ()) else str(value)

"""Every promise of docs/trust.md names tests, and these exist and are not skipped."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "trust.md"
ROW = re.compile(r"^\| (\d+) \| (.+?) \| (.+) \|$", re.MULTILINE)
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


def rows() -> dict[int, list[tuple[str, str]]]:
    """Return the tests of each promise."""
    text = PAGE.read_text(encoding="utf-8")
    return {int(number): NAMED.findall(tests) for number, _, tests in ROW.findall(text)}


def functions(path: Path) -> set[str]:
    """Return the names of the functions in a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_no_promise_is_gone_and_each_is_shown() -> None:
    found = rows()
    assert set(range(1, 25)) <= found.keys()
    assert all(found.values()), "every promise names a test"


def test_every_test_that_is_named_exists() -> None:
    for number, tests in rows().items():
        for file, name in tests:
            assert (ROOT / file).is_file(), f"promise {number}: {file}"
            assert name in functions(ROOT / file), f"promise {number}: {file}::{name}"


def test_nothing_that_is_named_is_skipped() -> None:
    for tests in rows().values():
        for file, _ in tests:
            text = (ROOT / file).read_text(encoding="utf-8")
            assert "pytest.mark.skip" not in text, file
            assert "pytest.mark.xfail" not in text, file

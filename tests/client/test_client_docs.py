"""The examples of docs/client.md run, at a real server."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from served import Served

PAGE = (Path(__file__).parent.parent.parent / "docs" / "client.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 3


@pytest.mark.parametrize("example", EXAMPLES, ids=range(1, len(EXAMPLES) + 1))
def test_the_examples_run(server: Served, example: str, capsys: pytest.CaptureFixture[str]) -> None:
    usual = "http://127.0.0.1:8321"
    assert usual in example
    exec(compile(example.replace(usual, server.address), "client.md", "exec"), {})
    assert "assert" in example or capsys.readouterr().out

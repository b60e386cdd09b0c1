"""The notebooks run as they are shown: every cell in order, and what is stored is what it shows."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from notebooks import code_cells, executed, read

pytestmark = pytest.mark.no_cover

NOTEBOOKS = sorted((Path(__file__).parent.parent / "examples").glob("*.ipynb"))
KINDS = {
    "markdown": {"cell_type", "id", "metadata", "source"},
    "code": {"cell_type", "id", "metadata", "source", "execution_count", "outputs"},
}


def told(outputs: list[dict[str, Any]]) -> list[Any]:
    """Return the texts of outputs and the forms of values: pictures vary by machine."""
    return [
        ("".join(output["text"]),)
        if output["output_type"] == "stream"
        else ("".join(output["data"]["text/plain"]), sorted(output["data"]))
        for output in outputs
    ]


def test_there_are_two() -> None:
    assert len(NOTEBOOKS) == 2


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_its_cells_show(path: Path) -> None:
    """`python tools/notebooks.py FILE` stores what they show now."""
    pytest.importorskip("matplotlib")
    notebook = read(path)
    found = executed(notebook)
    assert len(found) > 5
    for cell, outputs in zip(code_cells(notebook), found, strict=True):
        assert told(cell["outputs"]) == told(outputs), "".join(cell["source"])
    assert any("image/png" in str(told(outputs)) for outputs in found)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_one_that_jupyter_opens(path: Path) -> None:
    """In the form that version 4.5 of the format demands, and nothing of this machine in it."""
    notebook = read(path)
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert notebook.keys() == {"cells", "metadata", "nbformat", "nbformat_minor"}
    names = [cell["id"] for cell in notebook["cells"]]
    assert len({*names}) == len(names)
    for number, cell in enumerate(code_cells(notebook), start=1):
        assert cell["execution_count"] == number
        for output in cell["outputs"]:
            if output["output_type"] == "execute_result":
                assert output.keys() == {"output_type", "execution_count", "metadata", "data"}
            else:
                assert output.keys() == {"output_type", "name", "text"}
    for cell in notebook["cells"]:
        assert cell.keys() == KINDS[cell["cell_type"]]
        assert re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", cell["id"])
        assert all(isinstance(line, str) for line in cell["source"])
    assert not re.search(r"/(tmp|home|root|work)/", json.dumps(notebook))

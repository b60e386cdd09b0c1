"""Run notebooks as Jupyter would, without it: `python tools/notebooks.py examples/*.ipynb`.

The code cells of each are executed in order in one namespace, and what they show is stored in the
file. The tests do the same and compare.
"""

from __future__ import annotations

import ast
import base64
import json
import sys
from contextlib import redirect_stdout
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

Notebook = dict[str, Any]
Output = dict[str, Any]


def read(path: Path) -> Notebook:
    """Return a notebook."""
    found: Notebook = json.loads(path.read_text(encoding="utf-8"))
    return found


def executed(notebook: Notebook) -> list[list[Output]]:
    """Return what each code cell shows, all of them executed in order in one namespace."""
    import matplotlib as mpl

    # No window is opened, whatever the machine has.
    mpl.use("Agg")
    names: dict[str, Any] = {"__name__": "__main__"}
    return [
        _shown("".join(cell["source"]), names, number)
        for number, cell in enumerate(code_cells(notebook), start=1)
    ]


def code_cells(notebook: Notebook) -> list[dict[str, Any]]:
    """Return the code cells of a notebook."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def _shown(source: str, names: dict[str, Any], number: int) -> list[Output]:
    """Execute a cell; return what it prints, and the value of its last line if it is a value."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = StringIO(), None
    with redirect_stdout(printed):
        exec(compile(tree, f"<cell {number}>", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"<cell {number}>", "eval"), names)
    outputs: list[Output] = []
    if printed.getvalue():
        lines = printed.getvalue().splitlines(keepends=True)
        outputs.append({"output_type": "stream", "name": "stdout", "text": lines})
    if value is not None:
        result = {"output_type": "execute_result", "execution_count": number, "metadata": {}}
        outputs.append({**result, "data": _data(value)})
    return outputs


def _data(value: object) -> dict[str, Any]:
    """Return a value in every form that a notebook shows it in."""
    data: dict[str, Any] = {"text/plain": repr(value).splitlines(keepends=True)}
    page = value._repr_html_() if hasattr(value, "_repr_html_") else None
    if page:
        data["text/html"] = page.splitlines(keepends=True)
    if hasattr(value, "savefig"):
        picture = BytesIO()
        value.savefig(picture, format="png", dpi=80, metadata={"Software": None})
        data["image/png"] = base64.b64encode(picture.getvalue()).decode()
    return data


def main() -> None:
    """Execute the notebooks that are named and store what they show."""
    for path in map(Path, sys.argv[1:]):
        notebook = read(path)
        for number, (cell, outputs) in enumerate(
            zip(code_cells(notebook), executed(notebook), strict=True), start=1
        ):
            cell["execution_count"], cell["outputs"] = number, outputs
        text = json.dumps(notebook, indent=1, ensure_ascii=False)
        path.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Types what a tutorial shows, in an empty folder.

`python tests/tutorials.py` writes what then comes into the tutorials.
"""

from __future__ import annotations

import contextlib
import doctest
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from served import address_told

DOCS = Path(__file__).parent.parent / "docs"
TUTORIALS = sorted(path for path in (DOCS / "tutorials").glob("*.md") if path.name != "index.md")
PASSWORD = "a long walk at night"
USUAL = "http://127.0.0.1:8321"

BLOCK = re.compile(r"^```(\w+)(?: title=\"([^\"]+)\")?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILES = frozenset({"json", "toml", "python"})
OTHER_EACH_TIME = re.compile(r"[\d.]+ s, [\d,]+ rounds/s|\b[0-9a-f]{64}\b")
"""How long it took, and a head: the log has the time of each entry."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A block that was typed: what the page shows, and what came."""

    shown: str
    came: str


class Tutorial:
    """A folder in which the blocks of a page are typed, one after the other."""

    def __init__(self, page: Path, folder: Path) -> None:
        """Type the blocks of a page in a folder."""
        self._page, self._folder = page, folder
        self._names: dict[str, Any] = {"__name__": "__main__"}
        self._houses: list[subprocess.Popen[str]] = []
        self._address = USUAL

    def typed(self) -> Iterator[Typed]:
        """Type each block; yields those that show what comes, and stops what was started."""
        try:
            for kind, title, text in BLOCK.findall(self._page.read_text(encoding="utf-8")):
                if kind in FILES:
                    assert title, f"{self._page.name}: a file without a name"
                    (self._folder / title).write_text(text, encoding="utf-8")
                elif kind == "sh":
                    for line in text.splitlines():
                        self._run(line)
                elif kind == "console":
                    yield Typed(text, "".join(map(self._answered, _commands(text))))
                elif kind == "pycon":
                    yield Typed(text, self._interpreted(text))
                else:
                    raise AssertionError(f"{self._page.name}: nobody can type {kind}")
        finally:
            for house in self._houses:
                house.send_signal(signal.SIGTERM)
                house.wait(40)
                assert house.stderr is not None
                house.stderr.close()

    def _answered(self, line: str) -> str:
        return f"$ {line}\n{self._run(line)}"

    def _run(self, line: str) -> str:
        """Run a command; the house stays open behind what follows."""
        name, *words = shlex.split(line)
        assert name == "croupier", f"{self._page.name}: {line}"
        command = [sys.executable, "-m", "croupier", *words]
        around = {**os.environ, "COLUMNS": "96"}
        if words[0] == "serve":
            house = subprocess.Popen(
                [*command, "--port", "0"],
                cwd=self._folder,
                env=around,
                stderr=subprocess.PIPE,
                text=True,
            )
            self._houses.append(house)
            assert house.stderr is not None
            self._address = address_told(house.stderr)
            return ""
        done = subprocess.run(
            command,
            cwd=self._folder,
            env=around,
            input=PASSWORD + "\n",
            capture_output=True,
            text=True,
            check=False,
        )
        # One of the rounds, and one of the commands, may be refused on purpose: the page shows it.
        assert done.returncode in (0, 1), f"{line}: {done.stderr}"
        # A long run says on the other stream how far it is.
        return done.stdout

    def _interpreted(self, text: str) -> str:
        """Return what an interpreter prints for a block, in the names of those before it."""
        here = text.replace(USUAL, self._address)
        examples = doctest.DocTestParser().get_examples(here)
        written = []
        with contextlib.chdir(self._folder):
            for example in examples:
                came = _came(example, self._names)
                written.append(_prompted(example.source) + came)
        return "".join(written).replace(self._address, USUAL) + "\n"


def _came(example: doctest.Example, names: dict[str, Any]) -> str:
    printed: list[str] = []

    class Runner(doctest.DocTestRunner):
        def report_success(self, out: Any, test: Any, example: Any, got: str) -> None:
            printed.append(got)

        def report_failure(self, out: Any, test: Any, example: Any, got: str) -> None:
            printed.append(got)

        def report_unexpected_exception(self, out: Any, test: Any, example: Any, info: Any) -> None:
            raise info[1]

    test = doctest.DocTest([example], names, "tutorial", None, None, None)
    Runner(verbose=False).run(test, clear_globs=False)
    names.update(test.globs)
    return "".join(printed)


def _prompted(source: str) -> str:
    first, *more = source.splitlines()
    return "".join([f">>> {first}\n", *(f"... {line}\n" for line in more)])


def _commands(block: str) -> list[str]:
    return [line[2:] for line in block.splitlines() if line.startswith("$ ")]


def same(text: str) -> str:
    """Return a text without what differs from one run to the next."""
    return "\n".join(line.rstrip() for line in OTHER_EACH_TIME.sub("…", text).strip().splitlines())


def write_anew(page: Path) -> None:
    """Write what comes into a page, in place of what it shows."""
    text = page.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        for block in Tutorial(page, Path(folder)).typed():
            if same(block.shown) != same(block.came):
                text = text.replace(block.shown, block.came, 1)
    page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    for tutorial in TUTORIALS:
        if not sys.argv[1:] or tutorial.stem in sys.argv[1:]:
            write_anew(tutorial)

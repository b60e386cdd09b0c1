"""Each block of code in the documentation is executed, or held to what would read it."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from jsonschema import Draft202012Validator

import test_docs
import test_game_files_docs
from croupier.cli import COMMANDS, Parser
from croupier.game.catalogue import read_side_bet
from croupier.game.loading import shipped
from croupier.game.read_game import read_game
from croupier.server.config import read_config
from croupier.settlement.json_types import answers
from croupier.table.json_schemas import commands
from tutorials import BLOCK, TUTORIALS

pytestmark = pytest.mark.no_cover
ROOT = Path(__file__).parent.parent
PAGES = [
    *test_docs.PAGES,
    *(page for page in sorted((ROOT / "docs").rglob("*.md")) if page.parent.name != "docs"),
]


class Block(NamedTuple):
    """A block of code on a page."""

    page: str
    kind: str
    text: str


BLOCKS = [
    Block(page.name, kind, text)
    for page in PAGES
    if page not in TUTORIALS
    for kind, _, text in BLOCK.findall(page.read_text(encoding="utf-8"))
]
OPENED = re.compile(r"^ *```(.+)$", re.MULTILINE)

RUN = re.findall(r"^ {4}(\w+)\) ", (ROOT / "run").read_text(encoding="utf-8"), re.MULTILINE)
"""The words of `./run` that are no commands of croupier."""

OTHERS = frozenset(
    {
        *("chmod", "cp", "createdb", "createuser", "dask", "docker", "grep", "install"),
        *("journalctl", "openapi-python-client", "openssl", "pg_basebackup", "pg_ctl", "pip"),
        *("printf", "psql", "python", "python3", "systemctl", "umask"),
    }
)
"""Programs of other people: they set a machine up, or take a cluster or a database server."""

EXECUTED = {
    "client.md": "client/test_client_docs.py",
    "server.md": "server/test_generated_client.py",
}
"""Where Python without prompts is executed: at a real server."""

NOT_RUN = {
    ("README.md", "python"): "for ever: it shows what happens at a table",
    ("CONTRIBUTING.md", "python"): "the beginning of a test",
    ("data.md", "python"): "for another library",
    ("data.md", "sql"): "for another database",
}
"""What is only compiled, or looked at, and why."""


def test_every_block_is_found() -> None:
    """None hides from the tests by how it is written: each says of which kind it is."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        assert len(OPENED.findall(text)) == len(BLOCK.findall(text)), page.name
        in_list = False
        for part in BLOCK.sub("", text).split("\n\n"):
            indented = part.startswith("    ")
            assert in_list or not indented, f"{page.name}: indented code"
            in_list = indented or bool(re.match(r"- |\d+\. ", part))


def test_every_kind_of_block_is_held_to_something() -> None:
    executed = {"console", "pycon"}  # test_docs, and the tutorials by test_tutorials
    no_code = {"text"}  # a formula, a tree of folders
    loose = {
        (block.page, block.kind)
        for block in BLOCKS
        if block.kind not in executed | no_code | HOLD.keys() | {"python", "sh"}
        or (block.kind == "python" and ">>> " not in block.text)
    }
    assert loose - {(page, "python") for page in EXECUTED} == NOT_RUN.keys()
    for page, test in EXECUTED.items():
        text = (ROOT / "tests" / test).read_text(encoding="utf-8")
        assert page in text
        assert "```python" in text


@pytest.mark.parametrize(
    "block",
    [b for b in BLOCKS if b.kind == "python" and ">>> " not in b.text],
    ids=lambda b: b.page,
)
def test_python_that_is_not_run_can_be_compiled(block: Block) -> None:
    compile(block.text, block.page, "exec")


def calls(text: str) -> list[list[str]]:
    """Return the commands of a block, each as its words; comments and `VARIABLE=…` are left out."""
    found: list[list[str]] = []
    for line in re.sub(r"\\\n\s*", "", text).splitlines():
        reader = shlex.shlex(line, posix=True, punctuation_chars="();|&>")
        reader.whitespace_split = True
        found.append([])
        for word in reader:
            if word == ">":
                next(reader)
            elif set(word) <= set("();|&"):
                found.append([])
            elif found[-1] or not re.match(r"[A-Z_]+=", word):
                found[-1].append(word)
    return [words for words in found if words]


@pytest.mark.parametrize("block", [b for b in BLOCKS if b.kind == "sh"], ids=lambda b: b.page)
def test_a_command_takes_the_words_that_a_page_gives_it(block: Block) -> None:
    """Its own parser reads them: an option that is gone, or that never was, fails here."""
    assert calls(block.text)
    for name, *words in calls(block.text):
        if name in ("croupier", "./run") and words and words[0] in COMMANDS:
            module = import_module(f"croupier.cli.{words[0].replace('-', '_')}")
            parser = Parser(prog=words[0])
            module.configure(parser)
            parser.parse_args(words[1:])
        elif name == "./run":
            assert not words or words[0] in RUN, words
        else:
            assert Path(name).name in OTHERS, name


def test_a_wrong_option_is_noticed() -> None:
    with pytest.raises(Exception, match="--never"):
        test_a_command_takes_the_words_that_a_page_gives_it(
            Block("page.md", "sh", "croupier odds tiger --never\n")
        )


def read_toml(block: Block, folder: Path) -> None:
    data = tomllib.loads(block.text)
    if block.page == "operate.md":
        path = folder / "croupier.toml"
        path.write_text(block.text, encoding="utf-8")
        read_config(path, {})
    elif block.page == "side-bets.md":
        assert read_side_bet(data, block.page)
    elif block.page == "your-game.md":
        assert read_game(data, block.page, shipped)
    else:
        assert (block.kind, block.text) in test_game_files_docs.BLOCKS


def read_json(block: Block, folder: Path) -> None:
    data = json.loads(block.text)
    if "…" in block.text:  # a part of it is left out
        return
    if block.page == "settle.md":
        held(answers(), data)
    else:
        by = {"role": "shift_manager", "name": "sam"}
        held(commands(), {**data.get("command", data), "by": by})


def held(schema: Mapping[str, Any], data: object) -> None:
    Draft202012Validator(schema).validate(data)


HOLD: dict[str, Callable[[Block, Path], None]] = {"toml": read_toml, "json": read_json}


@pytest.mark.parametrize("block", [b for b in BLOCKS if b.kind in HOLD], ids=lambda b: b.page)
def test_data_is_what_its_reader_takes(block: Block, tmp_path: Path) -> None:
    HOLD[block.kind](block, tmp_path)

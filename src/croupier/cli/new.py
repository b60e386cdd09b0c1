"""Write a commented game file to start from; `croupier check` takes it as it is."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from importlib.resources import files
from pathlib import Path

from croupier.cli import DONE, WrongCall
from croupier.cli.arguments import game_key, write_new


def configure(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", metavar="FILE", help="where to write it, like my-game.toml")
    parser.add_argument("--title", help="the game's title; made from the file's name if left out")
    parser.add_argument("--json", action="store_true", help="print a JSON object")
    parser.add_argument("--force", action="store_true", help="write over a file that is there")


def run(arguments: Namespace) -> int:
    """Write the file; raise `WrongCall` if its name makes no key or it exists."""
    path = Path(arguments.file)
    key = game_key(path)
    title = arguments.title or key.replace("-", " ").capitalize()
    if not title.isprintable() or not title.strip() or '"' in title or "\\" in title:
        raise WrongCall("a title is printable text without quotes")
    template = (files("croupier") / "cli" / "template.toml").read_text(encoding="utf-8")
    text = template.replace('"my-game"', f'"{key}"', 1).replace('"My game"', f'"{title}"', 1)
    write_new(path, text, force=arguments.force)
    if arguments.json:
        print(json.dumps({"file": str(path), "key": key, "title": title}))
    else:
        print(f"{path} is written. Next: edit it, then croupier check {path}")
    return DONE

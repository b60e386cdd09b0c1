"""Write a commented game file to start from; `croupier check` takes it as it is."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from importlib.resources import files
from pathlib import Path

from croupier.cli import DONE, WrongCall
from croupier.game.read_game import KEY


def configure(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", metavar="FILE", help="where to write it, like my-game.toml")
    parser.add_argument("--title", help="the game's title; made from the file's name if left out")
    parser.add_argument("--json", action="store_true", help="print a JSON object")
    parser.add_argument("--force", action="store_true", help="write over a file that is there")


def run(arguments: Namespace) -> int:
    """Write the file; raise `WrongCall` if its name makes no key or it exists."""
    path = Path(arguments.file)
    if path.suffix != ".toml":
        raise WrongCall(f'a game file is called NAME.toml, not "{path.name}"')
    key = path.stem.lower().replace("_", "-").replace(" ", "-")
    if not KEY.fullmatch(key):
        raise WrongCall(
            f'"{path.stem}" makes no key: lower-case words joined by "-", like my-game.toml'
        )
    title = arguments.title or key.replace("-", " ").capitalize()
    if not title.isprintable() or not title.strip() or '"' in title or "\\" in title:
        raise WrongCall("a title is printable text without quotes")
    template = (files("croupier") / "cli" / "template.toml").read_text(encoding="utf-8")
    text = template.replace('"my-game"', f'"{key}"', 1).replace('"My game"', f'"{title}"', 1)
    try:
        with path.open("w" if arguments.force else "x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise WrongCall(f"{path} is there already; --force writes over it") from None
    except OSError as wrong:
        reason = wrong.strerror or str(wrong)
        raise WrongCall(f"cannot write {path}: {reason}") from None
    if arguments.json:
        print(json.dumps({"file": str(path), "key": key, "title": title}))
    else:
        print(f"{path} is written. Next: edit it, then croupier check {path}")
    return DONE

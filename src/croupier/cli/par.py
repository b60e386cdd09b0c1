"""Write the PAR sheet of a game: rules, pay tables and exact odds, to be printed and signed."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from croupier.cli import DONE, WrongCall, not_installed
from croupier.cli.arguments import (
    KnownGames,
    check_folder,
    deck_number,
    decks_for,
    file_format,
    write_file,
)
from croupier.game import Game
from croupier.par import FORMATS, Sheet, format_of, par, permitted, steps, write
from croupier.par.bundle import File, archive, bundle, bundle_steps
from croupier.par.vulnerability import measure
from croupier.provenance import provenance, version

ALL = "all"
_ENDINGS = f".{', .'.join(FORMATS)}"


def configure(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("game", metavar="GAME", help="a game's key, or the path of a game file")
    parser.add_argument(
        "--decks",
        type=_decks,
        metavar="N",
        help=f'decks; "{ALL}": a sheet for each permitted number; else the usual number',
    )
    parser.add_argument(
        "--out",
        required=True,
        metavar="FILE",
        help=f"what to write: a .{', a .'.join(FORMATS)}; with all decks a folder or a .zip",
    )
    parser.add_argument(
        "--format",
        type=_formats,
        metavar="FORMATS",
        help=f"what a bundle of all decks has: {', '.join(FORMATS)}, joined by commas (pdf)",
    )
    parser.add_argument("--json", action="store_true", help="say what was written as JSON")


def _decks(text: str) -> int | str:
    return ALL if text == ALL else deck_number(text)


def _formats(text: str) -> tuple[str, ...]:
    kinds = tuple(dict.fromkeys(text.split(",")))
    if unknown := [kind for kind in kinds if kind not in FORMATS]:
        raise WrongCall(f"--format: one or more of {', '.join(FORMATS)}, not {unknown[0][:40]!r}")
    return kinds


def run(arguments: Namespace) -> int:
    """Write the sheet, or all sheets."""
    if arguments.decks == ALL:
        return _write_bundle(arguments)
    out = Path(arguments.out)
    kind = format_of(out)
    if kind is None:
        raise WrongCall(f"--out names a file that ends in {_ENDINGS}, not {out.name!r}")
    if arguments.format is not None:
        raise WrongCall("--format is for --decks all; one sheet is written as its file's name ends")
    check_folder(out)
    game = KnownGames().find(arguments.game)
    decks = decks_for(game, arguments.decks)
    with _progress(game, steps(game, 1)) as step, _needs(kind):
        worked_out, counted = par(game, decks, step), measure(game, decks)
        made = write(Sheet(worked_out, game.digest, version(), counted=counted), kind)
    write_file(out, made)
    if arguments.json:
        print(json.dumps({"file": str(out), **provenance(game, decks=decks)}))
    else:
        digest = game.digest
        print(f"{out} is written, for {decks} decks and the game file with SHA-256 {digest}")
    return DONE


def _write_bundle(arguments: Namespace) -> int:
    out = Path(arguments.out)
    zipped = file_format(out) == "zip"
    if format_of(out) is not None:
        raise WrongCall(f"--decks all writes a folder or a .zip, not {out.name!r}")
    check_folder(out)
    game = KnownGames().find(arguments.game)
    kinds = arguments.format or ("pdf",)
    if not zipped:
        _make_folder(out)
    files: list[File] = []
    with _progress(game, bundle_steps(game, kinds)) as step, _needs(*kinds):
        for file in bundle(game, kinds, step):
            files.append(file)
            if not zipped:
                write_file(out / file.name, file.data)
    if zipped:
        write_file(out, archive(files))
    decks = permitted(game)
    if arguments.json:
        names = [file.name for file in files]
        source = provenance(game, decks=list(decks))
        print(json.dumps({"file": str(out), "files": names, **source}))
    else:
        span = f"{decks[0]} to {decks[-1]}" if len(decks) > 1 else decks[0]
        print(
            f"{out} is written: {len(files) - 2} sheets and an index, for {span} decks and the "
            f"game file with SHA-256 {game.digest}"
        )
    return DONE


def _make_folder(out: Path) -> None:
    try:
        out.mkdir(exist_ok=True)
    except OSError as wrong:
        raise WrongCall(f"cannot write {out}: {wrong.strerror or wrong}") from None


@contextmanager
def _needs(*kinds: str) -> Iterator[None]:
    """Raise `WrongCall` where a package is missing that makes files of these kinds."""
    try:
        yield
    except ModuleNotFoundError as missing:
        named: Sequence[str] = [f"a .{kind}" for kind in kinds]
        raise WrongCall(not_installed(" or ".join(named), missing, "par")) from None


@contextmanager
def _progress(game: Game, many: int) -> Iterator[Callable[[], None]]:
    """Yield what to call after each of so many steps; a bar shows them on a terminal."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    from croupier.cli.screen import printable

    with Progress(console=Console(stderr=True, markup=False), transient=True) as bar:
        task = bar.add_task(f"working out {printable(game.key)}", total=many)
        yield lambda: bar.advance(task)

"""A bundle: the sheets of a game for every permitted number of decks, and an index of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from html import escape
from io import BytesIO
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from croupier.game.model import Game
from croupier.odds import BetOdds
from croupier.par import Sheet, pars, permitted, steps, write
from croupier.par.contents import Par, Step, program_digest
from croupier.par.figures import percent
from croupier.par.rules_text import decks as in_words
from croupier.par.vulnerability import measure
from croupier.provenance import provenance, version

_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The moment that all files of an archive bear: a bundle can be made again and compared."""


class File(NamedTuple):
    """A file of a bundle."""

    name: str
    data: bytes


class _Made(NamedTuple):
    decks: int
    kind: str
    file: File


def bundle_steps(game: Game, kinds: Sequence[str]) -> int:
    """Return how many steps `bundle` takes."""
    sheets = len(permitted(game))
    return steps(game, sheets) + sheets * len(kinds)


def bundle(game: Game, kinds: Sequence[str], step: Step = lambda: None) -> Iterator[File]:
    """Yield the sheets in each of these formats, then the index: a page, and one for programs."""
    made: list[_Made] = []
    last: Par | None = None
    for last in pars(game, permitted(game), step):
        counted = measure(game, last.decks)
        sheet = Sheet(last, game.digest, version(), counted=counted)
        for kind in kinds:
            name = f"{game.key}-{last.decks}-decks.{kind}"
            file = File(name, write(sheet, kind))
            made.append(_Made(last.decks, kind, file))
            step()
            yield file
    assert last is not None, "a game may be played with some number of decks"
    yield File("index.html", _page(last, made).encode())
    yield File("index.json", _index(last, made).encode())


def archive(files: Sequence[File]) -> bytes:
    """Return files as a ZIP, the same every time."""
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as zipped:
        for file in files:
            entry = ZipInfo(file.name, _EARLIEST)
            entry.compress_type = ZIP_DEFLATED
            zipped.writestr(entry, file.data)
    return out.getvalue()


def _index(last: Par, made: Sequence[_Made]) -> str:
    game = last.game
    content = {
        "sheet": "par-index",
        **provenance(game, decks=list(last.by_decks)),
        "program_digest": f"sha256:{program_digest()}",
        "title": game.title,
        "files": [
            {
                "file": each.file.name,
                "decks": each.decks,
                "format": each.kind,
                "bytes": len(each.file.data),
                "sha256": sha256(each.file.data).hexdigest(),
            }
            for each in made
        ],
    }
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def _page(last: Par, made: Sequence[_Made]) -> str:
    game = last.game
    heads = "".join(f"<th>{in_words(number)}" for number in last.by_decks)
    links = "".join(
        "<td>"
        + "<br>".join(
            f'<a href="{escape(each.file.name)}">{each.kind.upper()}</a>'
            for each in made
            if each.decks == number
        )
        for number in last.by_decks
    )
    rows = "".join(
        f"<tr><td>{escape(game.names[key])}"
        + "".join(_edge(bets[key]) for bets in last.by_decks.values())
        for key in game.bets
    )
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>PAR sheets: {escape(game.title)}</title>
<style>
  body {{ font: 16px/1.5 Georgia, serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }}
  table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; }}
  th, td {{ padding: .25rem .8rem; text-align: right; border-bottom: 1px solid #c9ced4; }}
  th:first-child, td:first-child {{ text-align: left; }}
  .favours {{ background: #fbe3c0; font-weight: bold; }}
  p {{ color: #5b6470; font-size: .85rem; overflow-wrap: anywhere; }}
</style>
<h1>PAR sheets: {escape(game.title)}</h1>
<table>
<tr><th>House edge per bet placed{heads}
{rows}
<tr><td>Sheets{links}
</table>
<p>A shaded bet favours the patron. Game file {escape(game.key)}, SHA-256 {game.digest}.
Program croupier {version()}, SHA-256 {program_digest()}.</p>
</html>
"""


def _edge(bet: BetOdds) -> str:
    kind = ' class="favours"' if bet.ev > 0 else ""
    return f"<td{kind}>{percent(bet.house_edge)}"

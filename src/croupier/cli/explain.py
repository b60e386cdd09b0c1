"""Show a round to a person: the cards, why each hand drew or stood, every bet and its reason.

Reads what `croupier settle` reads: one JSON object a line, or a single one over several lines.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace

from croupier.cli import ANSWERED_WITH_ERROR, DONE, WrongCall
from croupier.cli.arguments import (
    KnownGames,
    Line,
    add_game_files,
    add_language,
    open_input,
    read_all,
)
from croupier.errors import CroupierError
from croupier.settlement.explaining import explained, title_of
from croupier.settlement.round import Settlement
from croupier.settlement.settle_json import try_settle, write_refusal
from croupier.words import Value as Words
from croupier.words import render, say


def configure(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", nargs="?", metavar="FILE", help="rounds; else standard input")
    parser.add_argument("--id", help="show the round of this id only")
    add_game_files(parser)
    add_language(parser)
    parser.add_argument("--json", action="store_true", help="print JSON lines instead of a page")


def run(arguments: Namespace) -> int:
    """Print an explanation of each round; the status says whether any could not be settled."""
    games = KnownGames(arguments.game)
    with open_input(arguments.file) as file:
        rounds = read_all(file)
    if arguments.id is not None:
        rounds = [line for line in rounds if _has_id(line, arguments.id)]
        if not rounds:
            raise WrongCall(f'there is no round with the id "{arguments.id}"')
    status = DONE
    for _, value, wrong in rounds:
        round_id, came = (None, wrong) if wrong is not None else try_settle(value, games.find)
        if isinstance(came, CroupierError):
            status = ANSWERED_WITH_ERROR
            if arguments.json:
                print(json.dumps(write_refusal(came, round_id, arguments.lang)))
            else:
                _show_refusal(came, round_id, _title(came, value, games), arguments.lang)
        elif arguments.json:
            print(json.dumps(explained(came, round_id, arguments.lang)))
        else:
            _show(came, round_id, arguments.lang)
    return status


def _has_id(line: Line, wanted: str) -> bool:
    data = line.value
    return isinstance(data, dict) and str(data.get("id")) == wanted


def _show(settlement: Settlement, round_id: str | int | None, language: str) -> None:
    from croupier.cli.screen import console, round_page, show

    show(round_page(settlement, round_id, console().width, language), "")


def _title(wrong: CroupierError, value: object, games: KnownGames) -> Words | None:
    """Return the paragraph of a refusal as people read it; None if it cites none."""
    key = value.get("game") if isinstance(value, dict) else None
    if wrong.rule is None or not isinstance(key, str):
        return wrong.rule
    return title_of(games.find(key), wrong.rule)


def _show_refusal(
    wrong: CroupierError, round_id: str | int | None, rule: Words | None, language: str
) -> None:
    from croupier.cli.screen import printable

    code, message = wrong.code.value, wrong.said
    if rule is None:
        error = say("explaining.page_error", code=code, message=message)
    else:
        error = say("explaining.page_error_cited", code=code, message=message, rule=rule)
    if round_id is None:
        said = say("explaining.page_unsettled", error=error)
    else:
        said = say("explaining.page_round_unsettled", round=str(round_id), error=error)
    print(f"{printable(render(said, language))}\n")

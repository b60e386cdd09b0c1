"""A PAR sheet for people: pages to print and sign, or one page for a browser."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import jinja2
import typst

from croupier import tableau
from croupier.game import Banker, Game, Stage
from croupier.game.model import Assessment, Permission, Rules
from croupier.game.published import written_amount
from croupier.odds import BetOdds, OfferOdds
from croupier.odds.bet_odds import Outcome
from croupier.par import Par, Sheet, contribution, plots, rules_of, vulnerability
from croupier.tableau import Ground

CitedSentence = tuple[str, Rules]
"""A sentence and the paragraphs it comes from."""


def decks(number: int) -> str:
    """Return a number of decks in words: "1 deck", "8 decks"."""
    return f"{number} deck{'' if number == 1 else 's'}"


def _totals(numbers: Iterable[int]) -> str:
    """Return totals in words: "0 to 5", "6 and 7"."""
    row = sorted(numbers)
    if len(row) > 2 and row == list(range(row[0], row[-1] + 1)):
        return f"{row[0]} to {row[-1]}"
    return " and ".join(map(str, row))


def summary(par: Par) -> list[tuple[str, list[CitedSentence]]]:
    """Return the rules in sentences, under headings."""
    game = par.game
    return [
        ("Cards", list(_cards(par))),
        ("Third cards", list(_third_cards(game))),
        ("Bets", list(_bets(game))),
    ]


def _cards(par: Par) -> Iterator[CitedSentence]:
    game, play = par.game, par.game.play
    least, most = game.decks.least, game.decks.most
    permitted = f"{least} to {most} decks are" if least < most else f"{decks(least)} are"
    yield (
        f"{permitted} permitted; this sheet is for {decks(par.decks)}, "
        f"{par.found.left.cards} cards, nothing dealt yet.",
        game.decks.rules,
    )
    yield "Two cards each are dealt to Player and Banker in turn, Player first.", play.deal
    yield "An ace counts 1, 2 to 9 their face, all others 0; of a total the last digit counts.", ()
    yield "The higher total wins.", play.winner
    yield "Equal totals tie.", play.tie


def _third_cards(game: Game) -> Iterator[CitedSentence]:
    play, going = game.play, set(range(8))
    natural = (*play.draw[Ground.NATURAL], *play.player_natural, *play.banker_natural)
    yield "With 8 or 9 on two cards in either hand nobody draws.", natural
    drawn, alone = tableau.PLAYER_DRAWS, tableau.BANKER_DRAWS_ALONE
    yield (
        f"Player draws on {_totals(drawn)} and stands on {_totals(going - drawn)}.",
        play.draw[Ground.PLAYER],
    )
    yield (
        f"If Player stood, Banker draws on {_totals(alone)} and stands on "
        f"{_totals(going - alone)}.",
        play.draw[Ground.BANKER_ALONE],
    )
    yield "If Player drew, Banker draws as the table of play says.", play.draw[Ground.BANKER]


def _bets(game: Game) -> Iterator[CitedSentence]:
    yield from _may(game.betting.both_sides, "A patron may {}back both hands in one round.")
    side = game.betting.side_alone
    if side.allowed:
        yield "Side bets need no bet on a hand.", side.rules
    else:
        yield "Side bets need a bet on a hand.", side.rules
    yield from _may(game.betting.standing, "Others may {}bet on the box of a seated patron.")
    for kind in game.bets.values():
        if kind.needs:
            needed = " or ".join(game.names[bet] for bet in kind.needs)
            yield f"{kind.name} needs a bet on {needed} on the same box.", kind.needs_rules
        if kind.cap is not None:
            most = written_amount(kind.cap)
            yield f"{kind.name} pays {most} at most in a round: the figures are below that.", ()
        if kind.rounds_up:
            yield f"What {kind.name} pays is rounded up to the table's unit.", ()
    limits = game.limits
    if limits.assessed is Assessment.DIFFERENTIAL and limits.between:
        one, two = (game.names[bet] for bet in limits.between)
        yield (
            f"Bets on {one} and {two} may differ by a maximum; where they differ by more, each "
            "counts in part, which changes no edge of what counts.",
            (*limits.excess, *limits.pro_rata),
        )
    else:
        yield "Each bet has a minimum and a maximum.", limits.duty
    if game.bank.by is Banker.PLAYER_DEALER:
        yield (
            "A player-dealer banks. The figures are before collection fees, and for bets that its "
            "wager covers in full.",
            (*game.bank.coverage, *game.bank.fees),
        )


def _may(permission: Permission, sentence: str) -> Iterator[CitedSentence]:
    yield sentence.format("" if permission.allowed else "not "), permission.rules


def draws() -> list[tuple[str, list[str]]]:
    """Return the table of play: for each Banker total, "D" or "S" for each third card of Player."""
    return [
        (
            str(total),
            ["D" if tableau.banker(0, total, third).draws else "S" for third in range(10)],
        )
        for total in range(8)
    ]


def cited(par: Par) -> list[tuple[str, str]]:
    """Return the paragraphs that the sheet cites, in our words, in the order of the document."""
    game = par.game
    rules = {rule for _, sentences in summary(par) for _, cited in sentences for rule in cited}
    for bet in game.bets.values():
        rules.update(bet.loses, *(line.rules for line in bet.pays))
    if game.insurance is not None:
        general = game.insurance
        rules.update(general.offered, general.needs_original, general.cap, general.tie)
        for kind in general.kinds.values():
            rules.update(*(offer.rules for offer in kind.offers.values()))
    return [(key, one.gist) for key, one in game.paragraphs.items() if key in rules]


_FOLDER = files("croupier.par")
STAGES = {Stage.FOUR_CARDS: "after four cards", Stage.PLAYER_THIRD: "after Player's third card"}
View = dict[str, object]


def as_html(sheet: Sheet) -> str:
    """Return one HTML page that needs no other file."""
    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    page = environment.from_string((_FOLDER / "sheet.html").read_text(encoding="utf-8"))
    return page.render(
        **view(sheet),
        edge_by_decks=plots.edge_by_decks(sheet.par),
        removal=plots.removal(sheet.par),
    )


def as_pdf(sheet: Sheet) -> bytes:
    """Return the A4 pages as a PDF."""
    return _typeset(sheet, "pdf")[0]


def as_png(sheet: Sheet, ppi: float = 110) -> list[bytes]:
    """Return the same pages as pictures."""
    return _typeset(sheet, "png", ppi)


def _typeset(sheet: Sheet, kind: Literal["pdf", "png"], ppi: float | None = None) -> list[bytes]:
    # Typst reads only files in the folder that it is given.
    with TemporaryDirectory() as name:
        folder = Path(name)
        decks = plots.edge_by_decks(sheet.par)
        content = view(sheet) | {"plotted": decks is not None}
        (folder / "sheet.json").write_text(json.dumps(content), encoding="utf-8")
        (folder / "decks.svg").write_text(decks or "", encoding="utf-8")
        (folder / "removal.svg").write_text(plots.removal(sheet.par), encoding="utf-8")
        text = (_FOLDER / "sheet.typ").read_text(encoding="utf-8")
        (folder / "sheet.typ").write_text(text, encoding="utf-8")
        made: bytes | list[bytes] = typst.compile(
            str(folder / "sheet.typ"),
            root=name,
            format=kind,
            ppi=ppi,
            ignore_system_fonts=True,
        )
    return made if isinstance(made, list) else [made]


def view(sheet: Sheet) -> View:
    """Return all texts and written numbers of the sheet; the templates only lay them out."""
    par = sheet.par
    game, found = par.game, par.found
    bank = "the player-dealer" if game.bank.by is Banker.PLAYER_DEALER else "the house"
    return {
        "title": game.title,
        "key": game.key,
        "source": game.source,
        "shoe": f"{decks(par.decks)}, {found.left.cards} cards",
        "permitted": _permitted(sheet),
        "combinations": f"{found.left.coups:,}",
        "version": sheet.version,
        "digest": sheet.digest,
        "bank": bank,
        "bets": [_bet(sheet, key, bet) for key, bet in found.bets.items()],
        "decks": [str(number) for number in par.by_decks],
        "by_decks": [
            {
                "name": game.names[key],
                "placed": [_percent(o.bets[key].house_edge) for o in par.by_decks.values()],
                "resolved": [_percent(o.bets[key].resolved_edge) for o in par.by_decks.values()],
                "chosen": [number == par.decks for number in par.by_decks],
            }
            for key in found.bets
        ],
        "rules": [
            {
                "heading": heading,
                "said": [{"text": text, "cites": _cite(game, c)} for text, c in sentences],
            }
            for heading, sentences in summary(par)
        ],
        "draws": [{"total": total, "cells": cells} for total, cells in draws()],
        "insurance": _insurance(found.insurance),
        "favoured": sum(row.ev is not None and row.ev > 0 for row in found.insurance),
        "insured": [
            {
                "name": game.names[key],
                "edges": [
                    _percent(-ev)
                    for ev in (found.bets[key].ev, insured.by_totals, insured.by_cards)
                ],
            }
            for key, insured in found.insured.items()
        ],
        "insurance_rules": _cite(
            game, (*game.insurance.offered, *game.insurance.cap) if game.insurance else ()
        ),
        "vulnerability": vulnerability.view(sheet.counted),
        "paragraphs": [{"id": game.titled(key), "gist": gist} for key, gist in cited(par)],
    }


def _permitted(sheet: Sheet) -> str:
    least, most = sheet.par.game.decks.least, sheet.par.game.decks.most
    return decks(least) if least == most else f"{least} to {decks(most)}"


def _percent(value: Fraction, digits: int = 4) -> str:
    return f"{float(value) * 100:.{digits}f}%".replace("-", "\N{MINUS SIGN}")


def _cite(game: Game, rules: tuple[str, ...]) -> str:
    return game.titles(dict.fromkeys(rules))


def _pays(end: Outcome) -> str:
    if end.pays == -1:
        return "lost"
    return "returned" if end.pays == 0 else end.odds


def _bet(sheet: Sheet, key: str, bet: BetOdds) -> View:
    par = sheet.par
    returned = sum((contribution(end) for end in bet.outcomes), Fraction(0))
    return {
        "name": par.game.names[key],
        "edge": _percent(bet.house_edge),
        "resolved": _percent(bet.resolved_edge),
        "sd": f"{bet.sd:.4f}",
        "hits": _percent(bet.hit_frequency),
        "one_in": f"{float(1 / bet.hit_frequency):,.2f}" if bet.hit_frequency else "never",
        "return": _percent(returned),
        "exact": f"{bet.house_edge.numerator:,} / {bet.house_edge.denominator:,}".replace(
            "-", "\N{MINUS SIGN}"
        ),
        "ends": [
            {
                "when": end.when[:1].upper() + end.when[1:],
                "pays": _pays(end),
                "combinations": f"{par.combinations(end):,}",
                "probability": _percent(end.probability, 6),
                "contribution": _percent(contribution(end), 6),
                "cites": _cite(par.game, rules_of(sheet, key, place)),
            }
            for place, end in enumerate(bet.outcomes)
        ],
        "total": {
            "combinations": f"{par.found.left.coups:,}",
            "probability": _percent(Fraction(1), 6),
            "contribution": _percent(returned, 6),
        },
    }


def _insurance(rows: tuple[OfferOdds, ...]) -> list[View]:
    """Return a table for each hand and stage: a row a Player total, a column a Banker total."""
    tables: list[View] = []
    for stage in Stage:
        for name in dict.fromkeys(row.kind.name for row in rows):
            here = [row for row in rows if row.kind.name == name and row.offer.stage is stage]
            if not here:
                continue
            cells = {(row.offer.player_total, row.offer.banker_total): row for row in here}
            bankers = sorted({banker for _, banker in cells})
            tables.append(
                {
                    "name": f"{name}, {STAGES[stage]}",
                    "bankers": [str(banker) for banker in bankers],
                    "rows": [
                        {
                            "player": str(player),
                            "cells": [_cell(cells.get((player, banker))) for banker in bankers],
                        }
                        for player in sorted({player for player, _ in cells})
                    ],
                }
            )
    return tables


def _cell(row: OfferOdds | None) -> View:
    if row is None:
        return {"odds": "", "ev": "", "often": "", "favours": False}
    if row.ev is None:
        return {"odds": str(row.odds), "ev": "never", "often": "", "favours": False}
    sign = "+" if row.ev > 0 else ""
    return {
        "odds": str(row.odds),
        "ev": f"{sign}{_percent(row.ev, 2)}",
        "often": _percent(row.frequency, 3),
        "favours": row.ev > 0,
    }

"""The rules of a game in short: sentences with the paragraphs that they come from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from croupier import tableau
from croupier.game import Banker, Game
from croupier.game.model import Assessment, Permission, Rules
from croupier.game.published import written_amount
from croupier.par.contents import Par, Sheet
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


def view(sheet: Sheet) -> dict[str, object]:
    """Return the rules and the table of play for a page."""
    game = sheet.par.game
    return {
        "rules": [
            {
                "heading": heading,
                "said": [{"text": text, "cites": cite(game, rules)} for text, rules in sentences],
            }
            for heading, sentences in summary(sheet.par)
        ],
        "draws": [{"total": total, "cells": cells} for total, cells in draws()],
    }


def cite(game: Game, rules: Rules) -> str:
    """Return paragraphs as they are named to people."""
    return game.titles(dict.fromkeys(rules))


def view_cited(sheet: Sheet) -> dict[str, object] | None:
    """Return the paragraphs that the sheet cites; None where it cites none."""
    paragraphs = cited(sheet.par)
    if not paragraphs:
        return None
    titled = sheet.par.game.titled
    return {"paragraphs": [{"id": titled(key), "gist": gist} for key, gist in paragraphs]}

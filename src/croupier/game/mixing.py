"""A game with bets of the catalogue added to it, as a file of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.errors import Code, InvalidInput
from croupier.game.catalogue import SideBet
from croupier.game.loading import make_game
from croupier.game.model import Banker, Game
from croupier.words import ENGLISH, render, say, series

_MOST_NAMED = 3
"""So many bets are named in a title; of more only the number is told."""


def mix(
    base: Game, bets: Sequence[SideBet], key: str, title: str | None = None
) -> tuple[Game, dict[str, Any]]:
    """Return a game with these bets added, and the data of its file.

    Raise `InvalidInput` for a bet that the game has already, `BadGame` for one that it cannot have.
    """
    if not bets:
        raise InvalidInput(Code.MALFORMED, say("reading.mix_of_nothing"))
    _refuse_known(base, bets)
    added = {bet.kind.key: dict(bet.data) for bet in bets}
    data: dict[str, Any] = {
        **base.data,
        "key": key,
        "title": title or _titles(base, bets),
        "bets": {**_table(base.data, "bets"), **added},
    }
    if base.bank.by is Banker.PLAYER_DEALER:
        # Wagers of the new kinds are acted on after those that the game has.
        data["bank"] = {**_table(base.data, "bank"), "order": [*base.bank.order, *added]}
    return make_game(data, f"{key}.toml"), data


def _table(data: Mapping[str, object], key: str) -> dict[str, Any]:
    table = data.get(key, {})
    assert isinstance(table, dict), "a game that was read has a table here"
    return table


def _refuse_known(base: Game, bets: Sequence[SideBet]) -> None:
    """Raise `InvalidInput` if the game has a bet of one of these keys or names."""
    keys = set(base.bet_keys)
    names = {kind.name.casefold() for kind in base.bets.values()}
    known = [b for b in bets if b.kind.key in keys or b.name.casefold() in names]
    if known:
        listed = series([bet.key for bet in known])
        said = say("reading.has_bets_already", game=base.key, bets=listed)
        raise InvalidInput(Code.DUPLICATE_BET, said)


def _titles(base: Game, bets: Sequence[SideBet]) -> dict[str, str]:
    """Return the title of the mixture in every language of the game's own title."""
    return {
        language: " + ".join((text, *_added(bets, language)))
        for language, text in {ENGLISH: base.title, **base.texts}.items()
    }


def _added(bets: Sequence[SideBet], language: str) -> Sequence[str]:
    if len(bets) > _MOST_NAMED:
        return (render(say("reading.mixed_in", count=len(bets)), language),)
    return [bet.kind.texts.get(language, bet.name) for bet in bets]

"""croupier: a baccarat table that can be trusted.

Load a game, deal a coup, place bets, settle; every line says what happened and which
paragraph says so. And ask what a game costs: `odds`, `simulate`, `strategy`, `par`, `shoes` and
`counting` take a game by its key or by the path of its file.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from croupier.cards import Card
from croupier.coup import Coup, Hand, Side, Winner
from croupier.errors import Code, CroupierError, InvalidInput, Refused
from croupier.facts import FACTS
from croupier.game import BadGame, Game, Stage
from croupier.game.loading import load
from croupier.money import Odds, Unit
from croupier.settlement import Bet, Limits, Line, Outcome, Round, Settlement, settle
from croupier.settlement.explaining import explain_bet, explain_play
from croupier.shoe import Shoe

if TYPE_CHECKING:
    from inspect import Signature

    from croupier.lab import counting, odds, par, shoes, simulate, strategy

    __version__: str

_LABORATORY = ("counting", "odds", "par", "shoes", "simulate", "strategy")
"""What is asked of the laboratory, which is loaded when it first is."""


def _of_laboratory(name: str) -> Any:
    return getattr(import_module("croupier.lab"), name.rpartition(".")[2])


class _CalledRoom(ModuleType):
    """A room of the package that has the name of a function: `croupier.odds` is both."""

    def __call__(self, *given: Any, **named: Any) -> Any:
        return _of_laboratory(self.__name__)(*given, **named)

    @property
    def __signature__(self) -> Signature:
        from inspect import signature

        return signature(_of_laboratory(self.__name__))


class _Package(ModuleType):
    """The package itself. Importing a room sets it as an attribute here: it stays callable."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name in _LABORATORY and type(value) is ModuleType:
            value.__class__ = _CalledRoom
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


if not TYPE_CHECKING:
    # For a type checker every name stands above, and no other is there.
    def __getattr__(name: str) -> Any:
        if name in _LABORATORY:
            return _of_laboratory(name)
        if name == "__version__":
            return import_module("croupier.provenance").version()
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


__all__ = [
    "FACTS",
    "BadGame",
    "Bet",
    "Card",
    "Code",
    "Coup",
    "CroupierError",
    "Game",
    "Hand",
    "InvalidInput",
    "Limits",
    "Line",
    "Odds",
    "Outcome",
    "Refused",
    "Round",
    "Settlement",
    "Shoe",
    "Side",
    "Stage",
    "Unit",
    "Winner",
    "counting",
    "explain_bet",
    "explain_play",
    "load",
    "odds",
    "par",
    "settle",
    "shoes",
    "simulate",
    "strategy",
]

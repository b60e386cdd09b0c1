"""The laboratory: what `import croupier` offers people who ask about a game from Python.

Each function takes a game by its key or by the path of its file, and returns a result with a short
`repr`, a table in notebooks, `to_dict()` and `to_frame()`.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from croupier.errors import Code, InvalidInput, brief
from croupier.game.loading import load
from croupier.game.model import Game
from croupier.settlement.checks import check_decks

if TYPE_CHECKING:
    from croupier.lab.count_report import Counting
    from croupier.lab.dealt_shoes import Shoes
    from croupier.lab.exact import ExactOdds, ParSheet
    from croupier.lab.playing import MakeStrategy, StrategyRun
    from croupier.lab.simulating import Progress, Simulation
    from croupier.simulation import Plan

AnyGame: TypeAlias = "str | Path | Game"
"""A game, its key, or the path of its file."""

Tags: TypeAlias = "Mapping[str, int] | Sequence[int]"
"""A tag for each rank: `{"A": 0, "3": -1, "10": 1}`, or ten numbers from ace to ten."""

MOST_ROUNDS, MOST_SHOES, MOST_SHOES_IN_MEMORY = 10**15, 10**8, 10**6
MOST_SESSION, MOST_WORKERS = 10**5, 1024
MOST_TAG_ASKED = 30


def odds(
    game: AnyGame, *, decks: int | None = None, cards_left: Sequence[int] | None = None
) -> ExactOdds:
    """Return what every bet costs, exact, for whole decks or for the cards left, ace to king."""
    from croupier.lab.exact import game_odds

    found = _game(game)
    if decks is not None and cards_left is not None:
        raise InvalidInput(Code.MALFORMED, "odds are for decks or for cards_left, not for both")
    return game_odds(found, _decks(found, decks), cards_left)


def par(game: AnyGame, *, decks: int | None = None) -> ParSheet:
    """Return the PAR sheet of a game; `.write("sheet.pdf")` makes the file."""
    from croupier.lab.exact import par_sheet

    found = _game(game)
    return par_sheet(found, _decks(found, decks))


def counting(
    game: AnyGame,
    bets: str | Sequence[str] = (),
    *,
    tags: Tags | Sequence[Tags] = (),
    triggers: float | Fraction | Sequence[float | Fraction] = (),
    most_tag: int | None = None,
    shoes: float | None = None,
    seed: int | None = None,
    decks: int | None = None,
    cut: int | None = None,
    casino: bool = False,
    progress: Progress = False,
) -> Counting:
    """Return what counting cards is worth, for some bets or for all: tags, trigger, what it wins.

    The effects of removal are exact; the rest are exact odds before every round of shoes that are
    dealt, 10,000 unless said otherwise. With `shoes=0` there are effects and tags only. Tags and
    triggers that are given, for each bet or one for all, are measured instead of the best ones.
    """
    from croupier.lab.count_report import SHOES, CountingAsked, count_game
    from croupier.odds.removal import MOST_TAG

    found = _game(game)
    asked = CountingAsked(
        _names(bets),
        _all_tags(tags),
        _triggers(triggers),
        _whole("the largest tag", MOST_TAG if most_tag is None else most_tag, 1, MOST_TAG_ASKED),
        casino,
    )
    many = _whole("shoes", SHOES if shoes is None else shoes, 0, MOST_SHOES)
    return count_game(found, _plan(found, seed, decks, cut), asked, shoes=many, progress=progress)


def simulate(
    game: AnyGame,
    *,
    rounds: float,
    seed: int | None = None,
    decks: int | None = None,
    cut: int | None = None,
    engine: str = "cpu",
    workers: int = 0,
    scheduler: str | None = None,
    progress: Progress = False,
) -> Simulation:
    """Deal at least so many rounds of real shoes, and count what every bet brings.

    Ctrl-C ends a run early: the result has what was counted, and `stopped` is true. Without a seed
    one is drawn, and the result says which.
    """
    from croupier.lab.simulating import check_engine, simulate_game

    check_engine(engine)
    found = _game(game)
    return simulate_game(
        found,
        _plan(found, seed, decks, cut),
        _whole("rounds", rounds, 1, MOST_ROUNDS),
        engine=engine,
        workers=_whole("workers", workers, 0, MOST_WORKERS),
        scheduler=scheduler,
        progress=progress,
    )


def shoes(
    game: AnyGame,
    *,
    shoes: float = 100,
    seed: int | None = None,
    decks: int | None = None,
    cut: int | None = None,
    first: int = 0,
) -> Shoes:
    """Return every coup of so many shoes as NumPy arrays: cards, results, what each bet brought.

    The same seed gives the same cards as `simulate` and `croupier shoes`. Ctrl-C ends it early.
    """
    from croupier.lab.progress import catch_interrupt
    from croupier.lab.results import not_installed

    found = _game(game)
    plan = _plan(found, seed, decks, cut, together=True)
    many = _whole("shoes", shoes, 1, MOST_SHOES_IN_MEMORY)
    begin = _whole("the first shoe", first, 0, MOST_ROUNDS)
    try:
        from croupier.lab.dealt_shoes import Shoes, parts_of
    except ModuleNotFoundError as missing:
        raise not_installed("shoes", missing.name, "fast") from None
    dealt = []
    with catch_interrupt() as interrupted:
        for part in parts_of(plan, many, begin):
            dealt.append(part)
            if interrupted():
                break
    return Shoes(found, plan, sum(len(part.rounds) for part in dealt), many, tuple(dealt))


def strategy(
    game: AnyGame,
    play: str | MakeStrategy = "flat",
    *,
    bets: str | Sequence[str] = (),
    tags: Tags | Sequence[Tags] = (),
    triggers: float | Fraction | Sequence[float | Fraction] = (),
    base: int | None = None,
    bankroll: int | None = None,
    least: int = 1,
    most: int | None = None,
    shoes: float = 10_000,
    session: int = 1,
    seed: int | None = None,
    decks: int | None = None,
    cut: int | None = None,
    casino: bool = False,
    workers: int = 0,
    progress: Progress = False,
) -> StrategyRun:
    """Play a betting system, a count or a strategy of your own for many shoes.

    `play` is flat, martingale, 1-3-2-6, follow, chop, count or perfect; or a class with a method
    `stakes(view)`; or a function `stakes(tables)` over arrays, which is much faster; or
    "FILE.py:NAME" of either. A count has `bets`, and `tags` and `triggers` for each of
    them or one for all.
    """
    from croupier.lab.playing import Asked, play_sessions
    from croupier.strategy.payoffs import MOST_STAKE, Limits

    found = _game(game)
    asked = Asked(
        play=play,
        bets=_names(bets),
        base=None if base is None else _whole("the base", base, 1, MOST_STAKE),
        tags=_all_tags(tags),
        triggers=_triggers(triggers),
    )
    top = MOST_STAKE if most is None else most
    return play_sessions(
        found,
        _plan(found, seed, decks, cut),
        Limits(bankroll, least, top),
        asked,
        shoes=_whole("shoes", shoes, 1, MOST_SHOES),
        session=_whole("a session", session, 1, MOST_SESSION),
        casino=casino,
        workers=_whole("workers", workers, 0, MOST_WORKERS),
        progress=progress,
    )


def _all_tags(tags: Tags | Sequence[Tags]) -> tuple[tuple[int, ...], ...]:
    """Return thirteen tags for each count, given one count or several."""
    from croupier.lab.playing import read_tags

    if isinstance(tags, Mapping):
        return (read_tags(tags),)
    # Who calls may have no type checker.
    called: object = tags
    if not isinstance(called, list | tuple):
        said = f"tags are ten numbers, ace to ten, or thirteen, not {brief(tags)}"
        raise InvalidInput(Code.MALFORMED, said)
    given = [called] if called and isinstance(called[0], int) else called
    return tuple(read_tags(each) for each in given)


def _triggers(triggers: float | Fraction | Sequence[float | Fraction]) -> tuple[Fraction, ...]:
    given = [triggers] if isinstance(triggers, int | float | Fraction) else triggers
    try:
        return tuple(Fraction(str(each)) for each in given)
    except (TypeError, ValueError):
        said = f"triggers: a number or a list of numbers, not {brief(triggers)}"
        raise InvalidInput(Code.MALFORMED, said) from None


def _game(game: AnyGame) -> Game:
    return game if isinstance(game, Game) else load(game)


def _decks(game: Game, decks: int | None) -> int:
    chosen = game.decks.default if decks is None else _whole("decks", decks, 1, MOST_ROUNDS)
    check_decks(game, chosen)
    return chosen


def _plan(
    game: Game, seed: int | None, decks: int | None, cut: int | None, *, together: bool = False
) -> Plan:
    from croupier.simulation import CUT, Plan

    drawn = secrets.randbits(32) if seed is None else seed
    cut = CUT if cut is None else cut
    return Plan.of(game, drawn, _decks(game, decks), cut, game.bets if together else None)


def _names(bets: str | Sequence[str]) -> tuple[str, ...]:
    return (bets,) if isinstance(bets, str) else tuple(bets)


def _whole(what: str, number: object, least: int, most: int) -> int:
    """Return a whole number between two bounds; 1e9 is one too."""
    whole = isinstance(number, int) or (isinstance(number, float) and number.is_integer())
    if not whole or isinstance(number, bool) or not least <= number <= most:  # type: ignore[operator]
        span = f"{least} to {most:,}"
        raise InvalidInput(
            Code.MALFORMED, f"{what}: a whole number from {span}, not {brief(number)}"
        )
    return int(number)  # type: ignore[call-overload, no-any-return]

"""Play a betting system, a count or a strategy of your own for many shoes."""

from __future__ import annotations

import json
import re
import secrets
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from croupier.cards import Rank
from croupier.cli import DONE, WrongCall
from croupier.cli.arguments import (
    KnownGames,
    deck_number,
    decks_for,
    file_format,
    large_number,
    not_installed,
    picture_path,
    whole_number,
    write_file,
)
from croupier.cli.screen import catch_interrupt, dealing_progress
from croupier.errors import CroupierError
from croupier.game import Game
from croupier.simulation import CUT, Plan
from croupier.simulation.random_stream import MOST_SEED

if TYPE_CHECKING:
    from croupier.strategy.payoffs import Limits
    from croupier.strategy.results_and_ruin import StrategyResult
    from croupier.strategy.sessions import SessionPlan
    from croupier.strategy.systems import Strategy, System, Tags

PLAYS = ("flat", "martingale", "1-3-2-6", "follow", "chop", "count", "perfect")
MOST_SHOES, MOST_SESSION, MOST_WORKERS = 10**8, 10**5, 1024
CARDS_A_ROUND = 4.94
"""The average number of cards in a round, to estimate how many rounds a run has."""


def configure(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    add = parser.add_argument
    add("game", metavar="GAME", help="a game's key, or the path of a game file")
    add("--play", required=True, metavar="NAME", help=f"{', '.join(PLAYS)}, or FILE.py:CLASS")
    add("--bet", action="append", metavar="BET", help="what to bet on; else Banker")
    add("--tags", action="append", metavar="TAGS", help="of a count: A:0,2:0,3:-1 … 9:2,10:0")
    add("--trigger", action="append", metavar="T", help="the true count from which on to bet")
    add("--base", metavar="CHIPS", help="the stake; else 1")
    add("--bankroll", metavar="CHIPS", help="what each session begins with; else nobody asks")
    add("--least", metavar="CHIPS", help="the lowest stake that is taken; else 1")
    add("--most", metavar="CHIPS", help="the highest stake that is taken; else 10000000")
    add("--shoes", default="10000", metavar="N", help="shoes to play, 10000 or 1e4")
    add("--session", metavar="N", help="shoes that make a session; else 1")
    add("--seed", metavar="S", help="0 to 2^64 - 1; else one is drawn and shown")
    add("--decks", type=deck_number, metavar="N", help="decks; else the usual number")
    add("--cut", metavar="K", help=f"a coup starts while more than K cards are left; else {CUT}")
    add("--casino", action="store_true", help="burn cards, and deal a coup after the cut card")
    add("--workers", metavar="W", help="threads; else one for each core")
    add("--json", action="store_true", help="print a JSON object")
    add("--plot", metavar="FILE", help="draw results, purses, drawdowns: a .svg or a .png")


@dataclass(frozen=True, slots=True)
class StrategyRun:
    """The results of a run."""

    results: StrategyResult
    seconds: float
    interrupted: bool


def run(arguments: Namespace) -> int:
    """Play, and print the results."""
    shoes = large_number("shoes", arguments.shoes, MOST_SHOES)
    session = whole_number("a session", arguments.session, 1, 1, MOST_SESSION)
    seed = whole_number("a seed", arguments.seed, secrets.randbits(32), 0, MOST_SEED)
    cut = whole_number("the cut", arguments.cut, CUT, 0, 10**6)
    workers = whole_number("workers", arguments.workers, 0, 1, MOST_WORKERS)
    plot = picture_path(arguments.plot)
    game = KnownGames().find(arguments.game)
    plan = Plan.of(game, seed, decks_for(game, arguments.decks), cut)
    limits = _limits(arguments)
    system = _system(arguments, game, plan, limits)
    sessions = -(-shoes // session)
    with catch_interrupt() as interrupted:
        try:
            from croupier.strategy.payoffs import Payoffs
            from croupier.strategy.sessions import SessionPlan
        except ModuleNotFoundError as missing:
            raise not_installed("this", missing, "fast") from None
        payoffs = Payoffs(game, plan, system.bets)
        session_plan = SessionPlan(payoffs, limits, system, session, arguments.casino)
        made = _play(session_plan, sessions, workers, interrupted)
    if made.interrupted:
        message = f"stopped after {made.results.sessions:,} of {sessions:,} sessions"
        print(f"croupier strategy: {message}", file=sys.stderr)
    if plot is not None:
        _write_plot(made.results, plot)
    if arguments.json:
        from croupier.strategy.results_and_ruin import write_result

        rate = made.results.rounds / made.seconds
        timed = {"seconds": made.seconds, "rounds_per_second": rate}
        print(json.dumps(write_result(made.results) | timed))
    else:
        from croupier.cli.pages import strategy_page
        from croupier.cli.screen import show

        show(strategy_page(made))
    return DONE


def _play(
    session_plan: SessionPlan, sessions: int, workers: int, interrupted: Callable[[], bool]
) -> StrategyRun:
    """Play until all sessions are over, or until Ctrl-C."""
    from croupier.engines.runner import cores, play_sessions
    from croupier.strategy.sessions import KINDS, play_part

    plan, own = session_plan.payoffs.plan, session_plan.system.name not in KINDS
    if not own:
        # Compiling, or loading compiled code, does not count as playing time.
        play_part(session_plan, 0, 1)
    began = perf_counter()
    rounds = int(sessions * session_plan.session_shoes * (plan.cards - plan.stop) / CARDS_A_ROUND)
    with dealing_progress(max(rounds, 1), command="strategy") as advance:
        try:
            for results in play_sessions(session_plan, sessions, workers or cores()):
                advance(results.rounds)
                if interrupted():
                    break
        except CroupierError:
            raise
        except Exception as wrong:
            if not own:
                raise
            reason = f"{type(wrong).__name__}: {wrong}".splitlines()[0]
            raise WrongCall(f"{session_plan.system.name} failed with {reason[:200]}") from wrong
    return StrategyRun(results, perf_counter() - began, results.sessions < sessions)


def _limits(arguments: Namespace) -> Limits:
    from croupier.strategy.payoffs import MOST_STAKE, Limits

    bankroll = None
    if arguments.bankroll is not None:
        bankroll = whole_number("a bankroll", arguments.bankroll, 0, 1, 10**12)
    least = whole_number("the least stake", arguments.least, 1, 1, MOST_STAKE)
    return Limits(
        bankroll, least, whole_number("the most stake", arguments.most, MOST_STAKE, 1, MOST_STAKE)
    )


def _system(arguments: Namespace, game: Game, plan: Plan, limits: Limits) -> System:
    """Return the system that was asked for; raise `WrongCall` if an option is missing or wrong."""
    from croupier.strategy import systems
    from croupier.strategy.payoffs import MOST_STAKE, side_bets

    name, bets = str(arguments.play), tuple(arguments.bet or ())
    base = whole_number("the base", arguments.base, 1, 1, MOST_STAKE)
    counts = name == "count"
    if not counts and (arguments.tags or arguments.trigger):
        raise WrongCall("--tags and --trigger belong to --play count")
    if ".py:" in name:
        if bets or arguments.base:
            raise WrongCall("a strategy of your own decides itself on what to bet, and how much")
        return systems.own(name, game, _load_strategy(name))
    if name not in PLAYS:
        raise WrongCall(f"--play {', '.join(PLAYS)} or FILE.py:CLASS, not {name[:40]!r}")
    if not limits.least <= base <= limits.most:
        raise WrongCall(f"a base of {base} is not between the least stake and the most")
    if name in ("follow", "chop"):
        if bets:
            raise WrongCall(f"--play {name} bets on both hands in turn: it takes no --bet")
        made = systems.follow if name == "follow" else systems.chop
        return made(*side_bets(game, plan), base)
    if counts:
        return systems.count(_counts(arguments, bets), base)
    if name == "perfect":
        if not bets:
            raise WrongCall("--play perfect takes the --bet to look for")
        return systems.perfect(game, bets, base)
    bets = bets or side_bets(game, plan)[1:]
    if name == "flat":
        return systems.flat(bets, base)
    if len(bets) > 1:
        raise WrongCall(f"--play {name} takes one --bet")
    if name == "martingale":
        return systems.martingale(bets[0], base, limits.most)
    return systems.ladder(bets[0], base)


def _counts(arguments: Namespace, bets: tuple[str, ...]) -> tuple[Tags, ...]:
    """Return a count for each bet; tags or a trigger given once apply to all bets."""
    from croupier.strategy.systems import Tags

    tags, triggers = arguments.tags or [], arguments.trigger or []
    if not bets or any(len(words) not in (1, len(bets)) for words in (tags, triggers)):
        raise WrongCall("--play count takes --bet, --tags and --trigger, one of each for each bet")
    tags = tags * len(bets) if len(tags) == 1 else tags
    triggers = triggers * len(bets) if len(triggers) == 1 else triggers
    return tuple(
        Tags(bet, _tags(tag), _trigger(trigger))
        for bet, tag, trigger in zip(bets, tags, triggers, strict=True)
    )


def _tags(text: str) -> tuple[int, ...]:
    """Return tags by rank, read from A:0,2:1 and so on, or from ten numbers for ace to ten.

    Tens, jacks, queens and kings have the same tag, unless they are named one by one.
    """
    words = [word.strip() for word in text.split(",")]
    if len(words) == 10 and ":" not in text:
        words = [f"{rank}:{tag}" for rank, tag in zip("A23456789T", words, strict=True)]
    found: dict[Rank, int] = {}
    for word in words:
        read = re.fullmatch(r"(A|[2-9]|10|[TJQK]):([+-]?[0-9]{1,3})", word, re.IGNORECASE)
        if not read:
            raise WrongCall(f"tags are A:0,2:0,3:-1 and so on to 10:0, not {word[:40]!r}")
        ranks = tuple(Rank)[9:] if read[1] == "10" else (Rank(read[1].upper()),)
        if read[1].upper() == "T" and ":" not in text:
            ranks = tuple(Rank)[9:]
        if found.keys() & {*ranks}:
            raise WrongCall(f"tags name {read[1]} twice")
        found |= dict.fromkeys(ranks, int(read[2]))
    return tuple(found.get(rank, 0) for rank in Rank)


def _trigger(text: str) -> Fraction:
    if re.fullmatch(r"[+-]?[0-9]{1,4}(\.[0-9]{1,4})?", text):
        return Fraction(text)
    raise WrongCall(f"a trigger is a number such as 8 or 4.5, not {text[:40]!r}")


def _load_strategy(name: str) -> Callable[[], Strategy]:
    """Return the class of a strategy in a Python file; it must work without arguments."""
    file, _, wanted = name.rpartition(":")
    path = Path(file)
    if not path.is_file():
        raise WrongCall(f"there is no file {file}")
    spec = spec_from_file_location(f"strategy_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    # Dataclasses look up their own module here.
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
        made: Callable[[], Strategy] = getattr(module, wanted)
        strategy = made()
    except AttributeError:
        raise WrongCall(f"{file} has no {wanted[:40]!r}") from None
    except Exception as wrong:
        reason = f"{type(wrong).__name__}: {wrong}".splitlines()[0]
        raise WrongCall(f"{name} cannot be loaded: {reason[:200]}") from wrong
    if not callable(getattr(strategy, "stakes", None)):
        raise WrongCall(f"{name} has no method stakes(view)")
    return made


def _write_plot(results: StrategyResult, path: Path) -> None:
    try:
        from croupier.par import plots
    except ModuleNotFoundError as missing:
        raise not_installed("--plot", missing, "par") from None
    write_file(path, plots.picture(results, file_format(path)))

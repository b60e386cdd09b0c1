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
from croupier.cli.arguments import many, number, picture
from croupier.cli.lines import Shelf
from croupier.cli.odds import whole
from croupier.cli.progress import halting, pace
from croupier.errors import CroupierError
from croupier.game import Game
from croupier.settlement.admission import check_decks
from croupier.simulation.plan import CUT, Plan
from croupier.simulation.random_stream import MOST_SEED

if TYPE_CHECKING:
    from croupier.strategy.payoffs import Limits
    from croupier.strategy.results import Fortune
    from croupier.strategy.sessions import Sitting
    from croupier.strategy.systems import System, Tags
    from croupier.strategy.view import Strategy

PLAYS = ("flat", "martingale", "1-3-2-6", "follow", "chop", "count", "perfect")
MOST_SHOES, MOST_SESSION, MOST_WORKERS = 10**8, 10**5, 1024
CARDS_A_ROUND = 4.94
"""About so many, to say how far a run has come."""


def configure(parser: ArgumentParser) -> None:
    """Say what can be given."""
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
    add("--decks", type=whole, metavar="N", help="decks; else the usual number")
    add("--cut", metavar="K", help=f"a coup starts while more than K cards are left; else {CUT}")
    add("--casino", action="store_true", help="burn cards, and deal a coup after the cut card")
    add("--workers", metavar="W", help="threads; else one for each core")
    add("--json", action="store_true", help="print a JSON object")
    add("--plot", metavar="FILE", help="draw results, purses, drawdowns: a .svg or a .png")


@dataclass(frozen=True, slots=True)
class Played:
    """A run that is over."""

    found: Fortune
    seconds: float
    halted: bool


def run(arguments: Namespace) -> int:
    """Play, and print what came of it."""
    shoes = many("shoes", arguments.shoes, MOST_SHOES)
    session = number("a session", arguments.session, 1, 1, MOST_SESSION)
    seed = number("a seed", arguments.seed, secrets.randbits(32), 0, MOST_SEED)
    cut = number("the cut", arguments.cut, CUT, 0, 10**6)
    workers = number("workers", arguments.workers, 0, 1, MOST_WORKERS)
    drawing = picture(arguments.plot)
    game = Shelf().find(arguments.game)
    decks = game.decks.default if arguments.decks is None else arguments.decks
    check_decks(game, decks)
    plan = Plan.of(game, seed, decks, cut)
    limits = _limits(arguments)
    system = _system(arguments, game, plan, limits)
    sessions = -(-shoes // session)
    with halting() as halted:
        try:
            from croupier.strategy.payoffs import House
            from croupier.strategy.sessions import Sitting
        except ModuleNotFoundError as missing:
            raise _missing(missing, "this", "fast") from None
        house = House(game, plan, system.bets)
        sitting = Sitting(house, limits, system, session, arguments.casino)
        made = _play(sitting, sessions, workers, halted)
    if made.halted:
        said = f"stopped after {made.found.sessions:,} of {sessions:,} sessions"
        print(f"croupier strategy: {said}", file=sys.stderr)
    if drawing is not None:
        _draw(made.found, drawing)
    if arguments.json:
        from croupier.strategy.writing import written

        rate = made.found.rounds / made.seconds
        timed = {"seconds": made.seconds, "rounds_per_second": rate}
        print(json.dumps(written(made.found) | timed))
    else:
        from croupier.cli.screen import show
        from croupier.cli.strategy_page import page

        show(page(made))
    return DONE


def _play(sitting: Sitting, sessions: int, workers: int, halted: Callable[[], bool]) -> Played:
    """Play until all sessions are over, or until somebody stops it."""
    from croupier.engines.engine import cores
    from croupier.engines.session_pool import play
    from croupier.strategy.sessions import KINDS, sit

    plan, own = sitting.house.plan, sitting.system.name not in KINDS
    if not own:
        # Compiles, or loads what was compiled before: no part of the playing.
        sit(sitting, 0, 1)
    began = perf_counter()
    rounds = int(sessions * sitting.session * (plan.cards - plan.stop) / CARDS_A_ROUND)
    with pace(max(rounds, 1), command="strategy") as tell:
        try:
            for found in play(sitting, sessions, workers or cores()):
                tell(found.rounds)
                if halted():
                    break
        except CroupierError:
            raise
        except Exception as wrong:
            if not own:
                raise
            said = f"{type(wrong).__name__}: {wrong}".splitlines()[0]
            raise WrongCall(f"{sitting.system.name} failed with {said[:200]}") from wrong
    return Played(found, perf_counter() - began, found.sessions < sessions)


def _limits(arguments: Namespace) -> Limits:
    from croupier.strategy.payoffs import MOST_STAKE, Limits

    bankroll = None
    if arguments.bankroll is not None:
        bankroll = number("a bankroll", arguments.bankroll, 0, 1, 10**12)
    least = number("the least stake", arguments.least, 1, 1, MOST_STAKE)
    return Limits(
        bankroll, least, number("the most stake", arguments.most, MOST_STAKE, 1, MOST_STAKE)
    )


def _system(arguments: Namespace, game: Game, plan: Plan, limits: Limits) -> System:
    """Make the system that is asked for, or say what is missing."""
    from croupier.strategy import systems
    from croupier.strategy.payoffs import MOST_STAKE, side_bets

    name, bets = str(arguments.play), tuple(arguments.bet or ())
    base = number("the base", arguments.base, 1, 1, MOST_STAKE)
    counts = name == "count"
    if not counts and (arguments.tags or arguments.trigger):
        raise WrongCall("--tags and --trigger belong to --play count")
    if ".py:" in name:
        if bets or arguments.base:
            raise WrongCall("a strategy of your own decides itself on what to bet, and how much")
        return systems.own(name, game, _own(name))
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
    """Read a count for each bet; one that is given once is for all of them."""
    from croupier.strategy.systems import Tags

    tags, triggers = arguments.tags or [], arguments.trigger or []
    if not bets or any(len(given) not in (1, len(bets)) for given in (tags, triggers)):
        raise WrongCall("--play count takes --bet, --tags and --trigger, one of each for each bet")
    many_tags = tags * len(bets) if len(tags) == 1 else tags
    many_triggers = triggers * len(bets) if len(triggers) == 1 else triggers
    return tuple(
        Tags(bet, _tags(tag), _trigger(trigger))
        for bet, tag, trigger in zip(bets, many_tags, many_triggers, strict=True)
    )


def _tags(text: str) -> tuple[int, ...]:
    """Read tags by rank, A:0,2:1 and so on, or ten of them for ace to ten; a ten is any court."""
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


def _own(name: str) -> Callable[[], Strategy]:
    """Load a strategy out of somebody's file; what it is made with is nothing."""
    file, _, wanted = name.rpartition(":")
    path = Path(file)
    if not path.is_file():
        raise WrongCall(f"there is no file {file}")
    spec = spec_from_file_location(f"strategy_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    # Dataclasses look their own module up.
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
        made: Callable[[], Strategy] = getattr(module, wanted)
        strategy = made()
    except AttributeError:
        raise WrongCall(f"{file} has no {wanted[:40]!r}") from None
    except Exception as wrong:
        said = f"{type(wrong).__name__}: {wrong}".splitlines()[0]
        raise WrongCall(f"{name} cannot be loaded: {said[:200]}") from wrong
    if not callable(getattr(strategy, "stakes", None)):
        raise WrongCall(f"{name} has no method stakes(view)")
    return made


def _draw(found: Fortune, path: Path) -> None:
    try:
        from croupier.par.strategy_plot import picture as draw
    except ModuleNotFoundError as missing:
        raise _missing(missing, "--plot", "par") from None
    drawn = draw(found, path.suffix.removeprefix(".").lower())
    try:
        path.write_bytes(drawn)
    except OSError as wrong:
        raise WrongCall(f"cannot write {path}: {wrong.strerror or wrong}") from None


def _missing(missing: ModuleNotFoundError, what: str, extra: str) -> WrongCall:
    said = f"{what} takes {missing.name}, which is not installed"
    return WrongCall(f"{said}: pip install 'croupier[{extra}]'")

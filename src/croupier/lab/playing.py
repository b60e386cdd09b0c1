"""Betting systems, counts and strategies of one's own, played for many shoes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from time import perf_counter
from typing import TYPE_CHECKING, Any

from croupier.cards import Rank
from croupier.errors import Code, InvalidInput, brief
from croupier.game.model import Game
from croupier.lab.exact import shoe_words
from croupier.lab.own_strategy import check_strategy, failure, load_strategy, takes_arrays
from croupier.lab.progress import catch_interrupt
from croupier.lab.results import Result, Row, not_installed
from croupier.lab.simulating import Progress, shown_progress
from croupier.provenance import provenance
from croupier.simulation import Plan
from croupier.strategy import systems
from croupier.strategy.payoffs import Limits, Payoffs, side_bets
from croupier.strategy.systems import Strategy, System, Tags

if TYPE_CHECKING:
    # Sessions load the compiler, which a wrong call need not wait for.
    from croupier.strategy.results_and_ruin import StrategyResult
    from croupier.strategy.sessions import SessionPlan

PLAYS = ("flat", "martingale", "1-3-2-6", "follow", "chop", "count", "perfect")
CARDS_A_ROUND = 4.94
"""The average number of cards in a round, to estimate how many rounds a run has."""

MakeStrategy = Callable[[], Strategy] | Callable[[Any], Mapping[str, Any]]
"""A class, or a function over arrays (`croupier.strategy.array_sessions`)."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be played: a system by name or a strategy of one's own, and on what."""

    play: str | MakeStrategy
    bets: tuple[str, ...] = ()
    base: int | None = None
    tags: tuple[tuple[int, ...], ...] = ()
    """For each count a tag for each rank, ace to king."""
    triggers: tuple[Fraction, ...] = ()


@dataclass(frozen=True, repr=False)
class StrategyRun(Result):
    """What a strategy brought: `results` has all figures, `to_dict` those of the report."""

    results: StrategyResult
    seconds: float
    sessions_asked: int

    @property
    def session_plan(self) -> SessionPlan:
        """What was played, and how."""
        return self.results.session_plan

    @property
    def stopped(self) -> bool:
        """Whether it ended before all sessions were played."""
        return self.results.sessions < self.sessions_asked

    @property
    def ev(self) -> float | None:
        """The average result of a chip wagered; None if nothing was."""
        return self.results.edge.value

    @property
    def stderr(self) -> float | None:
        """The standard error of `ev`, by shoes; None for a single shoe."""
        return self.results.edge.stderr

    @property
    def provenance(self) -> Mapping[str, object]:
        """Version, digest, shoe, seed, shoes asked and done, whether it was stopped."""
        payoffs = self.session_plan.payoffs
        return provenance(
            payoffs.game,
            decks=payoffs.plan.decks,
            cut=payoffs.plan.cut,
            seed=payoffs.plan.seed,
            shoes_asked=self.sessions_asked * self.session_plan.session_shoes,
            shoes=self.results.shoes.many,
            rounds=self.results.rounds,
            stopped=self.stopped,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return what `croupier strategy --json` prints."""
        from croupier.strategy.results_and_ruin import write_result

        return {
            **write_result(self.results),
            "seconds": self.seconds,
            "rounds_per_second": self.results.rounds / self.seconds,
            **self.provenance,
        }

    def to_rows(self) -> Sequence[Row]:
        """Return one row: the figures of the run, to be put below those of others."""
        whole = self.to_dict()
        flat = (str, int, float, bool, type(None))
        row = {name: value for name, value in whole.items() if isinstance(value, flat)}
        return [{**row, "bets": ", ".join(self.session_plan.payoffs.bets)}]

    def _headline(self) -> str:
        payoffs, found = self.session_plan.payoffs, self.results
        shoes = f"{shoe_words(payoffs.plan.decks, 0)}, seed {payoffs.plan.seed}"
        ended = f", stopped before {self.provenance['shoes_asked']:,} shoes" if self.stopped else ""
        edge = "nothing wagered" if self.ev is None else f"{self.ev:+.4%} of a chip wagered"
        name = self.session_plan.system.name
        return f"{payoffs.game.key}, {name}, {shoes}, {found.shoes.many:,} shoes{ended}: {edge}"


def read_tags(tags: Mapping[str, int] | Sequence[int]) -> tuple[int, ...]:
    """Return a tag for each rank from ten numbers, ace to ten, thirteen, or from tags by rank.

    Tens, jacks, queens and kings have the same tag, unless they are named one by one.
    """
    if not isinstance(tags, Mapping):
        if len(tags) not in (10, 13):
            raise _wrong(f"tags are ten numbers, ace to ten, or thirteen, not {len(tags)}")
        # Tens and court cards have the last of ten.
        return tuple(tags) if len(tags) == 13 else (*tags, tags[-1], tags[-1], tags[-1])
    found: dict[Rank, int] = {}
    for name, tag in tags.items():
        known = [rank for rank in Rank if str(rank) == str(name).upper()]
        ranks = tuple(Rank)[9:] if name == "10" else tuple(known)
        if not ranks:
            raise _wrong(f"tags are by rank, A 2 3 … 9 10 J Q K, not {brief(name)}")
        found |= dict.fromkeys(ranks, tag)
    return tuple(found.get(rank, 0) for rank in Rank)


def system_of(game: Game, plan: Plan, limits: Limits, asked: Asked) -> System:
    """Return the system that was asked for; raise `InvalidInput` if something does not fit."""
    name, bets = asked.play, asked.bets
    base = 1 if asked.base is None else asked.base
    if name != "count" and (asked.tags or asked.triggers):
        raise _wrong("tags and triggers belong to the play count")
    if not isinstance(name, str) or ".py:" in name:
        if bets or asked.base is not None:
            raise _wrong("a strategy of your own decides itself on what to bet, and how much")
        shown = name if isinstance(name, str) else getattr(name, "__name__", type(name).__name__)
        # A class of one's own may have the name of a system that compiled code plays.
        shown = f"own {shown}" if shown in PLAYS else shown
        mine: Any = load_strategy(name) if isinstance(name, str) else name
        if takes_arrays(mine):
            return systems.over_arrays(shown, game, mine)
        check_strategy(shown, mine)
        return systems.own(shown, game, mine)
    if name not in PLAYS:
        raise _wrong(f"there is the play {', '.join(PLAYS)} or FILE.py:CLASS, not {brief(name)}")
    if not limits.least <= base <= limits.most:
        raise _wrong(f"a base of {base} is not between the least stake and the most")
    if name in ("follow", "chop"):
        if bets:
            raise _wrong(f"the play {name} bets on both hands in turn: it takes no bet")
        made = systems.follow if name == "follow" else systems.chop
        return made(*side_bets(game, plan), base)
    if name == "count":
        return systems.count(_counts(asked), base)
    if name == "perfect":
        if not bets:
            raise _wrong("the play perfect takes the bet to look for")
        return systems.perfect(game, bets, base)
    bets = bets or side_bets(game, plan)[1:]
    if name == "flat":
        return systems.flat(bets, base)
    if len(bets) > 1:
        raise _wrong(f"the play {name} takes one bet")
    if name == "martingale":
        return systems.martingale(bets[0], base, limits.most)
    return systems.ladder(bets[0], base)


def _counts(asked: Asked) -> tuple[Tags, ...]:
    """Return a count for each bet; tags or a trigger given once apply to all bets."""
    bets, tags, triggers = asked.bets, asked.tags, asked.triggers
    if not bets or any(len(given) not in (1, len(bets)) for given in (tags, triggers)):
        raise _wrong("the play count takes bets, tags and triggers, one of each for each bet")
    tags = tags * len(bets) if len(tags) == 1 else tags
    triggers = triggers * len(bets) if len(triggers) == 1 else triggers
    return tuple(Tags(*each) for each in zip(bets, tags, triggers, strict=True))


def _wrong(what: str) -> InvalidInput:
    return InvalidInput(Code.MALFORMED, what)


def play_sessions(
    game: Game,
    plan: Plan,
    limits: Limits,
    asked: Asked,
    *,
    shoes: int,
    session: int,
    casino: bool,
    workers: int,
    progress: Progress,
    name: str = "croupier",
) -> StrategyRun:
    """Play until all sessions are over, or until Ctrl-C; raise `StrategyFailed` for one's own."""
    system = system_of(game, plan, limits, asked)
    plan = Plan.of(game, plan.seed, plan.decks, plan.cut, together=system.bets)
    sessions = -(-shoes // session)
    with catch_interrupt() as interrupted:
        try:
            from croupier.engines import runner
            from croupier.strategy.sessions import KINDS, SessionPlan, play_part
        except ModuleNotFoundError as missing:
            raise not_installed("this", missing.name, "fast") from None
        session_plan = SessionPlan(
            Payoffs(game, plan, system.bets), limits, system, session, casino
        )
        own = system.name not in KINDS
        # Compiling, or loading compiled code, does not count as playing time. A person's own
        # code is not run before its time: something else is played instead.
        flat = replace(session_plan, system=systems.flat(system.bets, limits.least))
        play_part(flat if own else session_plan, 0, 1)
        began = perf_counter()
        rounds = int(sessions * session * (plan.cards - plan.stop) / CARDS_A_ROUND)
        with shown_progress(progress, max(rounds, 1), name) as advance:
            try:
                for results in runner.play_sessions(
                    session_plan, sessions, workers or runner.cores()
                ):
                    advance(results.rounds)
                    if interrupted():
                        break
            except Exception as wrong:
                if not own:
                    raise
                raise failure(system.name, system.over_arrays or system.make, wrong) from wrong
        return StrategyRun(results, perf_counter() - began, sessions)

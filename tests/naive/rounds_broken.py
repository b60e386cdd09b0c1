"""Random rounds for `croupier settle` that cannot be settled, each broken in one way."""

from random import Random

from naive import breakages_form, breakages_rules
from naive.breakages import BREAKAGES, Breakage
from naive.rounds import Round, good_round

# importing these two enters their breakages
KINDS_OF_BREAKAGE = (breakages_form, breakages_rules)


def bad_round(rng: Random) -> Round:
    """A round that cannot be settled."""
    return broken_round(rng)[0]


def broken_round(rng: Random) -> tuple[Round, frozenset[str]]:
    """A round broken in one way, and the codes of which one must be named."""
    breakage = rng.choices(BREAKAGES, [breakage.weight for breakage in BREAKAGES])[0]
    return broken_by(rng, breakage), breakage.codes


def broken_by(rng: Random, breakage: Breakage) -> Round:
    """A good round broken in that way."""
    for _ in range(10_000):
        line = good_round(rng, rng.choice(breakage.games))
        if breakage.breaker(rng, line):
            return line
    raise AssertionError(f"{breakage.breaker.__name__} never applies")

"""A condition on facts: which values each of them may have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from croupier.facts import FACTS, Value


@dataclass(frozen=True, slots=True)
class Condition:
    """Facts, each with the values it may have; all must hold. No facts: it always holds."""

    terms: tuple[tuple[str, frozenset[Value]], ...]

    def holds(self, facts: Mapping[str, Value]) -> bool:
        """Say whether these facts meet the condition."""
        # A plain loop: all() with a generator takes three times as long, for every bet of a round.
        for name, allowed in self.terms:  # noqa: SIM110
            if facts[name] not in allowed:
                return False
        return True

    @property
    def facts(self) -> tuple[str, ...]:
        """The names of the facts it asks for."""
        return tuple(name for name, _ in self.terms)

    def say(self) -> str:
        """Say the condition in words, as in the middle of a sentence."""
        said = [FACTS[name].say(allowed) for name, allowed in self.terms] or ["always"]
        return ", ".join(said)

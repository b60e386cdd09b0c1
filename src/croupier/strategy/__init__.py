"""Strategies: what a patron stakes, given what can be seen, and the results.

A strategy of one's own is a class with a method `stakes(view)`, or a function over arrays
(`croupier.strategy.array_sessions`). `croupier.strategy("tiger", …)` plays one: it is
`croupier.lab.strategy`.
"""

from croupier.strategy.systems import Last, Strategy, View

__all__ = ["Last", "Strategy", "View"]

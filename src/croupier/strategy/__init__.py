"""Strategies: what a patron stakes by what can be seen, and what comes of it.

A strategy of one's own is a class with a method `stakes(view)`.
"""

from croupier.strategy.view import Last, Strategy, View

__all__ = ["Last", "Strategy", "View"]

"""A strategy of one's own: croupier strategy classic --play examples/strategy.py:AfterNaturals.

The function below it is the same strategy over arrays: examples/strategy.py:after_naturals.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from croupier.strategy import View
from croupier.strategy.array_sessions import Tables


class AfterNaturals:
    """Backs Player after a natural, and doubles once if that loses."""

    def __init__(self) -> None:
        self.doubled = False

    def stakes(self, view: View) -> Mapping[str, int]:
        """Look at the round before, and at what the last bet brought."""
        if view.last and view.last.net < 0 and not self.doubled:
            self.doubled = True
            return {"player": 20}
        self.doubled = False
        if view.results and view.results[-1].natural:
            return {"player": 10}
        return {}


def after_naturals(tables: Tables) -> Mapping[str, NDArray[np.int64]]:
    """Do the same as a function over arrays: one call for a round of many sessions."""
    doubled = tables.memory.get("doubled", np.zeros_like(tables.playing))
    doubles = (tables.last_net < 0) & ~doubled
    tables.memory["doubled"] = np.where(tables.playing, doubles, doubled)
    natural = np.zeros_like(tables.playing)
    if tables.round:
        totals = [tables.results(name)[:, -1] for name in ("player_total", "banker_total")]
        cards = [tables.results(name)[:, -1] for name in ("player_cards", "banker_cards")]
        for total, held in zip(totals, cards, strict=True):
            natural |= (total > 7) & (held == 2)
    return {"player": np.where(doubles, 20, np.where(natural, 10, 0))}

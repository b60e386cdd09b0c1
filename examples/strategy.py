"""A strategy of one's own: croupier strategy classic --play examples/strategy.py:AfterNaturals."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.strategy import View


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

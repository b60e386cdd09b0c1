"""A table that somebody watches: frames wait until what was missed is sent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from croupier.server.feed import Feed, Step
from croupier.server.sight import Viewer


@dataclass(slots=True, eq=False)
class Watch:
    """One viewer of one feed; `send` takes each frame, in order."""

    feed: Feed
    viewer: Viewer
    send: Callable[[str], None]
    held: list[Step] | None = None
    """Steps that wait behind the past; None while they are sent as they come."""

    def tell(self, step: Step) -> None:
        """Send a step, or keep it for later."""
        if self.held is not None:
            self.held.append(step)
        else:
            self.send(step.frame(self.viewer))

    def let_go(self) -> None:
        """Send what was kept; from here on steps are sent as they come."""
        held, self.held = self.held or [], None
        for step in held:
            self.tell(step)

"""What people are in the house: a post, and the role at a table that comes with it."""

from __future__ import annotations

from enum import StrEnum

from croupier.game.model import Role


class Post(StrEnum):
    """The roles of a table, and two who never act at one."""

    PLAYER = "player"
    DEALER = "dealer"
    PIT_SUPERVISOR = "pit_supervisor"
    PIT_MANAGER = "pit_manager"
    SHIFT_MANAGER = "shift_manager"
    AUDITOR = "auditor"
    """Reads everything and changes nothing."""
    ADMINISTRATOR = "administrator"
    """Manages people and gives no command at a table."""

    @property
    def role(self) -> Role | None:
        """The role at a table; None for those who may not act there."""
        if self in (Post.AUDITOR, Post.ADMINISTRATOR):
            return None
        return Role(self.value)

    @property
    def staff(self) -> bool:
        """Whether this is anybody but a patron."""
        return self is not Post.PLAYER

    @property
    def approves(self) -> bool:
        """Whether this post can approve what a dealer may not do alone: it can have a PIN."""
        return self in (Post.PIT_SUPERVISOR, Post.PIT_MANAGER, Post.SHIFT_MANAGER)

"""Whoever asks: signed in or not, and what follows from that."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.server.problem import Door, Problem
from croupier.server.sight import Viewer
from croupier.store.people.person import Person
from croupier.store.people.post import Post


@dataclass(frozen=True, slots=True)
class Caller:
    """A person in a session; without them, somebody who only watches."""

    where: str
    """The address they come from."""
    token: str | None = None
    session_id: str | None = None
    person: Person | None = None

    @property
    def viewer(self) -> Viewer:
        """What they may see."""
        if self.person is None:
            return Viewer()
        if self.person.post is Post.PLAYER:
            return Viewer(self.person.name)
        return Viewer(staff=True)

    def known(self) -> Person:
        """Give the person, or turn away whoever is not signed in."""
        if self.person is None:
            raise Problem(Door.NOT_SIGNED_IN, "sign in first")
        return self.person

    def one_of(self, *posts: Post) -> Person:
        """Give the person if they have one of these posts."""
        person = self.known()
        if person.post not in posts:
            wanted = ", ".join(post.value.replace("_", " ") for post in posts)
            raise Problem(Door.FORBIDDEN, f"this is for: {wanted}")
        return person

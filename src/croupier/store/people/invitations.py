"""How the first administrator comes in: an invitation that works once."""

from __future__ import annotations

from sqlalchemy import delete, func, insert, select

from croupier.store.database import schema as s
from croupier.store.incident import Kind, Pen
from croupier.store.people.accounts import Accounts
from croupier.store.people.person import CONSOLE, Person, checked_name
from croupier.store.people.post import Post
from croupier.store.people.refusal import PeopleRefused, Reason
from croupier.store.people.session import hash_of, token_of


class Invitations(Accounts):
    """Invites whoever starts the server, as long as there is no administrator."""

    def invitation(self) -> str | None:
        """Make an invitation, replacing an older one; None if there is an administrator."""
        with self.incidents.writing() as pen:
            if _administrators(pen):
                return None
            token = token_of(self._draw(32))
            ends = pen.now + int(self.limits.invitation * 1000)
            pen.connection.execute(delete(s.invitations))
            pen.connection.execute(
                insert(s.invitations).values(id=1, token=hash_of(token), ends=ends)
            )
            pen.note(Kind.INVITATION_MADE, CONSOLE)
            return token

    def accept_invitation(self, token: str, name: str, password: str) -> Person:
        """Make the first administrator, and close the invitation."""
        name = checked_name(name)
        # Before the hashing, which somebody without an invitation could keep us busy with.
        with self.incidents.writing() as pen:
            self._require_invitation(pen, token)
        hashed = self._hashed(password, name, Post.ADMINISTRATOR)
        with self.incidents.writing() as pen:
            self._require_invitation(pen, token)
            person = self._add(pen, name, Post.ADMINISTRATOR, name, password=hashed)
            pen.note(Kind.INVITATION_USED, name, name)
            return person

    def _require_invitation(self, pen: Pen, token: str) -> None:
        row = pen.connection.execute(select(s.invitations)).first()
        good = row is not None and row.token == hash_of(token) and row.ends > pen.now
        if not good or _administrators(pen):
            raise PeopleRefused(
                Reason.BAD_INVITATION,
                "this invitation is not open: start the server again for another",
            )


def _administrators(pen: Pen) -> int:
    question = select(func.count()).where(s.people.c.post == Post.ADMINISTRATOR.value)
    return int(pen.connection.execute(question).scalar_one())

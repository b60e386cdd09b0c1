"""Why something did not come about: it was refused, or nobody knows."""

from __future__ import annotations

from croupier.client.state import Command


class ClientError(Exception):
    """Everything that this client raises by itself."""


class Refused(ClientError):
    """The server or the rules turned it away; nothing has changed."""

    def __init__(
        self, code: str, message: str, rule: str | None = None, status: int | None = None
    ) -> None:
        super().__init__(code, message, rule, status)
        self.code = code
        self.message = message
        self.rule = rule
        """The paragraph of the game's document, where there is one."""
        self.status = status
        """The HTTP status; None over the socket."""

    def __str__(self) -> str:
        cited = f" (rule {self.rule})" if self.rule else ""
        return f"{self.code}: {self.message}{cited}"


class SignedOut(Refused):
    """The session is over, or there was none: sign in again."""


class Unanswered(ClientError):
    """No answer came, however often it was sent: it may have happened or not.

    `id` is what it was sent under. The same `command` sent again under that id counts once.
    """

    def __init__(self, what: str, id: str | None = None, command: Command | None = None) -> None:
        super().__init__(what, id)
        self.what = what
        self.id = id
        self.command = command
        """What was sent, with the round that it is meant for; None where it was no command."""

    def __str__(self) -> str:
        under = f"; send it again under the id {self.id}" if self.id else ""
        return f"no answer to {self.what}{under}"

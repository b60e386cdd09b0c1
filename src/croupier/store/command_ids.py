"""The ids of commands in the database: nobody's id is ever the same as somebody else's.

An answer is stored by the actor and an id. Most people are the actor themselves, and their id is
stored as they gave it. Where somebody else is the actor (the supervisor who approves, the automatic
dealer who sells chips), the stored id also has the person who asked, as a JSON list after `for=`.
An id that happens to begin like that is stored after `own=`.
"""

from __future__ import annotations

import json

from croupier.game.model import Role

_FOR, _OWN = "for=", "own="


def own_id(id: str) -> str:
    """Return how the id of a person who is the actor is stored."""
    return f"{_OWN}{id}" if id.startswith((_FOR, _OWN)) else id


def asked_id(role: Role, name: str, id: str) -> str:
    """Return how the id of a person for whom somebody else acts is stored."""
    return _FOR + json.dumps([role.value, name, id], ensure_ascii=False, separators=(",", ":"))


def _asker(stored: str) -> tuple[str, str] | None:
    """Return the name and the id of the person who asked; None for the actor's own id."""
    if not stored.startswith(_FOR):
        return None
    try:
        match json.loads(stored.removeprefix(_FOR)):
            case [str(), str(name), str(id)]:
                return name, id
    except (ValueError, RecursionError):
        pass
    return None


def given_id(stored: str) -> str:
    """Return the id as the person gave it."""
    asker = _asker(stored)
    return stored.removeprefix(_OWN) if asker is None else asker[1]


def former_id(stored: str) -> str | None:
    """Return how an earlier version stored this id, if in another way; None if nobody can tell.

    It joined the name and the id by a slash, so a name or an id with a slash could be another's.
    """
    asker = _asker(stored)
    if asker is None:
        return stored.removeprefix(_OWN) if stored.startswith(_OWN) else None
    return None if any("/" in part for part in asker) else "/".join(asker)

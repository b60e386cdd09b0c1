"""Where figures come from: what every result, file and plot says of the program and the game.

The fields are the same everywhere: `game`, `version` and `digest`, and where shoes are dealt also
`decks`, `cut` and `seed`, how much was asked for and done, and `stopped`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import version as installed

from croupier.game.model import Game

SHOWN_DIGITS = 12


def version() -> str:
    """Return the version of croupier that is installed."""
    return installed("croupier")


def provenance(game: Game, **known: object) -> dict[str, object]:
    """Return the game, the version and the file's digest, then what else is known of a run."""
    return {
        "game": game.key,
        "version": version(),
        "digest": f"sha256:{game.digest}",
        **known,
    }


def told(fields: Mapping[str, object]) -> str:
    """Return provenance in one line, to stand under a picture."""
    kind, _, digest = str(fields["digest"]).partition(":")
    named = f"{fields['game']} {kind} {digest[:SHOWN_DIGITS]}"
    parts = [f"croupier {fields['version']}", named]
    for name, text in (("decks", "{} decks"), ("cut", "cut {}"), ("seed", "seed {}")):
        if fields.get(name) is not None:
            parts.append(text.format(fields[name]))
    for what in ("rounds", "shoes", "sessions"):
        asked = fields.get(f"{what}_asked")
        if isinstance(asked, int):
            parts.append(f"{fields[what]:,} of {asked:,} {what}")
            break
    if fields.get("stopped"):
        parts.append("stopped before the end")
    return " · ".join(parts)

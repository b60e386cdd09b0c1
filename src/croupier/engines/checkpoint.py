"""A run on paper: what was counted of the first shoes of a plan, in a file that checks itself.

Shards are added up in order, so the sum of those that are done says where to go on. The file is
written beside the old one and put in its place, so that there is a whole one at every moment.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Annotated

import msgspec

from croupier.errors import InvalidInput
from croupier.simulation.plan import Plan
from croupier.simulation.tally import Tally
from croupier.store.atomic_file import replacing

FORMAT = 1
Count = Annotated[int, msgspec.Meta(ge=0, lt=1 << 62)]


class BadCheckpoint(Exception):
    """A file that no run can go on from."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """How far a run has come."""

    game: str
    plan: Plan
    tally: Tally
    seconds: float
    """How long it took, in all its parts."""
    done: bool = False
    """Whether it has all the rounds that were asked for; more may be asked for later."""


class _Content(msgspec.Struct, forbid_unknown_fields=True):
    format: int
    game: str
    seed: int
    decks: int
    cut: int
    suits: bool
    done: bool
    seconds: Annotated[float, msgspec.Meta(ge=0)]
    shoes: Count
    rounds: Count
    counts: dict[int, Count]


class _File(msgspec.Struct, forbid_unknown_fields=True):
    content: msgspec.Raw
    sha256: str
    """Of the text of the content."""


class _Format(msgspec.Struct):
    format: int


def write(path: Path, at: Checkpoint) -> None:
    """Put a checkpoint in the place of the one before it, if there is one."""
    plan, tally = at.plan, at.tally
    content = msgspec.json.encode(
        _Content(
            *(FORMAT, at.game, plan.seed, plan.decks, plan.cut, plan.suits, at.done, at.seconds),
            *(tally.shoes, tally.rounds, dict(tally.counts)),
        )
    )
    text = msgspec.json.encode(_File(msgspec.Raw(content), sha256(content).hexdigest()))
    with replacing(path) as file:
        file.write(text + b"\n")


def read(path: Path) -> Checkpoint:
    """Read a checkpoint, or say why nobody should go on from it."""
    try:
        file = msgspec.json.decode(path.read_bytes(), type=_File)
        if sha256(file.content).hexdigest() != file.sha256:
            raise BadCheckpoint(f"{path} is damaged: its checksum is another")
        version = msgspec.json.decode(file.content, type=_Format).format
        if version != FORMAT:
            raise BadCheckpoint(f"{path} has the format {version}; this croupier reads {FORMAT}")
        content = msgspec.json.decode(file.content, type=_Content)
    except OSError as wrong:
        raise BadCheckpoint(f"cannot read {path}: {wrong.strerror or wrong}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
        raise BadCheckpoint(f"{path} is no checkpoint, or a damaged one: {wrong}") from None
    try:
        plan = Plan(content.seed, content.decks, content.cut, content.suits)
    except InvalidInput as wrong:
        raise BadCheckpoint(f"{path} is no checkpoint: {wrong.message}") from None
    tally = Tally(content.suits, content.shoes, content.counts)
    if not _adds_up(plan, tally.counts, content):
        raise BadCheckpoint(f"{path} is no checkpoint: its counts do not add up")
    return Checkpoint(content.game, plan, tally, content.seconds, content.done)


def _adds_up(plan: Plan, counts: Mapping[int, int], content: _Content) -> bool:
    least, most = content.shoes * plan.least_rounds, content.shoes * plan.cards // 4
    whole = sum(counts.values()) == content.rounds and least <= content.rounds <= most
    return whole and all(0 <= code < plan.codes for code in counts)

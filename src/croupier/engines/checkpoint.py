"""Checkpoints: the counts of the first shoes of a run, in a file with a checksum.

Shards are added up in order, so the sum alone says where to continue. A new file is written
beside the old one and then replaces it, so there is a complete file at every moment.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Annotated

import msgspec

from croupier.errors import InvalidInput
from croupier.simulation import Plan
from croupier.simulation.tally import Tally
from croupier.store.atomic_file import replacing

FORMAT = 1
Count = Annotated[int, msgspec.Meta(ge=0, lt=1 << 62)]


class BadCheckpoint(Exception):
    """A file that no run can continue from."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The state of a run."""

    game: str
    plan: Plan
    tally: Tally
    seconds: float
    """How long the run took, earlier parts included."""
    done: bool = False
    """True if all the requested rounds are dealt; more may be requested later."""


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
    views: tuple[tuple[str, ...], ...] = ()


class _File(msgspec.Struct, forbid_unknown_fields=True):
    content: msgspec.Raw
    sha256: str
    """The digest of the bytes of `content`."""


class _Format(msgspec.Struct):
    format: int


def write(path: Path, checkpoint: Checkpoint) -> None:
    """Write a checkpoint; it replaces the file that was there."""
    plan, tally = checkpoint.plan, checkpoint.tally
    content = msgspec.json.encode(
        _Content(
            format=FORMAT,
            game=checkpoint.game,
            seed=plan.seed,
            decks=plan.decks,
            cut=plan.cut,
            suits=plan.suits,
            views=plan.views,
            done=checkpoint.done,
            seconds=checkpoint.seconds,
            shoes=tally.shoes,
            rounds=tally.rounds,
            counts=dict(tally.counts),
        )
    )
    text = msgspec.json.encode(_File(msgspec.Raw(content), sha256(content).hexdigest()))
    with replacing(path) as file:
        file.write(text + b"\n")


def read(path: Path) -> Checkpoint:
    """Return the checkpoint of a file; raise `BadCheckpoint` if no run can continue from it."""
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
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise BadCheckpoint(f"{path} is no checkpoint, or a damaged one: {wrong}") from None
    try:
        plan = Plan(content.seed, content.decks, content.cut, content.suits, content.views)
    except InvalidInput as wrong:
        raise BadCheckpoint(f"{path} is no checkpoint: {wrong.message}") from None
    tally = Tally(content.suits, content.shoes, content.counts, content.views)
    if not _adds_up(plan, tally.counts, content):
        raise BadCheckpoint(f"{path} is no checkpoint: its counts do not add up")
    return Checkpoint(content.game, plan, tally, content.seconds, content.done)


def _adds_up(plan: Plan, counts: Mapping[int, int], content: _Content) -> bool:
    least, most = content.shoes * plan.least_rounds, content.shoes * plan.cards // 4
    counted = content.rounds * (1 + len(content.views))
    whole = sum(counts.values()) == counted and least <= content.rounds <= most
    return whole and all(0 <= code < plan.codes for code in counts)

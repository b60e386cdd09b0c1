"""The seat compiled by numba; importing this takes a second, so only who needs it does."""

from __future__ import annotations

from collections.abc import Callable

from croupier.simulation.compiled import compiled
from croupier.strategy import compiled_systems

_seat = compiled(compiled_systems)
play: Callable[..., None] = _seat["play"]
call: Callable[..., None] = _seat["call"]
measure: Callable[..., None] = _seat["measure"]

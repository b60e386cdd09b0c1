"""The seat compiled by numba; importing this takes a second, so only who needs it does."""

from __future__ import annotations

from collections.abc import Callable

from croupier.sim.kernel import compiled
from croupier.strategy import seat

_seat = compiled(seat)
play: Callable[..., None] = _seat["play"]
call: Callable[..., None] = _seat["call"]
measure: Callable[..., None] = _seat["measure"]

"""The closed form compiled by numba; importing this takes a second, so only who needs it does.

The first call compiles for some seconds; the machine code is kept beside the source, or where the
user keeps caches if that cannot be written to, and later processes load it.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType

import numba
import numpy as np

from croupier.odds import batch_formulas


def compiled(name: str, width: int) -> Callable[..., None]:
    """Compile a function of `lanes` for so many shoes at a time, with all that it calls.

    Numba calls only what it compiled, so each function is compiled in a copy of the module's names
    where the others are compiled too. The source stays one, and plain Python.
    """
    names = vars(batch_formulas) | {"STEP": width, "WIDTH": np.uint64(width)}
    for key, value in vars(batch_formulas).items():
        if isinstance(value, FunctionType) and value.__module__ == batch_formulas.__name__:
            copy = FunctionType(value.__code__, names, key)
            # By this name numba keeps it, and the widths apart.
            copy.__qualname__ = f"{key}_{width}"
            # Below 2^53 whole numbers are exact in floating point, in one step as in two.
            names[key] = numba.njit(cache=True, nogil=True, fastmath={"contract"})(copy)
    found: Callable[..., None] = names[name]
    return found


weigh_one = compiled("weigh_lanes", 1)
weigh_many = compiled("weigh_lanes", batch_formulas.STEP)
share_out = compiled("share_out", batch_formulas.STEP)

"""The dealing of shoes compiled by numba; importing this takes a second, so only who needs it does.

The first call compiles for some seconds; the machine code is kept beside the source, or where the
user keeps caches if that cannot be written to, and later processes load it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import FunctionType, ModuleType
from typing import Any

import numba

from croupier.simulation import cpu_kernel, cpu_records, cpu_suits

Compiler = Callable[[Callable[..., Any]], Any]


def by_numba(function: Callable[..., Any]) -> Any:
    """Compile for this machine's cores."""
    return numba.njit(cache=True, nogil=True)(function)


def compiled(
    module: ModuleType, others: Mapping[str, Any] | None = None, by: Compiler = by_numba
) -> dict[str, Any]:
    """Compile the functions of a module; the source stays plain Python.

    Numba calls only what it compiled, so each function is compiled in a copy of the module's names
    where those that it calls are compiled too, the ones of other modules included.
    """
    names = vars(module) | {
        key: value for key, value in (others or {}).items() if key not in ("deal", "room")
    }
    for key, value in vars(module).items():
        if isinstance(value, FunctionType) and value.__module__ == module.__name__:
            names[key] = by(FunctionType(value.__code__, names, key))
    return names


_lanes = compiled(cpu_kernel)
deal_ranks: Callable[..., None] = _lanes["deal"]
_suits = compiled(cpu_suits, _lanes)
deal_suits: Callable[..., None] = _suits["deal"]
_notes = compiled(cpu_records, _suits)
note_ranks: Callable[..., None] = _notes["note"]
note_suits: Callable[..., None] = _notes["note_suits"]

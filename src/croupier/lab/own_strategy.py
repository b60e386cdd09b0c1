"""A person's own strategy: loading it from a file, and telling in which line it failed."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb
from typing import Any

from croupier.errors import Code, CroupierError, InvalidInput, brief
from croupier.strategy.systems import Strategy

_MOST_REASON = 200


class StrategyFailed(InvalidInput):
    """A strategy of one's own raised an error or answered nonsense; the message has its line."""

    def __init__(self, message: str) -> None:
        super().__init__(Code.MALFORMED, message)

    def __str__(self) -> str:
        return self.message


def load_strategy(name: str) -> Callable[..., Any]:
    """Return the class or the function over arrays that FILE.py:NAME names."""
    file, _, wanted = name.rpartition(":")
    path = Path(file)
    if not path.is_file():
        raise StrategyFailed(f"there is no file {file}")
    spec = spec_from_file_location(f"strategy_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    # Dataclasses look up their own module here.
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as wrong:
        raise StrategyFailed(f"{name} cannot be loaded{_where(wrong, file)}") from wrong
    made: Any = getattr(module, wanted, None)
    if not callable(made):
        raise StrategyFailed(f"{file} has no {brief(wanted)}")
    return made  # type: ignore[no-any-return]


def takes_arrays(made: Callable[..., Any]) -> bool:
    """Return True for a function over arrays: it takes one thing, and a strategy is made of none.

    `croupier.strategy.array_sessions` has what it is given.
    """
    if isinstance(made, type):
        return False
    try:
        wanted = inspect.signature(made).parameters.values()
    except (TypeError, ValueError):
        return False
    given = [each for each in wanted if each.default is each.empty]
    return len(given) == 1 and given[0].kind in (
        given[0].POSITIONAL_ONLY,
        given[0].POSITIONAL_OR_KEYWORD,
    )


def check_strategy(name: str, make: Callable[[], Strategy]) -> None:
    """Raise `StrategyFailed` if what was given makes no strategy."""
    try:
        strategy = make()
    except Exception as wrong:
        raise StrategyFailed(f"{name} cannot be made{_where(wrong, _file_of(make))}") from wrong
    if not callable(getattr(strategy, "stakes", None)):
        raise StrategyFailed(f"{name} has no method stakes(view)")


def failure(name: str, make: Callable[..., Any], wrong: Exception) -> StrategyFailed:
    """Return what is raised when a strategy has failed while it was asked for its stakes."""
    file = _file_of(make)
    if isinstance(wrong, CroupierError):
        # Its answer was wrong: no line of its own raised anything.
        asked = getattr(make, "stakes", make)
        code = getattr(asked, "__code__", None)
        line = f" ({asked.__name__}, line {code.co_firstlineno})" if code else ""
        return StrategyFailed(f"{name}{line}: {wrong.message}")
    return StrategyFailed(f"{name} failed{_where(wrong, file)}")


def _file_of(make: object) -> str:
    try:
        return inspect.getsourcefile(make) or ""  # type: ignore[arg-type]
    except TypeError:
        return ""


def _where(wrong: Exception, file: str) -> str:
    """Return the last line of the person's own file that an error came through, and the error."""
    lines = [frame for frame in extract_tb(wrong.__traceback__) if _same(frame.filename, file)]
    reason = f"{type(wrong).__name__}: {wrong}".splitlines()[0][:_MOST_REASON]
    if isinstance(wrong, SyntaxError) and wrong.lineno is not None:
        return f" in line {wrong.lineno}: {reason}"
    if not lines:
        return f" with {reason}"
    return f" in line {lines[-1].lineno} ({lines[-1].name}): {reason}"


def _same(one: str, other: str) -> bool:
    return bool(other) and Path(one).resolve() == Path(other).resolve()

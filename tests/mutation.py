"""Plants small mistakes in the law, one at a time, and sees which no test notices: `./run mutate`.

The tests are collected once, in this process. Each mistake is made in a fork of it, which runs the
tests that reach its lines, those that found others near it first, then the fastest, up to the first
that fails. `.mutation/` keeps the map of lines and tests until a source changes, and, as
`mutants.jsonl`, a line for each mistake and what became of it.
"""

from __future__ import annotations

import ast
import functools
import gc
import json
import os
import resource
import select
import signal
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic, process_time
from types import CodeType, FunctionType
from typing import TextIO, TypeAlias

import pytest
from rich.console import Console
from rich.table import Table

from mutants import Mutant, mutants
from mutation_reach import KEPT, ROOMS, SOURCES, learn, passes

TESTS = (
    "rules",
    "test_deadline.py",
    "test_established.py",
    "test_explaining.py",
    "test_insured.py",
    "test_ledger.py",
    "test_midround.py",
    "test_naive_examples.py",
    "test_older_logs.py",
    "test_planted_*.py",
    "test_properties.py",
    "test_refusals.py",
    "test_second_opinion.py",
    "test_table_*.py",
    "test_telling.py",
    "test_together.py",
    "test_wire_names.py",
)
"""The tests of the law. Random tables and the second table are left out: they take too long."""
LEFT_OUT = ("test_table_machine.py", "test_table_model.py")
SOUND = (
    "croupier.cards",
    "croupier.coup",
    "croupier.facts",
    "croupier.game",
    "croupier.money",
    "croupier.odds.batch",
    "croupier.odds.formulas",
    "croupier.odds.distribution",
    "croupier.game.loading",
    "croupier.tableau",
)
"""What is below the law: what it remembers holds whatever is planted above it."""
MEMORY = 3 << 30
Functions = dict[tuple[str, str, int], list[FunctionType]]
Cache: TypeAlias = "functools._lru_cache_wrapper[object]"
KILLED, SURVIVED, TIMED_OUT, UNREACHED, SKIPPED = (
    "killed",
    "survived",
    "timed out",
    "not covered",
    "skipped",
)


class Run:
    """A pytest plugin: in place of running the tests it plants mistakes and runs some of them."""

    def __init__(self, given: Namespace) -> None:
        """Keep what was asked for."""
        self.given = given
        self.console = Console(stderr=True, highlight=False)
        self.results: list[dict[str, object]] = []
        self.near: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Learn who reaches what, then plant; pytest itself has nothing left to run."""
        items = {item.nodeid: item for item in session.items}
        reach = learn(items, self.console)
        self.items = {
            key: items[key] for key, time in reach.times.items() if time < self.given.slow
        }
        self.reach = reach
        self.warm(list(self.items.values()))
        gc.collect()
        self.live, self.caches = _live()
        gc.freeze()
        self.work(list(self.planned()))
        return True

    def warm(self, items: list[pytest.Item]) -> None:
        """Run what will be run, so that imports and games are there before the first fork."""
        for index, item in enumerate(items):
            before = process_time()
            if passes(item, items[index + 1] if index + 1 < len(items) else None):
                self.reach.times[item.nodeid] = process_time() - before
            else:
                raise pytest.UsageError(f"fails with nothing planted: {item.nodeid}")

    def planned(self) -> Iterator[tuple[str, int]]:
        """Give every mistake that is wanted, as the name of a file and its number there."""
        only = _lasting(KEPT / self.given.again) if self.given.again else None
        if self.given.go_on:
            self.results = _read(KEPT / self.given.output)
        done = {_told(each) for each in self.results}
        self.mistakes: dict[str, list[Mutant]] = {}
        self.trees: dict[str, ast.Module] = {}
        for name in _modules(self.given.modules):
            self.trees[name] = ast.parse((SOURCES / name).read_text())
            self.mistakes[name] = mutants(self.trees[name])
            for number, each in enumerate(self.mistakes[name]):
                told = (name, number, each.told)
                if told not in done and (only is None or told in only):
                    yield name, number

    def work(self, plan: list[tuple[str, int]]) -> None:
        """Plant them all, a few at a time, and write down what became of each."""
        running: dict[int, tuple[int, str, int]] = {}
        start, waiting = monotonic(), iter(plan)
        KEPT.mkdir(exist_ok=True)
        with (KEPT / self.given.output).open("a" if self.given.go_on else "w") as out:
            left = True
            while left or running:
                while left and len(running) < self.given.workers:
                    try:
                        name, number = next(waiting)
                    except StopIteration:
                        left = False
                        break
                    tests = self.tests_for(name, number)
                    if tests:
                        pipe, pid = self.forked(name, number, tests)
                        running[pipe] = (pid, name, number)
                    else:
                        self.note(out, name, number, UNREACHED, "")
                if not running:
                    continue
                for pipe in select.select(list(running), [], [])[0]:
                    pid, name, number = running.pop(pipe)
                    said = os.read(pipe, 4096).decode()
                    os.close(pipe)
                    status = os.waitpid(pid, 0)[1]
                    became, _, test = said.partition("\t")
                    if os.WIFSIGNALED(status):
                        became, test = TIMED_OUT, signal.Signals(os.WTERMSIG(status)).name
                    self.note(out, name, number, became or SKIPPED, test)
                    done = len(self.results)
                    if done % 100 == 0:
                        lived = sum(each["became"] == SURVIVED for each in self.results)
                        pace = done / (monotonic() - start)
                        self.console.print(
                            f"{done} of {len(plan)}, {lived} survived, {pace:.1f} a second, {name}"
                        )

    def note(self, out: TextIO, name: str, number: int, became: str, test: str) -> None:
        """Write down what became of a mistake."""
        planted = self.mistakes[name][number]
        if became == KILLED:
            self.near[name, planted.function][test] += 1
            self.near[name, ""][test] += 1
        result: dict[str, object] = {
            "module": name,
            "line": planted.lines.start,
            "function": planted.function,
            "number": number,
            "mistake": planted.told,
            "became": became,
            "by": test,
        }
        self.results.append(result)
        print(json.dumps(result), file=out, flush=True)

    def tests_for(self, name: str, number: int) -> list[pytest.Item]:
        """Return the tests that reach a mistake, those first that are likely to find it."""
        planted = self.mistakes[name][number]
        found = self.reach.tests(name, planted.lines) & self.items.keys()
        close, room = self.near[name, planted.function], self.near[name, ""]
        likely = [test for test, _ in close.most_common(12) if test in found]
        likely += [test for test, _ in room.most_common(12) if test in found and test not in likely]
        rest = sorted(found - set(likely), key=lambda test: self.reach.times[test])
        return [self.items[test] for test in [*likely, *rest]]

    def forked(self, name: str, number: int, tests: list[pytest.Item]) -> tuple[int, int]:
        """Plant a mistake in a child; return the pipe it tells through and its process."""
        reading, writing = os.pipe()
        pid = os.fork()
        if pid:
            os.close(writing)
            return reading, pid
        said = SKIPPED
        try:
            os.close(reading)
            _hushed()
            self.plant(name, number)
            said = self.tried(tests)
        except BaseException as mistake:
            said = f"{SKIPPED}\t{type(mistake).__name__}: {mistake}"[:300]
        try:
            os.write(writing, said.encode()[:4000])
        finally:
            os._exit(0)

    def plant(self, name: str, number: int) -> None:
        """Put the mistaken code into the functions that are there, and forget what they said."""
        planted = self.mistakes[name][number]
        planted.plant()
        file = str(SOURCES / name)
        code = compile(self.trees[name], file, "exec", dont_inherit=True)
        key = (file, planted.function, planted.begins)
        new = [each for each in _codes(code) if _key(each) == key]
        old = self.live.get(key, [])
        if len(new) != 1 or not old:
            raise LookupError(f"{len(new)} codes and {len(old)} functions for {key}")
        for function in old:
            function.__code__ = new[0]
        for cache in self.caches:
            cache.cache_clear()

    def tried(self, tests: list[pytest.Item]) -> str:
        """Run tests up to the first that fails, and return what became of the mistake."""
        for index, item in enumerate(tests):
            if process_time() > self.given.most:
                break
            limit = 15 + 10 * self.reach.times[item.nodeid]
            signal.setitimer(signal.ITIMER_PROF, limit)
            following = tests[index + 1] if index + 1 < len(tests) else None
            if not passes(item, following):
                return f"{KILLED}\t{item.nodeid}"
        return SURVIVED

    def summary(self) -> Table:
        """Return a table of what became of them, by module."""
        shown = Table("module", *("mutants", KILLED, TIMED_OUT, SURVIVED, UNREACHED, SKIPPED, "%"))
        rows: dict[str, Counter[str]] = defaultdict(Counter)
        for each in self.results:
            rows[str(each["module"])][str(each["became"])] += 1
            rows["together"][str(each["became"])] += 1
        for name in [*sorted(set(rows) - {"together"}), *(["together"] if rows else [])]:
            row, total = rows[name], rows[name].total()
            kinds = [row[kind] for kind in (KILLED, TIMED_OUT, SURVIVED, UNREACHED, SKIPPED)]
            share = 100 * (row[KILLED] + row[TIMED_OUT]) / total
            shown.add_row(name, *map(str, [total, *kinds]), f"{share:.1f}")
        return shown


def _hushed() -> None:
    os.nice(10)
    nothing = os.open(os.devnull, os.O_RDWR)
    for each in (0, 1, 2):
        os.dup2(nothing, each)
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)


def _key(code: CodeType) -> tuple[str, str, int]:
    name = getattr(code, "co_qualname", code.co_name)
    return code.co_filename, name, code.co_firstlineno


def _codes(code: CodeType) -> Iterator[CodeType]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _codes(each)


def _live() -> tuple[Functions, list[Cache]]:
    """Return the functions of the law that exist now, by where they are written, and all caches."""
    found: Functions = defaultdict(list)
    caches: list[Cache] = []
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(str(SOURCES)):
            found[_key(each.__code__)].append(each)
        elif isinstance(each, functools._lru_cache_wrapper) and not _is_sound(each):
            caches.append(each)
    return found, caches


def _is_sound(cache: object) -> bool:
    return str(getattr(cache, "__module__", "")).startswith(SOUND)


def _modules(wanted: Sequence[str]) -> list[str]:
    """Return the files that are meant by names such as `table/decide/betting` or `settlement`."""
    found: list[str] = []
    for word in wanted or ROOMS:
        path = SOURCES / word
        files = sorted(path.rglob("*.py")) if path.is_dir() else [path.with_suffix(".py")]
        if not all(file.exists() for file in files):
            sys.exit(f"there is no module {word} in src/croupier")
        found += [file.relative_to(SOURCES).as_posix() for file in files]
    return list(dict.fromkeys(found))


def _read(file: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def _told(result: dict[str, object]) -> tuple[object, object, object]:
    return result["module"], result["number"], result["mistake"]


def _lasting(file: Path) -> set[tuple[object, object, object]]:
    """Return the mistakes that an earlier run left alive."""
    return {_told(each) for each in _read(file) if each["became"] in (SURVIVED, UNREACHED)}


def main(words: Sequence[str] | None = None) -> int:
    """Plant what was asked for and print a table of what became of it."""
    parser = ArgumentParser(prog="./run mutate", description=__doc__)
    parser.add_argument(
        "modules", nargs="*", metavar="MODULE", help="like table/decide/betting; else all"
    )
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--output", default="mutants.jsonl", help="the file in .mutation/")
    parser.add_argument("--slow", type=float, default=1.0, help="leave out tests of more seconds")
    parser.add_argument("--most", type=float, default=60, help="give up after so many seconds")
    parser.add_argument("--go-on", action="store_true", help="leave out what the file has")
    parser.add_argument("--again", metavar="FILE", help="only what survived in that file there")
    run = Run(parser.parse_args(words))
    tests = Path(__file__).parent
    files = [path for name in TESTS for path in sorted(tests.glob(name))]
    names = [str(path) for path in files if path.name not in LEFT_OUT]
    options = ["-q", "--no-header", "-p", "no:cacheprovider", "-p", "no:xdist", "--tb=native"]
    # Nothing by chance: the same mistakes are found again.
    options.append("--hypothesis-profile=ci")
    status = pytest.main([*options, *names], plugins=[run])
    run.console.print(run.summary())
    for each in run.results:
        if each["became"] in (SURVIVED, UNREACHED, SKIPPED):
            print(f"{each['module']}:{each['line']}: {each['became']}: {each['mistake']}")
    return int(status)


if __name__ == "__main__":
    sys.exit(main())

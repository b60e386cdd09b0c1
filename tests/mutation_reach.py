"""Which tests run which lines of the law, counted once and kept until a file changes."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time

import coverage
import pytest
from _pytest.runner import runtestprotocol
from rich.console import Console

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "src" / "croupier"
ROOMS = ("settlement", "table")
KEPT = ROOT / ".mutation"


@dataclass
class Reach:
    """Which tests reach a line, and how long each takes."""

    times: dict[str, float] = field(default_factory=dict)
    by_test: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    lines: dict[tuple[str, int], set[str]] = field(default_factory=lambda: defaultdict(set))

    def note(self, test: str, time: float, lines: dict[str, list[int]]) -> None:
        """Add what a test reaches."""
        self.times[test] = time
        self.by_test[test] = lines
        for file, numbers in lines.items():
            for number in numbers:
                self.lines[file, number].add(test)

    def tests(self, file: str, lines: range) -> set[str]:
        """Return the tests that run one of the lines of a file."""
        return set[str]().union(*(self.lines.get((file, line), ()) for line in lines))


def learn(items: dict[str, pytest.Item], console: Console) -> Reach:
    """Return the map of lines and tests, counting those anew whose file has changed."""
    file, sources = KEPT / "reach.json", _digest(SOURCES.rglob("*.py"))
    tests = ROOT / "tests"
    helpers = [path for path in tests.rglob("*.py") if not path.name.startswith("test_")]
    common = sources + _digest(path for path in helpers if not path.name.startswith("muta"))
    digests = {path: common + _digest([path]) for path in {item.path for item in items.values()}}
    reach = Reach()
    if file.exists():
        kept = json.loads(file.read_text())
        for name, (digest, time, lines) in kept.items():
            if name in items and digests[items[name].path] == digest:
                reach.note(name, time, lines)
    wanted = {name: item for name, item in items.items() if name not in reach.times}
    _measure(wanted, reach, console)
    KEPT.mkdir(exist_ok=True)
    made = {
        name: (digests[items[name].path], time, reach.by_test[name])
        for name, time in reach.times.items()
    }
    file.write_text(json.dumps(made))
    return reach


def _measure(items: dict[str, pytest.Item], reach: Reach, console: Console) -> None:
    """Run tests with their lines counted; who fails without a mistake is left out."""
    counted = coverage.Coverage(
        data_file=None, config_file=False, source=[str(SOURCES / room) for room in ROOMS]
    )
    counted.set_option("run:disable_warnings", ["no-data-collected"])
    counted.start()
    order, times = list(items.values()), dict[str, float]()
    for index, item in enumerate(order):
        counted.switch_context(item.nodeid)
        before = process_time()
        good = passes(item, order[index + 1] if index + 1 < len(order) else None)
        counted.switch_context("")
        if good:
            times[item.nodeid] = process_time() - before
        else:
            console.print(f"fails without a mistake, left out: {item.nodeid}")
        if index % 500 == 499:
            console.print(f"{index + 1} of {len(order)} tests counted")
    counted.stop()
    data = counted.get_data()
    by_test: dict[str, dict[str, list[int]]] = {name: {} for name in times}
    for name in data.measured_files():
        key = Path(name).relative_to(SOURCES).as_posix()
        for line, tests in data.contexts_by_lineno(name).items():
            for test in by_test.keys() & tests:
                by_test[test].setdefault(key, []).append(line)
    for name, time in times.items():
        reach.note(name, time, by_test[name])


def passes(item: pytest.Item, following: pytest.Item | None) -> bool:
    """Run a test, and return True if it does not fail."""
    reports = runtestprotocol(item, log=False, nextitem=following)
    return not any(report.failed for report in reports)


def _digest(paths: Iterable[Path]) -> str:
    found = hashlib.sha256()
    for path in sorted(paths):
        found.update(path.read_bytes())
    return found.hexdigest()

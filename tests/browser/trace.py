"""What a page's main thread did, task by task, in processor time.

Time on the wall counts whoever else uses the machine; the time of the thread does not.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from operator import itemgetter

from playwright.sync_api import Browser, Page

MOST = 50.0
"""Milliseconds; a task that takes longer is felt."""

CATEGORIES = ("disabled-by-default-devtools.timeline", "devtools.timeline", "blink.user_timing")


@dataclass
class Tasks:
    """The tasks of a page, in milliseconds of its thread; filled when the trace has ended."""

    took: list[float] = field(default_factory=list)
    layouts: list[float] = field(default_factory=list)
    """When something was laid out, in microseconds of the trace."""
    marks: dict[str, float] = field(default_factory=dict)
    """When the page set a mark (`performance.mark`) last, by its name."""

    @property
    def longest(self) -> float:
        """The longest of them."""
        return max(self.took)

    def laid_out(self, after: str, before: str) -> int:
        """How often something was laid out between two marks."""
        first, last = self.marks[after], self.marks[before]
        return sum(first < at < last for at in self.layouts)


@contextmanager
def traced(browser: Browser, page: Page) -> Iterator[Tasks]:
    """Follow the main thread of a page."""
    found = Tasks()
    browser.start_tracing(page=page, categories=list(CATEGORIES))
    try:
        page.evaluate("() => void performance.mark('here')")
        yield found
    finally:
        events = json.loads(browser.stop_tracing())["traceEvents"]
    here = next(each for each in events if each["name"] == "here")
    thread = (here["pid"], here["tid"])
    own = [each for each in events if (each["pid"], each["tid"]) == thread]
    found.took += [
        each["tdur"] / 1000 for each in own if each["name"] == "RunTask" and "tdur" in each
    ]
    found.layouts += [each["ts"] for each in own if each["name"] == "Layout"]
    marks = [each for each in own if "user_timing" in each["cat"]]
    found.marks |= {each["name"]: each["ts"] for each in sorted(marks, key=itemgetter("ts"))}

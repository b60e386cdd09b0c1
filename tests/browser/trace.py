"""What a page's main thread did, task by task, in processor time.

Time on the wall counts whoever else uses the machine; the time of the thread does not.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Browser, Page

MOST = 50.0
"""Milliseconds; a task that takes longer is felt."""

CATEGORIES = ("disabled-by-default-devtools.timeline", "devtools.timeline", "blink.user_timing")


@dataclass
class Tasks:
    """The tasks of a page, in milliseconds of its thread; filled when the trace has ended."""

    took: list[float] = field(default_factory=list)

    @property
    def longest(self) -> float:
        """The longest of them."""
        return max(self.took)


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
    found.took += [
        each["tdur"] / 1000
        for each in events
        if each["name"] == "RunTask" and (each["pid"], each["tid"]) == thread and "tdur" in each
    ]

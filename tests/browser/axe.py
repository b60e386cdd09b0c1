"""axe-core: what keeps somebody out of a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def barriers(page: Page, name: str) -> list[tuple[str, Any, list[str]]]:
    """Find what is wrong with a page, contrast included."""
    page.evaluate(AXE.read_text())
    result = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
    return [
        (name, each["id"], [node["html"][:150] for node in each["nodes"][:3]])
        for each in result["violations"]
    ]

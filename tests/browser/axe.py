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


CUT = """() => {
    const found = [];
    const name = (of) => `${of.localName}.${of.classList[0] ?? ""}`;
    const shut = (how) => how === "hidden" || how === "clip";
    const dialog = document.querySelector("dialog[open]");
    const texts = document.createTreeWalker(dialog ?? document.body, NodeFilter.SHOW_TEXT);
    const seen = (of) => of.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    while (texts.nextNode()) {
        const text = texts.currentNode;
        const at = text.parentElement;
        // What is said only, and data in two dimensions that scrolls in a frame of its own.
        const said = text.data.trim();
        if (!said || !seen(at) || at.closest(".hidden, .skip, option, .scroll")) continue;
        // A name in a box hardly wider than a finger: the box itself has all of it.
        if (at.closest("[data-box]")?.title.includes(said)) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        const told = `"${said.slice(0, 40)}" in ${name(at)}`;
        if (left < -1 || right > innerWidth + 1) found.push(`${told} is beyond the edge`);
        for (let of = at; of !== document.documentElement; of = of.parentElement) {
            const how = getComputedStyle(of);
            const room = of.getBoundingClientRect();
            const aside = left < room.left - 1.5 || right > room.right + 1.5;
            const wide = shut(how.overflowX) && aside;
            const high = shut(how.overflowY) && (top < room.top - 3 || bottom > room.bottom + 3);
            if (wide || high) found.push(`${told} is cut by ${name(of)}`);
            if (wide || high || how.position === "fixed" || how.overflowY === "auto") break;
        }
    }
    const over = document.documentElement.scrollWidth - innerWidth;
    return over > 0 ? [...found, `the page is ${over} wider than its window`] : found;
}"""


def cut(page: Page) -> list[str]:
    """Return the texts of a page that are cut off or beyond its edge, where nothing scrolls."""
    return list(page.evaluate(CUT))

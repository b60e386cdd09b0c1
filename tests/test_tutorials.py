"""The tutorials work when they are typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tutorials import TUTORIALS, Tutorial, same

pytestmark = pytest.mark.no_cover


def test_there_are_as_many_as_the_first_page_of_them_lists() -> None:
    """The fifth, `your-game.md`, is followed in a browser: `tests/browser/test_your_game.py`."""
    first = (TUTORIALS[0].parent / "index.md").read_text(encoding="utf-8")
    assert len(TUTORIALS) == 4
    assert all(f"]({page.name})" in first for page in TUTORIALS)
    assert "](../your-game.md)" in first


@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_a_tutorial_shows_what_comes(page: Path, tmp_path: Path) -> None:
    """If what comes is right, `python tests/tutorials.py` writes it into the pages."""
    blocks = list(Tutorial(page, tmp_path).typed())
    assert len(blocks) >= 3
    for block in blocks:
        assert same(block.came) == same(block.shown)

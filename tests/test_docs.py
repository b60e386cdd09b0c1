"""The documentation tells the truth: its Python runs, its commands print what they show."""

from __future__ import annotations

import doctest
import os
import re
from pathlib import Path

import pytest

from browser.pictures import BEFORE, MOST, PICTURES
from croupier import table
from croupier.cli import COMMANDS, main
from croupier.errors import Code
from croupier.table.decide.irregularities import REPORTED

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
"""What they show is typed by `test_tutorials`."""


@pytest.fixture(autouse=True)
def _from_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "80")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_examples_run(page: Path) -> None:
    result = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert result.failed == 0


def test_the_readme_has_python_examples() -> None:
    assert (ROOT / "README.md").read_text(encoding="utf-8").count(">>> ") > 10


def commands() -> list[tuple[str, str, str]]:
    found: list[tuple[str, str, str]] = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, shown = part.partition("\n")
                found.append((page.name, command, shown))
    return found


@pytest.mark.parametrize(("page", "command", "shown"), commands())
def test_commands_print_what_the_docs_show(
    page: str, command: str, shown: str, capfd: pytest.CaptureFixture[str]
) -> None:
    words = command.split()
    assert words[0] == "./run", f"{page}: examples call ./run"
    main(words[1:])
    printed = capfd.readouterr()
    assert tidy(printed.out + printed.err) == tidy(shown)


def tidy(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().splitlines()]


def test_the_readme_shows_a_round_explained_and_one_settled() -> None:
    shown = {command.split()[1] for page, command, _ in commands() if page == "README.md"}
    assert {"explain", "settle"} <= shown


def test_every_link_to_a_file_leads_somewhere() -> None:
    for page in (*PAGES, *TUTORIALS):
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name}: {target}"


PLOTS = {"cut-card", "strategy-count", "strategy-martingale"}
"""Drawn with the figures of their page, which took hours to measure: no picture of the product."""


def test_pictures_are_those_that_are_taken_of_the_product() -> None:
    """None goes stale: `./run pictures` makes each anew. Each is light, and shown on a page."""
    found = {path.stem: path for path in (ROOT / "docs").glob("*.png")}
    assert set(found) == PICTURES | PLOTS | BEFORE
    assert [name for name, path in found.items() if path.stat().st_size >= MOST] == []
    shown = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert [name for name in found if f"{name}.png)" not in shown] == []


def test_every_file_that_contributors_are_sent_to_is_there() -> None:
    """Paths are told from the project's folder, or from that of the package or the pages."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:[a-z0-9_.-]+/)+[a-z0-9_.-]+\.(?:py|ts|toml|json|md))`", text))
    assert len(named) > 20
    roots = (ROOT, ROOT / "src" / "croupier", ROOT / "web")
    assert [name for name in sorted(named) if not any((r / name).exists() for r in roots)] == []


def test_every_command_and_every_error_code_is_documented() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert all(f"`./run {name}" in readme for name in COMMANDS if name != "tour")
    listed: list[str] = []
    for page in ("settle.md", "table.md"):
        errors = (ROOT / "docs" / page).read_text(encoding="utf-8").split("## Errors")[1]
        listed += re.findall(r"^\| `(\w+)` \|", errors, re.MULTILINE)
    assert listed == list(Code)


def test_every_command_event_and_report_of_a_table_is_documented() -> None:
    told = set(re.findall(r"`(\w+)`", (ROOT / "docs" / "table.md").read_text(encoding="utf-8")))
    assert {*table.COMMANDS, *table.EVENTS, *REPORTED, *table.Phase} <= told


def test_no_machine_and_no_registry_is_named() -> None:
    """No path of a machine and no download address goes into what we ship."""
    # The server on one's own machine, and the names that are set aside for examples.
    ours = r"127\.0\.0\.1|localhost|[a-z.]+\.example\b"
    forbidden = rf"/(home|root|work|tmp)/|https?://(?!{ours})"
    told = [
        path
        for path in (
            *PAGES,
            *TUTORIALS,
            ROOT / "mkdocs.yml",
            ROOT / "run",
            ROOT / "pyproject.toml",
            *(ROOT / "locks").iterdir(),
        )
        if re.search(forbidden, path.read_text(encoding="utf-8"))
    ]
    assert told == []
    assert os.access(ROOT / "run", os.X_OK)

"""Builds the documentation site into build/site; `./run docs` calls this.

The pages of `docs/` and those that are made from the product (`reference_pages`) are brought
together in build/docs, and MkDocs makes the site of them. Links lead where the pages then are. A
warning fails: a link or an anchor that leads nowhere, a page without a place in the navigation.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parent.parent
STAGE = ROOT / "build" / "docs"
SITE = ROOT / "build" / "site"
PROJECT_PAGES = {
    "CONTRIBUTING.md": "project/contributing.md",
    "CHANGELOG.md": "project/changelog.md",
    "SECURITY.md": "project/security.md",
    "CODE_OF_CONDUCT.md": "project/code-of-conduct.md",
}
"""Pages that lie beside `docs/`, and their places in the site."""
PLACES = {**PROJECT_PAGES, "README.md": "index.md", "LICENSE": "files/LICENSE"}

LINK = re.compile(r"(?<=\]\()(?!\w+:|#)([^)\s#]*)(#[^)\s]*)?(?=\))")


def main() -> int:
    """Build the site, or serve it while its pages are written; return the exit status."""
    parser = argparse.ArgumentParser(prog="./run docs", description="Build the documentation site.")
    parser.add_argument("--serve", action="store_true", help="show it at http://127.0.0.1:8400/")
    serve = parser.parse_args().serve
    shutil.rmtree(STAGE, ignore_errors=True)
    STAGE.mkdir(parents=True)
    call = ["serve", "--dev-addr", "127.0.0.1:8400"] if serve else ["build"]
    here = os.pathsep.join(filter(None, [str(Path(__file__).parent), os.environ.get("PYTHONPATH")]))
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", *call, "--strict"],
        cwd=ROOT,
        # The theme's maker warns of a version of MkDocs that the lock does not have.
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": here},
        check=False,
    )
    if done.returncode == 0 and not serve:
        size = sum(path.stat().st_size for path in SITE.rglob("*") if path.is_file())
        print(f"{SITE.relative_to(ROOT)}/index.html: {size / 1e6:.1f} MB in all")
    return done.returncode


def on_pre_build(config: object) -> None:
    """Bring the pages together anew; MkDocs calls this before it reads them."""
    stage(STAGE)


def stage(folder: Path) -> None:
    """Write every page and file of the site into a folder; those that have not changed stay."""
    from reference_pages import reference_pages

    files: dict[str, bytes] = {}
    pages = {str(path.relative_to(ROOT)): place for path, place in _pages()}
    for name, place in pages.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        for target in _targets(text, name):
            if target not in pages:
                files.update(_beside(target))
        files[place] = moved(text, name, pages).encode()
    for kind in ("*.png", "*.css"):
        for path in (ROOT / "docs").rglob(kind):
            files[path.relative_to(ROOT / "docs").as_posix()] = path.read_bytes()
    for place, text in reference_pages().items():
        files[place] = text.encode()
    for place, content in files.items():
        path = folder / place
        if not path.is_file() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    for path in [path for path in folder.rglob("*") if path.is_file()]:
        if path.relative_to(folder).as_posix() not in files:
            path.unlink()


def moved(text: str, name: str, pages: dict[str, str]) -> str:
    """Return a page's text with its links as they are in the site."""
    here = PurePosixPath(pages[name]).parent

    def link(found: re.Match[str]) -> str:
        target = _resolved(found[1], name)
        place = pages.get(target) or PLACES.get(target) or _place(target)
        return os.path.relpath(place, here) + (found[2] or "")

    return LINK.sub(lambda found: link(found) if found[1] else found[0], text)


def _pages() -> Iterator[tuple[Path, str]]:
    for path in sorted((ROOT / "docs").rglob("*.md")):
        yield path, path.relative_to(ROOT / "docs").as_posix()
    for name, place in PROJECT_PAGES.items():
        yield ROOT / name, place


def _targets(text: str, name: str) -> Iterator[str]:
    for found in LINK.finditer(text):
        if found[1]:
            yield _resolved(found[1], name)


def _resolved(target: str, name: str) -> str:
    """Return the path, from the project's folder, of what a page links to."""
    return os.path.normpath(PurePosixPath(name).parent / target)


def _place(target: str) -> str:
    """Return where a file of the project lies in the site: a folder is a page that lists it."""
    if target.startswith("docs/"):
        return target.removeprefix("docs/")
    folder = (ROOT / target).is_dir()
    return f"files/{target}/index.md" if folder else f"files/{target}"


def _beside(target: str) -> dict[str, bytes]:
    """Return the files that a link out of `docs/` needs in the site."""
    path = ROOT / target
    if (target in PLACES and target != "LICENSE") or not path.exists():
        return {}
    if path.is_file():
        return {_place(target): path.read_bytes()}
    names = sorted(each.name for each in path.iterdir() if each.is_file())
    listed = "".join(f"- [{name}]({name})\n" for name in names)
    found = {f"files/{target}/{name}": (path / name).read_bytes() for name in names}
    return found | {_place(target): f"# {target}\n\n{listed}".encode()}


if __name__ == "__main__":
    sys.exit(main())

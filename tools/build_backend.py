"""flit's build backend, which never leaves the browser's pages out.

The pages are built with Node (`./run pages`) and are in no commit: a wheel made from a clean clone
had none, and its server showed plain ones. A source distribution has them built, so that
whoever installs from it needs no Node.
"""

from __future__ import annotations

from pathlib import Path

from flit_core import buildapi  # type: ignore[import-untyped]
from flit_core.buildapi import (  # type: ignore[import-untyped]
    build_editable,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

APP = Path("src", "croupier", "server", "pages", "app")

Settings = dict[str, object] | None


def require_pages(app: Path = APP) -> None:
    """Raise `SystemExit` if the pages are not built."""
    if not (app / "index.html").is_file() or not any(app.glob("assets/*.js")):
        raise SystemExit(
            "croupier: the browser's pages are not built, and a package without them would be "
            "incomplete. Build them with ./run pages, or make a release with ./run release."
        )


def build_wheel(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    """Build a wheel with the pages in it; return its name."""
    require_pages()
    return str(buildapi.build_wheel(wheel_directory, config_settings, metadata_directory))


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    """Build a source distribution with the pages in it; return its name."""
    require_pages()
    return str(buildapi.build_sdist(sdist_directory, config_settings))

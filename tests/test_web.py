"""What can be said of the browser's side without a browser."""

from __future__ import annotations

import gzip
import json
import os
from importlib.resources import files
from pathlib import Path

import pytest

from croupier.server.app import openapi
from croupier.server.typescript import write_types

WEB = Path(__file__).parents[1] / "web"
MOST = 155_000
"""Bytes of script, gzipped, that all pages together may have."""


def test_the_types_are_those_of_this_server() -> None:
    """`./run types` writes them anew."""
    assert (WEB / "src" / "api" / "schema.ts").read_text() == write_types(openapi())


def test_the_lock_binds_nobody_to_a_host() -> None:
    """`npm run lock` in web/ writes it anew."""
    lock = (WEB / "package-lock.json").read_text()
    assert "://" not in lock
    assert json.loads(lock)["packages"][""]["devDependencies"]


def test_no_file_is_longer_than_a_person_reads() -> None:
    sources = [path for end in ("ts", "svelte", "css") for path in (WEB / "src").rglob(f"*.{end}")]
    assert sources
    long = {path.name for path in sources if len(path.read_text().splitlines()) > 400}
    assert not long


def test_the_scripts_are_small() -> None:
    assets = files("croupier.server").joinpath("pages", "app", "assets")
    if not assets.is_dir() and not os.environ.get("CROUPIER_CI"):
        pytest.skip("the pages are not built: ./run pages")
    scripts = [at.read_bytes() for at in assets.iterdir() if at.name.endswith(".js")]
    assert 0 < sum(len(gzip.compress(script)) for script in scripts) < MOST

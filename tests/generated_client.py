"""Has a client written from the OpenAPI document, as a programmer would."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from croupier.server.app import openapi

CONFIG = {
    "content_type_overrides": {
        "application/zip": "application/octet-stream",
        "application/pdf": "application/octet-stream",
    }
}
"""What the writer of clients takes for a file: it knows no other kinds."""


def write_client(folder: Path) -> Path:
    """Write the package `house_client` into a folder, without a warning; return where it is."""
    (folder / "openapi.json").write_text(json.dumps(openapi()))
    (folder / "config.json").write_text(json.dumps(CONFIG))
    words = ["generate", "--path", "openapi.json", "--config", "config.json", "--meta", "none"]
    done = subprocess.run(
        [sys.executable, "-m", "openapi_python_client", *words, "--output-path", "house_client"],
        cwd=folder,
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "Generating house_client", done.stdout
    assert done.stderr == ""
    return folder / "house_client"

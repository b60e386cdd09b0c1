"""The quick tests on other Pythons: `./run soak` runs them where such a Python really starts.

A name on PATH may be dead, so each is run once to find out. Every Python gets an environment of
its own, from the same lock.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
NAMES = ("python3.11", "python3.12", "python3.13", "python3.14")
"""The Pythons that croupier is for; that of the tests themselves is left out."""


def starting() -> dict[str, str]:
    """Return the Pythons that start, with the file of each; those of this version are left out."""
    found = {}
    own = f"python3.{sys.version_info.minor}"
    for name in NAMES:
        path = shutil.which(name)
        if name == own or path is None:
            continue
        asked = subprocess.run(
            [path, "-c", "import sys, venv, ensurepip; print(sys.executable)"],
            capture_output=True,
            text=True,
            check=False,
        )
        if asked.returncode == 0:
            found[name] = asked.stdout.strip()
    return found


def run_quick_tests(say: Callable[[str], None]) -> list[str]:
    """Run the quick tests on each other Python; return the names of those that they failed on."""
    failed = []
    pythons = starting()
    for name in NAMES:
        if name not in pythons and name != f"python3.{sys.version_info.minor}":
            say(f"{name}: none that starts is here, so nothing was run on it.")
    for name, python in pythons.items():
        say(f"{name}: setting up, then the quick tests.")
        if not _passes(python):
            failed.append(name)
    return failed


def _passes(python: str) -> bool:
    with tempfile.TemporaryDirectory() as made:
        place = Path(made, "venv")
        own = place / "bin" / "python"
        uv = Path(sys.executable).with_name("uv")
        lock = ROOT / "locks" / "dev.txt"
        here = ("--quiet", "--python", own)
        alone = ("--no-deps", "--no-build-isolation", "--offline", "--editable", ROOT)
        steps: tuple[Sequence[str | Path], ...] = (
            [uv, "venv", "--quiet", "--python", python, place],
            [uv, "pip", "sync", *here, "--require-hashes", lock],
            [uv, "pip", "install", *here, *alone],
            [own, "-m", "pytest", "-q", "--quick", "-n", "2", "-p", "no:cacheprovider"],
        )
        # Standard output stays empty: it belongs to nobody here.
        return all(
            subprocess.run(step, cwd=ROOT, stdout=sys.stderr, check=False).returncode == 0
            for step in steps
        )

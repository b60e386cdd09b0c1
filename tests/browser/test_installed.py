"""What is built is what is used: installed far from the checkout, served, played at, watched."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from browser.conftest import FLAGS, chromium
from generated_client import write_client
from installed_round import CLIENTS, PASSWORD, TABLE
from served import address_told

ROOT = Path(__file__).parents[2]
UV = Path(sys.executable).with_name("uv")
needs_uv = pytest.mark.skipif(not UV.exists(), reason="these tests were not started by ./run")


class Installed:
    """An empty environment with the wheel in it, and a folder far from the checkout."""

    def __init__(self, wheel: Path, folder: Path) -> None:
        self.folder, self.bin = folder, folder / "venv" / "bin"
        here: tuple[str | Path, ...] = ("--quiet", "--python", folder / "venv")
        known = ("-c", ROOT / "locks" / "dev.txt")
        around = os.environ | {"UV_SYSTEM_CERTS": "1"}
        venv: list[str | Path] = [
            UV,
            "venv",
            "--quiet",
            "--python",
            sys.executable,
            folder / "venv",
        ]
        # What a generated client takes beside httpx, which the server brings.
        wanted = (f"{wheel}[server]", "attrs", "python-dateutil")
        for step in (venv, [UV, "pip", "install", *here, *known, *wanted]):
            subprocess.run(step, check=True, env=around, capture_output=True)
        # Nothing of this process: no path to the checkout, no key that its tests have made.
        self.around = {"PATH": f"{self.bin}:{os.defpath}", "HOME": str(folder)}

    def start(self, *words: str | Path, **pipes: Any) -> subprocess.Popen[str]:
        return subprocess.Popen(words, cwd=self.folder, env=self.around, text=True, **pipes)

    def croupier(self, *words: str, read: str | None = None) -> str:
        done = subprocess.run(
            [self.bin / "croupier", *words],
            cwd=self.folder,
            env=self.around,
            input=read,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    @contextmanager
    def served(self) -> Iterator[str]:
        """Serve a house; the address."""
        words = ("serve", "--port", "0", "--no-demo", "--database", "house.db")
        server = self.start(self.bin / "croupier", *words, stderr=subprocess.PIPE)
        assert server.stderr is not None
        try:
            yield address_told(server.stderr)
            server.terminate()
            assert server.wait(30) == 0
        finally:
            server.kill()
            server.wait()
            server.stderr.close()


@contextmanager
def looking_on() -> Iterator[Page]:
    """A page in a browser of its own: no other house is needed."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        yield browser.new_page()
        browser.close()


def play(wheel: Path, folder: Path, client: str) -> None:
    """Install, serve, play a round by a client; a browser looks on and shows the same result."""
    installed = Installed(wheel, folder)
    for name, role in (("sam", "shift_manager"), ("ann", "player")):
        tables = ["--table", "all"] if name == "sam" else []
        words = ("user", "add", name, "--role", role, "--database", "house.db", *tables)
        installed.croupier(*words, read=f"{PASSWORD}\n")
    shutil.copy(ROOT / "tests" / "installed_round.py", folder)
    if client == "generated":
        # Beside the program, so it is found there.
        write_client(folder)
    with installed.served() as address, looking_on() as page:
        program = installed.start(
            *(installed.bin / "python", "installed_round.py", client, address),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert program.stdin is not None
        assert program.stdout is not None
        assert json.loads(program.stdout.readline()) == {"open": TABLE}
        page.goto(f"{address}/tables/{TABLE}/board")
        expect(page.locator(".board")).to_be_visible()
        expect(page.locator(".recent li")).to_have_count(0)
        told, _ = program.communicate("go\n", timeout=60)
        assert program.returncode == 0
        played = json.loads(told)
        result = played["result"]
        [line] = result["bets"]
        assert played["chips"] == f"{60 + float(line['back']):.2f}"
        shown = page.locator(".recent li")
        expect(shown).to_have_count(1)
        totals = rf"{result['player']['total']} : {result['banker']['total']}"
        winner = result["result"].title()
        expect(shown).to_have_text(re.compile(rf"#1\s*{winner}\s*{totals}\s*$"))
    proven = json.loads(installed.croupier("verify", "house.db", "--json"))
    assert proven["ok"]
    assert proven["tables"][TABLE]["rounds"] == {"settled": 1, "void": 0}
    where = "import croupier; print(croupier.__file__)"
    found = subprocess.run(
        [installed.bin / "python", "-c", where],
        cwd=folder,
        env=installed.around,
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(found.stdout.strip()).is_relative_to(folder / "venv")


@needs_uv
@pytest.mark.parametrize("client", CLIENTS)
def test_a_round_is_played_at_what_was_installed(
    equipped: None, wheel: Path, tmp_path: Path, client: str
) -> None:
    play(wheel, tmp_path, client)


@needs_uv
@pytest.mark.soak
def test_a_round_is_played_at_what_a_clean_clone_releases(equipped: None, tmp_path: Path) -> None:
    """From the last commit alone: set up, built, tried by `./run release`, installed, played."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no checkout of git, so nothing can be cloned")
    clone, house = tmp_path / "clone", tmp_path / "house"
    house.mkdir()
    subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
    around = {name: os.environ[name] for name in os.environ if not name.startswith("CROUPIER_")}
    done = subprocess.run(
        [clone / "run", "release"], env=around, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    [wheel] = (clone / "dist").glob("*.whl")
    play(wheel, house, next(iter(CLIENTS)))

"""Build dist/ and try it as a stranger would; `./run release` calls this.

The wheel is built from the source distribution, so that one proves the other. Then each extra is
installed into an empty environment, and what it adds is called there. In the core alone every
command is called: each works, or names the extra that it takes.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bill_of_materials import bill_of_materials, licence_list

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
RESOLVED_ONLY = frozenset({"gpu"})
"""What CUDA brings is as large as all the rest: that it can be had is looked up, no more."""
COMPILING = ("fast", "par", "lab", "cluster")
"""What compiles a kernel for seconds is tried one after the other, beside the rest."""


@dataclass(frozen=True, slots=True)
class Probe:
    """A call that has to work where its extra is installed, and to name it in the core alone."""

    words: tuple[str, ...]
    extra: str = ""
    status: int = 0
    says: str = ""
    """What a call that cannot succeed here says: then it has come past everything it imports."""
    program: str = "croupier"
    only_named: bool = False
    """It compiles for seconds, and another call tries the same packages: naming them is enough."""


NO_HOUSE = "no such file"
PROBES = (
    Probe(("games", "--json")),
    Probe(("bets", "show", "dragon-bonus")),
    Probe(("mix", "classic", "dragon-bonus", "--out", "mixed.toml")),
    Probe(("settle", "rounds.jsonl"), status=1),
    Probe(("explain", "round.json")),
    Probe(("odds", "tiger", "--json")),
    Probe(("counting", "classic", "--shoes", "0")),
    Probe(("new", "my.toml")),
    Probe(("check", "my.toml")),
    Probe(("design", "my.toml", "--bet", "player", "--edge", "5%"), "", 2, "leave one pay line"),
    Probe(("table", "table.jsonl", "--log", "log.jsonl"), status=1),
    Probe(("verify", "log.jsonl")),
    Probe(("replay", "log.jsonl")),
    Probe(("tour",)),
    Probe(("schema", "rounds")),
    Probe(("schema", "socket")),
    Probe(("par", "classic", "--out", "sheet.json")),
    Probe(("par", "classic", "--out", "sheet.html"), "par"),
    Probe(("simulate", "classic", "--rounds", "1000"), "fast"),
    Probe(("strategy", "classic", "--play", "flat", "--shoes", "2"), "fast", only_named=True),
    Probe(("counting", "classic", "--shoes", "9"), "fast", only_named=True),
    Probe(("shoes", "classic", "--shoes", "9", "--out", "coups.parquet"), "fast"),
    Probe(
        ("simulate", "classic", "--rounds", "9", "--engine", "cluster", "--workers", "1"), "cluster"
    ),
    Probe(
        ("-c", "import croupier, croupier.gym; croupier.odds('classic').to_frame()"),
        "lab",
        program="python",
    ),
    Probe(("-c", "import croupier.client"), "client", program="python"),
    Probe(("user", "list", "--database", "house.db"), "store", 2, NO_HOUSE),
    Probe(("vault-key", "show", "--database", "house.db"), "store", 2, NO_HOUSE),
    Probe(("report", "house.db"), "store", 2, NO_HOUSE),
    Probe(("dispute", "house.db", "t1", "1"), "store", 2, NO_HOUSE),
    Probe(("verify", "house.db"), "", 2, NO_HOUSE),
    Probe(("backup", "house.db", "house.backup"), "store", 2, NO_HOUSE),
    Probe(("restore", "house.backup", "house.db"), "store", 2, NO_HOUSE),
    Probe(("serve", "--port", "none"), "server", 2, "port"),
    Probe(("schema", "http"), "server"),
)
WRONG_CALL = 2
EXAMPLES = ("round.json", "rounds.jsonl", "table.jsonl")

Failures = list[str]


def main() -> int:
    """Build, check, try; return 0 if all of it holds."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    shutil.rmtree(DIST, ignore_errors=True)
    with _step("building the source distribution, and the wheel from it"):
        _run(_uv("build", "--no-build-isolation", "--python", sys.executable, "-o", DIST, ROOT))
    (DIST / ".gitignore").unlink(missing_ok=True)
    [wheel] = DIST.glob("*.whl")
    _say("  checking both, and each extra in an empty environment")
    extras = ["", *project["optional-dependencies"]]
    others = [name for name in extras if name not in {*COMPILING, *RESOLVED_ONLY, "all"}]
    with ThreadPoolExecutor(3) as threads, tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        lanes = [
            threads.submit(Lane(wheel, folder / "compiling").try_all, COMPILING),
            threads.submit(Lane(wheel, folder / "others").try_all, [*others, "all"]),
        ]
        threads.submit(_check, wheel, project).result()
        tried = [lane.result() for lane in lanes]
    packages = {name: found for lane in tried for name, found in lane.packages.items()}
    failures = [wrong for lane in tried for wrong in lane.failures]
    for extra, found in packages.items():
        if missing := found - packages["all"]:
            failures.append(f"croupier[all] lacks {', '.join(sorted(missing))} of {extra}")
    _say(*(f"  {wrong}\n" for wrong in failures))
    for made_file in sorted(DIST.iterdir()):
        _say(f"  dist/{made_file.name}  {made_file.stat().st_size / 1e6:.2f} MB")
    return 1 if failures else 0


def _check(wheel: Path, project: dict[str, Any]) -> None:
    """Check both packages, write what they are made of, and call the wheel as uvx does."""
    [source] = DIST.glob("*.tar.gz")
    _run([sys.executable, "-m", "twine", "check", "--strict", wheel, source])
    _run([sys.executable, "-m", "check_wheel_contents", wheel])
    bill = bill_of_materials(ROOT, project["name"], project["version"])
    named = DIST / f"{project['name']}-{project['version']}"
    named.with_name(f"{named.name}.cdx.json").write_text(json.dumps(bill, indent=1) + "\n")
    named.with_name(f"{named.name}-licences.md").write_text(licence_list(bill))
    here = ("--quiet", "--python", sys.executable, "--constraints", ROOT / "locks" / "core.txt")
    uvx = Path(sys.executable).with_name("uvx")
    _run([uvx, *here, "--from", wheel, "croupier", "games", "--json"])
    for extra in sorted(RESOLVED_ONLY):
        _run(_uv("pip", "compile", "--quiet", "--extra", extra, ROOT / "pyproject.toml"))
        _say(f"  croupier[{extra}]: can be resolved; not installed here")


@dataclass(slots=True)
class Lane:
    """Empty environments, one after the other at one place: what is compiled serves the next."""

    wheel: Path
    folder: Path
    failures: Failures = field(default_factory=list)
    packages: dict[str, set[str]] = field(default_factory=dict)
    """What was installed with each extra: names and versions."""

    def try_all(self, extras: Sequence[str]) -> Lane:
        """Install the wheel with each extra into an empty environment, and call what it adds."""
        self.folder.mkdir()
        for name in EXAMPLES:
            shutil.copy(ROOT / "examples" / name, self.folder)
        added: set[str] = set()
        for extra in extras:
            self._install(extra)
            added |= {extra} - {""}
            tried = _tried(extra) if extra != "all" else [p for p in PROBES if p.extra in added]
            found = [wrong for probe in tried for wrong in self._judge(probe, extra)]
            name = f"croupier[{extra}]" if extra else "croupier alone"
            _say(f"  {name}: {len(tried)} calls, {len(found) or 'none'} of them wrong")
            self.failures += found
        return self

    def _install(self, extra: str) -> None:
        place = self.folder / "venv"
        _run(_uv("venv", "--quiet", "--clear", "--python", sys.executable, place))
        target = f"{self.wheel}[{extra}]" if extra else str(self.wheel)
        here = ("--quiet", "--python", place, "-c", ROOT / "locks" / "core.txt")
        _run(_uv("pip", "install", *here, target))
        self.packages[extra] = {path.stem for path in place.glob("lib/*/site-packages/*.dist-info")}

    def _judge(self, probe: Probe, extra: str) -> Iterator[str]:
        done = subprocess.run(
            [self.folder / "venv" / "bin" / probe.program, *probe.words],
            cwd=self.folder,
            env=_kept(self.folder),
            capture_output=True,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        yield from judge(probe, bool(extra), done.returncode, done.stderr.strip())


def _tried(extra: str) -> list[Probe]:
    """Return what is called where an extra is installed: in the core alone, every command."""
    if extra:
        return [probe for probe in PROBES if probe.extra == extra and not probe.only_named]
    return [probe for probe in PROBES if probe.program == "croupier"]


def judge(probe: Probe, installed: bool, status: int, said: str) -> Iterator[str]:
    """Yield what is wrong with what a call has said."""
    called = f"{probe.program} {' '.join(probe.words)}"
    if probe.extra and not installed:
        if status != WRONG_CALL or "\n" in said or f"croupier[{probe.extra}]" not in said:
            yield f"{called}: does not name croupier[{probe.extra}], but says {said[-300:]!r}"
    elif status != probe.status or probe.says not in said or "croupier[" in said:
        yield f"{called}: status {status}, {said[-300:]!r}"


def _kept(folder: Path) -> dict[str, str]:
    """Return the variables for a call that keeps what it compiles beside the environments."""
    around = {
        name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
    }
    kept = {"PYTHONPYCACHEPREFIX": folder / "compiled", "NUMBA_CACHE_DIR": folder / "kernels"}
    return around | {name: str(value) for name, value in kept.items()}


def _uv(*words: str | Path) -> list[str | Path]:
    return [Path(sys.executable).with_name("uv"), *words]


def _run(command: Sequence[str | Path]) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")


@contextmanager
def _step(what: str) -> Iterator[None]:
    since = time.monotonic()
    _say(f"  {what} …")
    yield
    _say(f"    {time.monotonic() - since:.1f} s")


def _say(*words: str) -> None:
    print(*words, file=sys.stderr, flush=True)


if __name__ == "__main__":
    raise SystemExit(main())

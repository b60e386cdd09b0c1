"""Build dist/ and try it as a stranger would; `./run release` calls this.

The wheel is built from the source distribution, so that one proves the other. Then each extra is
installed into an empty environment, and commands are called there: each works, or names the extra
that it takes.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bill_of_materials import bill_of_materials, licence_list

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
RESOLVED_ONLY = frozenset({"gpu"})
"""What CUDA brings is as large as all the rest: that it can be had is looked up, no more."""


@dataclass(frozen=True, slots=True)
class Probe:
    """A call that has to work where its extra is installed, and to name it elsewhere."""

    words: tuple[str, ...]
    extra: str = ""
    status: int = 0
    says: str = ""
    """What a call that cannot succeed here says: then it has come past everything it imports."""


PROBES = (
    Probe(("games", "--json")),
    Probe(("settle", "rounds.jsonl"), status=1),
    Probe(("explain", "round.json")),
    Probe(("odds", "tiger", "--json")),
    Probe(("new", "my.toml")),
    Probe(("check", "my.toml")),
    Probe(("table", "table.jsonl", "--log", "log.jsonl"), status=1),
    Probe(("verify", "log.jsonl")),
    Probe(("replay", "log.jsonl")),
    Probe(("tour",)),
    Probe(("par", "classic", "--out", "sheet.json")),
    Probe(("par", "classic", "--out", "sheet.html"), "par"),
    Probe(("simulate", "classic", "--rounds", "1000"), "fast"),
    Probe(("shoes", "classic", "--shoes", "9", "--out", "coups.parquet"), "fast"),
    Probe(("simulate", "classic", "--rounds", "1000", "--engine", "cluster"), "cluster"),
    Probe(("user", "list", "--database", "house.db"), "store", 2, "no such file"),
    Probe(("serve", "--port", "none"), "server", 2, "port"),
)
WRONG_CALL = 2

Failures = list[str]


def main() -> int:
    """Build, check, try; return 0 if all of it holds."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    shutil.rmtree(DIST, ignore_errors=True)
    with _step("building the source distribution, and the wheel from it"):
        _run(_uv("build", "--no-build-isolation", "--python", sys.executable, "-o", DIST, ROOT))
    (DIST / ".gitignore").unlink(missing_ok=True)
    [wheel] = DIST.glob("*.whl")
    [source] = DIST.glob("*.tar.gz")
    with _step("checking both"):
        _run([sys.executable, "-m", "twine", "check", "--strict", wheel, source])
        _run([sys.executable, "-m", "check_wheel_contents", wheel])
    with _step("writing the bill of materials and the licences"):
        bill = bill_of_materials(ROOT, project["name"], project["version"])
        named = DIST / f"{project['name']}-{project['version']}"
        named.with_name(f"{named.name}.cdx.json").write_text(json.dumps(bill, indent=1) + "\n")
        named.with_name(f"{named.name}-licences.md").write_text(licence_list(bill))
    failures: Failures = []
    extras = ["", *project["optional-dependencies"]]
    installed = [extra for extra in extras if extra not in RESOLVED_ONLY]
    with ThreadPoolExecutor(2) as threads, tempfile.TemporaryDirectory() as made:
        closures = {extra: closure(extra, project["optional-dependencies"]) for extra in extras}
        tried = threads.map(
            lambda extra: _try(wheel, extra, closures[extra], Path(made, extra or "core")),
            installed,
        )
        for extra, found in zip(installed, tried, strict=True):
            _say(f"  croupier[{extra}]: " if extra else "  croupier alone: ", *found or ["ok"])
            failures += found
        for extra in sorted(RESOLVED_ONLY):
            _run(_uv("pip", "compile", "--quiet", "--extra", extra, ROOT / "pyproject.toml"))
            _say(f"  croupier[{extra}]: can be resolved; not installed here")
    for made_file in sorted(DIST.iterdir()):
        _say(f"  dist/{made_file.name}  {made_file.stat().st_size / 1e6:.2f} MB")
    return 1 if failures else 0


def closure(extra: str, extras: dict[str, list[str]]) -> set[str]:
    """Return an extra with all those that it brings along."""
    found = {extra}
    for requirement in extras.get(extra, ()):
        if requirement.startswith("croupier["):
            inner = requirement.removeprefix("croupier[").partition("]")[0]
            for name in inner.split(","):
                found |= closure(name, extras)
    return found


def _try(wheel: Path, extra: str, brought: set[str], folder: Path) -> Failures:
    """Install the wheel with an extra into an empty environment; return what does not hold."""
    folder.mkdir()
    _run(_uv("venv", "--quiet", "--python", sys.executable, folder / "venv"))
    python = folder / "venv" / "bin" / "python"
    target = f"{wheel}[{extra}]" if extra else str(wheel)
    constraints = ROOT / "locks" / "core.txt"
    _run(_uv("pip", "install", "--quiet", "--python", python, "-c", constraints, target))
    for name in ("round.json", "rounds.jsonl", "table.jsonl"):
        shutil.copy(ROOT / "examples" / name, folder)
    # What works with the core alone is tried there; elsewhere only what an extra adds.
    tried = [probe for probe in PROBES if not extra or probe.extra in brought - {""}]
    return [wrong for probe in tried for wrong in _judge(probe, brought, folder, python)]


def _judge(probe: Probe, brought: set[str], folder: Path, python: Path) -> Iterator[str]:
    command = [str(python.with_name("croupier")), *probe.words]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )
    called = "croupier " + " ".join(probe.words)
    said = done.stderr.strip()
    if probe.extra and probe.extra not in brought:
        if done.returncode != WRONG_CALL or f"croupier[{probe.extra}]" not in said:
            yield f"{called}: does not name croupier[{probe.extra}], but says {said[-300:]!r}"
    elif done.returncode != probe.status or probe.says not in said or "croupier[" in said:
        yield f"{called}: status {done.returncode}, {said[-300:]!r}"


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

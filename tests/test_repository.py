"""Files that other tools read: workflows, forms, the citation, habits of the repository."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from croupier.server.config import unknown_variables

pytestmark = pytest.mark.no_cover
ROOT = Path(__file__).parent.parent
HELD = {
    "github-workflows": [*sorted((ROOT / ".github" / "workflows").glob("*.yml"))],
    "github-issue-forms": [
        path
        for path in sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
        if path.name != "config.yml"
    ],
    "github-issue-config": [ROOT / ".github" / "ISSUE_TEMPLATE" / "config.yml"],
    "compose-spec": [ROOT / "compose.yaml"],
    "dependabot": [ROOT / ".github" / "dependabot.yml"],
    "citation-file-format": [ROOT / "CITATION.cff"],
}


def held(schema: str, *files: Path) -> subprocess.CompletedProcess[str]:
    command = "from check_jsonschema import main; main()"
    return subprocess.run(
        [sys.executable, "-c", command, "--builtin-schema", f"vendor.{schema}", *map(str, files)],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("schema", HELD)
def test_what_other_tools_read_is_of_their_form(schema: str) -> None:
    assert HELD[schema]
    done = held(schema, *HELD[schema])
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_check_finds_a_step_that_is_none(tmp_path: Path) -> None:
    workflow = (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    wrong = tmp_path / "wrong.yml"
    wrong.write_text(workflow.replace("steps:", "stops:", 1), encoding="utf-8")
    assert held("github-workflows", wrong).returncode == 1


def test_workflows_call_what_run_knows() -> None:
    """A word of `./run` that is gone would be noticed by nobody until the night."""
    known = set(re.findall(r"^ {4}(\w+)\) ", (ROOT / "run").read_text(encoding="utf-8"), re.M))
    called = {
        word
        for path in HELD["github-workflows"]
        for word in re.findall(r"\./run (\w+)", path.read_text(encoding="utf-8"))
    }
    assert called
    assert called <= known


def test_the_citation_names_this_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    cited = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {project['version']}\n" in cited
    assert f"\nlicense: {project['license']}\n" in cited


def test_the_newest_version_has_its_date_and_its_notes() -> None:
    """Nothing is published without what a tag takes: a day, and what to know before an upgrade."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## (\S+) \((\d{4}-\d\d-\d\d)\)$", changes, re.M)
    assert len(versions) == changes.count("\n## ") - changes.count("\n## Unreleased\n")
    version, day = versions[0]
    assert version == project["version"]
    cited = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\ndate-released: {day}\n" in cited
    notes = (ROOT / "docs" / "releases" / f"{version}.md").read_text(encoding="utf-8")
    assert notes.startswith(f"# croupier {version}\n\n{day}. ")
    assert all(f"\n## {part}\n" in notes for part in ("New", "Upgrade", "What may break"))


def test_contributing_has_every_room() -> None:
    """A room that is not in its table is one that a reader looks for in vain."""
    rows = re.findall(
        r"^\| (`.*?) \|", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.M
    )
    named = {name.rstrip("/") for row in rows for name in re.findall(r"[\w./]+", row)}
    places = (ROOT / "src" / "croupier").iterdir()
    rooms = {place.stem for place in places if place.suffix in {"", ".py"}}
    assert "settlement" in rooms
    assert rooms - {"__init__", "__main__", "__pycache__"} <= named


def test_security_names_files_that_are_there() -> None:
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    named = re.findall(r"\b(?:docs|deploy|tests)/[\w./]*", text)
    assert named
    assert all((ROOT / name.rstrip(".")).exists() for name in named)


def test_the_dockerfile_has_no_bad_habits() -> None:
    lint = shutil.which("hadolint", path=Path(sys.executable).parent)
    if lint is None:
        pytest.skip("hadolint is packaged for Linux on x86-64 only")
    done = subprocess.run([lint, ROOT / "Dockerfile"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def dockerfile() -> list[tuple[str, str]]:
    """The Dockerfile's instructions, one a row."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [
        (word, rest.strip()) for word, _, rest in (line.strip().partition(" ") for line in lines)
    ]


def settings() -> dict[str, dict[str, str]]:
    """What each way to run a server sets."""
    words = [pair for kind, rest in dockerfile() if kind == "ENV" for pair in shlex.split(rest)]
    unit = (ROOT / "deploy" / "croupier.service").read_text(encoding="utf-8")
    composed = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    return {
        "Dockerfile": dict(word.split("=", 1) for word in words),
        "croupier.service": dict(re.findall(r"^Environment=(\w+)=(.*)$", unit, re.M)),
        "compose.yaml": dict(re.findall(r"^ +(CROUPIER_\w+): (.*)$", composed, re.M)),
    }


@pytest.mark.parametrize("where", settings())
def test_what_is_set_are_settings(where: str) -> None:
    found = settings()[where]
    assert any(name.startswith("CROUPIER_") for name in found)
    assert [*unknown_variables(found)] == []


def test_the_container_ships_what_it_copies_and_nothing_else() -> None:
    [copied] = [rest.split()[:-1] for kind, rest in dockerfile() if kind == "COPY"]
    kept = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert {f"!{name}" for name in copied} == {*kept} - {"*"}
    assert (ROOT / "locks" / "server.txt").is_file()


def test_the_unit_is_one_that_systemd_understands(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("there is no systemd here")
    unit = (ROOT / "deploy" / "croupier.service").read_text(encoding="utf-8")
    named = tmp_path / "croupier.service"
    # It looks whether the program is there, which it is only where croupier is installed.
    named.write_text(unit.replace("/opt/croupier/bin/croupier", sys.executable), encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", named], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.soak
def test_the_steps_of_the_dockerfile_make_a_server(wheel: Path, tmp_path: Path) -> None:
    """No image can be built without an engine: the steps are run in an empty folder instead."""
    (tmp_path / "dist").mkdir()
    (tmp_path / "locks").mkdir()
    shutil.copy(wheel, tmp_path / "dist")
    shutil.copy(ROOT / "locks" / "server.txt", tmp_path / "locks")
    place = tmp_path / "opt"
    place.mkdir()
    for kind, rest in dockerfile():
        if kind == "COPY":
            *patterns, _ = rest.split()
            for pattern in patterns:
                for found in tmp_path.glob(pattern):
                    shutil.copy(found, place)
        elif kind == "RUN" and "useradd" not in rest:
            made = rest.replace("python -m venv", f"{sys.executable} -m venv")
            subprocess.run(["sh", "-ec", made], cwd=place, check=True, capture_output=True)
    empty = {"HOME": str(tmp_path), "PATH": f"{place / 'bin'}:{os.defpath}"}
    listed = subprocess.run(
        ["croupier", "games", "--json"], cwd=tmp_path, env=empty, capture_output=True, check=True
    )
    assert len(json.loads(listed.stdout)) == 6
    served = subprocess.Popen(
        ["croupier", "serve", "--port", "0", "--log", "json"],
        cwd=tmp_path,
        env=empty | {"CROUPIER_DEMO": "false"},
        stderr=subprocess.PIPE,
        text=True,
    )
    assert served.stderr is not None
    try:
        assert any("/first#" in line for line in served.stderr)
    finally:
        served.terminate()
        served.wait(30)
        served.stderr.close()

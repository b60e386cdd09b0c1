"""What is installed: the package brings along everything that it reads, far from a checkout."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest
from bill_of_materials import BUNDLED, bill_of_materials, licence_list
from build_backend import require_pages
from release import EXAMPLES, PROBES, Probe, judge

from croupier.cli import COMMANDS

pytestmark = pytest.mark.no_cover

ROOT = Path(__file__).parent.parent
Calls = dict[tuple[str, ...], tuple[int, str, str]]
"""The status, the output and the messages of each call."""
DATA = ("*.toml", "*.json", "*.html", "*.typ", "*.css", "*.js", "*.mako", "py.typed")


def test_it_has_every_file_that_the_package_reads(wheel: Path) -> None:
    source = ROOT / "src"
    found = {
        path.relative_to(source).as_posix()
        for pattern in DATA
        for path in (source / "croupier").rglob(pattern)
    }
    assert "croupier/demo/ez-baccarat.toml" in found
    assert found <= set(ZipFile(wheel).namelist())


def test_the_package_carries_games_schema_and_template(wheel: Path) -> None:
    names = set(ZipFile(wheel).namelist())
    par = ROOT / "src" / "croupier" / "par"
    pages = ["par/sheet.typ", "par/sheet.html", "par/cut_card.json"]
    pages += [f"par/templates/{path.name}" for path in (par / "templates").iterdir()]
    first = "store/migrations/versions/r0001_start.py"
    others = ("game/game.schema.json", "py.typed", "cli/template.toml", "cli/tour.json")
    for file in (*others, *pages, first):
        assert f"croupier/{file}" in names
    shelf = {path.name for path in (ROOT / "src" / "croupier" / "game" / "files").glob("*.toml")}
    assert len(shelf) == 6
    assert {f"croupier/game/files/{name}" for name in shelf} <= names
    bets = {path.name for path in (ROOT / "src" / "croupier" / "game" / "side_bets").glob("*.toml")}
    assert len(bets) > 100
    assert {f"croupier/game/side_bets/{name}" for name in bets} <= names


def test_the_demo_shows_its_own_game_where_it_is_installed(wheel: Path, tmp_path: Path) -> None:
    """From an empty folder, with nothing of the checkout in reach but the libraries."""
    with ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
    code = (
        "import sys; sys.path.insert(0, 'installed')\n"
        "import croupier; assert 'installed' in croupier.__file__, croupier.__file__\n"
        "from croupier.demo.casino import DEMO; from croupier.game.loading import keys\n"
        "print(len(keys()), *[game.key for game in DEMO.games()])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.stdout.split() == ["6", "ez-baccarat"], done.stderr


def test_no_package_is_built_without_the_pages(tmp_path: Path) -> None:
    """A wheel from a clean clone had none, and nobody was told."""
    app = tmp_path / "app"
    with pytest.raises(SystemExit, match="pages are not built"):
        require_pages(app)
    (app / "assets").mkdir(parents=True)
    (app / "index.html").touch()
    with pytest.raises(SystemExit, match="pages are not built"):
        require_pages(app)
    (app / "assets" / "index-1.js").touch()
    require_pages(app)


def test_the_wheel_has_the_built_pages(wheel: Path) -> None:
    app = "croupier/server/pages/app/"
    inside = [name for name in ZipFile(wheel).namelist() if name.startswith(app)]
    assert f"{app}index.html" in inside
    assert any(name.endswith(".js") for name in inside)


def test_the_source_distribution_has_what_a_checkout_has(source: Path) -> None:
    """All that git has, and the pages beside: tests and docs can be used, nothing needs Node."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no checkout of git, which would say what belongs to it")
    with tarfile.open(source) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    # A folder that git has as a link is a folder there.
    folders = {parent.as_posix() for name in inside for parent in Path(name).parents}
    assert {name for name in listed.stdout.decode().split("\0") if name} <= inside | folders
    assert "src/croupier/server/pages/app/index.html" in inside
    assert not [name for name in inside if "node_modules" in name or "__pycache__" in name]


@pytest.fixture(scope="module")
def called(tmp_path_factory: pytest.TempPathFactory) -> Calls:
    """What each call says, and what each command says of itself, where no extra is installed."""
    folder = tmp_path_factory.mktemp("core")
    for name in EXAMPLES:
        shutil.copy(ROOT / "examples" / name, folder)
    probes = [probe.words for probe in PROBES if probe.program == "croupier"]
    return with_the_core_alone(folder, *probes, *((name, "--help") for name in COMMANDS))


@pytest.mark.parametrize(
    "probe",
    [probe for probe in PROBES if probe.program == "croupier"],
    ids=lambda probe: " ".join(probe.words),
)
def test_a_command_works_in_the_core_alone_or_names_its_extra(called: Calls, probe: Probe) -> None:
    """One line and a status that is not 0. `./run release` calls the same in real environments."""
    status, _, said = called[probe.words]
    assert [*judge(probe, False, status, said.strip())] == []


def test_every_command_is_called() -> None:
    assert {probe.words[0] for probe in PROBES if probe.program == "croupier"} == {*COMMANDS}


@pytest.mark.parametrize("words", [("tour",), *((name, "--help") for name in COMMANDS)])
def test_nothing_speaks_of_what_only_a_checkout_has(called: Calls, words: tuple[str, ...]) -> None:
    status, told, said = called[words]
    assert status == 0 or "croupier[" in said
    assert not re.search(r"\./run|\b(docs|examples|tests|tools)/", told + said)


def with_the_core_alone(folder: Path, *calls: tuple[str, ...]) -> Calls:
    """Make calls in a process where whatever the extras bring cannot be imported."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [part for extra in project["optional-dependencies"].values() for part in extra]
    names = {re.split(r"[\[<>=;]", part)[0] for part in extras} - {"croupier"}
    barred = {name.removesuffix("-cffi").replace("-", "_") for name in names}
    code = f"""
import contextlib, io, json, sys

class Barred:
    def find_spec(self, name, *rest):
        if name.partition(".")[0] in {barred!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Barred())
from croupier.cli import main

said = []
for words in json.load(sys.stdin):
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = main(words)
        except SystemExit as ended:
            status = ended.code
    out.flush(), err.flush()
    said.append((status, *(text.buffer.getvalue().decode() for text in (out, err))))
print(json.dumps(said))
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        input=json.dumps(calls),
        capture_output=True,
        text=True,
        check=True,
    )
    return dict(zip(calls, map(tuple, json.loads(done.stdout)), strict=True))


def test_the_bill_of_materials_names_what_is_installed_and_what_the_pages_contain() -> None:
    bill = bill_of_materials(ROOT, "croupier", "1.2.3")
    named = {part["name"]: part for part in bill["components"]}
    locked = re.findall(r"^([a-z0-9.-]+)==", (ROOT / "locks" / "core.txt").read_text(), re.M)
    assert {*locked} <= {*named}
    assert all(named[name]["hashes"] for name in locked)
    imported = {
        re.match(r"(@[^/]+/)?[^/]+", name)[0]  # type: ignore[index]
        for file in (ROOT / "web" / "src").rglob("*")
        if file.suffix in {".ts", ".svelte"}
        for name in re.findall(r"from [\"']([a-z@][^\"']*)", file.read_text(encoding="utf-8"))
    }
    assert imported == {*BUNDLED}
    assert {*BUNDLED} <= {*named}
    assert not [part for part in named.values() if not part["licenses"][0]["license"]["name"]]
    # A first start fetches these alone; what checks and tests the pages comes with `./run test`.
    fetched = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))
    config = (ROOT / "web" / "vite.config.ts").read_text(encoding="utf-8")
    building = {*re.findall(r"from \"([^\"]+)\"", config)}
    assert "vite" in building
    assert {*BUNDLED} | building <= {*fetched["dependencies"]}
    table = licence_list(bill)
    assert all(f"| {name} | " in table for name in named)

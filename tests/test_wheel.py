"""What is installed: the package brings along everything that it reads, far from a checkout."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest
from bill_of_materials import BUNDLED, bill_of_materials, licence_list
from build_backend import require_pages

pytestmark = pytest.mark.no_cover

ROOT = Path(__file__).parent.parent
DATA = ("*.toml", "*.json", "*.html", "*.typ", "*.css", "*.js", "*.mako", "py.typed")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this tree."""
    folder = tmp_path_factory.mktemp("wheel")
    build = "import sys, build_backend; build_backend.build_wheel(sys.argv[1])"
    subprocess.run(
        [sys.executable, "-c", build, str(folder)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT / "tools")},
        check=True,
        capture_output=True,
    )
    [made] = folder.glob("*.whl")
    return made


def test_it_has_every_file_that_the_package_reads(wheel: Path) -> None:
    source = ROOT / "src"
    found = {
        path.relative_to(source).as_posix()
        for pattern in DATA
        for path in (source / "croupier").rglob(pattern)
    }
    assert "croupier/demo/ez-baccarat.toml" in found
    assert found <= set(ZipFile(wheel).namelist())


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


def test_the_source_distribution_has_what_a_checkout_has(tmp_path: Path) -> None:
    """All that git has, and the pages beside: tests and docs can be used, nothing needs Node."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no checkout of git, which would say what belongs to it")
    build = "import sys, build_backend; build_backend.build_sdist(sys.argv[1])"
    subprocess.run(
        [sys.executable, "-c", build, str(tmp_path)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT / "tools")},
        check=True,
        capture_output=True,
    )
    [made] = tmp_path.glob("*.tar.gz")
    with tarfile.open(made) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    # A folder that git has as a link is a folder there.
    folders = {parent.as_posix() for name in inside for parent in Path(name).parents}
    assert {name for name in listed.stdout.decode().split("\0") if name} <= inside | folders
    assert "src/croupier/server/pages/app/index.html" in inside
    assert not [name for name in inside if "node_modules" in name or "__pycache__" in name]


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (("serve",), "server"),
        (("report", "house.db"), "store"),
        (("user", "list"), "store"),
        (("simulate", "classic", "--rounds", "1"), "fast"),
        (("shoes", "classic", "--shoes", "1", "--out", "coups.csv"), "fast"),
        (("par", "classic", "--out", "sheet.pdf"), "par"),
        (("simulate", "classic", "--rounds", "1", "--engine", "gpu"), "gpu"),
    ],
)
def test_a_command_names_the_extra_that_it_takes(
    words: tuple[str, ...], extra: str, tmp_path: Path
) -> None:
    """One line and a status that is not 0, where only the core is installed."""
    done = with_the_core_alone(*words, folder=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith(f"croupier {words[0]}: ")
    assert f"pip install 'croupier[{extra}]'" in done.stderr


@pytest.mark.parametrize(
    "words",
    [("games",), ("odds", "classic"), ("settle", "none.jsonl"), ("new", "my.toml"), ("tour",)],
)
def test_the_core_alone_takes_no_more_than_it_installs(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    done = with_the_core_alone(*words, folder=tmp_path)
    assert "croupier[" not in done.stderr
    assert done.returncode == (2 if "none.jsonl" in words else 0), done.stderr
    assert "./run" not in done.stdout + done.stderr


def with_the_core_alone(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command where whatever the extras bring cannot be imported."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [part for extra in project["optional-dependencies"].values() for part in extra]
    names = {re.split(r"[\[<>=;]", part)[0] for part in extras} - {"croupier"}
    barred = {name.removesuffix("-cffi").replace("-", "_") for name in names}
    code = (
        "import sys\n"
        "class Barred:\n"
        "    def find_spec(self, name, *rest):\n"
        f"        if name.partition('.')[0] in {barred!r}:\n"
        "            raise ModuleNotFoundError(f'No module named {name!r}', name=name)\n"
        "sys.meta_path.insert(0, Barred())\n"
        "from croupier.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    return subprocess.run(
        [sys.executable, "-c", code, *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


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
    table = licence_list(bill)
    assert all(f"| {name} | " in table for name in named)

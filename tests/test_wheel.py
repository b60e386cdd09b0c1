"""What is installed: the package brings along everything that it reads, far from a checkout."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

pytestmark = pytest.mark.no_cover

ROOT = Path(__file__).parent.parent
DATA = ("*.toml", "*.json", "*.html", "*.typ", "*.css", "*.js", "*.mako", "py.typed")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this tree."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "flit_core.wheel", "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
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

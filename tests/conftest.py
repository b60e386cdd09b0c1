"""Both databases, for every test that wants one, and which tests are run."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from postgres import Postgres, scratch, started
from vault_keys import keep_a_vault_key

BEHIND_THE_DOORS = ("browser", "client", "server", "store")
"""Folders whose tests are no proof of the core's coverage; `./run test` runs them uncounted."""

NOT_QUICK = frozenset(
    {
        *(
            "test_auto_dealer",
            "test_benchmarks",
            "test_cards_decide",
            "test_checkpoint",
            "test_cli",
        ),
        *(
            "test_cluster",
            "test_counting",
            "test_gym",
            "test_lab",
            "test_notebooks",
            "test_shoes_cli",
        ),
        *("test_side_bets", "test_simulate_cards"),
        *("test_crash_recovery",),
        *("test_cut_card", "test_docs", "test_exhaustive", "test_game_files_reach", "test_gpu"),
        *(
            "test_insured",
            "test_json_schemas",
            "test_kernel",
            "test_naive_examples",
            "test_next_command",
            "test_odds",
        ),
        *("test_par", "test_properties", "test_repository", "test_schema", "test_second_opinion"),
        *("test_shuffle_statistics", "test_simulate", "test_simulate_cli", "test_simulation"),
        *("test_start",),
        *("test_strategies", "test_strategies_arrays", "test_strategies_cli"),
        *("test_strategies_view", "test_table_model"),
        *("test_code_blocks", "test_docs_site", "test_tutorials"),
        *("test_together", "test_user", "test_wheel"),
    }
)
"""What `./run test --quick` leaves out beside those folders: long, or not about the table."""


def pytest_configure() -> None:
    """Let servers of the tests make their keys in a folder of their own, not in the user's."""
    made = scratch()
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    os.environ["XDG_CONFIG_HOME"] = made
    keep_a_vault_key()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add what `./run soak` and `./run test --quick` give."""
    parser.addoption("--soak", action="store_true", help="run the long cases too, marked `soak`")
    parser.addoption("--quick", action="store_true", help="run the tests that matter most only")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Pass over what is not quick, where only that is wanted."""
    if config.getoption("--quick"):
        names = collection_path.relative_to(Path(__file__).parent.parent).with_suffix("").parts[1:]
        if names and (names[0] in BEHIND_THE_DOORS or names[-1] in NOT_QUICK):
            return True
    return None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what is run without counting lines, for that is faster; leave the long cases out."""
    here = Path(__file__).parent
    for item in items:
        if item.path.relative_to(here).parts[0] in BEHIND_THE_DOORS:
            item.add_marker(pytest.mark.no_cover)
    if not config.getoption("--soak"):
        long = {item for item in items if item.get_closest_marker("soak")}
        config.hook.pytest_deselected(items=list(long))
        items[:] = [item for item in items if item not in long]


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source distribution of this tree."""
    folder = tmp_path_factory.mktemp("built")
    root = Path(__file__).parent.parent
    code = (
        "import sys; sys.path.insert(0, 'tools'); import build_backend as made\n"
        "made.build_wheel(sys.argv[1]); made.build_sdist(sys.argv[1])"
    )
    subprocess.run([sys.executable, "-c", code, folder], cwd=root, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="session")
def wheel(built: Path) -> Path:
    """The wheel of this tree."""
    [made] = built.glob("*.whl")
    return made


@pytest.fixture(scope="session")
def source(built: Path) -> Path:
    """The source distribution of this tree."""
    [made] = built.glob("*.tar.gz")
    return made


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A server for the whole run; skipped, with the reason, where none can be had."""
    server = started()
    yield server
    server.close()


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder for files of databases, in memory if there is such a place."""
    made = Path(scratch())
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture
def sqlite(folder: Path) -> str:
    """Where a new SQLite database goes."""
    return str(folder / "house.db")


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str:
    """A new database of each kind."""
    if request.param == "sqlite":
        return str(request.getfixturevalue("sqlite"))
    server: Postgres = request.getfixturevalue("postgres")
    return server.new()

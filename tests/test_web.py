"""What can be said of the browser's side without a browser."""

from __future__ import annotations

import gzip
import importlib.util
import json
import os
import re
import shutil
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest

from croupier.game.loading import keys, shipped
from croupier.server.app import openapi
from croupier.words import languages

WEB = Path(__file__).parents[1] / "web"
MOST = 272_000
"""Bytes of script, gzipped, that all pages together may have in English; each page loads its own
part only, so the cage and the account cost a guest at a table nothing."""

MOST_OF_A_LANGUAGE = 45_000
"""The same for any other language, which is loaded when it is asked for."""


SCHEMA = WEB / "src" / "api" / "schema.ts"


def test_the_types_are_those_of_this_server(tmp_path: Path) -> None:
    """`./run types` writes them anew."""
    node, made = shutil.which("node"), WEB / "node_modules" / "openapi-typescript"
    if not (node and made.is_dir()) and not os.environ.get("CROUPIER_CI"):
        pytest.skip("what writes the types is not installed: ./run pages")
    document, written = tmp_path / "openapi.json", tmp_path / "schema.ts"
    document.write_text(json.dumps(openapi()))
    subprocess.run([node or "node", "types.mjs", document, written], cwd=WEB, check=True)
    assert SCHEMA.read_text() == written.read_text()


def test_the_lock_binds_nobody_to_a_host() -> None:
    """`npm run lock` in web/ writes it anew."""
    lock = (WEB / "package-lock.json").read_text()
    assert "://" not in lock
    assert json.loads(lock)["packages"][""]["devDependencies"]


def test_no_file_is_longer_than_a_person_reads() -> None:
    sources = [path for end in ("ts", "svelte", "css") for path in (WEB / "src").rglob(f"*.{end}")]
    # Nobody reads what a program writes: it is searched.
    sources.remove(SCHEMA)
    assert sources
    long = {path.name for path in sources if len(path.read_text().splitlines()) > 400}
    assert not long


def test_the_fonts_have_every_sign_that_is_said() -> None:
    """`./run fonts` writes them anew: a sign that a font lacks is drawn in another one."""
    spec = importlib.util.spec_from_file_location("fonts", WEB / "fonts.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)

    def has(name: str) -> set[str]:
        return {chr(code) for code in made.TTFont(made.FONTS / f"{name}.woff2").getBestCmap()}

    assert set(made.HAN) == set(languages()) - {"en"}
    for language in made.HAN:
        for weight in ("regular", "bold"):
            assert made.han_signs(language) <= has(f"{language}-{weight}"), language
    assert made.felt_signs() <= has("felt")


MOST_AT_A_TABLE = 170_000
"""Bytes that a patron's browser loads for the lobby and a table, in English."""

LOADED = re.compile(r'(?:from|import)"\./([^"]+\.js)"')
"""How a script names another that is loaded with it, not only once it is wanted."""


def loaded_with(scripts: dict[str, bytes], *pages: str) -> set[str]:
    """Return the names of the scripts that are loaded for some pages."""
    found: set[str] = set()
    wanted = [name for name in scripts if name.startswith(tuple(f"{page}-" for page in pages))]
    while wanted:
        name = wanted.pop()
        if name in scripts and name not in found:
            found.add(name)
            wanted += LOADED.findall(scripts[name].decode())
    return found


def test_the_scripts_are_small() -> None:
    assets = files("croupier.server").joinpath("pages", "app", "assets")
    if not assets.is_dir() and not os.environ.get("CROUPIER_CI"):
        pytest.skip("the pages are not built: ./run pages")
    scripts = {at.name: at.read_bytes() for at in assets.iterdir() if at.name.endswith(".js")}
    packed = {name: len(gzip.compress(script)) for name, script in scripts.items()}
    spoken = {
        language: sum(
            size for name, size in packed.items() if re.match(rf"{language}-[\w-]{{8}}\.js", name)
        )
        for language in languages()
        if language != "en"
    }
    assert all(0 < size < MOST_OF_A_LANGUAGE for size in spoken.values()), spoken
    assert 0 < sum(packed.values()) - sum(spoken.values()) < MOST
    at_table = loaded_with(scripts, "index", "Lobby", "Table")
    assert len(at_table) > 5
    assert sum(packed[name] for name in at_table) < MOST_AT_A_TABLE


KNOWN_OTHERWISE = {
    "player": "a hand, a result, and the role of a patron",
    "banker": "a hand and a result",
    "tie": "a result",
    "player_pair": "what the roads mark beside a result",
    "banker_pair": "what the roads mark beside a result",
    "player-dealer": "who banks a game",
    "seven": "a rank",
    "nine": "a rank",
    "small": "a class of small print",
    "insurance": "what is offered in the middle of a round, in every game that has it",
}
"""Words that a page may have, because they are not only the key of a bet, a game or a layout."""


def _keys() -> set[str]:
    """Give every key of a bet, a game and a layout that ships."""
    found: set[str] = set()
    for game in map(shipped, keys()):
        found |= {game.key, *game.bets, *(layout.key for layout in game.layouts)}
        found |= set(game.insurance.kinds) if game.insurance else set()
    return found


ALSO_KINDS = ("cage", "account")
"""Where a kind is that of a slip or of a limit, not that of a bet."""
SIZES = ("CageDay.svelte", "large")
"""Where transactions are large, not a layout."""


def test_the_pages_know_no_bet_game_or_layout_by_name() -> None:
    """They get them from the server: any game that it has is shown as well as those that ship."""
    unknown = _keys() - KNOWN_OTHERWISE.keys()
    assert {"tiger", "super_six_plus", "banker_insurance", "classic", "large"} <= unknown
    words = "|".join(map(re.escape, sorted(unknown)))
    # In quotes, after a dot as a class, a property or the end of a message's key, or as a property.
    literal = re.compile(rf"""["'`.]({words})["'`\s.;,{{:)\]]|^\s*({words}):""", re.MULTILINE)
    compared = re.compile(r"""\b(bet\.bet|bet\.key|kind|game\.key|layout(\.key)?) [!=]== ["'`]""")
    found = [
        f"{path.name}: {match[0].strip()}"
        for end in ("ts", "svelte", "css")
        for path in sorted((WEB / "src").rglob(f"*.{end}"))
        if path != SCHEMA
        for pattern in (literal, compared)
        for match in pattern.finditer(path.read_text())
        if (path.parent.name, pattern) not in {(desk, compared) for desk in ALSO_KINDS}
        if (path.name, match[1] or match[2]) != SIZES
    ]
    assert not found

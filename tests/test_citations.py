"""A paragraph that is cited says what it is cited for: every citation is held to a reviewed table.

The table, `data/citations.toml`, was written by reading the documents. What is cited and is not in
it fails, and so does what is in it and is never cited.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from citations import Citation, everything
from croupier.game.loading import keys, load
from croupier.table import COMMANDS, EVENTS, Phase

# It walks through everything that other tests cover line by line.
pytestmark = pytest.mark.no_cover

FILE = Path(__file__).parent / "data" / "citations.toml"
LENDER = "tiger"
NOTHING = ""


class Row(NamedTuple):
    """What a game may cite for one matter."""

    matter: str
    game: str
    rules: tuple[str, ...]
    """In the order written; "" where it may cite nothing."""
    names: tuple[str, ...]


def _listed(value: object) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(str(each) for each in value)  # type: ignore[attr-defined]


def rows_of(data: Iterable[Mapping[str, Any]]) -> Iterator[Row]:
    """Read the rows, one for each matter and each game."""
    for row in data:
        unknown = set(row) - {"for", "five", "names", "nothing", *keys()}
        assert not unknown, f"a row has no {unknown}"
        for matter in _listed(row["for"]):
            for game in keys():
                rules = _listed(row.get(game, _five(row, game)))
                if row.get("nothing") and rules:
                    rules = (NOTHING, *rules)
                if rules:
                    yield Row(matter, game, rules, _listed(row["names"]))


def _five(row: Mapping[str, Any], game: str) -> tuple[str, ...]:
    """Return the irregularity of a row as a game cites it."""
    if "five" not in row:
        return ()
    of_tiger, of_insurance = (_listed(row["five"]) * 2)[:2]
    if game == "insurance":
        return tuple(of_insurance.split())
    rules = of_tiger.split()
    return tuple(rules) if game == LENDER else tuple(f"{LENDER} {rule}" for rule in rules)


@cache
def rows() -> tuple[Row, ...]:
    """Read the table that is kept."""
    return tuple(rows_of(tomllib.loads(FILE.read_text("utf-8"))["cited"]))


@cache
def cited() -> frozenset[Citation]:
    """Play everything, once."""
    return frozenset(everything())


def strangers(found: Iterable[Citation], table: Iterable[Row]) -> list[str]:
    """Say what is cited and is in no row."""
    by_game: dict[str, list[Row]] = {}
    for row in table:
        by_game.setdefault(row.game, []).append(row)
    wrong: list[str] = []
    for game, matter, rule in sorted(found, key=str):
        fitting = [row for row in by_game[game] if fnmatchcase(matter, row.matter)]
        allowed = {rule for row in fitting for rule in row.rules} or {NOTHING}
        if (rule or NOTHING) not in allowed:
            wrong.append(f'for = "{matter}": {game} cites {rule or "nothing"}, not {allowed}')
    return wrong


def unseen(found: Iterable[Citation], table: Iterable[Row]) -> list[str]:
    """Say what is in a row and was never cited."""
    seen = [(each, each.rule or NOTHING) for each in found]
    missing: list[str] = []
    for row in table:
        came = {rule for each, rule in seen if _fits(each, row)}
        left = [rule for rule in row.rules if rule not in came]
        if left:
            missing.append(f'for = "{row.matter}": {row.game} never cites {left}')
    return missing


def _fits(each: Citation, row: Row) -> bool:
    return each.game == row.game and fnmatchcase(each.matter, row.matter)


def test_what_is_cited_is_in_the_table() -> None:
    wrong = strangers(cited(), rows())
    assert not wrong, "\n".join(wrong)


def test_every_row_of_the_table_is_cited() -> None:
    missing = unseen(cited(), rows())
    assert not missing, "\n".join(missing)


def test_a_paragraph_exists_and_is_ones_own_or_a_borrowed_irregularity() -> None:
    for game, matter, rule in cited():
        if rule is None:
            continue
        document, _, paragraph = rule.rpartition(" ")
        where = f"{game}, {matter}: {rule}"
        assert paragraph in load(document or game).paragraphs, where
        if document:
            assert document == load(game).borrows, where
            assert paragraph.startswith("5."), where


def test_the_gist_of_a_paragraph_names_the_matter() -> None:
    """In words that were chosen for the row, not for the paragraph."""
    for row in rows():
        assert all(row.names), row
        for rule in row.rules:
            if rule != NOTHING:
                document, _, paragraph = rule.rpartition(" ")
                gist = load(document or row.game).paragraphs[paragraph].gist.casefold()
                assert any(name.casefold() in gist for name in row.names), f"{row}: {gist}"


def test_every_command_event_and_phase_is_walked_through() -> None:
    """What was never tried could cite anything: add it to the scenes or to what is said there."""
    matters = {each.matter for each in cited()}
    words = {word.strip(":") for matter in matters for word in matter.split()}
    assert set(COMMANDS) <= words
    # The lines of a settlement are looked at apart; a say in the shuffle has no paragraph at all.
    assert set(EVENTS) - words <= {"round_settled", "entropy_added"}
    for game in keys():
        seen = {word for each in cited() if each.game == game for word in each.matter.split()}
        assert {phase.value for phase in Phase} - seen == set(), game


@pytest.mark.parametrize(
    ("citation", "complaint"),
    [
        (Citation("tiger", "bets_opened", "1.12"), "cites 1.12"),
        (Citation("tiger", "bets_opened", None), "cites nothing"),
        (Citation("classic", "bets_opened", "tiger 3.3"), "cites tiger 3.3"),
        (Citation("insurance", "ruling_made", "5.17"), "cites 5.17"),
        (Citation("tiger", "refused fill to a lower role", "1.12"), "cites 1.12"),
    ],
)
def test_the_check_finds_a_planted_citation(citation: Citation, complaint: str) -> None:
    (wrong,) = strangers([citation], rows())
    assert complaint in wrong


def test_the_check_misses_a_row_that_nobody_cites() -> None:
    extra = Row("a parrot took the shoe", "tiger", ("5.17",), ("unforeseen",))
    assert unseen(cited(), [extra]) == [
        """for = "a parrot took the shoe": tiger never cites ['5.17']"""
    ]

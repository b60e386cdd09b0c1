"""Templates of tables: kept, changed, deleted, proven and carried over."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from croupier.accounts import People
from croupier.cli import main
from croupier.errors import CroupierError, Refused
from croupier.game.loading import load
from croupier.money import CENT
from croupier.store import templates
from croupier.store.address import Address
from croupier.store.failures import BadStore
from croupier.store.house import House
from croupier.store.queries import engine_of
from croupier.store.templates import Template, check, find_template, kept, remove, save
from houses import SAM, proven, said

OPENING = {"game": "tiger", "limits": {"min": "25", "max_differential": "5000"}, "float": "1000"}
PACE = {"betting": 15_000, "card": 500}
ROOM = Template("High room", OPENING, {"automatic": True, "pace": PACE})


def test_a_template_is_kept_changed_and_deleted(database: str) -> None:
    with People.open(database) as people, House.open(database) as house:
        journal = people.incidents
        save(journal, ROOM, "max")
        save(journal, ROOM, "sam")
        (found,) = kept(house.reader)
        assert (found.template, found.by) == (ROOM, "max"), "the same again changes nothing"
        other = Template("High room", {**OPENING, "float": "5000"}, None)
        save(journal, other, "sam")
        assert find_template(house.reader, "High room") == other
        assert find_template(house.reader, "low room") is None
        assert remove(journal, "High room", "sam")
        assert not remove(journal, "High room", "sam")
        assert kept(house.reader) == []
        noted = journal.after(0)
        assert [each.kind for each in noted] == ["template_saved"] * 2 + ["template_deleted"]
        assert noted[1].before == ROOM.body
        assert noted[1].after == other.body
        assert noted[2].before == other.body
    proven(database)


def test_a_table_is_opened_by_its_commands(database: str) -> None:
    with House.open(database) as house:
        house.create_table("t1")
        for number, body in enumerate(ROOM.commands):
            answer = house.command("t1", f"c{number}", SAM, body)
            assert answer.ok, said(answer)
        table = house.live_table("t1").table
        assert (table.automatic, table.pace.betting, table.pace.card) == (True, 15_000, 500)
        assert table.rules.limits is not None


@pytest.mark.parametrize(
    ("opening", "dealer"),
    [
        ({}, None),
        ({"game": "no such game"}, None),
        ({**OPENING, "decks": 3}, None),
        ({**OPENING, "limits": {"max": "5"}}, None),
        ({**OPENING, "float": "-1"}, None),
        ({**OPENING, "by": {"role": "shift_manager", "name": "sam"}}, None),
        ({**OPENING, "witness": "sue"}, None),
        ({**OPENING, "unit": "0.001"}, None),
        ({**OPENING, "shoe": "manual"}, {"automatic": True}),
        (OPENING, {"automatic": True, "pace": {"betting": 1}}),
        (OPENING, {}),
        ({**OPENING, "fees": {"x" * 9000: "1"}}, None),
    ],
)
def test_what_no_table_can_be_opened_by_is_refused(opening: Any, dealer: Any) -> None:
    with pytest.raises(CroupierError):
        check(Template("room", opening, dealer), load, CENT)


@pytest.mark.parametrize("name", ["", " room", "room ", "a/b", ".", "..", "a\tb", "x" * 61])
def test_names_that_are_none_are_refused(name: str) -> None:
    with pytest.raises(CroupierError):
        check(Template(name, OPENING, None), load, CENT)


def test_names_in_any_language() -> None:
    check(Template("百家乐 高额", OPENING, None), load, CENT)
    check(ROOM, load, CENT)


def test_a_house_keeps_only_so_many(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(templates, "MOST_TEMPLATES", 2)
    with People.open(database) as people, House.open(database):
        for name in ("a", "b"):
            save(people.incidents, ROOM._replace(name=name), "max")
        with pytest.raises(Refused):
            save(people.incidents, ROOM._replace(name="c"), "max")
        save(people.incidents, ROOM._replace(name="b", dealer=None), "max")


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("UPDATE table_templates SET body = replace(body, '1000', '9000')", "another one"),
        ("DELETE FROM table_templates", "it is missing"),
        ("UPDATE table_templates SET name = 'other'", "another one"),
    ],
)
def test_what_was_altered_is_named(database: str, statement: str, reason: str) -> None:
    with People.open(database) as people, House.open(database):
        save(people.incidents, ROOM, "max")
    engine = engine_of(Address.parse(database), write=True)
    with engine.begin() as connection:
        connection.execute(text(statement))
    engine.dispose()
    with pytest.raises(BadStore, match=reason):
        proven(database)


def test_a_backup_carries_the_templates(database: str, tmp_path: Path) -> None:
    with People.open(database) as people, House.open(database):
        save(people.incidents, ROOM, "max")
    file, other = str(tmp_path / "house.backup"), str(tmp_path / "other.db")
    assert main(["backup", database, file]) == 0
    assert main(["restore", file, other]) == 0
    with House.open(other) as house:
        assert [each.template for each in kept(house.reader)] == [ROOM]
    proven(other)

"""Names that could be mistaken for others are refused, and the message says why."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from croupier.accounts import CONSOLE, AccountRole
from croupier.accounts.look_alikes import FORM, skeleton
from croupier.accounts.person import checked_name
from croupier.errors import InvalidInput
from croupier.store.address import Address
from croupier.store.queries import engine_of
from folk import people_of, refused, tampered

PAYPAL = "paypal"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("раypal", "mixes Cyrillic and Latin"),
        ("αnn", "mixes Greek and Latin"),
        ("Ивaн", "mixes Cyrillic and Latin"),
        ("ａnn\u0430", "mixes Cyrillic and Latin"),
        ("Иванов陈", "mixes Chinese and Cyrillic"),
        ("ann\u200b", "signs that can be seen"),
        ("ann\u202eb", "signs that can be seen"),
        ("ann\u3164", "signs that can be seen"),
        ("\u2800", "signs that can be seen"),
        ("ann\ufe0f", "signs that can be seen"),
        ("\u0301ann", "signs that can be seen"),
        ("a\u034fnn", "signs that can be seen"),
        ("ann  lee", "one space at a time"),
        (" ann", "begins nor ends"),
        ("ann ", "begins nor ends"),
        ("ann\u00a0", "begins nor ends"),
        ("7\u0667", "digits of one kind"),
        ("ann/limits", "has no /"),
        (".", "consist of dots"),
        ("..", "consist of dots"),
    ],
)
def test_a_name_that_hides_something_is_refused_with_the_reason(name: str, told: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        checked_name(name)
    assert told in caught.value.message


@pytest.mark.parametrize(
    "name",
    ["Ann-Marie O'Neil", "Иван Петров", "Νίκος", "陈大文 David", "山田タロウ", "김민준", "Zoë 2"],
)
def test_names_of_the_world_are_taken(name: str) -> None:
    assert checked_name(name) == name


@pytest.mark.parametrize(
    ("there", "new"),
    [
        ("paypal", "раураӏ"),
        ("paypal", "paypa1"),
        ("paypal", "paypaI"),
        ("ann 10", "ann lO"),
        ("coco", "СОСО"),
        ("ann", "ａｎｎ"),
        ("ann", "𝐚𝐧𝐧"),
        ("modern", "modem"),
        ("will", "vvill"),
        ("Zoë", "zο\u00eb"),
    ],
)
def test_what_looks_alike_has_one_skeleton(there: str, new: str) -> None:
    assert skeleton(there) == skeleton(new)


@pytest.mark.parametrize(("one", "other"), [("ann", "anna"), ("ali", "all"), ("zoe", "zoë")])
def test_what_can_be_told_apart_has_two(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


def test_a_second_person_who_looks_like_the_first_is_refused(database: str) -> None:
    with people_of(database) as people:
        people.add(PAYPAL, AccountRole.PLAYER, CONSOLE)
        for join in (
            lambda name: people.add(name, AccountRole.DEALER, CONSOLE),
            lambda name: people.register(name, "correct horse battery"),
            people.guest,
        ):
            for name in ("раураӏ", "PayPa1"):
                assert refused(join, name) == "look_alike"
        assert refused(people.guest, "PAYPAL") == "name_taken"
        assert people.guest("pay pal").session.person.name == "pay pal"
        assert [person.name for person in people.list()] == ["pay pal", PAYPAL]


def test_accounts_that_were_there_before_stay(database: str) -> None:
    """Two that look alike both sign in; a third is refused."""
    with people_of(database) as people:
        people.add(PAYPAL, AccountRole.PLAYER, CONSOLE)
        people.add("x", AccountRole.PLAYER, CONSOLE, password="correct horse battery")
    tampered(database, "DELETE FROM skeletons", "UPDATE people SET name = 'раураӏ' WHERE key = 'x'")
    with people_of(database) as people:
        assert people.sign_in("x", "correct horse battery").token
        assert refused(people.guest, "paypa1") == "look_alike"
        engine = engine_of(Address.parse(database))
        with engine.connect() as connection:
            rows = connection.execute(text("SELECT skeleton FROM skeletons")).scalars().all()
        engine.dispose()
        assert list(rows) == [f"{FORM}paypal"] * 2

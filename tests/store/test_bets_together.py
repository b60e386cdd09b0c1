"""Bets that wait for one table are stored in one go, and each as if it had come alone."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.game.model import Role
from croupier.store.batch import Batch, Writer
from croupier.store.failures import NotStored
from croupier.store.house import Given, House
from croupier.store.live_table import EVERY
from croupier.store.requests import Answer
from croupier.table import Actor
from houses import ANN, DEE, code, opened, proven, said


class Counted:
    """A writer that counts what it is given, and can be broken."""

    def __init__(self, inner: Writer) -> None:
        self.inner = inner
        self.batches: list[Batch] = []
        self.broken: str | None = None

    def write(self, batch: Batch) -> None:
        """Store a batch, or say that it is not known whether it was stored."""
        self.batches.append(batch)
        if self.broken == "before":
            raise NotStored("gone, for a test")
        self.inner.write(batch)
        if self.broken == "after":
            raise NotStored("stored, and nobody heard of it, for a test")

    def close(self) -> None:
        """Close."""
        self.inner.close()


def counted(house: House) -> Counted:
    """Count what a house writes from now on."""
    writer = Counted(house._services.writer)
    object.__setattr__(house._services, "writer", writer)
    return writer


def bet(number: int, amount: str = "10", bet: str = "tie") -> Given:
    return f"bet-{number}", ANN, {"do": "place_bet", "box": 1, "bet": bet, "amount": amount}


KINDS = ("player", "banker", "tie", "tiger", "tiger_tie")


def betting(house: House) -> None:
    opened(house)
    assert house.command("t1", "open", DEE, {"do": "open_bets"}).ok


def answers(outcomes: list[Answer | Exception]) -> list[Answer]:
    assert all(isinstance(each, Answer) for each in outcomes), outcomes
    return [each for each in outcomes if isinstance(each, Answer)]


def told(outcomes: list[Answer | Exception]) -> list[Any]:
    return [said(each)["events"][0]["type"] for each in answers(outcomes)]


def test_bets_that_follow_each_other_are_one_commit_and_as_if_each_came_alone(
    database: str,
) -> None:
    given = [bet(n, bet=kind) for n, kind in enumerate(KINDS)]
    with House.open(database) as house:
        betting(house)
        writer = counted(house)
        before = house.live_table("t1").version
        found = answers(house.commands("t1", given))
        assert len(writer.batches) == 1
        assert [each.number for each in found] == list(range(before + 1, before + 6))
        assert house.live_table("t1").table.free("ann") == 95_000
        again = answers(house.commands("t1", given))
        assert [(each.data, each.number) for each in again] == [
            (each.data, each.number) for each in found
        ]
        assert all(each.again for each in again)
        rows = house.events_after("t1", before)
        assert [row.command for row in rows] == sorted({row.command for row in rows})
    with House.open(database) as house:
        assert house.live_table("t1").table.free("ann") == 95_000
    assert proven(database).refusals == 0


def test_who_wakes_others_wakes_them_once(sqlite: str) -> None:
    with House.open(sqlite) as house:
        betting(house)
        heard: list[str | None] = []
        house.listen(heard.append)
        answers(house.commands("t1", [bet(n, bet=kind) for n, kind in enumerate(KINDS)]))
        assert heard == ["t1"]


def test_the_same_id_twice_in_one_go_is_one_debit(database: str) -> None:
    with House.open(database) as house:
        betting(house)
        first, second, third = answers(house.commands("t1", [bet(1), bet(1), bet(2, bet="tiger")]))
        assert (first.again, second.again, third.again) == (False, True, False)
        assert first.data == second.data
        assert house.live_table("t1").table.free("ann") == 98_000
    assert proven(database).refusals == 0


def test_one_that_was_stored_before_takes_nothing_of_the_others_with_it(database: str) -> None:
    """The other process has stored it: this one does not know before it writes."""
    with House.open(database) as house, House.open(database) as other:
        betting(house)
        third = bet(3, bet="tiger")
        assert other.command("t1", *third).ok
        given = [bet(1), bet(2, bet="player"), third, bet(4, bet="banker")]
        found = answers(house.commands("t1", given))
        assert [each.again for each in found] == [False, False, True, False]
        assert house.live_table("t1").table.free("ann") == 96_000
        assert other.live_table("t1").refresh().free("ann") == 96_000
        assert [each.again for each in answers(other.commands("t1", given))] == [True] * 4
    assert proven(database).refusals == 0


def test_a_repeat_at_the_same_version_leaves_no_answer_behind(database: str) -> None:
    """Only the id is known, not the version: nothing of the group may stay, answers neither."""
    with House.open(database) as house:
        betting(house)
        # A refusal keeps the version, and its id.
        assert code(house.command("t1", "bet-2", ANN, {**bet(2)[2], "amount": "0"})) == "bad_amount"
        version = house.live_table("t1").version
        first, second, third = answers(
            house.commands("t1", [bet(1), bet(2, bet="player"), bet(3, bet="tiger")])
        )
        assert first.ok
        assert third.ok
        assert code(second) == "malformed"
        assert house.live_table("t1").version == version + 2
        assert house.live_table("t1").table.free("ann") == 98_000
    proven(database)


def test_a_refused_bet_is_journaled_and_those_around_it_stand(database: str) -> None:
    given = [
        bet(1),
        bet(2, bet="player"),
        bet(3, amount="100000", bet="tiger"),
        bet(4, bet="banker"),
        ("close", DEE, {"do": "close_bets"}),
        bet(5, bet="tiger"),
    ]
    with House.open(database) as house:
        betting(house)
        found = answers(house.commands("t1", given))
        assert [each.ok for each in found] == [True, True, False, True, True, False]
        assert code(found[2]) == "insufficient_balance"
        assert code(found[5]) == "wrong_phase"
        assert house.live_table("t1").table.free("ann") == 97_000
        assert len(house.reader.refusals("t1")) == 2
    proven(database)


def test_placed_raised_and_taken_back_in_one_go(database: str) -> None:
    given: list[Given] = [
        ("a", ANN, {**bet(1)[2], "id": "mine"}),
        ("b", ANN, {"do": "increase_bet", "bet": "mine", "amount": "5"}),
        ("c", ANN, {"do": "withdraw_bet", "bet": "mine"}),
        ("d", ANN, {**bet(1)[2], "id": "second"}),
    ]
    with House.open(database) as house:
        betting(house)
        writer = counted(house)
        found = house.commands("t1", given)
        assert told(found) == ["bet_placed", "bet_increased", "bet_withdrawn", "bet_placed"]
        assert len(writer.batches) == 1
        assert house.live_table("t1").table.free("ann") == 99_000
    proven(database)


@pytest.mark.parametrize("when", ["before", "after"])
def test_what_is_not_known_to_be_stored_is_told_of_each_and_sent_again(
    database: str, when: str
) -> None:
    given = [bet(n, bet=kind) for n, kind in enumerate(KINDS)]
    with House.open(database) as house:
        betting(house)
        writer = counted(house)
        writer.broken = when
        assert all(isinstance(each, NotStored) for each in house.commands("t1", given))
        writer.broken = None
        found = answers(house.commands("t1", given))
        assert [each.again for each in found] == [when == "after"] * 5
        assert house.live_table("t1").table.free("ann") == 95_000
    assert proven(database).refusals == 0


def test_a_snapshot_that_is_due_is_made_on_the_way(sqlite: str) -> None:
    with House.open(sqlite) as house:
        betting(house)
        writer = counted(house)
        for number in range(EVERY // 8):
            given: list[Given] = []
            for each in range(4):
                name = f"{number}-{each}"
                body = {**bet(1)[2], "bet": KINDS[each], "id": name}
                given += [(f"p{name}", ANN, body)]
            given += [
                (f"w{number}-{each}", ANN, {"do": "withdraw_bet", "bet": f"{number}-{each}"})
                for each in range(4)
            ]
            answers(house.commands("t1", given))
        assert sum(bool(batch.snapshots) for batch in writer.batches) == 1
        assert house.live_table("t1").table.free("ann") == 100_000
    proven(sqlite)


def test_what_cannot_be_read_is_refused_alone(database: str) -> None:
    given: list[Given] = [bet(1), ("x" * 300, ANN, {"do": "place_bet"}), bet(2, bet="tiger")]
    with House.open(database) as house:
        betting(house)
        assert [each.ok for each in answers(house.commands("t1", given))] == [True, False, True]
        (gone,) = house.commands("nowhere", [bet(9)])
        assert isinstance(gone, Exception)
    proven(database)


def test_each_actor_has_ids_of_their_own(database: str) -> None:
    with House.open(database) as house:
        betting(house)
        dealer = Actor(Role.DEALER, "dee")
        body = {**bet(1)[2], "bet": "tiger", "player": "ann"}
        found = answers(house.commands("t1", [bet(1), ("bet-1", dealer, body)]))
        assert [each.ok for each in found] == [True, True]
    proven(database)

"""Patrons come in by themselves: joining, links that work once, closing, personal data, history."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import text

from croupier.accounts import CONSOLE, AccountRole, Details, People
from croupier.errors import Refused
from croupier.store.address import Address
from croupier.store.backup import write_backup
from croupier.store.house import House
from croupier.store.incidents import Kind
from croupier.store.patron_history import chips_at_tables, history
from croupier.store.queries import engine_of
from croupier.table import Actor
from folk import OTHER, SECRET, Time, last, people_of, refused
from houses import ANN, DEE, SAM, code, moment, opened, proven

ADULT = Details("Ann of the Hill", "ann@example.test", "2026-01-01T00:00:00.000+00:00")


def desk(people: People) -> None:
    people.add("ada", AccountRole.ADMINISTRATOR, CONSOLE)
    people.add("cat", AccountRole.CASHIER, CONSOLE)
    people.add("dee", AccountRole.DEALER, CONSOLE)


def test_a_patron_joins_once_and_only_of_age(database: str) -> None:
    with people_of(database) as people:
        assert refused(people.join, "ann", SECRET, Details()) == "not_of_age"
        assert people.find("ann") is None
        person = people.join("ann", SECRET, ADULT)
        assert person.role is AccountRole.PLAYER
        assert refused(people.join, "ANN", SECRET, ADULT) == "name_taken"
        assert people.details("ANN") == ADULT
        people.sign_in("ann", SECRET)
    proven(database)


def test_an_invitation_works_once_and_not_for_ever(database: str) -> None:
    time = Time()
    with people_of(database, time=time) as people:
        desk(people)
        with pytest.raises(Refused):
            people.invite("dee")
        token = people.invite("cat")
        assert refused(people.join, "ann", SECRET, ADULT, "another") == "bad_invitation"
        # A join that is refused for its name does not use the link up.
        assert refused(people.join, "cat", SECRET, ADULT, token) == "name_taken"
        people.join("ann", SECRET, ADULT, token)
        assert refused(people.join, "bob", SECRET, ADULT, token) == "bad_invitation"
        late = people.invite("ada")
        time.go(8 * 86400)
        assert refused(people.join, "bob", SECRET, ADULT, late) == "bad_invitation"
    proven(database)


def test_a_reset_link_sets_a_password_once_and_ends_sessions(database: str) -> None:
    with people_of(database) as people:
        desk(people)
        people.join("ann", SECRET, ADULT)
        token, _ = people.sign_in("ann", SECRET)
        old = people.reset_link("ann", "cat")
        new = people.reset_link("ann", "ada")
        assert refused(people.use_reset_link, old, OTHER) == "bad_invitation"
        assert refused(people.use_reset_link, new, "short") == "weak_password"
        assert people.use_reset_link(new, OTHER).name == "ann"
        assert people.session(token) is None
        assert refused(people.sign_in, "ann", SECRET) == "bad_credentials"
        people.sign_in("ann", OTHER)
        assert refused(people.use_reset_link, new, SECRET) == "bad_invitation"
        # The cage resets patrons; the staff's passwords are the administrator's.
        with pytest.raises(Refused):
            people.reset_link("dee", "cat")
        people.reset_link("dee", "ada")
        with pytest.raises(Refused):
            people.reset_link("ann", "dee")
    proven(database)


def test_a_reset_link_ends_with_what_it_was_made_for(database: str) -> None:
    """It lies about for days: who has the account meanwhile, or another role, is not its holder."""
    with people_of(database) as people:
        desk(people)
        people.join("ann", SECRET, ADULT)

        def changed() -> None:
            people.change_own_password("ann", SECRET, OTHER)

        def closed() -> None:
            people.close_account("ann", "cat")
            people.unlock("ann", "ada")

        def locked() -> None:
            people.lock("ann", "ada")
            people.unlock("ann", "ada")

        def appointed() -> None:
            # The cage makes links for patrons; this one must not open a pit manager's account.
            people.appoint("ann", AccountRole.PIT_MANAGER, "ada")

        for act in (changed, closed, locked, appointed):
            link = people.reset_link("ann", "cat")
            act()
            assert refused(people.use_reset_link, link, "a password of the cashier's") == (
                "bad_invitation"
            ), act
        # A link that the administrator makes afterwards is another one.
        link = people.reset_link("ann", "ada")
        people.use_reset_link(link, "a password of the manager's")
        people.sign_in("ann", "a password of the manager's")
    proven(database)


def test_a_locked_account_can_be_closed_and_an_unlocked_one_is_not(database: str) -> None:
    time = Time()
    with people_of(database, time=time) as people:
        desk(people)
        for name in ("ann", "bob"):
            people.join(name, SECRET, ADULT)
            people.lock(name, "ada")
        assert people.close_account("ann", "cat").locked
        assert (last(people).kind, last(people).subject) == (Kind.ACCOUNT_CLOSED, "ann")
        many = last(people).number
        # Twice is once.
        people.close_account("ann", "cat")
        assert last(people).number == many
        # Closed by mistake, opened again, and locked for another reason much later.
        people.close_account("bob", "cat")
        people.unlock("bob", "ada")
        time.go(365 * 86400)
        people.lock("bob", "ada")
        assert people.erase_old_details(30) == 1
        assert (people.details("ann"), people.details("bob")) == (Details(), ADULT)
    proven(database)


def test_a_closed_account_is_in_the_chain_and_its_data_is_erased_in_time(database: str) -> None:
    time = Time()
    with people_of(database, time=time) as people:
        desk(people)
        people.join("ann", SECRET, ADULT)
        people.join("bob", SECRET, ADULT)
        with pytest.raises(Refused):
            people.close_account("ann", "bob")
        token, _ = people.sign_in("ann", SECRET)
        assert people.close_account("ann", "ann").locked
        assert last(people).kind is Kind.ACCOUNT_CLOSED
        assert people.session(token) is None
        assert refused(people.sign_in, "ann", SECRET) == "locked"
        assert people.erase_old_details(30) == 0
        time.go(31 * 86400)
        assert people.erase_old_details(30) == 1
        assert people.details("ann") == Details()
        assert people.details("bob") == ADULT
    proven(database)


def test_personal_data_is_in_no_chain_and_can_be_erased(database: str, tmp_path: Path) -> None:
    with people_of(database) as people:
        desk(people)
        people.join("ann", SECRET, ADULT)
        told = str(people.incidents.after(0))
        assert "Hill" not in told
        assert "example.test" not in told
    with moment(database) as connection:
        write_backup(connection, tmp_path / "kept", {})
    assert b"Hill" in (tmp_path / "kept").read_bytes()
    with people_of(database) as people:
        with pytest.raises(Refused):
            people.erase_details("ann", "dee")
        assert people.erase_details("ann", "cat")
        assert not people.erase_details("ann", "ann")
        assert people.details("ann") == Details()
    with moment(database) as connection:
        write_backup(connection, tmp_path / "erased", {})
    assert b"Hill" not in (tmp_path / "erased").read_bytes()
    proven(database)


def test_who_is_present(database: str) -> None:
    time = Time()
    with people_of(database, time=time) as people:
        people.join("Ann", SECRET, ADULT)
        people.join("bob", SECRET, ADULT)
        assert people.present(["Ann", "bob"], 30) == set()
        people.note_present(["Ann"])
        people.note_present(["Ann"])
        assert people.present(["Ann", "bob"], 30) == {"Ann"}
        time.go(40)
        assert people.present(["Ann", "bob"], 30) == set()
        people.sign_in("bob", SECRET)
        assert people.present(["Ann", "bob"], 30) == {"bob"}


def test_two_processes_note_the_same_patrons_at_once(database: str) -> None:
    """Somebody with a page in each of two workers: no note fails, which would stop the tables."""
    names = [f"p{number}" for number in range(8)]
    with people_of(database) as people, people_of(database) as other:
        for name in names:
            people.add(name, AccountRole.PLAYER, CONSOLE)

        def note(number: int) -> None:
            # In any order: whoever waits for another must not be waited for.
            (people, other)[number % 2].note_present(names[:: 1 if number % 3 else -1])

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(note, range(200)))
        assert other.present(names, 60) == set(names)


def test_the_desk_opens_an_account_with_a_link_for_its_password(database: str) -> None:
    with people_of(database) as people:
        desk(people)
        assert refused(people.enrol, "ann", Details(), "cat") == "not_of_age"
        with pytest.raises(Refused):
            people.enrol("ann", ADULT, "dee")
        assert people.find("ann") is None
        person, token = people.enrol("ann", ADULT, "cat")
        assert (person.role, person.guest) == (AccountRole.PLAYER, False)
        assert people.details("ann") == ADULT
        assert refused(people.sign_in, "ann", SECRET) == "bad_credentials"
        assert refused(people.enrol, "ANN", ADULT, "cat") == "name_taken"
        people.use_reset_link(token, SECRET)
        people.sign_in("ann", SECRET)
        assert refused(people.use_reset_link, token, OTHER) == "bad_invitation"
        added = [each for each in people.incidents.after(0) if each.subject == "ann"]
        assert [each.kind for each in added[:2]] == [Kind.PERSON_ADDED, Kind.LINK_MADE]
        assert added[0].actor == "cat"
    proven(database)


def test_money_without_an_account_is_not_given_away_by_opening_one(database: str) -> None:
    with House.open(database) as house, people_of(database) as people:
        desk(people)
        assert house.deposit("d", SAM, "eve", "5").ok
        assert refused(people.enrol, "eve", ADULT, "cat") == "name_taken"
    proven(database)


def test_history_tells_moves_and_rounds_and_adds_up(database: str) -> None:
    with House.open(database) as house:
        opened(house)
        assert chips_at_tables(house, "ann") == {"t1": "1000.00"}

        numbers = count()

        def do(actor: Actor, **body: object) -> bool:
            id = f"h{next(numbers)}"
            return house.command("t1", id, actor, body).ok

        assert do(DEE, do="open_bets")
        assert do(ANN, do="place_bet", box=1, bet="banker", amount="100")
        # Chips on the layout are the patron's own until the round is paid.
        assert chips_at_tables(house, "ann") == {"t1": "1000.00"}
        assert do(DEE, do="close_bets")
        while do(DEE, do="deal"):
            pass
        assert do(DEE, do="settle")
        chips = house.live_table("t1").table.free("ann")
        lines = history(house, "ann", "2000", "9999")
        assert [line.kind for line in lines] == ["deposit", "buy_in", "round"]
        assert lines[0].amount == 500_000
        assert lines[1].amount == -100_000
        assert lines[2].amount == chips - 100_000
        assert (lines[2].table_id, lines[2].round) == ("t1", 1)
        assert history(house, "ann", "2000", "2001") == []
        assert history(house, "bob", "2000", "9999") == []


def test_what_was_changed_in_limits_afterwards_is_named(database: str) -> None:
    with people_of(database) as people:
        people.join("ann", SECRET, ADULT)
        people.set_limits("ann", "ann", exclude_days=0)
    proven(database)
    engine = engine_of(Address.parse(database), write=True)
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM patron_limits"))
    engine.dispose()
    with pytest.raises(Exception, match="person ann: limits is null"):
        proven(database)


def test_a_closed_door_says_why(database: str) -> None:
    """An excluded patron may cash out and be paid, and nothing else."""
    with House.open(database) as house, people_of(database) as people:
        opened(house)
        people.add("ann", AccountRole.PLAYER, CONSOLE)
        people.set_limits("ann", "ann", exclude_days=180)
        answer = house.command("t1", "x1", DEE, {"do": "buy_in", "player": "ann", "amount": "1"})
        assert code(answer) == "self_excluded"
        assert house.command("t1", "x2", DEE, {"do": "cash_out", "player": "ann"}).ok
    proven(database)

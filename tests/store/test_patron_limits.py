"""Limits of patrons: when they count, what counts towards them, and that nothing slips past."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any

import pytest

from croupier.accounts import CONSOLE, AccountRole, People, PeopleRefused
from croupier.errors import InvalidInput, Refused
from croupier.reports.gaming_days import GamingDays
from croupier.server.away import AwayPatrons
from croupier.store.cage import CageMove, Tender
from croupier.store.cage_desk import Clerk, Order
from croupier.store.house import House
from croupier.store.patron_history import HistoryLine, chips_at_tables, history
from croupier.store.patron_limits import LimitKind
from croupier.table import Actor
from folk import SECRET, Time, people_of, refused
from houses import ANN, DEE, SAM, Body, code, opened, proven, said

numbers = count(1)


def give(house: House, actor: Actor, do: str, table: str = "t1", **body: object) -> str:
    """Give a command; return "ok", or the code of the refusal."""
    answer = house.command(table, f"n{next(numbers)}", actor, {"do": do, **body})
    return "ok" if answer.ok else code(answer)


def bet(house: House, amount: str, table: str = "t1", kind: str = "banker") -> str:
    return give(house, ANN, "place_bet", table, box=1, bet=kind, amount=amount)


def patron(people: People) -> None:
    people.add("ann", AccountRole.PLAYER, CONSOLE, password=SECRET)
    people.add("cat", AccountRole.CASHIER, CONSOLE)


@pytest.mark.parametrize("kind", [LimitKind.LOSS_DAY, LimitKind.LOSS_WEEK])
def test_a_bet_beyond_the_limit_of_losses_is_refused_with_the_figures(
    database: str, kind: LimitKind
) -> None:
    with House.open(database) as house, people_of(database) as people:
        opened(house)
        patron(people)
        assert give(house, DEE, "open_bets") == "ok"
        assert bet(house, "50") == "ok"
        # It counts at once, also for what lies on the layout already.
        people.set_limits("ann", "ann", values={kind: 10_000})
        assert bet(house, "50", kind="tie") == "ok"
        answer = house.command(
            "t1", "over", ANN, {"do": "place_bet", "box": 1, "bet": "tiger", "amount": "1"}
        )
        assert code(answer) == "limit_reached"
        told = said(answer)["error"]["message"]
        assert "100.00" in told
        assert "1.00" in told
        # Sent again it is the same answer; taking a bet back makes room.
        assert house.command(
            "t1", "over", ANN, {"do": "place_bet", "box": 1, "bet": "tiger", "amount": "1"}
        ).again
        mine = house.live_table("t1").table.bets[-1].id
        assert give(house, ANN, "withdraw_bet", bet=mine) == "ok"
        assert bet(house, "20", kind="tiger") == "ok"
        assert (
            give(
                house,
                ANN,
                "increase_bet",
                bet=house.live_table("t1").table.bets[-1].id,
                amount="31",
            )
            == "limit_reached"
        )
        # A dealer's hand does not get past it either.
        assert give(house, DEE, "place_bet", player="ann", box=1, bet="tie", amount="31") == (
            "limit_reached"
        )
    proven(database)


def test_two_houses_and_two_tables_share_one_limit(database: str) -> None:
    """Bets at once, from two processes: the limit holds to the unit."""
    with (
        House.open(database) as house,
        House.open(database, shared=True) as other,
        people_of(database) as people,
    ):
        for table in ("t1", "t2"):
            opened(house, table)
            assert give(house, DEE, "open_bets", table) == "ok"
        patron(people)
        assert bet(other, "1", "t2", "tie") == "ok"
        people.set_limits("ann", "ann", values={LimitKind.LOSS_DAY: 10_000})
        kinds = ["banker", "tiger", "big_tiger", "small_tiger", "tiger_tie", "tiger_pair"]
        jobs = [
            (each, table, kind) for kind in kinds for each, table in ((house, "t1"), (other, "t2"))
        ]
        with ThreadPoolExecutor(6) as pool:
            answers = list(pool.map(lambda job: bet(job[0], "30", job[1], job[2]), jobs))
        assert answers.count("ok") == 3
        assert set(answers) == {"ok", "limit_reached"}
    proven(database)


def test_deposits_are_limited_by_day_and_week_and_withdrawals_never(database: str) -> None:
    with House.open(database) as house, people_of(database) as people:
        patron(people)
        assert house.deposit("d1", SAM, "ann", "60").ok
        people.set_limits(
            "ann",
            "ann",
            values={LimitKind.DEPOSIT_DAY: 10_000, LimitKind.DEPOSIT_WEEK: 50_000},
        )
        assert house.deposit("d2", SAM, "ann", "40").ok
        assert code(house.deposit("d3", SAM, "ann", "0.01")) == "limit_reached"
        # The one that was stored is answered as it was.
        assert house.deposit("d2", SAM, "ann", "40").ok
        assert house.withdraw("w1", SAM, "ann", "100").ok
        assert code(house.deposit("d4", SAM, "ann", "0.01")) == "limit_reached"
    proven(database)


def test_the_cage_keeps_to_the_limits_too(database: str) -> None:
    with House.open(database) as house, people_of(database) as people:
        patron(people)
        cage, cat = house.cage, Clerk("cashier", "cat")
        assert cage.carry_out("o", cat, Order(CageMove.OPEN, amount="1000")).ok
        people.set_limits("ann", "ann", values={LimitKind.DEPOSIT_DAY: 10_000})
        deposit = Order(CageMove.DEPOSIT, name="ann", amount="60")
        assert cage.carry_out("d1", cat, deposit).ok
        assert code(cage.carry_out("d2", cat, deposit)) == "limit_reached"
    proven(database)


def test_a_statement_has_chips_that_no_wallet_paid_for(database: str) -> None:
    with House.open(database) as house, people_of(database) as people:
        opened(house)
        people.add("eve", AccountRole.PLAYER, CONSOLE, password=SECRET)
        assert give(house, DEE, "open_bets") == "ok"
        for do, amount, how in (
            ("buy_in", "500", "cash"),
            ("cash_out", "100", "chips"),
            ("buy_in", "7", "chips"),
        ):
            body = {"do": do, "player": "eve", "amount": amount, how: True}
            assert house.command("t1", f"{do}-{how}", DEE, body).ok
        eve = Actor(ANN.role, "eve")
        assert give(house, eve, "sit", box=2) == "ok"
        assert give(house, eve, "place_bet", box=2, bet="banker", amount="60") == "ok"
        assert {line.kind: line.amount for line in history(house, "eve", "", "9")} == {
            "bought_in_cash": -50_000,
            "chips_taken": 10_000,
            "chips_brought": -700,
            "round": -6_000,
        }
        assert history(house, "eve", "", "2") == []
    proven(database)


def test_an_adjustment_is_no_deposit(database: str) -> None:
    """A mistake at the cage is put right for somebody who is excluded too, and uses up no limit."""
    with House.open(database) as house, people_of(database) as people:
        patron(people)
        cage, cat = house.cage, Clerk("cashier", "cat")
        assert cage.carry_out("o", cat, Order(CageMove.OPEN, amount="1000")).ok
        people.set_limits("ann", "ann", values={LimitKind.DEPOSIT_DAY: 10_000})
        right = Order(CageMove.DEPOSIT, "150", "ann", Tender.ADJUSTMENT, "keyed wrongly")
        assert cage.carry_out("a1", cat, right).ok
        assert cage.carry_out("d1", cat, Order(CageMove.DEPOSIT, "100", "ann")).ok
        assert code(cage.carry_out("d2", cat, Order(CageMove.DEPOSIT, "1", "ann"))) == (
            "limit_reached"
        )
        people.set_limits("ann", "ann", exclude_days=0)
        assert cage.carry_out("a2", cat, right).ok
        assert code(cage.carry_out("d3", cat, Order(CageMove.DEPOSIT, "1", "ann"))) == (
            "self_excluded"
        )
        assert house.balance("ann") == "400.00"
    proven(database)


def test_lower_counts_at_once_and_higher_when_it_has_cooled_off(database: str) -> None:
    time = Time()
    with people_of(database, time=time) as people:
        patron(people)

        def now() -> int | None:
            return people.limits_of("ann").at(LimitKind.LOSS_DAY, people.incidents.clock.text())

        people.set_limits("ann", "ann", values={LimitKind.LOSS_DAY: 100})
        people.set_limits("ann", "ann", values={LimitKind.LOSS_DAY: 500})
        assert now() == 100
        time.go(23 * 3600)
        assert now() == 100
        # Lower again: at once, and the higher one is forgotten.
        people.set_limits("ann", "ann", values={LimitKind.LOSS_DAY: 50})
        time.go(7 * 86400)
        assert now() == 50
        people.set_limits("ann", "ann", values={LimitKind.LOSS_DAY: None})
        assert now() == 50
        time.go(86400)
        assert now() is None
        # The house's own limit counts beside it, and the lower one of the two.
        people.set_limits("ann", "cat", values={LimitKind.LOSS_DAY: 80})
        people.set_limits("ann", "ann", values={LimitKind.LOSS_DAY: 90})
        assert now() == 80
        people.set_limits("ann", "cat", values={LimitKind.LOSS_DAY: None})
        assert now() == 90
    proven(database)


def test_an_exclusion_cannot_be_lifted_by_anybody(database: str) -> None:
    with people_of(database) as people:
        patron(people)
        people.set_limits("ann", "ann", break_days=7)
        assert refused(people.set_limits, "ann", "ann", break_days=1) == "cannot_lift"
        people.set_limits("ann", "ann", exclude_days=365)
        assert refused(people.set_limits, "ann", "ann", exclude_days=180) == "cannot_lift"
        with pytest.raises(PeopleRefused, match=r"until \d{4}-\d\d-\d\d \d\d:\d\d UTC"):
            people.set_limits("ann", "ann", break_days=1)
        # The house lifts what it has set itself, and the patron's own stays.
        people.set_limits("ann", "cat", exclude_days=0)
        people.set_limits("ann", "cat", exclude_days=-1, break_days=-1)
        now = people.incidents.clock.text()
        assert people.limits_of("ann").excluded_until(now) is not None
        assert people.limits_of("ann").break_until(now) is not None
        for days in (1, 179, -1):
            with pytest.raises(InvalidInput):
                people.set_limits("ann", "ann", exclude_days=days)
        with pytest.raises(Refused):
            people.set_limits("ann", "bob", break_days=1)
        people.set_limits("ann", "ann", exclude_days=0)
        with pytest.raises(PeopleRefused, match="no end"):
            people.set_limits("ann", "ann", exclude_days=365)
    proven(database)


@pytest.mark.parametrize("how", ["cash", "chips"])
def test_chips_bought_in_cash_or_brought_are_no_winnings(database: str, how: str) -> None:
    """A table where the wallet paid nothing counts like any other, and buying chips is no win."""
    with House.open(database, rehearsal=True) as house, people_of(database) as people:
        opened(house)
        opened(house, "t2")
        patron(people)
        assert give(house, ANN, "sit", "t2", box=2) == "ok"
        people.set_limits("ann", "ann", values={LimitKind.LOSS_DAY: 10_000})
        for table in ("t1", "t2"):
            assert give(house, DEE, "cash_out", table, player="ann") == "ok"
        house.create_table("t3")
        assert give(house, SAM, "open_table", "t3", game="tiger", float="1000") == "ok"
        assert give(house, DEE, "buy_in", "t3", player="ann", amount="500", **{how: True}) == "ok"
        assert give(house, ANN, "sit", "t3", box=1) == "ok"
        assert give(house, DEE, "new_shoe", "t3", cards=["9s", "2d", "Kc", "3h"]) == "ok"
        assert give(house, DEE, "open_bets", "t3") == "ok"
        assert bet(house, "101", "t3") == "limit_reached"
        assert bet(house, "60", "t3") == "ok"
        assert give(house, DEE, "close_bets", "t3") == "ok"
        for _ in range(4):
            assert give(house, DEE, "deal", "t3") == "ok"
        assert give(house, DEE, "settle", "t3") == "ok"
        assert [(each.kind, each.amount) for each in rounds_of(house)] == [("round", -6_000)]
        assert chips_at_tables(house, "ann") == {"t3": "440.00"}
        # Lost there, it is lost here; taking chips along changes nothing.
        assert give(house, DEE, "cash_out", "t3", player="ann", chips=True) == "ok"
        assert chips_at_tables(house, "ann") == {}
        assert give(house, DEE, "buy_in", player="ann", amount="500") == "ok"
        assert give(house, DEE, "open_bets") == "ok"
        assert bet(house, "41") == "limit_reached"
        assert bet(house, "40") == "ok"
    proven(database)


def rounds_of(house: House) -> list[HistoryLine]:
    return [line for line in history(house, "ann", "2000", "9999") if line.kind == "round"]


def test_a_break_refuses_bets_buy_ins_and_deposits(database: str) -> None:
    with House.open(database) as house, people_of(database) as people:
        opened(house)
        patron(people)
        assert give(house, DEE, "open_bets") == "ok"
        people.set_limits("ann", "ann", break_days=1)
        assert bet(house, "10") == "on_break"
        assert give(house, DEE, "buy_in", player="ann", amount="10") == "on_break"
        assert code(house.deposit("d", SAM, "ann", "10")) == "on_break"
        assert give(house, DEE, "cash_out", player="ann") == "ok"
        assert house.withdraw("w", SAM, "ann", "10").ok
    proven(database)


def test_a_session_ends_by_its_limit(database: str) -> None:
    time = Time()
    with people_of(database, time=time) as people:
        patron(people)
        token, _ = people.sign_in("ann", SECRET)
        people.set_limits("ann", "ann", values={LimitKind.SESSION_MINUTES: 20})
        time.go(19 * 60)
        found = people.session(token)
        assert found is not None
        time.go(61)
        assert people.alive([found.id]) == set()
        assert people.session(token) is None
        token, _ = people.sign_in("ann", SECRET)
        time.go(21 * 60)
        assert people.session(token) is None
    proven(database)


def with_a_bank(house: House, people: People, wager: str = "300") -> None:
    """Ann banks at seat 1, and bob sits at seat 2."""
    patron(people)
    people.add("bob", AccountRole.PLAYER, CONSOLE, password=SECRET)
    house.create_table("t1")
    assert give(house, SAM, "open_table", game="player-dealer", float="0") == "ok"
    for box, name in enumerate(("ann", "bob"), start=1):
        assert house.deposit(f"d-{name}", SAM, name, "1000").ok
        assert give(house, DEE, "buy_in", player=name, amount="1000") == "ok"
        assert give(house, DEE, "sit", player=name, box=box) == "ok"
    # Player wins with 9 to 5, twice.
    assert give(house, DEE, "new_shoe", cards=["9s", "2d", "Kc", "3h"] * 2) == "ok"
    assert give(house, DEE, "offer_player_dealer", seat=1) == "ok"
    assert give(house, ANN, "accept_player_dealer", seat=1, wager=wager) == "ok"


def a_hand(house: House, amount: str) -> None:
    """Bob wins this amount from ann."""
    bob: Body = {"player": "bob", "box": 2, "bet": "player", "amount": amount}
    assert give(house, DEE, "open_bets") == "ok"
    assert give(house, DEE, "place_bet", **bob) == "ok"
    for do in ("close_bets", *["deal"] * 4, "settle"):
        assert give(house, DEE, do) == "ok"


@pytest.mark.parametrize("pause", [{"break_days": 1}, {"exclude_days": 0}])
def test_who_is_excluded_while_they_bank_banks_no_other_hand(
    database: str, pause: dict[str, Any]
) -> None:
    """The wager of the next hand is posted by itself: nobody would have asked for it."""
    with House.open(database, rehearsal=True) as house, people_of(database) as people:
        with_a_bank(house, people)
        assert give(house, DEE, "open_bets") == "ok"
        people.set_limits("ann", "ann", **pause)
        bob: Body = {"player": "bob", "box": 2, "bet": "player", "amount": "50"}
        assert give(house, DEE, "place_bet", **bob) == "ok"
        for do in ("close_bets", *["deal"] * 4, "settle"):
            assert give(house, DEE, do) == "ok"
        position = house.live_table("t1").table.position
        assert position is not None
        assert position.patron == "ann"
        refusal = "on_break" if "break_days" in pause else "self_excluded"
        assert give(house, DEE, "open_bets") == refusal
        # The house passes the position on by itself, once, and play goes on.
        away = AwayPatrons(house, people, 2)
        away.check()
        away.check()
        table = house.live_table("t1").table
        assert (table.position, table.offered) == (None, 2)
        assert table.free("ann") == 95_000
        assert give(house, DEE, "cash_out", player="ann") == "ok"
    proven(database)


def test_a_banker_at_the_limit_of_losses_banks_no_other_hand(database: str) -> None:
    with House.open(database, rehearsal=True) as house, people_of(database) as people:
        with_a_bank(house, people)
        people.set_limits("ann", "ann", values={LimitKind.LOSS_DAY: 34_000})
        away = AwayPatrons(house, people, 0)
        away.check()
        a_hand(house, "50")
        # 50 is lost, and 300 are up again: more than 340 could be lost.
        assert give(house, DEE, "open_bets") == "limit_reached"
        assert give(house, ANN, "change_wager", seat=1, wager="290") == "ok"
        away.check()
        assert house.live_table("t1").table.position is not None
        a_hand(house, "290")
        assert house.live_table("t1").table.position is None
        assert house.live_table("t1").table.free("ann") == 66_000
    proven(database)


def test_cash_at_a_table_and_chips_sold_by_name_are_deposits(database: str) -> None:
    """Else a limit of deposits ends one table further on: chips for cash, and into the wallet."""
    with House.open(database) as house, people_of(database) as people:
        opened(house)
        patron(people)
        cage, cat = house.cage, Clerk("cashier", "cat")
        assert cage.carry_out("o", cat, Order(CageMove.OPEN, amount="1000")).ok
        people.add("eve", AccountRole.PLAYER, CONSOLE, password=SECRET)
        people.set_limits("eve", "eve", values={LimitKind.DEPOSIT_DAY: 10_000})
        cash: Body = {"player": "eve", "cash": True}
        sold = Order(CageMove.CHIPS_SOLD, "30", "eve")
        assert give(house, DEE, "buy_in", amount="40", **cash) == "ok"
        assert cage.carry_out("s1", cat, sold).ok
        assert give(house, DEE, "buy_in", amount="31", **cash) == "limit_reached"
        assert code(cage.carry_out("d1", cat, Order(CageMove.DEPOSIT, "31", "eve"))) == (
            "limit_reached"
        )
        # Brought chips were paid for before.
        assert give(house, DEE, "buy_in", player="eve", chips=True, amount="30") == "ok"
        assert cage.carry_out("d2", cat, Order(CageMove.DEPOSIT, "30", "eve")).ok
        assert code(cage.carry_out("s2", cat, sold)) == "limit_reached"
        assert give(house, DEE, "buy_in", player="eve", amount="30") == "ok"
        people.set_limits("eve", "eve", break_days=1)
        assert code(cage.carry_out("s3", cat, sold)) == "on_break"
        assert cage.carry_out("r1", cat, Order(CageMove.CHIPS_REDEEMED, "30", "eve")).ok
        # Who gives no name, or one that nobody has, is not held to anybody's limits.
        assert cage.carry_out("s4", cat, Order(CageMove.CHIPS_SOLD, "500")).ok
    proven(database)


def test_days_and_weeks_of_limits_are_those_of_the_house(database: str) -> None:
    """In Macau the day that begins at six in the morning does so at 22:00 in UTC."""
    now = {"at": "2026-11-15T21:59:59.000+00:00"}  # Sunday's gaming day, for one second more
    days = GamingDays.parse("Asia/Macau", "06:00")
    with (
        House.open(database, now=lambda: now["at"], days_of=days.since) as house,
        people_of(database) as people,
    ):
        opened(house)
        patron(people)
        assert give(house, DEE, "open_bets") == "ok"
        most = {LimitKind.DEPOSIT_DAY: 510_000, LimitKind.LOSS_WEEK: 10_000}
        people.set_limits("ann", "ann", values=most)
        assert bet(house, "60") == "ok"
        assert house.deposit("d1", SAM, "ann", "100").ok
        assert code(house.deposit("d2", SAM, "ann", "100")) == "limit_reached"
        assert bet(house, "60", kind="tie") == "limit_reached"
        now["at"] = "2026-11-15T22:00:00.000+00:00"  # Monday there: a new day, and a new week
        assert house.deposit("d3", SAM, "ann", "100").ok
        assert bet(house, "60", kind="tie") == "ok"
        assert bet(house, "60", kind="tiger") == "limit_reached"
        now["at"] = "2026-11-16T00:00:00.000+00:00"  # Midnight of UTC changes nothing
        assert bet(house, "60", kind="tiger") == "limit_reached"
        now["at"] = "2026-11-22T21:00:00.000+00:00"
        assert bet(house, "60", kind="tiger") == "limit_reached"
        now["at"] = "2026-11-22T22:00:00.000+00:00"
        assert bet(house, "60", kind="tiger") == "ok"
    proven(database)

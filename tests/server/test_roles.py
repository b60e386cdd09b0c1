"""Eight posts and every command: what a post may not do is refused, noted, and leaves no trace."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from croupier.accounts import AccountRole
from croupier.table import COMMANDS, LEAST
from croupier.table.roles import RANK
from server.people import PIN, POSTS
from server.running import Running

FIELDS: dict[str, dict[str, Any]] = {
    "open_table": {"game": "tiger"},
    "fill": {"amount": "5"},
    "credit": {"amount": "5"},
    "change_table": {"limits": {"min": "5"}},
    "buy_in": {"player": "ann", "amount": "5"},
    "cash_out": {"player": "ann", "amount": "5"},
    "sit": {"box": 3},
    "leave": {"box": 1},
    "add_entropy": {"text": "rosebud"},
    "offer_player_dealer": {"seat": 1},
    "accept_player_dealer": {"seat": 1, "wager": "5"},
    "decline_player_dealer": {"seat": 1},
    "change_wager": {"seat": 1, "wager": "5"},
    "give_up_player_dealer": {"seat": 1},
    "place_bet": {"box": 1, "bet": "tie", "amount": "5"},
    "increase_bet": {"bet": "b1", "amount": "5"},
    "withdraw_bet": {"bet": "b1"},
    "correct_card": {"card": "9s"},
    "turn": {"hand": "player", "number": 1},
    "place_insurance": {"box": 1, "bet": "player_insurance", "amount": "5"},
    "request_squeeze": {"hand": "player"},
    "grant_squeeze": {"player": "ann", "hand": "player"},
    "expose_banker_first": {"player": "ann"},
    "report": {"kind": "other"},
    "reconstruct": {},
    "decide_order": {"cards": ["9s", "8s"]},
    "void_round": {"reason": "a test"},
    "choose": {"option": "continue"},
    "return_uninsured": {"player": "ann", "stage": "four_cards", "hand": "player", "amount": "1"},
    "rule": {"text": "a ruling", "adjustments": [{"player": "ann", "amount": "5000"}]},
    "set_deadline": {"seconds": 5},
    "assign_dealer": {"automatic": False},
}
"""What each command needs so that it can be read."""

ACTORS = ("ann", "dee", "sue", "max", "sam", "cas", "aud", "adm")


def may(post: AccountRole, do: str) -> bool:
    """Return True if a post may give a command at all."""
    return post.at_table is not None and RANK[post.at_table] >= RANK[LEAST[do]]


def test_everybody_may_read_who_may_do_what(running: Running) -> None:
    """The pages go by this matrix; it is the one that decides."""
    with running.api(None) as api:
        told = api.get("/api/roles")
    assert told["roles"] == sorted(RANK, key=lambda role: RANK[role])
    assert told["least"] == {name: role.value for name, role in LEAST.items()}


def test_every_post_and_every_command(running: Running) -> None:
    """Whatever a post may not do: 403, an entry in the journal, the same state as before."""
    table = running.table()
    refused = 0
    with running.api("dee") as dee:
        dee.do(table, "open_bets")
    before, noted = running.hash(table), len(running.refusals(table))
    for name in ACTORS:
        with running.api(name) as api:
            for do in COMMANDS:
                if may(POSTS[name], do):
                    continue
                answer = api.send(table, do, **FIELDS.get(do, {}))
                code = answer.json()["error"]["code"]
                assert (answer.status_code, code) == (403, "not_allowed"), (name, do, answer.text)
                refused += 1
    assert running.hash(table) == before, "no trace in the state"
    rows = running.refusals(table)[noted:]
    assert len(rows) == refused, "each is in the journal"
    assert {row[6] for row in rows} == {"not_allowed"}
    assert refused == sum(not may(POSTS[name], do) for name in ACTORS for do in COMMANDS)
    assert refused > 130


def test_what_a_post_may_do_is_not_refused_for_that(running: Running) -> None:
    """The same matrix from the other side, in a random order: no other reason is `not_allowed`."""
    table = running.table()
    pairs = [(name, do) for name in ACTORS for do in COMMANDS if may(POSTS[name], do)]
    Random(7).shuffle(pairs)
    for name, do in pairs[::4]:
        if do in ("new_shoe", "replace_shoe", "close_table", "open_table"):
            continue
        with running.api(name) as api:
            answer = api.send(table, do, **FIELDS.get(do, {}))
            said = "" if answer.status_code == 200 else answer.json()["error"]["message"]
            assert " takes a " not in said, (name, do, answer.text)
            assert answer.status_code in (200, 400, 403, 409), (name, do, answer.text)


def test_staff_act_at_their_own_tables_only(running: Running) -> None:
    table = running.table()
    before = running.hash(table)
    with running.api("dan") as dan, running.live("dan") as live:
        answer = dan.send(table, "open_bets")
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not_allowed")
        assert live.command(table, "open_bets")["error"]["code"] == "not_allowed"
        assert running.hash(table) == before
        assert len(running.refusals(table)) == 2
        with running.api("adm") as adm:
            path = "/api/people/dan"
            assert adm.ask("PATCH", path, json={"tables": [table]}).status_code == 200
            dan.do(table, "open_bets")
            assert adm.ask("PATCH", path, json={"tables": ["elsewhere"]}).status_code == 200
        assert dan.send(table, "close_bets").status_code == 403
        # A socket that was opened before learns it too.
        assert live.command(table, "close_bets")["error"]["code"] == "not_allowed"


def test_a_patron_acts_for_nobody_else(running: Running) -> None:
    table = running.table()
    with running.api("ann") as ann, running.api("dee") as dee:
        dee.do(table, "open_bets")
        before = running.hash(table)
        for do, fields in (
            ("place_bet", {"player": "bob", "box": 2, "bet": "tie", "amount": "5"}),
            ("sit", {"player": "bob", "box": 4}),
            ("leave", {"player": "bob", "box": 2}),
            ("buy_in", {"player": "bob", "amount": "5"}),
            ("cash_out", {"player": "bob", "amount": "5"}),
        ):
            assert ann.send(table, do, **fields).status_code == 403, do
        assert running.hash(table) == before


@pytest.mark.parametrize("way", ["http", "socket"])
def test_a_supervisor_approves_by_pin(running: Running, way: str) -> None:
    """At a dealer's screen the command is given in the supervisor's name, and every use noted."""
    table = running.table()
    with running.api("dee") as dee, running.live("dee") as live:

        def void(approval: Any) -> tuple[bool, str | None]:
            if way == "http":
                said = dee.send(table, "void_round", reason="a test", approval=approval).json()
            else:
                fields = {"reason": "a test"}
                live.say(
                    id=f"{table}-{approval}",
                    table=table,
                    command={"do": "void_round", **fields},
                    approval=approval,
                )
                said = live.until(lambda frame: "answer" in frame)
            return said["ok"], None if said["ok"] else said["error"]["code"]

        dee.do(table, "open_bets")
        before = running.hash(table)
        assert void({"name": "sue", "pin": "111112"}) == (False, "forbidden")
        assert void({"name": "nobody", "pin": PIN}) == (False, "forbidden")
        assert void({"name": "sue"})[0] is False
        assert void({"name": "dee", "pin": PIN}) == (False, "forbidden")
        assert running.hash(table) == before
        assert void({"name": "sue", "pin": PIN}) == (True, None)
        told = dee.get(f"/api/tables/{table}/events?after=6")["events"][-1]
        assert (told["type"], told["by"]) == ("round_voided", "pit_supervisor:sue")
    with running.api("adm") as adm:
        kinds = [
            (row["kind"], row["actor"], (row["detail"] or {}).get("asked_by"))
            for row in adm.get("/api/incidents?most=500")
            if row["table_id"] == table
        ]
        assert ("approval_given", "sue", "dee") in kinds
        assert [kind for kind, _, _ in kinds].count("approval_refused") >= 2


def test_a_patron_cannot_try_pins(running: Running) -> None:
    """Neither a right PIN nor three wrong ones do anything if a patron sends them."""
    table = running.table()
    with running.api("ann") as ann, running.api("dee") as dee:
        dee.do(table, "open_bets")
        before = running.hash(table)
        for pin in ("111112", "111113", "111114", "111115", PIN):
            approval = {"name": "max", "pin": pin}
            answer = ann.send(table, "void_round", reason="a test", approval=approval)
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not_allowed")
        assert running.hash(table) == before
        assert len(running.refusals(table)) == 5
        # The PIN is not locked by that: at the dealer's screen it still counts.
        dee.do(table, "void_round", reason="a test", approval={"name": "max", "pin": PIN})


def test_a_cashier_sees_of_a_table_what_everybody_sees(running: Running) -> None:
    """Chips before patrons, the float and who acted belong to the pit, not to the cage."""
    table = running.table()
    with running.api("cas") as cas, running.api(None) as stranger, running.api("aud") as aud:
        path = f"/api/tables/{table}/events?after=0"
        assert cas.get(path) == stranger.get(path) != aud.get(path)
        assert cas.ask("GET", "/api/incidents").status_code == 403
        assert cas.ask("GET", "/api/people").status_code == 403

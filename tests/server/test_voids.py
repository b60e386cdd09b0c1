"""Who can make a round void over the wire: the House, and nobody else; and who sees a debt."""

from __future__ import annotations

import shutil
import time
from pathlib import Path
from typing import Any

import pytest

from postgres import scratch
from server.client import Api
from server.people import PIN
from server.process import Served
from server.running import Running, people_of

KINDS = ("foreign_card", "card_shortage", "card_excess", "insufficient_cards", "not_shuffled")
"""What the documents void a round for (5.5); a wrong number of cards is put right, or not."""

PHASES = ("betting", "dealing", "interrupted")

TRIED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("void_round", {"reason": "it goes badly"}),
    ("void_round", {}),
    ("dismiss_report", {"reason": "it goes well"}),
    ("cannot_reconstruct", {}),
    ("reconstruct", {}),
    ("replace_shoe", {}),
    ("resume", {}),
    ("choose", {"option": "refund"}),
    ("close_options", {}),
    ("rule", {"text": "void"}),
    ("assign_dealer", {"automatic": True}),
)
"""Ways in which somebody might try to be rid of a round."""


def _running_round(running: Running, phase: str) -> str:
    """Bring a table to a phase in which no outcome is established; ann has 100 on Player."""
    table = running.table()
    with running.api("dee") as dee, running.api("ann") as ann:
        dee.do(table, "open_bets")
        ann.do(table, "place_bet", box=1, bet="player", amount="100")
        if phase != "betting":
            dee.do(table, "close_bets")
            dee.do(table, "deal")
        if phase == "interrupted":
            dee.do(table, "interrupt")
    return table


def _voids(api: Api, table: str) -> list[tuple[str, str | None]]:
    """Return who voided rounds of a table, and what had been reported."""
    events = api.get(f"/api/tables/{table}/events")["events"]
    return [(e["by"], e.get("kind")) for e in events if e["type"] == "round_voided"]


def _all_fail(running: Running, table: str) -> None:
    """Let a patron and a dealer try everything: the round and its stakes stay."""
    for name in ("ann", "dee"):
        with running.api(name) as api:
            for do, fields in TRIED:
                answer = api.send(table, do, **fields)
                assert answer.status_code in (403, 409), (name, do, answer.text)
    with running.api("sue") as sue:
        assert _voids(sue, table) == []
        state = sue.state(table)
        assert (state["round"], state["balances"]["ann"]) == (1, "900.00")
        assert [bet["player"] for bet in state["bets"]] == ["ann"]


@pytest.mark.rule("tiger", "5.5", "5.4.2")
@pytest.mark.parametrize("phase", PHASES)
def test_no_dealer_alone_and_no_patron_makes_a_round_void(running: Running, phase: str) -> None:
    """Every kind of 5.5, reported in a round: it waits; only the supervisor ends it, either way."""
    table = _running_round(running, phase)
    with running.api("dee") as dee, running.api("ann") as ann, running.api("sue") as sue:
        for kind in KINDS:
            assert ann.send(table, "report", kind=kind).status_code == 403
            (told,) = dee.do(table, "report", kind=kind)["events"]
            assert (told["type"], told["waits_for"]) == ("irregularity_reported", "pit_supervisor")
            assert (ann.state(table)["report"], ann.state(table)["phase"]) == (kind, phase)
            offered = {step["do"]: step["role"] for step in dee.state(table)["next"]}
            assert offered["void_round"] == offered["dismiss_report"] == "pit_supervisor"
            assert not {"deal", "close_bets", "place_bet", "resume", "settle"} & offered.keys()
            assert ann.state(table)["next"] == [], "nothing is offered to a patron"
            _all_fail(running, table)
            sue.do(table, "dismiss_report")
            assert ann.state(table)["report"] is None
        if phase == "interrupted":
            _all_fail(running, table)  # a resumption that voids is not the dealer's either
        dee.do(table, "report", kind="foreign_card")
        sue.do(table, "void_round")
        assert _voids(sue, table) == [("pit_supervisor:sue", "foreign_card")]
        state = ann.state(table)
        assert (state["phase"], state["shoe"]["fault"]) == ("idle", "foreign_card")
        assert ann.get(f"/api/tables/{table}")["me"]["balance"] == "1000.00"
        assert dee.send(table, "open_bets").json()["error"]["code"] == "no_shoe"
        dee.do(table, "new_shoe")
        assert ann.state(table)["shoe"]["fault"] is None
        dee.do(table, "open_bets")


@pytest.mark.parametrize("do", ["void_round", "dismiss_report", "resume"])
def test_a_supervisor_decides_at_the_dealers_screen(running: Running, do: str) -> None:
    """By name and PIN, beside the command: the log has the supervisor's name, not the dealer's."""
    table = _running_round(running, "interrupted" if do == "resume" else "dealing")
    with running.api("dee") as dee, running.api("ann") as ann:
        if do != "resume":
            dee.do(table, "report", kind="foreign_card")
        steps = {step["do"]: step["role"] for step in dee.state(table)["next"]}
        assert steps[do] == "pit_supervisor"
        for approval in (None, {"name": "sue", "pin": "111112"}, {"name": "dee", "pin": PIN}):
            assert dee.send(table, do, approval=approval).status_code == 403
        assert ann.send(table, do, approval={"name": "sue", "pin": PIN}).status_code == 403
        assert dee.state(table)["round"] == 1
        dee.do(table, do, approval={"name": "sue", "pin": PIN})
        told = dee.get(f"/api/tables/{table}/events")["events"][-1]
        ended = "report_dismissed" if do == "dismiss_report" else "round_voided"
        assert (told["type"], told["by"]) == (ended, "pit_supervisor:sue")
        assert told["kind"] == ("technical_interruption" if do == "resume" else "foreign_card")


@pytest.mark.parametrize("reported", [False, True])
def test_a_crash_is_resolved_by_the_server_itself(reported: bool) -> None:
    """A person's round, a dealer's report waiting or not: void at restart, and the log says who."""
    folder = Path(scratch())
    database = str(folder / "house.db")
    tokens = people_of(database)
    served = Served(database, folder, STAFF_IDLE="3600")
    try:
        table = _running_round(Running(served, database, tokens), "dealing")
        with Running(served, database, tokens).api("dee") as dee:
            if reported:
                dee.do(table, "report", kind="foreign_card")
    finally:
        served.kill()
    with (
        Served(database, folder, STAFF_IDLE="3600") as again,
        Running(again, database, tokens).api("dee") as dee,
    ):
        for _ in range(200):
            if dee.state(table)["phase"] == "idle":
                break
            time.sleep(0.05)
        events = dee.get(f"/api/tables/{table}/events")["events"]
        told = [each for each in events if each["type"] == "round_voided"][-1]
        assert (told["by"], told["kind"]) == (
            "pit_supervisor:house:restart",
            "technical_interruption",
        )
        assert dee.state(table)["balances"]["ann"] == "1000.00"
        # A crash confirms nothing: what was reported of the shoe still waits for the House.
        state = dee.state(table)
        assert state["report"] == ("foreign_card" if reported else None)
        assert state["shoe"]["fault"] is None
    shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.rule("tiger", "5.5.3", "5.15")
def test_a_debt_is_shown_to_the_house_and_to_whoever_owes_it(running: Running) -> None:
    """Ann has cashed out what she won; the round is undone. Bob is not told what she owes."""
    table = running.table(game="tiger", shoe="manual")
    with running.api("dee") as dee, running.api("sue") as sue, running.api("sam") as sam:
        dee.do(table, "open_bets")
        for name, box, bet in (("ann", 1, "player"), ("bob", 2, "banker")):
            dee.do(table, "place_bet", player=name, box=box, bet=bet, amount="100")
        dee.do(table, "close_bets")
        for card in ("Ks", "Qd", "9c", "7h"):
            dee.do(table, "deal", card=card)
        dee.do(table, "settle")
        dee.do(table, "cash_out", player="ann", amount="1100")
        dee.do(table, "report", kind="wrong_number_of_cards")
        sue.do(table, "cannot_reconstruct", reason="the camera")
        assert dee.state(table)["owed"] == {"ann": "100.00"}
        today = sam.get("/api/reports")["owed"]
        assert [each for each in today if each["table"] == table] == [
            {"table": table, "player": "ann", "amount": "100.00"}
        ]
        for name, own in (("ann", "100.00"), ("bob", "0.00")):
            with running.api(name) as patron, running.live(name) as live:
                seen = patron.get(f"/api/tables/{table}")
                assert (seen["me"]["owed"], "owed" in seen["state"]) == (own, False)
                told = patron.get(f"/api/tables/{table}/rounds/1")
                corrected = [e for e in told["irregularities"] if e["type"] == "round_corrected"]
                assert [each["text"] for each in corrected] == ["the camera"]
                live.watch(table, after=0)
                heard = b"".join((*patron.heard[1:], *live.heard))
                assert b'"owed":{' not in heard
                assert b"still owed" not in heard

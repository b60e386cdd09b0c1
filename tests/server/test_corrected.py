"""Leaving with a live bet, and a dealer's error that is found after everybody was paid."""

from __future__ import annotations

import pytest

from server.running import Running


def test_leaving_with_a_live_bet_leaves_the_bet(running: Running) -> None:
    """Stood up, signed off the socket or gone for good: the bet plays on, and is paid."""
    table = running.table()
    with running.api("dee") as dee, running.live("ann") as ann:
        ann.watch(table)
        dee.do(table, "open_bets")
        assert ann.command(table, "place_bet", box=1, bet="player", amount="100")["ok"]
        assert ann.command(table, "leave", box=1)["ok"]
        ann.close()
        state = dee.state(table)
        assert [bet["player"] for bet in state["bets"]] == ["ann"]
        assert state["balances"]["ann"] == "900.00"
        dee.do(table, "close_bets")
        # The stake is not chips in hand: it cannot be taken away.
        refused = dee.send(table, "cash_out", player="ann", amount="1000")
        assert (refused.status_code, refused.json()["error"]["code"]) == (
            409,
            "insufficient_balance",
        )
        while dee.send(table, "deal").status_code == 200:
            pass
        settled = dee.do(table, "settle")["events"]
        net = next(event for event in settled if event["type"] == "round_settled")["net"]
        balance = f"{1000 + float(net['ann']):.2f}"
    with running.live("ann") as back:
        assert back.watch(table)["me"]["balance"] == balance
    with running.api("dee") as dee, running.api("ann") as ann_:
        before = float(ann_.wallet("ann"))
        dee.do(table, "cash_out", player="ann", amount=balance)
        assert float(ann_.wallet("ann")) == pytest.approx(before + float(balance))


def test_a_dealers_error_after_the_payout_is_corrected(running: Running) -> None:
    """Player was paid; the cards were in another order, and Banker had won: both are told."""
    table = running.table(game="classic", shoe="manual")
    with (
        running.api("dee") as dee,
        running.api("sue") as sue,
        running.live("ann") as ann,
        running.live("bob") as bob,
    ):
        for live in (ann, bob):
            live.watch(table)
        dee.do(table, "open_bets")
        assert ann.command(table, "place_bet", box=1, bet="player", amount="100")["ok"]
        assert bob.command(table, "place_bet", box=2, bet="banker", amount="100")["ok"]
        dee.do(table, "close_bets")
        for card in ("Ks", "Qd", "9c", "7h"):
            dee.do(table, "deal", card=card)
        dee.do(table, "settle")
        paid = dee.state(table)["balances"]
        assert (paid["ann"], paid["bob"]) == ("1100.00", "900.00")
        dee.do(table, "report", kind="wrong_number_of_cards")
        assert dee.state(table)["report"] == "wrong_number_of_cards"
        assert dee.send(table, "reconstruct", cards=["Ks", "9c", "Qd", "7h"]).status_code == 403
        # In their proper order Banker's nine was dealt second: 9 beats 7.
        told = sue.do(table, "reconstruct", cards=["Ks", "9c", "7h", "Qd"])["events"]
        corrected = next(event for event in told if event["type"] == "round_corrected")
        assert corrected["reason"] == "reconstructed"
        balances = dee.state(table)["balances"]
        assert balances["ann"] == "900.00"
        assert float(balances["bob"]) in (1095.0, 1100.0), "95 or 100 by the game's commission"
        for live, name in ((ann, "ann"), (bob, "bob")):
            frame = live.until(
                lambda frame: any(
                    event["type"] == "round_corrected" for event in frame.get("events", ())
                )
            )
            assert frame["me"]["balance"] == balances[name]
        # The board shows what the round came to in the end.
        assert dee.state(table)["board"]["results"][-1]["winner"] == "banker"

"""The random scripts go through what they are for, and the naive table keeps its money together."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from naive import scripts
from naive.table import Table
from naive.table_reports import VOIDING

pytestmark = pytest.mark.no_cover  # nothing of src runs here

SCRIPTS, LINES = 300, 70
WALKED = {"insurance_closed", "insurance_not_offered", "not_seated", "too_late"}
BARRED = {"not_allowed", "too_late", "wrong_phase"}
Command = dict[str, Any]


def before(table: Table) -> dict[str, Any]:
    """What the next command is looked at with."""
    kind = table.pending["kind"] if table.pending else ""
    return {
        "phase": table.phase,
        "waits": table.pending is not None,
        "kind": kind if kind not in VOIDING else "a fault",
        "known": bool(table.queue) or table.next_seen,
        "owed": sum(table.owed.values()),
        "bets": len(table.bets),
        "cards": table.count(),
        "insured": sum(bool(bet["stage"]) for bet in table.bets + table.settled),
        "bank": (table.seat, table.banked),
        "balances": dict(table.balances),
    }


def happened(was: dict[str, Any], command: Command, codes: set[str], table: Table) -> Iterator[str]:
    """What a command has gone through."""
    do, ok = str(command.get("do")), not codes
    role = (command.get("by") or {}).get("role")
    idle = was["phase"] == "idle"
    raised = any(bet["id"] == command.get("bet") and bet["stage"] for bet in table.bets)
    if do == "place_insurance" or (do == "increase_bet" and raised):
        what = "taken" if do == "place_insurance" else "raised"
        yield f"insurance {what}" if ok else f"insurance not {what}"
        if was["known"] and was["phase"] == "dealing" and "insurance_closed" in codes:
            yield "insurance while the next card is known"
        if codes == WALKED:
            yield f"insurance after walking away, by the {role}"
    if do == "place_bet" and codes == BARRED:
        yield "betting again after a refund"
    if "too_late" in codes and "round" in command:
        yield f"{do} for another round"
    if do == "deal" and ok and table.on_offer() and was["cards"] == table.count():
        yield "a deal that only turns"
    if was["waits"]:
        yield f"{do} while {was['kind']} waits, {'done' if ok else 'refused'}"
    if do == "resume" and codes == {"not_allowed"}:
        yield "a dealer's resumption that would void"
    if do == "cannot_reconstruct" and ok:
        yield "undone" if idle else "beyond repair"
        if idle and table.game == "player-dealer" and was["bank"] != (table.seat, table.banked):
            yield "hand or position given back"
    if do in ("cannot_reconstruct", "reconstruct") and sum(table.owed.values()) > was["owed"]:
        yield f"owed, {'among patrons' if table.game == 'player-dealer' else 'to the house'}"
    insured = sum(bool(bet["stage"]) for bet in table.bets + table.settled)
    if do == "reconstruct" and ok and insured < was["insured"]:
        yield f"insurance handed back, {'after' if idle else 'before'} payment"
    if do == "open_bets" and codes == {"no_shoe"} and table.out_of_play:
        yield "no round with that shoe"
    cut = any(bet["share"] < bet["amount"] for bet in table.bets)
    if do in ("choose", "close_options") and ok and cut and len(table.bets) < was["bets"]:
        yield "a refund beside a share"
    if do == "return_uninsured" and ok:
        yield "neglect made good"
    if do == "place_bet" and ok and command.get("standing") and not table.bets[-1]["standing"]:
        yield "standing at one's own box"
    if do == "accept_player_dealer" and codes == {"below_minimum"}:
        yield "a wager below the minimum"


WANTED = {
    *("insurance taken", "insurance raised", "insurance while the next card is known"),
    *("insurance after walking away, by the player", "a deal that only turns"),
    *("betting again after a refund", "place_bet for another round", "undone", "beyond repair"),
    *("increase_bet for another round", "withdraw_bet for another round"),
    *("open_bets while wrong_number_of_cards waits, refused", "neglect made good"),
    *("dismiss_report while a fault waits, done", "void_round while a fault waits, done"),
    *("replace_shoe while a fault waits, done", "rule while other waits, done"),
    *("resume while wrong_hand waits, refused", "deal while wrong_hand waits, refused"),
    *("a dealer's resumption that would void", "hand or position given back"),
    *("owed, among patrons", "owed, to the house", "no round with that shoe"),
    *("insurance handed back, before payment", "insurance handed back, after payment"),
    *("a refund beside a share", "standing at one's own box", "a wager below the minimum"),
}


def test_scripts_go_through_everything_and_money_is_conserved() -> None:
    """Chips in play, house and fees are what was bought in less cashed out; nobody is below 0."""
    seen = Counter[str]()
    for seed in range(SCRIPTS):
        was: dict[str, Any] = {}
        bought = 0
        for command, answer, table in scripts.play(seed, LINES):
            codes = set() if answer["ok"] else answer["error"]["code"]
            if was:
                seen.update(happened(was, command, codes, table))
            if answer["ok"] and command["do"] == "buy_in":
                bought += int(Fraction(command["amount"]) / table.unit)
            if answer["ok"] and command["do"] == "cash_out":
                bought -= sum(was["balances"].values()) - sum(table.balances.values())
            if answer["ok"] and command["do"] == "open_table":
                bought = sum(table.balances.values())
            gone = table.uninsured
            bets = [b for b in table.bets if (b["player"], b["box"], b["bet"]) not in gone]
            lie = sum(bet["amount"] for bet in bets) + (table.wager if table.seat else 0)
            chips = sum(table.balances.values()) + lie + table.house + table.fees
            assert chips == bought, (seed, command)
            assert min(table.balances.values(), default=0) >= 0, (seed, command)
            assert table.game != "player-dealer" or table.house == 0, (seed, command)
            was = before(table)
    assert {what for what in WANTED if not seen[what]} == set()

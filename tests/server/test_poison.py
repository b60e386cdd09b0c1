"""Poison over HTTP and over the socket: refused before anything changes, and never a 500."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from server.client import Api, Live, fresh_id
from server.running import Running

AMOUNTS: dict[str, str] = {
    "nan": "NaN",
    "infinity": "-Infinity",
    "1e400": "1e400",
    "1e2": '"1e2"',
    "minus_zero": "-0",
    "minus_zero_text": '"-0"',
    "minus": '"-100"',
    "plus": '"+100"',
    "true": "true",
    "null": "null",
    "2^63": "9223372036854775808",
    "2^63_text": '"9223372036854775808"',
    "2^63_cents": '"92233720368547758.08"',
    "2^64": '"18446744073709551616"',
    "10^30": '"' + "9" * 30 + '"',
    "many_digits": "1" * 5000,
    "many_digits_text": '"' + "1" * 5000 + '"',
    "full_width": '"１００"',
    "arabic": '"١٠٠"',
    "superscript": '"10²"',
    "15_decimals": '"1.000000000000001"',
    "3_decimals": '"1.005"',
    "zero": '"0"',
    "number": "100",
    "float": "100.5",
    "space": '" 100"',
    "newline": '"100\\n"',
    "underscore": '"1_000"',
    "comma": '"1,000"',
    "hex": '"0x64"',
    "empty": '""',
    "point": '"."',
    "list": '["100"]',
    "object": '{"units": 100}',
    "surrogate": '"\\ud800"',
    "zero_byte": '"100\\u0000"',
    "nested": "[" * 60 + "]" * 60,
}

BODIES: dict[str, str] = {
    "twice": '{"do": "place_bet", "box": 1, "bet": "tie", "amount": "1", "amount": "100"}',
    "deep": '{"do": "place_bet", "amount": ' + "[" * 3000 + "]" * 3000 + "}",
    "cut_off": '{"do": "place_bet", "box": 1',
    "not_json": "hello",
    "text": '"place_bet"',
    "list": "[]",
    "by": '{"do": "close_bets", "by": {"role": "shift_manager", "name": "sam"}}',
    "unknown_field": '{"do": "place_bet", "box": 1, "bet": "tie", "amount": "1", "free": true}',
    "unknown_command": '{"do": "print_money"}',
    "do_number": '{"do": 7}',
    "do_object": '{"do": {}}',
    "do_list": '{"do": []}',
    "do_null": '{"do": null}',
    "bet_object": '{"do": "place_bet", "box": 1, "bet": {}, "amount": "1"}',
    "bet_list": '{"do": "place_bet", "box": 1, "bet": ["tie"], "amount": "1"}',
    "withdrawn_object": '{"do": "withdraw_bet", "bet": {}}',
    "player_object": '{"do": "buy_in", "player": {}, "amount": "1"}',
    "kind_list": '{"do": "report", "kind": []}',
    "hand_object": '{"do": "choose", "hand": {}}',
    "insured_object": '{"do": "place_insurance", "side": {}, "amount": "1"}',
    "other_patron": '{"do": "place_bet", "player": "bob", "box": 2, "bet": "tie", "amount": "1"}',
    "box_true": '{"do": "place_bet", "box": true, "bet": "tie", "amount": "1"}',
    "box_float": '{"do": "place_bet", "box": 1.0, "bet": "tie", "amount": "1"}',
    "box_huge": '{"do": "place_bet", "box": 99999999999999999999, "bet": "tie", "amount": "1"}',
    "surrogate_name": '{"do": "place_bet", "player": "\\udfff", "box": 1, "bet": "tie"}',
    "surrogate_key": '{"do": "place_bet", "\\ud83d": 1}',
}


def poisons() -> Iterator[tuple[str, str]]:
    """Return each poison as the text of a command."""
    for name, amount in AMOUNTS.items():
        yield (
            f"amount {name}",
            f'{{"do": "place_bet", "box": 1, "bet": "tie", "amount": {amount}}}',
        )
    for name, body in BODIES.items():
        yield name, body


def http(api: Api, table: str, body: str) -> tuple[int, bytes]:
    """Send a command as text, however wrong."""
    text = f'{{"id": "{fresh_id()}", "command": {body}}}'
    answer = api.ask(
        "POST",
        f"/api/tables/{table}/commands",
        content=text.encode(),
        headers={"content-type": "application/json"},
    )
    return answer.status_code, answer.content


def test_poison_over_http(running: Running) -> None:
    table = running.table()
    with running.api("ann") as ann, running.api("dee") as dee:
        dee.do(table, "open_bets")
        before, wallet = running.hash(table), ann.wallet("ann")
        for name, body in poisons():
            status, content = http(ann, table, body)
            assert status in (400, 403), (name, status, content[:200])
            said = json.loads(content)
            assert said["ok"] is False, name
            assert said["error"]["code"] in {
                "malformed",
                "bad_amount",
                "unknown_command",
                "not_yours",
                "not_readable",
                "not_allowed",
            }, (name, said)
        assert running.hash(table) == before, "nothing has changed"
        assert ann.wallet("ann") == wallet
        assert running.refusals(table), "what reached the table is in the journal"


def test_poison_over_the_socket(running: Running) -> None:
    table = running.table()
    with running.api("dee") as dee, running.live("ann") as ann:
        dee.do(table, "open_bets")
        before = running.hash(table)
        for name, body in poisons():
            id = fresh_id()
            ann.wire.send(f'{{"id": "{id}", "table": "{table}", "command": {body}}}')
            said = ann.next()
            assert said["ok"] is False, (name, said)
            assert said["error"]["code"] != "our_mistake", (name, said)
        ann.wire.send(b'{"ping": \xff}')
        assert ann.next()["ok"] is False
        assert still_there(ann), "the socket is still served"
        assert running.hash(table) == before, "nothing has changed"


@pytest.mark.parametrize("move", ["deposits", "withdrawals"])
def test_poison_at_the_cage(running: Running, move: str) -> None:
    with running.api("sam") as sam:
        before = sam.wallet("ann")
        for name, amount in AMOUNTS.items():
            text = f'{{"id": "{fresh_id()}", "amount": {amount}}}'
            answer = sam.ask(
                "POST",
                f"/api/wallets/ann/{move}",
                content=text.encode(),
                headers={"content-type": "application/json"},
            )
            assert answer.status_code in (400, 409), (name, answer.text[:200])
            assert answer.json()["ok"] is False
        assert sam.wallet("ann") == before


@pytest.mark.parametrize(
    "id", ['""', "null", "7", '"\\u0000"', '"\\ud800"', '" "', '"' + "x" * 201 + '"', "[]", "true"]
)
def test_poison_for_an_id(running: Running, id: str) -> None:
    table = running.table()
    with running.api("dee") as dee, running.live("dee") as live:
        before = running.hash(table)
        answer = dee.ask(
            "POST",
            f"/api/tables/{table}/commands",
            content=f'{{"id": {id}, "command": {{"do": "open_bets"}}}}'.encode(),
            headers={"content-type": "application/json"},
        )
        assert answer.status_code == 400, answer.text
        live.wire.send(f'{{"id": {id}, "table": "{table}", "command": {{"do": "open_bets"}}}}')
        assert live.next()["ok"] is False
        assert running.hash(table) == before


def test_poison_frames_leave_the_socket_alive(running: Running) -> None:
    frames = [
        "", "[]", "null", "7", '"watch"', "{}", '{"watch": 7}', '{"watch": "nowhere"}',
        '{"watch": "' + "x" * 5000 + '"}', '{"unwatch": null}', '{"ping": 1.5}', '{"ping": NaN}',
        '{"watch": "nowhere", "after": -1}', '{"command": {}, "table": [], "id": "a"}',
        '{"command": 1, "table": "t", "id": "a"}', '{"command": {}, "command": {}}',
        '{"command": {"do": "deal"}, "table": "nowhere", "id": "a", "approval": 7}', "{" * 5000,
        '{"ping": "\\ud800"}', '{"watch": "\\ud800"}', '{"unwatch": "\\udfff"}', '"\\ud800"',
        '{"watch": "a\\u0000b"}', '{"watch": {}}', '{"unwatch": []}', '{"ping": {}}',
        '{"command": {"do": "deal"}, "table": "\\ud800", "id": "a"}', '{"ping": 1' + "0" * 40 + "}",
        '{"command": {"do": "deal"}, "table": "a\\u0000b", "id": "\\ud800"}',
        '{"command": {"do": "deal"}, "table": {}, "id": {}, "approval": []}',
        '{"command": {"do": "deal"}, "table": "nowhere", "id": 1' + "0" * 40 + "}",
    ]  # fmt: skip
    with running.live("ann") as ann:
        for frame in frames:
            ann.wire.send(frame)
            said = ann.next()
            assert said["ok"] is False, frame[:60]
            assert said["error"]["code"] != "our_mistake", frame[:60]
        assert still_there(ann)


def test_bodies_that_are_too_long_or_of_another_kind(running: Running) -> None:
    table = running.table()
    path = f"/api/tables/{table}/commands"
    with running.api("dee") as dee:
        good = json.dumps({"id": fresh_id(), "command": {"do": "open_bets"}})
        json_type = {"content-type": "application/json"}
        assert dee.ask("POST", path, content=b" " * 300_000, headers=json_type).status_code == 413
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
            answer = dee.ask("POST", path, content=good, headers={"content-type": kind})
            assert answer.status_code == 400, kind
        assert dee.ask("POST", path, content=b"\xff\xfe", headers=json_type).status_code == 400
        assert dee.state(table)["phase"] == "idle"


def test_a_frame_that_is_too_long_ends_its_socket_only(running: Running) -> None:
    with running.live("ann") as ann, running.live("bob") as bob:
        ann.wire.send(" " * 300_000)
        assert ann.ended()[0] == 1009
        assert still_there(bob)


def still_there(live: Live) -> bool:
    """Return True if a socket is served."""
    live.say(ping=3)
    return bool(live.until(lambda frame: "pong" in frame)["pong"] == 3)

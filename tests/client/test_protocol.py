"""What both clients share, without a server: copies of tables, sending again, addresses."""

from __future__ import annotations

import json
from typing import Any

import pytest

from croupier.client import Notice, Refused, Retry, SignedOut, Step, Unanswered, new_id
from croupier.client.requests import Call, Lost, Reply
from croupier.client.table_copy import CommandAnswered, FrameRefused, TableCopies
from croupier.client.transport import Address, Pause, attempts


def frame(number: int, *events: int, **more: Any) -> str:
    told = [{"n": each, "at": "now", "type": "seat_taken"} for each in events]
    return json.dumps({"table": "t", "number": number, "events": told, **more})


def step(heard: object) -> Step:
    assert isinstance(heard, Step)
    return heard


def numbers(heard: object) -> list[int | None]:
    return [event.number for event in step(heard).events]


def test_a_state_is_folded_key_by_key() -> None:
    copies = TableCopies()
    assert json.loads(copies.watch("t")) == {"watch": "t"}
    assert copies.view("t") is None
    copies.receive(frame(3, whole=True, state={"phase": "idle", "round": 0}))
    moved = step(copies.receive(frame(4, 4, state={"phase": "betting"})))
    assert moved.state == {"phase": "betting", "round": 0}
    assert moved.changed == {"phase"}
    view = copies.view("t")
    assert view is not None
    assert (view.number, view.state) == (4, moved.state)


def test_after_a_break_the_past_comes_once_and_then_the_state() -> None:
    copies = TableCopies()
    copies.watch("t")
    copies.receive(frame(3, whole=True, state={"round": 0}))
    copies.receive(frame(5, 4, 5, state={"round": 1}))
    assert [json.loads(each) for each in copies.connected()] == [{"watch": "t", "after": 5}]
    missed = step(copies.receive(frame(8, 6, 8)))
    assert missed.behind
    assert numbers(missed) == [6, 8]
    # Broken again in the middle of it: what was told stays told.
    assert json.loads(copies.connected()[0])["after"] == 8
    assert numbers(copies.receive(frame(9, 9))) == [9]
    whole = step(copies.receive(frame(9, whole=True, state={"round": 2})))
    assert numbers(whole) == []
    assert whole.changed == {"round"}
    assert not whole.behind
    assert numbers(copies.receive(frame(10, 10, state={}))) == [10]


def test_what_was_told_is_not_told_again() -> None:
    copies = TableCopies()
    copies.watch("t", after=2)
    assert numbers(copies.receive(frame(4, 2, 3, 4))) == [3, 4]
    assert copies.receive(frame(4, 3, 4)) is None
    copies.receive(frame(4, whole=True, state={"a": 1}))
    assert copies.receive(frame(4, 4, state={"a": 0})) is None
    assert copies.receive(frame(3, whole=True, state={"a": 0})) is None
    view = copies.view("t")
    assert view is not None
    assert view.state == {"a": 1}


def test_frames_that_are_not_about_a_watched_table() -> None:
    copies = TableCopies()
    assert copies.receive(frame(4, 4, state={})) is None
    assert copies.receive('{"pong": 1}') is None
    assert copies.receive('{"notice": "going_on", "message": "m"}') == Notice("going_on", "m")
    answered = copies.receive('{"answer": "i", "ok": false, "error": {"code": "not_stored"}}')
    assert isinstance(answered, CommandAnswered)
    assert not answered.reply.settled
    refused = copies.receive('{"table": "t", "ok": false, "error": {"code": "not_found"}}')
    assert isinstance(refused, FrameRefused)
    assert (refused.table, refused.why.code) == ("t", "not_found")


def refusal(code: str, status: int = 409) -> Reply:
    return Reply(False, json.dumps({"error": {"code": code, "message": "m"}}).encode(), status)


GOOD = Reply(True, b"{}", 200)
CALL = Call("POST", "/somewhere", b"{}", "id")


def test_it_is_sent_again_until_it_is_settled() -> None:
    tries = attempts(CALL, Retry(tries=8, first=0.1, most=0.4))
    assert next(tries) is CALL
    pauses: list[float] = []
    for came in (Lost(True), Lost(False), refusal("not_stored", 503), refusal("closing", 503)):
        wanted = tries.send(came)
        assert isinstance(wanted, Pause)
        pauses.append(wanted.seconds)
        assert tries.send(None) is CALL
    with pytest.raises(StopIteration) as end:
        tries.send(refusal("below_minimum"))
    assert end.value.value.refusal.code == "below_minimum"
    for pause, most in zip(pauses, (0.1, 0.2, 0.4, 0.4), strict=True):
        assert most / 2 <= pause <= most


def test_tries_come_to_an_end_and_the_id_is_told() -> None:
    tries = attempts(CALL, Retry(tries=2))
    next(tries)
    tries.send(Reply(False, b"<html>", 502))
    tries.send(None)
    with pytest.raises(Unanswered, match="under the id id") as none:
        tries.send(Lost(True))
    assert none.value.id == "id"


def test_what_must_not_happen_twice_is_sent_again_only_if_it_cannot_have_arrived() -> None:
    once = Call("POST", "/api/guest", repeatable=False)
    tries = attempts(once, Retry())
    next(tries)
    assert isinstance(tries.send(Lost(sent=False)), Pause)
    tries.send(None)
    with pytest.raises(Unanswered):
        tries.send(Lost(sent=True))


def test_refusals_say_why() -> None:
    assert isinstance(refusal("not_signed_in", 401).refusal, SignedOut)
    assert str(Refused("below_minimum", "too little", "3.5")) == (
        "below_minimum: too little (rule 3.5)"
    )
    plain = Reply(False, b"gone", 410)
    assert plain.settled
    assert (plain.refusal.code, plain.refusal.status) == ("unreadable", 410)


def test_addresses() -> None:
    near = Address.parse("http://127.0.0.1:8321/tables")
    assert (near.origin, near.live) == (
        "http://127.0.0.1:8321",
        "ws://127.0.0.1:8321/api/live",
    )
    far = Address.parse("https://tables.example")
    assert (far.live, far.is_local, near.is_local) == ("wss://tables.example/api/live", False, True)
    for wrong in ("127.0.0.1:8321", "ftp://x", "http://", "http://me:secret@x"):
        with pytest.raises(ValueError, match="a server is at an address like"):
            Address.parse(wrong)


def test_every_id_is_new() -> None:
    assert len({new_id() for _ in range(1000)}) == 1000

"""What both halves of the client share, without a server: folding, sending again, addresses."""

from __future__ import annotations

import json
from typing import Any

import pytest

from croupier.client import Notice, Refused, Retry, SignedOut, Step, Unanswered, new_id
from croupier.client.call import Call, Lost, Reply
from croupier.client.retry import Pause, talk
from croupier.client.table_copy import Answered, Mirror, Turned
from croupier.client.transport import Address


def frame(number: int, *events: int, **more: Any) -> str:
    told = [{"n": each, "at": "now", "type": "seat_taken"} for each in events]
    return json.dumps({"table": "t", "number": number, "events": told, **more})


def step(heard: object) -> Step:
    assert isinstance(heard, Step)
    return heard


def numbers(heard: object) -> list[int | None]:
    return [event.number for event in step(heard).events]


def test_a_state_is_folded_key_by_key() -> None:
    mirror = Mirror()
    assert json.loads(mirror.watch("t")) == {"watch": "t"}
    assert mirror.view("t") is None
    mirror.take(frame(3, whole=True, state={"phase": "idle", "round": 0}))
    moved = step(mirror.take(frame(4, 4, state={"phase": "betting"})))
    assert moved.state == {"phase": "betting", "round": 0}
    assert moved.changed == {"phase"}
    view = mirror.view("t")
    assert view is not None
    assert (view.number, view.state) == (4, moved.state)


def test_after_a_break_the_past_comes_once_and_then_the_state() -> None:
    mirror = Mirror()
    mirror.watch("t")
    mirror.take(frame(3, whole=True, state={"round": 0}))
    mirror.take(frame(5, 4, 5, state={"round": 1}))
    assert [json.loads(each) for each in mirror.greeting()] == [{"watch": "t", "after": 5}]
    missed = step(mirror.take(frame(8, 6, 8)))
    assert missed.behind
    assert numbers(missed) == [6, 8]
    # Broken again in the middle of it: what was told stays told.
    assert json.loads(mirror.greeting()[0])["after"] == 8
    assert numbers(mirror.take(frame(9, 9))) == [9]
    whole = step(mirror.take(frame(9, whole=True, state={"round": 2})))
    assert numbers(whole) == []
    assert whole.changed == {"round"}
    assert not whole.behind
    assert numbers(mirror.take(frame(10, 10, state={}))) == [10]


def test_what_was_told_is_not_told_again() -> None:
    mirror = Mirror()
    mirror.watch("t", after=2)
    assert numbers(mirror.take(frame(4, 2, 3, 4))) == [3, 4]
    assert mirror.take(frame(4, 3, 4)) is None
    mirror.take(frame(4, whole=True, state={"a": 1}))
    assert mirror.take(frame(4, 4, state={"a": 0})) is None
    assert mirror.take(frame(3, whole=True, state={"a": 0})) is None
    view = mirror.view("t")
    assert view is not None
    assert view.state == {"a": 1}


def test_frames_that_are_not_about_a_watched_table() -> None:
    mirror = Mirror()
    assert mirror.take(frame(4, 4, state={})) is None
    assert mirror.take('{"pong": 1}') is None
    assert mirror.take('{"notice": "going_on", "message": "m"}') == Notice("going_on", "m")
    answered = mirror.take('{"answer": "i", "ok": false, "error": {"code": "not_stored"}}')
    assert isinstance(answered, Answered)
    assert not answered.reply.settled
    turned = mirror.take('{"table": "t", "ok": false, "error": {"code": "not_found"}}')
    assert isinstance(turned, Turned)
    assert (turned.table, turned.why.code) == ("t", "not_found")


def refusal(code: str, status: int = 409) -> Reply:
    return Reply(False, json.dumps({"error": {"code": code, "message": "m"}}).encode(), status)


GOOD = Reply(True, b"{}", 200)
CALL = Call("POST", "/somewhere", b"{}", "id")


def test_it_is_sent_again_until_it_is_settled() -> None:
    conversation = talk(CALL, Retry(tries=8, first=0.1, most=0.4))
    assert next(conversation) is CALL
    pauses: list[float] = []
    for came in (Lost(True), Lost(False), refusal("not_stored", 503), refusal("closing", 503)):
        wanted = conversation.send(came)
        assert isinstance(wanted, Pause)
        pauses.append(wanted.seconds)
        assert conversation.send(None) is CALL
    with pytest.raises(StopIteration) as end:
        conversation.send(refusal("below_minimum"))
    assert end.value.value.refusal.code == "below_minimum"
    for pause, most in zip(pauses, (0.1, 0.2, 0.4, 0.4), strict=True):
        assert most / 2 <= pause <= most


def test_tries_come_to_an_end_and_the_id_is_told() -> None:
    conversation = talk(CALL, Retry(tries=2))
    next(conversation)
    conversation.send(Reply(False, b"<html>", 502))
    conversation.send(None)
    with pytest.raises(Unanswered, match="under the id id") as none:
        conversation.send(Lost(True))
    assert none.value.id == "id"


def test_what_must_not_happen_twice_is_sent_again_only_if_it_cannot_have_arrived() -> None:
    once = Call("POST", "/api/guest", repeatable=False)
    conversation = talk(once, Retry())
    next(conversation)
    assert isinstance(conversation.send(Lost(sent=False)), Pause)
    conversation.send(None)
    with pytest.raises(Unanswered):
        conversation.send(Lost(sent=True))


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
    assert (far.live, far.near, near.near) == ("wss://tables.example/api/live", False, True)
    for wrong in ("127.0.0.1:8321", "ftp://x", "http://", "http://me:secret@x"):
        with pytest.raises(ValueError, match="a server is at an address like"):
            Address.parse(wrong)


def test_every_id_is_new() -> None:
    assert len({new_id() for _ in range(1000)}) == 1000

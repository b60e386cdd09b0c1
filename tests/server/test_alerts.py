"""What is an alert, when it is sent, sent again, and by whom; and how a receiver knows it."""

from __future__ import annotations

import json
import re
import stat
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from croupier.accounts import ALL, CONSOLE
from croupier.server import alert_kinds
from croupier.server.alert_kinds import INCIDENTS, KINDS, Alerting, outage_id
from croupier.server.alert_sender import FIRST_PAUSE, LAST_PAUSE
from croupier.server.webhook import read_webhook_secret, signed_headers
from croupier.store.cage import CageMove
from croupier.store.cage_desk import Clerk, Order
from croupier.store.clock import written
from croupier.store.incidents import Kind
from croupier.store.key_files import BadKeyFile
from croupier.words import languages
from houses import DEE, MAX, opened
from server.alert_world import START, World, receiver_module
from server.people import PASSWORD, POSTS

CAS = Clerk("cashier", "cas")
DOCS = Path(__file__).parents[2] / "docs" / "operate.md"


def give(world: World, id: str, body: Mapping[str, object], table: str = "t1") -> None:
    """Give a command of the dealer, or of a pit manager where it takes one."""
    actor = MAX if body["do"] in ("dismiss_report", "rule") else DEE
    assert world.house.command(table, id, actor, body).ok, id


def report(world: World, id: str, table: str = "t1") -> None:
    """Report something that waits for a decision."""
    give(world, id, {"do": "report", "kind": "foreign_card", "cards": ["9s"]}, table)


def furnished(world: World) -> None:
    """Open a table with bets open, a cage and an account; the sender has begun before."""
    world.step()
    opened(world.house)
    give(world, "bets", {"do": "open_bets"})
    slip(world, "open", CageMove.OPEN, "500")
    world.people.add("dan", POSTS["dan"], CONSOLE, password=PASSWORD, tables=ALL)


def slip(world: World, id: str, move: CageMove, amount: str) -> None:
    assert world.house.cage.carry_out(id, CAS, Order(move, amount)).ok, id


def test_a_case_is_told_at_once_or_after_some_seconds(database: str) -> None:
    with World(database) as world:
        furnished(world)
        assert world.step(1) == []
        report(world, "r1")
        assert world.step() == ["case_waiting"]
        told = world.heard[0]
        assert (told["table"], told["by"], told["detail"]) == (
            "t1",
            "dealer:dee",
            {"round": 1, "report": "foreign_card"},
        )
        assert told["text"].keys() == set(languages())
        assert "t1" in told["text"]["en"]
        assert "waits for a decision" in told["text"]["en"]
        assert world.step(1000) == ["case_waiting"], "once"
        give(world, "d1", {"do": "dismiss_report"})
        world.case_seconds = 30
        world.start()
        report(world, "r2")
        assert world.step(29) == ["case_waiting"]
        assert world.step(1) == ["case_waiting"] * 2
        give(world, "d2", {"do": "dismiss_report"})
        report(world, "r3")
        world.step(20)
        give(world, "d3", {"do": "dismiss_report"})
        report(world, "r4")
        assert len(world.step(20)) == 2, "the second one waits since 20 seconds only"
        assert len(world.step(10)) == 3
        assert len({each["id"] for each in world.heard}) == 3


def test_locked_accounts_and_counts_that_differ_are_told(database: str) -> None:
    with World(database) as world:
        furnished(world)
        world.people.lock("dan", CONSOLE)
        assert world.step() == ["account_locked"]
        assert (world.heard[0]["person"], world.heard[0]["at"]) == ("dan", written(START))
        slip(world, "right", CageMove.COUNT, "500")
        assert world.step(1) == ["account_locked"], "nothing differs"
        slip(world, "less", CageMove.COUNT, "480")
        slip(world, "more", CageMove.CLOSE, "480.50")
        assert world.step(1) == ["account_locked", "variance", "variance"]
        less, more = world.heard[1:]
        assert (less["amount"], more["amount"], less["by"]) == ("-20.00", "0.50", "cashier:cas")
        assert less["detail"] == {
            "at": "cage",
            "slip": 3,
            "counted": "480.00",
            "expected": "500.00",
        }
        world.people.unlock("dan", CONSOLE)
        assert len(world.step(1)) == 3


def test_a_table_whose_count_differs_is_told_in_a_sentence(database: str) -> None:
    with World(database) as world:
        world.step()
        opened(world.house)
        counted = {"count": "1", "reason": "a rack is missing", "witness": "sue"}
        assert world.house.command("t1", "shut", MAX, {"do": "close_table", **counted}).ok
        assert world.step() == ["variance"]
        told = world.heard[0]
        assert "Table t1 was closed by max" in told["text"]["en"]
        assert told["text"]["en"].endswith(f"the book: the tray by {told['amount']}.")
        assert "t1 桌" in told["text"]["zh"]


def test_what_was_before_the_first_start_is_no_news(database: str) -> None:
    """Where alerts are asked for later, the journal of a year is not sent; a case that waits is."""
    with World(database) as world:
        world.sends = False
        furnished(world)
        world.people.lock("dan", CONSOLE)
        slip(world, "less", CageMove.COUNT, "480")
        report(world, "r1")
        world.sends = True
        assert world.step() == ["case_waiting"]
        world.people.unlock("dan", CONSOLE)
        world.people.lock("dan", CONSOLE)
        assert world.step(1) == ["case_waiting", "account_locked"]


def test_pauses_grow_and_an_alert_is_never_given_up(database: str) -> None:
    with World(database) as world:
        furnished(world)
        world.refuses = lambda _: "it answered 500"
        world.people.lock("dan", CONSOLE)
        for seconds in [1] * 64 + [64] * 7 + [100] * 12:
            world.step(seconds)
        times = [at for at, _ in world.tried]
        pauses = [after - before for before, after in pairwise(times)]
        assert pauses[:5] == [FIRST_PAUSE * 2**n for n in range(5)]
        assert set(pauses[9:]) == {LAST_PAUSE}
        assert world.waiting == 1
        world.refuses = lambda _: None
        world.step(LAST_PAUSE)
        assert len({id for _, id in world.tried}) == 1, "the same one has the same id"
        assert (len(world.heard), world.waiting) == (1, 0)


def test_one_that_is_refused_for_ever_keeps_no_other_waiting(database: str) -> None:
    with World(database) as world:
        furnished(world)
        world.refuses = lambda alert: "it answered 400" if alert.kind == "account_locked" else None
        world.people.lock("dan", CONSOLE)
        for _ in range(8):
            world.step(1)
        slip(world, "less", CageMove.COUNT, "480")
        assert world.step(1) == ["variance"]
        assert world.waiting == 1


def test_what_was_not_taken_is_sent_after_a_kill(database: str) -> None:
    """Nothing that a sender has in mind counts; what was taken is not sent again."""
    with World(database) as world:
        furnished(world)
        slip(world, "less", CageMove.COUNT, "480")
        world.step()
        world.refuses = lambda _: "it cannot be reached"
        report(world, "r1")
        world.people.lock("dan", CONSOLE)
        world.step(1)
        tried = {id for _, id in world.tried[1:]}
        # The case is decided before anybody hears of it: that it was there is still told.
        give(world, "d1", {"do": "dismiss_report"})
    with World(database) as world:
        kinds = world.step()
        assert sorted(kinds) == ["account_locked", "case_waiting"]
        assert tried <= {each["id"] for each in world.heard}
        world.start()
        world.step(10)
        assert len(world.heard) == 2


def test_an_answer_that_is_lost_makes_no_second_alert(database: str) -> None:
    """Killed between the answer of the webhook and the note of it: the same id comes again."""
    with World(database) as world:
        furnished(world)
        world.people.lock("dan", CONSOLE)
        box = world.sender._box
        tried, box.tried = box.tried, lambda *_: None  # type: ignore[method-assign]
        world.step()
        box.tried = tried  # type: ignore[method-assign]
        world.start()
        world.step()
        first, second = world.heard
        assert first == second


def test_one_process_sends_and_the_next_goes_on(database: str) -> None:
    with World(database) as one, World(database) as two:
        two.sends = False
        furnished(one)
        one.people.lock("dan", CONSOLE)
        one.step()
        report(one, "r1")
        one.sends, two.sends = False, True
        two.house.live_table("t1")
        one.step(1)
        two.house.fall_behind(["t1"])
        assert two.step(1) == ["case_waiting"]
        assert one.step(5) == ["account_locked"]


def test_two_that_send_at_once_store_an_alert_once(database: str) -> None:
    """A lease that changes hands may leave two at it for a moment."""
    with World(database) as one, World(database) as two:
        furnished(one)
        two.step()
        one.people.lock("dan", CONSOLE)
        one.step()
        two.step()
        assert len({each["id"] for each in (*one.heard, *two.heard)}) == 1


def test_an_outage_is_told_while_nothing_can_be_stored(database: str) -> None:
    """The journal notes it later: the same alert, by its id, and not a second one."""
    with World(database) as world:
        furnished(world)
        began = written(world.time)
        world.outage, world.sends = began, False
        world.refuses = lambda _: "it cannot be reached"
        world.step()
        world.step(0.5)
        assert len(world.tried) == 1, "with pauses, too"
        world.refuses = lambda _: None
        assert world.step(1) == ["outage_began"]
        assert world.heard[0]["id"] == outage_id(began)
        assert world.step(60) == ["outage_began"]
        world.outage, world.sends = "", True
        detail = {"at": began, "why": "disk /srv/house.db is full"}
        world.people.incidents.note(Kind.OUTAGE_BEGAN, CONSOLE, detail=detail)
        world.people.incidents.note(Kind.OUTAGE_ENDED, CONSOLE)
        assert world.step(1) == ["outage_began", "outage_ended"]
        assert "/srv" not in json.dumps(world.heard), "a reason may name paths"
    with World(database, after=100) as world:
        assert world.step() == []
        world.sends = False
        world.outage = written(world.time)
        assert world.step(100) == [], "another process tells it"


def test_every_kind_is_told_with_data_and_a_sentence(database: str) -> None:
    with World(database) as world:
        furnished(world)
        for each in INCIDENTS:
            detail = {"why": "password=hunter2", "at": written(START), **each.where}
            world.people.incidents.note(each.incident, CONSOLE, "dan", detail=detail)
        world.people.incidents.note(
            Kind.SERVER_STARTED, CONSOLE, detail={"after_a_clean_stop": True}
        )
        world.step()
        assert {each["kind"] for each in world.heard} | {"case_waiting", "variance"} == set(KINDS)
        for told in world.heard:
            assert {"id", "kind", "at", "table", "person", "amount", "text"} <= told.keys()
            assert all(len(text) > 10 for text in told["text"].values())
            assert "hunter2" not in json.dumps(told)


def test_another_kind_of_incident_is_a_line(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the amounts of its detail, each and together, and no other part of it."""
    line = Alerting(Kind.LARGE_BET, "variance", amounts=("tray", "drop"))
    monkeypatch.setattr(alert_kinds, "INCIDENTS", (line,))
    with World(sqlite) as world:
        world.step()
        detail = {"tray": "-20.00", "drop": "0.50", "reason": "a pin 480213"}
        note = world.people.incidents.note
        note(Kind.LARGE_BET, "max", table_id="t1", detail=detail)
        note(Kind.LARGE_BET, "max", table_id="t2", detail={"reason": "none"})
        assert world.step() == ["variance"] * 2
        one, two = world.heard
        assert (one["table"], one["amount"], one["by"]) == ("t1", "-19.50", "max")
        assert one["detail"] == {"tray": "-20.00", "drop": "0.50"}
        assert (two["amount"], two["detail"]) == (None, {})
        assert one["text"]["en"] == "The journal notes: large bet (t1 · -19.50)."


def test_the_docs_list_every_kind() -> None:
    text = DOCS.read_text("utf-8")
    part = text[text.index("## Alerts") :]
    told = re.findall(r"^\| `(\w+)` \|", part[: part.index("\n## ", 5)], re.M)
    assert tuple(told) == KINDS


# The receiver


SECRET = bytes(range(32))


def request(body: bytes = b'{"id": "a"}', at: int = int(START)) -> tuple[dict[str, str], bytes]:
    return signed_headers(SECRET, "a", at, body), body


def test_a_receiver_takes_an_alert_once() -> None:
    now = [START]
    inbox = receiver_module().Inbox(SECRET, lambda: now[0])
    refused = receiver_module().Refused
    first = request()
    assert inbox.take(*first) == {"id": "a"}
    with pytest.raises(Exception, match="come before"):
        inbox.take(*first)
    now[0] += 2
    assert inbox.take(*request(at=int(now[0]))) is None, "sent again: known, and taken"
    now[0] += 400
    with pytest.raises(Exception, match="too old"):
        inbox.take(*request())
    assert issubclass(refused, Exception)


def test_a_receiver_refuses_what_is_not_signed_right() -> None:
    inbox = receiver_module().Inbox(SECRET, lambda: START)
    headers, body = request()
    for wrong, content in (
        (signed_headers(bytes(32), "a", int(START), body), body),
        ({**headers, "webhook-id": "b"}, body),
        ({**headers, "webhook-timestamp": str(int(START) + 1)}, body),
        ({**headers, "webhook-signature": ""}, body),
        ({**headers, "webhook-signature": "v1,"}, body),
        ({}, body),
        (headers, body + b" "),
    ):
        with pytest.raises(Exception, match="the signature is wrong"):
            inbox.take(wrong, content)
    rotated = {**headers, "webhook-signature": f"v1,AAAA {headers['webhook-signature']}"}
    assert inbox.take(rotated, body) == {"id": "a"}, "one of several is enough"


def test_a_signature_is_as_the_standard_has_it() -> None:
    """The example that the specification of Standard Webhooks gives for its libraries."""
    from base64 import b64decode

    secret = b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    headers = signed_headers(
        secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}'
    )
    assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_a_secret_is_made_for_its_owner_only(folder: Path) -> None:
    path = folder / "deep" / "alerts.secret"
    secret, made = read_webhook_secret(path)
    assert (len(secret), made, stat.S_IMODE(path.stat().st_mode)) == (32, True, 0o600)
    assert read_webhook_secret(path) == (secret, False)
    assert receiver_module().read_secret(path) == secret
    path.chmod(0o644)
    with pytest.raises(BadKeyFile, match="chmod 600"):
        read_webhook_secret(path)
    for text in ("whsec_AAAA", "no base64!", ""):
        path.write_text(text)
        path.chmod(0o600)
        with pytest.raises(BadKeyFile, match="holds no secret"):
            read_webhook_secret(path)
        with pytest.raises(ValueError, match=r"secret|base64"):
            receiver_module().read_secret(path)


def test_headers_are_told_in_the_docs(folder: Path) -> None:
    told: dict[str, Any] = signed_headers(SECRET, "a", 1, b"")
    assert all(f"`{name}`" in DOCS.read_text("utf-8") for name in told)

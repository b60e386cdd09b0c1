"""A real server and the receiver of the examples: alerts are signed, and sent until they arrive."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from random import Random

import pytest

from croupier.accounts import CONSOLE, People
from croupier.cli import main
from croupier.server.alert_kinds import KINDS
from croupier.server.webhook import read_webhook_secret
from houses import moment, proven
from served import address_told
from server.alert_world import Receiver, wait_for
from server.client import Api
from server.people import PASSWORD, POSTS, Plain, add_people, open_tables
from server.process import Served
from server.test_heads_publisher import witness

PEOPLE = ("ann", "dee", "max", "cas", "adm")


def furnished(database: str) -> dict[str, str]:
    """Open a table, and add people: their tokens."""
    open_tables(database)
    return add_people(database, *PEOPLE)


def secret_in(folder: Path) -> Path:
    """Make a secret before the server does, so that the receiver can be there first."""
    path = folder / "alerts.secret"
    read_webhook_secret(path)
    return path


def report(served: Served, token: str) -> None:
    """Report what waits for a decision; the answer comes at once, whatever becomes of the alert."""
    with Api(served.base, token) as dee:
        dee.do("t1", "report", kind="card_excess")


def lock(database: str, name: str) -> None:
    """Add somebody and lock their account, as `croupier user` does beside a server."""
    with People.open(database, hasher=Plain()) as people:
        people.add(name, POSTS["dan"], CONSOLE, password=PASSWORD, tables=())
        people.lock(name, CONSOLE)


def count_short(served: Served, token: str) -> None:
    """Open the cage and count less than is there."""
    with Api(served.base, token) as cas:
        for kind, amount in (("open", "500"), ("count", "480")):
            body = {"id": f"cage-{kind}", "kind": kind, "amount": amount}
            assert cas.ask("POST", "/api/cage/slips", json=body).status_code == 200


def alerts_as_told(served: Served, token: str) -> dict[str, object]:
    with Api(served.base, token) as adm:
        told: dict[str, object] = adm.get("/api/alerts")
    return told


def test_alerts_of_a_server_arrive_signed(database: str, folder: Path) -> None:
    tokens = furnished(database)
    secret = secret_in(folder)
    with (
        Receiver(secret) as receiver,
        Served(
            database,
            folder,
            ALERTS_WEBHOOK=f"{receiver.url}?token=hidden",
            ALERTS_SECRET=str(secret),
        ) as served,
    ):
        wait_for(lambda: _begun(database))
        report(served, tokens["dee"])
        count_short(served, tokens["cas"])
        lock(database, "dora")
        heard = receiver.until("case_waiting", "variance", "account_locked")
        by_kind = {each["kind"]: each for each in heard}
        assert by_kind["case_waiting"]["table"] == "t1"
        assert by_kind["variance"]["amount"] == "-20.00"
        assert by_kind["account_locked"]["person"] == "dora"
        told = alerts_as_told(served, tokens["adm"])
        wait_for(lambda: alerts_as_told(served, tokens["adm"])["waiting"] == 0)
        assert told["webhook"] is True
        with Api(served.base, tokens["adm"]) as adm:
            figures = adm.ask("GET", "/metrics").text
            assert 'croupier_alerts_total{answer="sent",kind="variance"} 1.0' in figures
            assert "croupier_alerts_waiting 0.0" in figures
        for name, status in (("max", 200), ("adm", 200), ("dee", 403), ("cas", 403), ("ann", 403)):
            with Api(served.base, tokens[name]) as api:
                assert api.ask("GET", "/api/alerts").status_code == status, name
        assert served.stop() == 0
        assert receiver.said == []
        assert len({each["id"] for each in receiver.heard}) == len(receiver.heard)
        text = json.dumps(receiver.heard) + served.said
        assert "hidden" not in text
        assert PASSWORD not in text
        assert secret.read_text().strip() not in text
    copied(database, folder)


def copied(database: str, folder: Path) -> None:
    """Show that proof, backup and restore know alerts: a restored house sends none again."""
    proven(database)
    copy = str(folder / "copy.db")
    assert main(["backup", database, str(folder / "b")]) == 0
    assert main(["restore", str(folder / "b"), copy]) == 0
    rows = "SELECT id, sent FROM alerts ORDER BY id", "SELECT * FROM alert_marks ORDER BY source"
    with moment(database) as one, moment(copy) as other:
        for each in rows:
            was = one.exec_driver_sql(each).all()
            assert was == other.exec_driver_sql(each).all()
            assert was


def _begun(database: str) -> bool:
    """Return True once the sender has its marks: what is noted from then on is told."""
    with moment(database) as connection:
        return len(connection.exec_driver_sql("SELECT source FROM alert_marks").all()) == 2


def what_was_not_taken_comes_after_a_kill(database: str, folder: Path) -> None:
    """Kill the server while nobody takes alerts; then somebody does, and has each once."""
    tokens = furnished(database)
    secret = secret_in(folder)
    with Receiver(secret) as first:
        port = first.port
    settings = {"ALERTS_WEBHOOK": f"http://127.0.0.1:{port}/", "ALERTS_SECRET": str(secret)}
    with Served(database, folder, **settings) as served:
        wait_for(lambda: _begun(database))
        report(served, tokens["dee"])
        lock(database, "dora")
        wait_for(lambda: alerts_as_told(served, tokens["adm"])["waiting"] == 2, 8)
        wait_for(lambda: "alerts do not arrive" in served.said)
        told = alerts_as_told(served, tokens["adm"])["alerts"]
        assert isinstance(told, list)
        served.kill()
    with Receiver(secret, port) as receiver, Served(database, folder, **settings) as served:
        heard = receiver.until("case_waiting", "account_locked", "unclean_start")
        assert {each["id"] for each in told} < {each["id"] for each in heard}
        wait_for(lambda: alerts_as_told(served, tokens["adm"])["waiting"] == 0)
        assert len(heard) == 3
        served.stop()


def test_what_was_not_taken_comes_after_a_kill(database: str, folder: Path) -> None:
    what_was_not_taken_comes_after_a_kill(database, folder)


def test_killed_at_random_every_alert_arrives(database: str, folder: Path) -> None:
    """Whenever it dies: what is noted is told; what comes twice has the same id."""
    furnished(database)
    secret, rng = secret_in(folder), Random(3)
    with Receiver(secret) as receiver:
        settings = {"ALERTS_WEBHOOK": receiver.url, "ALERTS_SECRET": str(secret)}
        for life in range(3):
            with Served(database, folder, **settings) as served:
                wait_for(lambda: _begun(database))
                lock(database, f"d{life}")
                threading.Event().wait(rng.random())
                served.kill()
        with Served(database, folder, **settings):
            wait_for(lambda: {f"d{n}" for n in range(3)} <= {e["person"] for e in receiver.heard})
    ids = [each["id"] for each in receiver.heard]
    assert len(ids) == len(set(ids)), "the receiver tells nothing twice"


def test_another_secret_is_refused_and_the_house_goes_on(sqlite: str, folder: Path) -> None:
    tokens = furnished(sqlite)
    other = folder / "other.secret"
    read_webhook_secret(other)
    with (
        Receiver(other) as receiver,
        Served(
            sqlite,
            folder,
            ALERTS_WEBHOOK=receiver.url,
            ALERTS_SECRET=str(secret_in(folder)),
        ) as served,
    ):
        wait_for(lambda: _begun(sqlite))
        report(served, tokens["dee"])
        wait_for(lambda: "the signature is wrong" in "".join(receiver.said))
        wait_for(lambda: _failure(served, tokens["adm"]) == "it answered 401")
        with Api(served.base, tokens["max"]) as max_:
            max_.do("t1", "dismiss_report")
            figures = max_.ask("GET", "/metrics").text
        wait_for(lambda: len(receiver.said) >= 2)
        assert 'croupier_alerts_total{answer="failed",kind="case_waiting"}' in figures
        assert served.said.count("alerts do not arrive") == 1, "once a burst"
        assert receiver.heard == []


def _failure(served: Served, token: str) -> object:
    told = alerts_as_told(served, token)["alerts"]
    assert isinstance(told, list)
    return (told[0]["failure"] or {}).get("en") if told else None


def test_a_redirect_is_not_followed_and_is_told(sqlite: str, folder: Path) -> None:
    """Whoever could redirect would have the alerts; so could a typing mistake (http for https)."""
    tokens = furnished(sqlite)
    secret = secret_in(folder)
    with (
        Receiver(secret) as elsewhere,
        witness([307] * 100, to=elsewhere.url) as (url, taken),
        Served(sqlite, folder, ALERTS_WEBHOOK=url, ALERTS_SECRET=str(secret)) as served,
    ):
        wait_for(lambda: _begun(sqlite))
        report(served, tokens["dee"])
        said = "it answered 307, a redirect: name the address itself"
        wait_for(lambda: _failure(served, tokens["adm"]) == said)
        assert said in served.said
        assert elsewhere.heard == taken == []


def test_a_secret_is_made_at_the_first_start(sqlite: str, folder: Path) -> None:
    """It lies beside the other keys, and the operator is told where."""
    furnished(sqlite)
    with Served(sqlite, folder, ALERTS_WEBHOOK="http://127.0.0.1:9/") as served:
        told = re.search(
            r"alerts are signed with a new secret, (\S+\.alerts\.secret):", served.said
        )
    assert told is not None
    assert Path(told[1]).stat().st_mode & 0o077 == 0
    assert "whsec_" not in served.said


def test_an_outage_is_told_while_it_lasts(sqlite: str, folder: Path) -> None:
    tokens = furnished(sqlite)
    secret, away = secret_in(folder), Path(f"{sqlite}.away")
    with (
        Receiver(secret) as receiver,
        Served(sqlite, folder, ALERTS_WEBHOOK=receiver.url, ALERTS_SECRET=str(secret)) as served,
        Api(served.base, tokens["dee"]) as dee,
    ):
        wait_for(lambda: _begun(sqlite))
        Path(sqlite).rename(away)
        assert dee.send("t1", "open_bets").status_code == 503
        heard = receiver.until("outage_began")
        away.rename(sqlite)
        wait_for(lambda: dee.ask("GET", "/healthz").status_code == 200)
        receiver.until("outage_ended")
        assert [each["kind"] for each in heard].count("outage_began") == 1
        assert str(folder) not in json.dumps(heard)
    assert {"outage_began", "outage_ended"} <= set(KINDS)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_one_of_several_processes_sends(
    kind: str, request: pytest.FixtureRequest, folder: Path
) -> None:
    database = (
        request.getfixturevalue("sqlite")
        if kind == "sqlite"
        else request.getfixturevalue("postgres").new()
    )
    tokens = furnished(database)
    secret = secret_in(folder)
    with Receiver(secret) as receiver:
        words = ["--no-demo", "--database", database, "--port", "0", "--workers", "2"]
        process = subprocess.Popen(
            [sys.executable, "-m", "croupier", "serve", *words],
            stderr=subprocess.PIPE,
            text=True,
            env=_environment(
                CROUPIER_ALERTS_WEBHOOK=receiver.url, CROUPIER_ALERTS_SECRET=str(secret)
            ),
        )
        assert process.stderr is not None
        try:
            base = address_told(process.stderr)
            drain = threading.Thread(target=process.stderr.read, daemon=True)
            drain.start()
            wait_for(lambda: _begun(database), 30)
            for _ in range(2):
                with Api(base, tokens["dee"]) as dee, Api(base, tokens["max"]) as max_:
                    count = len(receiver.heard)
                    dee.do("t1", "report", kind="card_excess")
                    wait_for(lambda: len(receiver.heard) > count)  # noqa: B023 it is called here
                    max_.do("t1", "dismiss_report")
            lock(database, "dora")
            receiver.until("account_locked")
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(40)
            drain.join(5)
            process.stderr.close()
        assert len(receiver.heard) == 3
        assert receiver.said == []


def _environment(**more: str) -> dict[str, str]:
    import os

    return {**os.environ, **more}

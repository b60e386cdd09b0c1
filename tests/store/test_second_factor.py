"""A second factor for the staff: by RFC 6238, each code once, recovered and reset."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import text

from croupier.accounts import CONSOLE, AccountRole, People
from croupier.accounts.second_factor import Enrolment
from croupier.accounts.totp import Plain, Sealed, code_at, recovery_hash, step_of, uri_of
from croupier.cli import main
from croupier.errors import Refused
from croupier.store.incidents import Kind
from croupier.store.sealing import BadSeal, Sealer
from folk import OTHER, SECRET, Quick, Time, everything, last, noted, refused, staffed

SHA1, SHA256, SHA512 = (b"1234567890" * 7)[:20], (b"1234567890" * 7)[:32], (b"1234567890" * 7)[:64]


@pytest.mark.parametrize(
    ("seconds", "sha1", "sha256", "sha512"),
    [
        (59, "94287082", "46119246", "90693936"),
        (1111111109, "07081804", "68084774", "25091201"),
        (1111111111, "14050471", "67062674", "99943326"),
        (1234567890, "89005924", "91819424", "93441116"),
        (2000000000, "69279037", "90698825", "38618901"),
        (20000000000, "65353130", "77737706", "47863826"),
    ],
)
def test_the_vectors_of_the_standard(seconds: int, sha1: str, sha256: str, sha512: str) -> None:
    step = seconds // 30
    assert code_at(SHA1, step, 8) == sha1
    assert code_at(SHA256, step, 8, "sha256") == sha256
    assert code_at(SHA512, step, 8, "sha512") == sha512
    assert code_at(SHA1, step) == sha1[-6:]


def test_a_code_holds_a_step_early_or_late_and_only_once() -> None:
    for ago, right in ((-2, False), (-1, True), (0, True), (1, True), (2, False)):
        code = code_at(SHA1, 1000 + ago)
        assert step_of(SHA1, code, 30_000, 0) == (1000 + ago if right else None)
        assert step_of(SHA1, code, 30_000, 1000 + ago) is None
    assert step_of(SHA1, "\ud800", 30_000, 0) is None


def test_the_address_for_an_app() -> None:
    uri = uri_of(b"Hello!\xde\xad\xbe\xef", "Ann: & Co/ë", "the house")
    assert uri == (
        "otpauth://totp/the%20house:Ann%3A%20%26%20Co%2F%C3%AB?secret=JBSWY3DPEHPK3PXP"
        "&issuer=the%20house&algorithm=SHA1&digits=6&period=30"
    )


@contextmanager
def asking(database: str, time: Time, *, second_factor: bool = True) -> Iterator[People]:
    clock = time.clock()
    with People.open(database, clock=clock, hasher=Quick(), second_factor=second_factor) as people:
        yield people


def enrolled(people: People, time: Time, name: str = "dealer") -> tuple[bytes, tuple[str, ...]]:
    """Set up a second factor; give its secret and the recovery codes."""
    with pytest.raises(Enrolment) as caught:
        people.sign_in(name, SECRET)
    from base64 import b32decode

    secret = b32decode(caught.value.secret)
    assert caught.value.uri.startswith(f"otpauth://totp/croupier:{name}?secret=")
    made = people.sign_in(name, SECRET, code=now(secret, time))
    return secret, made.session.recovery


def now(secret: bytes, time: Time) -> str:
    return code_at(secret, int(time.wall // 30))


def test_a_secret_is_sealed_by_the_key_of_the_vault(database: str) -> None:
    time, sealer = Time(), Sealer.random()
    with asking(database, time, second_factor=False) as people:
        staffed(people)
    sealing = Sealed(sealer)
    with People.open(
        database, clock=time.clock(), hasher=Quick(), second_factor=True, sealing=sealing
    ) as people:
        secret, _ = enrolled(people, time)
        time.wall += 60
        assert people.sign_in("dealer", SECRET, code=now(secret, time))
    written = everything(database)
    assert secret.hex() not in written
    found = re.search("sealed:[0-9a-f]+", written)
    assert found is not None
    stored = found[0]
    assert sealing.open(stored) == secret
    assert sealing.open(Plain().seal(secret)) == secret, "one from before is read as it is"
    with pytest.raises(BadSeal):
        Sealed(Sealer.random()).open(stored)


def test_it_is_asked_of_the_staff_and_only_where_the_house_wants_it(database: str) -> None:
    time = Time()
    with asking(database, time, second_factor=False) as people:
        staffed(people)
        people.sign_in("dealer", SECRET)
    with asking(database, time) as people:
        people.sign_in("player", SECRET)
        people.guest()
        for role in AccountRole:
            if role.staff:
                assert refused(people.sign_in, role.value, SECRET) == "enrol_second_factor"
        assert refused(people.sign_in, "dealer", OTHER) == "bad_credentials"
    with asking(database, time, second_factor=False) as people:
        people.sign_in("dealer", SECRET)


def test_enrolment_and_signing_in(database: str) -> None:
    time = Time()
    with asking(database, time) as people:
        staffed(people)
        secret, recovery = enrolled(people, time)
        assert len(set(recovery)) == 10
        kinds = [entry.kind for entry in noted(people)[-2:]]
        assert kinds == [Kind.SECOND_FACTOR_CHANGED, Kind.SIGNED_IN]
        assert people.with_second_factor() == {"dealer"}
        assert refused(people.sign_in, "dealer", SECRET) == "second_factor"
        assert refused(people.sign_in, "dealer", SECRET, code=now(secret, time)) == "second_factor"
        time.go(30)
        session = people.sign_in("dealer", SECRET, code=f" {now(secret, time)} ").session
        assert session.recovery == ()
        assert refused(people.sign_in, "dealer", OTHER, code=now(secret, time)) == "bad_credentials"
        with people.incidents.reading() as connection:
            kept = connection.execute(text("SELECT recovery FROM second_factors")).scalar_one()
        assert json.loads(kept) == [recovery_hash(code) for code in recovery]


def test_a_secret_that_no_code_has_confirmed_is_replaced(database: str) -> None:
    time = Time()
    with asking(database, time) as people:
        staffed(people)
        with pytest.raises(Enrolment) as first:
            people.sign_in("dealer", SECRET)
        with pytest.raises(Enrolment) as second:
            people.sign_in("dealer", SECRET)
        assert first.value.secret != second.value.secret
        assert refused(people.sign_in, "dealer", SECRET, code="000000") == "second_factor"
        assert people.with_second_factor() == frozenset()


def test_wrong_codes_make_one_wait(database: str) -> None:
    """Only who has the password comes that far: a stranger cannot cause it."""
    time = Time()
    with asking(database, time) as people:
        staffed(people)
        secret, recovery = enrolled(people, time)
        time.go(60)
        for _ in range(3):
            assert refused(people.sign_in, "dealer", SECRET, code="no") == "second_factor"
            assert last(people).detail == {"reason": "second_factor"}
        assert refused(people.sign_in, "dealer", SECRET, code=now(secret, time)) == "throttled"
        assert refused(people.sign_in, "dealer", SECRET, code=recovery[0]) == "throttled"
        time.go(10)
        people.sign_in("dealer", SECRET, code=now(secret, time))


def test_a_recovery_code_works_once(database: str) -> None:
    time = Time()
    with asking(database, time) as people:
        staffed(people)
        _, recovery = enrolled(people, time)
        people.sign_in("dealer", SECRET, code=recovery[3].upper().replace("-", " "))
        assert last(people).detail["recovery_codes_left"] == 9
        assert refused(people.sign_in, "dealer", SECRET, code=recovery[3]) == "second_factor"
        people.sign_in("dealer", SECRET, code=recovery[4])


def test_it_is_reset(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    time = Time()
    with asking(database, time) as people:
        staffed(people)
        _, recovery = enrolled(people, time)
        token = people.sign_in("dealer", SECRET, code=recovery[0]).token
        with pytest.raises(Refused):
            people.reset_second_factor("dealer", "pit_manager")
        people.change_own_password("dealer", SECRET, OTHER)
        people.set_password("dealer", SECRET, CONSOLE)
        assert people.reset_second_factor("dealer", "administrator")
        assert (last(people).kind, last(people).after) == (Kind.SECOND_FACTOR_CHANGED, "none")
        assert people.session(token) is None
        assert not people.reset_second_factor("dealer", "administrator")
        _, recovery = enrolled(people, time)
        wrong = refused(people.reset_own_second_factor, "dealer", SECRET, "no")
        assert wrong == "second_factor"
        people.reset_own_second_factor("dealer", SECRET, recovery[1])
        enrolled(people, time)
    assert main(["user", "second-factor", "dealer", "--database", database]) == 0
    assert "gone" in capsys.readouterr().out
    with asking(database, time) as people:
        assert refused(people.sign_in, "dealer", SECRET) == "enrol_second_factor"


def test_the_secret_can_be_sealed(sqlite: str) -> None:
    class Turned:
        def seal(self, secret: bytes) -> str:
            return f"turned:{secret[::-1].hex()}"

        def open(self, stored: str) -> bytes:
            return bytes.fromhex(stored.removeprefix("turned:"))[::-1]

    time = Time()
    with People.open(
        sqlite, clock=time.clock(), hasher=Quick(), second_factor=True, sealing=Turned()
    ) as people:
        staffed(people)
        secret, _ = enrolled(people, time)
    assert secret.hex() not in everything(sqlite)

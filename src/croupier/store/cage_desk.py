"""Carrying out what is asked at the cage: checked, paid, and answered with its slip once stored."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any

import msgspec
from sqlalchemy import select

from croupier.errors import Code, CroupierError, InvalidInput, Refused
from croupier.money import Unit
from croupier.store import schema as s
from croupier.store.batch import Batch, ResultRow
from croupier.store.cage import CageHead, CageMove, CageStep, SlipRow, Tender
from croupier.store.failures import Busy, Conflict, InsufficientFunds, Repeated, WalletFull
from croupier.store.refusals import Tried, write_refusal_row
from croupier.store.requests import (
    MOST_ID,
    SECOND,
    Answer,
    check_text,
    checked_body,
    refusal_row,
    wallet_short,
)
from croupier.store.schema import MOST_MONEY
from croupier.store.services import Services
from croupier.store.wallets import WalletStep
from croupier.table import write_refusal
from croupier.words import Amount, Message, Name, say

_TRIES = 20
"""How often a slip is made anew, if another cashier or a table was faster."""

_MOST_REASON = 500


@dataclass(frozen=True, slots=True)
class Clerk:
    """Who works at the cage: a role of an account, which need not be one of the table's."""

    role: str
    name: str

    @property
    def by(self) -> str:
        """The clerk as the database writes it."""
        return f"{self.role}:{self.name}"


@dataclass(frozen=True, slots=True)
class Order:
    """What is asked for at the cage."""

    kind: CageMove
    amount: str | None = None
    """Of a payout, which is of everything, what it is expected to be; it may be left out."""
    name: str | None = None
    tender: Tender | None = None
    reason: str | None = None
    pieces: Mapping[str, int] | None = None
    """How many of each denomination; they add up to the amount."""

    def as_body(self) -> dict[str, object]:
        """Return it as the object whose digest is stored."""
        fields: dict[str, object] = {
            "amount": self.amount,
            "name": self.name,
            "tender": None if self.tender is None else self.tender.value,
            "reason": self.reason,
            "pieces": None if self.pieces is None else dict(self.pieces),
        }
        given = {key: value for key, value in fields.items() if value is not None}
        return {"do": self.kind.value, **given}


@dataclass(frozen=True, slots=True)
class _CageRequest:
    by: str
    id: str
    body: Mapping[str, object]
    digest: str

    def is_of(self, digest: str) -> bool:
        return digest in (self.digest, self.digest.removeprefix(SECOND))


class CageDesk:
    """The cage of a house; any thread may use it."""

    def __init__(self, services: Services) -> None:
        """Use the database of a house."""
        self._services = services
        self._lock = Lock()
        self._unit: Unit = services.unit

    def carry_out(
        self,
        command_id: str,
        clerk: Clerk,
        order: Order,
        approver: Clerk | None = None,
        second_person: int | None = None,
    ) -> Answer:
        """Carry out an order once for each id, and return its slip after the commit.

        From the amount `second_person` on it needs an approver. That one is missing is refused
        without using up the id: the same order can come again with one.
        """
        body = order.as_body()
        try:
            _, digest = checked_body("cage", command_id, (clerk.role, clerk.name), body)
            request = _CageRequest(clerk.by, command_id, body, digest)
        except CroupierError as wrong:
            return self._turn_away(clerk, command_id, body, wrong)
        if self._services.reader.result(request.by, request.id) is not None:
            return self._services.answer_again(request, None)
        for _ in range(_TRIES):
            try:
                # One slip at a time: only other processes and tables can be faster.
                with self._lock:
                    step = self._step(request, order, approver)
                    if approver is not None or not _needs_second(step.row, second_person):
                        return self._store(request, step)
                assert second_person is not None, "it is needed from an amount on"
                from_ = Amount(self._unit.write(second_person))
                alone = Refused(Code.NOT_ALLOWED, say("cage.second_person", least=from_))
                return self._turn_away(clerk, command_id, body, alone)
            except Conflict:
                continue
            except Repeated:
                return self._services.answer_again(request, None)
            except CroupierError as refused:
                return self._refuse(request, refused)
        raise Busy

    def _store(self, request: _CageRequest, step: CageStep) -> Answer:
        answer = msgspec.json.encode({"ok": True, "slip": write_slip(step.row, self._unit)})
        result = ResultRow(request.by, request.id, request.digest, None, None, None, answer)
        try:
            batch = Batch(result, cage=step)
            self._services.limits.store_payment(step.payment, batch, self._services.writer)
        except (InsufficientFunds, WalletFull):
            # A table was faster: what the wallet holds now is looked up again.
            raise Conflict from None
        return Answer(True, answer)

    def _refuse(self, request: _CageRequest, wrong: CroupierError) -> Answer:
        answer = msgspec.json.encode(write_refusal(wrong, said=True))
        result = ResultRow(request.by, request.id, request.digest, None, None, None, answer)
        row = refusal_row(None, self._services.now(), request, wrong)
        try:
            self._services.writer.write(Batch(result, refusal=row))
        except Repeated:
            return self._services.answer_again(request, None)
        return Answer(False, answer)

    def _turn_away(self, clerk: Clerk, id: str, body: object, wrong: CroupierError) -> Answer:
        row = write_refusal_row(None, self._services.now(), Tried(clerk.by, id, body), wrong)
        self._services.writer.write(Batch(None, refusal=row))
        return Answer(False, msgspec.json.encode(write_refusal(wrong, said=True)))

    def _step(self, request: _CageRequest, order: Order, approver: Clerk | None) -> CageStep:
        """Return what an order comes to at the cage as it is; raise `CroupierError`."""
        kind, tender = order.kind, _tender(order)
        before = self.head()
        held, version = self._wallet(order.name) if kind.wallet is not None else (0, 0)
        pieces, amount = self._amount(order, held)
        _check_open(kind, tender, before)
        at, payment, wallet_move, balance = self._services.now(), None, None, None
        if kind.wallet is not None:
            assert order.name is not None, "the wallet has a name"
            balance, wallet_move = held + kind.wallet.sign * amount, version + 1
            payment = WalletStep(order.name, kind.wallet, amount, at, request.by, request.id)
            if balance < 0:
                write = self._unit.write
                short = wallet_short(order.name, write(held), write(amount))
                raise Refused(Code.INSUFFICIENT_BALANCE, short)
        cash, variance = before.cash + kind.cash(tender) * amount, None
        if kind.counts:
            variance = amount - before.cash
            cash = 0 if kind is CageMove.CLOSE else amount
        if cash < 0:
            there = Amount(self._unit.write(before.cash))
            wanted = Amount(self._unit.write(amount))
            short = say("cage.cash_short", held=there, wanted=wanted)
            raise Refused(Code.INSUFFICIENT_BALANCE, short)
        if max(cash, amount, balance or 0) > MOST_MONEY:
            raise Refused(Code.BAD_AMOUNT, say("server.wallet_full"))
        row = SlipRow(
            number=before.number + 1,
            at=at,
            actor=request.by,
            id=request.id,
            kind=kind.value,
            name=order.name,
            tender=None if tender is None else tender.value,
            amount=amount,
            cash=cash,
            variance=variance,
            reason=order.reason,
            approver=None if approver is None else approver.by,
            wallet_move=wallet_move,
            balance=balance,
            pieces=pieces,
        )
        return CageStep(before, row, payment)

    def _amount(self, order: Order, held: int) -> tuple[str | None, int]:
        """Return the pieces as JSON, and the amount in units."""
        text, kind = order.amount, order.kind
        if kind is CageMove.PAY_OUT:
            if order.pieces is not None:
                raise _malformed(say("cage.pay_out_is_all"))
            if not held:
                raise Refused(Code.INSUFFICIENT_BALANCE, say("cage.nothing_to_pay"))
            if text is not None and self._unit.stake(text) != held:
                # A table was faster: nobody pays, or approves, another sum than they were shown.
                said = say("cage.pay_out_changed", held=Amount(self._unit.write(held)))
                raise Refused(Code.BAD_AMOUNT, said)
            return None, held
        # A cage may be opened with nothing, and nothing may be counted in it.
        may_be_nothing = kind in (CageMove.OPEN, CageMove.CHIPS_COUNTED) or kind.counts
        read = self._unit.count if may_be_nothing else self._unit.stake
        if order.pieces is None:
            if kind is CageMove.CHIPS_COUNTED:
                raise _malformed(say("cage.pieces_missing"))
            return None, read(text)
        # "100" and "100.00" are the same denomination.
        counted: dict[int, int] = {}
        for worth, many in order.pieces.items():
            units = self._unit.stake(worth)
            counted[units] = counted.get(units, 0) + many
        total = self._unit.total(order.pieces)
        if text is not None and read(text) != total:
            sums = say("cage.pieces_sum", sum=Amount(self._unit.write(total)))
            raise Refused(Code.BAD_AMOUNT, sums)
        pieces = {self._unit.write(units): counted[units] for units in sorted(counted)[::-1]}
        return json.dumps(pieces), read(self._unit.write(total))

    def _wallet(self, name: str | None) -> tuple[int, int]:
        if name is None:
            raise _malformed(say("cage.name_missing"))
        wallet = s.wallets.c
        question = select(wallet.balance, wallet.version).where(wallet.name == name)
        with self._services.reader.moment() as connection:
            row = connection.execute(question).first()
        return (0, 0) if row is None else (row[0], row[1])

    def head(self) -> CageHead:
        """Return the cage as it is."""
        with self._services.reader.moment() as connection:
            row = connection.execute(select(s.cage_head)).first()
        return CageHead.new() if row is None else CageHead(*row)

    def slips(
        self, before: int | None = None, most: int = 100, *, since: str = "", name: str = ""
    ) -> list[dict[str, Any]]:
        """Return slips, the latest first: before a number, since a time, of a patron."""
        slip = s.cage_slips.c
        question = select(s.cage_slips).where(slip.at >= since)
        if before is not None:
            question = question.where(slip.number < before)
        if name:
            question = question.where(slip.name == name)
        with self._services.reader.moment() as connection:
            rows = connection.execute(question.order_by(slip.number.desc()).limit(most)).all()
        return [write_slip(SlipRow(*tuple(row)[:-1]), self._unit) for row in rows]

    def slip(self, number: int) -> dict[str, Any] | None:
        """Return a slip by its number; None if there is none."""
        found = self.slips(number + 1, 1)
        return found[0] if found and found[0]["number"] == number else None


def _needs_second(row: SlipRow, least: int | None) -> bool:
    # A count moves nothing; a difference that it finds does.
    moved = row.amount if row.variance is None else abs(row.variance)
    return least is not None and row.kind != CageMove.CHIPS_COUNTED and moved >= least


def _malformed(said: Message) -> InvalidInput:
    return InvalidInput(Code.MALFORMED, said)


def _tender(order: Order) -> Tender | None:
    """Return how it is paid; raise `CroupierError` for fields that do not go together."""
    kind, tender = order.kind, order.tender
    if order.name is not None:
        check_text(order.name, say("server.what_patron"), MOST_ID)
    if order.reason is not None:
        check_text(order.reason, say("cage.what_reason"), _MOST_REASON)
    if any(many < 0 or many > MOST_MONEY for many in (order.pieces or {}).values()):
        raise _malformed(say("cage.pieces_missing"))
    if kind.wallet is None:
        if tender not in (None, Tender.CASH):
            raise _malformed(say("cage.cash_only", kind=Name("cage_move", kind.value)))
        if kind is CageMove.TIPS and order.name is None:
            raise _malformed(say("cage.whose_tips"))
        return None
    if tender is Tender.ADJUSTMENT:
        if kind is CageMove.PAY_OUT:
            raise _malformed(say("cage.pay_out_tender", tender=Name("tender", tender.value)))
        if not (order.reason or "").strip():
            raise _malformed(say("cage.reason_missing"))
    return tender or Tender.CASH


def _check_open(kind: CageMove, tender: Tender | None, before: CageHead) -> None:
    if kind is CageMove.OPEN:
        if before.open:
            raise Refused(Code.WRONG_PHASE, say("cage.is_open"))
    elif not before.open and (kind.counts or kind.cash(tender)):
        raise Refused(Code.WRONG_PHASE, say("cage.is_closed"))


def write_slip(row: SlipRow, unit: Unit) -> dict[str, Any]:
    """Return a slip as an object for pages and programs."""

    def written(units: int | None) -> str | None:
        return None if units is None else unit.write(units)

    return {
        "number": row.number,
        "at": row.at,
        "by": row.actor,
        "kind": row.kind,
        "name": row.name,
        "tender": row.tender,
        "amount": unit.write(row.amount),
        "cash": unit.write(row.cash),
        "variance": written(row.variance),
        "reason": row.reason,
        "approver": row.approver,
        "balance": written(row.balance),
        "pieces": None if row.pieces is None else json.loads(row.pieces),
    }

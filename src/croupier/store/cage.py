"""The cage's slips: what each kind does to the cash there, and storing one.

A slip is one row, numbered without gaps and chained to the one before by its hash. A patron's money
moves in the same transaction, so that slips and wallets never differ.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from croupier.store import schema as s
from croupier.store.failures import Conflict
from croupier.store.hash_chain import cage_genesis, row_hash
from croupier.store.sql_statements import Run, insert_new, insert_row, select_row, update_row
from croupier.store.wallets import WalletMove, WalletStep, pay


class Tender(StrEnum):
    """What a patron's money is paid in or out with."""

    CASH = "cash"
    CHEQUE = "cheque"
    VOUCHER = "voucher"
    ADJUSTMENT = "adjustment"
    """Nothing changes hands: a mistake is put right, or the house gives something."""


class CageMove(StrEnum):
    """What a slip is for."""

    DEPOSIT = "deposit"
    WITHDRAWAL = "withdrawal"
    PAY_OUT = "pay_out"
    """All that a wallet holds, for a patron who leaves."""
    OPEN = "open"
    FILL = "fill"
    """Cash that comes from the house's safe."""
    CREDIT = "credit"
    """Cash that goes to the house's safe."""
    COUNT = "count"
    CLOSE = "close"
    CHIPS_SOLD = "chips_sold"
    """Chips for somebody who pays in cash and needs no account."""
    CHIPS_REDEEMED = "chips_redeemed"
    CHIPS_COUNTED = "chips_counted"
    """The chips that lie at the cage, by denomination."""
    TIPS = "tips"
    """Chips from the box of dealers' tips, paid out to them in cash."""

    @property
    def wallet(self) -> WalletMove | None:
        """What it does to a patron's wallet; None if it has nothing to do with one."""
        return _WALLET.get(self)

    @property
    def counts(self) -> bool:
        """Whether its amount is what was counted, beside what should be there."""
        return self in (CageMove.COUNT, CageMove.CLOSE)

    def cash(self, tender: Tender | None) -> int:
        """Return 1 if it brings its amount of cash to the cage, -1 if it takes it; else 0."""
        return _CASH.get(self, 0) if tender in (None, Tender.CASH) else 0


_WALLET = {
    CageMove.DEPOSIT: WalletMove.DEPOSIT,
    CageMove.WITHDRAWAL: WalletMove.WITHDRAWAL,
    CageMove.PAY_OUT: WalletMove.WITHDRAWAL,
}
_CASH = {
    CageMove.DEPOSIT: 1,
    CageMove.WITHDRAWAL: -1,
    CageMove.PAY_OUT: -1,
    CageMove.OPEN: 1,
    CageMove.FILL: 1,
    CageMove.CREDIT: -1,
    CageMove.CHIPS_SOLD: 1,
    CageMove.CHIPS_REDEEMED: -1,
    CageMove.TIPS: -1,
}


class CageHead(NamedTuple):
    """The cage after its last slip: its number and hash, the cash there, whether it is open."""

    id: int
    number: int
    head: str
    cash: int
    open: int

    @classmethod
    def new(cls) -> CageHead:
        """Return a cage without a slip."""
        return cls(1, 0, cage_genesis(), 0, 0)


class SlipRow(NamedTuple):
    """A slip as it is stored, without its hash."""

    number: int
    at: str
    actor: str
    id: str
    kind: str
    name: str | None
    """The patron; for tips, whose they are."""
    tender: str | None
    amount: int
    cash: int
    """The cash at the cage after it."""
    variance: int | None
    """What was counted, less what should be there."""
    reason: str | None
    approver: str | None
    wallet_move: int | None
    balance: int | None
    """What the wallet holds after it."""
    pieces: str | None
    """How many of each denomination, as a JSON object."""

    def after(self, before: CageHead) -> CageHead:
        """Return the cage after this slip; raise ValueError if it cannot follow.

        The amounts of the slip are worked out again: `verify` goes by this too.
        """
        kind = CageMove(self.kind)
        tender = None if self.tender is None else Tender(self.tender)
        moved = kind.cash(tender)
        opens = kind is CageMove.OPEN
        if self.number != before.number + 1:
            raise ValueError(f"it is missing: the next one is {self.number}")
        if opens == bool(before.open) and (opens or moved or kind.counts):
            raise ValueError(f"the cage was {'open' if before.open else 'closed'}")
        cash, variance = before.cash + moved * self.amount, None
        if kind.counts:
            variance = self.amount - before.cash
            cash = 0 if kind is CageMove.CLOSE else self.amount
        if cash < 0 or (cash, variance) != (self.cash, self.variance):
            raise ValueError(f"the cash was {self.cash}, and it works out as {cash}")
        open_ = opens or (bool(before.open) and kind is not CageMove.CLOSE)
        return CageHead(1, self.number, row_hash(before.head, *self), cash, int(open_))


class CageStep(NamedTuple):
    """A slip to be stored after the cage's head, with the payment of a wallet that it is for."""

    before: CageHead
    row: SlipRow
    payment: WalletStep | None


_HEAD = select_row(s.cage_head, "id, number, head, cash, open", by="id")
_NEW_HEAD = insert_new(s.cage_head, CageHead)
_MOVE_HEAD = update_row(s.cage_head, "number, head, cash, open", by="id, number")
_SLIP = insert_row(s.cage_slips)


def record(step: CageStep, run: Run, lock: str) -> None:
    """Store a slip and its payment; raise `Conflict` if another one, or another payment, was first.

    Raise what `wallets.pay` raises.
    """
    rows, _ = run(_HEAD + lock, (1,))
    if not rows:
        run(_NEW_HEAD, CageHead.new())
        rows, _ = run(_HEAD + lock, (1,))
    if CageHead(*rows[0]) != step.before:
        raise Conflict
    head = step.row.after(step.before)
    if step.payment is not None:
        paid = pay(step.payment, run, lock)
        if paid != (step.row.wallet_move, step.row.balance):
            raise Conflict
    _, moved = run(_MOVE_HEAD, (head.number, head.head, head.cash, head.open, 1, head.number - 1))
    if not moved:
        raise Conflict
    run(_SLIP, (*step.row, head.head))

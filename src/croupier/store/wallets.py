"""Wallets: why money moves in and out, and paying, which never leaves a balance below zero."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from croupier.store import schema as s
from croupier.store.failures import Conflict, InsufficientFunds, WalletFull
from croupier.store.hash_chain import row_hash, wallet_genesis
from croupier.store.schema import MOST_MONEY
from croupier.store.sql_statements import Run, insert_new, insert_row, select_row, update_row

NO_ACCOUNT: Final = "*"
"""How the name begins that a dealer gives to a patron without an account; no account's does."""


def has_wallet(name: str) -> bool:
    """Return False for a patron without an account, who plays for chips only."""
    return not name.startswith(NO_ACCOUNT)


class WalletMove(StrEnum):
    """Why money goes into a wallet or out of it."""

    DEPOSIT = "deposit"
    WITHDRAWAL = "withdrawal"
    BUY_IN = "buy_in"
    CASH_OUT = "cash_out"

    @property
    def sign(self) -> int:
        """1 for money that goes in, -1 for money that goes out."""
        return 1 if self in (WalletMove.DEPOSIT, WalletMove.CASH_OUT) else -1


class WalletStep(NamedTuple):
    """Money that goes into or out of a wallet.

    Balance and hash are worked out inside the transaction: other tables use the wallet too.
    """

    name: str
    kind: WalletMove
    amount: int
    at: str
    actor: str
    id: str
    table_id: str | None = None
    event: int | None = None


_WALLET = select_row(s.wallets, "balance, version, head", by="name")
_NEW_WALLET = insert_new(s.wallets)
_PAY = update_row(s.wallets, "balance, version, head", by="name, version")
_MOVE = insert_row(s.wallet_moves)


def pay(step: WalletStep, run: Run, lock: str) -> tuple[int, int]:
    """Move money into or out of a wallet and chain the move; return its number and the balance.

    Raise `InsufficientFunds` if the balance would be below zero, `WalletFull` if above the most.
    """
    rows, _ = run(_WALLET + lock, (step.name,))
    if not rows:
        if step.kind.sign < 0:
            raise InsufficientFunds(step.name, 0, step.amount)
        run(_NEW_WALLET, (step.name, 0, 0, wallet_genesis(step.name)))
        rows, _ = run(_WALLET + lock, (step.name,))
    had, version, head = rows[0]
    balance, number = had + step.kind.sign * step.amount, version + 1
    if balance < 0:
        raise InsufficientFunds(step.name, had, step.amount)
    if balance > MOST_MONEY:
        raise WalletFull
    row = (
        step.name,
        number,
        step.at,
        step.actor,
        step.id,
        step.kind.value,
        step.amount,
        balance,
        step.table_id,
        step.event,
    )
    chained = row_hash(head, *row)
    _, paid = run(_PAY, (balance, number, chained, step.name, version))
    if not paid:
        raise Conflict
    run(_MOVE, (*row, chained))
    return number, balance

"""Double entry: accounts, immutable transfers, a book of balances. Knows nothing of cards."""

from croupier.ledger.book import Book, InvalidTransfer, Overdrawn
from croupier.ledger.transfers import (
    CAGE,
    FEES,
    FLOAT,
    HOUSE,
    Account,
    Hold,
    Kind,
    Move,
    Post,
    Transfer,
    Void,
    patron,
    stake,
    wager,
)

__all__ = [
    "CAGE",
    "FEES",
    "FLOAT",
    "HOUSE",
    "Account",
    "Book",
    "Hold",
    "InvalidTransfer",
    "Kind",
    "Move",
    "Overdrawn",
    "Post",
    "Transfer",
    "Void",
    "patron",
    "stake",
    "wager",
]

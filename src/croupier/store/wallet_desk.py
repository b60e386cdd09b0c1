"""Money put into wallets and taken out of them without a slip, by scripts and older clients."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from croupier.errors import Code, CroupierError, Refused
from croupier.game.model import Role
from croupier.store.batch import Batch, ResultRow
from croupier.store.failures import InsufficientFunds, Repeated, WalletFull
from croupier.store.refusals import Tried
from croupier.store.requests import (
    MOST_ID,
    Answer,
    Request,
    check_text,
    read_request,
    refusal_row,
    wallet_short,
    written,
)
from croupier.store.services import Services
from croupier.store.wallets import WalletMove, WalletStep
from croupier.table import Actor, write_refusal
from croupier.words import say


class WalletDesk:
    """Pays into wallets and out of them."""

    def __init__(
        self,
        services: Services,
        refuse_unread: Callable[[str | None, Tried, CroupierError], Answer],
    ) -> None:
        """Keep what the tables of a house share, and what answers a request that is none."""
        self._services = services
        self._unit = services.unit
        self._refuse_unread = refuse_unread

    def pay(
        self, kind: WalletMove, command_id: str, actor: Actor, name: str, amount: str
    ) -> Answer:
        """Put money into a wallet or take it out, once however often it is asked for."""
        body = {"do": kind.value, "player": name, "amount": amount}
        try:
            request = read_request("wallets", command_id, actor, body)
        except CroupierError as wrong:
            return self._refuse_unread(None, Tried(written(actor), command_id, body), wrong)
        try:
            former = self._services.former_answer(request, None)
            return former or self._pay(kind, request, name, amount)
        except Repeated:
            return self._services.answer_again(request, None)

    def _pay(self, kind: WalletMove, request: Request, name: str, amount: str) -> Answer:
        at, write = self._services.now(), self._unit.write
        answer = msgspec.json.encode({"ok": True, "wallet": name, kind.value: amount})
        result = ResultRow(request.by, request.id, request.digest, None, None, None, answer)
        try:
            if request.actor.role is Role.PLAYER:
                raise Refused(Code.NOT_ALLOWED, say("server.cage"))
            check_text(name, say("server.what_patron"), MOST_ID)
            units = self._unit.stake(amount)
            step = WalletStep(name, kind, units, at, request.by, request.id)
            try:
                batch = Batch(result, wallets=(step,))
                self._services.limits.store_payment(step, batch, self._services.writer)
            except InsufficientFunds as short:
                raise Refused(
                    Code.INSUFFICIENT_BALANCE,
                    wallet_short(name, write(short.balance), write(short.amount)),
                ) from None
            except WalletFull:
                raise Refused(Code.BAD_AMOUNT, say("server.wallet_full")) from None
        except CroupierError as wrong:
            answer = msgspec.json.encode(write_refusal(wrong, said=True))
            row = refusal_row(None, at, request, wrong)
            self._services.writer.write(Batch(result._replace(answer=answer), refusal=row))
            return Answer(False, answer)
        return Answer(True, answer)

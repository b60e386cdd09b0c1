"""Mistakes that are planted on purpose into a process, by their names in `PLANTS`.

`test_planted.py` names the test that finds each. Names with a colon are no mistakes: `die:` and
`clock:` kill the process at a commit, or set its clock, when a file says so; `slow:` lets some
seconds pass between a commit and its answer, and `files:` lets so many files be open;
`wait:` resolves no round after a crash until there is a file.
"""

from __future__ import annotations

import os
import resource
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

Patch = Callable[[Any, str, Any], None]
PLANTS: dict[str, Callable[[Patch], None]] = {}


def plant(name: str, patch: Patch = setattr) -> None:
    """Plant a mistake in this process; `die:PATH` kills it when the file there says so."""
    if "+" in name:
        for each in name.split("+"):
            plant(each, patch)
    elif name.startswith("die:"):
        _die(Path(name[4:]))
    elif name.startswith("clock:"):
        _clock(Path(name[6:]))
    elif name.startswith("slow:"):
        _slow(float(name[5:]))
    elif name.startswith("files:"):
        most = int(name[6:])
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    elif name.startswith("wait:"):
        _wait(Path(name[5:]))
    else:
        PLANTS[name](patch)


def _mistake(act: Callable[[Patch], None]) -> Callable[[Patch], None]:
    PLANTS[act.__name__] = act
    return act


@_mistake
def acknowledged_before_the_commit(patch: Patch) -> None:
    """A command that the database did not store is answered as if it were stored."""
    from croupier.store.failures import NotStored
    from server.sim_store import SyncWriter

    write = SyncWriter.write

    def hopeful(writer: SyncWriter, batch: Any) -> None:
        with suppress(NotStored):
            write(writer, batch)

    patch(SyncWriter, "write", hopeful)


@_mistake
def no_idempotency(patch: Patch) -> None:
    """An id that comes again is taken for a new one."""
    from croupier.store.live_table import LiveTable

    command, made = LiveTable.command, count()

    def anew(table: LiveTable, request: Any) -> Any:
        return command(table, replace(request, id=f"{request.id}#{next(made)}"))

    patch(LiveTable, "command", anew)


@_mistake
def bets_after_the_close(patch: Patch) -> None:
    """The phase is not checked when a bet comes in."""
    from croupier.table.decide import betting

    patch(betting, "_betting", lambda draft, topic: None)


@_mistake
def bets_in_another_round(patch: Patch) -> None:
    """The round that a bet is meant for is not checked."""
    from croupier.table.decide import betting, insurance

    for module in (betting, insurance):
        patch(module, "check_round", lambda draft, meant, topic, spared="": None)


@_mistake
def wallet_looked_at_outside(patch: Patch) -> None:
    """What a wallet holds is read before the transaction, and written without another check."""
    from croupier.store import wallets

    seen: dict[str, int] = {}
    pay = wallets.pay

    def paid(step: Any, run: Any, lock: str) -> None:
        pay(step, run, lock)
        rows, _ = run("SELECT balance FROM wallets WHERE name = ?", (step.name,))
        stale = seen.get(step.name, rows[0][0])
        run("UPDATE wallets SET balance = ? WHERE name = ?", (stale, step.name))
        seen[step.name] = rows[0][0]

    patch(wallets, "pay", paid)


@_mistake
def alerts_in_memory_only(patch: Patch) -> None:
    """An alert that was handed to the sender is taken for sent."""
    from croupier.store.alert_box import AlertBox

    tried = AlertBox.tried
    patch(AlertBox, "tried", lambda box, alert_id, failure: tried(box, alert_id, None))


@_mistake
def feed_skips_after_catching_up(patch: Patch) -> None:
    """Of several events that a feed gets at once, the first is sent to nobody."""
    from croupier.server.live.feed import Feed

    move = Feed.move

    def skipping(feed: Feed, table: Any, number: int, rows: Any) -> Any:
        listed = [row for row in rows if row.number > feed.number]
        if len(listed) > 1:
            feed.number = listed[0].number
        return move(feed, table, number, listed)

    patch(Feed, "move", skipping)


@_mistake
def hidden_card_in_the_view(patch: Patch) -> None:
    """The state shows the next card of the shoe."""
    from croupier.server.live import feed
    from croupier.server.live.visibility import write_table as write
    from croupier.store.vault import Vault

    observe = Vault.observe
    last: list[Vault] = []

    def watched(vault: Vault, event: Any) -> None:
        observe(vault, event)
        last[:] = [vault]

    def telling(table: Any) -> dict[str, Any]:
        state = write(table)
        if last and table.shoe is not None and table.shoe.used:
            state["coming"] = [card.text for card in last[0].peek(1)]
        return state

    patch(Vault, "observe", watched)
    patch(feed, "write_table", telling)


@_mistake
def another_body_under_the_same_id(patch: Patch) -> None:
    """A command that is sent again may have another body."""
    from croupier.store.services import Services

    again = Services.answer_again

    def lenient(services: Services, request: Any, table_id: Any) -> Any:
        row = services.reader.result(request.by, request.id)
        assert row is not None
        return again(services, replace(request, digest=row.digest), table_id)

    patch(Services, "answer_again", lenient)


@_mistake
def dealer_acts_twice(patch: Patch) -> None:
    """A card that is due is dealt by two dealers."""
    from croupier.server.auto_dealer.next_command import DEALER, DealerCommands

    give, made = DealerCommands.give, count()

    def twice(commands: DealerCommands, table_id: str, choose: Any) -> bool:
        given = give(commands, table_id, choose)
        commands._house.command(table_id, f"twice-{next(made)}", DEALER, {"do": "deal"})
        return given

    patch(DealerCommands, "give", twice)


@_mistake
def reads_without_a_limit(patch: Patch) -> None:
    """Frames, watches and reads are not counted: whoever asks most is served most."""
    from croupier.server.load_limits import SocketLoad

    for name in ("received", "frame", "add_watch", "drop_watch", "may_send"):
        patch(SocketLoad, name, lambda load, *given, **named: None)


@_mistake
def session_after_sign_out(patch: Patch) -> None:
    """A token is still valid after its owner has signed out."""
    from croupier.accounts import People

    patch(People, "sign_out", lambda people, token: None)


@_mistake
def deadline_put_off_by_bets(patch: Patch) -> None:
    """The time for bets starts anew with every bet."""
    from croupier.server.auto_dealer import dealer
    from croupier.server.auto_dealer.next_command import waiting_point as point

    def moving(table: Any) -> Any:
        staked = sum(bet.amount for bet in table.bets)
        return replace(point(table), cards=len(table.cards) + 10 * staked)

    patch(dealer, "waiting_point", moving)


@_mistake
def void_pays_twice(patch: Patch) -> None:
    """A void round gives stakes back, and then once more from the house."""
    from croupier.ledger import HOUSE, Move, patron
    from croupier.table.events import RoundVoided

    transfers = RoundVoided.transfers

    def generous(event: RoundVoided, table: Any) -> Any:
        yield from transfers(event, table)
        yield from (Move(HOUSE, patron(bet.patron), bet.amount) for bet in table.bets)

    patch(RoundVoided, "transfers", generous)


@_mistake
def settled_by_two_workers(patch: Patch) -> None:
    """Nothing checks whether the table has changed since the command was decided."""
    from croupier.store import transaction

    patch(transaction, "_advance", lambda step, run: None)


@_mistake
def anybody_may_deal(patch: Patch) -> None:
    """The role is not checked for one command."""
    from croupier.table import roles
    from croupier.table.commands import Deal

    require = roles.require

    def lax(game: Any, by: Any, command: Any) -> None:
        if not isinstance(command, Deal):
            require(game, by, command)

    patch(roles, "require", lax)


@_mistake
def money_of_others_is_shown(patch: Patch) -> None:
    """Buying in and cashing out is sent to the whole table."""
    from croupier.server.live import visibility

    patch(visibility, "PRIVATE", frozenset())


@_mistake
def any_origin(patch: Patch) -> None:
    """Pages of strangers may open sockets."""
    from croupier.server.http.middleware import Origins

    patch(Origins, "allowed", lambda origins, origin, host: True)


@_mistake
def token_in_the_log(patch: Patch) -> None:
    """The log contains the headers of requests."""
    from starlette.datastructures import Headers

    from croupier.server import monitoring
    from croupier.server.http import middleware

    log_info = monitoring.log_info

    def talkative(message: str, **facts: object) -> None:
        log_info(message, **facts, headers=str(seen[-1:]))

    seen: list[object] = []

    class Kept(Headers):
        def __init__(self, *words: Any, **fields: Any) -> None:
            super().__init__(*words, **fields)
            seen.append(self.raw)

    patch(middleware, "Headers", Kept)
    patch(monitoring, "log_info", talkative)


@_mistake
def refusals_are_not_noted(patch: Patch) -> None:
    """The journal of refused commands stays empty."""
    from croupier.store import transaction

    patch(transaction, "_REFUSAL", "SELECT ?, ?, ?, ?, ?, ?, ?, ?")


@_mistake
def heads_without_end(patch: Patch) -> None:
    """The headers of a request may be as long as they like."""
    from croupier.server import protocols

    patch(protocols, "MOST_HEAD", 10**9)


@_mistake
def half_open_for_ever(patch: Patch) -> None:
    """Who has sent half a request is waited for."""
    from croupier.server.protocols import HttpProtocol

    patch(HttpProtocol, "_start_timer", lambda connection, seconds: None)


@_mistake
def descriptors_for_all(patch: Patch) -> None:
    """Connections may take every descriptor, and the house finds none when it needs one."""
    from croupier.server import app
    from croupier.server.connections import Limits

    patch(app, "make_limits", lambda config: Limits(10**6, 10**6, 10**6, 4, 4))


@_mistake
def sockets_end_unanswered(patch: Patch) -> None:
    """Sockets are closed at a stop before what is under way on them is answered."""
    from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

    from croupier.server.protocols import SocketProtocol

    patch(SocketProtocol, "shutdown", WebSocketsSansIOProtocol.shutdown)


def _die(order: Path) -> None:
    """Kill this process in its next command: before the commit, or after it and before the answer.

    The file says which; it is removed, so that the next process lives.
    """
    from croupier.store.live_table import LiveTable

    def dying(how: str) -> None:
        if order.exists() and order.read_text() == how:
            order.unlink()
            os.kill(os.getpid(), signal.SIGKILL)

    attempt, apply, refuse = LiveTable._attempt, LiveTable._apply, LiveTable._refuse

    def before(table: LiveTable, request: Any) -> Any:
        dying("before")
        return attempt(table, request)

    def after(table: LiveTable, *words: Any) -> Any:
        dying("after")
        return apply(table, *words)

    def refused(table: LiveTable, *words: Any) -> Any:
        answer = refuse(table, *words)
        dying("after")
        return answer

    for name, act in (("_attempt", before), ("_apply", after), ("_refuse", refused)):
        setattr(LiveTable, name, act)


def _slow(seconds: float) -> None:
    """Let some time pass between the commit of a command and its answer."""
    from croupier.store.house import House

    command = House.command

    def slowly(*words: Any) -> Any:
        answer = command(*words)
        time.sleep(seconds)
        return answer

    setattr(House, "command", slowly)  # noqa: B010


def _clock(offset: Path) -> None:
    """Set this process's clock by the number of seconds in a file."""
    from croupier.store.clock import Clock

    def wall() -> float:
        return time.time() + float(offset.read_text() or "0")

    Clock.__init__.__defaults__ = (wall, time.monotonic)


def _wait(order: Path) -> None:
    """Resolve no round after a crash until there is a file; the table `bad` cannot be loaded."""
    from croupier.server.auto_dealer import crash_recovery, dealer
    from croupier.store.replay import TableLoader

    resolve, load = crash_recovery.resolve_round, TableLoader.load

    def waiting(*given: Any) -> None:
        while not order.exists():
            time.sleep(0.01)
        resolve(*given)

    def loaded(loader: TableLoader, table_id: str, *given: Any) -> Any:
        assert table_id != "bad", "this table cannot be read, for a test"
        return load(loader, table_id, *given)

    for owner, name, act in ((dealer, "resolve_round", waiting), (TableLoader, "load", loaded)):
        setattr(owner, name, act)

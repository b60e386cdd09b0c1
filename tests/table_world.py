"""What holds at every table after every command, and how any round is brought to its end."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from croupier.cards import DECK, Card
from croupier.coup import Side
from croupier.game.loading import load
from croupier.game.model import Role
from croupier.ledger import HOUSE, Kind
from croupier.money import CENT
from croupier.shoe import Entropy, Shuffle, seal
from croupier.store.vault import Vault
from croupier.table import (
    Actor,
    Command,
    Context,
    Fresh,
    Opened,
    Option,
    Phase,
    ShoeKind,
    Table,
    carry_out,
    evolve,
    read_event,
    what_next,
)
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.events.betting import bet_hold
from croupier.table.events.insurance import offers
from croupier.table.events.player_dealer import WAGER
from croupier.table.roles import may
from croupier.table.what_next import Step

GAMES = ("tournament", "classic", "no-commission", "tiger", "player-dealer", "insurance")
CARD = re.compile(r"(?<![\w-])[A2-9TJQK][cdhs](?![\w-])")
HELD = (Kind.STAKE, Kind.WAGER)
OWING = (Kind.CAGE, Kind.FLOAT, Kind.HOUSE)
DECIDED = (e.CardsReconstructed, e.ReconstructionRefused, e.OrderDecided)
SUPERVISOR = Actor(Role.PIT_SUPERVISOR, "the house")


class AnyShoe:
    """A source of cards for tables whose cards do not matter: it is empty, and starts others."""

    def __init__(self, decks: int) -> None:
        self.decks = decks

    def peek(self, count: int) -> tuple[Card, ...]:
        return ()

    def seal(self) -> str:
        raise AssertionError("no card is drawn")

    def open(self, place: int) -> Opened:
        return Opened(DECK[place], "salt")

    def seed(self) -> None:
        return None

    def fresh(self) -> Fresh:
        return Fresh(self.decks * 52, False, "0" * 64)


class GlassVault(Vault):
    """A vault that holds every card told of against the order that it keeps itself."""

    def __init__(self, draw: Callable[[int], bytes]) -> None:
        super().__init__(draw)
        self.seals: dict[tuple[Side, int], str] = {}
        """The seals of the cards that lie face down."""
        self.drawn: list[Card] = []
        """What left the shoe, in its order."""
        self.entropy: list[Entropy] = []
        self.decks = 0
        self.started: e.ShoeStarted | None = None

    def observe(self, event: e.Event) -> None:
        match event:
            case e.TableOpened():
                self.decks = event.decks
            case e.ShoeStarted():
                self.drawn, self.entropy, self.started = [], [], event
            case e.EntropyAdded():
                self.entropy.append(Entropy(event.player, event.text))
            case e.RoundVoided() | e.RoundSettled():
                self.seals.clear()
            case e.CardDealt(ready=False):
                self._dealt_by(event)
            case e.CardTurned():
                assert event.salt is not None, "a seal is opened by its salt"
                sealed = self.seals.pop((event.hand, event.number))
                assert sealed == seal(event.card, event.salt), "the card sealed is the one turned"
            case e.IrregularityReported() if event.ready:
                came = self.peek(len(event.ready))
                assert Counter(came) == Counter(event.ready), f"{came} came, not {event.ready}"
                self.drawn += came
            case e.ShoeEnded():
                self._redeal(event)
            case _:
                pass
        super().observe(event)

    def _dealt_by(self, event: e.CardDealt) -> None:
        (card,) = self.peek(1)
        assert (event.card is None) != (event.seal is None), "a card is seen or sealed"
        assert event.card in (None, card), f"{event.card} was dealt, and {card} came"
        if event.seal is not None:
            assert event.seal == self.seal(), "a seal is of the card that came"
            self.seals[event.hand, event.number] = event.seal
        self.drawn.append(card)

    def _redeal(self, event: e.ShoeEnded) -> None:
        """Deal a shoe again from its seed: it was what was committed to."""
        started = self.started
        assert started is not None
        assert len(self.drawn) == event.dealt
        assert started.fixed == (event.seed is None)
        if event.seed is not None:
            assert not self.seals, "a seed would tell the cards that lie face down"
            shuffle = Shuffle(self.decks, bytes.fromhex(event.seed), tuple(self.entropy))
            assert shuffle.commitment == started.commitment
            if self.drawn:
                came = shuffle.order()[started.burned : started.burned + len(self.drawn)]
                assert list(came) == self.drawn, "the seed gives the cards that were dealt"


def check(table: Table) -> None:
    """Hold a table to everything that is always true between two commands."""
    _check_money(table)
    if table.setup is None:
        assert table == Table()
        return
    _check_phase(table)
    _check_bets(table)
    _check_cards(table)
    _check_way_out(table)


def _check_money(table: Table) -> None:
    book = table.book
    assert book.total == 0, "the sum of all accounts is zero"
    for account, balance in book.balances.items():
        assert balance > 0 or account.kind in OWING, f"{account} is {balance}"
    wanted = {bet_hold(bet.id): bet.amount for bet in table.bets if bet.id not in table.returned}
    if table.position is not None:
        wanted[WAGER] = table.position.wager
    held = {name: hold.amount for name, hold in book.holds.items()}
    assert held == wanted, f"{held} is held, and {wanted} lies on the felt"
    kept = {account: sum_ for account, sum_ in book.balances.items() if account.kind in HELD}
    assert kept == {hold.held: hold.amount for hold in book.holds.values()}
    for name in table.patrons:
        assert table.setup is None or table.available(name) >= 0, f"{name} cannot pay the fees due"


def _check_phase(table: Table) -> None:
    phase, case, coup = table.phase, table.case, table.coup
    choosing = phase is Phase.OPTIONS or table.before is Phase.OPTIONS
    assert choosing == bool(table.choices), "a choice is open exactly while somebody has it"
    if phase not in (Phase.OPTIONS, Phase.INTERRUPTED):
        assert table.before is Phase.IDLE
        assert table.charged == (phase not in (Phase.IDLE, Phase.BETTING))
    assert table.charged or not table.cards, "cards are dealt once fees are taken"
    if not table.open:
        assert phase is Phase.IDLE
        left = (table.shoe, table.seats, table.position, table.offered, table.ready)
        assert not any(left), f"{left} is left at a closed table"
    if phase is Phase.IDLE:
        felt = (table.bets, table.lay, table.cards, table.squeezes, table.returned, table.older)
        assert not any(felt), f"{felt} is left of the round before"
        assert not any((table.waived, table.together))
        assert not any((table.forgone, table.withheld)), "rights are forgone for a round"
        assert table.entered is None
        assert case is None or case.settled
        assert case is None or case.does != "reconstruct" or table.ended is not None
        assert not any((table.barred, table.repairing))
        return
    assert table.shoe is not None
    assert table.ended is None
    assert case is None or not case.settled
    match phase:
        case Phase.BETTING:
            assert not table.cards
        case Phase.DEALING:
            assert not table.done
        case Phase.COMPLETE:
            assert table.done
            assert coup is None or coup.is_complete
        case Phase.OPTIONS:
            assert set(table.choices) == set(table.bettors)
            assert None in table.choices.values(), "the last choice ends it"
            assert table.before is _going(table)
            assert case is None or case.does == "void", "other reports wait until all have chosen"
        case Phase.INTERRUPTED:
            assert table.before in (Phase.OPTIONS, _going(table))


def _going(table: Table) -> Phase:
    """Say where a round stands by its fees and cards alone."""
    if not table.charged:
        return Phase.BETTING
    return Phase.COMPLETE if table.done else Phase.DEALING


def _check_bets(table: Table) -> None:
    setup, bets = table.rules, table.bets
    assert len({bet.id for bet in bets}) == len(bets)
    assert len({(bet.patron, bet.box, bet.kind, bet.stage) for bet in bets}) == len(bets)
    assert table.returned <= {bet.id for bet in bets}
    seated: dict[int, str] = {}
    for bet in bets:
        assert bet.amount > 0
        assert 1 <= bet.box <= setup.layout.boxes
        assert bet.patron in table.patrons
        if not bet.standing:
            assert seated.setdefault(bet.box, bet.patron) == bet.patron, f"two seated at {bet.box}"
        if bet.stage is not None:
            assert len(table.cards) >= 4, "insurance is on cards that are seen"
    assert all(1 <= box <= setup.layout.boxes for box in table.seats)
    position = table.position
    assert position is None or setup.banked_by_player
    if position is not None:
        assert position.patron not in table.bettors
        assert all(bet.box != position.seat for bet in bets)
        assert table.offered is None
    if setup.banked_by_player and table.phase is not Phase.IDLE:
        assert position is not None, "there is no round without a player-dealer"
    assert table.offered is None or table.offered in table.seats
    if setup.banked_by_player:
        assert table.book.balance(HOUSE) == 0, "the house has no stake in this game"


def _check_cards(table: Table) -> None:
    setup, shoe = table.rules, table.shoe
    for place, dealt in enumerate(table.cards):
        before = [each.hand for each in table.cards[:place]]
        assert dealt.number == before.count(dealt.hand) + 1
        if dealt.card is None:
            assert setup.face_down, "a card lies face down where all are dealt face up"
    coup = table.coup
    if coup is not None and len(table.cards) >= 4:
        for hand, cards in ((Side.PLAYER, coup.player.cards), (Side.BANKER, coup.banker.cards)):
            assert [dealt.card for dealt in table.cards if dealt.hand is hand] == [*cards]
    assert setup.face_down or not table.squeezes
    if shoe is None:
        assert not table.ready
        return
    assert 0 <= shoe.left <= shoe.cards
    assert all(0 <= copies <= setup.decks for copies in shoe.seen.values()), shoe.seen
    assert sum(shoe.seen.values()) <= shoe.out
    assert 0 <= table.older <= len(table.cards)
    if table.entered is not None:
        assert table.cards[table.entered].card is not None


def _check_way_out(table: Table) -> None:
    """Nobody is ever stuck: the house can void a round, and then everything has gone back."""
    steps = what_next(table)
    assert steps, "the guide always knows something"
    assert all(may(step.role, c.COMMANDS[step.do]) for step in steps)
    if table.phase is Phase.IDLE:
        return
    _, after = carry_out(table, c.VoidRound("a test"), SUPERVISOR, AnyShoe(table.rules.decks))
    assert after.phase is Phase.IDLE
    assert not [hold for hold in after.book.holds if hold != WAGER]
    for name in table.patrons:
        back = fees_due(table, name) if table.charged else 0
        assert worth(after, name) == worth(table, name) + back, f"{name} is not made whole"


def worth(table: Table, name: str) -> int:
    """Say what a patron has: free chips, and what is held of theirs."""
    held = sum(hold.amount for hold in table.book.holds.values() if hold.source.name == name)
    return table.free(name) + held


def fees_due(table: Table, name: str) -> int:
    """Say what the round costs a patron in fees."""
    setup, position = table.rules, table.position
    fees = sum(setup.fee_of(bet.kind) for bet in table.bets if bet.patron == name)
    banks = position is not None and position.patron == name
    return fees + (setup.position_fee if banks else 0)


def check_events(
    before: Table, command: Mapping[str, Any], answer: Mapping[str, Any], after: Table
) -> None:
    """Find no card in an answer but those on the felt, lying ready, or named by who asked."""
    known = {dealt.card for table in (before, after) for dealt in table.cards if dealt.card}
    for table in (before, after):
        known |= {*table.ready}
        if table.ended is not None:
            known |= {*table.ended.round.coup.cards}
    for event in answer.get("events", ()):
        if event["type"] in ("card_dealt", "card_turned") and "card" in event:
            known.add(Card.parse(event["card"]))
        if event["type"] == "card_dealt":
            assert ("card" in event) or after.rules.face_down
    named = {card.text for card in known} | set(CARD.findall(json.dumps(command)))
    strangers = set(CARD.findall(json.dumps(answer))) - named
    assert not strangers, f"{strangers} are in {answer}"


def check_steps(before: Table, events: Iterable[e.Event], after: Table) -> None:
    """Hold each event of an answer to what it may change; together they give the new table."""
    table, events = before, tuple(events)
    offered = [isinstance(event, e.InsuranceOffered) for event in events]
    assert not any(offered[:-1]), "an offer stands when the act that made it is over"
    assert offers(after) or not any(offered)
    for event in events:
        following = evolve(table, event)
        check_step(table, event, following)
        table = following
    assert table == after, "events give the table that was answered with"


def check_step(before: Table, event: e.Event, after: Table) -> None:
    """No decision makes a card appear or vanish; a settlement pays what it says."""
    if isinstance(event, DECIDED) and before.phase is not Phase.IDLE:
        assert _out(before) == _out(after), f"{event} changes what cards there are"
    raised = before.bet(event.bet) if isinstance(event, e.BetIncreased) else None
    if isinstance(event, e.InsurancePlaced) or (raised is not None and raised.stage is not None):
        assert isinstance(event, e.InsurancePlaced | e.BetIncreased)
        assert not before.next_known, "who knows the next card insures without a risk"
        assert event.player not in before.forgone, f"{event.player} has walked away"
    if isinstance(event, e.RoundSettled):
        for name, net in event.settlement["net"].items():
            paid = worth(after, name) - worth(before, name) - fees_due(before, name)
            assert before.rules.unit.write(paid) == net, f"{name} was to get {net}, and got {paid}"


def _out(table: Table) -> Counter[Card | None]:
    return Counter([*(dealt.card for dealt in table.cards), *table.ready])


def replay(lines: Iterable[str | bytes]) -> Table:
    """Fold written events, one JSON object a line, into a table from nothing."""
    table = Table()
    for line in lines:
        table = replay_event(table, json.loads(line))
    return table


def replay_event(table: Table, data: Mapping[str, Any]) -> Table:
    """Read one event as the log has it, in the unit that the table was opened with."""
    unit = table.setup.unit if table.setup else CENT
    return evolve(table, read_event(data, Context(unit, load)))


def card_to_come(table: Table, skip: int = 0) -> Card:
    """Give a card that a manual shoe may still hold, another one for another number."""
    shoe = table.shoe
    assert shoe is not None, "there is a shoe"
    places = range(skip, skip + len(DECK))
    cards = (DECK[place * 5 % len(DECK)] for place in places)
    return next(card for card in cards if shoe.seen.get(card, 0) < table.rules.decks)


def due(table: Table, skip: int = 0, option: Option | None = None) -> tuple[Command, Actor]:
    """Give the step that the guide calls due, carried out by the least role that may."""
    step = what_next(table)[0]
    if step.do == "choose" and option is None:
        step = what_next(table)[1]
    return _fill_in(table, step, skip, option), Actor(step.role, _by(table, step))


def _by(table: Table, step: Step) -> str:
    if step.do == "choose":
        return next(name for name, option in table.choices.items() if option is None)
    if step.do == "turn":
        return table.squeezes.get(table.cards[table.hidden[0]].hand, "the house")
    return "the house"


def _fill_in(table: Table, step: Step, skip: int, option: Option | None) -> Command:
    manual = table.rules.shoe is ShoeKind.MANUAL
    match step.do:
        case "deal":
            entered = manual and not table.ready
            return c.Deal(card_to_come(table, skip) if entered else None)
        case "turn":
            dealt = table.cards[table.hidden[0]]
            return c.Turn(dealt.hand, dealt.number, card_to_come(table, skip) if manual else None)
        case "choose":
            return c.Choose(option or Option.CONTINUE)
        case "decide_order":
            assert table.case is not None
            # Where nobody has named the cards there is nothing to put into order.
            cards = table.case.cards
            return c.DecideOrder(cards) if cards else c.DismissReport()
        case "report":
            return c.Report("insufficient_cards")
        case "rule":
            return c.Rule("the bets stand")
        case _:
            return c.COMMANDS[step.do]()


def name_of(command: Command) -> str:
    """Give the name that scripts call a command by."""
    return command.wire_name


MOST_STEPS = 40
"""More steps than any round takes from any state when everybody does what is due."""

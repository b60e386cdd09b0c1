"""The status of each bet before the coup is complete: won, lost, returned, or still open.

It is found by trying every way the coup can still end, not from a list of cases. Ways that the
facts of a bet cannot tell apart are one: a bet on a pair has two, whatever the cards.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from itertools import product

from croupier.cards import Card
from croupier.coup import Coup, Side
from croupier.facts import Finish, Value, fact, is_deep
from croupier.game.coup_endings import Score, reduced_scores
from croupier.game.first_cards import Known, Opening, of_first_cards, openings, reduced, shown
from croupier.game.model import BetKind, Game, PayLine
from croupier.hand_traits import MIXED, Start
from croupier.settlement import status_by_cards

Thirds = tuple[int, ...]
"""What the third cards that were dealt count, Player's first."""
Shown = tuple[Value, ...]
"""The values of facts of the first cards."""


class Status(StrEnum):
    """The status of a bet before the coup is complete."""

    WON = "won"
    """It wins whatever comes; the amount may still be open."""
    LOST = "lost"
    RETURNED = "returned"
    OPEN = "open"


_DECIDED = (Status.WON, Status.LOST)
_SURE = (frozenset({Status.WON}), frozenset({Status.LOST}))


def statuses(game: Game, coup: Coup) -> Mapping[str, Status]:
    """Return the status of each bet that the layout offers, placed or not."""
    return statuses_of(game, coup.player.cards[:2], coup.banker.cards[:2], coup.cards[4:])


def statuses_of(
    game: Game,
    player: tuple[Card, ...],
    banker: tuple[Card, ...],
    thirds: tuple[Card, ...] = (),
) -> Mapping[str, Status]:
    """Return the statuses, given the first cards of each hand and the third cards."""
    if is_deep(game.facts):
        return _by_cards(game, player, banker, thirds)
    names = of_first_cards(game.facts)
    (of_player,) = openings(names, Side.PLAYER, player)
    (of_banker,) = openings(names, Side.BANKER, banker)
    return _statuses(game, of_player, of_banker, tuple([card.points for card in thirds]))


@lru_cache(maxsize=8192)
def _by_cards(
    game: Game, player: tuple[Card, ...], banker: tuple[Card, ...], thirds: tuple[Card, ...]
) -> Mapping[str, Status]:
    ends = {
        key: bet.endings(player, banker, thirds)
        for key, bet in status_by_cards.open_bets(game, _ended).items()
    }
    return {
        key: Status(min(found)) if len(found) == 1 else Status.OPEN for key, found in ends.items()
    }


@lru_cache(maxsize=8192)
def _statuses(game: Game, player: Opening, banker: Opening, thirds: Thirds) -> Mapping[str, Status]:
    return {key: bet.status(player, banker, thirds) for key, bet in _bets(game).items()}


def is_established(statuses: Mapping[str, Status]) -> bool:
    """Return True if some bet on offer is certainly won or certainly lost."""
    return any(status in _DECIDED for status in statuses.values())


def is_established_face_down(
    game: Game, player: Known, banker: Known, thirds: tuple[Card | None, ...] = ()
) -> bool:
    """Return True if an outcome is established, whatever the cards are that lie face down.

    It may be the outcome of another bet for other cards: they were dealt, only nobody saw them.
    """
    if is_deep(game.facts):
        return _always_by_cards(game, player, banker, thirds)
    names = of_first_cards(game.facts)
    players = openings(names, Side.PLAYER, player)
    bankers = openings(names, Side.BANKER, banker)
    points = tuple([None if card is None else card.points for card in thirds])
    return _always_established(game, players, bankers, points)


@lru_cache(maxsize=4096)
def _always_by_cards(
    game: Game, player: Known, banker: Known, thirds: tuple[Card | None, ...]
) -> bool:
    bets = status_by_cards.open_bets(game, _ended).values()
    players = status_by_cards.turned(game, 0, player).values()
    bankers = status_by_cards.turned(game, 1, banker).values()
    return all(
        any(bet.endings(one, two, known) in _SURE for bet in bets)
        for known in status_by_cards.third_cards(game, thirds)
        for one in players
        for two in bankers
    )


@lru_cache(maxsize=4096)
def _always_established(
    game: Game,
    players: frozenset[Opening],
    bankers: frozenset[Opening],
    thirds: tuple[int | None, ...],
) -> bool:
    """Return True if some bet is decided, whichever of these openings the hands have."""
    points = [tuple(range(10)) if third is None else (third,) for third in thirds]
    return all(_some_bet_decided(game, players, bankers, known) for known in product(*points))


def _some_bet_decided(
    game: Game, players: frozenset[Opening], bankers: frozenset[Opening], thirds: Thirds
) -> bool:
    bets = sorted(_bets(game).values(), key=lambda bet: (bet.asks_end, len(bet.first_cards)))
    # A bet that decides one pair of openings decides many: they are not asked about again.
    unsure = {opening: set(bankers) for opening in players}
    for player, others in unsure.items():
        while others:
            banker = next(iter(others))
            for bet in bets:
                if bet.status(player, banker, thirds) in _DECIDED:
                    bet.strike_out(unsure, thirds)
                    break
            else:
                return False
    return True


class _Bet:
    """A bet of the layout, with the facts it asks for and what was found out about it."""

    __slots__ = ("_end_facts", "_endings", "_kind", "first_cards")

    def __init__(self, kind: BetKind) -> None:
        names = tuple(dict.fromkeys(name for line in kind.pays for name in line.when.facts))
        self._kind = kind
        self.first_cards = of_first_cards(names)
        self._end_facts = tuple(name for name in names if name not in self.first_cards)
        self._endings: dict[tuple[Shown, Score], Status] = {}

    @property
    def asks_end(self) -> bool:
        """Whether it asks for anything that third cards can change."""
        return bool(self._end_facts)

    def status(self, player: Opening, banker: Opening, thirds: Thirds) -> Status:
        """Return what the bet is, given what both hands can start with."""
        return self._try_all(
            self._reduced(player, Side.PLAYER), self._reduced(banker, Side.BANKER), thirds
        )

    def strike_out(self, unsure: dict[Opening, set[Opening]], thirds: Thirds) -> None:
        """Remove the openings of both hands with which this bet is certainly won or lost."""
        alike: defaultdict[Opening, set[Opening]] = defaultdict(set)
        for opening in set[Opening]().union(*unsure.values()):
            alike[self._reduced(opening, Side.BANKER)].add(opening)
        decided: dict[Opening, set[Opening]] = {}
        for one, others in unsure.items():
            if not others:
                continue
            player = self._reduced(one, Side.PLAYER)
            if player not in decided:
                sure = (
                    same
                    for two, same in alike.items()
                    if self._try_all(player, two, thirds) in _DECIDED
                )
                decided[player] = set[Opening]().union(*sure)
            others -= decided[player]

    def _reduced(self, opening: Opening, side: Side) -> Opening:
        found = reduced(opening, self.first_cards, side)
        if self.asks_end:
            return found
        return ((0, frozenset[int]().union(*(starts for _, starts in found))),)

    def _try_all(self, player: Opening, banker: Opening, thirds: Thirds) -> Status:
        """Return the status at the end of every way in which the coup can go on."""
        found: Status | None = None
        for way in self._ways(player, banker, thirds):
            status = self._endings.get(way)
            if status is None:
                status = self._endings[way] = self._ending(*way)
            if found is None:
                found = status
            elif status is not found:
                return Status.OPEN
        assert found is not None, "a coup has an end"
        return found

    def _ways(
        self, player: Opening, banker: Opening, thirds: Thirds
    ) -> Iterator[tuple[Shown, Score]]:
        """Yield what the first cards can show, with each score that can follow."""
        for (one, starts), (two, others) in product(player, banker):
            ends = reduced_scores(self._end_facts, one, two, thirds)
            for both in product(starts, others):
                yield from product((shown(self.first_cards, *both),), ends)

    def _ending(self, values: Shown, score: Score) -> Status:
        facts = dict(zip(self.first_cards, values, strict=True))
        end = Finish(*score, _ANY, _ANY)
        return _ended(
            self._kind.line(facts | {name: fact(name).of(end) for name in self._end_facts})
        )


def _ended(line: PayLine | None) -> Status:
    """Return what a bet is when a pay line, or none, decides it; a part lost is a loss."""
    if line is None or line.odds.profit < 0:
        return Status.LOST
    return Status.RETURNED if line.odds.is_push else Status.WON


_ANY = Start(pair=None, suited=False, colour=MIXED)


@lru_cache(maxsize=64)
def _bets(game: Game) -> Mapping[str, _Bet]:
    return {key: _Bet(kind) for key, kind in game.bets.items()}

"""Tables at every stage of a round and between rounds, for the tests of what may be done next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from casino import Coups
from croupier.table import what_next
from tables import Play, betting_table, dealt_table, open_table, seated_table

SIX_CARDS = "2s 6d 3c Kh 7c 5h"
ANN = ("ann", 1, "player", "100")


def _idle(game: str = "tiger", **fields: Any) -> Play:
    return seated_table(game, **{"cards": Coups.PLAYER_WINS} | fields)


def _cut_out() -> Play:
    """A manual shoe whose cut card has come."""
    play = seated_table("tiger", shoe="manual", decks=4, cut=200)
    for _ in range(2):
        play.do("open_bets")
        play.do("close_bets")
        play.deal(cards="9s 2d Ks 3d")
        play.do("settle")
    return play


def _nobody_there() -> Play:
    play = open_table("player-dealer")
    play.do("new_shoe")
    return play


def _offered() -> Play:
    play = _idle("player-dealer")
    play.do("offer_player_dealer", seat=1)
    return play


def _banked() -> Play:
    play = _offered()
    play.do("accept_player_dealer", by="ann", seat=1, wager="100")
    return play


def _excess(game: str = "tiger", **limits: str) -> Play:
    return betting_table(game, ANN, cards=Coups.PLAYER_WINS, limits=limits, enforcement="dealer")


def _squeezed(deal: int = 4, game: str = "tiger", **fields: Any) -> Play:
    """Player's cards are ann's to turn; of a real shoe Banker gets a six, or what is named."""
    usual: dict[str, Any] = {"cards": SIX_CARDS, "face_down": True}
    real, banker = "shoe" in fields, fields.pop("banker", "6d")
    play = dealt_table(game, ANN, **usual | fields)
    play.do("grant_squeeze", player="ann", hand="player")
    for card in (None, banker, None, "Kh")[:deal]:
        play.do("deal", card=card if real else None)
    return play


def _reported(kind: str, deal: int = 2, **fields: Any) -> Play:
    play = dealt_table("tiger", ANN, cards=SIX_CARDS, deal=deal)
    play.do("report", kind=kind, **fields)
    return play


def _interrupted(deal: int) -> Play:
    play = dealt_table("tiger", ANN, cards=SIX_CARDS, deal=deal)
    play.do("interrupt")
    return play


def _then(play: Play, *commands: str) -> Play:
    for command in commands:
        play.do(command)
    return play


def _shoe_out() -> Play:
    """The round was void for a foreign card: the shoe is out of play."""
    play = _reported("foreign_card")
    play.do("void_round", by="pit_supervisor")
    return play


def _reported_between() -> Play:
    """Nothing wrong with the round before: it was void; something is with the shoe."""
    play = dealt_table("tiger", ANN, cards=SIX_CARDS, deal=2)
    play.do("void_round", by="pit_supervisor", reason="a test")
    assert "report" in [step.do for step in what_next(play.live.table)]
    play.do("report", kind="not_shuffled")
    return play


def _together(then: str) -> Play:
    """Cards drawn together; the shoe cannot be replaced: one lies face down, or play stopped."""
    if then == "interrupt":
        return _then(_reported("simultaneous_cards", cards="3c Kh"), "interrupt")
    play = _squeezed(1)
    play.do("report", kind="simultaneous_cards", cards="6d 3c")
    return play


def _closed() -> Play:
    play = _idle()
    play.do("close_table", by="pit_manager")
    return play


def _empty(left: int = 0) -> Play:
    """A real shoe of which nothing is left, or so much, in the middle of a round."""
    play = seated_table("tiger", shoe="manual", decks=4, cut=0)
    ranks = [f"{rank}{suit}" for suit in "cdhs" for rank in "A23456789TJQK"]
    for card in (ranks * 4)[: 208 - left]:
        if play.phase == "idle":
            play.do("open_bets")
            play.do("close_bets")
        play.deal(cards=card)
        if play.phase == "complete":
            play.do("settle")
    return play


STAGES: dict[str, tuple[Callable[[], Play], str, dict[str, Any]]] = {
    "never opened": (Play, "open_table", {"game": "tiger"}),
    "closed": (_closed, "open_table", {"game": "tiger"}),
    "no shoe": (lambda: open_table("tiger"), "new_shoe", {}),
    "cut card": (_cut_out, "new_shoe", {}),
    "idle": (_idle, "open_bets", {}),
    "nobody there": (_nobody_there, "sit", {"player": "ann", "box": 1}),
    "nobody banks": (lambda: _idle("player-dealer"), "offer_player_dealer", {"seat": 2}),
    "offered": (_offered, "accept_player_dealer", {"seat": 1, "wager": "50"}),
    "banked": (_banked, "open_bets", {}),
    "betting": (lambda: betting_table("tiger", ANN, cards=SIX_CARDS), "close_bets", {}),
    "differential": (lambda: _excess(max_differential="50"), "reject_excess", {}),
    "maximum": (lambda: _excess("classic", max="50"), "reject_excess", {}),
    "dealing": (lambda: dealt_table("tiger", ANN, cards=SIX_CARDS, deal=3), "deal", {}),
    "manual": (lambda: dealt_table("tiger", ANN, shoe="manual"), "deal", {"card": "2s"}),
    "insured": (lambda: dealt_table("insurance", ANN, cards=SIX_CARDS, deal=4), "deal", {}),
    "squeezing early": (lambda: _squeezed(2), "deal", {}),
    "squeezing": (_squeezed, "turn", {"player": "ann", "hand": "player", "number": 1}),
    "squeezing by hand": (
        lambda: _squeezed(cards=None, shoe="manual"),
        "turn",
        {"player": "ann", "hand": "player", "number": 1, "card": "9s"},
    ),
    "complete": (lambda: dealt_table("tiger", ANN, cards=SIX_CARDS, deal=6), "settle", {}),
    "interrupted": (lambda: _interrupted(4), "resume", {}),
    "interrupted early": (lambda: _interrupted(2), "resume", {}),
    "foreign card": (lambda: _reported("foreign_card"), "void_round", {}),
    "foreign card, interrupted": (
        lambda: _then(_reported("foreign_card"), "interrupt"),
        "void_round",
        {},
    ),
    "shoe out of play": (_shoe_out, "new_shoe", {}),
    "reported between rounds": (_reported_between, "replace_shoe", {}),
    "options": (
        lambda: _reported("exposed_card", cards="3c"),
        "choose",
        {"player": "ann", "option": "continue"},
    ),
    "wrong hand": (lambda: _reported("wrong_hand"), "reconstruct", {}),
    "together": (
        lambda: _reported("simultaneous_cards", cards="3c Kh"),
        "decide_order",
        {"cards": ["Kh", "3c"]},
    ),
    "together, interrupted": (
        lambda: _together("interrupt"),
        "decide_order",
        {"cards": ["Kh", "3c"]},
    ),
    "together, one face down": (
        lambda: _together("hide"),
        "decide_order",
        {"cards": ["6d", "3c"]},
    ),
    "unforeseen": (lambda: _reported("other"), "rule", {"text": "play goes on"}),
    "empty": (_empty, "report", {"kind": "insufficient_cards"}),
}
"""By stage: a table that is there, what is due, and how it is said."""


def _last_card_seen() -> Play:
    """The last card of a real shoe has come out too early: the shoe is empty, and it lies ready."""
    play = _empty(left=1)
    play.do("report", kind="exposed_card", cards="Ks")
    return play


def _two_ready() -> Play:
    """Two cards lie ready between rounds: with them the cut card is not out yet."""
    play = seated_table("tiger", shoe="manual", decks=4, cut=200)
    play.do("open_bets")
    play.do("close_bets")
    play.deal(cards="9s 2d Ks 3d")
    play.do("settle")
    play.do("report", kind="exposed_card", cards="4c 5c")
    return play


def _shuffler() -> Play:
    """A continuous shuffler: it has no cut card, however many cards are burned."""
    play = open_table("tiger", shoe="shuffler", decks=4, cut=200, burn=10)
    play.do("new_shoe")
    return play


def _used() -> Play:
    """A shuffled shoe that was bet on."""
    play = seated_table("tiger")
    play.do("open_bets")
    play.do("void_round", by="pit_supervisor", reason="a test")
    return play


def _left() -> Play:
    """A card lies face down that was ann's to turn, who has left."""
    play = _squeezed(1)
    play.do("leave", by="ann")
    return play


def _decided() -> Play:
    """Cards were drawn together, their order is decided and everybody has chosen."""
    play = _reported("simultaneous_cards", cards="3c Kh")
    play.do("decide_order", by="pit_supervisor", cards="3c Kh")
    play.do("close_options")
    return play


def _one_has_chosen() -> Play:
    play = dealt_table("tiger", ANN, ("bob", 2, "banker", "50"), cards=SIX_CARDS, deal=2)
    play.do("report", kind="exposed_card", cards="3c")
    play.do("choose", by="ann", option="continue")
    return play


def _insured(cards: str, **fields: Any) -> Play:
    return dealt_table("insurance", ANN, cards=cards, deal=4, **fields)


OTHERS: dict[str, Callable[[], Play]] = {
    "shuffler": _shuffler,
    "two cards ready": _two_ready,
    "shuffled and used": _used,
    "betting, face down": lambda: betting_table("tiger", ANN, cards=SIX_CARDS, face_down=True),
    "no bets": lambda: betting_table("tiger", cards=SIX_CARDS),
    "three cards, face down": lambda: _squeezed(3),
    "left": _left,
    "digital and empty": lambda: dealt_table("tiger", ANN, cards="2s 6d", deal=2),
    "one card left": lambda: _empty(left=1),
    "last card ready": _last_card_seen,
    "together, decided": _decided,
    "one has chosen": _one_has_chosen,
    "tie": lambda: dealt_table("tiger", ANN, cards=Coups.TIE_AT_7, deal=4),
    "complete, face down": lambda: _squeezed(cards="2s 9d 3c Kh"),
    "complete by hand": lambda: _squeezed(cards=None, shoe="manual", banker="9d"),
    "insured, all seen": lambda: _insured(SIX_CARDS, face_down=True),
    "insured, three cards": lambda: _squeezed(3, "insurance"),
    "insured, face down": lambda: _squeezed(4, "insurance"),
    "uninsured, face down": lambda: _squeezed(4, "insurance", insurance=False),
    "insured, nobody bets": lambda: dealt_table(
        "insurance", cards=SIX_CARDS, deal=4, face_down=True
    ),
    "insured, complete": lambda: _insured(Coups.PLAYER_WINS),
    "uninsured, complete": lambda: _insured(Coups.PLAYER_WINS, insurance=False),
    "insured, complete, face down": lambda: _squeezed(4, "insurance", cards="2s 9d 3c Kh"),
}
"""Tables at which the same is due as at others, and other things may be done."""

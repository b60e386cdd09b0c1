"""What the tests of dealing errors share: two patrons, one on each hand, and a coup that draws."""

from typing import Any

from tables import Happened, Play, dealt_table, open_table

GAMES = ("tiger", "insurance")
BETS = (("ann", 1, "player", "100"), ("bob", 2, "banker", "100"))
DRAWING = "Ks Qd 2c 3h 9s 2d"  # Player 2 draws to 1, Banker 3 draws to 5: Banker wins
RECONSTRUCTED = ["5.12", "5.12.2", "5.12.3"]
AS_DEALT = ["5.12", "5.12.1", "5.12.3"]
VOIDING = {
    "foreign_card": "5.5.1",
    "card_shortage": "5.5.2",
    "card_excess": "5.5.2",
    "insufficient_cards": "5.5.4",
    "not_shuffled": "5.5.5",
}
NATURAL_PAIR = "4s Kd 4c 9h"  # Player has 8 with a pair, Banker 9: four cards


def both(game: str, cards: str, deal: int = 0, **fields: Any) -> Play:
    """Ann has 100 on Player and Bob 100 on Banker; bets are closed and some cards dealt."""
    return dealt_table(game, *BETS, cards=cards, deal=deal, **fields)


def manual(game: str, cards: str, **fields: Any) -> Play:
    """Seat the same two at a table with a real shoe, these cards dealt by hand."""
    play = dealt_table(game, *BETS, shoe="manual", **fields)
    play.deal(cards=cards)
    return play


def money(play: Play) -> tuple[str, str, str]:
    """Say what Ann and Bob have, and what the house has won."""
    return play.balance("ann"), play.balance("bob"), play.house


def banker_won(game: str) -> tuple[str, str, str]:
    """Say what both have after Banker has won, not with 6; the tiger takes a commission."""
    return ("900.00", "1095.00", "5.00") if game == "tiger" else ("900.00", "1100.00", "0.00")


PLAYER_WON = ("1100.00", "900.00", "0.00")
NOTHING_MOVED = ("1000.00", "1000.00", "0.00")


def hands(play: Play) -> tuple[str, str]:
    """Say which cards Player has, and Banker."""
    return play.hand("player"), play.hand("banker")


def drawn(happened: Happened) -> list[tuple[str, str]]:
    """Say to which hands which cards went."""
    dealt = [event for event in happened if event["type"] == "card_dealt"]
    return [(event["hand"], event["card"]) for event in dealt]


def banked_table(cards: str) -> Play:
    """Open a table where pat banks with 500 from seat 8; fees are 1 a bet and 2 a hand."""
    play = open_table(
        "player-dealer", fees={"main": "1", "tie": "1", "player_dealer": "2"}, layout="blackjack"
    )
    for seat, name in ((1, "ann"), (2, "bob"), (8, "pat")):
        play.do("buy_in", player=name, amount="1000")
        play.do("sit", by=name, box=seat)
    play.do("new_shoe", cards=cards)
    play.do("offer_player_dealer", seat=8)
    play.do("accept_player_dealer", by="pat", seat=8, wager="500")
    return play

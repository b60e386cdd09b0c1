"""The tables of the five documents, typed in; numbers in comments are paragraphs.

A paragraph is one of the game's own document.
"""

MAX_UNITS = 10**15
MAX_BETS = 10_000
MAIN = ("player", "banker")
INSURANCE = {"player_insurance": "player", "banker_insurance": "banker"}
STAGES = ("four_cards", "player_third")
STANDING = ("tiger", "insurance")  # games with standing players and a maximum differential

# key: (fewest decks, most decks, boxes of the largest layout)
GAMES = {
    "tournament": (4, 8, 12),
    "classic": (6, 8, 14),
    "no-commission": (6, 8, 14),
    "tiger": (4, 10, 9),
    "player-dealer": (8, 8, 14),
    "insurance": (4, 8, 9),
}

# What each bet pays on which fact; the first line that holds decides.
EVEN = {"player wins": "1:1"}
COMMISSION = {"banker wins": "19:20"}
HALF = {"banker wins on 6": "1:2", "banker wins": "1:1"}
TIE = {"tie": "8:1"}
SIX = {"banker wins on 6 with two": "12:1", "banker wins on 6 with three": "20:1"}
PAIRS = {"player_pair": {"player pair": "11:1"}, "banker_pair": {"banker pair": "11:1"}}
TIGERS = {  # 4.1.2
    "tiger": SIX,
    "big_tiger": {"banker wins on 6 with three": "50:1"},
    "small_tiger": {"banker wins on 6 with two": "22:1"},
    "tiger_tie": {"tie on 6": "35:1"},
    "tiger_pair": {"twin pair": "100:1", "double pair": "20:1", "single pair": "4:1"},
}
PAYS: dict[str, dict[str, dict[str, str]]] = {
    "tournament": {"player": EVEN, "banker": HALF, "tie": TIE, **PAIRS},
    "classic": {"player": EVEN, "banker": COMMISSION, "tie": TIE},
    "no-commission": {"player": EVEN, "banker": HALF, "tie": TIE},
    "tiger": {"player": EVEN, "banker": COMMISSION, "tie": TIE, **TIGERS},
    "player-dealer": {"player": EVEN, "banker": HALF, "tie": TIE},
    "insurance": {"player": EVEN, "banker": HALF, "tie": TIE, "super_six_plus": SIX, **PAIRS},
}

# 4.1.2 of `insurance`: stage, insured hand, Player's totals, Banker's totals, odds.
OFFERS = (
    ("four_cards", "banker", (0, 1, 2, 3, 4), (5,), "2:1"),
    ("four_cards", "banker", (0, 1, 2, 3, 4, 5), (6,), "3:1"),
    ("four_cards", "banker", (0, 1, 2, 3, 4, 5), (7,), "4:1"),
    ("four_cards", "player", (5,), (4,), "2:1"),
    ("four_cards", "player", (6,), (0, 1, 2, 3, 4, 5), "3:1"),
    ("four_cards", "player", (7,), (0, 1, 2, 3, 4, 5), "4:1"),
    ("player_third", "banker", (1,), (1,), "6:1"),
    ("player_third", "banker", (1,), (2, 3, 4, 5, 6), "7:1"),
    ("player_third", "banker", (2,), (3, 4, 5, 6), "4:1"),
    ("player_third", "banker", (3,), (4,), "3:2"),
    ("player_third", "player", (5,), (0, 1, 2, 3, 4), "2:1"),
    ("player_third", "player", (6,), (0, 1, 2, 3, 4, 5), "3:1"),
    ("player_third", "player", (7,), (0, 1, 2, 3, 4, 5, 6), "4:1"),
    ("player_third", "player", (8,), (0, 1, 2, 3, 4, 5, 6), "7:1"),
    ("player_third", "player", (9,), (0, 1, 2, 3, 4, 5, 6), "8:1"),
)

# Table of play, H draws and S stands. Player by its own total 0-7, Banker likewise when Player
# stood; otherwise Banker's row by the value 0-9 of Player's third card.
PLAYER_PLAYS = "HHHHHHSS"
BANKER_ALONE = "HHHHHHSS"
BANKER_PLAYS = {
    0: "HHHHHHHHHH",
    1: "HHHHHHHHHH",
    2: "HHHHHHHHHH",
    3: "HHHHHHHHSH",
    4: "SSHHHHHHSS",
    5: "SSSSHHHHSS",
    6: "SSSSSSHHSS",
    7: "SSSSSSSSSS",
}
VALUES = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9}
VALUES |= {"T": 0, "J": 0, "Q": 0, "K": 0}
RANKS = {rank: rank for rank in VALUES} | {rank.lower(): rank for rank in VALUES} | {"10": "T"}
SUITS = {suit: suit for suit in "cdhs"} | {suit.upper(): suit for suit in "cdhs"}
CARDS = {r + s: RANKS[r] + SUITS[s] for r in RANKS for s in SUITS}

"""Shoes dealt side by side, 256 at a time, one in each lane; `dealing` compiles this module.

All lanes take the same step together, and a lane that has no card to take at that step takes none;
that is what a processor's vector units can do. Rows lie in one array at constant offsets, so that a
compiler sees that they do not overlap. It is plain Python, and slow by itself. What it deals is
specified in docs/simulate.md and written for readers in `croupier.simulation.dealing`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Table = NDArray[Any]
Lane = np.uint64 | int
"""Unsigned where it is compiled: such an index never wraps."""

STEP = 256
WIDTH = np.uint64(STEP)
LINE = 64
"""Bytes in a line of the cache."""

# Rows of the 32-bit array: the state of the streams, and the words they gave last.
S0, S1, S2, S3, WORD = (np.uint64(row * STEP) for row in range(5))
# Rows of the 16-bit array: how many cards up to each rank are left, then the coup under way.
C0, C1, C2, C3, C4, C5, C6, C7, C8, C9, C10, C11 = (np.uint64(row * STEP) for row in range(12))
LEFT, PICK, DRAWN, FIRST, SECOND, THIRD = (np.uint64(row * STEP) for row in range(12, 18))
OPEN, TAKES, DREW, PLAYER, BANKER, PAIRS = (np.uint64(row * STEP) for row in range(18, 24))
CODE, ROUNDS = (np.uint64(row * STEP) for row in range(24, 26))

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST_FACTOR = np.uint64(0xBF58476D1CE4E5B9)
SECOND_FACTOR = np.uint64(0x94D049BB133111EB)
N27, N30, N31, N32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
LOW = np.uint64(0xFFFFFFFF)
HALF, LOW_HALF = np.uint32(16), np.uint32(0xFFFF)
NO_CODE = np.uint16(0xFFFF)
"""The code of a lane without a coup, where coups are recorded and not counted."""


def rows(many: int, kind: type) -> Table:
    """Return an array of so many rows, all zero, that begin where a line of the cache does.

    A vector that lies across two lines takes two reads.
    """
    made = np.zeros(many * STEP * np.dtype(kind).itemsize + LINE, np.uint8)
    begin = -made.ctypes.data % LINE
    return made[begin : begin - LINE].view(kind)


def work_arrays() -> tuple[Table, Table]:
    """Return the arrays to work with: 32-bit streams and 16-bit counts."""
    return rows(5, np.uint32), rows(26, np.uint16)


def mix(number: np.uint64) -> np.uint64:
    """Return 64 bits scrambled as splitmix64 does."""
    number = (number ^ (number >> N30)) * FIRST_FACTOR
    number = (number ^ (number >> N27)) * SECOND_FACTOR
    return number ^ (number >> N31)


def start(s: Table, k: Lane, one: np.uint64, two: np.uint64, shoe: np.uint64) -> None:
    """Set a lane to the start of a shoe's stream."""
    step = GOLDEN * (shoe + np.uint64(1))
    low, high = mix(one + step), mix(two + step)
    s[S0 + k] = low & LOW
    s[S1 + k] = low >> N32
    s[S2 + k] = high & LOW
    s[S3 + k] = high >> N32
    if low == 0 and high == 0:
        s[S0 + k] = 1


def fill(c: Table, k: Lane, decks: int) -> None:
    """Set a lane to a fresh shoe."""
    for rank in range(12):
        c[np.uint64(rank * STEP) + k] = 4 * decks * (rank + 1)
    c[LEFT + k] = 52 * decks
    c[ROUNDS + k] = 0


def begin_shoes(s: Table, one: np.uint64, two: np.uint64, first: int) -> None:
    """Set every lane to the start of a shoe's stream; the first lane gets this number."""
    for lane in range(STEP):
        start(s, np.uint64(lane), one, two, np.uint64(first + lane))


def fill_shoes(c: Table, decks: int, many: int) -> None:
    """Set so many lanes to fresh shoes; the others have no cards."""
    for lane in range(STEP):
        fill(c, np.uint64(lane), decks)
        if lane >= many:
            c[LEFT + np.uint64(lane)] = 0


def write_rounds(c: Table, rounds: Table, begin: int, many: int) -> None:
    """Write how many coups the shoes of so many lanes had."""
    for lane in range(many):
        rounds[begin + lane] = c[ROUNDS + np.uint64(lane)]


def advance(s: Table, k: Lane) -> np.uint32:
    """Return a lane's next word: xoshiro128++."""
    s0, s1, s2, s3 = s[S0 + k], s[S1 + k], s[S2 + k], s[S3 + k]
    added = np.uint32(s0 + s3)
    word = np.uint32(np.uint32((added << np.uint32(7)) | (added >> np.uint32(25))) + s0)
    s2 = np.uint32(s2 ^ s0)
    s3 = np.uint32(s3 ^ s1)
    s[S1 + k] = s1 ^ s2
    s[S0 + k] = s0 ^ s3
    s[S2 + k] = s2 ^ np.uint32(s1 << np.uint32(9))
    s[S3 + k] = np.uint32((s3 << np.uint32(11)) | (s3 >> np.uint32(21)))
    return word


def draw(s: Table, c: Table) -> None:
    """Draw one card in each lane that takes one; write its rank into DRAWN."""
    if pick(s, c):
        redraw(s, c)
    take(c)


def pick(s: Table, c: Table) -> np.uint32:
    """Write one card picked by each lane's next word; return 1 if a word may have to be skipped.

    It may where the upper half of what the pick leaves over is 0, which is quickly seen.

    A word times the cards left has 48 bits; its upper 16 are the pick. It is computed in halves,
    because products of 32 bits are faster.
    """
    near = np.uint32(0)
    for k in range(WIDTH):
        # The code of `advance` in line: a call would prevent vector instructions.
        s0, s1, s2, s3 = s[S0 + k], s[S1 + k], s[S2 + k], s[S3 + k]
        added = np.uint32(s0 + s3)
        word = np.uint32(np.uint32((added << np.uint32(7)) | (added >> np.uint32(25))) + s0)
        s2 = np.uint32(s2 ^ s0)
        s3 = np.uint32(s3 ^ s1)
        s[S1 + k] = s1 ^ s2
        s[S0 + k] = s0 ^ s3
        s[S2 + k] = s2 ^ np.uint32(s1 << np.uint32(9))
        s[S3 + k] = np.uint32((s3 << np.uint32(11)) | (s3 >> np.uint32(21)))
        s[WORD + k] = word
        left, takes = np.uint32(c[LEFT + k]), np.uint32(c[TAKES + k])
        lower = np.uint32((word & LOW_HALF) * left)
        upper = np.uint32(np.uint32((word >> HALF) * left) + (lower >> HALF))
        # No count is above the number of cards left: such a pick takes nothing.
        c[PICK + k] = np.uint16(upper >> HALF) if takes else np.uint16(left)
        near = np.uint32(near | np.uint32(np.uint32((upper & LOW_HALF) == 0) & takes))
    return near


def redraw(s: Table, c: Table) -> None:
    """Draw again in each lane whose word would favour some cards."""
    for k in range(WIDTH):
        left = np.uint64(c[LEFT + k])
        if c[TAKES + k]:
            unfair = (LOW + np.uint64(1)) % left
            wide = np.uint64(s[WORD + k]) * left
            while wide & LOW < unfair:
                wide = np.uint64(advance(s, k)) * left
            c[PICK + k] = wide >> N32


def take(c: Table) -> None:
    """Remove the picked cards from the counts; write the rank, how many counts do not hold it."""
    for k in range(WIDTH):
        picked, rank = c[PICK + k], np.uint16(12)
        count = c[C0 + k]
        more = np.uint16(count > picked)
        c[C0 + k] = np.uint16(count - more)
        rank = np.uint16(rank - more)
        count = c[C1 + k]
        more = np.uint16(count > picked)
        c[C1 + k] = np.uint16(count - more)
        rank = np.uint16(rank - more)
        count = c[C2 + k]
        more = np.uint16(count > picked)
        c[C2 + k] = np.uint16(count - more)
        rank = np.uint16(rank - more)
        count = c[C3 + k]
        more = np.uint16(count > picked)
        c[C3 + k] = np.uint16(count - more)
        rank = np.uint16(rank - more)
        count = c[C4 + k]
        more = np.uint16(count > picked)
        c[C4 + k] = np.uint16(count - more)
        rank = np.uint16(rank - more)
        count = c[C5 + k]
        more = np.uint16(count > picked)
        c[C5 + k] = np.uint16(count - more)
        rank = np.uint16(rank - more)
        count = c[C6 + k]
        more = np.uint16(count > picked)
        c[C6 + k] = np.uint16(count - more)
        rank = np.uint16(rank - more)
        count = c[C7 + k]
        more = np.uint16(count > picked)
        c[C7 + k] = np.uint16(count - more)
        rank = np.uint16(rank - more)
        count = c[C8 + k]
        more = np.uint16(count > picked)
        c[C8 + k] = np.uint16(count - more)
        rank = np.uint16(rank - more)
        count = c[C9 + k]
        more = np.uint16(count > picked)
        c[C9 + k] = np.uint16(count - more)
        rank = np.uint16(rank - more)
        count = c[C10 + k]
        more = np.uint16(count > picked)
        c[C10 + k] = np.uint16(count - more)
        rank = np.uint16(rank - more)
        count = c[C11 + k]
        more = np.uint16(count > picked)
        c[C11 + k] = np.uint16(count - more)
        rank = np.uint16(rank - more)
        c[DRAWN + k] = rank
        c[LEFT + k] = np.uint16(c[LEFT + k] - c[TAKES + k])


def points(rank: np.uint16) -> np.uint16:
    """Return the points of a rank, in the order 10 J Q K A 2 … 9."""
    return np.uint16(rank - np.uint16(3)) if rank > 3 else np.uint16(0)


def modulo(total: np.uint16) -> np.uint16:
    """Return a total below twenty without its tens."""
    return np.uint16(total - np.uint16(10)) if total > 9 else total


def ask_player(c: Table) -> None:
    """Write the totals and pairs of the first hands, and in which lanes Player draws."""
    for k in range(WIDTH):
        one, two, three, four = c[FIRST + k], c[SECOND + k], c[THIRD + k], c[DRAWN + k]
        player = modulo(np.uint16(points(one) + points(three)))
        banker = modulo(np.uint16(points(two) + points(four)))
        paired, both = np.uint16(one == three), np.uint16(two == four)
        c[PAIRS + k] = np.uint16(paired + both + both + (paired & both & np.uint16(one == two)))
        c[PLAYER + k] = player
        c[BANKER + k] = banker
        c[TAKES + k] = c[OPEN + k] & np.uint16((player < 6) & (banker < 8))


def ask_banker(c: Table) -> None:
    """Add Player's third card, and write in which lanes Banker draws."""
    for k in range(WIDTH):
        player, banker, drew = c[PLAYER + k], c[BANKER + k], c[TAKES + k]
        third = points(c[DRAWN + k])
        # The highest total that Banker draws on: 3 3 4 4 5 5 6 6 2 3 against 0 to 9, else 5.
        most = np.uint16(np.uint16(3) + (third >> np.uint16(1)))
        most = np.uint16(most - np.uint16(np.uint16(13) - third)) if third > 7 else most
        most = most if drew else np.uint16(5)
        c[TAKES + k] = c[OPEN + k] & np.uint16((banker <= most) & (banker < 8) & (player < 8))
        c[PLAYER + k] = modulo(np.uint16(player + third)) if drew else player
        c[DREW + k] = drew


def encode(c: Table, no_code: np.uint16) -> None:
    """Write the code of each lane's coup, as `croupier.simulation.tally` numbers them."""
    for k in range(WIDTH):
        drew, player, banker, going = c[TAKES + k], c[PLAYER + k], c[BANKER + k], c[OPEN + k]
        # Read in every lane: few processors can read in some lanes only.
        drawn = modulo(np.uint16(banker + points(c[DRAWN + k])))
        total = drawn if drew else banker
        cell = np.uint16(c[DREW + k] * np.uint16(200) + drew * np.uint16(100))
        cell = np.uint16(cell + player * np.uint16(10) + total)
        code = np.uint16(cell * np.uint16(5) + c[PAIRS + k])
        c[CODE + k] = code if going else no_code
        c[ROUNDS + k] = np.uint16(c[ROUNDS + k] + going)


def open_coups(c: Table, stop: np.uint16) -> np.uint16:
    """Start a coup in each lane that has more cards left than this; return 0 if none has."""
    going = np.uint16(0)
    for k in range(WIDTH):
        more = np.uint16(c[LEFT + k] > stop)
        c[OPEN + k] = more
        c[TAKES + k] = more
        going |= more
    return going


def end_place(c: Table, place: int) -> None:
    """Keep what was drawn at one of the six places, and write which lanes draw at the next."""
    if place < 3:
        row = FIRST if place == 0 else SECOND if place == 1 else THIRD
        for k in range(WIDTH):
            c[row + k] = c[DRAWN + k]
    elif place == 3:
        ask_player(c)
    elif place == 4:
        ask_banker(c)


def play(s: Table, c: Table, no_code: np.uint16) -> None:
    """Play one coup in each lane where one was started."""
    for place in range(6):
        draw(s, c)
        end_place(c, place)
    encode(c, no_code)


def deal(
    keys: Table,
    first: int,
    decks: int,
    stop: int,
    counts: Table,
    rounds: Table,
    s: Table,
    c: Table,
) -> None:
    """Deal a shoe for each place of `rounds`, numbered from `first`, and count how coups end.

    The first two `keys` are for ranks. A coup starts while more than `stop` cards are left, which
    are five or more. `counts` has one place for each code and one after the last that is not read.
    """
    no_code = np.uint16(len(counts) - 1)
    for begin in range(0, len(rounds), STEP):
        many = min(STEP, len(rounds) - begin)
        begin_shoes(s, keys[0], keys[1], first + begin)
        fill_shoes(c, decks, many)
        while open_coups(c, np.uint16(stop)):
            play(s, c, no_code)
            for k in range(WIDTH):
                counts[np.uint64(c[CODE + k])] += 1
        write_rounds(c, rounds, begin, many)


def record(
    keys: Table,
    first: int,
    decks: int,
    stop: int,
    codes: Table,
    left: Table,
    rounds: Table,
    s: Table,
    c: Table,
) -> None:
    """Deal the shoes that `deal` deals, and write every round into `codes` and `left`.

    `left` has the cards left before each coup, `codes` how it ended: all that a patron can see.
    """
    for begin in range(0, len(rounds), STEP):
        many = min(STEP, len(rounds) - begin)
        begin_shoes(s, keys[0], keys[1], first + begin)
        fill_shoes(c, decks, many)
        while open_coups(c, np.uint16(stop)):
            record_left(c, begin, left)
            play(s, c, NO_CODE)
            for lane in range(many):
                k = np.uint64(lane)
                if c[OPEN + k]:
                    codes[begin + lane, int(c[ROUNDS + k]) - 1] = c[CODE + k]
        write_rounds(c, rounds, begin, many)


def record_left(c: Table, begin: int, left: Table) -> None:
    """Write the cards left of each rank, ace to king, for each lane where a coup starts."""
    for lane in range(STEP):
        k = np.uint64(lane)
        if c[OPEN + k]:
            row = left[begin + lane, int(c[ROUNDS + k])]
            below = 0
            for place in range(12):
                up_to = int(c[np.uint64(place * STEP) + k])
                # They are counted in the order 10 J Q K A 2 … 9.
                row[place + 9 if place < 4 else place - 4] = up_to - below
                below = up_to
            row[8] = int(c[LEFT + k]) - below

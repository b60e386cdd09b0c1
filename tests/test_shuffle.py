"""Shuffles that can be proven: fixed vectors, exact uniformity, commitment, refusals."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import FrozenInstanceError, dataclass, replace
from functools import cache
from itertools import chain, islice, permutations, product
from math import prod
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from croupier import Card, Code, CroupierError, InvalidInput, Refused, Shoe
from croupier.cards import DECK, parse_cards
from croupier.shoe import (
    LEAST_SEED,
    MOST_DECKS,
    MOST_ENTROPY,
    WORDS,
    Entropy,
    Shuffle,
    below,
    check,
    fisher_yates,
    words,
)

SEED = bytes(range(32))
ANN, BOB = Entropy("ann", "seven"), Entropy("bob", "🍀 lucky")
PAGE = Path(__file__).parent.parent / "docs" / "shuffle.md"


# A second implementation, written from docs/shuffle.md and from nothing of croupier.


def u32(number: int) -> bytes:
    return bytes([number >> 24 & 255, number >> 16 & 255, number >> 8 & 255, number & 255])


def naive_key(seed: bytes, added: list[tuple[str, str]]) -> bytes:
    message = b"croupier.shuffle.1.key\x00" + u32(len(seed)) + seed + u32(len(added))
    for text in chain.from_iterable(added):
        message += u32(len(text.encode("utf-8"))) + text.encode("utf-8")
    return hashlib.sha256(message).digest()


def naive_stream(key: bytes, size: int) -> bytes:
    stream, counter = b"", 0
    while len(stream) < size:
        stream += hashlib.sha256(b"croupier.shuffle.1.stream\x00" + key + u32(counter)).digest()
        counter += 1
    return stream


def naive_order(key: bytes, decks: int) -> tuple[list[str], int]:
    """Give the order and how many words it took."""
    cards = [rank + suit for _ in range(decks) for suit in "cdhs" for rank in "A23456789TJQK"]
    stream = naive_stream(key, 4 * len(cards) + 1000)
    used = 0
    i = len(cards) - 1
    while i >= 1:
        word = stream[2 * used] * 256 + stream[2 * used + 1]
        used += 1
        n = i + 1
        if word < 65536 // n * n:
            j = word % n
            cards[i], cards[j] = cards[j], cards[i]
            i -= 1
    return cards, used


@dataclass(frozen=True, slots=True)
class Vector:
    """What goes into a shuffle, and every number that comes out on the way."""

    seed: str
    added: tuple[tuple[str, str], ...]
    decks: int
    commitment: str
    key: str
    stream: str
    used: int
    first: str
    order: str
    """SHA-256 of the order written as text, one space between the cards."""

    @property
    def shuffle(self) -> Shuffle:
        added = tuple(Entropy(patron, text) for patron, text in self.added)
        return Shuffle(self.decks, bytes.fromhex(self.seed), added)


COUNTING = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
VECTORS = {
    "A": Vector(
        COUNTING,
        (),
        1,
        "fd1c76ebb569e8bc5abdf6e944f29d0b9f5d73912da350b12f0c1417d7426ef9",
        "a9bc3464983a4b073d2f4b6dff400f372a49f75bdbcc43689f3c03a6cf82b0e5",
        "0205b75771e08a68",
        51,
        "8s 9c 6s Ts Td 5c 6d Qs",
        "d7a975d0f9664858567112939f137fc0af9336c0a21e5a0bb06b72b7b3f2f72f",
    ),
    "B": Vector(
        COUNTING,
        (("ann", "seven"), ("bob", "🍀 lucky")),
        1,
        "fd1c76ebb569e8bc5abdf6e944f29d0b9f5d73912da350b12f0c1417d7426ef9",
        "b3056ee901f3ada6352d5fedf3d96e9076357a1c3fad747e1ed426018a0a84a5",
        "3aa0bb9aca3e7f2b",
        51,
        "5h 3c 8h 3s 9h 3d Qs Ks",
        "7ab9f62a64f938beb7f8b9a5cc09ec53a40960a5dd6c280299e003f69cad7274",
    ),
    # One word is passed over here: a re-implementation that never rejects goes wrong.
    "C": Vector(
        COUNTING,
        (),
        8,
        "fd1c76ebb569e8bc5abdf6e944f29d0b9f5d73912da350b12f0c1417d7426ef9",
        "a9bc3464983a4b073d2f4b6dff400f372a49f75bdbcc43689f3c03a6cf82b0e5",
        "0205b75771e08a68",
        416,
        "4h 6d 8c 2c Th 2d Qs Js",
        "4d5ffc3795e74703f3acf41c1309e7bb0d9af5bf2ead5b5177eb991f504343d5",
    ),
    "D": Vector(
        "ff" * 48,
        (("Zoë", ""),),
        6,
        "da644c755c5267481a59f35d5e8c3f906ae7a0bb4bb0dd230d1a8d16078984b4",
        "e35565918acd9f5b88328dd783bb3be7ff8658d51f715e6eb17de6c026b63c5e",
        "4f1fdee6ea35493f",
        311,
        "9c Qs Ah 9d 8s 3d 7h 4s",
        "88146fea605c0e91fde939ff306ba1b58428d93f9f633ef3dd80d20d38543ed1",
    ),
}
every_vector = pytest.mark.parametrize("vector", VECTORS.values(), ids=VECTORS)


def digest(cards: list[str]) -> str:
    return hashlib.sha256(" ".join(cards).encode()).hexdigest()


@every_vector
def test_vectors_as_croupier_deals_them(vector: Vector) -> None:
    shuffle = vector.shuffle
    order = [str(card) for card in shuffle.order()]
    assert shuffle.commitment == vector.commitment
    assert shuffle.key.hex() == vector.key
    assert [f"{word:04x}" for word in islice(words(shuffle.key), 4)] == re.findall(
        "....", vector.stream
    )
    assert " ".join(order[:8]) == vector.first
    assert digest(order) == vector.order


@every_vector
def test_vectors_as_the_second_implementation_deals_them(vector: Vector) -> None:
    seed = bytes.fromhex(vector.seed)
    tagged = b"croupier.shuffle.1.commitment\x00" + seed
    key = naive_key(seed, list(vector.added))
    cards, used = naive_order(key, vector.decks)
    assert hashlib.sha256(tagged).hexdigest() == vector.commitment
    assert key.hex() == vector.key
    assert naive_stream(key, 8)[:8].hex() == vector.stream
    assert used == vector.used
    assert " ".join(cards[:8]) == vector.first
    assert digest(cards) == vector.order


@pytest.mark.parametrize("name", VECTORS)
def test_the_page_prints_the_vectors(name: str) -> None:
    page = PAGE.read_text(encoding="utf-8")
    section = page.split(f"\n### Vector {name}\n")[1].split("\n#")[0]
    shown = dict(re.findall(r"^\| (\w[\w ]*) \| `?(.*?)`? \|$", section, re.MULTILINE))
    vector = VECTORS[name]
    assert shown == {
        "seed": vector.seed,
        "entropy": ", ".join(f'"{who}" "{text}"' for who, text in vector.added) or "none",
        "decks": str(vector.decks),
        "commitment": vector.commitment,
        "key": vector.key,
        "first bytes": vector.stream,
        "words used": str(vector.used),
        "first cards": vector.first,
        "order": vector.order,
    }


@given(
    st.binary(min_size=32, max_size=80),
    st.lists(
        st.tuples(
            st.text(st.characters(codec="utf-8"), max_size=20),
            st.text(st.characters(codec="utf-8"), max_size=20),
        ),
        max_size=4,
    ),
    st.integers(1, 10),
)
def test_both_implementations_agree(seed: bytes, added: list[tuple[str, str]], decks: int) -> None:
    shuffle = Shuffle(decks, seed, tuple(Entropy(patron, text) for patron, text in added))
    key = naive_key(seed, added)
    assert shuffle.key == key
    assert [str(card) for card in shuffle.order()] == naive_order(key, decks)[0]


# Exactly uniform, by going through every word there is.


def outcomes(sampler: Callable[[int, Iterator[int]], int], n: int) -> Counter[int | None]:
    """Feed each of the 65,536 words, and nothing after it; None is a word passed over."""
    counts: Counter[int | None] = Counter()
    for word in range(WORDS):
        try:
            counts[sampler(n, iter([word]))] += 1
        except StopIteration:
            counts[None] += 1
    return counts


def modulo(n: int, stream: Iterator[int]) -> int:
    """Draw without rejecting: the fault that the real sampler must not have."""
    return next(stream) % n


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6, 7, 51, 52, 415, 416, 520, WORDS - 1, WORDS])
def test_every_number_comes_from_equally_many_words(n: int) -> None:
    counts = outcomes(below, n)
    assert counts.pop(None, 0) == WORDS % n
    assert sorted(number for number in counts if number is not None) == list(range(n))
    assert set(counts.values()) == {WORDS // n}


def test_a_modulo_without_rejection_is_seen_by_this_count() -> None:
    """Even where no statistics could: 52 cards from 16 bits are off by less than 0.1%."""
    assert set(outcomes(modulo, 52).values()) == {1260, 1261}


@cache
def choices(n: int, rejections: int) -> list[tuple[tuple[int, ...], int]]:
    """List every way one draw below n can go, up to so many rejections, and how many words do so.

    One word stands for all words that the sampler cannot tell apart; the weight is their number.
    """
    counts = outcomes(below, n)
    rejected = counts.pop(None, 0)
    ways = []
    for skipped in range(rejections + 1 if rejected else 1):
        passed_over = (WORDS - 1,) * skipped
        for number in range(n):
            ways.append(((*passed_over, number), rejected**skipped * counts[number]))
    return ways


@pytest.mark.parametrize("cards", range(1, 7))
def test_all_permutations_have_exactly_the_same_weight(cards: int) -> None:
    """All words for every draw of up to six cards, with up to two rejections at each draw."""
    weights: Counter[tuple[int, ...]] = Counter()
    draws = [choices(n, rejections=2) for n in range(cards, 1, -1)]
    for ways in product(*draws):
        stream = chain.from_iterable(given for given, _ in ways)
        weights[fisher_yates(range(cards), stream)] += prod(weight for _, weight in ways)
        assert next(stream, None) is None
    assert set(weights) == set(permutations(range(cards)))
    assert len(set(weights.values())) == 1


def swap_with_any(cards: int, picks: tuple[int, ...]) -> tuple[int, ...]:
    order = list(range(cards))
    for place, pick in enumerate(picks):
        order[place], order[pick] = order[pick], order[place]
    return tuple(order)


def test_a_swap_with_any_is_seen_by_this_weighing() -> None:
    """Three cards have 27 ways to be swapped and six orders: 27 is no multiple of six."""
    weights = Counter(swap_with_any(3, picks) for picks in product(range(3), repeat=3))
    assert sorted(weights.values()) == [4, 4, 4, 5, 5, 5]


@pytest.mark.parametrize("n", [3, 52, 416])
def test_the_last_word_that_counts_and_the_first_that_is_passed_over(n: int) -> None:
    limit = WORDS // n * n
    assert below(n, iter([limit - 1])) == n - 1
    stream = iter([limit, WORDS - 1, 5 * n + 1, 77])
    assert below(n, stream) == 1
    assert list(stream) == [77]


def test_a_divisor_of_all_words_never_rejects() -> None:
    assert below(256, iter([WORDS - 1])) == 255
    assert below(WORDS, iter([WORDS - 1])) == WORDS - 1


@pytest.mark.parametrize("n", [0, -1, WORDS + 1])
def test_a_draw_that_one_word_cannot_make_is_a_bug(n: int) -> None:
    with pytest.raises(AssertionError):
        below(n, iter([0]))


def test_places_are_filled_from_the_last_with_picks_up_to_themselves() -> None:
    stream = iter([0, 2, 1, 99])
    assert fisher_yates("abcd", stream) == ("d", "b", "c", "a")
    assert list(stream) == [99]


@pytest.mark.parametrize("things", ["", "a"])
def test_one_card_or_none_takes_no_word(things: str) -> None:
    assert fisher_yates(things, iter([])) == tuple(things)


def test_the_stream_goes_on_from_block_to_block() -> None:
    stream = naive_stream(SEED, 96)
    shown = b"".join(word.to_bytes(2, "big") for word in islice(words(SEED), 48))
    assert shown == stream


# What a shuffle promises.


def test_a_shuffle_holds_every_card_once_a_deck() -> None:
    order = Shuffle(8, SEED).order()
    assert Counter(order) == Counter(DECK * 8)
    assert order != DECK * 8


def test_the_same_inputs_give_the_same_order() -> None:
    assert Shuffle(8, SEED, (ANN, BOB)).order() == Shuffle(8, SEED, (ANN, BOB)).order()
    assert Shuffle(8, SEED, (ANN,)) == Shuffle(8, SEED, (Entropy("ann", "seven"),))


def test_a_shoe_is_filled_in_that_order() -> None:
    shuffle = Shuffle(6, SEED, (ANN,))
    assert shuffle.shoe() == Shoe.of(6, shuffle.order())
    assert shuffle.shoe().left == 312


def test_the_commitment_stays_while_patrons_add_entropy_and_the_order_changes() -> None:
    bare = Shuffle(8, SEED)
    mixed = [bare, replace(bare, entropy=(ANN,)), replace(bare, entropy=(ANN, BOB))]
    assert {shuffle.commitment for shuffle in mixed} == {bare.commitment}
    assert len({shuffle.order() for shuffle in mixed}) == 3


def test_one_bit_of_the_seed_changes_commitment_and_order() -> None:
    other = Shuffle(8, bytes([*SEED[:-1], SEED[-1] ^ 1]))
    assert other.commitment != Shuffle(8, SEED).commitment
    same = sum(
        ours == theirs for ours, theirs in zip(other.order(), Shuffle(8, SEED).order(), strict=True)
    )
    assert same < 30  # about 8 of 416 by chance


def test_other_decks_give_another_order_under_the_same_commitment() -> None:
    orders = [Shuffle(decks, SEED) for decks in range(1, 11)]
    assert len({shuffle.commitment for shuffle in orders}) == 1
    assert [len(shuffle.order()) for shuffle in orders] == [52 * decks for decks in range(1, 11)]
    assert len({shuffle.order()[:20] for shuffle in orders}) == 10


DIFFERENT: list[tuple[tuple[str, str], ...]] = [
    (),
    (("", ""),),
    (("", ""), ("", "")),
    (("ab", "c"),),
    (("a", "bc"),),
    (("abc", ""),),
    (("", "abc"),),
    (("a", "b"), ("c", "")),
    (("a", "b"), ("", "c")),
    (("a", ""), ("b", "c")),
    (("a", ""), ("", "bc")),
    (("ann", "x"), ("bob", "y")),
    (("bob", "y"), ("ann", "x")),
    (("ann", "y"), ("bob", "x")),
    (("ann", "x"),),
    (("ann", "x"), ("ann", "x")),
    (("ann", "x "),),
    (("ann", "X"),),
    (("ann", "x\0"),),
    (("ann", "é"),),
    (("ann", "e\u0301"),),  # looks the same; it is taken as it was given
    (("a", "\0\0\0\1b"),),
]


def test_no_two_ways_to_add_entropy_are_mistaken_for_each_other() -> None:
    """Where one text ends and the next begins counts, and so does who was first."""
    assert len(set(DIFFERENT)) == len(DIFFERENT)
    orders = {
        Shuffle(1, SEED, tuple(Entropy(*pair) for pair in added)).order() for added in DIFFERENT
    }
    assert len(orders) == len(DIFFERENT)


def test_a_seed_cannot_swallow_what_patrons_added() -> None:
    """A longer seed that ends in the bytes of the entropy is still another shuffle."""
    swallowed = SEED + u32(1) + ANN.data
    assert Shuffle(1, swallowed).key != Shuffle(1, SEED, (ANN,)).key
    assert Shuffle(1, swallowed).commitment != Shuffle(1, SEED).commitment


@example(bytes(range(97, 129)))
@given(st.binary(min_size=32, max_size=64))
def test_the_seed_is_never_shown(seed: bytes) -> None:
    shuffle = Shuffle(8, seed, (ANN,))
    for shown in (repr(shuffle), str(shuffle), f"{shuffle}"):
        assert shown == "Shuffle(decks=8, entropy=(Entropy(patron='ann', text='seven'),))"


def test_a_shuffle_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Shuffle(8, SEED).seed = bytes(32)  # type: ignore[misc]


# What is handed in by somebody who means harm, or slipped.


@pytest.mark.parametrize(
    ("seed", "given"),
    [
        (b"", "0"),
        (bytes(LEAST_SEED - 1), "31"),
        ("0" * 64, "str"),
        (bytearray(32), "bytearray"),
        (memoryview(bytes(32)), "memoryview"),
        (None, "NoneType"),
        (7, "int"),
        ([0] * 32, "list"),
    ],
)
def test_what_is_no_seed_is_refused(seed: object, given: str) -> None:
    with pytest.raises(InvalidInput) as wrong:
        Shuffle(8, seed)  # type: ignore[arg-type]
    assert wrong.value.code is Code.MALFORMED
    assert wrong.value.message == f"a seed is 32 bytes or more, not {given}"


def test_a_seed_that_is_refused_is_not_shown() -> None:
    """It may be the real one, handed in as the hex it was kept in."""
    with pytest.raises(InvalidInput) as wrong:
        Shuffle(8, SEED.hex())  # type: ignore[arg-type]
    assert SEED.hex()[:8] not in str(wrong.value)


@pytest.mark.parametrize("decks", [0, -1, MOST_DECKS + 1, 10**30, True, 8.0, "8", None])
def test_what_is_no_number_of_decks_is_refused(decks: object) -> None:
    with pytest.raises(InvalidInput, match="1 to 1260 decks") as wrong:
        Shuffle(decks, SEED)  # type: ignore[arg-type]
    assert wrong.value.code is Code.DECKS_OUT_OF_RANGE


def test_the_most_decks_are_shuffled() -> None:
    assert Counter(Shuffle(MOST_DECKS, SEED).order()) == Counter(DECK * MOST_DECKS)


@pytest.mark.parametrize("text", [b"seven", None, 7, ["seven"], "\ud800", "🍀" * 257, "x" * 10**7])
def test_what_is_no_entropy_is_refused(text: object) -> None:
    for patron, added in (("ann", text), (text, "seven")):
        with pytest.raises(InvalidInput, match=r"entropy") as wrong:
            Entropy(patron, added)  # type: ignore[arg-type]
        assert wrong.value.code is Code.MALFORMED
        assert len(wrong.value.message) < 120


def test_the_longest_entropy_counts_bytes_not_signs() -> None:
    longest = Entropy("é" * (MOST_ENTROPY // 2), "🍀" * (MOST_ENTROPY // 4))
    assert len(Shuffle(8, SEED, (longest,) * 1000).order()) == 416


@pytest.mark.parametrize("entropy", [[ANN], ("seven",), (("ann", "seven"),), "seven", None, ANN])
def test_entropy_of_another_shape_is_refused(entropy: object) -> None:
    with pytest.raises(InvalidInput, match=r"tuple of Entropy\(patron, text\)") as wrong:
        Shuffle(8, SEED, entropy)  # type: ignore[arg-type]
    assert wrong.value.code is Code.MALFORMED


# The proof at the end of a shoe.

PROVEN = Shuffle(8, SEED, (ANN, BOB))


def refusal(
    commitment: object = PROVEN.commitment,
    seed: bytes = SEED,
    entropy: tuple[Entropy, ...] = (ANN, BOB),
    decks: int = 8,
    dealt: tuple[Card, ...] = PROVEN.order(),
) -> CroupierError:
    with pytest.raises(CroupierError) as wrong:
        check(commitment, seed, entropy, decks, dealt)  # type: ignore[arg-type]
    return wrong.value


@pytest.mark.parametrize("dealt", [0, 1, 80, 415, 416])
def test_a_shoe_dealt_as_it_was_shuffled_is_proven(dealt: int) -> None:
    check(PROVEN.commitment, SEED, [ANN, BOB], 8, iter(PROVEN.order()[:dealt]))


@pytest.mark.parametrize("place", [1, 17, 416])
def test_the_first_card_that_differs_is_named(place: int) -> None:
    order = list(PROVEN.order())
    should = order[place - 1]
    order[place - 1 :] = [DECK[DECK.index(should) - 1]] * (417 - place)
    wrong = refusal(dealt=tuple(order))
    assert isinstance(wrong, Refused)
    assert wrong.code is Code.WRONG_CARDS
    assert wrong.message == f"card {place} was {order[-1]}, and the shuffle gives {should}"


def test_a_card_more_than_the_shoe_held_is_refused() -> None:
    wrong = refusal(dealt=(*PROVEN.order(), *parse_cards("9s")))
    assert (wrong.code, wrong.message) == (
        Code.WRONG_CARDS,
        "417 cards were dealt from a shoe of 416",
    )


def test_another_seed_does_not_open_the_commitment() -> None:
    other = Shuffle(8, bytes(32), (ANN, BOB))
    wrong = refusal(seed=bytes(32), dealt=other.order())
    assert isinstance(wrong, Refused)
    assert wrong.code is Code.MALFORMED
    assert wrong.message == (
        f"the commitment was {PROVEN.commitment}, and this seed gives {other.commitment}"
    )


@pytest.mark.parametrize(
    "commitment",
    ["", "ab", PROVEN.commitment.upper(), PROVEN.commitment + "\n", "٣" * 64, "f" * 10**6, None, 7],
)
def test_what_is_no_commitment_is_refused(commitment: object) -> None:
    wrong = refusal(commitment=commitment)
    assert isinstance(wrong, InvalidInput)
    assert wrong.code is Code.MALFORMED
    assert wrong.message.startswith("a commitment is 64 digits 0-9 a-f, not ")
    assert len(wrong.message) < 100


def test_a_seed_too_short_is_named_before_anything_else() -> None:
    assert refusal(commitment="", seed=b"short").message == "a seed is 32 bytes or more, not 5"


@pytest.mark.parametrize("entropy", [(), (ANN,), (BOB, ANN), (ANN, Entropy("bob", "🍀 Lucky"))])
def test_entropy_left_out_or_swapped_or_altered_is_found(entropy: tuple[Entropy, ...]) -> None:
    assert refusal(entropy=entropy).code is Code.WRONG_CARDS


def test_other_decks_are_found() -> None:
    assert refusal(decks=6).code is Code.WRONG_CARDS

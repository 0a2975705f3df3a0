"""ChaCha8 against published vectors, shuffles, keys and commitments."""

from __future__ import annotations

import hashlib
import itertools
import json
import math
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from palatine.core import chance
from palatine.core.compiled import JIT, kernel

Words = NDArray[np.uint64]

LARGEST_DECK = 255
LARGEST_SEED = 2**64 - 1
LOW_32 = 2**32 - 1

SAMPLES = 24_000 if JIT else 4_800
"""The number of shuffles drawn by tests of uniformity."""

# Published keystreams of ChaCha with a 256-bit key, 8 rounds and an initialization vector of zeros, two blocks each:
# "Test Vectors for the Stream Cipher ChaCha", draft-strombergson-chacha-test-vectors, TC1 and TC2.
PUBLISHED = {
    "00" * 32: (
        "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
        "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
        "d2aefa0deaa5c151bf0adb6c01f2a5adc0fd581259f9a2aadcf20f8fd566a26b"
        "5032ec38bbc5da98ee0c6f568b872a65a08abf251deb21bb4b56e5d8821e68aa"
    ),
    "01" + "00" * 31: (
        "cf5ee9a0494aa9613e05d5ed725b804b12f4a465ee635acc3a311de8740489ea"
        "289d04f43c7518db56eb4433e498a1238cd8464d3763ddbb9222ee3bd8fae3c8"
        "b4355a7d93dd8867089ee643558b95754efa2bd1a8a1e2d75bcdb32015542638"
        "291941feb49965587c4fdfe219cf0ec132a6cd4dc067392e67982fe53278c0b4"
    ),
}

keys_as_hex = st.binary(min_size=32, max_size=32).map(bytes.hex)


@kernel
def draw(stream: Words, out: Words) -> None:
    """Draw the next words of a stream."""
    for i in range(len(out)):
        out[i] = chance.next_word(stream)


@kernel
def count_draws(stream: Words, draws: int, counts: NDArray[np.int64]) -> None:
    """Count how often each number is drawn below a bound."""
    for _ in range(draws):
        counts[chance.draw(stream, len(counts))] += 1


@kernel
def count_places(stream: Words, shuffles: int, counts: NDArray[np.int64]) -> None:
    """Count how often each card lands in each place over many shuffles."""
    cards = np.arange(counts.shape[0])
    for _ in range(shuffles):
        for i in range(len(cards)):
            cards[i] = i
        chance.shuffle(stream, cards)
        for i in range(len(cards)):
            counts[i, cards[i]] += 1


@kernel
def count_orders(stream: Words, random: Words, quick: bool, shuffles: int, counts: NDArray[np.int64]) -> None:
    """Count how often each order of four cards occurs, as a number of four base-4 digits."""
    cards = np.arange(4)
    for _ in range(shuffles):
        for i in range(4):
            cards[i] = i
        if quick:
            chance.quick_shuffle(random, cards)
        else:
            chance.shuffle(stream, cards)
        counts[64 * cards[0] + 16 * cards[1] + 4 * cards[2] + cards[3]] += 1


def stream_of(seed: int | str) -> Words:
    stream = np.zeros(chance.STREAM_WORDS, dtype=np.uint64)
    chance.open_stream(stream, chance.key_of(seed))
    return stream


def stream_with(words: list[int]) -> Words:
    """Return a stream whose current block holds these words (at most sixteen), unused."""
    stream = stream_of(0)
    stream[chance.BLOCK_AT : chance.BLOCK_AT + len(words)] = words
    stream[chance.USED_AT] = 0
    return stream


def drawn(stream: Words, count: int) -> list[int]:
    out = np.zeros(count, dtype=np.uint64)
    draw(stream, out)
    words: list[int] = out.tolist()
    return words


def shuffled(stream: Words, count: int) -> list[int]:
    cards = np.arange(count, dtype=np.int64)
    chance.shuffle(stream, cards)
    order: list[int] = cards.tolist()
    return order


def reference_block(key: bytes, number: int) -> list[int]:
    """Return a block of ChaCha8 as in Bernstein's paper, with Python integers."""
    start = [int.from_bytes(b"expand 32-byte k"[i : i + 4], "little") for i in range(0, 16, 4)]
    start += [int.from_bytes(key[i : i + 4], "little") for i in range(0, 32, 4)]
    start += [number & LOW_32, number >> 32, 0, 0]
    x = list(start)
    columns = [(i, i + 4, i + 8, i + 12) for i in range(4)]
    diagonals = [(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4) for i in range(4)]
    for a, b, c, d in (columns + diagonals) * 4:
        for into, other, target, left in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[into] = (x[into] + x[other]) & LOW_32
            word = x[target] ^ x[into]
            x[target] = (word << left | word >> (32 - left)) & LOW_32
    return [(one + other) & LOW_32 for one, other in zip(x, start, strict=True)]


def chi_square(counts: NDArray[np.int64]) -> float:
    expected = counts.sum() / counts.size
    return float(((counts - expected) ** 2 / expected).sum())


def chi_square_limit(degrees: int) -> float:
    """Return the 99.9th percentile of chi-square (Wilson-Hilferty approximation)."""
    return degrees * (1 - 2 / (9 * degrees) + 3.09 * math.sqrt(2 / (9 * degrees))) ** 3


@pytest.mark.parametrize("key", PUBLISHED)
def test_the_stream_matches_the_published_vectors(key: str) -> None:
    words = drawn(stream_of(key), 2 * chance.BLOCK_WORDS)
    assert b"".join(word.to_bytes(4, "little") for word in words).hex() == PUBLISHED[key]


@settings(deadline=None, max_examples=25)
@given(keys_as_hex)
@example("ff" * 32)
def test_the_stream_matches_the_reference_for_any_key(key: str) -> None:
    expected = reference_block(bytes.fromhex(key), 0) + reference_block(bytes.fromhex(key), 1)
    assert drawn(stream_of(key), 2 * chance.BLOCK_WORDS) == expected


@pytest.mark.parametrize("number", [2**32 - 1, 2**33 - 1, 2**64 - 1])
def test_the_block_counter_carries_beyond_32_bits(number: int) -> None:
    key = bytes(range(32))
    stream = stream_of(key.hex())
    stream[chance.COUNTER_AT] = number & LOW_32
    stream[chance.COUNTER_AT + 1] = number >> 32
    following = (number + 1) % 2**64
    assert drawn(stream, 32) == reference_block(key, number) + reference_block(key, following)
    after = (following + 1) % 2**64
    assert stream[chance.COUNTER_AT : chance.COUNTER_AT + 2].tolist() == [after & LOW_32, after >> 32]


@settings(deadline=None, max_examples=50)
@given(st.integers(0, LARGEST_DECK), st.integers(0, LARGEST_SEED))
@example(LARGEST_DECK, 0)
@example(2, 0)
@example(1, 0)
@example(0, 0)
def test_a_shuffle_is_a_permutation(count: int, seed: int) -> None:
    cards = np.arange(count, dtype=np.uint8)
    chance.shuffle(stream_of(seed), cards)
    assert sorted(cards.tolist()) == list(range(count))
    chance.quick_shuffle(chance.randoms(np.array([seed], dtype=np.uint64)), cards)
    assert sorted(cards.tolist()) == list(range(count))


@pytest.mark.parametrize("word", [1, LOW_32])
def test_the_smallest_and_largest_draws_stay_inside_the_deck(word: int) -> None:
    """The word 1 always picks the first of the cards left, the largest word the last."""
    for count in range(2, LARGEST_DECK + 1):
        stream = stream_with([word] * chance.BLOCK_WORDS)
        cards = np.arange(4 + count + 4, dtype=np.int64)
        chance.shuffle(stream, cards[4 : 4 + count])
        assert cards[:4].tolist() == [0, 1, 2, 3]
        assert cards[-4:].tolist() == list(range(4 + count, 8 + count))
        assert sorted(cards.tolist()) == list(range(8 + count))
        assert cards[3 + count] == 4 + (0 if word == 1 else count - 1)


@settings(deadline=None, max_examples=300)
@given(st.integers(2, LARGEST_DECK), st.integers(0, 20) | st.integers(0, LOW_32))
@example(LARGEST_DECK, 0)
@example(LARGEST_DECK, LOW_32)
@example(3, 0)
@example(2, 0)
def test_a_word_that_would_cause_bias_is_drawn_again(count: int, word: int) -> None:
    bounds = range(count, max(1, count - chance.DRAWS_A_WORD), -1)
    outcomes = math.prod(bounds)
    block = [word] + [1] * (chance.BLOCK_WORDS - 1)
    order = shuffled(stream_with(block), count)
    if word * outcomes % 2**32 < 2**32 % outcomes:
        stream = stream_with(block)
        stream[chance.USED_AT] = 1
        assert order == shuffled(stream, count)
    else:
        assert order[-1] == word * count // 2**32


def test_every_order_of_five_cards_has_equally_many_words() -> None:
    """The words of an order are consecutive; redrawing some of them makes all ranges equally long."""
    orders = math.factorial(5)
    surplus = 2**32 % orders
    belongs: dict[tuple[int, ...], int] = {}
    for number in range(orders):
        first = -(-number * 2**32 // orders)
        last = -(-(number + 1) * 2**32 // orders) - 1
        redrawn = [word for word in range(first, first + 3) if word * orders % 2**32 < surplus]
        accepted = [word for word in (*range(first, first + 3), last) if word not in redrawn]
        assert last - first + 1 - len(redrawn) == 2**32 // orders
        for word in redrawn:
            stream = stream_with([word, LOW_32])
            assert shuffled(stream, 5) == shuffled(stream_with([LOW_32]), 5)
            assert stream[chance.USED_AT] == 2
        for word in accepted:
            stream = stream_with([word])
            order = tuple(shuffled(stream, 5))
            assert stream[chance.USED_AT] == 1
            assert belongs.setdefault(order, number) == number
    assert set(belongs) == set(itertools.permutations(range(5)))


@pytest.mark.parametrize("quick", [False, True], ids=["shuffle", "quick_shuffle"])
def test_all_orders_of_four_cards_are_equally_likely(quick: bool) -> None:
    counts = np.zeros(256, dtype=np.int64)
    random = chance.randoms(np.array([1], dtype=np.uint64))
    count_orders(stream_of(1), random, quick, SAMPLES, counts)
    orders = [64 * a + 16 * b + 4 * c + d for a, b, c, d in itertools.permutations(range(4))]
    assert counts[orders].sum() == SAMPLES
    assert chi_square(counts[orders]) < chi_square_limit(len(orders) - 1)


@pytest.mark.parametrize("cards", [2, 11, 48])
def test_every_card_is_equally_likely_in_every_place(cards: int) -> None:
    counts = np.zeros((cards, cards), dtype=np.int64)
    count_places(stream_of(2), SAMPLES // 4, counts)
    freedom = (cards - 1) ** 2
    assert chi_square(counts) * (cards - 1) / cards < chi_square_limit(freedom)


def test_every_number_below_a_bound_has_equally_many_words() -> None:
    """The words of a number are consecutive; redrawing the first of some ranges makes all equally long."""
    for bound in range(1, 41):
        for number in range(bound):
            first, last = -(-number * 2**32 // bound), -(-(number + 1) * 2**32 // bound) - 1
            redrawn = last - first + 1 > 2**32 // bound
            stream = stream_with([first, LOW_32])
            assert chance.draw(stream, bound) == (bound - 1 if redrawn else number)
            assert stream[chance.USED_AT] == (2 if redrawn else 1)
            assert chance.draw(stream_with([first + 1]), bound) == chance.draw(stream_with([last]), bound) == number


@pytest.mark.parametrize("bound", [1, 2, 3, 5, 10, 40])
def test_draws_are_uniform_and_determined_by_the_key(bound: int) -> None:
    counts, again = np.zeros(bound, dtype=np.int64), np.zeros(bound, dtype=np.int64)
    count_draws(stream_of(3), SAMPLES, counts)
    count_draws(stream_of(3), SAMPLES, again)
    assert counts.sum() == SAMPLES
    assert counts.tolist() == again.tolist()
    assert bound == 1 or chi_square(counts) < chi_square_limit(bound - 1)


@settings(deadline=None)
@given(st.integers(0, LARGEST_SEED), st.integers(1, 2**31))
@example(0, 1)
@example(0, 2**31)
@example(LARGEST_SEED, 1)
@example(LARGEST_SEED, 2)
@example(LARGEST_SEED, 2**31)
def test_below_is_in_range_and_divides_the_words_evenly(word: int, bound: int) -> None:
    number = int(chance.below(np.uint64(word), bound))
    assert 0 <= number < bound
    assert number == (word >> 32) * bound // 2**32


@settings(deadline=None)
@given(st.integers(1, LARGEST_SEED))
@example(1)
@example(1 << 63)
@example(LARGEST_SEED)
def test_the_fast_generator_matches_xorshift(start: int) -> None:
    random = np.array([start], dtype=np.uint64)
    word = start
    for _ in range(3):
        word ^= word << 13 & LARGEST_SEED
        word ^= word >> 7
        word ^= word << 17 & LARGEST_SEED
        assert int(chance.next_random(random)) == word == int(random[0]) != 0


def test_the_fast_generator_never_starts_at_zero() -> None:
    zero_of_splitmix = LARGEST_SEED + 1 - 0x9E3779B97F4A7C15  # the seed that SplitMix64 turns into 0
    seeds = np.array([0, 1, LARGEST_SEED, zero_of_splitmix], dtype=np.uint64)
    assert chance.mixed(seeds)[3] == 0
    assert chance.randoms(seeds).all()


def test_seeds_are_mixed_by_splitmix() -> None:
    """Expected: the first outputs of the published generator for seeds 0 and 1234567."""
    seeds = np.array([0, 1234567], dtype=np.uint64)
    assert chance.mixed(seeds).tolist() == [0xE220A8397B1DCDAF, 6457827717110365317]


def test_keys_of_a_batch_match_the_keys_of_its_seeds() -> None:
    seeds = np.array([0, 1, 2, 7, 2**32, 2**63, LARGEST_SEED], dtype=np.uint64)
    rows = chance.keys(seeds)
    assert rows.dtype == np.uint32
    assert rows.shape == (len(seeds), chance.KEY_WORDS)
    assert rows.flags.c_contiguous
    for seed, row in zip(seeds.tolist(), rows, strict=True):
        assert chance.key_of(seed).tolist() == row.tolist()


def test_keys_of_neighbouring_seeds_are_unrelated() -> None:
    rows = chance.keys(np.arange(10_000, dtype=np.uint64))
    assert len(np.unique(rows, axis=0)) == len(rows)
    differing = np.bitwise_count(rows[1:] ^ rows[:-1]).sum(axis=1)
    assert differing.min() > 64
    assert abs(float(differing.mean()) - 128) < 1


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_number_out_of_range_is_refused_as_a_seed(seed: int) -> None:
    with pytest.raises(OverflowError):
        chance.key_of(seed)


@given(keys_as_hex)
@example(bytes(range(32)).hex())
def test_a_hexadecimal_key_is_used_unchanged(key: str) -> None:
    words = chance.key_of(key)
    assert words.dtype == np.uint32
    assert words.shape == (chance.KEY_WORDS,)
    assert words.flags.writeable
    assert words.tolist() == [int.from_bytes(bytes.fromhex(key)[i : i + 4], "little") for i in range(0, 32, 4)]
    assert chance.key_of(key.upper()).tolist() == words.tolist()


def test_a_commitment_is_the_hash_of_game_players_options_and_key() -> None:
    key = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
    commitment = chance.commitment("kingdomino", 2, {"middle_kingdom": False, "first_order": "abba"}, key)
    committed = f'["kingdomino",2,{{"first_order":"abba","middle_kingdom":false}},"{key}"]'
    assert commitment == hashlib.sha256(committed.encode()).hexdigest()
    assert commitment == "a61e149e1a7d4ac1744372a561dbbe128e6b5ee69cf8d7a8de3290a93187b1a1"


def test_a_commitment_changes_with_each_of_its_parts() -> None:
    options: dict[str, object] = {"harmony": True, "dynasty": False}
    key = chance.key_of(7).astype("<u4").tobytes().hex()
    other_key = key[:-1] + ("0" if key[-1] != "0" else "1")
    commitments = [
        chance.commitment("kingdomino", 2, options, key),
        chance.commitment("dragon_castle", 2, options, key),
        chance.commitment("kingdomino", 3, options, key),
        chance.commitment("kingdomino", 2, {**options, "harmony": False}, key),
        chance.commitment("kingdomino", 2, {"harmony": True}, key),
        chance.commitment("kingdomino", 2, {"harmony": False, "dynasty": True}, key),
        chance.commitment("kingdomino", 2, options, other_key),
        chance.commitment("kingdomino", 2, options, 8),
    ]
    assert len(set(commitments)) == len(commitments)
    reordered = dict(reversed(options.items()))
    assert commitments[0] == chance.commitment("kingdomino", 2, reordered, key)
    assert commitments[0] == chance.commitment("kingdomino", 2, options, 7)


DRAW_EVERYTHING = """
import json

import numpy as np

from palatine.core import chance

np.seterr(all="raise")
stream = np.zeros(chance.STREAM_WORDS, dtype=np.uint64)
chance.open_stream(stream, chance.key_of(7))
drawn = {"words": [int(chance.next_word(stream)) for _ in range(40)]}
for count in (12, 48, 255):
    cards = np.arange(count)
    chance.shuffle(stream, cards)
    drawn[f"shuffled {count}"] = cards.tolist()
stream[chance.COUNTER_AT : chance.COUNTER_AT + 2] = 2**32 - 1
drawn["last words"] = [int(chance.next_word(stream)) for _ in range(40)]
drawn["draws"] = [int(chance.draw(stream, bound)) for bound in range(1, 41)]
random = chance.randoms(np.array([7], dtype=np.uint64))
drawn["randoms"] = [int(chance.next_random(random)) for _ in range(40)]
drawn["below"] = [int(chance.below(np.uint64(chance.next_random(random)), bound)) for bound in range(1, 40)]
cards = np.arange(48)
chance.quick_shuffle(random, cards)
drawn["shuffled quickly"] = cards.tolist()
print(json.dumps(drawn))
"""


def everything_drawn(jit_disabled: str) -> Any:
    """Return what a process draws in that mode, independent of the mode of the tests. Overflow is an error."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", DRAW_EVERYTHING],
        env=environment | {"NUMBA_DISABLE_JIT": jit_disabled},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.skipif(not JIT, reason="it runs both ways, whatever the mode of the tests")
def test_a_key_gives_the_same_draws_compiled_and_with_the_jit_off() -> None:
    compiled, interpreted = everything_drawn("0"), everything_drawn("1")
    assert compiled == interpreted
    # Records replay from their seed, so these draws must never change.
    assert compiled["shuffled 12"] == [1, 4, 0, 10, 7, 6, 9, 2, 5, 11, 8, 3]
    assert compiled["shuffled quickly"][:12] == [39, 45, 29, 14, 28, 25, 22, 10, 13, 17, 41, 1]

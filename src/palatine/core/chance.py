"""Random numbers: ChaCha8 for set-up, so the play never gives the seed away; xorshift for playouts.

All chance of a game is drawn in `setup`. Generators are arguments, never global: the `stream` of a set-up is a buffer of
`STREAM_WORDS` words that `open_stream` fills from a 256-bit key; the `random` of a playout is one 64-bit word.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from palatine.core.bits import wide
from palatine.core.compiled import kernel

Words = NDArray[np.uint64]

# The stream: the sixteen words of ChaCha's input, its output block, and the number of words used.
# | words  | meaning                                     |
# |--------|---------------------------------------------|
# | 0-3    | the constant "expand 32-byte k"             |
# | 4-11   | the key                                     |
# | 12, 13 | the number of the next block, low word first |
# | 14, 15 | the nonce: 0                                |
# | 16-31  | the current block                           |
# | 32     | the number of its words that have been used |
# Words hold 32 bits in 64: sums and rotations cannot overflow, with or without the JIT.
KEY_WORDS = 8
KEY_AT = 4
COUNTER_AT = 12
BLOCK_AT = 16
BLOCK_WORDS = 16
USED_AT = 32
STREAM_WORDS = 33

CONSTANTS = (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574)
DOUBLE_ROUNDS = 4

LOW_32 = np.uint64(0xFFFFFFFF)
SHIFT_32 = np.uint64(32)
TWO_TO_32 = np.uint64(1 << 32)
BYTE = np.uint64(8)
LOW_8 = np.uint64(0xFF)

DRAWS_A_WORD = 4
"""The number of bounded draws that share a word: up to 255 cards, the product of four bounds fits into 32 bits."""


@kernel
def open_stream(stream: Words, key: NDArray[np.uint32]) -> None:
    """Start the stream of a key of eight words."""
    for i in range(len(CONSTANTS)):
        stream[i] = np.uint64(CONSTANTS[i])
    for i in range(KEY_WORDS):
        stream[KEY_AT + i] = np.uint64(key[i])
    for i in range(COUNTER_AT, BLOCK_AT):
        stream[i] = np.uint64(0)
    stream[USED_AT] = np.uint64(BLOCK_WORDS)


@kernel
def _rotated(word: np.uint64, left: int) -> np.uint64:
    return ((word << np.uint64(left)) | (word >> np.uint64(32 - left))) & LOW_32


@kernel
def _quarter_round(
    a: np.uint64, b: np.uint64, c: np.uint64, d: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    a = (a + b) & LOW_32
    d = _rotated(d ^ a, 16)
    c = (c + d) & LOW_32
    b = _rotated(b ^ c, 12)
    a = (a + b) & LOW_32
    d = _rotated(d ^ a, 8)
    c = (c + d) & LOW_32
    b = _rotated(b ^ c, 7)
    return a, b, c, d


@kernel
def _next_block(stream: Words) -> None:
    x0, x1, x2, x3 = stream[0], stream[1], stream[2], stream[3]
    x4, x5, x6, x7 = stream[4], stream[5], stream[6], stream[7]
    x8, x9, x10, x11 = stream[8], stream[9], stream[10], stream[11]
    x12, x13, x14, x15 = stream[12], stream[13], stream[14], stream[15]
    for _ in range(DOUBLE_ROUNDS):
        x0, x4, x8, x12 = _quarter_round(x0, x4, x8, x12)
        x1, x5, x9, x13 = _quarter_round(x1, x5, x9, x13)
        x2, x6, x10, x14 = _quarter_round(x2, x6, x10, x14)
        x3, x7, x11, x15 = _quarter_round(x3, x7, x11, x15)
        x0, x5, x10, x15 = _quarter_round(x0, x5, x10, x15)
        x1, x6, x11, x12 = _quarter_round(x1, x6, x11, x12)
        x2, x7, x8, x13 = _quarter_round(x2, x7, x8, x13)
        x3, x4, x9, x14 = _quarter_round(x3, x4, x9, x14)
    mixed = (x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15)
    for i in range(BLOCK_WORDS):
        stream[BLOCK_AT + i] = (mixed[i] + stream[i]) & LOW_32
    counter = stream[COUNTER_AT] + np.uint64(1)
    stream[COUNTER_AT] = counter & LOW_32
    stream[COUNTER_AT + 1] = (stream[COUNTER_AT + 1] + (counter >> SHIFT_32)) & LOW_32
    stream[USED_AT] = np.uint64(0)


@kernel
def next_word(stream: Words) -> np.uint64:
    """Return the next 32 bits of the stream."""
    if stream[USED_AT] == np.uint64(BLOCK_WORDS):
        _next_block(stream)
    used = wide(stream[USED_AT])
    stream[USED_AT] = np.uint64(used + 1)
    return stream[BLOCK_AT + used]


@kernel
def draw(stream: Words, bound: int) -> int:
    """Return a number from 0 to `bound` - 1, exactly uniformly: words that would cause bias are drawn again."""
    scaled = next_word(stream) * np.uint64(bound)
    while (scaled & LOW_32) < TWO_TO_32 % np.uint64(bound):
        scaled = next_word(stream) * np.uint64(bound)
    return wide(scaled >> SHIFT_32)


@kernel
def shuffle(stream: Words, cards: NDArray[Any]) -> None:
    """Shuffle up to 255 cards, exactly uniformly.

    Several bounded draws share one word. In the rare case that it would cause bias, the word is drawn again
    (Brackett-Rozinsky and Lemire, "Batched ranged random integer generation", 2024).
    """
    left = len(cards)
    while left > 1:
        draws = min(DRAWS_A_WORD, left - 1)
        product = np.uint64(1)
        for i in range(draws):
            product *= np.uint64(left - i)
        rest = np.uint64(0)
        picks = np.uint64(0)
        while True:
            rest = next_word(stream)
            picks = np.uint64(0)
            for i in range(draws):
                scaled = rest * np.uint64(left - i)
                picks = (picks << BYTE) | (scaled >> SHIFT_32)
                rest = scaled & LOW_32
            if rest >= product or rest >= TWO_TO_32 % product:
                break
        for i in range(draws):
            pick = wide((picks >> np.uint64(8 * (draws - 1 - i))) & LOW_8)
            last = left - 1 - i
            cards[last], cards[pick] = cards[pick], cards[last]
        left -= draws


@kernel
def next_random(random: Words) -> np.uint64:
    """Return the next 64 bits of the fast generator (xorshift64). Its state is one nonzero word."""
    word = random[0]
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    word ^= word << np.uint64(17)
    random[0] = word
    return word


@kernel
def below(word: np.uint64, bound: int) -> int:
    """Return a number from 0 to `bound` - 1, from the upper half of a random word, which is the better one."""
    return wide(((word >> SHIFT_32) * np.uint64(bound)) >> SHIFT_32)


@kernel
def quick_shuffle(random: Words, cards: NDArray[Any]) -> None:
    """Shuffle cards with the fast generator, for searching."""
    for last in range(len(cards) - 1, 0, -1):
        pick = below(next_random(random), last + 1)
        cards[last], cards[pick] = cards[pick], cards[last]


def mixed(seeds: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return SplitMix64's output for each seed: neighbouring seeds become unrelated words."""
    with np.errstate(over="ignore"):
        words = seeds + np.uint64(0x9E3779B97F4A7C15)
        words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed_words: NDArray[np.uint64] = words ^ (words >> np.uint64(31))
    return mixed_words


def keys(seeds: NDArray[np.uint64]) -> NDArray[np.uint32]:
    """Return the 256-bit key of each 64-bit seed, as rows of eight words."""
    columns = []
    words = np.ascontiguousarray(seeds, dtype=np.uint64)
    for _ in range(KEY_WORDS // 2):
        words = mixed(words)
        columns += [(words & LOW_32).astype(np.uint32), (words >> SHIFT_32).astype(np.uint32)]
    return np.ascontiguousarray(np.stack(columns, axis=1))


def randoms(seeds: NDArray[np.uint64]) -> Words:
    """Return the state of the fast generator for each 64-bit seed."""
    return mixed(np.ascontiguousarray(seeds, dtype=np.uint64)) | np.uint64(1)


def key_of(seed: int | str) -> NDArray[np.uint32]:
    """Return the key of a seed: a number below 2**64, or all 256 bits as 64 hexadecimal digits."""
    if isinstance(seed, str):
        if len(seed) != 2 * 4 * KEY_WORDS:
            raise ValueError(f"A key has 64 hexadecimal digits, not {len(seed)}.")
        return np.frombuffer(bytes.fromhex(seed), dtype="<u4").astype(np.uint32)
    return keys(np.array([seed], dtype=np.uint64))[0]


def commitment(game: str, players: int, options: Mapping[str, object], seed: int | str) -> str:
    """Return the hash that a server publishes when a game starts. With it, players verify the shuffle afterwards."""
    parts = [game, players, dict(sorted(options.items())), key_of(seed).astype("<u4").tobytes().hex()]
    return hashlib.sha256(json.dumps(parts, separators=(",", ":")).encode()).hexdigest()


def bot_seed(seed: int | str, seat: int) -> int:
    """Return the seed of a bot, derived from the table's. The table's seed cannot be found from it."""
    return int.from_bytes(hashlib.sha256(f"{seed} bot {seat}".encode()).digest()[:8], "big")

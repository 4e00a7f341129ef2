"""Confidence intervals: the percentile bootstrap of the official release, and the paper's normal one.

The resampling is the only place where a generator is used, and only with a stated seed: Python's Mersenne
Twister, ``randrange(n)`` n times per draw, which two implementations share to the bit. The sign-flip test
takes its flips from here for the same reason.
"""

from __future__ import annotations

import math
import random
from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache

from scoring.engine.model import Interval

_WORD_BITS = 32
_WORDS_AT_ONCE = 1 << 16
_Z_95 = 1.96
_LOW, _HIGH = 0.025, 0.975


@lru_cache(maxsize=4)
def resamples(*, size: int, draws: int, seed: int) -> Sequence[Sequence[int]]:
    """``draws`` samples of ``size`` positions in 0..size−1, as ``Random(seed).randrange(size)`` gives them.

    A pure function of its arguments, kept because every run over one task set needs the same table.
    ``randrange`` takes the high bits of one 32-bit word and rejects values from ``size`` on; reading
    the words in bulk gives the same positions in a fraction of the time.
    """
    if size < 1:
        return tuple(() for _ in range(draws))
    bits = size.bit_length()
    if bits > _WORD_BITS:
        raise ValueError("more positions than one word of the generator can tell apart")
    positions = _positions(random.Random(seed), size, bits)
    return tuple(array("I", (next(positions) for _ in range(size))) for _ in range(draws))


def flips(*, size: int, draws: int, seed: int) -> Iterator[int]:
    """``draws`` times ``size`` bits, as ``Random(seed).getrandbits(size)`` gives them; each by chance 1/2."""
    generator = random.Random(seed)
    for _ in range(draws):
        yield generator.getrandbits(size)


def _positions(generator: random.Random, size: int, bits: int) -> Iterator[int]:
    shift = _WORD_BITS - bits
    while True:
        block = generator.getrandbits(_WORD_BITS * _WORDS_AT_ONCE)
        words = array("I")
        words.frombytes(block.to_bytes(_WORDS_AT_ONCE * words.itemsize, "little"))
        for word in words:
            position = word >> shift
            if position < size:
                yield position


def percentile_interval(values: Sequence[float | None]) -> Interval | None:
    """The 2.5 % and 97.5 % elements of the sorted values that exist; None when none does."""
    ordered = sorted(value for value in values if value is not None)
    if not ordered:
        return None
    last = len(ordered) - 1
    return Interval(
        low=ordered[math.floor(_LOW * last)], high=ordered[math.floor(_HIGH * last)], method="bootstrap"
    )  # fmt: skip


def normal_interval(share: float, count: int) -> Interval:
    """P ± 1.96·sqrt(p(1−p)/n), clipped at 0 and 1, rounded to 1e-12 since roots differ in the last digit."""
    half = round(_Z_95 * math.sqrt(share * (1.0 - share) / count), 12)
    return Interval(low=max(0.0, share - half), high=min(1.0, share + half), method="normal")

"""How numbers are shown: rounded once, here, halves away from zero as readers expect."""

from __future__ import annotations

from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal

ABSENT = "–"


def percent(share: float | None, digits: int = 1) -> str:
    """A share of 0..1 in percent without the sign, such as ``42.3``; a dash when absent."""
    if share is None:
        return ABSENT
    step = Decimal(1).scaleb(-digits)
    return str((Decimal(repr(share)) * 100).quantize(step, rounding=ROUND_HALF_UP))


def count(number: float | None) -> str:
    """A whole number with narrow no-break spaces between thousands; a dash when absent."""
    if number is None:
        return ABSENT
    whole = int(Decimal(repr(number)).quantize(Decimal(1), rounding=ROUND_HALF_UP))
    return f"{whole:,}".replace(",", "\u202f")


def decimal(number: float | None, digits: int = 2) -> str:
    """A number with so many decimals, such as ``1.55``; a dash when absent."""
    if number is None:
        return ABSENT
    return str(Decimal(repr(number)).quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_UP))


def size(size_bytes: int) -> str:
    """A number of bytes in the unit that fits, such as ``9.8 MB``; thousands, not 1024, as disks are sold."""
    for unit, power in (("GB", 9), ("MB", 6), ("kB", 3)):
        if size_bytes >= 10**power:
            return f"{decimal(size_bytes / 10**power, 1)}\u202f{unit}"
    return f"{size_bytes}\u202fB"


def counted(number: int, one: str, several: str = "") -> str:
    """A number with what it counts, such as ``1 task`` or ``3 tasks``.

    Args:
        number: How many.
        one: The word, or words, for one of them.
        several: The words for any other number; "" for the first with an s.
    """
    return f"{count(number)} {one if number == 1 else several or one + 's'}"


def signed(number: float, shown: Callable[[float], str] = decimal) -> str:
    """A difference with its sign, such as ``+1.50`` or ``−0.20``; what rounds to nothing has none."""
    text = shown(abs(number))
    if text == shown(0.0):
        return text
    return f"{'−' if number < 0 else '+'}{text}"

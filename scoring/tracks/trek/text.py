"""How TREK compares text: presence, key lookup, folding. Each check states which comparison it uses.

Source: official rules, section 2 (notation and text primitives).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TypeGuard

_LONGEST_KEPT = 128


class UnscorableError(Exception):
    """The official scorer fails on this value, so the row is scored as an empty refusal.

    ``args[0]`` says which value, in words for the submitter; see section 16.3 of the official rules.
    """


def is_object(value: object) -> TypeGuard[Mapping[str, object]]:
    """Whether a JSON value is an object."""
    return isinstance(value, dict)


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether a JSON value is a number; true and false count as 1 and 0."""
    return isinstance(value, (int, float))


def lowered(entry: Mapping[str, object]) -> Mapping[str, object]:
    """The object with lower-cased keys; of two keys that differ only by case the later one wins."""
    keys = "".join(entry)
    if keys == keys.lower():
        # Nearly every object: it is its own lower-cased form, and no copy is needed.
        return entry
    return {key.lower(): value for key, value in entry.items()}


def first_of(keys_lowered: Mapping[str, object], *names: str) -> object:
    """The value of the first name that exists, even if it is null; null when none does."""
    for name in names:
        if name in keys_lowered:
            return keys_lowered[name]
    return None


def fold(value: object) -> str:
    """Text of the value without accents, case, compatibility forms and outer white space.

    Order matters: NFKD, trim, lower-case, then drop every character with a combining class. Letters
    without a decomposition (ø, ł, ß) stay, inner blanks stay, and null folds to ``none``.
    """
    text = value if isinstance(value, str) else str(value)
    return _folded(text) if len(text) <= _LONGEST_KEPT else _folded.__wrapped__(text)


@lru_cache(maxsize=4096)
def _folded(text: str) -> str:
    """A plan names few cities many times; what is kept is bounded in number and length."""
    if text.isascii():
        return text.strip().lower()
    text = unicodedata.normalize("NFKD", text).strip().lower()
    return "".join(character for character in text if not unicodedata.combining(character))


def trimmed(value: object) -> str:
    """Text of the value, lower-cased, without outer white space; never fails."""
    return (value if isinstance(value, str) else str(value)).strip().lower()


def lower(value: object, what: str) -> str:
    """The lower-cased text.

    Raises:
        UnscorableError: The value is not text; ``what`` names it.
    """
    if isinstance(value, str):
        return value.lower()
    raise UnscorableError(f"{what} is not text")


def first_element(value: object) -> object:
    """A list's first element (null for an empty list); anything else as it is."""
    if isinstance(value, list):
        return value[0] if value else None
    return value


def objects_in(value: object) -> Iterator[tuple[int | None, Mapping[str, object]]]:
    """The objects of a list with their positions, or a single object without one."""
    if is_object(value):
        yield None, value
    elif isinstance(value, list):
        for position, element in enumerate(value):
            if is_object(element):
                yield position, element


def read_number(value: object) -> float | None:
    """What the official scorer reads as a number: numbers, booleans and numeric text with outer blanks.

    Returns:
        The value, which may be infinite or not a number, or None when it does not read as one.

    Raises:
        UnscorableError: A whole number beyond the range of a double.
    """
    if isinstance(value, (int, float, str)):
        try:
            return float(value)
        except ValueError:
            return None
        except OverflowError:
            raise UnscorableError("a number is beyond the range of a double") from None
    return None


def as_double(value: float) -> float:
    """The number as a double.

    Raises:
        UnscorableError: A whole number beyond the range of a double.
    """
    try:
        return float(value)
    except OverflowError:
        raise UnscorableError("a number is beyond the range of a double") from None

"""How text is made comparable for searching, and how near two words are. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

SPELT_LETTERS_MIN: Final = 4
"""Shorter words are searched as they are: one edit away from them lies half the alphabet."""

# What no decomposition takes apart; casefolding has already seen to ß and İ.
_LETTERS: Final = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "ŧ": "t"}
)
_APOSTROPHES: Final = re.compile("['’\u2018\u02bc`\u00b4]")
_WORD: Final = re.compile(r"[^\W_]+")
_NO_SLUG: Final = re.compile(r"[^a-z0-9]+")


def folded(text: str) -> str:
    """The text without case, accents and apostrophes."""
    if text.isascii():
        return _APOSTROPHES.sub("", text).lower()
    # What a letter is taken apart into may have a case of its own, and the other way round.
    return _apart(_apart(text).casefold().translate(_LETTERS)).casefold()


def _apart(text: str) -> str:
    """Letters without apostrophes and the marks that are written over and under them."""
    spread = _APOSTROPHES.sub("", unicodedata.normalize("NFKD", _APOSTROPHES.sub("", text)))
    return "".join(character for character in spread if not unicodedata.combining(character))


def words_of(text: str) -> list[str]:
    """The words of a text in their order, folded; signs of any kind only part them."""
    return _WORD.findall(folded(text))


def comparable(text: str) -> str:
    """The words of a text with single blanks: equal for two names that a reader would call the same."""
    return " ".join(words_of(text))


def slug_of(text: str) -> str:
    """The text as part of an address: small Latin letters, digits, hyphens; other scripts stay as words."""
    slug = _NO_SLUG.sub("-", folded(text)).strip("-")
    return slug or "-".join(words_of(text)) or "-"


def slugs_of(texts: Iterable[str]) -> dict[str, str]:
    """A slug for each text, no two alike.

    Of texts that would share one the first in code-point order keeps it, and the others get a number.
    """
    given: dict[str, str] = {}
    taken: set[str] = set()
    for text in sorted(set(texts)):
        stem = slug = slug_of(text)
        number = 1
        while slug in taken:
            number += 1
            slug = f"{stem}-{number}"
        taken.add(slug)
        given[text] = slug
    return given


def is_spelt(word: str) -> bool:
    """Whether a mistake in the word may be mended: letters only, and enough of them."""
    return len(word) >= SPELT_LETTERS_MIN and word.isalpha()


def variants(word: str) -> set[str]:
    """The word and all that is left of it without one letter: words one edit apart share one of these."""
    return {word, *(word[:place] + word[place + 1 :] for place in range(len(word)))}


def is_near(one: str, other: str) -> bool:
    """Whether at most one letter was added, left out, replaced, or changed places with its neighbour."""
    if abs(len(one) - len(other)) > 1:
        return False
    start = _shared(one, other)
    rest, other_rest = one[start:], other[start:]
    if len(rest) != len(other_rest):
        longer, shorter = sorted((rest, other_rest), key=len, reverse=True)
        return longer[1:] == shorter
    is_swapped = rest[:2] == other_rest[1::-1] and rest[2:] == other_rest[2:]
    return rest[1:] == other_rest[1:] or is_swapped


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    """How many letters both begin with."""
    place = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        place += 1
    return place

"""Bring texts of a manifest into one form, and refuse characters that readers cannot see or that mislead."""

from __future__ import annotations

import re
import unicodedata

from scoring.tracks.trek.intake.manifest.limits import MANIFEST_LIMITS as MAX

# Controls, formats (all that turn the direction of writing among them), halves of surrogate pairs, private
# characters, and separators of lines and paragraphs.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})

# Letters and marks without any ink.
_BLANK_LETTERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | frozenset(
    map(chr, [*range(0x180B, 0x1810), *range(0xE0100, 0xE01F0)])
)
_LINE_ENDS = re.compile(r"\r\n?")


class TextError(Exception):
    """A text that cannot be accepted; ``args[0]`` says why, to follow the place."""


def clean_text(text: str, *, chars: int, has_lines: bool = False) -> str:
    """The text trimmed and in Unicode's composed form (NFC).

    Args:
        text: As written; the length is looked at first, since normalising takes longer than linear time.
        chars: Longest text, before and after normalising.
        has_lines: Whether line feeds may stand in it; Windows line ends become line feeds.

    Raises:
        TextError: It is too long, or holds a character that is not to be seen.
    """
    trimmed = text.strip()
    _refuse_long(trimmed, chars)
    if has_lines:
        trimmed = _LINE_ENDS.sub("\n", trimmed)
    normal = trimmed if trimmed.isascii() else unicodedata.normalize("NFC", trimmed)
    _refuse_long(normal, chars)
    allowed = "\n" if has_lines else ""
    for character in normal:
        if is_unseen(character) and character not in allowed:
            raise TextError(f"holds the invisible or control character U+{ord(character):04X}")
    _refuse_stacks(normal)
    return normal


def is_unseen(character: str) -> bool:
    """Whether a character leaves no ink, blanks apart."""
    return unicodedata.category(character) in _UNSEEN or character in _BLANK_LETTERS


def _refuse_long(text: str, chars: int) -> None:
    if len(text) > chars:
        raise TextError(f"has {len(text):,} characters; at most {chars:,} are allowed")


def _refuse_stacks(text: str) -> None:
    """Marks piled on one letter cover the lines around it."""
    row = 0
    for character in text:
        row = row + 1 if unicodedata.category(character) == "Mn" else 0
        if row > MAX.marks_in_a_row:
            raise TextError(f"has more than {MAX.marks_in_a_row} combining marks in a row")

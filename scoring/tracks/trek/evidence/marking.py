"""Marked pieces of a text: where given words stand in it, ignoring case."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a text; ``kind`` says what it is marked as, "" for nothing."""

    text: str
    kind: str = ""


def marked(text: str, words: Iterable[tuple[str, str]]) -> tuple[Piece, ...]:
    """The text in pieces, each of the words marked where it first stands on its own.

    Words that are not found, or only inside what is marked already, mark nothing: earlier ones win.

    Args:
        text: Whole; the pieces joined give it again.
        words: Each with what it is marked as.
    """
    spans: list[tuple[int, int, str]] = []
    for word, kind in words:
        span = _free(text, word, spans) if word else None
        if span is not None:
            spans.append((*span, kind))
    return tuple(_pieces(text, sorted(spans)))


def _free(text: str, word: str, taken: Sequence[tuple[int, int, str]]) -> tuple[int, int] | None:
    for match in re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE):
        if all(match.end() <= start or match.start() >= end for start, end, _ in taken):
            return match.span()
    return None


def _pieces(text: str, spans: Sequence[tuple[int, int, str]]) -> Iterable[Piece]:
    at = 0
    for start, end, kind in spans:
        if at < start:
            yield Piece(text[at:start])
        yield Piece(text[start:end], kind)
        at = end
    if at < len(text):
        yield Piece(text[at:])

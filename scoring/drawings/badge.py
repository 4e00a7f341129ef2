"""The badge of an entry, for a README or a project's page."""

from __future__ import annotations

from typing import Final

from scoring.drawings.svg import ACCENT, DATA, SANS, SHEET, drawing, element, words
from scoring.pages.badge import Badge

_HEIGHT: Final = 22
_SIZE: Final = 11
_PAD: Final = 8
_PER_CHARACTER: Final = 6.9
"""Width of a character of this face at this size; the text is set to the width that follows."""


def badge_svg(badge: Badge) -> str:
    """Two fields: the benchmark, and figure with place; white on dark, with a light edge for dark pages."""
    left, right = badge.benchmark, f"TP-feas {badge.score_text} · {badge.place_text}"
    first, second = _width(left), _width(right)
    whole = first + second
    content = "".join(
        [
            element("rect", width=whole, height=_HEIGHT, rx=4, fill=SHEET),
            element("rect", x=1, y=1, width=whole - 2, height=_HEIGHT - 2, rx=3, fill=ACCENT),
            element("rect", x=first, y=1, width=second - 4, height=_HEIGHT - 2, fill=DATA),
            element("rect", x=whole - 8, y=1, width=7, height=_HEIGHT - 2, rx=3, fill=DATA),
            _text(left, 0, first),
            _text(right, first, second),
        ]
    )
    return drawing(content, width=whole, height=_HEIGHT, title=badge.title)


def _width(text: str) -> float:
    return len(text) * _PER_CHARACTER + 2 * _PAD


def _text(text: str, start: float, width: float) -> str:
    return element(
        "text",
        words(text),
        x=start + _PAD,
        y=15,
        textLength=width - 2 * _PAD,
        lengthAdjust="spacingAndGlyphs",
        fill=SHEET,
        font_family=SANS,
        font_size=_SIZE,
    )

"""Submitted values as facts: bounded, and nothing that JSON lacks."""

from __future__ import annotations

import math

from scoring.engine.model import Json

_QUOTED_CHARACTERS = 200
_LARGEST_EXACT_INTEGER = 2**53


def quoted(value: object) -> Json:
    """A submitted value as a fact: text shortened, structures and non-finite numbers as their text."""
    if isinstance(value, str):
        return value if len(value) <= _QUOTED_CHARACTERS else f"{value[:_QUOTED_CHARACTERS]}…"
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int) and abs(value) <= _LARGEST_EXACT_INTEGER:
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    return _shortened(value)


def _shortened(value: object) -> str:
    try:
        return str(value)[:_QUOTED_CHARACTERS]
    except ValueError:
        return "a number of more digits than can be printed"

"""Facts of outcomes as the types they were made with."""

from __future__ import annotations

from scoring.engine.model import Json


def number_of(fact: Json) -> float | None:
    """A number; None for anything else."""
    return float(fact) if isinstance(fact, (int, float)) and not isinstance(fact, bool) else None


def whole_of(fact: Json) -> int | None:
    """A whole number; None for anything else."""
    return fact if isinstance(fact, int) and not isinstance(fact, bool) else None


def text_of(fact: Json) -> str | None:
    """A text; None for anything else."""
    return fact if isinstance(fact, str) else None


def texts_of(fact: Json) -> tuple[str, ...]:
    """A list as texts; nothing for anything else."""
    return tuple(map(str, fact)) if isinstance(fact, (list, tuple)) else ()

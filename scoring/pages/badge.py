"""A badge, as values."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Badge:
    """What a badge says of an entry; no name is part of it.

    Attributes:
        benchmark: Such as ``TREK``.
        score_text: TP-feas in percent, ``–`` where there is none.
        place_text: Such as ``rank 3 of 20``, or ``not ranked``.
        title: All of it in one sentence, for those who do not see it.
    """

    benchmark: str
    score_text: str
    place_text: str
    title: str

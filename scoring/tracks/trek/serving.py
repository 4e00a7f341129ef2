"""How far one record serves one persona: the points that D1 averages.

Source: official rules, section 9.3.
"""

from __future__ import annotations

from collections.abc import Collection

from scoring.tracks.trek.kb import KnowledgeBase
from scoring.tracks.trek.personas import (
    FOODIE,
    FOODIE_RESTAURANT_RATING,
    LUXURY,
    LUXURY_STARS,
    Resource,
)  # fmt: skip

FULL_POINTS = 100.0


def served(
    kb: KnowledgeBase,
    persona: str,
    resource: Resource,
    *,
    facilities: Collection[int],
    star: float | None,
    restaurant_rating: float | None,
) -> tuple[float, tuple[str, ...]]:
    """0 to 100 points of one record for one persona, and the needed facilities it has.

    Args:
        kb: Holds the vocabulary that facilities index.
        persona: Lower-cased and known.
        resource: What kind of record it is.
        facilities: Positions in the vocabulary.
        star: Of a hotel; None for anything else.
        restaurant_rating: Of a hotel; None for anything else.
    """
    has = tuple(need for need, ids in kb.needs[persona, resource] if not ids.isdisjoint(facilities))
    hit = FULL_POINTS if has else 0.0
    if resource is Resource.HOTEL and persona == FOODIE:
        hit = FULL_POINTS if (restaurant_rating or 0.0) >= FOODIE_RESTAURANT_RATING else 0.0
    elif resource is Resource.HOTEL and persona == LUXURY:
        hit = (hit + (FULL_POINTS if (star or 0.0) >= LUXURY_STARS else 0.0)) / 2
    return hit, has

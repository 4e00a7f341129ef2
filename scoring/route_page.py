"""The route of a plan as a drawing: a map of its own projection, without tiles, in units of the drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.evidence_page import EvidenceTable


@dataclass(frozen=True, slots=True, kw_only=True)
class MapLeg:
    """A flight as a bowed line, so that there and back lie apart; ``of`` is ``plan`` or ``gold``.

    Attributes:
        path: Of the line, as SVG writes it.
        x, y: Where its number stands.
    """

    of: str
    number: str
    path: str
    x: float
    y: float
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MapDot:
    """An airport's city (``city``), a hotel or a visit."""

    kind: str
    of: str
    x: float
    y: float
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MapLabel:
    """The name of a city."""

    text: str
    x: float
    y: float
    anchor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutePart:
    """The map and the table of the same facts."""

    width: float
    height: float
    legs: Sequence[MapLeg]
    dots: Sequence[MapDot]
    labels: Sequence[MapLabel]
    table: EvidenceTable

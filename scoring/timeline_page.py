"""The timeline of a plan as a drawing: where everything stands, in units of the drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.evidence_page import EvidenceTable


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A rectangle.

    ``kind`` is that of an event, ``stay`` for a night, ``closed`` for hours in which a place is, ``outside``
    for what of a visit lies in them, or ``gap`` for one that is too short.
    """

    kind: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineRow:
    """One event on its own line.

    Attributes:
        y: Where its text stands.
        name: Shortened for the drawing; the table has it whole.
        said: Everything about it in a sentence.
        note: Beside its bar: a gap that is too short, what is wrong; "" for nothing.
        note_x, note_anchor: Where that begins (``start``), or ends (``end``).
    """

    y: float
    name: str
    said: str
    state: str
    marks: Sequence[Mark]
    note: str
    note_x: float
    note_anchor: str = "start"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineLane:
    """One day of one plan; ``of`` is ``plan`` or ``gold``."""

    title: str
    of: str
    y: float
    title_y: float
    height: float
    rows: Sequence[TimelineRow]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """An hour."""

    x: float
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelinePart:
    """The drawing, the table of the same facts, and the link that puts the gold beside or takes it away.

    Attributes:
        left: Where the clock begins.
        gold_url: Of the page with the gold, or without where it is shown; "" where there is none.
    """

    width: float
    height: float
    left: float
    ticks: Sequence[Tick]
    lanes: Sequence[TimelineLane]
    table: EvidenceTable
    shows_gold: bool
    gold_url: str

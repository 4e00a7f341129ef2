"""What the page of one task of an entry shows, as values; conventions as in `scoring.pages`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.evidence_page import EvidenceTable, TextPiece
from scoring.pages import EntryHeader
from scoring.route_page import RoutePart
from scoring.timeline_page import TimelinePart


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A name and a value, both ready to be read."""

    title: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FactTable:
    """A fact that is a list of records, such as the lines of a bill; cells in the order of the heads."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    more: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckLine:
    """One check at one place of the plan.

    Attributes:
        state: ``pass``, ``fail``, ``na`` (does not apply) or ``unmeasured``.
        message: Why it failed, else the property that holds.
        path: JSON Pointer into the plan, "" for the whole of it.
        facts: What was required, what the plan had, what the knowledge base says.
        tables: Those facts that are lists of records.
    """

    code: str
    state: str
    state_text: str
    message: str
    path: str
    facts: Sequence[Fact]
    tables: Sequence[FactTable]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckGroup:
    """A dimension with its verdict and its checks, failed ones apart from the others.

    ``state`` is ``pass``, ``partial``, ``fail`` or ``na``. ``evidence`` is None for a reader who may not see
    the plan, and where the evaluator had nothing to look at. ``paper`` says where the rule is defined.
    """

    key: str
    label: str
    summary: str
    state: str
    text: str
    value: float | None
    paper: str
    evidence: EvidenceTable | None
    failed: Sequence[CheckLine]
    others: Sequence[CheckLine]


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskPage:
    """One task of an entry: what was asked, and every verdict with its reason.

    Attributes:
        facts: Of the request: days, persons, cities …
        is_missing: No record answers the task.
        failing_text: Names the dimensions that fall short, "" when none does.
        request: The request in pieces, its constraints marked.
        evidence_note: Why a reader who may see the plan does not, "" otherwise.
        timeline, route: The plan's days and its ways; None for a reader who may not see it, and where it
            has none.
        gates: Hard gates that fired, and what kept the answer as a whole from being scored.
        gates_held: Hard gates that did not fire.
        groups: One per dimension, in the paper's order.
        previous_url, next_url: Neighbours in the set, "" at its ends.
    """

    header: EntryHeader
    entry_url: str
    query_index: int
    query: str
    request: Sequence[TextPiece]
    evidence_note: str
    timeline: TimelinePart | None
    route: RoutePart | None
    kind: str
    facts: Sequence[Fact]
    is_perfect: bool
    is_missing: bool
    failing_text: str
    gates: Sequence[CheckLine]
    gates_held: Sequence[CheckLine]
    groups: Sequence[CheckGroup]
    previous_url: str
    next_url: str

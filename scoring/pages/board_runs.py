"""Agents with several runs on a board, as values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.board_filters import BoardFilters
from scoring.pages.board import VersionLine
from scoring.pages.parts import Choice, PageLinks


@dataclass(frozen=True, slots=True, kw_only=True)
class RunLine:
    """One run of an agent; the rank is that of the state shown."""

    number: int
    public_id: str
    url: str
    rank: int
    tp_feasible: float
    tp_feasible_text: str
    overall: float | None
    overall_text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentLine:
    """An agent with the spread of its TP-feas over its runs.

    Attributes:
        key: Names it on the page.
        runs: At least 2.
        mean, deviation, least, most: Of TP-feas, 0..1; the deviation is that of a sample.
        in_all, in_any: Share of the feasible tasks passed in every run, and in some run; None while the
            sheets are being made.
        agreement: Chance that two different runs agree on a task.
    """

    key: str
    display_name: str
    model_name: str
    division: str
    runs: Sequence[RunLine]
    mean: float
    mean_text: str
    deviation: float | None
    deviation_text: str
    least: float
    least_text: str
    most: float
    most_text: str
    in_all: float | None
    in_all_text: str
    in_any: float | None
    in_any_text: str
    agreement: float | None
    agreement_text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RunsPage:
    """The agents with several runs on a board, the best mean first.

    Attributes:
        version: None before any version is published.
        board_query: Leads to the board of the same state.
    """

    version: VersionLine | None
    evaluator_version: str
    evaluators: Sequence[Choice]
    versions: Sequence[VersionLine]
    revision: int
    etag: str
    agents: Sequence[AgentLine]
    links: PageLinks
    filters: BoardFilters
    board_query: str

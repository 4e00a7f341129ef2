"""The values that every track, page and table speaks: verdicts, outcomes, findings, results, scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Generic, NewType, TypeAlias, TypeVar

TaskId = NewType("TaskId", int)
DimensionKey = NewType("DimensionKey", str)
MetricKey = NewType("MetricKey", str)

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"

Record = TypeVar("Record")


class Verdict(StrEnum):
    """How one check ended. Nothing becomes a pass or a failure because it was missing."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_APPLICABLE = "not_applicable"
    UNMEASURED = "unmeasured"


class Severity(StrEnum):
    """What a finding about an upload means for it."""

    FATAL = "F"
    RECORD = "R"
    WARNING = "W"
    INFO = "I"


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckOutcome:
    """One check applied to one place of one plan.

    Attributes:
        code: ``<track>.<dimension>.<check>``; never changes its meaning.
        verdict: How it ended.
        path: JSON Pointer into the submitted plan, "" when the whole plan is meant.
        facts: What was required, what the plan had, what the knowledge base says, with record keys.
            The sentence is made from the check's message template when a page shows it.
    """

    code: str
    verdict: Verdict
    path: str = ""
    facts: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something to say about an upload, with its place.

    Attributes:
        code: Permanent code such as ``R503``; its text is in the track's catalogue.
        severity: What it means for the upload.
        stage: ``text``, ``json``, ``record``, ``set`` … the stage of the intake that found it.
        line: Physical line from 1, None when the whole file is meant.
        column: Character of the offending value from 1; 1 where it is not known.
        byte: Offset of the line in the unpacked file.
        task: The record's ``query_index`` where it can be read.
        pointer: JSON Pointer into the record or manifest, "" for all of it.
        file: The file it is in; "" while it is not known, in a report only where a file has no name.
        message: The full sentence, at most 80 characters of it quoted from the upload, escaped.
        hint: How to mend it, "" when the message says so already.
    """

    code: str
    severity: Severity
    stage: str
    message: str
    hint: str = ""
    line: int | None = None
    column: int = 1
    byte: int | None = None
    task: int | None = None
    pointer: str = ""
    file: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading(Generic[Record]):
    """One line of a bundle, read.

    Attributes:
        line: Physical line from 1.
        task_id: The task it answers, None when that cannot be told.
        record: What will be scored; None when the line gives nothing to score.
        findings: Everything noticed on this line, in order of place.
    """

    line: int
    task_id: TaskId | None
    record: Record | None
    findings: Sequence[Finding] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskResult:
    """The verdict on one task of one run.

    Attributes:
        task_id: The task.
        scores: Per dimension, in the track's order: a number in 0..1, or None where it does not apply.
        is_perfect: Whether the task counts as solved by the track's own conjunction.
        gates: Codes of the hard gates that fired, in the track's order.
        run: What was measured beside the scores (claim, calls, tokens, cost …), JSON values only.
        outcomes: The reasons, in the order of dimensions and of the plan.
    """

    task_id: TaskId
    scores: Mapping[DimensionKey, float | None]
    is_perfect: bool
    gates: Sequence[str]
    run: Mapping[str, Json]
    outcomes: Sequence[CheckOutcome]


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What an agent says that it used on one task; None is not known, which is never 0.

    Attributes:
        calls: Tool calls.
        prompt_tokens, completion_tokens, total_tokens: Of all turns; a total may come without its parts.
        elapsed_s: Seconds from the request to the answer.
        least_calls: What a perfect agent needs; said by the benchmark, not by the agent.
    """

    calls: float | None = None
    prompt_tokens: float | None = None
    completion_tokens: float | None = None
    total_tokens: float | None = None
    elapsed_s: float | None = None
    least_calls: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A two-sided 95 % interval; ``method`` names how it was computed."""

    low: float
    high: float
    method: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """One aggregate: the exact sum and how many values it is over; the mean is derived.

    Attributes:
        total: Exact sum of the values.
        count: How many values; 0 means the mean does not exist.
        interval: Its confidence interval, if one is defined.
    """

    total: Fraction
    count: int
    interval: Interval | None = None

    @property
    def mean(self) -> float | None:
        """The mean, correctly rounded; None over nothing."""
        return None if self.count == 0 else float(self.total / self.count)


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric:
    """A column of a leaderboard.

    Attributes:
        key: The benchmark's official key.
        label: The paper's label, shown on pages.
        paper: Where the paper defines it.
        unit: ``share`` (0..1, shown in percent) or ``count``.
        higher_is_better: None when it is shown without judgement.
        is_computed: False for scores given by a judge model; those are never ranked with computed ones.
    """

    key: MetricKey
    label: str
    paper: str
    unit: str = "share"
    higher_is_better: bool | None = True
    is_computed: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """All aggregates of one run.

    Attributes:
        measures: One Measure per metric key of the track, in display order.
        summary: Every aggregate under its official key, JSON values only.
    """

    measures: Mapping[MetricKey, Measure]
    summary: Mapping[str, Json]

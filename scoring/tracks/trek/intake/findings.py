"""Make findings from codes and facts, and keep those of a whole upload within bounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from scoring.engine.model import Finding, Json, Severity
from scoring.tracks.trek.intake.catalogue import CATALOGUE, Stage
from scoring.tracks.trek.intake.complaints import Path
from scoring.tracks.trek.intake.limits import REPORT_LIMITS, ReportLimits
from scoring.tracks.trek.intake.wording import pointer_of, quoted

_SEVERITY_ORDER = {severity: order for order, severity in enumerate(Severity)}
_STAGE_ORDER = {stage: order for order, stage in enumerate(Stage)}


def finding(
    code: str,
    facts: Mapping[str, Json] | None = None,
    *,
    line: int | None = None,
    column: int = 1,
    byte: int | None = None,
    task: int | None = None,
    path: Path = (),
    file: str = "",
) -> Finding:
    """A finding with its sentences; ``line`` None when the whole file is meant, ``file`` "" the records'."""
    text = CATALOGUE[code]
    pointer = pointer_of(path)
    words = {
        "line": line,
        "column": column,
        "task": task,
        "place": f"Line {line}" if task is None else f"Line {line}, task {task}",
        "pointer": quoted(pointer) or ("the record" if text.stage == Stage.RECORD else "the manifest"),
        "file": quoted(file),
        **(facts or {}),
    }
    return Finding(
        code=code,
        severity=text.severity,
        stage=text.stage,
        line=line,
        column=column,
        byte=byte,
        task=task,
        pointer=pointer,
        file=file,
        message=text.message.format(**words),
        hint=text.hint.format(**words),
    )


class FindingLog:
    """What has been found in one upload so far: counted all, kept as far as the limits allow."""

    def __init__(self, limits: ReportLimits = REPORT_LIMITS) -> None:
        self._limits = limits
        self._counts: Counter[str] = Counter()
        self._kept: dict[Stage, list[Finding]] = {stage: [] for stage in Stage}
        self._fatal: set[Stage] = set()

    def add(self, one: Finding) -> None:
        """Count a finding, and keep it if its stage has room or its code is not yet shown in full."""
        stage = Stage(one.stage)
        kept = self._kept[stage]
        if self.shows(one.code) or len(kept) < self._limits.kept_per_stage:
            kept.append(one)
        self.count(one.code)

    def count(self, code: str, number: int = 1) -> None:
        """Count findings of which nothing more is to be said."""
        self._counts[code] += number
        text = CATALOGUE[code]
        if text.severity is Severity.FATAL:
            self._fatal.add(Stage(text.stage))

    def shows(self, code: str) -> bool:
        """Whether one more finding of the code would be shown in full, so that its place is worth finding."""
        return self._counts[code] < self._limits.shown_per_code

    def admits(self, stage: Stage) -> bool:
        """Whether the stage runs: nothing fatal was found in an earlier one."""
        return all(_STAGE_ORDER[fatal] >= _STAGE_ORDER[stage] for fatal in self._fatal)

    @property
    def has_fatal(self) -> bool:
        """Whether anything found refuses the upload."""
        return bool(self._fatal)

    @property
    def kept(self) -> Sequence[Finding]:
        """The findings kept of all stages that ran, in the report's order."""
        return in_order(one for stage in Stage if self.admits(stage) for one in self._kept[stage])

    @property
    def counts(self) -> Mapping[str, int]:
        """How often each code was found in the stages that ran, by code."""
        return {
            code: self._counts[code]
            for code in sorted(self._counts)
            if self.admits(Stage(CATALOGUE[code].stage))
        }

    @property
    def shown(self) -> Sequence[Finding]:
        """The first findings of each code, in the report's order."""
        taken: Counter[str] = Counter()
        shown = []
        for one in self.kept:
            taken[one.code] += 1
            if taken[one.code] <= self._limits.shown_per_code:
                shown.append(one)
        return tuple(shown)


def in_order(findings: Iterable[Finding]) -> Sequence[Finding]:
    """Sorted by severity, line and column; what concerns the whole file comes first."""
    return tuple(
        sorted(
            findings,
            key=lambda one: (
                _SEVERITY_ORDER[one.severity],
                one.line or 0,
                one.column,
                one.code,
                one.pointer,
                one.message,
            ),
        )
    )

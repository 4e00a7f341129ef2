"""Judging: a bundle read and scored against one dataset version by one evaluator. No row is written.

Whether it is for a board or for a rehearsal makes no difference here, so that both find the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from kb_browser.selectors import VersionFacts, dataset_load
from scoring.engine.intake import Observer, Outcome, Report
from scoring.engine.model import Scores, Severity, TaskResult, Usage
from scoring.engine.run import evaluate_all
from scoring.receipts import Digested, digested
from scoring.selectors.bundles import bundle_read
from scoring.tracks import evaluator
from submissions.selectors import Scorable, scorable

REASONS_KEPT: Final = 3


class EvaluationImpossibleError(Exception):
    """What was found valid can no longer be read, or is gone: our fault, never a zero."""


class BundleUnfitError(EvaluationImpossibleError):
    """The bundle is not one for so many tasks; its text says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluated:
    """What one evaluation found, and the digests that let anybody replay it.

    Attributes:
        results: One for each task, in the track's order.
        usages: Beside them, what the records say was used.
    """

    scores: Scores
    results: Sequence[TaskResult]
    usages: Sequence[Usage]
    digests: Digested
    bundle_sha256: str
    release_digest: str

    @property
    def results_digest(self) -> str:
        """Of all results together."""
        return self.digests.total


def judged(
    submission_id: int,
    version: VersionFacts,
    evaluator_version: str,
    watched: Any,
    *,
    observer: Observer | None = None,
) -> Evaluated:
    """Read a bundle, score every task of a version, sum up. No row is written.

    Args:
        submission_id: Whose bundle; it may have been made for another version of the same track.
        version: The data it is judged by.
        evaluator_version: By whom.
        watched: Wraps the stream of results, to report progress or to stop.
        observer: Shown every record while the bundle is read.

    Raises:
        BundleUnfitError: The version has other tasks than the bundle may answer.
        EvaluationImpossibleError: The submission may not be scored.
    """
    wanted = scorable(submission_id)
    if wanted is None:
        raise EvaluationImpossibleError("the submission may no longer be scored")
    track = evaluator(evaluator_version)
    dataset = dataset_load(version.digest)
    records = _records(wanted, version.task_count, observer)
    results = list(watched(evaluate_all(track, dataset, records)))
    return Evaluated(
        scores=track.aggregate(dataset, results),
        results=results,
        usages=[track.usage(dataset, task, records.get(task)) for task in track.task_ids(dataset)],
        digests=digested(results),
        bundle_sha256=wanted.file_sha256,
        release_digest=version.digest,
    )


def _records(wanted: Scorable, task_count: int, observer: Observer | None) -> Mapping[Any, Any]:
    report = bundle_read(wanted, task_count, observer=observer)
    if report.outcome == Outcome.INVALID:
        # It passed the check for its own version: for another one it does not fit, or else the reader or the
        # file is not what it was.
        raise BundleUnfitError(_why(report))
    return report.records


def _why(report: Report) -> str:
    """The first of what makes a bundle invalid, in the words of its report."""
    fatal = [f"{one.code}: {one.message}" for one in report.findings if one.severity == Severity.FATAL]
    return " ".join(fatal[:REASONS_KEPT])

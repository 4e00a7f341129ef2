"""Rehearsals as values for curators: the admin's pages and the command line show the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from kb_browser.selectors import tasks_of
from scoring.columns import COLUMN_OF
from scoring.engine import display
from scoring.engine.display import counted
from scoring.models import Rehearsal
from scoring.pages.rehearsal import (
    AffectedOwner,
    ChangedEntrant,
    FlippedTask,
    FlippedVerdict,
    LostEntrant,
    RehearsalFindings,
    RehearsalPage,
)
from scoring.rehearsal_report import Change, FlipLine, Loss, RehearsalReport, Standing, report_read
from scoring.rehearsal_states import RehearsalOutcome
from scoring.selectors.figures import figure_text
from scoring.selectors.rehearsals import (
    Fulfilment,
    foretold_under_way,
    rehearsal_fulfilled,
    rehearsal_progress,
)
from scoring.states import State
from scoring.tracks import DEFAULT, evaluator
from scoring.verdicts import MET, NOT_ASKED, PERFECT, SHORT
from submissions.selectors import Viewer
from trek_site.shared.errors import NotFoundError

NAMED: Final = 10

_SIGNS: Final[Mapping[str, str]] = MappingProxyType({MET: "met", SHORT: "not met", NOT_ASKED: "not asked"})


def rehearsal_page(rehearsal_id: int, viewer: Viewer) -> RehearsalPage:
    """A rehearsal, for staff who may see rehearsals.

    Raises:
        NotFoundError: There is none, or the viewer may not know of it.
    """
    if not _may_see(viewer):
        raise NotFoundError
    return rehearsal_told(rehearsal_id)


def rehearsal_told(rehearsal_id: int) -> RehearsalPage:
    """A rehearsal, for whoever sits at the server.

    Raises:
        NotFoundError: There is none.
    """
    rows = Rehearsal.objects.select_related("baseline_version", "candidate_version", "requested_by")
    rehearsal = rows.filter(pk=rehearsal_id).first()
    if rehearsal is None:
        raise NotFoundError("There is no such rehearsal.")
    fulfilment = _fulfilment(rehearsal)
    is_final = rehearsal.state == State.FINISHED
    done, total = rehearsal_progress(rehearsal.pk)
    return RehearsalPage(
        pk=rehearsal.pk,
        baseline_text=f"{rehearsal.baseline_version.name} by {rehearsal.baseline_evaluator}",
        candidate_text=f"{rehearsal.candidate_version.name} by {rehearsal.candidate_evaluator}",
        state_title=rehearsal.get_outcome_display() if is_final else rehearsal.get_state_display(),
        is_final=is_final,
        is_cancelled=rehearsal.outcome == RehearsalOutcome.CANCELLED,
        done=done,
        total=total,
        percent=100 * done // total if total else 0,
        requested_by="" if rehearsal.requested_by is None else rehearsal.requested_by.get_username(),
        created_at=rehearsal.created_at,
        finished_at=rehearsal.finished_at,
        failure_id=rehearsal.failure_id,
        findings=_findings(rehearsal) if rehearsal.outcome == RehearsalOutcome.REPORTED else None,
        fulfilment=[] if fulfilment is None else list(fulfilment_lines(fulfilment)),
        is_fulfilled=None if fulfilment is None else fulfilment.is_complete,
        next_step="" if fulfilment is None else next_step(rehearsal, fulfilment),
    )


def fulfilment_lines(found: Fulfilment) -> Iterable[str]:
    """What became of a rehearsal, one sentence each."""
    as_foretold = found.expected - len(found.missing) - len(found.differing)
    yield f"{as_foretold} of {counted(found.expected, 'result')} as foretold, to the byte."
    if found.missing:
        yield f"Not there yet: {_named(found.missing)}."
    if found.differing:
        yield f"Other results than foretold: {_named(found.differing)}."
    if found.moved:
        yield f"Another rank than foretold: {_named(found.moved)}."
    if found.newcomers:
        yield f"Results that were not rehearsed: {found.newcomers}."


def next_step(rehearsal: Rehearsal, found: Fulfilment) -> str:
    """What brings the results that are not there yet; "" when none is missing."""
    if not found.missing:
        return ""
    version, rules = rehearsal.candidate_version, rehearsal.candidate_evaluator
    if foretold_under_way(rehearsal) >= len(found.missing):
        return "Those that are missing wait for a worker or are being evaluated. Nothing is to be done."
    if rehearsal.baseline_version_id == version.pk:
        return (
            "A new evaluator is not carried over by itself. Queue its evaluations on the server: "
            f"manage.py evaluate_submissions --evaluator {rules}"
        )
    if rehearsal.baseline_version.superseded_by_id == version.pk and rules == DEFAULT:
        return "The sweep of any worker queues those that are missing, some at a time: a worker has to run."
    return (
        f"Nothing carries them over: {version.name} did not supersede {rehearsal.baseline_version.name}, or "
        f"{rules} is not the evaluator of new submissions."
    )


def _may_see(viewer: Viewer) -> bool:
    return viewer is not None and viewer.is_staff and viewer.has_perm("scoring.view_rehearsal")


def _fulfilment(rehearsal: Rehearsal) -> Fulfilment | None:
    if rehearsal.outcome != RehearsalOutcome.REPORTED or rehearsal.candidate_version.published_at is None:
        return None
    return rehearsal_fulfilled(rehearsal.pk)


def _findings(rehearsal: Rehearsal) -> RehearsalFindings:
    report = report_read(rehearsal.report)
    labels = _labels(rehearsal.candidate_evaluator)
    changed = [line for line in report.standings if line.is_changed]
    return RehearsalFindings(
        summary=list(_summary(report, changed)),
        remark=report.remark,
        tasks=_tasks(report, rehearsal.candidate_version_id, labels),
        entrants=[_entrant(line, labels) for line in changed],
        unchanged_count=len(report.standings) - len(changed),
        refused=[_lost(loss) for loss in report.refused],
        failed=[_lost(loss) for loss in report.failed],
        owners=[
            AffectedOwner(
                owner=line.owner, count=len(line.submissions), submissions_text=_named(line.submissions)
            )
            for line in report.owners
        ],
    )


def _summary(report: RehearsalReport, changed: Sequence[Standing]) -> Iterable[str]:
    total = len(report.standings) + len(report.refused) + len(report.failed)
    yield f"{counted(total, 'submission')} rehearsed, {len(changed)} of them with another result."
    if report.are_tasks_matched:
        tasks = counted(len(report.tasks), "task")
        yield f"{counted(report.flip_count, 'verdict flips', 'verdicts flip')}, on {tasks}."
    yield f"{counted(len(report.ranks_changed), 'rank changes', 'ranks change')}."
    yield f"{counted(len(report.owners), 'owner')} affected."
    if report.refused:
        bundles = counted(len(report.refused), "bundle does not fit", "bundles do not fit")
        yield f"{bundles} the candidate."
    if report.failed:
        yield f"{counted(len(report.failed), 'evaluation')} failed on our side."


def _labels(evaluator_version: str) -> Mapping[str, str]:
    """What people call a dimension, a column or the task as a whole."""
    dimensions = {str(text.key): text.label for text in evaluator(evaluator_version).dimensions}
    columns = {key: column.label for key, column in COLUMN_OF.items()}
    return {**dimensions, **columns, PERFECT: "Task perfect"}


def _tasks(report: RehearsalReport, version_id: int, labels: Mapping[str, str]) -> Sequence[FlippedTask]:
    wanted = [task.query_index for task in report.tasks]
    queries = {task.query_index: task.query for task in tasks_of(version_id, only=wanted)} if wanted else {}
    return [
        FlippedTask(
            query_index=task.query_index,
            query=queries.get(task.query_index, ""),
            count=task.count,
            verdicts=[_verdict(flip, labels) for flip in task.flips],
        )
        for task in report.tasks
    ]


def _verdict(flip: FlipLine, labels: Mapping[str, str]) -> FlippedVerdict:
    return FlippedVerdict(
        label=labels.get(flip.dimension, flip.dimension),
        was_text=_SIGNS[flip.was],
        now_text=_SIGNS[flip.now],
        count=flip.count,
        submissions_text=_named(flip.submissions, flip.count),
    )


def _entrant(line: Standing, labels: Mapping[str, str]) -> ChangedEntrant:
    return ChangedEntrant(
        public_id=line.entrant.public_id,
        name=line.entrant.name,
        owner=line.entrant.owner,
        was_text=display.count(line.was),
        now_text=display.count(line.now),
        is_moved=line.was != line.now,
        flip_count=line.flip_count,
        figures_text=", ".join(_figure(change, labels) for change in line.figures),
        counts_text=", ".join(_count(change, labels) for change in line.counts),
    )


def _figure(change: Change, labels: Mapping[str, str]) -> str:
    column = COLUMN_OF[change.key]
    was, now = figure_text(column, change.was), figure_text(column, change.now)
    return f"{labels[change.key]} {was} → {now}"


def _count(change: Change, labels: Mapping[str, str]) -> str:
    label = labels.get(change.key, change.key.removeprefix("n_"))
    return f"{label} over {display.count(change.was)} → {display.count(change.now)}"


def _lost(loss: Loss) -> LostEntrant:
    return LostEntrant(
        public_id=loss.entrant.public_id,
        name=loss.entrant.name,
        owner=loss.entrant.owner,
        reason=loss.reason,
    )


def _named(public_ids: Sequence[str], count: int | None = None) -> str:
    """The first names of a list, and how many more there are."""
    shown = public_ids[:NAMED]
    more = (len(public_ids) if count is None else count) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")

"""Reading rehearsals: for whoever writes their reports, for curators, and to see whether they came true."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Count, Q, QuerySet

from kb_browser.selectors import dataset_version_of
from scoring.columns import COLUMN_KEY_OF, COLUMNS
from scoring.comparing import Run, report_make
from scoring.models import (
    SCORE_COLUMNS,
    Evaluation,
    Rehearsal,
    RehearsedEvaluation,
    TaskOutcome,
)
from scoring.rehearsal_report import Entrant, RehearsalReport, Side, report_read
from scoring.rehearsal_states import RehearsalOutcome, RehearsedOutcome
from scoring.states import Outcome, State
from scoring.tracks import evaluator
from scoring.verdicts import Flip, in_short

DENOMINATORS: Final = ("n_tasks", "n_feasible", "n_infeasible", "n_missing", "n_error")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fulfilment:
    """How far the board of a candidate is what its rehearsal foretold; submissions by their public ids.

    Attributes:
        expected: How many submissions were rehearsed and scored.
        missing: Those without a scored evaluation on the candidate's board.
        differing: Those whose results are not the foretold ones, to the byte.
        moved: Those whose rank is not the foretold one: somebody joined or left the board, or it is wrong.
        newcomers: Entries of the board that were not rehearsed.
    """

    expected: int
    missing: Sequence[str]
    differing: Sequence[str]
    moved: Sequence[str]
    newcomers: int

    @property
    def is_complete(self) -> bool:
        """Whether every result is there and is the foretold one, rank included."""
        return not (self.missing or self.differing or self.moved)


def scored_on(version_id: int, evaluator_version: str) -> QuerySet[Evaluation]:
    """The scored evaluations of a board, public or not, oldest first."""
    return Evaluation.objects.filter(
        dataset_version=version_id, evaluator_version=evaluator_version, outcome=Outcome.SCORED
    ).order_by("pk")


def rehearsal_progress(rehearsal_id: int) -> tuple[int, int]:
    """How many evaluations of a rehearsal have ended, of how many."""
    is_finished = Q(state=State.FINISHED)
    counted = RehearsedEvaluation.objects.filter(rehearsal=rehearsal_id).aggregate(
        done=Count("pk", filter=is_finished), total=Count("pk")
    )
    return counted["done"], counted["total"]


def denominators_of(summary: Mapping[str, Any]) -> Mapping[str, int]:
    """How many tasks each figure of a run is over, by count or dimension."""
    # In a fixed order, whatever order the database keeps a document in.
    scored = summary.get("n_scored", {})
    counts = {key: summary[key] for key in DENOMINATORS if key in summary}
    return {**counts, **{column: scored[column] for column in SCORE_COLUMNS if column in scored}}


def words_of(evaluation_id: int) -> Mapping[int, str]:
    """The stored verdicts of an evaluation in short, by task (`scoring.verdicts`)."""
    rows = TaskOutcome.objects.filter(evaluation=evaluation_id).order_by("query_index")
    return {
        query_index: in_short(is_perfect=is_perfect, scores=dict(zip(SCORE_COLUMNS, scores, strict=True)))
        for query_index, is_perfect, *scores in rows.values_list("query_index", "is_perfect", *SCORE_COLUMNS)
    }


def judged_dimensions(*evaluator_versions: str) -> frozenset[str]:
    """The dimensions that decide about perfect under all of these evaluators."""
    judged = [
        {str(text.key) for text in evaluator(version).dimensions if text.is_judged}
        for version in evaluator_versions
    ]
    return frozenset(set.intersection(*judged))


def rehearsal_report(rehearsal: Rehearsal) -> RehearsalReport:
    """The comparison as it stands; every evaluation of the rehearsal has ended."""
    rows = rehearsal.evaluations.select_related("submission__owner", "baseline__entry").defer("verdicts")
    return report_make(
        [_run(row) for row in rows.order_by("submission")],
        baseline=_side(rehearsal.baseline_version_id, rehearsal.baseline_evaluator),
        candidate=_side(rehearsal.candidate_version_id, rehearsal.candidate_evaluator),
        keys_before=ranking_columns(rehearsal.baseline_evaluator),
        keys_after=ranking_columns(rehearsal.candidate_evaluator),
    )


def rehearsal_fulfilled(rehearsal_id: int) -> Fulfilment:
    """Compare a rehearsal that is reported with what publication brought.

    Raises:
        Rehearsal.DoesNotExist: There is no such rehearsal, or it has no report.
    """
    rehearsal = Rehearsal.objects.get(pk=rehearsal_id, outcome=RehearsalOutcome.REPORTED)
    foretold_ranks = {line.entrant.public_id: line.now for line in report_read(rehearsal.report).standings}
    rows = rehearsal.evaluations.filter(outcome=RehearsedOutcome.SCORED).order_by("submission")
    foretold = dict(rows.values_list("submission__public_id", "results_digest"))
    board = scored_on(rehearsal.candidate_version_id, rehearsal.candidate_evaluator)
    found = {
        public_id: (digest, rank)
        for public_id, digest, rank in board.values_list(
            "submission__public_id", "results_digest", "entry__rank"
        )
    }
    there = foretold.keys() & found.keys()
    return Fulfilment(
        expected=len(foretold),
        missing=sorted(foretold.keys() - found.keys()),
        differing=sorted(public_id for public_id in there if found[public_id][0] != foretold[public_id]),
        moved=sorted(public_id for public_id in there if found[public_id][1] != foretold_ranks[public_id]),
        newcomers=len(found.keys() - foretold.keys()),
    )


def foretold_under_way(rehearsal: Rehearsal) -> int:
    """How many of what it foretold wait for a worker, or are being evaluated, on the candidate's board."""
    on_board = Evaluation.objects.unfinished().filter(
        dataset_version=rehearsal.candidate_version_id, evaluator_version=rehearsal.candidate_evaluator
    )
    foretold = rehearsal.evaluations.filter(outcome=RehearsedOutcome.SCORED)
    return on_board.filter(submission__in=foretold.values("submission")).count()


def ranking_columns(evaluator_version: str) -> Sequence[str]:
    """The columns that decide a rank, in order."""
    return [COLUMN_KEY_OF[metric] for metric in evaluator(evaluator_version).ranking]


def _side(version_id: int, evaluator_version: str) -> Side:
    version = dataset_version_of(version_id)
    return Side(
        version=version.name,
        evaluator=evaluator_version,
        digest=version.digest,
        task_count=version.task_count,
    )


def _run(row: RehearsedEvaluation) -> Run:
    submission, baseline = row.submission, row.baseline
    return Run(
        entrant=Entrant(
            public_id=submission.public_id,
            name=submission.display_name,
            owner=submission.owner.get_username(),
        ),
        is_public=submission.is_public,
        reason=row.reason,
        failure_id=row.failure_id,
        before={column.key: getattr(baseline.entry, column.key) for column in COLUMNS},
        after=row.figures,
        counts_before=denominators_of(baseline.summary),
        counts_after=row.denominators,
        flips=[
            Flip(query_index=query_index, dimension=dimension, was=was, now=now)
            for query_index, dimension, was, now in row.flips
        ],
    )

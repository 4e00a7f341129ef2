"""Rehearsing: a board evaluated again under a candidate, by all workers together, and the report at the end.

Nothing here writes a table that a board is made of.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import partial
from threading import Event
from typing import Any

from django.conf import settings
from django.db.models import OuterRef, Subquery

from kb_browser.selectors import dataset_version_of
from scoring.columns import figures_of
from scoring.models import Rehearsal, RehearsedEvaluation
from scoring.rehearsal_report import report_write
from scoring.rehearsal_states import RehearsalOutcome, RehearsedOutcome
from scoring.selectors.rehearsals import (
    denominators_of,
    judged_dimensions,
    rehearsal_progress,
    rehearsal_report,
    words_of,
)
from scoring.services.carrying import rehearsals_carry_over
from scoring.services.evaluating import evaluation_run_next
from scoring.services.judging import BundleUnfitError, EvaluationImpossibleError, judged
from scoring.services.leased import begun, fail, finish, running, until_lost
from scoring.storable import storable
from scoring.verdicts import flips_between, in_short
from submissions.services import submission_check_next
from trek_site.shared.jobs import Job, ring
from trek_site.shared.leased_work import carry_out, give_up, ring_left_behind
from trek_site.shared.leases import Claim, claim, held
from trek_site.shared.logs import bound

logger = logging.getLogger(__name__)


def rehearsed_run(rehearsed_id: int) -> None:
    """Carry out one evaluation of a rehearsal, and write the report if it was the last.

    May run twice and beside itself, and only one writes. Returns quietly when there is nothing to do.
    """
    rows = RehearsedEvaluation.objects.all()
    with bound(rehearsed_id=rehearsed_id):
        mine = claim(rows.unfinished().filter(pk=rehearsed_id), lease_s=settings.TREK_LEASE_S, **begun())
        if mine is None:
            logger.info("nothing to rehearse")
        else:
            carry_out(running(rows), mine, partial(_run, mine), fail=partial(fail, held(rows, mine)))
    for pk in RehearsedEvaluation.objects.filter(pk=rehearsed_id).values_list("rehearsal", flat=True):
        rehearsal_conclude(pk)


def rehearsed_run_last(rehearsed_id: int) -> None:
    """Do what somebody waits for, if anything; else carry out one evaluation of a rehearsal.

    A rehearsal has hundreds of messages. A worker that reads one of them first serves whoever is in line for
    a check or a score, and sends the message again.
    """
    if submission_check_next() or evaluation_run_next():
        ring(Job.REHEARSE, rehearsed_id=rehearsed_id)
    else:
        rehearsed_run(rehearsed_id)


def rehearsal_conclude(rehearsal_id: int) -> None:
    """Write the report once every evaluation has ended; returns quietly before, and if it is written."""
    with bound(rehearsal_id=rehearsal_id):
        mine = claim(Rehearsal.objects.reportable().filter(pk=rehearsal_id), lease_s=settings.TREK_LEASE_S)
        if mine is not None:
            unfinished = Rehearsal.objects.unfinished()
            carry_out(unfinished, mine, partial(_report, mine), fail=partial(fail, held(unfinished, mine)))


def rehearsal_help(rehearsal_id: int) -> Iterator[tuple[int, int]]:
    """Work along on a rehearsal until nothing of it is free, beside the workers or without any.

    Yields:
        After every evaluation, how many of all have ended.
    """
    rows = RehearsedEvaluation.objects.unfinished().filter(rehearsal=rehearsal_id)
    for pk in list(rows.order_by("pk").values_list("pk", flat=True)):
        rehearsed_run(pk)
        yield rehearsal_progress(rehearsal_id)
    rehearsal_conclude(rehearsal_id)


def rehearsals_sweep() -> int:
    """End what cannot be ended otherwise, ring for what was left behind, carry over what came true.

    Returns:
        How many rows were ended, rung for or queued.
    """
    ended = give_up(RehearsedEvaluation.objects.unfinished(), fail)
    ended += give_up(Rehearsal.objects.unfinished(), fail)
    return ended + rehearsals_ring() + rehearsals_carry_over()


def rehearsals_ring() -> int:
    """Ring for evaluations that nobody works on, and for reports that nobody wrote."""
    rows = RehearsedEvaluation.objects.unfinished()
    rung = ring_left_behind(rows, Job.REHEARSE, id_name="rehearsed_id")
    # The job that ends an evaluation also writes the report, so any evaluation of the rehearsal will do.
    any_row = RehearsedEvaluation.objects.filter(rehearsal=OuterRef("pk")).order_by("pk").values("pk")[:1]
    reportable = Rehearsal.objects.reportable().annotate(any_row=Subquery(any_row))
    return rung + ring_left_behind(reportable, Job.REHEARSE, id_name="rehearsed_id", id_column="any_row")


def _run(mine: Claim, lost: Event) -> None:
    row = RehearsedEvaluation.objects.select_related("rehearsal").get(pk=mine.pk)
    try:
        found = _judged(row, lost)
    except BundleUnfitError as unfit:
        found = {"outcome": RehearsedOutcome.REFUSED, "reason": storable(str(unfit))}
    finish(RehearsedEvaluation.objects.all(), mine, **found)
    logger.info("rehearsed evaluation finished", extra={"outcome": str(found["outcome"])})


def _judged(row: RehearsedEvaluation, lost: Event) -> dict[str, Any]:
    """The columns that an evaluation under the candidate fills."""
    rehearsal = row.rehearsal
    candidate = dataset_version_of(rehearsal.candidate_version_id)
    if candidate.digest != rehearsal.candidate_digest:
        raise EvaluationImpossibleError("the candidate is no longer what it was when the rehearsal began")
    evaluated = judged(
        row.submission_id, candidate, rehearsal.candidate_evaluator, partial(until_lost, lost=lost)
    )
    words = {
        int(result.task_id): in_short(
            is_perfect=result.is_perfect, scores={str(key): score for key, score in result.scores.items()}
        )
        for result in evaluated.results
    }
    return {
        "outcome": RehearsedOutcome.SCORED,
        "results_digest": evaluated.results_digest,
        "figures": dict(figures_of(evaluated.scores)),
        "denominators": storable(denominators_of(evaluated.scores.summary)),
        "verdicts": {str(query_index): word for query_index, word in words.items()},
        "flips": _flips(row, words),
    }


def _flips(row: RehearsedEvaluation, words: dict[int, str]) -> list[tuple[int, str, str, str]]:
    before = words_of(row.baseline_id)
    if len(before) != len(words):
        # Another number of tasks: the same index need not be the same task.
        return []
    evaluators = (row.rehearsal.baseline_evaluator, row.rehearsal.candidate_evaluator)
    found = flips_between(before, words, judged=judged_dimensions(*evaluators))
    return [(flip.query_index, flip.dimension, flip.was, flip.now) for flip in found]


def _report(mine: Claim, _lost: Event) -> None:
    """Compare and store in one statement, fenced by the claim."""
    report = rehearsal_report(Rehearsal.objects.get(pk=mine.pk))
    finish(Rehearsal.objects.all(), mine, outcome=RehearsalOutcome.REPORTED, report=report_write(report))
    logger.info("rehearsal reported", extra={"flips": report.flip_count})

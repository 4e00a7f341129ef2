"""The work of curators in the background: carried out by one worker at a time, always ended."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Mapping
from functools import partial
from threading import Event
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Case, F, QuerySet, When
from django.db.models.functions import Now

from kb_browser.models import Curation
from kb_browser.progress import Step
from kb_browser.services.requesting import exports_request, exports_sweep
from kb_browser.services.workmanship import WORKS
from kb_browser.states import (
    CURATION_DEADLINES,
    CURATION_UNFINISHED,
    CurationKind,
    CurationOutcome,
    CurationState,
)
from scoring.engine.errors import DatasetError
from trek_site.shared.errors import DomainError
from trek_site.shared.jobs import Job
from trek_site.shared.leased_work import LeaseLostError, carry_out, give_up, ring_left_behind
from trek_site.shared.leases import Claim, claim, held, release, seconds_from_now
from trek_site.shared.logs import bound

logger = logging.getLogger(__name__)

PROGRESS_EVERY_S: Final = 1.0
REASONS_KEPT: Final = 200
_TEXT_MAX: Final = 200


def curation_run(curation_id: int) -> None:
    """Do the work; may run twice and beside itself. Returns quietly when there is nothing to do."""
    begun = seconds_from_now(CURATION_DEADLINES[CurationState.RUNNING].total_seconds())
    with bound(curation_id=curation_id):
        mine = claim(
            Curation.objects.filter(pk=curation_id, state__in=CURATION_UNFINISHED),
            lease_s=settings.TREK_LEASE_S,
            # Another attempt does not start the clock again.
            started_at=Case(When(state=CurationState.QUEUED, then=Now()), default=F("started_at")),
            deadline_at=Case(When(state=CurationState.QUEUED, then=begun), default=F("deadline_at")),
            state=CurationState.RUNNING,
        )
        if mine is None:
            logger.info("nothing to curate")
            return
        logger.info("curation started", extra={"attempt": mine.attempt})
        carry_out(_running(), mine, partial(_work, mine), fail=partial(_fail, held(_running(), mine)))


def curations_sweep() -> int:
    """End what cannot be ended otherwise, put missing downloads in line, ring for what was left behind.

    Returns:
        How many rows were rung for, ended or made.
    """
    unfinished = Curation.objects.filter(state__in=CURATION_UNFINISHED)
    ended = give_up(unfinished, _fail)
    asked = exports_sweep()
    return ended + asked + ring_left_behind(unfinished, Job.CURATE, id_name="curation_id")


def _running() -> QuerySet[Curation]:
    return Curation.objects.filter(state=CurationState.RUNNING)


def _work(mine: Claim, lost: Event) -> None:
    curation = Curation.objects.select_related("requested_by").get(pk=mine.pk)
    reasons: list[str] = []
    try:
        WORKS[CurationKind(curation.kind)](curation, _Reporter(mine, lost))
    except DatasetError as error:
        reasons = [str(fault) for fault in error.faults]
    except DomainError as refusal:
        reasons = [refusal.detail, *_details(refusal.errors)]
    with transaction.atomic():
        is_mine = release(
            _running(),
            mine,
            state=CurationState.FINISHED,
            outcome=CurationOutcome.REFUSED if reasons else CurationOutcome.DONE,
            reasons=reasons[:REASONS_KEPT],
            finished_at=Now(),
            deadline_at=None,
        )
        if not is_mine:
            raise LeaseLostError
        if curation.kind == CurationKind.PUBLISH and not reasons:
            # Together with the end of this work: a version is never left between the two.
            exports_request(curation.name, actor=curation.requested_by)
    logger.info("curation finished", extra={"reasons": len(reasons)})


def _details(errors: tuple[Mapping[str, object], ...]) -> Iterator[str]:
    for error in errors:
        yield str(error.get("detail", error))


class _Reporter:
    """Writes where the work is, now and then, and stops it once the claim is gone."""

    def __init__(self, mine: Claim, lost: Event) -> None:
        self._mine = mine
        self._lost = lost
        self._text = ""
        self._told = 0.0

    def __call__(self, step: Step) -> None:
        if self._lost.is_set():
            raise LeaseLostError
        now = time.monotonic()
        if now - self._told < PROGRESS_EVERY_S and (step.total or step.text == self._text):
            return
        self._told, self._text = now, step.text
        changes = {
            "progress_text": step.text[:_TEXT_MAX],
            "progress_done": step.done,
            "progress_total": step.total,
        }
        if not held(_running(), self._mine).update(**changes):
            raise LeaseLostError


def _fail(rows: QuerySet[Curation], failure_id: str) -> int:
    """End rows as our fault."""
    return rows.filter(state__in=CURATION_UNFINISHED).update(
        state=CurationState.FINISHED,
        outcome=CurationOutcome.FAILED,
        finished_at=Now(),
        deadline_at=None,
        lease_token=None,
        lease_until=None,
        failure_id=failure_id,
    )

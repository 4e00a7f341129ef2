"""What was noticed in a bundle: looked for while it is scored, and stored with the results."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from functools import lru_cache

from django.db.models.functions import Now

from kb_browser.selectors import DATASETS_HELD, VersionFacts, dataset_load, gold_file
from scoring.engine.integrity import IntegrityReport, Watch, prints_counted, prints_marks
from scoring.models import BundlePrint, Evaluation, IntegrityFinding, PrintMark
from scoring.storable import storable
from scoring.tracks import integrity_of
from trek_site.shared.jobs import Job, enqueue_on_commit

logger = logging.getLogger(__name__)


def watch_for(evaluation_id: int, version: VersionFacts) -> Watch:
    """Whatever notices things while the bundle of an evaluation is read against a version."""
    manifest = Evaluation.objects.values_list("submission__manifest", flat=True).get(pk=evaluation_id)
    dataset = dataset_load(version.digest)
    gold = _gold_prints(version.track, version.digest, version.task_count)
    return integrity_of(version.track).watch(dataset, gold=gold, declared=manifest)


def findings_store(evaluation: Evaluation, report: IntegrityReport) -> None:
    """Write what was noticed, in the transaction that writes the results; the caller holds the boards.

    A finding that a review settled for the same submission is settled again: the bytes are the same.
    """
    settled = settled_codes(evaluation.submission_id)
    IntegrityFinding.objects.bulk_create(
        IntegrityFinding(
            evaluation=evaluation,
            code=one.code,
            task_count=one.task_count,
            tasks=list(one.tasks),
            figures=storable(dict(one.figures)),
            holds=one.holds,
            found_at=Now(),
            settled_by_id=settled.get(one.code),
        )
        for one in report.signals
    )
    if report.signals:
        codes = ",".join(one.code for one in report.signals)
        logger.info("signals found", extra={"evaluation_id": evaluation.pk, "codes": codes})


def settled_codes(submission_id: int) -> Mapping[str, int]:
    """By code, the review that settled it for a submission, whichever evaluation found it."""
    found = IntegrityFinding.objects.filter(
        evaluation__submission=submission_id, settled_by__isnull=False
    ).order_by("settled_by")
    return dict(found.values_list("code", "settled_by"))


def print_store(evaluation: Evaluation, prints: bytes) -> None:
    """Keep the plans' digests, once for each dataset version; a later evaluation has them compared anew.

    Before any board is locked, as comparisons do.
    """
    kept, is_new = BundlePrint.objects.get_or_create(
        submission_id=evaluation.submission_id,
        dataset_version_id=evaluation.dataset_version_id,
        defaults={"prints": prints, "plan_count": prints_counted(prints), "made_at": Now()},
    )
    if is_new:
        PrintMark.objects.bulk_create(
            PrintMark(bundle_print=kept, dataset_version_id=kept.dataset_version_id, mark=mark)
            for mark in prints_marks(prints)
        )
    else:
        BundlePrint.objects.filter(pk=kept.pk).update(
            compared_at=None, made_at=Now(), rung_at=None, attempts=0
        )
    enqueue_on_commit(Job.COMPARE_BUNDLES, print_id=kept.pk)


@lru_cache(maxsize=DATASETS_HELD)
def _gold_prints(track: str, digest: str, task_count: int) -> Sequence[bytes]:
    return tuple(integrity_of(track).gold_prints(gold_file(digest), task_count))

"""Entries of different accounts with the same plans: found by digests, told to both sides without names."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Now

from scoring.engine.integrity import TASKS_NAMED, prints_shared
from scoring.models import BundlePair, BundlePrint, Evaluation, IntegrityFinding, PrintMark
from scoring.services.integrity import settled_codes
from scoring.services.ranking import boards_lock, boards_refresh
from scoring.states import Outcome
from scoring.tracks import TrekIntegrity, integrity_of
from submissions.services import notice_put
from submissions.states import NoticeKind
from trek_site.shared.jobs import Job, ring

logger = logging.getLogger(__name__)

# Bundles that are compared plan by plan: those that share most marks. More would be found by their own
# comparison, since every bundle is compared when it comes.
CANDIDATES: Final = 50
RUNG_PER_SWEEP: Final = 20
# The job is sent when the row is committed; what waits longer was lost.
LEFT_AFTER_S: Final = 30
# A message may stand behind many evaluations; another one before that helps nobody.
RING_AGAIN_S: Final = 300
MAX_RINGS: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Resemblance:
    """Another bundle, and the tasks that both answer with the same plan."""

    other: BundlePrint
    tasks: Sequence[int]
    comparable: int


def bundles_compare(print_id: int) -> None:
    """Compare a bundle with those of other accounts; may run twice and beside itself.

    Of two bundles the job that starts last sees both, so that no pair is missed.
    """
    rows = BundlePrint.objects.select_related("submission", "dataset_version")
    mine = rows.filter(pk=print_id, compared_at__isnull=True).first()
    if mine is None:
        return
    integrity = integrity_of(mine.dataset_version.track)
    found = [one for other in _candidates(mine) if (one := _resemblance(mine, other, integrity)) is not None]
    touched = {mine.pk, *(one.other.pk for one in found)}
    with transaction.atomic():
        # First of all and in one order: two comparisons of the same bundles come one after the other.
        known = BundlePrint.objects.filter(pk__in=touched).order_by("pk")
        locked = tuple(known.select_for_update(no_key=True))
        for one in found:
            earlier, later = sorted((mine, one.other), key=lambda each: each.submission_id)
            BundlePair.objects.get_or_create(
                earlier=earlier,
                later=later,
                defaults={"shared": len(one.tasks), "comparable": one.comparable, "found_at": Now()},
            )
        scored = Evaluation.objects.filter(
            submission__in=[each.submission_id for each in locked],
            dataset_version=mine.dataset_version_id,
            outcome=Outcome.SCORED,
        )
        boards_lock(set(scored.values_list("dataset_version", "evaluator_version")))
        boards = set()
        for each in locked:
            boards |= _tell(each, integrity.resemblance_code)
        # A later evaluation has it compared anew; that comparison is still to come.
        if any(each.pk == mine.pk and each.made_at == mine.made_at for each in locked):
            BundlePrint.objects.filter(pk=mine.pk).update(compared_at=Now())
        boards_refresh(boards)
    if found:
        logger.info("bundles resemble each other", extra={"print_id": print_id, "count": len(found)})


def bundles_ring() -> int:
    """Ring for bundles that were not compared although they are here for a while; after some times no more.

    Returns:
        How many were rung for.
    """
    is_due = Q(rung_at__isnull=True) | Q(rung_at__lt=Now() - timedelta(seconds=RING_AGAIN_S))
    left = BundlePrint.objects.filter(
        is_due,
        compared_at__isnull=True,
        made_at__lt=Now() - timedelta(seconds=LEFT_AFTER_S),
        attempts__lte=MAX_RINGS,
    )
    waiting = left.order_by("pk").values_list("pk", "attempts")[:RUNG_PER_SWEEP]
    return sum(_ring_again(left.filter(pk=pk, attempts=rung), pk, rung) for pk, rung in tuple(waiting))


def _ring_again(left: QuerySet[BundlePrint], pk: int, rung: int) -> bool:
    """Send one more message, unless another sweep just did; instead of one too many, say so once."""
    if not left.update(rung_at=Now(), attempts=rung + 1):
        return False
    if rung == MAX_RINGS:
        logger.error("bundle left uncompared", extra={"print_id": pk})
        return False
    is_sent = ring(Job.COMPARE_BUNDLES, print_id=pk)
    if not is_sent:
        # What the broker did not take was no attempt.
        BundlePrint.objects.filter(pk=pk, attempts=rung + 1).update(attempts=rung)
    return is_sent


def _candidates(mine: BundlePrint) -> Iterable[BundlePrint]:
    """Bundles of other accounts that share marks, those with most of them first."""
    marks = list(mine.marks.values_list("mark", flat=True))
    team_id = mine.submission.team_id
    others = PrintMark.objects.filter(dataset_version=mine.dataset_version_id, mark__in=marks)
    others = others.exclude(bundle_print__submission__owner=mine.submission.owner_id)
    if team_id is not None:
        others = others.exclude(Q(bundle_print__submission__team=team_id))
    ranked = others.values("bundle_print").annotate(count=Count("pk")).order_by("-count", "bundle_print")
    wanted = [row["bundle_print"] for row in ranked[:CANDIDATES]]
    return BundlePrint.objects.filter(pk__in=wanted).order_by("pk")


def _resemblance(mine: BundlePrint, other: BundlePrint, integrity: TrekIntegrity) -> Resemblance | None:
    tasks = prints_shared(bytes(mine.prints), bytes(other.prints))
    comparable = min(mine.plan_count, other.plan_count)
    if not integrity.resembles(len(tasks), comparable):
        return None
    return Resemblance(other=other, tasks=tasks, comparable=comparable)


def _tell(mine: BundlePrint, code: str) -> set[tuple[int, str]]:
    """Write the finding of one side beside each of its evaluations, whose boards the caller holds.

    Returns:
        The boards that this touches.
    """
    pairs = BundlePair.objects.filter(Q(earlier=mine) | Q(later=mine)).select_related("earlier", "later")
    best = pairs.order_by("-shared", "pk").first()
    if best is None:
        return set()
    count, copies = pairs.count(), pairs.filter(later=mine).count()
    other = best.later if best.earlier_id == mine.pk else best.earlier
    tasks = prints_shared(bytes(mine.prints), bytes(other.prints))
    settled = settled_codes(mine.submission_id).get(code)
    boards = set()
    evaluations = Evaluation.objects.filter(
        submission=mine.submission_id, dataset_version=mine.dataset_version_id, outcome=Outcome.SCORED
    )
    for evaluation in evaluations.order_by("pk"):
        finding, is_new = IntegrityFinding.objects.get_or_create(
            evaluation=evaluation,
            code=code,
            defaults={"found_at": Now(), "settled_by_id": settled},
        )
        figures = {"entries": count, "comparable": best.comparable}
        if not is_new and finding.figures == figures:
            continue
        was_held = finding.holds and finding.settled_by_id is None
        finding.task_count, finding.tasks, finding.figures = len(tasks), tasks[:TASKS_NAMED], figures
        # The one that was there first is told, and not held back for what another account did.
        finding.holds = bool(copies)
        if not is_new:
            # One more entry with the same plans is news, whatever was said about the others.
            finding.settled_by = None
        finding.save(update_fields=["task_count", "tasks", "figures", "holds", "settled_by"])
        if finding.holds and finding.settled_by_id is None and not was_held:
            notice_put(mine.submission_id, NoticeKind.INTEGRITY)
        boards.add((evaluation.dataset_version_id, evaluation.evaluator_version))
    return boards

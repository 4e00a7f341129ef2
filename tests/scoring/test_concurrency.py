"""Beside itself: one evaluation delivered many times, many evaluations on one board."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from scoring import services
from scoring.models import (
    BoardRevision,
    BundlePair,
    BundlePrint,
    Evaluation,
    IntegrityFinding,
    LeaderboardEntry,
    TaskOutcome,
)
from scoring.states import Outcome
from submissions.models import Submission
from submissions.services import submission_check
from tests.factories import bundle_of, small_world, upload_make, user_make

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.stack]

THREADS = 4


@pytest.fixture(autouse=True)
def _nobody_listens(monkeypatch):
    """Messages are dropped: these tests deliver jobs themselves."""
    monkeypatch.setattr("trek_site.shared.jobs.ring", lambda name, **ids: True)
    monkeypatch.setattr("trek_site.shared.leased_work.ring", lambda name, **ids: True)


def at_once(work, arguments):
    """The work done for every argument by threads that start together."""
    barrier = threading.Barrier(len(arguments))

    def one(argument):
        try:
            barrier.wait(60)
            return work(argument)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(arguments)) as pool:
        return list(pool.map(one, arguments))


def valid(count):
    """Public submissions of falling quality, checked."""
    owner, world = user_make(is_staff=True), small_world()
    pks = []
    for number in range(count):
        content = bundle_of(failing=range(number * 3))
        receipt = upload_make(content, owner=owner, version=world, visibility="public")
        submission_check(receipt.pk)
        pks.append(receipt.pk)
    return pks


def test_bundles_compared_at_once_are_all_told_of_each_other():
    world = small_world()
    for _ in range(3):
        receipt = upload_make(bundle_of(), owner=user_make(), version=world, visibility="public")
        submission_check(receipt.pk)
        services.submission_evaluate(receipt.pk)
    at_once(services.bundles_compare, list(BundlePrint.objects.values_list("pk", flat=True)))
    assert BundlePair.objects.count() == 3
    told = IntegrityFinding.objects.filter(code="S808").order_by("evaluation__submission_id")
    assert [(one.figures["entries"], one.holds) for one in told] == [(2, False), (2, True), (2, True)]
    assert not BundlePrint.objects.filter(compared_at__isnull=True).exists()


def test_the_same_job_delivered_to_many_scores_once():
    (pk,) = valid(1)
    at_once(services.submission_evaluate, [pk] * THREADS)
    evaluation = Evaluation.objects.get()
    assert (evaluation.outcome, evaluation.attempts) == (Outcome.SCORED, 1)
    assert TaskOutcome.objects.count() == 40
    assert LeaderboardEntry.objects.count() == 1
    assert BoardRevision.objects.get().revision == 1


def test_evaluations_that_end_together_leave_one_right_order():
    pks = valid(THREADS)
    at_once(services.submission_evaluate, pks)
    for _ in range(3):
        # A board that was locked too long is a passing fault; the sweep brings such a row back.
        for pk in pks:
            services.submission_evaluate(pk)
    ranks = LeaderboardEntry.objects.order_by("evaluation__submission_id").values_list("rank", flat=True)
    assert list(ranks) == [1, 2, 3, 4]
    assert BoardRevision.objects.get().revision == THREADS


def test_publishing_and_withdrawing_beside_each_other_leave_one_right_order():
    pks = valid(THREADS)
    for pk in pks:
        services.submission_evaluate(pk)
    leaving = Submission.objects.filter(pk__in=pks[:2])
    acts = [(services.entry_withdraw, row) for row in leaving] * 2
    at_once(lambda act: act[0](act[1].public_id, act[1].owner), acts)
    ranks = LeaderboardEntry.objects.order_by("evaluation__submission_id").values_list("rank", flat=True)
    assert list(ranks) == [None, None, 1, 2]
    assert BoardRevision.objects.get().revision == THREADS + 2


def test_two_sweepers_adopt_a_submission_once():
    pks = valid(2)
    at_once(lambda _: services.evaluations_sweep(), range(THREADS))
    assert sorted(Evaluation.objects.values_list("submission_id", flat=True)) == pks

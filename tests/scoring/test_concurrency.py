"""Beside itself: one evaluation delivered many times, many evaluations on one board."""

import threading
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module

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
from scoring.services import Judgement
from scoring.states import Outcome, ReviewVerdict
from scoring.tracks import DEFAULT
from submissions.models import Submission
from submissions.services import submission_check
from tests.factories import bundle_of, small_world, upload_make, user_make
from tests.scoring.candidates import PAPER
from tests.scoring.noticed import compared, gold_copy, scored

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


def score_by_another_evaluator(submission):
    services.evaluation_start(submission.pk, PAPER)
    services.submission_evaluate(submission.pk)


def compare(submission):
    services.bundles_compare(BundlePrint.objects.get(submission=submission).pk)


@pytest.mark.parametrize("is_likeness", [True, False], ids=["by a comparison", "by another evaluator"])
def test_what_is_noticed_while_a_review_clears_it_is_cleared_too(is_likeness, monkeypatch):
    content = bundle_of() if is_likeness else gold_copy()
    _, later = (scored(small_world(), content) for _ in range(2))
    compared()
    notice = score_by_another_evaluator
    if is_likeness:
        score_by_another_evaluator(later)
        notice = compare
    module = import_module(f"scoring.services.{'comparing' if is_likeness else 'integrity'}")
    known, has_asked, is_reviewed = module.settled_codes, threading.Event(), threading.Event()

    def settled_codes(pk):
        found = known(pk)
        if pk == later.pk:
            has_asked.set()
            # A review that did not wait for what is noticed would be over by then.
            is_reviewed.wait(2)
        return found

    def review():
        assert has_asked.wait(60)
        cleared = Judgement(verdict=ReviewVerdict.CLEARED, public_reason="A run of ours.")
        services.review_record(later.public_id, cleared, actor=None)
        is_reviewed.set()

    monkeypatch.setattr(module, "settled_codes", settled_codes)
    at_once(lambda act: act(), [lambda: notice(later), review])
    found = IntegrityFinding.objects.filter(
        evaluation__submission=later, code="S808" if is_likeness else "S801"
    )
    assert {(one.evaluation.evaluator_version, one.settled_by is not None) for one in found} == {
        (DEFAULT, True),
        (PAPER, True),
    }


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

"""Beside itself: quotas, keys, labels and rows under parallel requests and deliveries."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from submissions.models import Submission, SubmissionFinding
from submissions.services import submission_check, submissions_sweep
from submissions.states import Outcome
from tests.factories import (
    LINE,
    bundle_of,
    small_world,
    submission_make,
    upload_make,
    user_make,
    version_make,
)
from trek_site.shared.errors import ConflictError, DomainError, RateLimitedError

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.stack]

THREADS = 6


@pytest.fixture(autouse=True)
def _nobody_listens(monkeypatch):
    """Messages are dropped: these tests look at rows."""
    monkeypatch.setattr("trek_site.shared.jobs.ring", lambda name, **ids: True)


def at_once(work, count=THREADS):
    """The answers of so many threads that start together, exceptions among them."""
    barrier = threading.Barrier(count)

    def one(number):
        try:
            barrier.wait(60)
            return work(number)
        except DomainError as refusal:
            return refusal
        finally:
            connections.close_all()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(one, range(count)))


def receive(owner, version, **changes):
    return upload_make(owner=owner, version=version, **changes)


def test_the_quota_holds_under_parallel_uploads():
    owner, version = user_make(), version_make()
    answers = at_once(lambda number: receive(owner, version))
    assert sum(isinstance(answer, RateLimitedError) for answer in answers) == THREADS - 2
    assert Submission.objects.count() == 2


def test_one_key_is_one_submission():
    owner, version = user_make(), version_make()
    answers = at_once(lambda number: receive(owner, version, key="k", label="agent"))
    assert len({answer.public_id for answer in answers}) == 1
    assert sum(answer.is_new for answer in answers) == 1
    assert Submission.objects.count() == 1


def test_one_key_with_other_bytes_is_a_conflict_for_all_but_one():
    owner, version = user_make(), version_make()
    answers = at_once(
        lambda number: receive(owner, version, content=LINE * (number + 1), key="k", label="agent")
    )
    assert sum(isinstance(answer, ConflictError) for answer in answers) == THREADS - 1


def test_one_label_is_one_entry():
    owner, version = user_make(), version_make()
    answers = at_once(lambda number: receive(owner, version, label="agent"), count=2)
    assert sorted(isinstance(answer, ConflictError) for answer in answers) == [False, True]


def test_the_same_job_delivered_to_many_checks_once():
    world = small_world()
    pk = receive(user_make(), world, content=bundle_of(missing=[0])).pk
    at_once(lambda number: submission_check(pk))
    row = Submission.objects.get(pk=pk)
    assert (row.outcome, row.attempts) == (Outcome.NEEDS_CONFIRMATION, 1)
    assert SubmissionFinding.objects.count() == 1


def test_two_sweepers_ring_once(monkeypatch):
    rung = []
    monkeypatch.setattr(
        "trek_site.shared.leased_work.ring", lambda name, **ids: rung.append(ids["submission_id"]) or True
    )
    wanted = {submission_make(rung_at=None).pk for _ in range(10)}
    at_once(lambda number: submissions_sweep(), count=4)
    assert sorted(rung) == sorted(wanted)

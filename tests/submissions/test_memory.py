"""A file that takes more memory than a job may: tried again, ended as our fault, and no harm to others."""

import resource

import pytest

from submissions.models import Submission
from submissions.services import submission_check, submissions_sweep
from submissions.states import Outcome, State
from tests.factories import upload_make, user_make
from trek_site.shared.leases import MAX_ATTEMPTS
from trek_site.shared.memory import memory_bounded

pytestmark = pytest.mark.django_db

LONG = b'{"query_index": 0, "submitted": true, "is_feasible": false, "plan": {}, "refusal_reason": "%s"}\n'


def received(content, world):
    receipt = upload_make(content, owner=user_make(is_staff=True), version=world)
    return Submission.objects.get(public_id=receipt.public_id)


@pytest.fixture(autouse=True)
def little(settings):
    settings.TREK_JOB_MEMORY_MIB = 8


def test_it_is_tried_five_times_and_ends_as_our_fault(world, sends_jobs):
    submission = received(LONG % (b"many words " * 600_000), world)
    for attempt in range(1, MAX_ATTEMPTS + 1):
        submission_check(submission.pk)
        submission.refresh_from_db()
        assert (submission.state, submission.attempts) == (State.CHECKING, attempt)
    submissions_sweep()
    submission.refresh_from_db()
    assert (submission.state, submission.outcome) == (State.FAILED, Outcome.NONE)
    assert submission.failure_id


def test_its_neighbour_is_checked_by_the_same_worker(world, sends_jobs):
    greedy = received(LONG % (b"many words " * 600_000), world)
    modest = received(LONG % b"few words", world)
    submission_check(greedy.pk)
    submission_check(modest.pk)
    modest.refresh_from_db()
    assert modest.state == State.CHECKED


def test_the_bound_ends_with_the_work():
    before = resource.getrlimit(resource.RLIMIT_AS)
    with pytest.raises(MemoryError), memory_bounded(1):
        bytearray(64 * 2**20)
    assert resource.getrlimit(resource.RLIMIT_AS) == before
    assert len(bytearray(64 * 2**20)) == 64 * 2**20

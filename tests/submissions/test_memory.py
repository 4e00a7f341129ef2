"""A file that takes more memory than a job may: tried again, ended as our fault, and no harm to others."""

import io
import resource
import threading

import pytest

from submissions import storage
from submissions.models import Submission
from submissions.services import submission_check, submissions_sweep
from submissions.states import Outcome, State
from tests.factories import upload_make, user_make
from trek_site.shared.leases import MAX_ATTEMPTS
from trek_site.shared.memory import memory_bounded

pytestmark = pytest.mark.django_db

FEW = b'{"query_index": 0, "submitted": true, "is_feasible": false, "plan": {}, "refusal_reason": "few"}\n'
# Above what an allocator hands out of memory that the process holds already, so that the bound is always met.
MUCH = 64 * 2**20


class Greedy(io.BytesIO):
    """A stored file that takes much memory to read."""

    def read(self, size: int | None = -1, /) -> bytes:
        bytearray(MUCH)
        return super().read(size)


@pytest.fixture
def greedy(world, monkeypatch):
    """A submission whose file is stored where reading takes more than a job may."""
    submission = received(FEW.replace(b"few", b"many"), world)
    stored = storage.stored_opened

    def opened(sha256):
        if sha256 != submission.file_sha256:
            return stored(sha256)
        with stored(sha256) as stream:
            return Greedy(stream.read())

    monkeypatch.setattr(storage, "stored_opened", opened)
    return submission


def received(content, world):
    receipt = upload_make(content, owner=user_make(is_staff=True), version=world)
    return Submission.objects.get(public_id=receipt.public_id)


@pytest.fixture(autouse=True)
def little(settings):
    settings.TREK_JOB_MEMORY_MIB = 32


def test_it_is_tried_five_times_and_ends_as_our_fault(greedy, sends_jobs):
    submission = greedy
    for attempt in range(1, MAX_ATTEMPTS + 1):
        submission_check(submission.pk)
        submission.refresh_from_db()
        assert (submission.state, submission.attempts) == (State.CHECKING, attempt)
    submissions_sweep()
    submission.refresh_from_db()
    assert (submission.state, submission.outcome) == (State.FAILED, Outcome.NONE)
    assert submission.failure_id


def test_its_neighbour_is_checked_by_the_same_worker(world, greedy, sends_jobs):
    modest = received(FEW, world)
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


def test_work_that_overlaps_in_threads_leaves_no_bound_behind():
    before = resource.getrlimit(resource.RLIMIT_AS)
    is_inside, may_end = threading.Event(), threading.Event()

    def work():
        with memory_bounded(512):
            is_inside.set()
            may_end.wait(30)

    with memory_bounded(512):
        thread = threading.Thread(target=work)
        thread.start()
        assert is_inside.wait(30)
    may_end.set()
    thread.join()
    assert resource.getrlimit(resource.RLIMIT_AS) == before

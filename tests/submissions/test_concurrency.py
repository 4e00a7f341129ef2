"""Beside itself: quotas, keys, labels and rows under parallel requests and deliveries."""

import dataclasses
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from submissions.declarations import Declaration
from submissions.limits import TREK
from submissions.models import QuotaEntry, Submission, SubmissionFinding
from submissions.services import (
    Announcement,
    Portion,
    receiving,
    resumable_append,
    resumable_begin,
    resumable_submit,
    submission_cancel,
    submission_check,
    submission_publish,
    submissions_sweep,
)
from submissions.states import Outcome, Purpose
from tests.factories import (
    LINE,
    bundle_of,
    small_world,
    submission_make,
    upload_make,
    user_make,
    valid_make,
    version_make,
)
from trek_site.shared.errors import ConflictError, DomainError, RateLimitedError
from trek_site.shared.leases import seconds_from_now

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


def test_a_repeated_request_is_not_in_the_way_of_itself(monkeypatch):
    """The first is entered between the questions whether it is there and what is in the way."""
    owner, version = user_make(), version_make()
    asked, first = receiving._refuse_what_is_not_allowed, []

    def entered_just_now(request):
        monkeypatch.setattr(receiving, "_refuse_what_is_not_allowed", asked)
        first.append(receive(owner, version, key="k", label="agent"))
        return asked(request)

    monkeypatch.setattr(receiving, "_refuse_what_is_not_allowed", entered_just_now)
    again = receive(owner, version, key="k", label="agent")
    assert (again.public_id, again.is_new) == (first[0].public_id, False)
    assert Submission.objects.count() == 1


def test_one_upload_in_portions_is_one_submission_whatever_the_keys():
    owner, version = user_make(), version_make()
    said = Announcement(file_name="trek_agent.jsonl", declared_bytes=len(LINE))
    upload, _ = resumable_begin(said, owner=owner)
    resumable_append(upload.public_id, owner, Portion(offset=0, length=len(LINE), chunks=[LINE]))

    def name_it(number):
        return resumable_submit(
            upload.public_id,
            key=f"k{number % 2}",
            owner=owner,
            dataset_version=version,
            # Without a label, so that nothing else tells two of them apart.
            declaration=Declaration(purpose=Purpose.CHECK),
        )

    answers = at_once(name_it)
    refused = [answer for answer in answers if isinstance(answer, ConflictError)]
    made = [answer for answer in answers if not isinstance(answer, DomainError)]
    assert (len(refused), len({answer.pk for answer in made}), len(made)) == (THREADS // 2, 1, THREADS // 2)
    assert [answer.is_new for answer in made].count(True) == 1
    assert Submission.objects.count() == 1


def test_one_key_with_other_bytes_is_a_conflict_for_all_but_one():
    owner, version = user_make(), version_make()
    answers = at_once(
        lambda number: receive(owner, version, content=LINE * (number + 1), key="k", label="agent")
    )
    assert sum(isinstance(answer, ConflictError) for answer in answers) == THREADS - 1


def test_two_hundred_requests_with_one_key_are_one_submission():
    """T3: a client that repeats itself from twenty threads gets the same answer every time."""
    owner, version = user_make(), version_make()

    def ten(_number):
        return [receive(owner, version, key="k", label="agent").public_id for _ in range(10)]

    def other(number):
        with pytest.raises(ConflictError):
            receive(owner, version, key="k", label="agent", content=LINE * (number + 2))
        return "refused"

    answers = at_once(ten, count=20)
    assert len({public_id for ten_ids in answers for public_id in ten_ids}) == 1
    assert sum(map(len, answers)) == 200
    assert Submission.objects.count() == 1
    assert QuotaEntry.objects.count() == 1
    assert at_once(other) == ["refused"] * THREADS


def test_the_daily_quota_is_exact_for_twenty_accounts_at_once(monkeypatch):
    """T4: fifty posts beside each other for each of twenty accounts, five a day allowed to each."""
    five = dataclasses.replace(TREK, uploads_per_day=5, waiting=1000)
    for module in ("selectors.quotas", "services.quotas", "services.receiving"):
        monkeypatch.setattr(f"submissions.{module}.limits_for", lambda track: five)
    version = version_make()
    owners = [user_make() for _ in range(20)]

    def posts(number):
        answers = []
        for turn in range(50):
            try:
                answers.append(receive(owners[(turn + number) % 20], version))
            except RateLimitedError as refusal:
                answers.append(refusal)
        return answers

    answers = [answer for part in at_once(posts, count=20) for answer in part]
    assert len(answers) == 1000
    assert sum(not isinstance(answer, RateLimitedError) for answer in answers) == 100
    assert {owner.submissions.count() for owner in owners} == {5}
    refusals = [answer for answer in answers if isinstance(answer, RateLimitedError)]
    assert all("5 of 5 uploads in 24 hours. Next upload possible at " in one.detail for one in refusals)
    assert all(one.retry_after > 86000 for one in refusals)


def test_a_failure_of_ours_is_given_back_once_by_any_number_of_sweepers():
    failing = [submission_make(deadline_at=seconds_from_now(-1)) for _ in range(10)]
    at_once(lambda number: submissions_sweep(), count=4)
    assert QuotaEntry.objects.filter(amount=-1, reason="our_fault").count() == len(failing)
    assert not QuotaEntry.objects.charged().exists()


def test_of_publications_beside_each_other_as_many_are_shown_as_allowed():
    owner, version = user_make(), version_make()
    waiting = [valid_make(owner=owner, version=version) for _ in range(THREADS)]
    answers = at_once(lambda number: submission_publish(waiting[number].public_id, owner))
    assert sum(isinstance(answer, RateLimitedError) for answer in answers) == THREADS - 3
    assert Submission.objects.filter(visibility="public").count() == 3


def test_cancelling_beside_the_check_ends_in_one_of_both():
    world = small_world()
    for _ in range(3):
        row = Submission.objects.get(pk=receive(user_make(), world, content=bundle_of()).pk)

        def both(number, row=row):
            return submission_check(row.pk) if number else submission_cancel(row.public_id, row.owner)

        at_once(both, count=2)
        row.refresh_from_db()
        assert (row.state, row.cancelled_by) == ("cancelled", "owner")
        assert row.quota_entries.filter(kind="upload", amount=1).count() == 1


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

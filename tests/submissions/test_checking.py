"""Checking: three outcomes, all findings, exactly one report, and our own failures are ours."""

import logging
import uuid

import pytest

from kb_browser.selectors import dataset_load, release_path
from scoring.tracks import TrekIntake
from submissions import storage
from submissions.models import Submission, SubmissionFinding
from submissions.selectors import usage_of
from submissions.services import checking as checking_module
from submissions.services import submission_check, submissions_sweep
from submissions.states import Outcome, State
from tests.factories import bundle_of, packed, submission_make, upload_make
from trek_site.shared.jobs import Job
from trek_site.shared.leases import claim, release, seconds_from_now

pytestmark = pytest.mark.django_db


@pytest.fixture
def rung(monkeypatch):
    """Messages as they would be sent, in order; the broker is a list."""
    sent = []

    def ring(name, **ids):
        sent.append((name, ids))
        return True

    monkeypatch.setattr("trek_site.shared.leased_work.ring", ring)
    return sent


def received(world, content, **changes):
    return upload_make(content, version=world, **changes).pk


def row(pk):
    return Submission.objects.get(pk=pk)


class TestOutcomes:
    """Valid, to be confirmed, or refused; the report is stored with each."""

    def test_a_sound_bundle_is_valid_and_passed_on(self, world, django_capture_on_commit_callbacks):
        pk = received(world, bundle_of())
        with django_capture_on_commit_callbacks() as callbacks:
            submission_check(pk)
        assert (row(pk).state, row(pk).outcome) == (State.CHECKED, Outcome.VALID)
        assert (row(pk).deadline_at, row(pk).lease_token, row(pk).lease_until) == (None, None, None)
        assert row(pk).counts["counts"]["tasks_present"] == 40
        assert row(pk).content_sha256 == row(pk).file_sha256
        assert len(callbacks) == 1

    def test_gzip_is_read_too_and_both_digests_are_kept(self, world):
        pk = received(world, packed(bundle_of()), file_name="trek_agent.jsonl.gz")
        submission_check(pk)
        assert row(pk).outcome == Outcome.VALID
        assert row(pk).content_sha256 != row(pk).file_sha256

    def test_gaps_need_a_confirmation_and_are_not_passed_on(self, world, django_capture_on_commit_callbacks):
        pk = received(world, bundle_of(missing=range(5)))
        with django_capture_on_commit_callbacks() as callbacks:
            submission_check(pk)
        assert row(pk).outcome == Outcome.NEEDS_CONFIRMATION
        assert callbacks == []
        assert list(row(pk).findings.values_list("code", flat=True)) == ["W606"]

    def test_what_takes_too_long_is_the_file_s_fault_at_once_and_counts_as_refused(self, world, monkeypatch):
        spent = iter(range(0, 1_000, 9))
        monkeypatch.setattr(checking_module.time, "thread_time", lambda: next(spent))
        pk = received(world, bundle_of())
        submission_check(pk)
        assert (row(pk).state, row(pk).outcome, row(pk).attempts) == (State.CHECKED, Outcome.INVALID, 1)
        assert list(row(pk).findings.values_list("code", "line")) == [("F308", 3)]
        usage = usage_of(row(pk).owner, "trek")
        assert (usage.today.used, usage.invalid.used) == (0, 1)

    def test_an_unreadable_file_is_refused_with_every_finding(self, world):
        content = (
            bundle_of()
            .replace(b'"query_index": 3', b'"query_index": "3"')
            .replace(b'"query_index": 5', b'"query_index": 500')
        )
        pk = received(world, content)
        submission_check(pk)
        assert (row(pk).state, row(pk).outcome) == (State.CHECKED, Outcome.INVALID)
        codes = list(row(pk).findings.order_by("ordinal").values_list("code", "line"))
        assert ("F602", 4) in codes
        assert ("F601", 6) in codes
        assert b"".join(storage.stored_chunks(row(pk).file_sha256)) == content

    def test_a_task_number_beyond_every_column_is_still_reported(self, world):
        pk = received(
            world, bundle_of().replace(b'"query_index": 3,', b'"query_index": 1' + b"0" * 40 + b",")
        )
        submission_check(pk)
        finding = SubmissionFinding.objects.get(submission=pk, code="F601")
        assert (finding.line, finding.task) == (4, None)


class TestTwice:
    """Every step may run twice and beside itself."""

    def test_a_second_check_does_nothing(self, world):
        pk = received(world, bundle_of(missing=[1]))
        submission_check(pk)
        before = Submission.objects.filter(pk=pk).values().get()
        submission_check(pk)
        assert Submission.objects.filter(pk=pk).values().get() == before
        assert SubmissionFinding.objects.filter(submission=pk).count() == 1

    def test_a_row_that_another_worker_holds_is_left_alone(self, world):
        pk = received(world, bundle_of())
        claim(Submission.objects.filter(pk=pk), state=State.CHECKING)
        submission_check(pk)
        assert (row(pk).state, row(pk).attempts) == (State.CHECKING, 1)

    def test_an_unknown_id_is_nothing_to_do(self, world):
        submission_check(10**9)

    def test_a_worker_that_lost_its_lease_writes_nothing(self, world, monkeypatch):
        pk = received(world, bundle_of(missing=[1]))
        read = TrekIntake.read_bundle

        def taken_over_meanwhile(*args, **kwargs):
            report = read(*args, **kwargs)
            Submission.objects.filter(pk=pk).update(lease_token=uuid.uuid4())
            return report

        monkeypatch.setattr(TrekIntake, "read_bundle", taken_over_meanwhile)
        submission_check(pk)
        assert (row(pk).state, row(pk).outcome) == (State.CHECKING, Outcome.NONE)
        assert SubmissionFinding.objects.count() == 0

    def test_another_attempt_does_not_start_the_clock_again(self, world, monkeypatch):
        pk = received(world, bundle_of())
        first = claim(
            Submission.objects.filter(pk=pk), state=State.CHECKING, deadline_at=seconds_from_now(100)
        )
        release(Submission.objects.all(), first)
        deadline = row(pk).deadline_at
        seen = []
        monkeypatch.setattr(
            checking_module, "_check", lambda mine, lost: seen.append((row(pk).deadline_at, row(pk).attempts))
        )
        submission_check(pk)
        assert seen == [(deadline, 2)]


class TestOurFailures:
    """A bug, or bytes that rotted, end as "our fault" with an id and a traceback, and never as a verdict."""

    def test_a_bug_ends_failed_with_an_id_that_is_in_the_log(self, world, monkeypatch, caplog):
        def bug(*args, **kwargs):
            raise ZeroDivisionError

        monkeypatch.setattr(TrekIntake, "read_bundle", bug)
        pk = received(world, bundle_of())
        with caplog.at_level(logging.ERROR):
            submission_check(pk)
        assert (row(pk).state, row(pk).outcome) == (State.FAILED, Outcome.NONE)
        (record,) = [record for record in caplog.records if record.getMessage() == "work failed"]
        assert record.failure_id == row(pk).failure_id
        assert record.exc_info[0] is ZeroDivisionError

    def test_stored_bytes_that_changed_are_never_judged(self, world):
        pk = received(world, bundle_of())
        storage.upload_path(row(pk).file_sha256).write_bytes(b"{}\n")
        submission_check(pk)
        assert (row(pk).state, SubmissionFinding.objects.count()) == (State.FAILED, 0)

    @pytest.mark.parametrize("fault", [OSError("away"), MemoryError()])
    def test_a_passing_fault_gives_the_row_back(self, world, monkeypatch, fault):
        def disturbed(*args, **kwargs):
            raise fault

        pk = received(world, bundle_of())
        with monkeypatch.context() as patched:
            patched.setattr(TrekIntake, "read_bundle", disturbed)
            submission_check(pk)
        assert (row(pk).state, row(pk).attempts, row(pk).lease_token) == (State.CHECKING, 1, None)
        submission_check(pk)
        assert (row(pk).outcome, row(pk).attempts) == (Outcome.VALID, 2)

    def test_a_release_that_is_away_for_a_while_gives_the_row_back(self, world):
        pk = received(world, bundle_of())
        folder = release_path(world.digest)
        aside = folder.with_name("aside")
        dataset_load.cache_clear()
        folder.rename(aside)
        try:
            submission_check(pk)
        finally:
            aside.rename(folder)
        assert (row(pk).state, row(pk).attempts, row(pk).lease_token) == (State.CHECKING, 1, None)
        submission_check(pk)
        assert (row(pk).outcome, row(pk).attempts) == (Outcome.VALID, 2)

    def test_a_missing_file_ends_failed_after_five_attempts(self, world, rung):
        pk = received(world, bundle_of())
        storage.upload_path(row(pk).file_sha256).unlink()
        for _ in range(7):
            submission_check(pk)
        assert (row(pk).state, row(pk).attempts) == (State.CHECKING, 5)
        submissions_sweep()
        assert row(pk).state == State.FAILED
        assert row(pk).failure_id.startswith("E-")


class TestSweep:
    """The row is the truth: whatever was forgotten is rung for, and whatever is past saving is ended."""

    def test_a_row_that_nobody_was_told_of_is_rung_once(self, rung):
        pk = submission_make(rung_at=None).pk
        assert submissions_sweep() == 1
        assert rung == [(Job.CHECK_SUBMISSION, {"submission_id": pk})]
        assert submissions_sweep() == 0

    def test_it_is_rung_again_after_a_while(self, rung):
        submission_make(rung_at=seconds_from_now(-16))
        submissions_sweep()
        assert len(rung) == 1

    def test_rows_in_work_and_final_ones_are_left_alone(self, rung):
        submission_make(state=State.CHECKING, lease_until=seconds_from_now(10), lease_token=uuid.uuid4())
        submission_make(state=State.CHECKED, outcome=Outcome.VALID)
        submission_make(state=State.FAILED)
        assert submissions_sweep() == 0

    def test_a_dead_workers_row_is_rung_for(self, rung):
        pk = submission_make(
            state=State.CHECKING, lease_until=seconds_from_now(-1), lease_token=uuid.uuid4(), attempts=1
        ).pk
        submissions_sweep()
        assert rung == [(Job.CHECK_SUBMISSION, {"submission_id": pk})]

    def test_a_long_backlog_is_rung_in_turns(self, rung):
        for _ in range(25):
            submission_make(rung_at=None)
        assert submissions_sweep() == 20
        assert submissions_sweep() == 5
        assert len({ids["submission_id"] for _, ids in rung}) == 25

    def test_a_broker_that_is_away_costs_a_row_nothing(self, monkeypatch):
        submission_make(rung_at=None)
        monkeypatch.setattr("trek_site.shared.leased_work.ring", lambda name, **ids: False)
        assert submissions_sweep() == 0
        assert Submission.objects.get().rung_at is None

    @pytest.mark.parametrize("state", [State.RECEIVED, State.CHECKING])
    def test_a_deadline_that_passed_is_our_fault_even_under_a_lease(self, state, rung):
        pk = submission_make(
            state=state,
            deadline_at=seconds_from_now(-1),
            lease_until=seconds_from_now(10),
            lease_token=uuid.uuid4(),
        ).pk
        assert submissions_sweep() == 1
        assert (row(pk).state, row(pk).lease_token, rung) == (State.FAILED, None, [])

    def test_the_last_attempt_is_let_to_its_end(self, rung):
        pk = submission_make(
            state=State.CHECKING, attempts=5, lease_until=seconds_from_now(10), lease_token=uuid.uuid4()
        ).pk
        submissions_sweep()
        assert row(pk).state == State.CHECKING

    def test_a_poisonous_upload_ends_and_the_ones_behind_it_are_served(self, rung):
        poison = submission_make(
            state=State.CHECKING, attempts=5, lease_until=seconds_from_now(-1), lease_token=uuid.uuid4()
        )
        healthy = submission_make(rung_at=None)
        submissions_sweep()
        assert row(poison.pk).state == State.FAILED
        assert rung == [(Job.CHECK_SUBMISSION, {"submission_id": healthy.pk})]

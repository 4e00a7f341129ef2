"""Cancelling, checking only, and what nobody confirmed."""

import pytest
from django.db import IntegrityError, transaction

from submissions import services, storage
from submissions.models import Submission
from submissions.states import CONFIRM_WITHIN, Outcome, State
from tests.factories import bundle_of, curator_make, submission_make, upload_make, user_make, valid_make
from trek_site.shared.errors import ConflictError, NotFoundError, PermissionRefusedError
from trek_site.shared.leases import seconds_from_now

pytestmark = pytest.mark.django_db


def reloaded(submission):
    return Submission.objects.get(pk=submission.pk)


class TestCancelling:
    """Its owner may end it as long as nothing was scored."""

    def test_it_ends_frees_the_label_and_deletes_nothing(self):
        submission = submission_make(label="agent")
        services.submission_cancel(submission.public_id, submission.owner)
        ended = reloaded(submission)
        assert (ended.state, ended.cancelled_by, ended.deadline_at) == (State.CANCELLED, "owner", None)
        assert submission_make(owner=submission.owner, label="agent").pk

    def test_a_worker_that_is_at_it_writes_nothing_more(self, world, monkeypatch):
        pk = upload_make(bundle_of(), version=world).pk
        submission = Submission.objects.get(pk=pk)
        verify = storage.stored_verify

        def cancelled_meanwhile(sha256):
            services.submission_cancel(submission.public_id, submission.owner)
            verify(sha256)

        monkeypatch.setattr("submissions.services.checking.storage.stored_verify", cancelled_meanwhile)
        services.submission_check(pk)
        assert (reloaded(submission).state, reloaded(submission).outcome) == (State.CANCELLED, Outcome.NONE)

    @pytest.mark.parametrize(
        "given",
        [
            {"state": State.FAILED},
            {"state": State.CHECKED, "outcome": Outcome.INVALID},
            {"state": State.CHECKED, "outcome": Outcome.VALID, "purpose": "check"},
        ],
    )
    def test_what_has_ended_cannot_be_cancelled(self, given):
        submission = submission_make(**given)
        with pytest.raises(ConflictError):
            services.submission_cancel(submission.public_id, submission.owner)

    def test_nobody_else_may(self):
        submission = submission_make()
        with pytest.raises(NotFoundError):
            services.submission_cancel(submission.public_id, user_make())
        with pytest.raises(PermissionRefusedError):
            services.submission_cancel(submission.public_id, curator_make())


class TestUnconfirmed:
    """What waits for its owner does not wait for ever."""

    def test_it_is_cancelled_after_a_month_and_not_before(self):
        given = {"state": State.CHECKED, "outcome": Outcome.NEEDS_CONFIRMATION}
        late_s = CONFIRM_WITHIN.total_seconds()
        late = submission_make(state_at=seconds_from_now(-late_s - 1), **given)
        in_time = submission_make(state_at=seconds_from_now(-late_s + 60), **given)
        assert services.submissions_sweep() == 1
        assert (reloaded(late).state, reloaded(late).cancelled_by) == (State.CANCELLED, "deadline")
        assert reloaded(in_time).state == State.CHECKED


class TestChecks:
    """A file that is only checked: any part of a run, no manifest, never an entry."""

    def test_part_of_a_run_is_checked_without_a_manifest(self, world, django_capture_on_commit_callbacks):
        pk = upload_make(bundle_of(missing=range(2, 40)), version=world, purpose="check").pk
        with django_capture_on_commit_callbacks() as callbacks:
            services.submission_check(pk)
        row = Submission.objects.get(pk=pk)
        assert (row.state, row.label, row.manifest, callbacks) == (State.CHECKED, "", {}, [])
        assert row.counts["counts"]["records"] == 2
        assert not Submission.objects.scorable().exists()

    @pytest.mark.parametrize("outcome", [Outcome.VALID, Outcome.NEEDS_CONFIRMATION])
    def test_it_can_be_neither_confirmed_nor_published(self, outcome):
        check = submission_make(state=State.CHECKED, outcome=outcome, purpose="check")
        for decide in (services.submission_confirm, services.submission_publish):
            with pytest.raises(ConflictError):
                decide(check.public_id, check.owner)

    @pytest.mark.parametrize("given", [{"visibility": "public"}, {"supersedes": True}])
    def test_the_database_knows_that_it_is_never_shown(self, given):
        if "supersedes" in given:
            given = {"supersedes": valid_make()}
        with pytest.raises(IntegrityError), transaction.atomic():
            submission_make(state=State.CHECKED, outcome=Outcome.VALID, purpose="check", **given)

    def test_the_same_content_is_noted_but_only_what_is_one_s_own(self, world):
        owner = user_make()
        first = upload_make(bundle_of(), owner=owner, version=world)
        services.submission_check(first.pk)
        own = upload_make(bundle_of(), owner=owner, version=world, purpose="check")
        other = upload_make(bundle_of(), version=world, purpose="check")
        for receipt in (own, other):
            services.submission_check(receipt.pk)
        notes = dict(Submission.objects.filter(findings__code="I006").values_list("pk", "findings__message"))
        assert list(notes) == [own.pk]
        assert f"uploaded before as {first.public_id}" in notes[own.pk]

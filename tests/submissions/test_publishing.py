"""What an owner decides: confirm, publish, withdraw; each may be done twice, and by nobody else."""

from functools import partial

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction

from submissions import services
from submissions.models import Notice, Submission
from submissions.selectors import submission_for
from submissions.states import Outcome, State
from tests.factories import curator_make, submission_make, user_make, valid_make
from trek_site.accounts.models import AuditEvent
from trek_site.shared.errors import (
    ConflictError,
    NotFoundError,
    PermissionRefusedError,
    RateLimitedError,
    UnprocessableError,
)

pytestmark = pytest.mark.django_db


def waiting_for_confirmation(**changes):
    return submission_make(state=State.CHECKED, outcome=Outcome.NEEDS_CONFIRMATION, **changes)


def reloaded(submission):
    return Submission.objects.get(pk=submission.pk)


class TestConfirming:
    """Gaps and unscorable lines count as failed only after the owner says so."""

    def test_it_passes_the_submission_on_once(self, django_capture_on_commit_callbacks):
        submission = waiting_for_confirmation()
        with django_capture_on_commit_callbacks() as callbacks:
            services.submission_confirm(submission.public_id, submission.owner)
            first = reloaded(submission).confirmed_at
            services.submission_confirm(submission.public_id, submission.owner)
        assert first is not None
        assert reloaded(submission).confirmed_at == first
        assert len(callbacks) == 1
        assert list(Submission.objects.scorable()) == [submission]

    @pytest.mark.parametrize("outcome", [Outcome.VALID, Outcome.INVALID])
    def test_nothing_else_can_be_confirmed(self, outcome):
        submission = submission_make(state=State.CHECKED, outcome=outcome)
        with pytest.raises(ConflictError):
            services.submission_confirm(submission.public_id, submission.owner)


class TestPublishing:
    """Private until the owner publishes."""

    def test_publishing_twice_changes_nothing(self):
        submission = valid_make()
        services.submission_publish(submission.public_id, submission.owner)
        first = reloaded(submission)
        services.submission_publish(submission.public_id, submission.owner)
        assert first.is_public
        assert reloaded(submission).published_at == first.published_at

    @pytest.mark.parametrize(
        "given",
        [
            {},
            {"state": State.CHECKING},
            {"state": State.FAILED},
            {"state": State.CHECKED, "outcome": Outcome.INVALID},
            {"state": State.CHECKED, "outcome": Outcome.NEEDS_CONFIRMATION},
        ],
    )
    def test_only_what_can_be_scored_can_be_published(self, given):
        submission = submission_make(**given)
        with pytest.raises(ConflictError):
            services.submission_publish(submission.public_id, submission.owner)

    def test_a_fourth_one_in_a_week_is_refused(self):
        first = valid_make(visibility="public")
        for _ in range(2):
            submission = valid_make(owner=first.owner, version=None, visibility="public")
        fourth = valid_make(owner=first.owner)
        with pytest.raises(RateLimitedError) as caught:
            services.submission_publish(fourth.public_id, first.owner)
        assert 6 * 86400 < caught.value.retry_after <= 7 * 86400
        services.submission_publish(submission.public_id, first.owner)

    def test_withdrawing_hides_and_publishing_again_shows(self):
        submission = valid_make(visibility="public")
        services.submission_withdraw(submission.public_id, submission.owner)
        withdrawn = reloaded(submission)
        assert (withdrawn.is_public, withdrawn.visibility) == (False, "public")
        services.submission_withdraw(submission.public_id, submission.owner)
        assert reloaded(submission).withdrawn_at == withdrawn.withdrawn_at
        services.submission_publish(submission.public_id, submission.owner)
        assert reloaded(submission).is_public

    def test_a_private_one_cannot_be_withdrawn(self):
        submission = valid_make()
        with pytest.raises(ConflictError):
            services.submission_withdraw(submission.public_id, submission.owner)


class TestWithdrawnByAModerator:
    """It stays off the board until a moderator lifts it."""

    def taken_from(self, owner):
        return valid_make(owner=owner, visibility="public")

    @pytest.mark.parametrize("withdraws_first", [False, True])
    def test_its_owner_cannot_bring_it_back_until_it_is_lifted(self, withdraws_first):
        submission, curator = self.taken_from(user_make(wants_mail=True)), curator_make()
        if withdraws_first:
            services.submission_withdraw(submission.public_id, submission.owner)
        with pytest.raises(UnprocessableError, match="Say why"):
            services.submission_withdraw(submission.public_id, curator)
        for _ in range(2):
            services.submission_withdraw(submission.public_id, curator, reason="Copied plans.")
        taken = reloaded(submission)
        assert (taken.withdrawn_by, taken.withdrawal_reason) == (curator, "Copied plans.")
        assert Notice.objects.filter(submission=submission, kind="withdrawn").count() == 1
        assert submission_for(submission.public_id, submission.owner).is_taken_off
        with pytest.raises(ConflictError, match="A moderator took this entry off the board"):
            services.submission_publish(submission.public_id, submission.owner)
        with pytest.raises(PermissionRefusedError):
            services.withdrawal_lift(submission.public_id, submission.owner)
        other = curator_make()
        assert [services.withdrawal_lift(submission.public_id, other) for _ in range(2)] == [True, False]
        assert not reloaded(submission).is_public
        services.submission_publish(submission.public_id, submission.owner)
        assert reloaded(submission).is_public
        events = AuditEvent.objects.filter(object_type="submission").order_by("pk")
        assert list(events.values_list("actor", "action")) == [
            (curator.pk, "submission.withdrawn"),
            (other.pk, "submission.withdrawal_lifted"),
        ]

    def test_its_owner_is_told_each_time(self):
        submission, curator = self.taken_from(user_make(wants_mail=True)), curator_make()
        for _ in range(2):
            services.submission_withdraw(submission.public_id, curator, reason="Why.")
            services.withdrawal_lift(submission.public_id, curator)
            services.submission_publish(submission.public_id, submission.owner)
        told = Notice.objects.filter(submission=submission, kind="withdrawn")
        assert list(told.values_list("recipient", flat=True)) == [submission.owner_id] * 2

    def test_the_database_knows_nobody_who_withdrew_what_stands(self):
        submission = valid_make(visibility="public")
        with pytest.raises(IntegrityError), transaction.atomic():
            Submission.objects.filter(pk=submission.pk).update(withdrawn_by=submission.owner)


class TestWhoMay:
    """The exact set of who may do what; for everybody else the submission does not exist."""

    ASKERS = ("owner", "stranger", "staff", "anonymous", "nobody")

    def asker(self, name, submission):
        return {
            "owner": lambda: submission.owner,
            "stranger": user_make,
            "staff": curator_make,
            "anonymous": AnonymousUser,
            "nobody": lambda: None,
        }[name]()

    @pytest.mark.parametrize("visibility", ["private", "public"])
    @pytest.mark.parametrize(
        ("service", "may", "refused"),
        [
            (services.submission_confirm, {"owner"}, {"staff"}),
            (services.submission_publish, {"owner"}, {"staff"}),
            (partial(services.submission_withdraw, reason="Why."), {"owner", "staff"}, set()),
        ],
    )
    def test_exactly_these_may(self, service, may, refused, visibility):
        answers = {}
        for name in self.ASKERS:
            make = waiting_for_confirmation if service is services.submission_confirm else valid_make
            # Withdrawing needs something public; whether it is must not change who may.
            public = "public" if isinstance(service, partial) else visibility
            submission = make(visibility=public)
            try:
                service(submission.public_id, self.asker(name, submission))
                answers[name] = "done"
            except PermissionRefusedError:
                answers[name] = "refused"
            except NotFoundError:
                answers[name] = "unknown"
        assert {name for name, answer in answers.items() if answer == "done"} == may
        assert {name for name, answer in answers.items() if answer == "refused"} == refused

    @pytest.mark.parametrize("visibility", ["private", "public"])
    def test_owner_and_staff_see_a_submission_whatever_its_visibility(self, visibility):
        submission = valid_make(visibility=visibility)
        seers = {
            name
            for name in self.ASKERS
            if Submission.objects.visible_to(self.asker(name, submission)).filter(pk=submission.pk).exists()
        }
        assert seers == {"owner", "staff"}

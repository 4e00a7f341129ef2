"""The ledger: what is charged is given back once, and what brought no entry counts apart."""

import importlib

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction
from django.db.models.functions import Now

from submissions import selectors
from submissions.limits import TREK
from submissions.models import QuotaEntry, Submission
from submissions.services import quota_give_back, submission_cancel, submission_check, submissions_sweep
from submissions.services.ledger import quota_charge
from submissions.states import Outcome, QuotaKind, QuotaReason, State
from tests.factories import submission_make, upload_make, user_make, valid_make, version_make
from trek_site.shared.errors import RateLimitedError
from trek_site.shared.leases import seconds_from_now

pytestmark = pytest.mark.django_db


def rows(submission):
    return list(submission.quota_entries.order_by("pk").values_list("kind", "amount", "reason"))


def used(owner):
    usage = selectors.usage_of(owner, "trek")
    names = ("waiting", "waiting_checks", "today", "checks", "invalid", "published")
    return {name: getattr(usage, name).used for name in names if getattr(usage, name).used}


class TestCharging:
    """One charge, at most one return, whoever asks how often."""

    def test_an_upload_is_charged_with_its_receipt(self):
        submission = Submission.objects.get(pk=upload_make().pk)
        assert rows(submission) == [("upload", 1, "received")]
        assert used(submission.owner) == {"waiting": 1, "today": 1}

    def test_a_format_check_has_a_quota_of_its_own(self):
        submission = Submission.objects.get(pk=upload_make(purpose="check").pk)
        assert rows(submission) == [("check", 1, "received")]
        assert used(submission.owner) == {"waiting_checks": 1, "checks": 1}

    def test_charging_and_giving_back_twice_is_doing_it_once(self):
        submission = valid_make()
        for _ in range(2):
            quota_charge(submission, QuotaKind.PUBLISH, QuotaReason.PUBLISHED)
        assert [quota_give_back([submission.pk], QuotaReason.OUR_FAULT) for _ in range(2)] == [2, 0]
        assert used(submission.owner) == {}
        assert QuotaEntry.objects.filter(submission=submission).count() == 4

    @pytest.mark.parametrize("given", [{"amount": 1}, {"amount": 0, "kind": "check"}])
    def test_the_database_refuses_a_second_charge_and_odd_amounts(self, given):
        submission = valid_make()
        row = {
            "submission": submission,
            "account": submission.owner,
            "track": "trek",
            "kind": "upload",
            "reason": "received",
            "at": Now(),
            **given,
        }
        with pytest.raises(IntegrityError), transaction.atomic():
            QuotaEntry.objects.create(**row)


class TestGivingBack:
    """What failed on our side, was refused or cancelled costs nobody an upload."""

    def test_a_failure_of_ours_is_given_back_once(self):
        submission = submission_make(deadline_at=seconds_from_now(-1))
        submissions_sweep()
        submissions_sweep()
        submission.refresh_from_db()
        assert submission.state == State.FAILED
        assert rows(submission)[1:] == [("upload", -1, "our_fault")]
        assert used(submission.owner) == {}

    def test_a_refused_upload_counts_as_one_that_brought_no_entry(self, world):
        pk = upload_make(b"x\n", version=world).pk
        submission_check(pk)
        submission = Submission.objects.get(pk=pk)
        assert submission.outcome == Outcome.INVALID
        assert rows(submission) == [
            ("upload", 1, "received"),
            ("upload", -1, "refused"),
            ("invalid", 1, "refused"),
        ]

    def test_a_refused_format_check_stays_a_check(self, world):
        pk = upload_make(b"x\n", version=world, purpose="check").pk
        submission_check(pk)
        assert rows(Submission.objects.get(pk=pk)) == [("check", 1, "received")]

    def test_the_cap_on_refused_uploads_holds(self):
        owner, version = user_make(), version_make()
        for number in range(TREK.invalid_per_day):
            submission_make(
                owner=owner,
                version=version,
                state=State.CHECKED,
                outcome=Outcome.INVALID,
                received_at=seconds_from_now(-60 * (number + 1)),
            )
        with pytest.raises(RateLimitedError, match="60 of 60 refused or cancelled uploads in 24 hours"):
            upload_make(owner=owner, version=version)
        assert upload_make(owner=owner, version=version, purpose="check").is_new

    @pytest.mark.parametrize(
        ("state", "outcome", "counts"),
        [
            (State.RECEIVED, Outcome.NONE, {"invalid": 1}),
            (State.CHECKING, Outcome.NONE, {"invalid": 1}),
            # The check was made; what it cost is not given back.
            (State.CHECKED, Outcome.NEEDS_CONFIRMATION, {"today": 1}),
        ],
    )
    def test_a_cancelled_upload_counts_where_it_belongs(self, state, outcome, counts):
        submission = submission_make(state=state, outcome=outcome)
        for _ in range(2):
            submission_cancel(submission.public_id, submission.owner)
        assert used(submission.owner) == counts


class TestEarlierRows:
    """What was there before the ledger is charged as it was counted then."""

    def test_everything_is_written_as_it_counted(self):
        owner, version = user_make(), version_make()
        given = {"owner": owner, "version": version}
        submission_make(state=State.FAILED, **given)
        submission_make(state=State.CHECKED, outcome=Outcome.INVALID, **given)
        valid_make(visibility="public", **given)
        submission_make(**given)
        before = used(owner)
        QuotaEntry.objects.all().delete()
        migration = importlib.import_module("submissions.migrations.0004_ledger_of_earlier_uploads")
        migration.write(apps, None)
        assert used(owner) == before == {"waiting": 1, "today": 2, "invalid": 1, "published": 1}

"""Repeated requests and quotas: the same key is the same submission, and limits hold."""

import re
from datetime import datetime, timedelta

import pytest

from submissions import selectors
from submissions.limits import TREK, UPLOAD_LIMITS
from submissions.models import Submission
from submissions.states import Outcome, State
from tests.factories import LINE, submission_make, user_make, valid_make, version_make
from tests.submissions.uploads import files, receive
from trek_site.shared.errors import ConflictError, RateLimitedError, UnprocessableError
from trek_site.shared.leases import seconds_from_now

pytestmark = pytest.mark.django_db


class TestIdempotency:
    """The same key with the same bytes is the same submission."""

    def test_a_repeated_request_meets_its_first_one(self):
        owner, version = user_make(), version_make()
        first = receive(owner=owner, version=version, key="k")
        again = receive(owner=owner, version=version, key="k")
        assert (again.public_id, again.is_new) == (first.public_id, False)
        assert Submission.objects.count() == 1

    def test_it_does_so_even_when_the_quota_is_used_up(self):
        owner, version = user_make(), version_make()
        first = receive(owner=owner, version=version, key="k")
        receive(owner=owner, version=version)
        assert receive(owner=owner, version=version, key="k").public_id == first.public_id

    def test_other_bytes_under_the_same_key_are_a_conflict(self):
        owner, version = user_make(), version_make()
        receive(owner=owner, version=version, key="k")
        with pytest.raises(ConflictError):
            receive(owner=owner, version=version, key="k", upload=[LINE * 2])
        assert len(files()) == 1

    def test_keys_of_two_accounts_do_not_meet(self):
        version = version_make()
        first = receive(version=version, key="k")
        assert receive(version=version, key="k").pk != first.pk

    @pytest.mark.parametrize("key", ["", "x" * 201, "a\x00b", "a\nb"])
    def test_a_key_that_cannot_be_stored_is_refused(self, key):
        with pytest.raises(UnprocessableError):
            receive(key=key)


class TestQuotas:
    """Limits per account, and what failed on our side is given back."""

    def test_the_limits_are_those_that_are_published(self):
        assert UPLOAD_LIMITS["trek"] is TREK
        assert (TREK.upload_bytes, TREK.waiting, TREK.uploads_per_day, TREK.published_per_week) == (
            256 * 1024 * 1024,
            2,
            20,
            3,
        )

    def test_two_uploads_may_wait(self):
        owner, version = user_make(), version_make()
        for _ in range(2):
            receive(owner=owner, version=version)
        with pytest.raises(RateLimitedError) as caught:
            receive(owner=owner, version=version)
        text = (
            "Quota reached: 2 of 2 uploads that wait for their check. "
            "Next upload possible as soon as one of them is checked."
        )
        assert (caught.value.detail, caught.value.errors) == (text, ({"code": "F005", "detail": text},))
        assert caught.value.retry_after == 30
        assert receive(version=version).is_new

    def test_the_bytes_of_a_refused_upload_are_not_read(self):
        owner, version = user_make(), version_make()
        for _ in range(2):
            receive(owner=owner, version=version)

        def unread():
            pytest.fail("read")
            yield b""

        with pytest.raises(RateLimitedError):
            receive(owner=owner, version=version, upload=unread())

    def test_twenty_checks_a_day(self):
        owner, version = user_make(), version_make()
        for age_h in range(20):
            valid_make(owner=owner, version=version, received_at=seconds_from_now(-3600 * (age_h + 0.5)))
        with pytest.raises(RateLimitedError) as caught:
            receive(owner=owner, version=version)
        assert 4.4 * 3600 < caught.value.retry_after <= 4.5 * 3600
        frees_at = Submission.objects.earliest("received_at").received_at + timedelta(days=1)
        shown = re.search(r"Next upload possible at (\S+ \S+) UTC\.$", caught.value.detail)[1]
        late = datetime.fromisoformat(f"{shown}+00:00") - frees_at
        assert timedelta(0) <= late < timedelta(seconds=1)

    def test_after_a_limit_was_lowered_as_many_have_to_leave_the_window_as_are_over_it(self):
        owner, version = user_make(), version_make()
        for age_h in range(22):
            valid_make(owner=owner, version=version, received_at=seconds_from_now(-3600 * (age_h + 0.5)))
        quota = selectors.usage_of(owner, "trek").today
        assert (quota.used, quota.limit, quota.is_used_up) == (22, 20, True)
        # The one received 19.5 hours ago is the third to leave.
        assert 4.4 * 3600 < quota.retry_after <= 4.5 * 3600

    def test_a_quota_with_room_names_no_time(self):
        usage = selectors.usage_of(user_make(), "trek")
        for quota, limit in ((usage.waiting, 2), (usage.today, 20), (usage.published, 3)):
            assert (quota.used, quota.limit, quota.frees_at, quota.is_used_up) == (0, limit, None, False)

    @pytest.mark.parametrize(
        "spared", [{"state": State.FAILED}, {"received_at": seconds_from_now(-24 * 3600 - 1)}]
    )
    def test_failures_of_ours_and_yesterdays_uploads_do_not_count(self, spared):
        owner, version = user_make(), version_make()
        for number in range(20):
            state = {"state": State.CHECKED, "outcome": Outcome.INVALID} if number else spared
            submission_make(owner=owner, version=version, **{**state, "label": f"l{number}"})
        if "received_at" in spared:
            Submission.objects.filter(label="l0").update(
                state=State.CHECKED, outcome=Outcome.INVALID, deadline_at=None
            )
        assert receive(owner=owner, version=version).is_new

    def test_three_entries_made_public_in_a_week(self):
        owner, version = user_make(), version_make()
        for _ in range(3):
            valid_make(owner=owner, version=version, visibility="public")
        with pytest.raises(RateLimitedError, match="published"):
            receive(owner=owner, version=version, visibility="public")
        assert receive(owner=owner, version=version).is_new

    def test_staff_upload_reference_runs_without_limit(self):
        owner, version = user_make(is_staff=True), version_make()
        for _ in range(4):
            receive(owner=owner, version=version, visibility="public")
        waiting = selectors.usage_of(owner, "trek").waiting
        assert (waiting.used, waiting.limit, waiting.is_used_up) == (4, None, False)

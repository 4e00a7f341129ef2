"""Without names until a day, in place of an earlier entry, and as the manifest wishes."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction

from kb_browser.selectors import version_facts
from submissions import services
from submissions.models import Submission
from submissions.states import Visibility
from tests.factories import bundle_of, upload_make, user_make, valid_make
from tests.manifests import manifest_make
from trek_site.shared.errors import ConflictError, UnprocessableError
from trek_site.shared.leases import seconds_from_now

pytestmark = pytest.mark.django_db


def reloaded(submission):
    return Submission.objects.get(pk=submission.pk)


def publish(submission, **how):
    return services.submission_publish(submission.public_id, submission.owner, **how)


def in_days(days):
    return (datetime.now(UTC) + timedelta(days=days)).date()


class TestAnonymous:
    """Names are left out until a day, 180 days away at most, and then appear for ever."""

    def test_without_a_day_it_is_as_long_as_allowed(self):
        submission = valid_make()
        publish(submission, visibility=Visibility.ANONYMOUS)
        row = reloaded(submission)
        assert (row.visibility, row.is_public) == ("anonymous", True)
        assert row.anonymous_until - row.published_at <= timedelta(days=180)
        assert row.anonymous_until - row.published_at > timedelta(days=179)

    def test_a_day_is_its_beginning_in_utc(self):
        submission = valid_make()
        publish(submission, visibility=Visibility.ANONYMOUS, until=in_days(30))
        until = reloaded(submission).anonymous_until
        assert until == datetime.combine(in_days(30), datetime.min.time(), tzinfo=UTC)

    @pytest.mark.parametrize("days", [0, -1, 182])
    def test_a_day_that_is_past_or_too_far_is_refused(self, days):
        submission = valid_make()
        with pytest.raises(UnprocessableError) as caught:
            publish(submission, visibility=Visibility.ANONYMOUS, until=in_days(days))
        assert caught.value.errors[0]["pointer"] == "/until"
        assert reloaded(submission).visibility == "private"

    @pytest.mark.parametrize("how", [{}, {"visibility": Visibility.PUBLIC}])
    def test_a_day_for_an_entry_with_names_is_refused_before_any_name_is_shown(self, how):
        submission = valid_make()
        publish(submission, visibility=Visibility.ANONYMOUS)
        for one, before in ((submission, "anonymous"), (valid_make(), "private")):
            with pytest.raises(UnprocessableError) as caught:
                publish(one, until=in_days(30), **how)
            assert [error["pointer"] for error in caught.value.errors] == ["/until"]
            assert reloaded(one).visibility == before

    def test_the_database_knows_the_longest_time(self):
        with pytest.raises(IntegrityError, match="public"), transaction.atomic():
            valid_make(visibility="anonymous", anonymous_until=seconds_from_now(181 * 86400))

    def test_the_owner_may_show_the_names_and_not_hide_them_again(self):
        submission = valid_make(visibility="anonymous")
        publish(submission)
        assert reloaded(submission).visibility == "public"
        with pytest.raises(ConflictError, match="shown already"):
            publish(submission, visibility=Visibility.ANONYMOUS)

    def test_names_appear_when_it_is_time_and_once(self):
        due = valid_make(
            visibility="anonymous",
            published_at=seconds_from_now(-1000),
            anonymous_until=seconds_from_now(-1),
        )
        valid_make(visibility="anonymous")
        assert services.anonymity_due() == (due.pk,)
        assert [services.anonymity_end(due.pk) for _ in range(2)] == [True, False]
        assert reloaded(due).visibility == "public"

    def test_without_consent_nothing_is_published(self):
        submission = valid_make(manifest={})
        with pytest.raises(ConflictError, match="consent"):
            publish(submission)


class TestSuperseding:
    """A later version takes the place of an earlier one, for ever."""

    def test_the_earlier_one_is_marked_once_the_later_is_shown(self):
        first = valid_make(visibility="public")
        second = valid_make(owner=first.owner, supersedes=first)
        assert services.submission_supersede(second.pk) is None
        publish(second)
        assert services.submission_supersede(second.pk) == first.pk
        assert services.submission_supersede(second.pk) is None
        services.submission_withdraw(second.public_id, second.owner)
        assert reloaded(first).superseded_at is not None

    def test_an_entry_without_names_leaves_one_that_bears_them_alone(self):
        named, unnamed = valid_make(visibility="public"), valid_make(visibility="anonymous")
        assert services.submission_supersede(valid_make(visibility="anonymous", supersedes=named).pk) is None
        later = valid_make(visibility="anonymous", supersedes=unnamed)
        assert services.submission_supersede(later.pk) == unnamed.pk

    @pytest.mark.parametrize("whose", ["own", "other"])
    def test_only_one_s_own_entries_can_be_replaced(self, whose):
        first = valid_make()
        owner = first.owner if whose == "own" else user_make()
        version = Submission.objects.get(pk=first.pk).dataset_version
        given = {"owner": owner, "version": version_facts(version), "supersedes": first.public_id}
        if whose == "own":
            assert Submission.objects.get(pk=upload_make(**given).pk).supersedes == first
        else:
            with pytest.raises(UnprocessableError):
                upload_make(**given)


class TestWishes:
    """A manifest may ask to be published; it is, as soon as the run is found sound."""

    @pytest.mark.parametrize("visibility", ["private", "anonymous", "public"])
    def test_it_is_granted_with_the_check_and_charged_then(self, world, visibility):
        receipt = upload_make(bundle_of(), version=world, visibility=visibility)
        before = Submission.objects.get(pk=receipt.pk)
        assert (before.visibility, before.published_at) == ("private", None)
        services.submission_check(receipt.pk)
        row = Submission.objects.get(pk=receipt.pk)
        assert row.visibility == visibility
        assert row.quota_entries.filter(kind="publish").count() == (visibility != "private")

    def test_a_refused_run_is_never_shown(self, world):
        receipt = upload_make(b"x\n", version=world, visibility="public")
        services.submission_check(receipt.pk)
        assert Submission.objects.get(pk=receipt.pk).visibility == "private"

    def test_one_that_waits_for_its_owner_is_shown_with_the_confirmation(self, world):
        receipt = upload_make(bundle_of(missing=[0]), version=world, visibility="public")
        services.submission_check(receipt.pk)
        row = Submission.objects.get(pk=receipt.pk)
        assert row.visibility == "private"
        services.submission_confirm(row.public_id, row.owner)
        assert reloaded(row).visibility == "public"

    def test_where_the_quota_is_used_up_meanwhile_it_stays_private(self, world):
        owner = user_make()
        receipt = upload_make(bundle_of(), owner=owner, version=world, visibility="public")
        for _ in range(3):
            valid_make(owner=owner, version=world, visibility="public")
        services.submission_check(receipt.pk)
        row = Submission.objects.get(pk=receipt.pk)
        assert (row.outcome, row.visibility) == ("valid", "private")


class TestColumns:
    """Boards are asked about columns; the manifest fills them."""

    def test_they_say_what_the_manifest_says(self, world):
        said = {
            "visibility": "private",
            "organisation": "Northlight",
            "model": {"name": "Meridian"},
            "track": "custom",
            "description": "Another prompt.",
            "sections": {"disclosure": {"kb_outside_tools": True}, "consent": {"publish_plans": False}},
        }
        row = Submission.objects.get(pk=upload_make(version=world, label="agent", **said).pk)
        assert (row.label, row.organisation, row.model_name) == ("agent", "Northlight", "Meridian")
        assert (row.division, row.description, row.open_weights) == ("custom", "Another prompt.", "no")
        assert row.unranked_by == ["The agent read the data other than through the tools."]
        assert not row.publishes_plans
        assert row.manifest == manifest_make(version=world, label="agent", **said)

"""What is sent for a team is the team's: its members at this moment act on it, and nobody else."""

import pytest
from allauth.account.models import EmailAddress

from submissions import selectors, services
from submissions.limits import TREK
from submissions.models import Submission
from tests.factories import LINE, team_make, upload_make, user_make, valid_make, version_make
from trek_site.accounts.models import Membership
from trek_site.accounts.services import member_remove
from trek_site.shared.errors import (
    NotFoundError,
    PermissionRefusedError,
    RateLimitedError,
    UnprocessableError,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    """A team of two, somebody who left it, and others."""
    sender, mate, left = user_make(), user_make(), user_make()
    team = team_make(sender, mate, left)
    Membership.objects.filter(user=left).delete()
    return {
        "sender": sender,
        "mate": mate,
        "left": left,
        "stranger": user_make(),
        "staff": user_make(is_staff=True, is_superuser=True),
        "team": team,
    }


def seers(submission, people):
    return {
        name
        for name, person in people.items()
        if name != "team" and Submission.objects.visible_to(person).filter(pk=submission.pk).exists()
    }


class TestRights:
    """Derived at the time of the request."""

    def test_members_and_staff_see_it(self, people):
        submission = valid_make(owner=people["sender"], team=people["team"])
        assert seers(submission, people) == {"sender", "mate", "staff"}

    def test_whoever_left_sees_nothing_of_it_not_even_what_they_sent(self, people):
        submission = valid_make(owner=people["left"], team=people["team"])
        assert seers(submission, people) == {"sender", "mate", "staff"}
        with pytest.raises(NotFoundError):
            services.submission_publish(submission.public_id, people["left"])

    def test_what_was_sent_for_nobody_else_stays_with_its_sender(self, people):
        assert seers(valid_make(owner=people["sender"]), people) == {"sender", "staff"}

    def test_any_member_publishes_and_withdraws(self, people):
        submission = valid_make(owner=people["sender"], team=people["team"])
        services.submission_publish(submission.public_id, people["mate"])
        services.submission_withdraw(submission.public_id, people["mate"])
        with pytest.raises(PermissionRefusedError):
            services.submission_publish(submission.public_id, people["staff"])

    def test_lists_hold_what_is_one_s_own_and_one_s_teams(self, people):
        shared = valid_make(owner=people["sender"], team=people["team"])
        alone = valid_make(owner=people["mate"])
        lines, total = selectors.submissions_of(people["mate"])
        assert ([line.pk for line in lines], total) == ([alone.pk, shared.pk], 2)
        assert {line.team for line in lines} == {"", people["team"].name}


class TestSending:
    """Only members send something for a team."""

    def test_a_member_does(self, people):
        receipt = upload_make(owner=people["mate"], team=people["team"].public_id)
        assert Submission.objects.get(pk=receipt.pk).team == people["team"]

    @pytest.mark.parametrize("who", ["left", "stranger"])
    def test_others_do_not_and_learn_nothing(self, people, who):
        with pytest.raises(UnprocessableError) as caught:
            upload_make(owner=people[who], team=people["team"].public_id)
        assert caught.value.errors[0]["pointer"] == "/team"

    def test_whoever_leaves_while_the_bytes_come_does_not_and_learns_as_little(self, people):
        def leaving():
            yield LINE
            member_remove(people["mate"], people["team"].public_id, people["mate"].pk)

        with pytest.raises(UnprocessableError) as caught:
            upload_make(leaving(), owner=people["mate"], team=people["team"].public_id)
        assert caught.value.errors[0]["pointer"] == "/team"
        assert Submission.objects.count() == 0

    def test_an_account_for_which_nobody_answers_does_not_send_anything(self):
        owner = user_make()
        EmailAddress.objects.create(user=owner, email=owner.email, verified=False, primary=True)
        for purpose in ("entry", "check"):
            with pytest.raises(PermissionRefusedError, match="Confirm the address"):
                upload_make(owner=owner, purpose=purpose)


class TestQuotas:
    """A team has quotas beside those of its members."""

    def test_publications_are_counted_for_the_team(self, people):
        version = version_make()
        team = {"team": people["team"], "version": version}
        for _ in range(TREK.published_per_week):
            valid_make(owner=people["sender"], visibility="public", **team)
        one_more = valid_make(owner=people["mate"], **team)
        with pytest.raises(RateLimitedError, match="3 of 3 entries published"):
            services.submission_publish(one_more.public_id, people["mate"])
        alone = valid_make(owner=people["sender"], version=version)
        services.submission_publish(alone.public_id, people["sender"])

    def test_uploads_are_counted_for_the_team_and_each_member(self, people):
        version = version_make()
        for number in range(TREK.team_uploads_per_day):
            owner = people["sender"] if number % 2 else user_make()
            valid_make(owner=owner, team=people["team"], version=version)
        with pytest.raises(RateLimitedError, match="60 of 60 uploads of the team in 24 hours"):
            upload_make(owner=people["mate"], version=version, team=people["team"].public_id)
        assert upload_make(owner=people["mate"], version=version).is_new

    def test_they_are_shown_before_a_team_is_chosen(self, client, people, django_assert_num_queries):
        version, ours = version_make(), people["team"]
        for _ in range(2):
            valid_make(owner=people["mate"], team=ours, version=version)
        valid_make(owner=people["mate"], team=ours, version=version, visibility="public")
        valid_make(owner=people["sender"], version=version)
        other = team_make(people["sender"], name="Another team")
        asked = [ours.pk, other.pk]
        with django_assert_num_queries(1):
            usage = selectors.teams_usage_of(people["sender"], "trek", asked)
        assert [(usage[pk].uploads.used, usage[pk].published.used) for pk in asked] == [(3, 1), (0, 0)]
        assert selectors.teams_usage_of(people["staff"], "trek", asked)[ours.pk].uploads.limit is None
        client.force_login(people["sender"])
        page = client.get("/submit/")
        assert [(team.name, [line.used for line in team.lines]) for team in page.context["team_quotas"]] == [
            ("Another team", [0, 0]),
            (ours.name, [3, 1]),
        ]
        assert "3 of 60" in page.content.decode()

"""Whoever has sent much does not keep others from having theirs checked."""

import pytest

from submissions.models import Submission
from submissions.services import submission_check_next
from submissions.states import State
from submissions.tasks import check_submission
from tests.factories import submission_make, team_make, upload_make, user_make

pytestmark = [pytest.mark.django_db, pytest.mark.stack]


@pytest.fixture(autouse=True)
def _nobody_listens(monkeypatch):
    """Messages are dropped: these tests deliver jobs themselves."""
    monkeypatch.setattr("trek_site.shared.jobs.ring", lambda name, **ids: True)


def checked():
    return set(Submission.objects.filter(state=State.CHECKED).values_list("pk", flat=True))


def test_one_upload_behind_twenty_of_another_account_is_checked_within_two_turns(world):
    busy = user_make(is_staff=True)
    many = [upload_make(owner=busy, version=world, label=f"run-{n}").pk for n in range(20)]
    one = upload_make(owner=user_make(), version=world).pk
    # The messages come in the order in which they were sent.
    for pk in many[:2]:
        check_submission(pk)
    assert checked() == {many[0], one}


def test_every_message_brings_one_check_and_none_is_left(world):
    pks = {upload_make(owner=user_make(), version=world).pk for _ in range(3)}
    for pk in pks:
        check_submission(pk)
    assert checked() == pks
    assert not submission_check_next()


def test_what_is_made_for_a_team_takes_turns_of_its_own():
    person = user_make()
    team = team_make(person)
    own, teams = submission_make(owner=person), submission_make(owner=person, team=team)
    assert (own.party, teams.party) == (-person.pk, team.pk)

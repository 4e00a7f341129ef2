"""Owners see who of the staff looked at what is not public."""

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from submissions.models import StaffLook
from submissions.selectors import LookFacts, looks_at
from submissions.services import look_note
from submissions.states import Door, Visibility
from tests.factories import curator_make, submission_make, team_make, user_make, valid_make

pytestmark = pytest.mark.django_db


def looks(submission):
    return [(look.who, look.door) for look in looks_at(submission.pk)]


class TestNoting:
    """One note a day and door, about staff who look at what others sent."""

    def test_it_says_who_when_and_by_which_door(self):
        submission, curator = submission_make(), curator_make()
        look_note(curator, door=Door.PAGE, public_id=submission.public_id)
        today = timezone.localdate()
        assert looks_at(submission.pk) == (LookFacts(day=today, who=curator.username, door=Door.PAGE),)

    def test_looking_again_changes_nothing(self):
        submission, curator = submission_make(), curator_make()
        for door in (Door.PAGE, Door.API, Door.PAGE):
            look_note(curator, door=door, pk=submission.pk)
        assert looks(submission) == [(curator.username, Door.API), (curator.username, Door.PAGE)]

    def test_the_database_keeps_a_second_note_out(self):
        submission, curator = submission_make(), curator_make()
        given = {"submission": submission, "staff": curator, "day": timezone.localdate()}
        StaffLook.objects.create(**given, door=Door.PAGE)
        for door in (Door.PAGE, "window"):
            with pytest.raises(IntegrityError), transaction.atomic():
                StaffLook.objects.create(**given, door=door)

    def test_whose_it_is_leaves_no_note_and_neither_do_others(self):
        owner, mate = curator_make(), curator_make()
        submission = submission_make(owner=owner, team=team_make(owner, mate))
        for viewer in (owner, mate, user_make(), None):
            look_note(viewer, door=Door.PAGE, pk=submission.pk)
        assert looks(submission) == []

    @pytest.mark.parametrize(
        ("visibility", "is_noted"),
        [(Visibility.PRIVATE, True), (Visibility.ANONYMOUS, True), (Visibility.PUBLIC, False)],
    )
    def test_scores_and_names_are_private_until_they_are_shown(self, visibility, is_noted):
        submission = valid_make(visibility=visibility)
        look_note(curator_make(), door=Door.PAGE, is_of_scores=True, pk=submission.pk)
        assert bool(looks(submission)) is is_noted

    def test_status_and_findings_stay_private(self):
        submission = valid_make(visibility=Visibility.PUBLIC)
        look_note(curator_make(), door=Door.PAGE, pk=submission.pk)
        assert len(looks(submission)) == 1

"""The admin shows and nudges; it has no rules of its own and edits nothing."""

import pytest
from django.contrib.admin.sites import site
from django.core.management import call_command
from django.test import RequestFactory
from django.urls import reverse

from submissions.models import Submission, SubmissionFinding
from submissions.states import State
from tests.factories import submission_make, user_make
from trek_site.shared.leases import seconds_from_now

pytestmark = pytest.mark.django_db


@pytest.fixture
def curator(client):
    user = user_make(is_staff=True, is_superuser=True)
    client.force_login(user)
    return user


def test_lists_and_details_are_shown(client, curator):
    submission = submission_make()
    SubmissionFinding.objects.create(
        submission=submission, ordinal=0, code="R401", severity="R", stage="json", message="<b>x</b>"
    )
    assert client.get(reverse("admin:submissions_submission_changelist")).status_code == 200
    page = client.get(reverse("admin:submissions_submission_change", args=[submission.pk]))
    assert page.status_code == 200
    assert b"&lt;b&gt;x" in page.content


def test_nothing_is_added_or_deleted_and_no_field_is_editable(client, curator):
    model_admin = site.get_model_admin(Submission)
    request = RequestFactory().get("/")
    request.user = curator
    assert not model_admin.has_add_permission(request)
    assert not model_admin.has_delete_permission(request)
    names = {field.name for field in Submission._meta.fields}
    assert set(model_admin.get_readonly_fields(request)) == names


def test_the_sweep_can_be_asked_for(client, curator, monkeypatch):
    monkeypatch.setattr("trek_site.shared.leased_work.ring", lambda name, **ids: True)
    submission = submission_make(rung_at=None)
    answer = client.post(
        reverse("admin:submissions_submission_changelist"),
        {"action": "ring", "_selected_action": [submission.pk]},
        follow=True,
    )
    assert b"Rung or ended: 1." in answer.content


def test_the_command_sweeps_and_counts(capsys):
    submission_make(deadline_at=seconds_from_now(-1))
    submission_make(state=State.FAILED)
    call_command("ring_submissions")
    assert capsys.readouterr().out.splitlines() == ["rung or ended 1", "failed 2"]


def test_the_upload_sweep_command_says_how_many_went(capsys):
    call_command("sweep_uploads")
    assert capsys.readouterr().out == "removed 0\n"


@pytest.mark.parametrize("who", ["anonymous", "submitter"])
def test_nobody_else_gets_in(client, who):
    if who == "submitter":
        client.force_login(user_make())
    answer = client.get(reverse("admin:submissions_submission_changelist"))
    assert answer.status_code == 302
    assert "login" in answer.url or "sign-in" in answer.url

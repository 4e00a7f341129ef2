"""The admin shows results and moderates; it edits nothing."""

import pytest
from django.contrib.admin.sites import site
from django.test import RequestFactory
from django.urls import reverse

from scoring.models import BoardRevision, Evaluation, IntegrityReview, LeaderboardEntry
from scoring.services import board_refresh
from scoring.states import Unranked
from scoring.tracks import DEFAULT, EVALUATORS
from submissions.models import Notice
from tests.factories import entry_make, evaluation_make, user_make, valid_make
from trek_site.accounts.models import AuditEvent

pytestmark = pytest.mark.django_db

MODELS = [Evaluation, LeaderboardEntry, BoardRevision]


@pytest.fixture
def curator(client):
    user = user_make(is_staff=True, is_superuser=True)
    client.force_login(user)
    return user


def act(client, model, action, row, **typed):
    return client.post(
        reverse(f"admin:scoring_{model._meta.model_name}_changelist"),
        {"action": action, "_selected_action": [row.pk], **typed},
        follow=True,
    ).content.decode()


@pytest.mark.parametrize("model", MODELS)
def test_lists_and_details_are_shown_and_nothing_is_editable(client, curator, model):
    entry = entry_make()
    board_refresh(entry.dataset_version_id, DEFAULT)
    name = model._meta.model_name
    assert client.get(reverse(f"admin:scoring_{name}_changelist")).status_code == 200
    pk = model.objects.get().pk
    assert client.get(reverse(f"admin:scoring_{name}_change", args=[pk])).status_code == 200
    request = RequestFactory().get("/")
    request.user = curator
    model_admin = site.get_model_admin(model)
    assert not model_admin.has_add_permission(request)
    assert not model_admin.has_delete_permission(request)
    assert set(model_admin.get_readonly_fields(request)) >= {field.name for field in model._meta.fields}
    assert not model_admin.has_change_permission(request, model.objects.get())


def test_an_entry_is_taken_off_the_board_by_a_review_with_a_reason(client, curator):
    submission = valid_make(visibility="public", owner=user_make(wants_mail=True))
    entry = entry_make(submission)
    board_refresh(entry.dataset_version_id, DEFAULT)
    for typed in ({}, {"public_reason": " "}):
        asked = act(client, LeaderboardEntry, "withdraw", entry, **typed)
        assert submission.public_id in asked
        assert ("This field is required." in asked) == bool(typed)
        entry.refresh_from_db()
        assert entry.unranked_reason == ""
    assert "withdrawn" in act(client, LeaderboardEntry, "withdraw", entry, public_reason="Copied plans.")
    entry.refresh_from_db()
    assert (entry.rank, entry.unranked_reason) == (None, Unranked.WITHDRAWN)
    review = IntegrityReview.objects.get()
    assert (review.verdict, review.public_reason, review.by) == ("withdrawn", "Copied plans.", curator)
    events = AuditEvent.objects.filter(object_id=submission.public_id).order_by("pk")
    assert list(events.values_list("actor", "action")) == [
        (curator.pk, "review.withdrawn"),
        (curator.pk, "submission.withdrawn"),
    ]
    assert events[0].detail["reason"] == "Copied plans."
    assert list(Notice.objects.values_list("recipient", "kind")) == [(submission.owner_id, "reviewed")]
    assert "its owner may publish it again" in act(client, LeaderboardEntry, "lift", entry)
    assert "no moderator took it off" in act(client, LeaderboardEntry, "lift", entry)


def test_a_private_entry_is_named_as_not_public(client, curator):
    entry = entry_make(valid_make())
    assert "is not published" in act(client, LeaderboardEntry, "withdraw", entry, public_reason="Why.")
    assert not IntegrityReview.objects.exists()


def test_a_submission_on_two_boards_is_withdrawn_by_one_review(client, curator):
    submission = valid_make(visibility="public")
    rows = [entry_make(submission, evaluator_version=track.evaluator_version) for track in EVALUATORS]
    typed = {"action": "withdraw", "_selected_action": [row.pk for row in rows], "public_reason": "Why."}
    client.post(reverse("admin:scoring_leaderboardentry_changelist"), typed)
    assert IntegrityReview.objects.count() == 1


def test_the_sweep_can_be_asked_for(client, curator, monkeypatch):
    monkeypatch.setattr("trek_site.shared.leased_work.ring", lambda name, **ids: True)
    evaluation = evaluation_make()
    assert "Rung, queued or ended: 1." in act(client, Evaluation, "ring", evaluation)


def test_nobody_else_gets_in(client):
    client.force_login(user_make())
    assert client.get(reverse("admin:scoring_evaluation_changelist")).status_code == 302

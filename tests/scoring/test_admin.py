"""The admin shows results and moderates; it edits nothing."""

import pytest
from django.contrib.admin.sites import site
from django.test import RequestFactory
from django.urls import reverse

from scoring.models import BoardRevision, Evaluation, LeaderboardEntry
from scoring.services import board_refresh
from scoring.states import Unranked
from scoring.tracks import DEFAULT
from tests.factories import entry_make, evaluation_make, user_make, valid_make

pytestmark = pytest.mark.django_db

MODELS = [Evaluation, LeaderboardEntry, BoardRevision]


@pytest.fixture
def curator(client):
    user = user_make(is_staff=True, is_superuser=True)
    client.force_login(user)
    return user


def act(client, model, action, row):
    return client.post(
        reverse(f"admin:scoring_{model._meta.model_name}_changelist"),
        {"action": action, "_selected_action": [row.pk]},
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


def test_an_entry_is_taken_off_the_board_through_the_service(client, curator):
    entry = entry_make(valid_make(visibility="public"))
    board_refresh(entry.dataset_version_id, DEFAULT)
    assert "withdrawn" in act(client, LeaderboardEntry, "withdraw", entry)
    entry.refresh_from_db()
    assert (entry.rank, entry.unranked_reason) == (None, Unranked.WITHDRAWN)
    assert "its owner may publish it again" in act(client, LeaderboardEntry, "lift", entry)
    assert "no moderator took it off" in act(client, LeaderboardEntry, "lift", entry)


def test_a_private_entry_is_named_as_not_public(client, curator):
    entry = entry_make(valid_make())
    assert "is not published" in act(client, LeaderboardEntry, "withdraw", entry)


def test_the_sweep_can_be_asked_for(client, curator, monkeypatch):
    monkeypatch.setattr("trek_site.shared.leased_work.ring", lambda name, **ids: True)
    evaluation = evaluation_make()
    assert "Rung, queued or ended: 1." in act(client, Evaluation, "ring", evaluation)


def test_nobody_else_gets_in(client):
    client.force_login(user_make())
    assert client.get(reverse("admin:scoring_evaluation_changelist")).status_code == 302

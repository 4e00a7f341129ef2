"""The admin shows dataset versions and publishes them; it edits nothing."""

import pytest
from django.contrib.admin.sites import site
from django.test import RequestFactory
from django.urls import reverse

from kb_browser.models import DatasetVersion, Task
from tests.factories import user_make, version_make

pytestmark = pytest.mark.django_db


@pytest.fixture
def curator(client):
    user = user_make(is_staff=True, is_superuser=True)
    client.force_login(user)
    return user


def test_lists_and_details_are_shown(client, curator):
    version = version_make()
    for name, pk in (("datasetversion", version.pk), ("task", Task.objects.first().pk)):
        assert client.get(reverse(f"admin:kb_browser_{name}_changelist")).status_code == 200
        assert client.get(reverse(f"admin:kb_browser_{name}_change", args=[pk])).status_code == 200


def test_a_draft_is_published_through_the_service(client, curator):
    version = version_make(is_published=False)
    answer = client.post(
        reverse("admin:kb_browser_datasetversion_changelist"),
        {"action": "publish", "_selected_action": [version.pk]},
        follow=True,
    )
    assert b"Published: 1." in answer.content
    assert DatasetVersion.objects.get().is_published


def test_nothing_is_added_edited_or_deleted(curator):
    request = RequestFactory().get("/")
    request.user = curator
    versions, tasks = site.get_model_admin(DatasetVersion), site.get_model_admin(Task)
    for model_admin in (versions, tasks):
        assert not model_admin.has_add_permission(request)
        assert not model_admin.has_delete_permission(request)
    assert not tasks.has_change_permission(request)
    assert set(versions.get_readonly_fields(request)) == {f.name for f in DatasetVersion._meta.fields}

"""A form's file is stored, or refused with a reason; never half."""

import errno

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile, TemporaryUploadedFile
from django.test import Client

from submissions.models import Submission
from tests.factories import LINE, user_make, version_make
from trek_site.accounts.services import token_issue

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["write", "seek"])
def full_disk(request, settings, tmp_path, monkeypatch):
    """The temporary folder, which has room for nothing: seen while writing, or while the rest is flushed."""
    settings.FILE_UPLOAD_TEMP_DIR = str(tmp_path)

    def full(_self, *_arguments):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(TemporaryUploadedFile, request.param, full, raising=False)
    return tmp_path


def sent():
    return {"file": SimpleUploadedFile("trek_run.jsonl", LINE), "purpose": "check"}


def test_the_api_says_that_it_cannot_store_it_now(full_disk):
    version_make()
    _, token = token_issue(user_make(), name="test")
    answer = Client(headers={"Authorization": f"Bearer {token}"}).post("/api/v1/submissions/", sent())
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert answer.headers["Retry-After"] == "60"
    assert not Submission.objects.exists()
    assert not any(full_disk.iterdir())


@pytest.mark.parametrize("checks_csrf", [True, False])
def test_so_does_the_page_even_before_a_view_is_called(full_disk, checks_csrf):
    version_make()
    client = Client(enforce_csrf_checks=checks_csrf)
    client.force_login(user_make())
    client.get("/submit/")
    answer = client.post("/submit/", sent())
    assert answer.status_code == 503
    assert "cannot be stored at the moment" in answer.content.decode()
    assert not Submission.objects.exists()
    assert not any(full_disk.iterdir())

"""A form's file is stored, or refused with a reason; never half, and never where nobody looks for it."""

import errno
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile, TemporaryUploadedFile
from django.test import Client

from submissions.models import Submission
from submissions.services import uploads_sweep
from tests.factories import LINE, user_make, version_make
from trek_site.accounts.services import token_issue
from trek_site.uploads import UploadHandler

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["write", "seek", "floor"])
def full_disk(request, settings, tmp_path, monkeypatch):
    """A disk with room for nothing: seen while writing, when the rest is flushed, or before all that."""
    settings.TREK_DATA_DIR = tmp_path

    def full(_self, *_arguments):
        raise OSError(errno.ENOSPC, "No space left on device")

    if request.param == "floor":
        settings.TREK_FREE_MIB = 2**60
    else:
        monkeypatch.setattr(TemporaryUploadedFile, request.param, full, raising=False)
    return tmp_path


def files_in(folder):
    return [path for path in folder.rglob("*") if path.is_file()]


def sent():
    return {"file": SimpleUploadedFile("trek_run.jsonl", LINE), "purpose": "check"}


def test_the_api_says_that_it_cannot_store_it_now(full_disk):
    version_make()
    _, token = token_issue(user_make(), name="test")
    answer = Client(headers={"Authorization": f"Bearer {token}"}).post("/api/v1/submissions/", sent())
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert answer.headers["Retry-After"] == "60"
    assert not Submission.objects.exists()
    assert files_in(full_disk) == []


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
    assert files_in(full_disk) == []


def test_what_a_killed_process_leaves_of_a_form_is_swept(settings, tmp_path, monkeypatch):
    settings.TREK_DATA_DIR = tmp_path
    handler = UploadHandler()
    handler.new_file("file", "trek_run.jsonl", None, None)
    handler.receive_data_chunk(LINE, 0)
    assert (len(files_in(tmp_path)), uploads_sweep()) == (1, 0)
    monkeypatch.setattr("submissions.services.receiving.ORPHAN_AGE", timedelta(days=-1))
    assert (uploads_sweep(), files_in(tmp_path)) == (1, [])
    handler.upload_interrupted()


def test_nothing_of_a_form_stays_when_it_ends(settings, tmp_path):
    settings.TREK_DATA_DIR = tmp_path
    version_make()
    _, token = token_issue(user_make(), name="test")
    client = Client(headers={"Authorization": f"Bearer {token}"})
    for content, status in ((LINE, 202), (b"", 422)):
        answer = client.post(
            "/api/v1/submissions/",
            {"file": SimpleUploadedFile("trek_run.jsonl", content), "purpose": "check"},
        )
        assert answer.status_code == status
    assert [path.name for path in files_in(tmp_path)] == [Submission.objects.get().file_sha256]

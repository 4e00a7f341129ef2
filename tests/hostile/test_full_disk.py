"""A disk without room: every upload is refused in documented words, nothing is left, then it works again."""

from __future__ import annotations

import base64
import os
import random
import subprocess
from contextlib import contextmanager

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from submissions import storage
from submissions.models import QuotaEntry, ResumableUpload, Submission
from tests.factories import user_make, version_make
from tests.submissions.uploads import files
from trek_site.accounts.services import token_issue

pytestmark = pytest.mark.django_db

ADDRESS = "/api/v1/submissions/"
MIB = 1024 * 1024
UPLOADS = 50
"""More than the whole disk has, and nothing that packs."""
CONTENT = random.Random(1).randbytes(MIB + MIB // 2).hex().encode()[: MIB + MIB // 2]


class SmallDisk:
    """A disk of one MiB: a file system of its own where that is allowed, else a device without room."""

    def __init__(self, folder, monkeypatch):
        self.folder = folder
        self._patch = monkeypatch
        folder.mkdir()
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)], check=False, capture_output=True
        )
        self.is_mounted = done.returncode == 0
        if not self.is_mounted:
            self._real = storage.tempfile.mkstemp
            monkeypatch.setattr(storage.tempfile, "mkstemp", self._full)

    def _full(self, **options):
        handle, name = self._real(**options)
        os.close(handle)
        return os.open("/dev/full", os.O_WRONLY), name

    def grow(self):
        """Room returns."""
        if self.is_mounted:
            subprocess.run(["mount", "-o", "remount,size=64m", str(self.folder)], check=True)
        else:
            self._patch.undo()

    def drop(self):
        """Give the file system back."""
        if self.is_mounted:
            subprocess.run(["umount", "--lazy", str(self.folder)], check=True)


@contextmanager
def small_disk(folder, monkeypatch):
    disk = SmallDisk(folder, monkeypatch)
    try:
        yield disk
    finally:
        disk.drop()


@pytest.fixture
def disk(tmp_path, settings):
    settings.TREK_DATA_DIR = tmp_path / "disk"
    # Undone by the disk itself, before anything else is.
    with pytest.MonkeyPatch.context() as patch, small_disk(tmp_path / "disk", patch) as made:
        yield made


@pytest.fixture
def program():
    """A client with a token."""
    version_make()
    return program_make()


def program_make():
    _, plain = token_issue(user_make(), name="test")
    return Client(headers={"Authorization": f"Bearer {plain}"})


def send(program, number, content=CONTENT):
    """One upload, as a form and as a body in turn."""
    name = f"trek_full-{number}.jsonl"
    if number % 2:
        address = f"{ADDRESS}?file_name={name}&purpose=check"
        return program.post(address, content, content_type="application/octet-stream")
    return program.post(ADDRESS, {"file": SimpleUploadedFile(name, content), "purpose": "check"})


def told(answer):
    return (
        answer.status_code,
        answer.headers["Content-Type"],
        answer.headers["Retry-After"],
        answer.json()["code"],
    )


REFUSED = (503, "application/problem+json", "60", "unavailable")


def test_fifty_uploads_to_a_full_disk_are_refused_and_leave_nothing(disk, program):
    answers = [send(program, number) for number in range(UPLOADS)]
    assert {told(answer) for answer in answers} == {REFUSED}
    assert files() == []
    assert not Submission.objects.exists()
    assert not QuotaEntry.objects.exists()
    disk.grow()
    assert [send(program, number).status_code for number in range(2)] == [202, 202]
    assert Submission.objects.count() == 2
    assert [path.stat().st_size for path in files()] == [len(CONTENT)]


def test_what_fits_is_taken_and_what_does_not_is_refused_beside_it(disk, program):
    if not disk.is_mounted:
        pytest.skip("a file system of its own may not be mounted here")
    small = [CONTENT[number:][: 300 * 1024] for number in range(8)]
    # As bodies: a form lies on the disk twice for a moment, so that one may be refused before a body is.
    answers = [send(program_make(), 2 * number + 1, content) for number, content in enumerate(small)]
    codes = [answer.status_code for answer in answers]
    assert codes == sorted(codes)
    assert 1 <= codes.count(202) <= 3
    assert {told(answer) for answer in answers if answer.status_code != 202} == {REFUSED}
    rows = set(Submission.objects.values_list("file_sha256", flat=True))
    assert {path.name for path in files()} == rows
    assert len(rows) == codes.count(202)


def test_a_disk_that_is_nearly_full_refuses_before_a_byte_is_read(tmp_path, settings, program, caplog):
    settings.TREK_DATA_DIR = tmp_path / "data"
    settings.TREK_FREE_PERCENT = 100
    answers = [send(program, number) for number in range(UPLOADS)]
    assert {told(answer) for answer in answers} == {REFUSED}
    assert not (tmp_path / "data" / "uploads").exists()
    assert not Submission.objects.exists()
    assert [record.getMessage() for record in caplog.records].count("no room for uploads") == UPLOADS
    settings.TREK_FREE_PERCENT = 0
    assert send(program, 0).status_code == 202


def test_a_resumable_upload_is_refused_likewise(disk, program, settings):
    settings.TREK_FREE_PERCENT = 100
    name = base64.b64encode(b"trek_run.jsonl").decode()
    said = {"Upload-Length": str(len(CONTENT)), "Upload-Metadata": f"filename {name}"}
    answer = program.post("/api/v1/uploads/", headers=said)
    assert told(answer) == REFUSED
    assert not ResumableUpload.objects.exists()

"""Receiving: bytes before row, row before nudge, and a refusal leaves nothing behind."""

import dataclasses
import errno
import gzip
import hashlib
import os

import pytest
from django.db import OperationalError

from submissions import storage
from submissions.limits import limits_for
from submissions.models import Submission
from submissions.services import uploads_sweep
from submissions.states import Outcome, State
from tests.factories import LINE, user_make, version_make
from tests.submissions.uploads import files, receive
from trek_site.shared.errors import (
    TooLargeError,
    UnavailableError,
    UnprocessableError,
    WrongKindError,
)

pytestmark = pytest.mark.django_db


class TestStoring:
    """The original bytes are kept, once, under their digest."""

    def test_the_row_says_what_was_sent(self):
        receipt = receive([LINE[:7], b"", LINE[7:]], label="agent", display_name="Agent (Model)")
        row = Submission.objects.get(public_id=receipt.public_id)
        assert receipt.is_new
        assert (row.state, row.outcome, row.visibility) == (State.RECEIVED, Outcome.NONE, "private")
        assert (row.file_sha256, row.file_bytes, row.kind) == (
            hashlib.sha256(LINE).hexdigest(),
            len(LINE),
            "jsonl",
        )
        assert (row.label, row.display_name, row.file_name) == (
            "agent",
            "Agent (Model)",
            "trek_agent.jsonl",
        )
        assert row.deadline_at > row.received_at
        assert b"".join(storage.stored_chunks(row.file_sha256)) == LINE
        assert [path.name for path in files()] == [row.file_sha256]

    def test_the_check_is_named_only_after_the_commit(self, django_capture_on_commit_callbacks):
        with django_capture_on_commit_callbacks() as callbacks:
            receive()
        assert len(callbacks) == 1

    def test_gzip_is_told_by_its_content(self):
        receipt = receive([gzip.compress(LINE)], file_name="TREK_Agent.JSONL.GZ")
        row = Submission.objects.get(pk=receipt.pk)
        assert (row.kind, row.label) == ("jsonl.gz", "Agent")

    def test_two_accounts_may_send_the_same_bytes(self):
        version = version_make()
        receive(version=version)
        receive(version=version)
        assert Submission.objects.count() == 2
        assert len(files()) == 1


class TestKinds:
    """Content decides; the name has to agree; nothing is guessed."""

    @pytest.mark.parametrize(
        ("content", "name", "code"),
        [
            (gzip.compress(LINE, mtime=0), "a.jsonl", "F003"),
            (LINE, "a.jsonl.gz", "F003"),
            (b"PK\x03\x04rest", "a.jsonl", "F003"),
            (LINE, "a.zip", "F003"),
            (b"%PDF-1.7", "a.jsonl", "F004"),
            (b"7z\xbc\xaf\x27\x1c", "a.jsonl.gz", "F004"),
            (LINE, "a.txt", "F004"),
            (LINE, "jsonl", "F004"),
            (LINE, "?", "F004"),
        ],
    )
    def test_a_wrong_kind_is_refused_and_leaves_nothing(self, content, name, code):
        with pytest.raises(WrongKindError) as caught:
            receive([content], file_name=name, label="a")
        assert [error["code"] for error in caught.value.errors] == [code]
        assert Submission.objects.count() == 0
        assert files() == []

    def test_an_empty_file_is_refused(self):
        with pytest.raises(UnprocessableError) as caught:
            receive([])
        assert caught.value.errors[0]["code"] == "F002"
        assert files() == []

    def test_unreadable_text_is_accepted_here_and_judged_by_the_check(self):
        assert receive([b"\xff\xfe{\x00"]).is_new

    def test_hostile_names_are_shown_harmlessly(self):
        receipt = receive(file_name='C:\\x\\..\\"><svg>\u202e\x00\r\nX: y.jsonl')
        row = Submission.objects.get(pk=receipt.pk)
        assert row.file_name == '"><svg>\ufffd\ufffd\ufffd\ufffdX: y.jsonl'

    def test_a_very_long_name_keeps_its_ending(self):
        receipt = receive(file_name="a" * 5000 + ".jsonl")
        name = Submission.objects.get(pk=receipt.pk).file_name
        assert len(name) == 255
        assert name.endswith("aaa.jsonl")


class TestSize:
    """Bytes are counted while they are read, whatever was announced."""

    @pytest.fixture(autouse=True)
    def _small_limit(self, monkeypatch):
        monkeypatch.setattr(
            "submissions.services.receiving.limits_for",
            lambda track: dataclasses.replace(limits_for(track), upload_bytes=len(LINE)),
        )

    def test_the_limit_itself_passes(self):
        assert receive([LINE]).is_new

    def test_one_byte_more_is_refused_without_reading_on(self):
        def endless():
            while True:
                yield b"x" * 64

        with pytest.raises(TooLargeError) as caught:
            receive(endless())
        assert caught.value.errors[0]["code"] == "F001"
        assert files() == []


class TestStorageFaults:
    """A full disk is our trouble: 503, no row, nothing left."""

    @pytest.mark.parametrize("place", ["write", "fsync", "replace", "mkstemp"])
    def test_no_row_and_no_file_are_left(self, monkeypatch, place):
        def full(*args, **kwargs):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        target = {
            "write": "submissions.storage.os.fdopen",
            "fsync": "submissions.storage.os.fsync",
            "replace": "pathlib.Path.replace",
            "mkstemp": "submissions.storage.tempfile.mkstemp",
        }[place]
        if place == "write":
            real = os.fdopen

            class Full:
                def __init__(self, handle, mode):
                    self._stream = real(handle, mode)

                def close(self):
                    self._stream.close()

                write = full

            monkeypatch.setattr(target, Full)
        else:
            monkeypatch.setattr(target, full)
        with pytest.raises(UnavailableError) as caught:
            receive()
        assert caught.value.retry_after == 60
        assert Submission.objects.count() == 0
        monkeypatch.undo()
        assert files() == []

    def test_it_works_again_once_there_is_space(self, monkeypatch):
        owner, version = user_make(), version_make()
        with monkeypatch.context() as patched:
            patched.setattr("submissions.storage.os.fsync", _raise_enospc)
            with pytest.raises(UnavailableError):
                receive(owner=owner, version=version)
        assert receive(owner=owner, version=version).is_new

    def test_a_client_that_goes_away_is_no_fault_of_the_disk(self):
        def broken():
            yield LINE
            raise ConnectionResetError

        with pytest.raises(ConnectionResetError):
            receive(broken())
        assert files() == []
        assert Submission.objects.count() == 0

    def test_a_database_that_is_away_is_a_passing_fault_too(self, monkeypatch):
        def away(user_id):
            raise OperationalError

        monkeypatch.setattr("submissions.services.receiving.account_lock", away)
        with pytest.raises(UnavailableError):
            receive()
        assert files() == []


def _raise_enospc(handle):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


class TestOrphans:
    """A file without a row is swept up, but never one that a request may still be writing."""

    def test_files_that_vanish_meanwhile_stop_nothing(self):
        orphans = [storage.upload_path(f"{number}b" + "0" * 62) for number in range(3)]
        for path in orphans:
            path.parent.mkdir(parents=True)
            path.write_bytes(b"x")
        swept = storage.orphans((), older_than=2**40)
        found = [next(swept)]
        orphans[1].unlink()
        assert [*found, *swept] == [orphans[0], orphans[2]]

    def test_old_files_that_no_row_refers_to_go(self):
        receive()
        orphan = storage.upload_path("ab" + "0" * 62)
        orphan.parent.mkdir(parents=True)
        orphan.write_bytes(b"x")
        fresh = storage.upload_path("cd" + "0" * 62)
        fresh.parent.mkdir(parents=True)
        fresh.write_bytes(b"x")
        for path in files():
            if path != fresh:
                os.utime(path, (0, 0))
        assert uploads_sweep() == 1
        assert not orphan.exists()
        assert len(files()) == 2

"""Receiving: bytes before row, row before nudge, and a refusal leaves nothing behind."""

import dataclasses
import errno
import gzip
import hashlib
import os

import pytest

from submissions import selectors, storage
from submissions.fields import SubmissionFields
from submissions.limits import TREK, UPLOAD_LIMITS, limits_for
from submissions.models import Submission
from submissions.services import submission_receive, uploads_sweep
from submissions.states import Outcome, State
from tests.factories import LINE, fields_make, submission_make, user_make, valid_make, version_make
from trek_site.shared.errors import (
    ConflictError,
    RateLimitedError,
    TooLargeError,
    UnavailableError,
    UnprocessableError,
    WrongKindError,
)
from trek_site.shared.leases import seconds_from_now

pytestmark = pytest.mark.django_db


def receive(**changes):
    given = {
        "owner": changes.get("owner") or user_make(),
        "dataset_version": changes.get("dataset_version") or version_make(),
        "upload": [LINE],
        "file_name": "trek_agent.jsonl",
        "fields": SubmissionFields(),
        **changes,
    }
    return submission_receive(**given)


def files():
    return [path for path in storage.uploads_folder().rglob("*") if path.is_file()]


class TestStoring:
    """The original bytes are kept, once, under their digest."""

    def test_the_row_says_what_was_sent(self):
        receipt = receive(upload=[LINE[:7], b"", LINE[7:]], fields=fields_make(label="agent-1"))
        row = Submission.objects.get(public_id=receipt.public_id)
        assert receipt.is_new
        assert (row.state, row.outcome, row.visibility) == (State.RECEIVED, Outcome.NONE, "private")
        assert (row.file_sha256, row.file_bytes, row.kind) == (
            hashlib.sha256(LINE).hexdigest(),
            len(LINE),
            "jsonl",
        )
        assert (row.label, row.display_name, row.file_name) == ("agent-1", "agent-1", "trek_agent.jsonl")
        assert row.deadline_at > row.received_at
        assert b"".join(storage.stored_chunks(row.file_sha256)) == LINE
        assert [path.name for path in files()] == [row.file_sha256]

    def test_the_check_is_named_only_after_the_commit(self, django_capture_on_commit_callbacks):
        with django_capture_on_commit_callbacks() as callbacks:
            receive()
        assert len(callbacks) == 1

    def test_gzip_is_told_by_its_content(self):
        receipt = receive(upload=[gzip.compress(LINE)], file_name="TREK_Agent.JSONL.GZ")
        row = Submission.objects.get(pk=receipt.pk)
        assert (row.kind, row.label) == ("jsonl.gz", "Agent")

    def test_two_accounts_may_send_the_same_bytes(self):
        version = version_make()
        receive(dataset_version=version)
        receive(dataset_version=version)
        assert Submission.objects.count() == 2
        assert len(files()) == 1


class TestKinds:
    """Content decides; the name has to agree; nothing is guessed."""

    @pytest.mark.parametrize(
        ("content", "name", "code"),
        [
            (gzip.compress(LINE, mtime=0), "a.jsonl", "F003"),
            (LINE, "a.jsonl.gz", "F003"),
            (b"PK\x03\x04rest", "a.jsonl", "F004"),
            (b"PK\x03\x04rest", "a.zip", "F004"),
            (b"%PDF-1.7", "a.jsonl", "F004"),
            (b"7z\xbc\xaf\x27\x1c", "a.jsonl.gz", "F004"),
            (LINE, "a.txt", "F004"),
            (LINE, "jsonl", "F004"),
            (LINE, "", "F004"),
        ],
    )
    def test_a_wrong_kind_is_refused_and_leaves_nothing(self, content, name, code):
        with pytest.raises(WrongKindError) as caught:
            receive(upload=[content], file_name=name, fields=fields_make())
        assert [error["code"] for error in caught.value.errors] == [code]
        assert Submission.objects.count() == 0
        assert files() == []

    def test_an_empty_file_is_refused(self):
        with pytest.raises(UnprocessableError) as caught:
            receive(upload=[])
        assert caught.value.errors[0]["code"] == "F002"
        assert files() == []

    def test_unreadable_text_is_accepted_here_and_judged_by_the_check(self):
        assert receive(upload=[b"\xff\xfe{\x00"]).is_new

    def test_hostile_names_are_shown_harmlessly(self):
        receipt = receive(file_name='C:\\x\\..\\"><svg>\u202e\x00\r\nX: y.jsonl', fields=fields_make())
        row = Submission.objects.get(pk=receipt.pk)
        assert row.file_name == '"><svg>\ufffd\ufffd\ufffd\ufffdX: y.jsonl'

    def test_a_very_long_name_keeps_its_ending(self):
        receipt = receive(file_name="a" * 5000 + ".jsonl", fields=fields_make())
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
        assert receive(upload=[LINE]).is_new

    def test_one_byte_more_is_refused_without_reading_on(self):
        def endless():
            while True:
                yield b"x" * 64

        with pytest.raises(TooLargeError) as caught:
            receive(upload=endless())
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

                def __enter__(self):
                    self._stream.__enter__()
                    return self

                def __exit__(self, *fault):
                    return self._stream.__exit__(*fault)

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
                receive(owner=owner, dataset_version=version)
        assert receive(owner=owner, dataset_version=version).is_new

    def test_a_client_that_goes_away_is_no_fault_of_the_disk(self):
        def broken():
            yield LINE
            raise ConnectionResetError

        with pytest.raises(ConnectionResetError):
            receive(upload=broken())
        assert files() == []
        assert Submission.objects.count() == 0


def _raise_enospc(handle):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


class TestIdempotency:
    """The same key with the same bytes is the same submission."""

    def test_a_repeated_request_meets_its_first_one(self):
        owner, version = user_make(), version_make()
        first = receive(owner=owner, dataset_version=version, idempotency_key="k")
        again = receive(owner=owner, dataset_version=version, idempotency_key="k")
        assert (again.public_id, again.is_new) == (first.public_id, False)
        assert Submission.objects.count() == 1

    def test_it_does_so_even_when_the_quota_is_used_up(self):
        owner, version = user_make(), version_make()
        first = receive(owner=owner, dataset_version=version, idempotency_key="k")
        receive(owner=owner, dataset_version=version, fields=fields_make())
        assert receive(owner=owner, dataset_version=version, idempotency_key="k").public_id == first.public_id

    def test_other_bytes_under_the_same_key_are_a_conflict(self):
        owner, version = user_make(), version_make()
        receive(owner=owner, dataset_version=version, idempotency_key="k")
        with pytest.raises(ConflictError):
            receive(owner=owner, dataset_version=version, idempotency_key="k", upload=[LINE * 2])
        assert len(files()) == 1

    def test_keys_of_two_accounts_do_not_meet(self):
        version = version_make()
        first = receive(dataset_version=version, idempotency_key="k")
        assert receive(dataset_version=version, idempotency_key="k").pk != first.pk

    @pytest.mark.parametrize("key", ["", "x" * 201, "a\x00b", "a\nb"])
    def test_a_key_that_cannot_be_stored_is_refused(self, key):
        with pytest.raises(UnprocessableError):
            receive(idempotency_key=key)


class TestQuotas:
    """Limits per account, and what failed on our side is given back."""

    def test_the_limits_are_those_that_are_published(self):
        assert UPLOAD_LIMITS["trek"] is TREK
        assert (TREK.upload_bytes, TREK.waiting, TREK.checks_per_day, TREK.published_per_week) == (
            256 * 1024 * 1024,
            2,
            20,
            3,
        )

    def test_two_uploads_may_wait(self):
        owner, version = user_make(), version_make()
        for _ in range(2):
            receive(owner=owner, dataset_version=version, fields=fields_make())
        with pytest.raises(RateLimitedError) as caught:
            receive(owner=owner, dataset_version=version, fields=fields_make())
        assert caught.value.errors[0]["code"] == "F005"
        assert caught.value.retry_after == 30
        assert receive(dataset_version=version).is_new

    def test_the_bytes_of_a_refused_upload_are_not_read(self):
        owner, version = user_make(), version_make()
        for _ in range(2):
            receive(owner=owner, dataset_version=version, fields=fields_make())

        def unread():
            pytest.fail("read")
            yield b""

        with pytest.raises(RateLimitedError):
            receive(owner=owner, dataset_version=version, fields=fields_make(), upload=unread())

    def test_twenty_checks_a_day(self):
        owner, version = user_make(), version_make()
        for age_h in range(20):
            valid_make(owner=owner, version=version, received_at=seconds_from_now(-3600 * (age_h + 0.5)))
        with pytest.raises(RateLimitedError) as caught:
            receive(owner=owner, dataset_version=version)
        assert 4.4 * 3600 < caught.value.retry_after <= 4.5 * 3600

    @pytest.mark.parametrize(
        "spared", [{"state": State.FAILED}, {"received_at": seconds_from_now(-24 * 3600 - 1)}]
    )
    def test_failures_of_ours_and_yesterdays_uploads_do_not_count(self, spared):
        owner, version = user_make(), version_make()
        for number in range(20):
            state = {"state": State.CHECKED, "outcome": Outcome.INVALID} if number else spared
            submission_make(owner=owner, version=version, **{**state, "label": f"l{number}"})
        if "received_at" in spared:
            Submission.objects.filter(label="l0").update(
                state=State.CHECKED, outcome=Outcome.INVALID, deadline_at=None
            )
        assert receive(owner=owner, dataset_version=version).is_new

    def test_three_entries_made_public_in_a_week(self):
        owner, version = user_make(), version_make()
        for _ in range(3):
            valid_make(owner=owner, version=version, visibility="public")
        with pytest.raises(RateLimitedError, match="published"):
            receive(owner=owner, dataset_version=version, fields=SubmissionFields(visibility="public"))
        assert receive(owner=owner, dataset_version=version).is_new

    def test_staff_upload_reference_runs_without_limit(self):
        owner, version = user_make(is_staff=True), version_make()
        for _ in range(4):
            receive(owner=owner, dataset_version=version, fields=fields_make(visibility="public"))
        assert selectors.usage_of(owner, "trek").waiting == 4


class TestFields:
    """What is said about an upload, every mistake at once."""

    def test_the_label_comes_from_the_file_name(self):
        receipt = receive(file_name="trek_my.agent-2.jsonl")
        assert Submission.objects.get(pk=receipt.pk).label == "my.agent-2"

    def test_a_given_label_wins(self):
        receipt = receive(fields=SubmissionFields(label="other"))
        assert Submission.objects.get(pk=receipt.pk).label == "other"

    def test_every_mistake_is_named_with_its_place(self):
        wrong = SubmissionFields(
            label="-x", display_name="a\u202eb", model_name="m" * 121, division="custom", visibility="secret"
        )
        with pytest.raises(UnprocessableError) as caught:
            receive(fields=wrong)
        assert [(error["pointer"], error["code"]) for error in caught.value.errors] == [
            ("/display_name", "F205"),
            ("/model_name", "F205"),
            ("/visibility", "F203"),
            ("/label", "F205"),
            ("/description", "F206"),
        ]

    def test_a_label_is_needed(self):
        with pytest.raises(UnprocessableError) as caught:
            receive(file_name="run.jsonl")
        assert [(error["pointer"], error["code"]) for error in caught.value.errors] == [("/label", "F202")]

    @pytest.mark.parametrize("text", ["a\x00b", "a\u200bb", "a\ud800b", "a\nb"])
    def test_invisible_characters_are_refused_in_names(self, text):
        with pytest.raises(UnprocessableError):
            receive(fields=SubmissionFields(organisation=text))

    def test_a_description_may_have_lines(self):
        receipt = receive(fields=SubmissionFields(division="custom", description="  one\r\ntwo "))
        assert Submission.objects.get(pk=receipt.pk).description == "one\ntwo"

    def test_texts_are_stored_composed(self):
        receipt = receive(fields=SubmissionFields(display_name=" Cafe\u0301 "))
        assert Submission.objects.get(pk=receipt.pk).display_name == "Café"

    def test_a_long_text_is_refused_before_it_is_composed(self):
        with pytest.raises(UnprocessableError):
            receive(fields=SubmissionFields(description="a" + "\u0300\u0316" * 40_000))

    def test_a_duplicate_label_is_a_conflict_ignoring_case(self):
        owner, version = user_make(), version_make()
        receive(owner=owner, dataset_version=version, fields=SubmissionFields(label="Agent"))
        with pytest.raises(ConflictError) as caught:
            receive(owner=owner, dataset_version=version, fields=SubmissionFields(label="agent"))
        assert caught.value.errors[0]["pointer"] == "/label"

    def test_a_draft_version_takes_nothing(self):
        with pytest.raises(UnprocessableError):
            receive(dataset_version=version_make(is_published=False))


class TestOrphans:
    """A file without a row is swept up, but never one that a request may still be writing."""

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

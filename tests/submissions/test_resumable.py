"""Uploads in portions, through the services: what arrived counts, once, whoever dies or comes between."""

from __future__ import annotations

import hashlib
from types import SimpleNamespace
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext

from submissions import parts, room
from submissions.limits import RESUMABLE
from submissions.models import ResumableUpload, Submission
from submissions.selectors import resumable_of, resumables_of
from submissions.services import (
    parts_sweep,
    resumable_drop,
    resumables_sweep,
)
from submissions.services import resumable_writing as writing
from tests.factories import LINE, user_make
from tests.submissions.portions import CONTENT, DIGEST, SIZE, append, begin, broken_off, files_of, submit
from trek_site.shared.errors import (
    ChecksumMismatchError,
    ConflictError,
    NotFoundError,
    PermissionRefusedError,
    RateLimitedError,
    TooLargeError,
    UnavailableError,
    UnprocessableError,
    WrongKindError,
)
from trek_site.shared.leases import seconds_from_now

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return user_make()


@pytest.fixture
def upload(owner):
    return begin(owner)[0]


def test_portions_become_the_file_and_the_file_a_submission(owner, upload):
    half = len(CONTENT) // 2
    assert append(upload, owner, 0, CONTENT[:half]).received_bytes == half
    done = append(upload, owner, half, [CONTENT[half:-3], CONTENT[-3:]])
    assert (done.received_bytes, done.is_complete) == (len(CONTENT), True)

    receipt = submit(upload, owner)

    row = Submission.objects.get(pk=receipt.pk)
    assert (row.file_sha256, row.file_bytes, row.file_name) == (DIGEST, len(CONTENT), "trek_label-1.jsonl")
    assert (resumable_of(upload.public_id, owner).submission, files_of(upload)) == (row.public_id, [])
    assert resumables_of(owner) == []


def test_a_portion_that_does_not_fit_is_told_where_to_go_on(owner, upload):
    append(upload, owner, 0, CONTENT[:10])
    for offset in (0, 9, 11):
        with pytest.raises(ConflictError) as refused:
            append(upload, owner, offset, b"x")
        assert refused.value.headers == {"Upload-Offset": "10"}
    with pytest.raises(TooLargeError):
        append(upload, owner, 10, CONTENT)


def test_what_came_before_a_cut_connection_counts(owner, upload):
    with pytest.raises(OSError, match="connection reset"):
        append(upload, owner, 0, broken_off(CONTENT[:100], CONTENT[100:150]), length=len(CONTENT))
    assert resumable_of(upload.public_id, owner).received_bytes == 150
    append(upload, owner, 150, CONTENT[150:])
    assert Submission.objects.get(pk=submit(upload, owner).pk).file_sha256 == DIGEST


def test_a_portion_with_a_checksum_counts_whole_or_not_at_all(owner, upload):
    right = hashlib.sha256(CONTENT[:100]).digest()
    with pytest.raises(ChecksumMismatchError):
        append(upload, owner, 0, CONTENT[1:101], sha256=right)
    with pytest.raises(OSError, match="connection reset"):
        append(upload, owner, 0, broken_off(CONTENT[:50]), sha256=right, length=100)
    assert resumable_of(upload.public_id, owner).received_bytes == 0
    assert append(upload, owner, 0, CONTENT[:100], sha256=right).received_bytes == 100


@pytest.mark.parametrize("sha256", [None, hashlib.sha256(CONTENT).digest()], ids=["plain", "checksum"])
def test_only_what_counts_stays_on_the_disk(owner, upload, sha256):
    def overtaken():
        yield CONTENT[:50]
        ResumableUpload.objects.update(lease_until=seconds_from_now(-1))
        append(upload, owner, 0, CONTENT[:20])
        yield CONTENT[50:]

    with pytest.raises(OSError, match="connection reset"):
        append(upload, owner, 0, broken_off(CONTENT[:50] if sha256 else b""), sha256=sha256, length=SIZE)
    assert files_of(upload) == []
    with pytest.raises(ConflictError):
        append(upload, owner, 0, overtaken(), sha256=sha256, length=SIZE)
    assert [part.read_bytes() for part in files_of(upload)] == [CONTENT[:20]]


def test_what_came_after_the_last_record_goes_with_a_lost_lease(owner, upload, monkeypatch):
    monkeypatch.setattr(writing, "RECORD_EVERY_BYTES", 10)

    def overtaken():
        yield CONTENT[:10]
        ResumableUpload.objects.update(lease_until=seconds_from_now(-1))
        append(upload, owner, 10, CONTENT[10:30])
        yield CONTENT[10:40]

    with pytest.raises(ConflictError):
        append(upload, owner, 0, overtaken(), length=SIZE)
    assert sum(part.stat().st_size for part in files_of(upload)) == 30
    append(upload, owner, 30, CONTENT[30:])
    assert Submission.objects.get(pk=submit(upload, owner).pk).file_sha256 == DIGEST


@pytest.mark.parametrize("sha256", [None, hashlib.sha256(CONTENT).digest()], ids=["plain", "checksum"])
def test_the_row_is_written_once_an_interval_with_a_checksum_too(owner, upload, sha256, monkeypatch):
    monkeypatch.setattr(writing, "RECORD_EVERY_BYTES", SIZE // 4)
    monkeypatch.setattr(writing, "RECORD_EVERY_S", 3600)
    chunks = [CONTENT[at : at + len(LINE)] for at in range(0, SIZE, len(LINE))]
    with CaptureQueriesContext(connection) as caught:
        append(upload, owner, 0, chunks, sha256=sha256)
    updates = [one["sql"] for one in caught if one["sql"].startswith("UPDATE")]
    # One to begin with, four on the way, one at the end.
    assert (len(chunks), len(updates)) == (40, 6)


def test_a_process_that_died_while_writing_loses_only_what_was_not_recorded(owner, upload, monkeypatch):
    monkeypatch.setattr(writing, "RECORD_EVERY_BYTES", 10)

    class Killed(BaseException):
        pass

    def killed():
        yield CONTENT[:10]
        yield CONTENT[10:15]
        raise Killed

    with pytest.raises(Killed):
        append(upload, owner, 0, killed(), length=len(CONTENT))
    assert resumable_of(upload.public_id, owner).received_bytes == 10
    with pytest.raises(ConflictError) as refused:
        append(upload, owner, 10, CONTENT[10:])
    assert refused.value.retry_after == writing.WRITER_LEASE_S
    ResumableUpload.objects.update(lease_until=seconds_from_now(-1))
    append(upload, owner, 10, CONTENT[10:])
    assert Submission.objects.get(pk=submit(upload, owner).pk).file_sha256 == DIGEST


def test_what_a_killed_process_left_is_gone_with_the_next_request(owner, upload):
    append(upload, owner, 0, CONTENT[:10])
    # Nothing runs at the end of a killed process: its file stays as it was, and its lease runs out.
    with parts.Part(upload.public_id, uuid4()) as left:
        left.write(CONTENT)
    assert [path.stat().st_size for path in files_of(upload)] in ([10, SIZE], [SIZE, 10])
    append(upload, owner, 10, CONTENT[10:20])
    assert [path.stat().st_size for path in files_of(upload)] == [10, 10]
    append(upload, owner, 20, CONTENT[20:])
    assert Submission.objects.get(pk=submit(upload, owner).pk).file_sha256 == DIGEST


def test_of_two_requests_the_one_that_was_paused_past_its_lease_writes_nothing(owner, upload):
    def overtaken():
        yield b"wrong bytes"
        ResumableUpload.objects.update(lease_until=seconds_from_now(-1))
        append(upload, owner, 0, CONTENT[:20])
        yield b"more of them"

    with pytest.raises(ConflictError) as refused:
        append(upload, owner, 0, overtaken(), length=len(CONTENT))
    assert refused.value.headers == {"Upload-Offset": "20"}
    append(upload, owner, 20, CONTENT[20:])
    assert Submission.objects.get(pk=submit(upload, owner).pk).file_sha256 == DIGEST


def test_two_requests_at_one_time_do_not_both_write(owner, upload):
    refused = []

    def beside():
        yield CONTENT[:10]
        try:
            append(upload, owner, 0, b"other")
        except ConflictError as refusal:
            refused.append(refusal)
        yield CONTENT[10:]

    append(upload, owner, 0, beside(), length=len(CONTENT))
    assert [refusal.retry_after for refusal in refused] == [writing.WRITER_LEASE_S]
    assert Submission.objects.get(pk=submit(upload, owner).pk).file_sha256 == DIGEST


def test_an_upload_that_is_thrown_away_while_it_is_sent_stays_away(owner, upload):
    def dropped():
        yield CONTENT[:10]
        resumable_drop(upload.public_id, owner)
        yield CONTENT[10:]

    with pytest.raises(NotFoundError):
        append(upload, owner, 0, dropped(), length=len(CONTENT))
    with pytest.raises(NotFoundError):
        resumable_drop(upload.public_id, owner)
    assert (ResumableUpload.objects.count(), files_of(upload)) == (0, [])


def test_nobody_else_knows_of_it(upload):
    stranger = user_make(is_staff=True)
    for act in (
        lambda: resumable_of(upload.public_id, stranger),
        lambda: append(upload, stranger, 0, b"x"),
        lambda: resumable_drop(upload.public_id, stranger),
        lambda: submit(upload, stranger),
    ):
        with pytest.raises(NotFoundError):
            act()
    assert resumables_of(stranger) == []


def test_the_same_key_is_the_same_upload_and_for_another_file_a_conflict(owner):
    first, is_new = begin(owner, key="k")
    again, is_again_new = begin(owner, key="k")
    assert (again.public_id, is_new, is_again_new) == (first.public_id, True, False)
    with pytest.raises(ConflictError):
        begin(owner, key="k", size=3)
    assert begin(user_make(), key="k")[1]
    ResumableUpload.objects.update(expires_at=Now())
    assert begin(owner, key="k")[0].public_id != first.public_id


@pytest.mark.parametrize(
    ("said", "refusal"),
    [
        ({"size": 0}, UnprocessableError),
        ({"size": RESUMABLE.upload_bytes + 1}, TooLargeError),
        ({"name": "trek_a.pdf"}, WrongKindError),
        ({"sha256": "A" * 64}, UnprocessableError),
        ({"key": ""}, UnprocessableError),
    ],
)
def test_what_could_never_be_taken_is_refused_before_a_byte_is_sent(owner, said, refusal):
    with pytest.raises(refusal):
        begin(owner, **said)
    assert ResumableUpload.objects.count() == 0


def test_an_account_for_which_nobody_answers_begins_nothing(owner):
    EmailAddress.objects.create(user=owner, email=owner.email, verified=False, primary=True)
    with pytest.raises(PermissionRefusedError, match="Confirm the address"):
        begin(owner)


def test_open_uploads_of_an_account_are_bounded_in_number_and_size(owner):
    for number in range(RESUMABLE.open_uploads):
        begin(owner, name=f"trek_{number}.jsonl")
    with pytest.raises(RateLimitedError) as refused:
        begin(owner)
    day = RESUMABLE.lifetime.total_seconds()
    assert day - 60 < refused.value.retry_after <= day
    large = user_make()
    for number in range(RESUMABLE.open_bytes // RESUMABLE.upload_bytes):
        begin(large, size=RESUMABLE.upload_bytes, name=f"trek_{number}.jsonl")
    with pytest.raises(RateLimitedError):
        begin(large, size=1)


def counts(owner, upload):
    append(upload, owner, 0, CONTENT[:1])


def breaks_off(owner, upload):
    with pytest.raises(OSError, match="reset"):
        append(upload, owner, 0, broken_off(b""), length=1)


def has_other_bytes(owner, upload):
    with pytest.raises(ChecksumMismatchError):
        append(upload, owner, 0, CONTENT[:1], sha256=hashlib.sha256(b"other").digest())


@pytest.mark.parametrize("attempt", [counts, breaks_off, has_other_bytes])
def test_an_upload_takes_so_many_requests_at_most_whatever_becomes_of_them(owner, upload, attempt):
    ResumableUpload.objects.update(attempts=RESUMABLE.attempts - 1)
    attempt(owner, upload)
    here = resumable_of(upload.public_id, owner).received_bytes
    for _ in range(2):
        with pytest.raises(ConflictError, match="at most") as refused:
            append(upload, owner, here, CONTENT[here:])
        assert refused.value.retry_after is None


def test_a_request_that_does_not_fit_is_no_attempt(owner, upload):
    with pytest.raises(ConflictError):
        append(upload, owner, 1, CONTENT[1:])
    append(upload, owner, 0, CONTENT[:0])
    assert ResumableUpload.objects.get().attempts == 0


def test_what_has_expired_is_gone_and_so_are_its_files(owner, upload):
    append(upload, owner, 0, CONTENT[:10])
    other, _ = begin(owner, name="trek_other.jsonl")
    ResumableUpload.objects.filter(public_id=upload.public_id).update(expires_at=Now())
    for act in (lambda: resumable_of(upload.public_id, owner), lambda: append(upload, owner, 10, b"x")):
        with pytest.raises(NotFoundError):
            act()
    assert (resumables_sweep(), resumables_sweep()) == (1, 0)
    assert [row.public_id for row in ResumableUpload.objects.all()] == [other.public_id]
    assert files_of(upload) == []


def test_parts_without_a_row_are_swept_once_they_are_old(owner, upload, monkeypatch):
    append(upload, owner, 0, CONTENT[:10])
    orphan = parts.parts_folder() / "orphan"
    orphan.mkdir()
    assert parts_sweep() == 0
    monkeypatch.setattr("submissions.services.resumable.ORPHAN_AGE", -RESUMABLE.lifetime)
    assert parts_sweep() == 1
    assert (orphan.exists(), len(files_of(upload))) == (False, 1)


def test_a_disk_that_would_run_full_takes_nothing(owner, upload, settings, monkeypatch):
    settings.TREK_FREE_MIB, settings.TREK_FREE_PERCENT = 1, 5
    mib = 1024 * 1024

    def disk(free, total=100 * mib):
        monkeypatch.setattr(
            room.shutil, "disk_usage", lambda _folder: SimpleNamespace(free=free, total=total)
        )

    disk(5 * mib)
    with pytest.raises(UnavailableError):
        begin(owner, name="trek_other.jsonl")
    with pytest.raises(UnavailableError):
        append(upload, owner, 0, CONTENT)
    disk(mib + len(CONTENT) - 1, total=2 * mib)
    with pytest.raises(UnavailableError):
        append(upload, owner, 0, CONTENT)
    disk(mib + len(CONTENT), total=2 * mib)
    assert append(upload, owner, 0, CONTENT).is_complete


def test_a_disk_that_is_full_after_all_loses_nothing_that_was_recorded(owner, upload, monkeypatch):
    append(upload, owner, 0, CONTENT[:10])

    def full(_part):
        raise UnavailableError

    with monkeypatch.context() as patch:
        patch.setattr(parts.Part, "flush", full)
        with pytest.raises(UnavailableError):
            append(upload, owner, 10, CONTENT[10:])
    assert append(upload, owner, 10, CONTENT[10:]).is_complete


def test_folders_that_vanish_while_they_are_swept_stop_nothing(owner):
    for name in ("a", "b", "c"):
        (parts.parts_folder() / name).mkdir(parents=True)
    swept = parts.orphaned_parts(frozenset(), older_than=2**40)
    found = [next(swept)]
    parts.parts_drop("b")
    assert [*found, *swept] == ["a", "c"]

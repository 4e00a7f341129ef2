"""Uploads in portions, through the services: what arrived counts, once, whoever dies or comes between."""

from __future__ import annotations

import hashlib
from types import SimpleNamespace

import pytest
from allauth.account.models import EmailAddress
from django.db.models.functions import Now

from submissions import parts, room
from submissions.declarations import Declaration
from submissions.limits import RESUMABLE
from submissions.models import ResumableUpload, Submission
from submissions.selectors import resumable_of, resumables_of
from submissions.services import (
    Announcement,
    Portion,
    parts_sweep,
    resumable_append,
    resumable_begin,
    resumable_drop,
    resumable_submit,
    resumables_sweep,
)
from submissions.services import resumable_writing as writing
from submissions.states import Purpose
from tests.factories import LINE, manifest_make, user_make, version_make
from trek_site.shared.errors import (
    ChecksumMismatchError,
    ConflictError,
    DomainError,
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

CONTENT = LINE * 40
DIGEST, SIZE = hashlib.sha256(CONTENT).hexdigest(), len(CONTENT)


def begin(owner, *, size=SIZE, name="trek_label-1.jsonl", sha256=DIGEST, key=None):
    said = Announcement(file_name=name, declared_bytes=size, declared_sha256=sha256, idempotency_key=key)
    return resumable_begin(said, owner=owner)


def append(upload, owner, offset, chunks, *, sha256=None, length=None):
    chunks = [chunks] if isinstance(chunks, bytes) else chunks
    length = sum(map(len, chunks)) if length is None else length
    portion = Portion(offset=offset, length=length, chunks=iter(chunks), sha256=sha256)
    return resumable_append(upload.public_id, owner, portion)


def submit(upload, owner, *, version=None, key=None, label="label-1"):
    version = version or version_make()
    return resumable_submit(
        upload.public_id,
        key=key,
        owner=owner,
        dataset_version=version,
        declaration=Declaration(manifest=manifest_make(version=version, label=label)),
    )


def files_of(upload):
    return sorted((parts.parts_folder() / upload.public_id).glob("*"))


def broken_off(*chunks):
    yield from chunks
    raise OSError("connection reset")


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


def test_naming_an_upload_again_gives_the_same_submission(owner, upload):
    append(upload, owner, 0, CONTENT)
    version = version_make()
    first = submit(upload, owner, version=version)
    again = submit(upload, owner, version=version)
    assert (again.public_id, first.is_new, again.is_new) == (first.public_id, True, False)
    assert Submission.objects.count() == 1
    with pytest.raises(ConflictError, match=first.public_id):
        submit(upload, owner, version=version, key="another")


def test_a_process_that_died_after_the_row_leaves_one_submission(owner, upload):
    append(upload, owner, 0, CONTENT)
    version, row = version_make(), ResumableUpload.objects.get()
    first = submit(upload, owner, version=version)
    # As if it had died before it wrote down what the upload became.
    ResumableUpload.objects.update(submission=None, parts=row.parts)
    folder = parts.parts_folder() / upload.public_id
    folder.mkdir()
    (folder / row.parts[0][0]).write_bytes(CONTENT)
    assert submit(upload, owner, version=version).public_id == first.public_id
    assert (Submission.objects.count(), files_of(upload)) == (1, [])


def test_an_incomplete_upload_is_not_taken(owner, upload):
    append(upload, owner, 0, CONTENT[:7])
    with pytest.raises(ConflictError, match=f"Only 7 of {len(CONTENT)} bytes"):
        submit(upload, owner)


def test_other_bytes_than_declared_make_no_submission(owner):
    upload, _ = begin(owner, sha256="0" * 64)
    append(upload, owner, 0, CONTENT)
    with pytest.raises(UnprocessableError, match=DIGEST):
        submit(upload, owner)
    assert Submission.objects.count() == 0


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


def test_an_upload_is_put_together_from_so_many_requests_at_most(owner, upload):
    ResumableUpload.objects.update(parts=[["0" * 32, 0]] * RESUMABLE.parts)
    with pytest.raises(ConflictError, match="at most"):
        append(upload, owner, 0, CONTENT)


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


def test_parts_that_cannot_be_read_are_our_passing_fault(owner, upload):
    append(upload, owner, 0, CONTENT)
    (part,) = files_of(upload)
    part.write_bytes(CONTENT[:-1])
    with pytest.raises(UnavailableError):
        submit(upload, owner)
    part.unlink()
    with pytest.raises(UnavailableError):
        submit(upload, owner)
    assert Submission.objects.count() == 0


def test_a_refused_declaration_leaves_the_upload_as_it_was(owner, upload):
    append(upload, owner, 0, CONTENT)
    with pytest.raises(DomainError):
        resumable_submit(
            upload.public_id,
            key=None,
            owner=owner,
            dataset_version=version_make(),
            declaration=Declaration(purpose=Purpose.ENTRY),
        )
    assert submit(upload, owner).is_new

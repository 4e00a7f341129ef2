"""Uploads in portions that a submission names: each becomes one, whoever dies or comes between."""

from __future__ import annotations

import pytest

from submissions import parts
from submissions.declarations import Declaration
from submissions.models import ResumableUpload, Submission
from submissions.services import (
    Upload,
    resumable,
    resumable_drop,
    resumable_submit,
    submission_receive,
)
from submissions.states import Purpose
from tests.factories import manifest_make, user_make, version_make
from tests.submissions.portions import CONTENT, DIGEST, append, begin, files_of, submit
from trek_site.shared.errors import (
    ConflictError,
    DomainError,
    NotFoundError,
    UnavailableError,
    UnprocessableError,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return user_make()


@pytest.fixture
def upload(owner):
    return begin(owner)[0]


def test_naming_an_upload_again_gives_the_same_submission(owner, upload):
    append(upload, owner, 0, CONTENT)
    version = version_make()
    first = submit(upload, owner, version=version)
    again = submit(upload, owner, version=version)
    assert (again.public_id, first.is_new, again.is_new) == (first.public_id, True, False)
    assert Submission.objects.count() == 1
    with pytest.raises(ConflictError, match=first.public_id):
        submit(upload, owner, version=version, key="another")


@pytest.mark.parametrize(("key", "is_same"), [(None, True), ("another", False)])
def test_of_two_requests_that_name_an_upload_at_one_time_one_makes_the_submission(
    owner, upload, key, is_same
):
    append(upload, owner, 0, CONTENT)
    version, row = version_make(), ResumableUpload.objects.get()
    folder = parts.parts_folder() / row.public_id
    made = []

    def read_while_the_other_comes():
        yield CONTENT
        made.append(submit(upload, owner, version=version))

    # The second request has looked at the upload, and is reading it, when the first one ends.
    later = Upload(
        chunks=read_while_the_other_comes(),
        file_name=row.file_name,
        idempotency_key=key or f"upload:{row.public_id}",
        resumable_id=row.pk,
    )
    declaration = Declaration(manifest=manifest_make(version=version, label="label-1"))
    given = {"owner": owner, "dataset_version": version, "declaration": declaration}
    if is_same:
        receipt = submission_receive(later, **given)
        assert (receipt.pk, receipt.is_new) == (made[0].pk, False)
    else:
        with pytest.raises(ConflictError, match="This upload became"):
            submission_receive(later, **given)
    row.refresh_from_db()
    assert (row.submission_id, Submission.objects.count(), folder.exists()) == (made[0].pk, 1, False)


def test_an_upload_that_is_thrown_away_while_it_is_named_makes_no_submission(owner, upload):
    append(upload, owner, 0, CONTENT)
    row, version = ResumableUpload.objects.get(), version_make()

    def dropped():
        yield CONTENT
        resumable_drop(upload.public_id, owner)

    with pytest.raises(NotFoundError):
        submission_receive(
            Upload(chunks=dropped(), file_name=row.file_name, resumable_id=row.pk),
            owner=owner,
            dataset_version=version,
            declaration=Declaration(manifest=manifest_make(version=version, label="label-1")),
        )
    assert Submission.objects.count() == 0


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


def test_parts_that_cannot_be_read_are_our_passing_fault(owner, upload):
    append(upload, owner, 0, CONTENT)
    away = parts.parts_folder().with_name("away")
    parts.parts_folder().rename(away)
    with pytest.raises(UnavailableError):
        submit(upload, owner)
    away.rename(parts.parts_folder())
    assert submit(upload, owner).is_new


@pytest.mark.parametrize("is_short", [True, False])
def test_an_upload_whose_parts_are_lost_is_begun_again(owner, upload, is_short):
    append(upload, owner, 0, CONTENT)
    (part,) = files_of(upload)
    part.write_bytes(CONTENT[:-1])
    if not is_short:
        part.unlink()
    with pytest.raises(ConflictError, match="Begin again") as refused:
        submit(upload, owner)
    assert [one["code"] for one in refused.value.errors] == ["lost"]
    assert (ResumableUpload.objects.count(), Submission.objects.count()) == (0, 0)
    assert not part.parent.exists()
    again, _ = begin(owner)
    append(again, owner, 0, CONTENT)
    assert submit(again, owner).is_new


def test_parts_that_another_request_used_up_are_not_lost(owner, upload):
    append(upload, owner, 0, CONTENT)
    version = version_make()
    stale = ResumableUpload.objects.get()
    first = submit(upload, owner, version=version)
    lost = parts.PartsLostError("used up")
    again = resumable._without_parts(stale, f"upload:{upload.public_id}", lost)
    assert (again.pk, again.is_new) == (first.pk, False)
    with pytest.raises(ConflictError, match=f"became {first.public_id}"):
        resumable._without_parts(stale, "another", lost)
    ResumableUpload.objects.all().delete()
    with pytest.raises(NotFoundError):
        resumable._without_parts(stale, "another", lost)


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

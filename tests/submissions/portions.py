"""Sending in portions, for tests, through the services."""

from __future__ import annotations

import hashlib

from submissions import parts
from submissions.declarations import Declaration
from submissions.services import (
    Announcement,
    Portion,
    resumable_append,
    resumable_begin,
    resumable_submit,
)
from tests.factories import LINE, manifest_make, version_make

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

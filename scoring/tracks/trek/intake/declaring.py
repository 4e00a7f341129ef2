"""Compare what a manifest declares with what it came with: the task set, and the files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.engine.intake import FileFacts, TaskSet
from scoring.engine.model import Finding
from scoring.tracks.trek.intake.complaints import Path
from scoring.tracks.trek.intake.findings import finding
from scoring.tracks.trek.intake.manifest import FileClaim, Manifest
from scoring.tracks.trek.intake.wording import quoted

_TASK_SET: Path = ("benchmark", "task_set")
_TASK_FILE: Path = ("benchmark", "task_file_sha256")


def declaration_findings(manifest: Manifest, tasks: TaskSet) -> Iterator[Finding]:
    """Whether the manifest is about these tasks."""
    stated = manifest.benchmark
    if stated.task_set != tasks.name:
        yield finding("F203", {"value": quoted(stated.task_set), "choices": tasks.name}, path=_TASK_SET)
    if None not in (stated.task_file_sha256, tasks.file_sha256) and (
        stated.task_file_sha256 != tasks.file_sha256
    ):
        limit = f"another task file than that of {tasks.name}, whose SHA-256 is {tasks.file_sha256}"
        yield finding("F205", {"limit": limit}, path=_TASK_FILE)


def file_findings(
    manifest: Manifest, files: Sequence[FileFacts], record_name: str, record_count: int
) -> Iterator[Finding]:
    """Whether the files are those that the manifest lists, byte by byte.

    Args:
        manifest: The manifest.
        files: What there is: the file as sent, or the entries of an archive.
        record_name: Which of them holds the records.
        record_count: How many records it holds.
    """
    by_name = {file.name: file for file in files}
    for position, claim in enumerate(manifest.files):
        file = by_name.get(claim.path) or by_name.get(claim.path.rpartition("/")[2])
        path: Path = ("files", position)
        if file is None:
            yield _differs("Presence", claim, path)
            continue
        if file.sent_sha256 is not None and claim.sha256 != file.sent_sha256:
            yield _differs("Checksum", claim, path)
        if claim.bytes is not None and claim.bytes != file.sent_bytes:
            yield _differs("Size", claim, path)
        if claim.records is not None and claim.records != (record_count if file.name == record_name else 0):
            yield _differs("Number of records", claim, path)


def _differs(what: str, claim: FileClaim, path: Path) -> Finding:
    return finding("F209", {"what": what, "path": quoted(claim.path)}, path=path)

"""Making the downloads of a version and the file to browse it by, in a process of their own."""

from __future__ import annotations

import logging
import subprocess
import sys
import tempfile
from typing import IO, Final

from kb_browser.downloads import exports_folder, exports_of, exports_path
from kb_browser.exports.shelf import ExportIndex
from kb_browser.knowledge_files import knowledge_path
from kb_browser.progress import Progress, Step, untold
from kb_browser.selectors import VersionFacts, release_path

logger = logging.getLogger(__name__)

SHOWN_CHARACTERS_MAX: Final = 4000


class ExportsFailedError(Exception):
    """They could not be made; the text ends with what the other process said last."""


def exports_known(digest: str) -> ExportIndex | None:
    """What there is to download of a release, once everything is made of it; None before that."""
    return exports_of(digest) if knowledge_path(digest).is_file() else None


def exports_build(version: VersionFacts, *, progress: Progress = untold) -> ExportIndex:
    """Make everything there is to download of a version, and the file that its records are browsed by.

    What is made already is left as it is.

    The work is done by another process, which names its results only when they are complete: if this one
    dies, the other ends its work or leaves nothing. Never called while a request waits.

    Args:
        version: Its files have to be stored.
        progress: Told what is being done; what it raises stops the work.

    Raises:
        ExportsFailedError: The other process failed.
    """
    known = exports_known(version.digest)
    if known is not None:
        return known
    exports_folder().mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile() as complaints:
        status = _make(version.digest, complaints, progress)
        index = exports_known(version.digest)
        if status != 0 or index is None:
            raise ExportsFailedError(_told(version, status, complaints))
    logger.info("exports built", extra={"dataset_version": version.name, "digest": version.digest})
    return index


def _make(digest: str, complaints: IO[bytes], progress: Progress) -> int:
    """Run the other process and pass on what it says; returns its exit status."""
    command = [
        sys.executable, "-m", "kb_browser.exports", str(release_path(digest)), str(exports_path(digest)),
        str(knowledge_path(digest)),
    ]  # fmt: skip
    maker = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=complaints, text=True)  # noqa: S603
    with maker:
        try:
            for line in maker.stdout or ():
                progress(Step(text=line.strip()))
        except BaseException:
            maker.kill()
            raise
    return maker.returncode


def _told(version: VersionFacts, status: int, complaints: IO[bytes]) -> str:
    complaints.seek(0)
    said = complaints.read().decode(errors="replace").strip()[-SHOWN_CHARACTERS_MAX:]
    return f"The downloads of {version.name} could not be made (exit status {status}).\n{said}"

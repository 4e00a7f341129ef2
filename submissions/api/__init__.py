"""The doors for programs that upload."""

from __future__ import annotations

from submissions.api.creating import (
    MultipartSubmissionSerializer,
    NamedSubmissionSerializer,
    RawSubmissionSerializer,
    SubmissionCreate,
)
from submissions.api.uploads import Upload, UploadList

__all__ = [
    "MultipartSubmissionSerializer",
    "NamedSubmissionSerializer",
    "RawSubmissionSerializer",
    "SubmissionCreate",
    "Upload",
    "UploadList",
]

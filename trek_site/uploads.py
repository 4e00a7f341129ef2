"""Files of forms: written where all uploads come in, and refused with a reason when there is no room."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.core.exceptions import BadRequest
from django.core.files.uploadedfile import TemporaryUploadedFile, UploadedFile
from django.core.files.uploadhandler import FileUploadHandler, TemporaryFileUploadHandler

from submissions.storage import incoming_folder
from trek_site.shared.errors import UnavailableError

logger = logging.getLogger(__name__)


class NoRoomError(UnavailableError, BadRequest):
    """The file cannot be stored at the moment.

    Also Django's `BadRequest`, because a form may be read before any view is called, and of what is raised
    there only that is given to a handler of ours.
    """


class IncomingFile(TemporaryUploadedFile):
    """Django's file, in a folder that is swept: what is in its own outlives a process that is killed."""

    def __init__(self, name: str | None, content_type: str | None, charset: str | None, extra: Any) -> None:
        file = tempfile.NamedTemporaryFile(suffix=".upload", dir=incoming_folder())  # noqa: SIM115  (Kept open.)
        UploadedFile.__init__(self, file, name, content_type, 0, charset, extra)


class UploadHandler(TemporaryFileUploadHandler):
    """Django's handler, for which a full disk is no bug."""

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        """Begin a file."""
        FileUploadHandler.new_file(self, *args, **kwargs)
        with self._room():
            self.file = IncomingFile(self.file_name, self.content_type, self.charset, self.content_type_extra)

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """Write a portion."""
        with self._room():
            super().receive_data_chunk(raw_data, start)

    def file_complete(self, file_size: int) -> Any:
        """End the file; what was held back is written now."""
        with self._room():
            return super().file_complete(file_size)

    def upload_interrupted(self) -> None:
        """End the file and remove it, also where what was held back cannot be written any more."""
        with suppress(OSError):
            super().upload_interrupted()

    @contextmanager
    def _room(self) -> Iterator[None]:
        try:
            yield
        except (OSError, UnavailableError) as fault:
            logger.exception("upload not stored", extra={"fault": str(fault)})
            self.upload_interrupted()
            raise NoRoomError("The upload cannot be stored at the moment.", retry_after=60) from fault

"""Files sent with a form: written to a temporary folder, and refused with a reason when it has no room."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.exceptions import BadRequest
from django.core.files.uploadhandler import TemporaryFileUploadHandler

from trek_site.shared.errors import UnavailableError

logger = logging.getLogger(__name__)


class NoRoomError(UnavailableError, BadRequest):
    """The file cannot be stored at the moment.

    Also Django's `BadRequest`, because a form may be read before any view is called, and of what is raised
    there only that is given to a handler of ours.
    """


class UploadHandler(TemporaryFileUploadHandler):
    """Django's handler, for which a full disk is no bug."""

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        """Begin a file."""
        with self._room():
            super().new_file(*args, **kwargs)

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """Write a portion."""
        with self._room():
            super().receive_data_chunk(raw_data, start)

    def file_complete(self, file_size: int) -> Any:
        """End the file; what was held back is written now."""
        with self._room():
            return super().file_complete(file_size)

    @contextmanager
    def _room(self) -> Iterator[None]:
        try:
            yield
        except OSError as fault:
            logger.exception("upload not stored", extra={"fault": fault.strerror})
            self.upload_interrupted()
            raise NoRoomError("The upload cannot be stored at the moment.", retry_after=60) from fault

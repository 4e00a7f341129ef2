"""Uploads for tests, sent through the service."""

from submissions import storage
from tests.factories import LINE, upload_make


def receive(upload=(LINE,), **changes):
    """An upload in portions; its manifest's label is its name's, unless a name is given."""
    return upload_make(upload, **changes)


def files():
    return [path for path in storage.uploads_folder().rglob("*") if path.is_file()]

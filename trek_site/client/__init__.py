"""A client of the site's public API, as any program may write one: nothing of the site, no other library."""

from __future__ import annotations

from trek_site.client.site import Answer, Site, SiteError, UnreachableError, UnsafeAddressError
from trek_site.client.uploading import FileChangedError, FileToSend, send, submit, upload

__all__ = [
    "Answer",
    "FileChangedError",
    "FileToSend",
    "Site",
    "SiteError",
    "UnreachableError",
    "UnsafeAddressError",
    "send",
    "submit",
    "upload",
]

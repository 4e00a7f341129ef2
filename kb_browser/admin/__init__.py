"""Curation in the admin: versions are brought in, checked and published by jobs that can be watched."""

from __future__ import annotations

from kb_browser.admin import jobs, versions

__all__ = ["jobs", "versions"]

"""Where the knowledge files lie on this site, and whether they are there."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from django.conf import settings

from kb_browser.knowledge.opening import KnowledgeFile, KnowledgeMissingError, knowledge_open
from kb_browser.knowledge.shelf import knowledge_file
from trek_site.shared.errors import UnavailableError

MADE_WITHIN_S: Final = 60
"""After so long whoever found a version without its file may try again."""


def knowledge_folder() -> Path:
    """All knowledge files, each named by the digest of its release."""
    return Path(settings.TREK_DATA_DIR) / "knowledge"


def knowledge_path(digest: str) -> Path:
    """The knowledge file of one release, whether or not it is there."""
    return knowledge_file(knowledge_folder(), digest)


def knowledge_of(digest: str) -> KnowledgeFile:
    """The open knowledge file of a release.

    Raises:
        UnavailableError: It is not made yet; a worker sees to that.
    """
    try:
        return knowledge_open(knowledge_folder(), digest)
    except KnowledgeMissingError as missing:
        raise UnavailableError(
            "The knowledge base of this version is being prepared for browsing.", retry_after=MADE_WITHIN_S
        ) from missing

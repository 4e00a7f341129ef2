"""Removing what was left half made on disk."""

from __future__ import annotations

import logging
from datetime import timedelta
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils import timezone

from kb_browser.models import Curation
from kb_browser.staging import abandoned, remove
from kb_browser.states import CURATION_UNFINISHED, CurationKind

logger = logging.getLogger(__name__)

STAGING_AGE: Final = timedelta(days=1)
_MAKES_FOLDERS: Final = (CurationKind.IMPORT, CurationKind.BUILD, CurationKind.EXPORT)


def releases_sweep() -> int:
    """Remove half-made imports, builds and downloads that are too old to belong to work under way.

    A job that waits may go on with a folder of any age, and a folder does not say whose it is: while there
    is one, nothing is removed.

    Returns:
        How many folders were removed.
    """
    if Curation.objects.filter(kind__in=_MAKES_FOLDERS, state__in=CURATION_UNFINISHED).exists():
        logger.info("releases not swept")
        return 0
    removed = 0
    before = (timezone.now() - STAGING_AGE).timestamp()
    for place in abandoned(Path(settings.TREK_DATA_DIR), older_than=before):
        removed += remove(place)
    logger.info("releases swept", extra={"removed": removed})
    return removed

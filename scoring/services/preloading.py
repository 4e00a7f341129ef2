"""What a worker does before it forks."""

from __future__ import annotations

import logging
from itertools import groupby
from operator import attrgetter

from kb_browser.selectors import dataset_load, dataset_versions

logger = logging.getLogger(__name__)


def datasets_preload() -> None:
    """Load the current dataset of every track, so that the children of a worker share it."""
    for track, versions in groupby(dataset_versions(), key=attrgetter("track")):
        current = next(versions)
        dataset_load(current.digest)
        logger.info("dataset loaded", extra={"track": track, "dataset_version": current.name})

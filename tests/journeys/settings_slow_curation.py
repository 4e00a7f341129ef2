"""Workers that curate slowly."""

from trek_site.settings.dev import *  # noqa: F403

TREK_WORKER_PRELOADS = ["tests.journeys.slow_curation.install"]

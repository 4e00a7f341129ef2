"""Workers with an evaluator that kills its process on a certain bundle."""

from trek_site.settings.dev import *  # noqa: F403

TREK_WORKER_PRELOADS = ["scoring.services.datasets_preload", "tests.journeys.poison.install"]

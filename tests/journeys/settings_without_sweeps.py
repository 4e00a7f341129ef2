"""The control of a drill: workers that never look at rows nobody told them of."""

from trek_site.settings.dev import *  # noqa: F403

TREK_SWEEPS: list[str] = []

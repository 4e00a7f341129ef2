"""The composition root as an app, for its commands."""

from __future__ import annotations

from django.apps import AppConfig

# Loaded with the apps, so that whatever process publishes a job does so through this application's settings.
from trek_site import celery

__all__ = ["TrekSiteConfig", "celery"]


class TrekSiteConfig(AppConfig):
    """Has no tables; wires the rooms together."""

    name = "trek_site"
    verbose_name = "TREK leaderboard"

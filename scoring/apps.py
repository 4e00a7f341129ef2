"""The scoring app."""

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    """Evaluations of submissions, and the boards made from them."""

    name = "scoring"
    verbose_name = "Scoring"
    default_auto_field = "django.db.models.BigAutoField"

"""The submissions app."""

from django.apps import AppConfig


class SubmissionsConfig(AppConfig):
    """What people send, and what was found in it."""

    name = "submissions"
    verbose_name = "Submissions"
    default_auto_field = "django.db.models.BigAutoField"

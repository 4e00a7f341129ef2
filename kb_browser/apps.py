"""The knowledge base app."""

from django.apps import AppConfig


class KbBrowserConfig(AppConfig):
    """Dataset versions and what is in them."""

    name = "kb_browser"
    verbose_name = "Datasets"
    default_auto_field = "django.db.models.BigAutoField"

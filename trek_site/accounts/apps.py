"""The accounts app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """People and the tokens they give to their programs."""

    name = "trek_site.accounts"
    label = "accounts"
    verbose_name = "Accounts"
    default_auto_field = "django.db.models.BigAutoField"

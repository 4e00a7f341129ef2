"""Addresses of the sign-in pages under the names that the library looks for.

Only those that this site has pages for; a provider's exist where it is configured.
"""

from __future__ import annotations

from importlib import import_module

from django.conf import settings
from django.urls import URLPattern, URLResolver, path, re_path

from trek_site.accounts.views import library, profile


def _provider_addresses() -> list[URLPattern | URLResolver]:
    found: list[URLPattern | URLResolver] = []
    for name in settings.SOCIALACCOUNT_PROVIDERS:
        found += import_module(f"allauth.socialaccount.providers.{name}.urls").urlpatterns
    return found


urlpatterns: list[URLPattern | URLResolver] = [
    path("sign-in/", library.sign_in, name="account_login"),
    path("sign-out/", library.sign_out, name="account_logout"),
    path("sign-up/", library.sign_up, name="account_signup"),
    path("inactive/", library.inactive, name="account_inactive"),
    path("confirm-it-is-you/", library.confirm_it_is_you, name="account_reauthenticate"),
    path("addresses/", library.addresses, name="account_email"),
    path("confirm/", library.confirmation_sent, name="account_email_verification_sent"),
    re_path(r"^confirm/(?P<key>[-:\w]+)/$", library.confirmation, name="account_confirm_email"),
    path("password/", profile.password_change, name="account_change_password"),
    path("reset/", library.reset, name="account_reset_password"),
    path("reset/sent/", library.reset_sent, name="account_reset_password_done"),
    path("reset/done/", library.new_password_set, name="account_reset_password_from_key_done"),
    re_path(
        r"^reset/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>[-\w]+)/$",
        library.new_password,
        name="account_reset_password_from_key",
    ),
    path("second-factor/", library.second_factor, name="mfa_index"),
    path("second-factor/ask/", library.second_factor_ask, name="mfa_authenticate"),
    path("second-factor/again/", library.second_factor_again, name="mfa_reauthenticate"),
    path("second-factor/app/", library.app_add, name="mfa_activate_totp"),
    path("second-factor/app/remove/", library.app_remove, name="mfa_deactivate_totp"),
    path("second-factor/codes/", library.recovery_codes, name="mfa_view_recovery_codes"),
    path("second-factor/codes/new/", library.recovery_codes_make, name="mfa_generate_recovery_codes"),
    path("second-factor/codes/file/", library.recovery_codes_file, name="mfa_download_recovery_codes"),
    path("connections/", library.connections, name="socialaccount_connections"),
    path("connections/sign-up/", library.provider_sign_up, name="socialaccount_signup"),
    path("connections/cancelled/", library.provider_cancelled, name="socialaccount_login_cancelled"),
    path("connections/failed/", library.provider_failed, name="socialaccount_login_error"),
    *_provider_addresses(),
]

"""The sign-in library's doors, with our brakes, and for the methods that they are meant for only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from allauth.account import views as account
from allauth.mfa.base import views as mfa
from allauth.mfa.recovery_codes import views as recovery
from allauth.mfa.totp import views as totp
from allauth.socialaccount import views as provider
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from trek_site.accounts import attempts, services
from trek_site.accounts.views.readers import reader_of

View = Callable[..., HttpResponseBase]
_shown_to_readers: Callable[[View], View] = login_required


class SignUp(account.SignupView):
    """Making an account."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Refuse before anything is looked at when there were too many."""
        attempts.sign_up_take(address=attempts.client_address(request))
        answer: HttpResponse = super().post(request, *args, **kwargs)
        return answer


class Reset(account.PasswordResetView):
    """Asking for a link that sets another password."""

    def form_valid(self, form: Any) -> HttpResponse:
        """The same answer whether there is an account or not; either way one mail goes out."""
        address = attempts.client_address(self.request)
        attempts.reset_take(mailbox=form.cleaned_data["email"], address=address)
        for user in form.users:
            services.address_vouch(user)
        answer: HttpResponse = super().form_valid(form)
        return answer


class Addresses(account.EmailView):
    """The reader's mail addresses."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Look without the library's own `dispatch`, which writes an address down as an unconfirmed one.

        What an operator vouched for is written at the sign-in, and at the latest before it is changed here.
        """
        if request.user.is_authenticated and request.method == "POST":
            services.address_vouch(reader_of(request))
            answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)
            return answer
        return _shown_to_readers(super(account.EmailView, self).dispatch)(request, *args, **kwargs)


_forms = require_http_methods(["GET", "HEAD", "POST"])

sign_in: View = _forms(account.login)
sign_out: View = require_POST(account.logout)
sign_up: View = _forms(SignUp.as_view())
inactive: View = require_safe(account.account_inactive)
confirm_it_is_you: View = _forms(account.reauthenticate)
addresses: View = _forms(Addresses.as_view())
confirmation_sent: View = require_safe(account.email_verification_sent)
confirmation: View = _forms(account.confirm_email)
reset: View = _forms(Reset.as_view())
reset_sent: View = require_safe(account.password_reset_done)
new_password: View = _forms(account.password_reset_from_key)
new_password_set: View = require_safe(account.password_reset_from_key_done)

second_factor: View = require_safe(mfa.index)
second_factor_ask: View = _forms(mfa.authenticate)
second_factor_again: View = _forms(mfa.reauthenticate)
app_add: View = _forms(totp.activate_totp)
app_remove: View = _forms(totp.deactivate_totp)
recovery_codes: View = require_safe(recovery.view_recovery_codes)
recovery_codes_make: View = _forms(recovery.generate_recovery_codes)
recovery_codes_file: View = require_safe(recovery.download_recovery_codes)

connections: View = _forms(provider.connections)
provider_sign_up: View = _forms(provider.signup)
provider_cancelled: View = require_safe(provider.login_cancelled)
provider_failed: View = require_safe(provider.login_error)

"""Doors for people: signing in and up, and the tokens of one's programs."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST
from rest_framework.throttling import BaseThrottle

from trek_site.accounts import attempts, selectors, services
from trek_site.accounts.forms import PasswordForm, SignInForm, SignUpForm, TokenForm
from trek_site.accounts.selectors import User
from trek_site.shared.errors import ConflictError, DomainError


class SignIn(LoginView):
    """Django's sign-in, with a brake on guessing."""

    template_name = "accounts/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Refuse before the password is looked at when there were too many wrong ones."""
        attempts.sign_in_check(**_who(request))
        return super().post(request, *args, **kwargs)

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """Note a wrong one."""
        attempts.sign_in_failed(**_who(self.request))
        return super().form_invalid(form)


def _who(request: HttpRequest) -> dict[str, str]:
    """The name that was typed, and the address it came from, behind as many proxies as are ours."""
    address = BaseThrottle().get_ident(request)  # type: ignore[arg-type]  # It reads the headers only.
    return {"username": request.POST.get("username", "")[:150], "address": address or ""}


# Django's own views would take a PUT for a POST.
sign_in = require_http_methods(["GET", "HEAD", "POST"])(SignIn.as_view())
sign_out = require_POST(LogoutView.as_view())


@sensitive_post_parameters("password1", "password2")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """Create an account and sign it in."""
    if request.method == "POST":
        attempts.sign_up_check(address=_who(request)["address"])
    form = SignUpForm(request.POST or None)
    if form.is_valid():
        try:
            user = services.account_create(
                username=form.cleaned_data["username"],
                email=form.cleaned_data["email"],
                password=form.cleaned_data["password1"],
            )
        except ConflictError as refusal:
            form.add_error(None, refusal.detail)
        else:
            login(request, user)
            return redirect("submissions:submit")
    return render(request, "accounts/sign_up.html", {"form": form})


@sensitive_post_parameters("old_password", "new_password1", "new_password2")
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def password_change(request: HttpRequest) -> HttpResponse:
    """Change the reader's password; a guess at the present one counts like a wrong sign-in."""
    user: User = request.user  # type: ignore[assignment]  # login_required lets no anonymous user in.
    form = PasswordForm(user, request.POST or None)
    if not form.is_bound:
        return render(request, "accounts/password_change.html", {"form": form})
    who = {**_who(request), "username": user.get_username()}
    attempts.sign_in_check(**who)
    if not form.is_valid():
        if "old_password" in form.errors:
            attempts.sign_in_failed(**who)
        return render(request, "accounts/password_change.html", {"form": form})
    services.password_change(user, form.cleaned_data["new_password1"])
    update_session_auth_hash(request, user)
    messages.success(
        request, "The password is changed. Other sessions are signed out, and every token is revoked."
    )
    return redirect("accounts:token_list")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def token_list(request: HttpRequest) -> HttpResponse:
    """The reader's tokens; a POST issues one and shows its secret in this one answer."""
    form = TokenForm(request.POST or None)
    issued: dict[str, str] = {}
    if form.is_valid():
        try:
            token, plain = services.token_issue(
                request.user,  # type: ignore[arg-type]  # login_required lets no anonymous user in.
                name=form.cleaned_data["name"],
                lifetime=timedelta(days=form.cleaned_data["days"]),
            )
        except DomainError as refusal:
            form.add_error(None, refusal.detail)
        else:
            issued = {"plain": plain, "issued_name": token.name}
            form = TokenForm()
    tokens = selectors.tokens_of(request.user)  # type: ignore[arg-type]  # As above.
    return render(request, "accounts/token_list.html", {"form": form, "tokens": tokens, **issued})


@login_required
@require_POST
def token_revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    """Close one of the reader's tokens."""
    services.token_revoke(request.user, token_id)  # type: ignore[arg-type]  # As above.
    messages.success(request, "The token is revoked; programs that use it are shut out from now on.")
    return redirect("accounts:token_list")

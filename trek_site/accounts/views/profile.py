"""Doors for what belongs to one account: its profile, its password, the tokens of its programs."""

from __future__ import annotations

from datetime import timedelta

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from trek_site.accounts import attempts, selectors, services
from trek_site.accounts.forms import PasswordForm, ProfileForm, TokenForm
from trek_site.accounts.views.readers import reader_of
from trek_site.shared.errors import DomainError


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """What the account says about its owner, and where everything else about it is."""
    user = reader_of(request)
    known = {"first_name": user.first_name, "last_name": user.last_name, "wants_mail": user.wants_mail}
    form = ProfileForm(request.POST or None, initial=known)
    if form.is_valid():
        services.profile_change(user, **form.cleaned_data)
        messages.success(request, "Saved.")
        return redirect("accounts:profile")
    page = {
        "form": form,
        "is_confirmed": selectors.has_confirmed_address(user),
        "has_second_factor": selectors.has_second_factor(user),
        "teams": selectors.teams_of(user),
    }
    return render(request, "accounts/profile.html", page)


@sensitive_post_parameters("old_password", "new_password1", "new_password2")
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def password_change(request: HttpRequest) -> HttpResponse:
    """Change the reader's password; a guess at the present one counts like a wrong sign-in."""
    user = reader_of(request)
    if not user.has_usable_password():
        # Whoever came by a provider has none to know; a mail shows that it is they.
        return redirect("account_reset_password")
    form = PasswordForm(user, request.POST or None)
    if not form.is_bound:
        return render(request, "accounts/password_change.html", {"form": form})
    who = {"username": user.get_username(), "address": attempts.client_address(request)}
    attempts.sign_in_take(**who)
    is_valid = form.is_valid()
    if "old_password" not in form.errors:
        attempts.sign_in_succeeded(**who)
    if not is_valid:
        return render(request, "accounts/password_change.html", {"form": form})
    services.password_change(user, form.cleaned_data["new_password1"])
    before = request.session.session_key
    # Together, or the sweep would take the note in between for one of a session that is over.
    with transaction.atomic():
        update_session_auth_hash(request, user)
        services.sign_in_goes_on(before=before, after=request.session.session_key)
    services.sign_ins_end_others(user, session_key=request.session.session_key)
    messages.success(
        request, "The password is changed. Other sessions are signed out, and every token is revoked."
    )
    return redirect("accounts:token_list")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def token_list(request: HttpRequest) -> HttpResponse:
    """The reader's tokens; a POST issues one and shows its secret in this one answer."""
    user = reader_of(request)
    form = TokenForm(request.POST or None)
    issued: dict[str, str] = {}
    if form.is_valid():
        try:
            token, plain = services.token_issue(
                user,
                name=form.cleaned_data["name"],
                lifetime=timedelta(days=form.cleaned_data["days"]),
                scopes=form.cleaned_data["scopes"],
            )
        except DomainError as refusal:
            form.add_error(None, refusal.detail)
        else:
            issued = {"plain": plain, "issued_name": token.name}
            form = TokenForm()
    tokens = selectors.tokens_of(user)
    return render(request, "accounts/token_list.html", {"form": form, "tokens": tokens, **issued})


@login_required
@require_POST
def token_revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    """Close one of the reader's tokens."""
    services.token_revoke(reader_of(request), token_id)
    messages.success(request, "The token is revoked; programs that use it are shut out from now on.")
    return redirect("accounts:token_list")

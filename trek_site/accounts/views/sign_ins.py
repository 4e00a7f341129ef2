"""Doors for the browsers in which somebody is signed in."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from trek_site.accounts import selectors, services
from trek_site.accounts.views.readers import reader_of


@login_required
@require_safe
def sign_in_list(request: HttpRequest) -> HttpResponse:
    """Where the reader is signed in."""
    found = selectors.sign_ins_of(reader_of(request), session_key=request.session.session_key)
    has_others = any(not line.is_current for line in found)
    return render(request, "accounts/sign_in_list.html", {"sign_ins": found, "has_others": has_others})


@login_required
@require_POST
def sign_in_end(request: HttpRequest, sign_in_id: int) -> HttpResponse:
    """Sign one of the reader's browsers out."""
    services.sign_in_end(reader_of(request), sign_in_id, session_key=request.session.session_key)
    messages.success(request, "That browser is signed out.")
    return redirect("accounts:sign_in_list")


@login_required
@require_POST
def sign_ins_end_others(request: HttpRequest) -> HttpResponse:
    """Sign out every browser but this one."""
    services.sign_ins_end_others(reader_of(request), session_key=request.session.session_key)
    messages.success(request, "You are signed in here only. Tokens of programs go on.")
    return redirect("accounts:sign_in_list")

"""Doors for teams: what they are called, who is in, and how one comes in."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from trek_site.accounts import attempts, selectors, services
from trek_site.accounts.forms import InvitationForm, RoleForm, TeamForm
from trek_site.accounts.selectors import User
from trek_site.accounts.views.readers import reader_of
from trek_site.shared.errors import ConflictError, DomainError, PermissionRefusedError, UnprocessableError
from trek_site.shared.mail import mail_send, site_address


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def team_list(request: HttpRequest) -> HttpResponse:
    """The reader's teams and who asks them in; a POST makes a team."""
    user = reader_of(request)
    form = TeamForm(request.POST or None)
    if form.is_valid():
        try:
            team = services.team_create(user, form.cleaned_data["name"])
        except DomainError as refusal:
            form.add_error("name", refusal.detail)
        else:
            return redirect("accounts:team", team.public_id)
    page = {"form": form, "teams": selectors.teams_of(user), "invitations": selectors.invitations_for(user)}
    return render(request, "accounts/team_list.html", page)


@login_required
@require_safe
def team(request: HttpRequest, team_id: str) -> HttpResponse:
    """Who is in a team, and what its owners may do with it."""
    return _team(request, team_id)


@login_required
@require_POST
def team_rename(request: HttpRequest, team_id: str) -> HttpResponse:
    """Call a team something else."""
    _refuse_unless_owner(request, team_id)
    form = TeamForm(request.POST)
    if form.is_valid():
        try:
            services.team_rename(reader_of(request), team_id, form.cleaned_data["name"])
        except ConflictError as refusal:
            form.add_error("name", refusal.detail)
        else:
            messages.success(request, "The team is renamed.")
            return redirect("accounts:team", team_id)
    return _team(request, team_id, name_form=form)


@login_required
@require_POST
@sensitive_variables("plain", "link")
def invitation_make(request: HttpRequest, team_id: str) -> HttpResponse:
    """Ask somebody in; the link is shown in this one answer."""
    user = reader_of(request)
    _refuse_unless_owner(request, team_id)
    form = InvitationForm(request.POST)
    if not form.is_valid():
        return _team(request, team_id, invitation_form=form)
    attempts.INVITATIONS_BY_ACCOUNT.take(str(user.pk))
    try:
        invitation, plain = services.invitation_make(
            user, team_id, **form.addressee(), role=form.cleaned_data["role"]
        )
    except ConflictError as refusal:
        form.add_error(None, refusal.detail)
        return _team(request, team_id, invitation_form=form)
    link = site_address(reverse("accounts:invitation", args=[plain]))
    if invitation.email:
        team_name = selectors.team_page(user, team_id).name
        known = {"team_name": team_name, "invited_by": user.get_username(), "link": link}
        mail_send("accounts/email/invitation", invitation.email, known)
    return _team(request, team_id, link=link, invited=invitation.email or invitation.username)


@login_required
@require_POST
def invitation_withdraw(request: HttpRequest, team_id: str, invitation_id: int) -> HttpResponse:
    """Take an invitation back."""
    services.invitation_withdraw(reader_of(request), team_id, invitation_id)
    messages.success(request, "The invitation is taken back; its link opens nothing.")
    return redirect("accounts:team", team_id)


@login_required
@require_POST
def role_change(request: HttpRequest, team_id: str, user_id: int) -> HttpResponse:
    """Make a member an owner, or an owner a member."""
    _refuse_unless_owner(request, team_id)
    form = RoleForm(request.POST)
    if not form.is_valid():
        raise UnprocessableError("There is no such role.")
    services.role_change(reader_of(request), team_id, user_id, form.cleaned_data["role"])
    messages.success(request, "The role is changed.")
    return redirect("accounts:team", team_id)


@login_required
@require_POST
def member_remove(request: HttpRequest, team_id: str, user_id: int) -> HttpResponse:
    """Put somebody out, or leave."""
    user = reader_of(request)
    services.member_remove(user, team_id, user_id)
    if user.pk == user_id:
        messages.success(request, "You have left the team.")
        return redirect("accounts:team_list")
    messages.success(request, "They are out of the team, and with it out of its submissions.")
    return redirect("accounts:team", team_id)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_variables("secret")
def invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """Come into a team, or not, by the link of a mail."""
    user = reader_of(request)
    line = selectors.invitation_by_secret(user, secret)
    if request.method == "POST":
        return _answer(request, user, line.pk)
    return render(request, "accounts/invitation.html", {"invitation": line})


@login_required
@require_POST
def invitation_answer(request: HttpRequest, invitation_id: int) -> HttpResponse:
    """Come into a team, or not, as somebody whose name the invitation says."""
    user = reader_of(request)
    return _answer(request, user, selectors.invitation_named(user, invitation_id).pk)


def _answer(request: HttpRequest, user: User, invitation_id: int) -> HttpResponse:
    if request.POST.get("answer") == "decline":
        services.invitation_decline(user, invitation_id)
        messages.success(request, "The invitation is declined.")
        return redirect("accounts:team_list")
    joined = services.invitation_accept(user, invitation_id)
    messages.success(request, "You are in the team.")
    return redirect("accounts:team", joined.public_id)


def _refuse_unless_owner(request: HttpRequest, team_id: str) -> None:
    """Before a form is read: what is wrong with it is nobody else's business.

    Raises:
        NotFoundError: The reader is in no such team.
        PermissionRefusedError: The reader is no owner of it.
    """
    if not selectors.team_page(reader_of(request), team_id).is_owner:
        raise PermissionRefusedError("Only owners of the team may do this.")


def _team(
    request: HttpRequest,
    team_id: str,
    *,
    name_form: TeamForm | None = None,
    invitation_form: InvitationForm | None = None,
    link: str = "",
    invited: str = "",
) -> HttpResponse:
    found = selectors.team_page(reader_of(request), team_id)
    page = {
        "team": found,
        "name_form": name_form or TeamForm(initial={"name": found.name}),
        "invitation_form": invitation_form or InvitationForm(),
        "link": link,
        "invited": invited,
    }
    return render(request, "accounts/team.html", page)

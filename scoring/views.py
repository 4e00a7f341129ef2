"""The doors for people: entry, one task of it, and how a submission fares."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring import selectors, services
from scoring.engine.intake import report_text
from scoring.engine.model import Json
from scoring.files_part import badge_part
from scoring.filters import TaskFilters, choice_in
from scoring.forms import PublicationForm, WithdrawalForm
from scoring.selectors.publications import publication_said
from scoring.selectors.task_pages import BESIDE, DIMENSION_KEYS, task_page
from scoring.submission_filters import SubmissionFilters
from submissions.services import look_note, submission_confirm
from submissions.states import Door
from trek_site.shared.errors import RateLimitedError, UnprocessableError


@require_safe
def entry(request: HttpRequest, public_id: str) -> HttpResponse:
    """An entry: its scores, where it loses points, its tasks."""
    filters = TaskFilters.from_query(request.GET, dimensions=DIMENSION_KEYS)
    page = selectors.entry_page(public_id, filters, request.user)
    look_note(request.user, door=Door.PAGE, is_of_scores=True, public_id=public_id)
    said = selectors.said_of_entry(public_id, request.user, version=filters.version)
    return render(request, "scoring/entry.html", {"page": page, "said": said, "badge": badge_part(public_id)})


@require_safe
def entry_task(request: HttpRequest, public_id: str, query_index: int) -> HttpResponse:
    """One task of an entry, every check with its reason."""
    filters = TaskFilters.from_query(request.GET, dimensions=DIMENSION_KEYS)
    page = task_page(
        public_id,
        query_index,
        request.user,
        version=filters.version,
        evaluator_version=filters.evaluator,
        beside=choice_in(request.GET, "beside", BESIDE),
    )
    look_note(request.user, door=Door.PAGE, is_of_scores=True, public_id=public_id)
    return render(request, "scoring/entry_task.html", {"page": page})


@login_required
@require_safe
def submission_list(request: HttpRequest) -> HttpResponse:
    """What the reader and their teams have sent."""
    page = selectors.my_submissions_page(request.user, SubmissionFilters.from_query(request.GET))
    return render(request, "scoring/submission_list.html", {"page": page})


@login_required
@require_safe
def submission(request: HttpRequest, public_id: str) -> HttpResponse:
    """Where a submission is, why, and what happens next."""
    return _submission_page(request, public_id, "scoring/submission.html")


@login_required
@require_safe
def submission_report(request: HttpRequest, public_id: str) -> HttpResponse:
    """The format report as a file: the bytes that the command line writes, with id and state filled in."""
    page = selectors.submission_status(public_id, request.user)
    look_note(request.user, door=Door.PAGE, public_id=public_id)
    document = cast("Mapping[str, Json]", page.report)
    response = HttpResponse(report_text(document), content_type="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="trek-report-{page.public_id}.json"'
    return response


@login_required
@require_POST
def submission_confirmation(request: HttpRequest, public_id: str) -> HttpResponse:
    """Score it although parts of it cannot be scored."""
    submission_confirm(public_id, request.user)
    return redirect("scoring:submission", public_id)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def submission_publication(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the scores to everybody, with names or without; asked first, so that nobody does it by mistake."""
    if request.method != "POST":
        return _submission_page(request, public_id, "scoring/publish.html", form=PublicationForm())
    form = PublicationForm(request.POST)
    status: int = HTTPStatus.UNPROCESSABLE_ENTITY
    if form.is_valid():
        try:
            services.entry_publish(
                public_id, request.user, visibility=form.visibility_asked, until=form.cleaned_data["until"]
            )
        except (UnprocessableError, RateLimitedError) as refusal:
            form.refuse(refusal)
            status = refusal.http_status
        else:
            messages.success(request, publication_said(public_id, request.user))
            return redirect("scoring:submission", public_id)
    return _submission_page(request, public_id, "scoring/publish.html", form=form, status=status)


@login_required
@require_POST
def submission_cancellation(request: HttpRequest, public_id: str) -> HttpResponse:
    """End it before it is scored."""
    services.entry_cancel(public_id, request.user)
    messages.success(request, "The submission is cancelled; nothing was deleted.")
    return redirect("scoring:submission", public_id)


@login_required
@require_POST
def submission_appeal(request: HttpRequest, public_id: str) -> HttpResponse:
    """Answer the newest review of it, once."""
    services.appeal_make(public_id, request.POST.get("text", ""), request.user)
    messages.success(request, "Your appeal is on record; a curator will answer it here.")
    return redirect("scoring:submission", public_id)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def submission_withdrawal(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take the scores off the board; asked first."""
    if request.method != "POST":
        return _submission_page(request, public_id, "scoring/withdraw.html", form=WithdrawalForm())
    form = WithdrawalForm(request.POST)
    if form.is_valid():
        try:
            services.entry_withdraw(public_id, request.user, reason=form.cleaned_data["reason"])
        except UnprocessableError as refusal:
            form.refuse(refusal)
        else:
            messages.success(request, "The entry is off the leaderboard; nothing was deleted.")
            return redirect("scoring:submission", public_id)
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    return _submission_page(request, public_id, "scoring/withdraw.html", form=form, status=status)


def _submission_page(
    request: HttpRequest, public_id: str, template: str, *, status: int = 200, **shown: object
) -> HttpResponse:
    page = selectors.submission_status(public_id, request.user)
    look_note(request.user, door=Door.PAGE, public_id=public_id)
    more = selectors.status_extras(page)
    return render(request, template, {"page": page, "more": more, **shown}, status=status)

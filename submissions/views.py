"""The door for people who upload."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from kb_browser.selectors import dataset_version_current
from scoring.engine.intake import TaskSet
from scoring.tracks import intake_of
from submissions import services
from submissions.forms import SubmissionForm
from submissions.limits import limits_for
from trek_site.accounts.selectors import teams_of
from trek_site.shared.errors import DomainError

TRACK: Final = "trek"
# A name, not an import: the page that shows how a submission fares belongs to whoever scores it.
STATUS_PAGE: Final = "scoring:submission"


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def submit(request: HttpRequest) -> HttpResponse:
    """The upload form; a refusal shows it again with everything that was typed."""
    version = dataset_version_current(TRACK)
    given = (request.POST, request.FILES) if request.method == "POST" else ()
    task_set = "" if version is None else TaskSet.of(TRACK, version.task_count).name
    form = SubmissionForm(*given, teams=teams_of(request.user), task_set=task_set)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    if version is not None and form.is_valid():
        upload = form.cleaned_data["file"]
        try:
            receipt = services.submission_receive(
                services.Upload(
                    chunks=upload.chunks(),
                    file_name=upload.name,
                    idempotency_key=form.cleaned_data["idempotency_key"] or None,
                ),
                owner=request.user,  # type: ignore[arg-type]  # login_required lets no anonymous user in.
                dataset_version=version,
                declaration=form.declaration(),
            )
        except DomainError as refusal:
            form.refuse(refusal)
            status = HTTPStatus(refusal.http_status)
        else:
            return redirect(STATUS_PAGE, receipt.public_id)
    page = {"form": form, "version": version, "limits": limits_for(TRACK), "reading": intake_of(TRACK).limits}
    return render(request, "submissions/submit.html", page, status=status)

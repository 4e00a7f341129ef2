"""The doors for people who upload: the form, the format check, and how it is done."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from kb_browser.selectors import VersionFacts, dataset_version_current
from scoring.engine.intake import TaskSet
from scoring.tracks import DEFAULT_TRACK, intake_of
from submissions import services
from submissions.declarations import Declaration
from submissions.examples import EXAMPLES
from submissions.forms import CheckForm, SubmissionForm
from submissions.guide import guide_page
from submissions.limits import limits_for
from submissions.quota_lines import quota_lines, team_quotas
from submissions.selectors import teams_usage_of, usage_of
from submissions.starting import Desk, desk_of
from submissions.states import Purpose
from trek_site.accounts.selectors import has_confirmed_address
from trek_site.shared.errors import DomainError

TRACK: Final = DEFAULT_TRACK
# A name, not an import: the page that shows how a submission fares belongs to whoever scores it.
STATUS_PAGE: Final = "scoring:submission"


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def submit(request: HttpRequest) -> HttpResponse:
    """The upload form; a refusal shows it again with everything that was typed."""
    version = dataset_version_current(TRACK)
    if version is None:
        return _page(request, "submissions/submit.html", None)
    desk = desk_of(request.user)
    if request.method == "POST" and not request.POST.get("action"):
        form = _form(desk, version, request.POST, request.FILES)
        return _receive(request, form, version, "submissions/submit.html", desk=desk)
    typed, note = desk.prepared(request.POST, request.FILES, request.GET)
    form = _form(desk, version, typed=typed)
    return _page(request, "submissions/submit.html", version, form=form, desk=desk, note=note)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def check(request: HttpRequest) -> HttpResponse:
    """The form of a format check: only a file, of which nobody else learns."""
    version = dataset_version_current(TRACK)
    if version is not None and request.method == "POST":
        form = CheckForm(request.POST, request.FILES)
        return _receive(request, form, version, "submissions/check.html")
    return _page(request, "submissions/check.html", version, form=CheckForm())


@require_safe
def how(request: HttpRequest) -> HttpResponse:
    """How to submit: the files, the manifest, the report, with examples."""
    return render(request, "submissions/how.html", {"page": guide_page(TRACK)})


@require_safe
def example(request: HttpRequest, name: str) -> HttpResponse:  # noqa: ARG001 - doors take a request
    """One of the example files."""
    if name not in EXAMPLES:
        raise Http404
    response = HttpResponse(EXAMPLES[name](), content_type="application/octet-stream")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _form(desk: Desk, version: VersionFacts, *given: Any, **more: Any) -> SubmissionForm:
    task_set = TaskSet.of(TRACK, version.task_count).name
    return SubmissionForm(*given, teams=desk.teams, earlier=desk.earlier, task_set=task_set, **more)


def _receive(
    request: HttpRequest, form: Any, version: VersionFacts, template: str, **shown: Any
) -> HttpResponse:
    """Take an upload, or show the form again with everything that is wrong."""
    if not form.is_valid():
        return _page(request, template, version, form=form, status=HTTPStatus.UNPROCESSABLE_ENTITY, **shown)
    upload = form.cleaned_data["file"]
    said = Declaration(purpose=Purpose.CHECK) if isinstance(form, CheckForm) else form.declaration()
    try:
        receipt = services.submission_receive(
            services.Upload(
                chunks=upload.chunks(),
                file_name=upload.name,
                idempotency_key=form.cleaned_data["idempotency_key"] or None,
            ),
            owner=request.user,  # type: ignore[arg-type]  # login_required lets no anonymous user in.
            dataset_version=version,
            declaration=said,
        )
    except DomainError as refusal:
        form.refuse(refusal)
        answer = _page(request, template, version, form=form, status=refusal.http_status, **shown)
        if refusal.retry_after is not None:
            answer.headers["Retry-After"] = str(refusal.retry_after)
        return answer
    return redirect(STATUS_PAGE, receipt.public_id)


def _page(
    request: HttpRequest, template: str, version: VersionFacts | None, *, status: int = 200, **shown: Any
) -> HttpResponse:
    person: Any = request.user  # an account: every caller asks for one
    purpose = Purpose.CHECK if isinstance(shown.get("form"), CheckForm) else Purpose.ENTRY
    teams = shown["desk"].teams if "desk" in shown else ()
    team_id = shown["desk"].team_id(shown["form"]["team"].value()) if teams else None
    page = {
        **shown,
        "version": version,
        "limits": limits_for(TRACK),
        "reading": intake_of(TRACK).limits,
        "quotas": quota_lines(usage_of(person, TRACK, team_id=team_id), purpose) if version else (),
        "team_quotas": team_quotas(teams, teams_usage_of(person, TRACK, [team.pk for team in teams])),
        "is_confirmed": has_confirmed_address(person),
    }
    return render(request, template, page, status=status)

"""Rehearsals in the admin: started with a small form, watched, and read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse

from scoring.forms import RehearsalForm
from scoring.models import Rehearsal
from scoring.selectors import rehearsal_page
from scoring.services import BoardKey, rehearsal_cancel, rehearsal_start
from trek_site.accounts.selectors import User
from trek_site.shared.errors import DomainError

if TYPE_CHECKING:
    RehearsalAdminBase = admin.ModelAdmin[Rehearsal]
else:
    RehearsalAdminBase = admin.ModelAdmin

POLL_S: Final = 2


@admin.register(Rehearsal)
class RehearsalAdmin(RehearsalAdminBase):
    """Nothing is edited: a rehearsal is asked for, carried out by workers, and ends with a report."""

    change_form_template = "admin/scoring/rehearsal/change_form.html"
    change_list_template = "admin/scoring/rehearsal/change_list.html"
    list_display = [
        "__str__", "baseline", "candidate", "state", "outcome", "progress", "requested_by", "created_at",
    ]  # fmt: skip
    list_filter = ["state", "outcome", "candidate_version", "candidate_evaluator"]
    list_select_related = ["baseline_version", "candidate_version", "requested_by"]
    search_fields = ["candidate_version__name", "failure_id"]
    # All else stands above it, in the words of the page.
    fields = ["candidate_digest"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Rehearsal]:
        """With how far each is, without the reports."""
        return Rehearsal.objects.with_progress().defer("report")

    @admin.display(description="baseline")
    def baseline(self, rehearsal: Rehearsal) -> str:
        """The board there is."""
        return f"{rehearsal.baseline_version.name} by {rehearsal.baseline_evaluator}"

    @admin.display(description="candidate")
    def candidate(self, rehearsal: Rehearsal) -> str:
        """The board that would be."""
        return f"{rehearsal.candidate_version.name} by {rehearsal.candidate_evaluator}"

    @admin.display(description="progress")
    def progress(self, rehearsal: Any) -> str:
        """Evaluations that have ended, of all."""
        return f"{rehearsal.rows_done} of {rehearsal.rows_total}"

    def get_urls(self) -> list[URLPattern]:
        """The form beside the usual pages."""
        start = self.admin_site.admin_view(self.start_page)
        cancel = self.admin_site.admin_view(self.cancel_page)
        return [
            path("start/", start, name="scoring_rehearsal_start"),
            path("<int:pk>/cancel/", cancel, name="scoring_rehearsal_cancel"),
            *super().get_urls(),
        ]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """With the way to a new one."""
        return super().changelist_view(request, {**(extra_context or {}), "may_start": _may_start(request)})

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """The progress, then the report."""
        given: dict[str, Any] = {}
        if self.has_view_permission(request) and self.get_object(request, object_id) is not None:
            page = rehearsal_page(int(object_id), request.user)
            may_cancel = _may_start(request) and not page.is_final
            given = {
                "rehearsal": page,
                "poll_seconds": 0 if page.is_final else POLL_S,
                "may_cancel": may_cancel,
            }
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **given})

    def start_page(self, request: HttpRequest) -> HttpResponse:
        """A form whose answer is a rehearsal under way."""
        if not _may_start(request):
            raise PermissionDenied
        form = RehearsalForm(request.POST or None, initial={"candidate": request.GET.get("candidate")})
        if request.method == "POST" and form.is_valid():
            try:
                return self._start(request, form)
            except DomainError as refusal:
                form.add_error(None, refusal.detail)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": "Rehearse a board",
            "form": form,
        }
        return TemplateResponse(request, "admin/scoring/rehearsal/start.html", context)

    def cancel_page(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Asks once more, then ends it."""
        if not _may_start(request):
            raise PermissionDenied
        page = rehearsal_page(pk, request.user)
        if request.method == "POST":
            return self._cancel(request, pk)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": f"Cancel rehearsal {pk}",
            "rehearsal": page,
        }
        return TemplateResponse(request, "admin/scoring/rehearsal/cancel.html", context)

    def _cancel(self, request: HttpRequest, pk: int) -> HttpResponse:
        assert isinstance(request.user, User)
        try:
            rehearsal_cancel(pk, actor=request.user)
        except DomainError as refusal:
            self.message_user(request, refusal.detail, messages.WARNING)
        else:
            self.message_user(request, "Cancelled: there will be no report.", messages.SUCCESS)
        return HttpResponseRedirect(reverse("admin:scoring_rehearsal_change", args=[pk]))

    def _start(self, request: HttpRequest, form: RehearsalForm) -> HttpResponse:
        assert isinstance(request.user, User)
        given = form.cleaned_data
        pk = rehearsal_start(
            baseline=BoardKey(version_id=given["baseline"], evaluator_version=given["baseline_evaluator"]),
            candidate=BoardKey(version_id=given["candidate"], evaluator_version=given["evaluator"]),
            actor=request.user,
        )
        self.message_user(request, "Under way: the report stands here once it is done.", messages.SUCCESS)
        return HttpResponseRedirect(reverse("admin:scoring_rehearsal_change", args=[pk]))

    def has_add_permission(self, request: HttpRequest) -> bool:
        """They are asked for by a form of their own."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Rehearsal | None = None) -> bool:
        """Only workers write here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Rehearsal | None = None) -> bool:
        """What was foretold stays on record."""
        return False


def _may_start(request: HttpRequest) -> bool:
    return request.user.has_perm("scoring.add_rehearsal")

"""Submissions in the admin: to look at and moderate."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from submissions.models import Submission, SubmissionFinding
from submissions.services import look_note, submissions_sweep
from submissions.states import Door

if TYPE_CHECKING:
    SubmissionAdminBase = admin.ModelAdmin[Submission]
    FindingInlineBase = admin.TabularInline[SubmissionFinding, Submission]
else:
    SubmissionAdminBase = admin.ModelAdmin
    FindingInlineBase = admin.TabularInline


class FindingInline(FindingInlineBase):
    """The report, below the submission."""

    model = SubmissionFinding
    fields = ("code", "severity", "line", "column", "task", "pointer", "message")
    readonly_fields = ("code", "severity", "line", "column", "task", "pointer", "message")
    can_delete = False
    extra = 0
    max_num = 0


@admin.register(Submission)
class SubmissionAdmin(SubmissionAdminBase):
    """Everything is shown and nothing edited; withdrawing is done where the board is kept."""

    list_display = [
        "public_id",
        "label",
        "owner",
        "dataset_version",
        "state",
        "outcome",
        "visibility",
        "attempts",
        "received_at",
        "failure_id",
    ]
    list_filter = ["state", "outcome", "visibility", "division", "dataset_version"]
    list_select_related = ["owner", "dataset_version"]
    search_fields = ["public_id", "label", "display_name", "owner__username", "failure_id", "file_sha256"]
    date_hierarchy = "received_at"
    readonly_fields = [field.name for field in Submission._meta.fields]
    inlines = [FindingInline]
    actions = ["ring"]

    @admin.action(description="Sweep now: ring for everything left behind", permissions=["change"])
    def ring(self, request: HttpRequest, queryset: QuerySet[Submission]) -> None:
        """Sweep once, whatever is selected."""
        self.message_user(request, f"Rung or ended: {submissions_sweep()}.", messages.SUCCESS)

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Everything about one; who looks is noted."""
        response = super().change_view(request, object_id, form_url, extra_context)
        if response.status_code == HTTPStatus.OK:
            look_note(request.user, door=Door.ADMIN, pk=object_id)
        return response

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Submissions come through the form and the API."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Submission | None = None) -> bool:
        """One of them is only looked at: saving would put back what a worker has written meanwhile."""
        return obj is None and super().has_change_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: Submission | None = None) -> bool:
        """Nothing is deleted; withdrawing hides."""
        return False

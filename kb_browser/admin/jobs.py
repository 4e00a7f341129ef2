"""Curation jobs in the admin, to be watched, and the tasks of versions, to be looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from django.contrib import admin
from django.http import HttpRequest, HttpResponse

from kb_browser.models import Curation, DatasetVersion, Task
from kb_browser.selectors import curation_facts

if TYPE_CHECKING:
    CurationAdminBase = admin.ModelAdmin[Curation]
    TaskAdminBase = admin.ModelAdmin[Task]
else:
    CurationAdminBase = TaskAdminBase = admin.ModelAdmin

POLL_S: Final = 2


@admin.register(Curation)
class CurationAdmin(CurationAdminBase):
    """Jobs to be watched; they are asked for at the version and end by themselves."""

    change_form_template = "admin/kb_browser/curation/change_form.html"
    list_display = ["kind", "name", "state", "outcome", "progress", "queued_at", "finished_at"]
    list_filter = ["kind", "state", "outcome"]
    search_fields = ["name", "failure_id"]
    fields = [
        "kind", "name", "arguments", "requested_by", "queued_at", "started_at", "finished_at", "attempts",
    ]  # fmt: skip

    @admin.display(description="progress")
    def progress(self, job: Curation) -> str:
        """Where it is, in one line."""
        count = f" ({job.progress_done} of {job.progress_total})" if job.progress_total else ""
        return f"{job.progress_text}{count}" if job.finished_at is None else ""

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """With its progress, and the way on."""
        job = Curation.objects.filter(pk=object_id).first() if object_id.isdigit() else None
        if job is None:
            return super().change_view(request, object_id, form_url, extra_context)
        version = DatasetVersion.objects.filter(track=job.track, name=job.name).first()
        facts = curation_facts(job)
        given = {
            "job": facts,
            "poll_seconds": 0 if facts.is_final else POLL_S,
            "version": version,
            "queued_at": job.queued_at,
        }
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **given})

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Jobs are asked for at the version."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Curation | None = None) -> bool:
        """Only workers write here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Curation | None = None) -> bool:
        """What was done stays on record."""
        return False


@admin.register(Task)
class TaskAdmin(TaskAdminBase):
    """The projection, to look at."""

    list_display = ["query_index", "dataset_version", "is_feasible", "days", "persons", "departure"]
    list_filter = ["dataset_version", "is_feasible"]
    list_select_related = ["dataset_version"]
    search_fields = ["query"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Tasks come from the files."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Task | None = None) -> bool:
        """As above."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Task | None = None) -> bool:
        """As above."""
        return False

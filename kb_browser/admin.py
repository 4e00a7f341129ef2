"""Dataset versions in the admin: to look at and publish; importing is done where the files are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from kb_browser.models import DatasetVersion, Task
from kb_browser.services import dataset_version_publish

if TYPE_CHECKING:
    VersionAdminBase = admin.ModelAdmin[DatasetVersion]
    TaskAdminBase = admin.ModelAdmin[Task]
else:
    VersionAdminBase = TaskAdminBase = admin.ModelAdmin


@admin.register(DatasetVersion)
class DatasetVersionAdmin(VersionAdminBase):
    """Everything is shown and nothing edited; publishing goes through the service."""

    list_display = [
        "name",
        "track",
        "task_count",
        "state",
        "published_at",
        "imported_at",
        "short_digest",
    ]
    list_filter = ["track", "state"]
    search_fields = ["name", "digest"]
    readonly_fields = [field.name for field in DatasetVersion._meta.fields]
    actions = ["publish"]

    @admin.display(description="digest")
    def short_digest(self, version: DatasetVersion) -> str:
        """Enough of the digest to tell versions apart."""
        return version.digest[:12]

    @admin.action(description="Publish (cannot be undone)", permissions=["change"])
    def publish(self, request: HttpRequest, queryset: QuerySet[DatasetVersion]) -> None:
        """Publish the selected versions."""
        for version in queryset:
            dataset_version_publish(version.track, version.name)
        self.message_user(request, f"Published: {queryset.count()}.", messages.SUCCESS)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Versions come from files, through the import command."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: DatasetVersion | None = None) -> bool:
        """A draft is harmless and a published version stays."""
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

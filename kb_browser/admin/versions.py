"""Dataset versions in the admin: imported, built, checked, published and exported by jobs."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.safestring import SafeString

from kb_browser.dataset_pages import downloads_of
from kb_browser.downloads import exports_of
from kb_browser.forms import BuildForm, ImportForm
from kb_browser.models import Curation, DatasetVersion
from kb_browser.selectors import dataset_version_current, sources_folder, version_facts
from kb_browser.services import curation_request, dataset_version_describe, reasons_against
from kb_browser.states import CurationKind
from trek_site.accounts.selectors import User
from trek_site.shared.errors import DomainError

if TYPE_CHECKING:
    VersionAdminBase = admin.ModelAdmin[DatasetVersion]
else:
    VersionAdminBase = admin.ModelAdmin

_ROOM = "kb_browser_datasetversion"


def _may(request: HttpRequest, kind: CurationKind) -> bool:
    return request.user.has_perm(f"kb_browser.{kind.value}_datasetversion")


@admin.register(DatasetVersion)
class DatasetVersionAdmin(VersionAdminBase):
    """Everything is shown; a draft's words can be written, and all else is work for a job."""

    change_form_template = "admin/kb_browser/datasetversion/change_form.html"
    change_list_template = "admin/kb_browser/datasetversion/change_list.html"
    list_display = ["name", "state", "task_count", "checked_on", "published_on", "short_digest"]
    list_filter = ["track", "state"]
    search_fields = ["name", "digest"]
    fieldsets = [
        (None, {"fields": ["name", "track", "state", "changelog", "licence"]}),
        ("Check", {"fields": ["checked_at", "report_page"]}),
        (
            "Release",
            {"fields": ["source", "digest", "task_count", "counted", "downloads", "figures", "files"]},
        ),
        ("History", {"fields": ["imported_at", "published_at", "superseded_at", "superseded_by"]}),
    ]
    _written = ("changelog", "licence")
    actions = ["check_selected"]

    def get_readonly_fields(self, request: HttpRequest, obj: DatasetVersion | None = None) -> list[str]:
        """All but what a curator writes."""
        own = [field.name for field in DatasetVersion._meta.fields if field.name not in self._written]
        return [*own, "report_page", "counted", "downloads", "figures", "files"]

    @admin.display(description="checked", ordering="checked_at", empty_value="–")
    def checked_on(self, version: DatasetVersion) -> date | None:
        """The day, which is enough in a list."""
        return version.checked_at.date() if version.checked_at else None

    @admin.display(description="published", ordering="published_at", empty_value="–")
    def published_on(self, version: DatasetVersion) -> date | None:
        """As above."""
        return version.published_at.date() if version.published_at else None

    @admin.display(description="digest")
    def short_digest(self, version: DatasetVersion) -> str:
        """Enough of the digest to tell versions apart."""
        return version.digest[:12]

    @admin.display(description="report")
    def report_page(self, version: DatasetVersion) -> SafeString:
        """What the last check found, to be read."""
        return render_to_string("admin/kb_browser/datasetversion/report.html", {"report": version.report})

    @admin.display(description="counts")
    def counted(self, version: DatasetVersion) -> SafeString:
        """How many there are of each kind, in words."""
        return render_to_string("admin/kb_browser/datasetversion/counts.html", {"counts": version.counts})

    @admin.display(description="downloads")
    def downloads(self, version: DatasetVersion) -> SafeString:
        """Whether they are there, and the work on them."""
        given = {
            "part": downloads_of(version, exports_of(version.digest)),
            "job": Curation.objects.latest_of(version, CurationKind.EXPORT),
            "version": version,
        }
        return render_to_string("admin/kb_browser/datasetversion/downloads.html", given)

    @admin.display(description="statistics")
    def figures(self, version: DatasetVersion) -> SafeString:
        """The figures of the release beside the benchmark's."""
        return render_to_string(
            "admin/kb_browser/datasetversion/figures.html", {"groups": version.statistics}
        )

    @admin.display(description="checksums")
    def files(self, version: DatasetVersion) -> SafeString:
        """Every file with its checksum."""
        return render_to_string("admin/kb_browser/datasetversion/files.html", {"files": version.checksums})

    @admin.action(description="Check the selected versions", permissions=["check"])
    def check_selected(self, request: HttpRequest, queryset: QuerySet[DatasetVersion]) -> None:
        """One job per version."""
        for version in queryset:
            self._ask(request, CurationKind.CHECK, version.name)

    def has_check_permission(self, request: HttpRequest) -> bool:
        """Asked by the action."""
        return _may(request, CurationKind.CHECK)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Versions come from releases, by jobs."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: DatasetVersion | None = None) -> bool:
        """Nothing published is edited."""
        return super().has_change_permission(request, obj) and (obj is None or not obj.is_published)

    def has_delete_permission(self, request: HttpRequest, obj: DatasetVersion | None = None) -> bool:
        """A draft is harmless and a published version stays."""
        return False

    def save_model(
        self,
        request: HttpRequest,
        obj: DatasetVersion,
        form: forms.ModelForm[DatasetVersion],
        change: bool,  # noqa: FBT001  # Django's own signature.
    ) -> None:
        """Through the service, which writes it down."""
        words = {field: form.cleaned_data[field] for field in self._written}
        dataset_version_describe(obj.track, obj.name, actor=_curator(request), **words)

    def get_urls(self) -> list[URLPattern]:
        """The pages of the jobs beside the usual ones."""
        wrap = self.admin_site.admin_view
        return [
            path("import/", wrap(self.import_page), name=f"{_ROOM}_import"),
            path("build/", wrap(self.build_page), name=f"{_ROOM}_build"),
            path("<int:pk>/check/", wrap(self.check_page), name=f"{_ROOM}_check"),
            path("<int:pk>/publish/", wrap(self.publish_page), name=f"{_ROOM}_publish"),
            path("<int:pk>/export/", wrap(self.export_page), name=f"{_ROOM}_export"),
            *super().get_urls(),
        ]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """With the ways to a new version."""
        ways = {
            "may_import": _may(request, CurationKind.IMPORT),
            "may_build": _may(request, CurationKind.BUILD),
        }
        return super().changelist_view(request, {**(extra_context or {}), **ways})

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """With what can be done next."""
        ways = {
            "may_check": _may(request, CurationKind.CHECK),
            "may_publish": _may(request, CurationKind.PUBLISH),
            "may_export": _may(request, CurationKind.EXPORT) and self._lacks_downloads(request, object_id),
        }
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **ways})

    def import_page(self, request: HttpRequest) -> HttpResponse:
        """Have a release imported that lies on the server."""
        given = {"title": "Import a release", "folder": sources_folder(), "verb": "Import"}
        return self._make_page(request, CurationKind.IMPORT, ImportForm, given)

    def build_page(self, request: HttpRequest) -> HttpResponse:
        """Have a release of our own built and imported."""
        given = {"title": "Build a release", "verb": "Build and import"}
        return self._make_page(request, CurationKind.BUILD, BuildForm, given)

    def check_page(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Have a version checked; asking does no harm, so there is nothing to confirm but the press."""
        version = self._version(request, CurationKind.CHECK, pk)
        if request.method == "POST":
            return self._ask(request, CurationKind.CHECK, version.name)
        given = {"may_go_on": not version.is_published}
        return self._confirm_page(request, version, title=f"Check {version.name}", verb="Check", **given)

    def publish_page(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Have a version published, once every reason against it is gone."""
        version = self._version(request, CurationKind.PUBLISH, pk)
        if request.method == "POST":
            return self._ask(request, CurationKind.PUBLISH, version.name)
        reasons = [] if version.is_published else list(reasons_against(version))
        given = {
            "reasons": reasons,
            "current": dataset_version_current(version.track),
            "is_final": True,
            "may_go_on": not reasons and not version.is_published,
        }
        return self._confirm_page(request, version, title=f"Publish {version.name}", verb="Publish", **given)

    def export_page(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Have the downloads of a published version made, again if need be."""
        version = self._version(request, CurationKind.EXPORT, pk)
        if request.method == "POST":
            return self._ask(request, CurationKind.EXPORT, version.name)
        part = downloads_of(version, exports_of(version.digest))
        given = {"part": part, "is_export": True, "may_go_on": part.state in ("pending", "failed")}
        title, verb = f"Downloads of {version.name}", "Make the downloads of"
        return self._confirm_page(request, version, title=title, verb=verb, **given)

    def _lacks_downloads(self, request: HttpRequest, object_id: str) -> bool:
        version = self.get_object(request, object_id)
        return version is not None and version.is_published and exports_of(version.digest) is None

    def _version(self, request: HttpRequest, kind: CurationKind, pk: int) -> DatasetVersion:
        if not _may(request, kind):
            raise PermissionDenied
        return get_object_or_404(DatasetVersion, pk=pk)

    def _confirm_page(self, request: HttpRequest, version: DatasetVersion, **given: object) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "original": version,
            "version": version_facts(version),
            **given,
        }
        return TemplateResponse(request, "admin/kb_browser/datasetversion/confirm.html", context)

    def _make_page(
        self,
        request: HttpRequest,
        kind: CurationKind,
        form_class: type[ImportForm | BuildForm],
        given: Mapping[str, object],
    ) -> HttpResponse:
        """A form whose answer is a job."""
        if not _may(request, kind):
            raise PermissionDenied
        form = form_class(request.POST or None)
        if request.method == "POST" and form.is_valid():
            arguments = dict(form.cleaned_data)
            name = arguments.pop("name")
            if "source" in arguments:
                arguments["path"] = str(sources_folder() / arguments.pop("source"))
            try:
                return self._ask(request, kind, name, **arguments)
            except DomainError as refusal:
                form.add_error(None, refusal.detail)
        context = {**self.admin_site.each_context(request), "opts": self.opts, "form": form, **given}
        return TemplateResponse(request, "admin/kb_browser/datasetversion/make.html", context)

    def _ask(
        self, request: HttpRequest, kind: CurationKind, name: str, **arguments: str | int
    ) -> HttpResponse:
        job = curation_request(kind, name, actor=_curator(request), **arguments)
        self.message_user(request, f"In line: {kind.label} {name}.", messages.SUCCESS)
        return HttpResponseRedirect(reverse("admin:kb_browser_curation_change", args=[job.pk]))


def _curator(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user

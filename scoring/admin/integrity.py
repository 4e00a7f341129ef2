"""Findings, reviews and appeals in the admin: a list of what waits, and a page to look and decide."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html

from scoring.admin.evaluations import ReadOnlyAdmin
from scoring.forms import ReviewForm
from scoring.models import Appeal, IntegrityFinding, IntegrityReview
from scoring.selectors import review_page
from scoring.services import Judgement, review_record
from scoring.states import ReviewVerdict
from submissions.services import look_note
from submissions.states import Door
from trek_site.accounts.selectors import User
from trek_site.shared.errors import DomainError

OPEN, SETTLED = "open", "settled"


class OpenFilter(admin.SimpleListFilter):
    """What waits for somebody, unless something else is asked for."""

    title = "state"
    parameter_name = "state"
    column = "settled_by"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Sequence[tuple[str, str]]:
        """The choices beside "all"."""
        return [(OPEN, "open"), (SETTLED, "settled")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """The rows of the choice."""
        if self.value() is None:
            return queryset
        return queryset.filter(**{f"{self.column}__isnull": self.value() == OPEN})


class UnansweredFilter(OpenFilter):
    """The same for appeals."""

    column = "answer"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Sequence[tuple[str, str]]:
        """The choices beside "all"."""
        return [(OPEN, "unanswered"), (SETTLED, "answered")]


class LookedAtAdmin(ReadOnlyAdmin):
    """Rows whose own page is that of the submission they are about.

    Lists say what waits and nothing of what was written or counted: only the page notes who looked.
    """

    path_to_public_id = ""

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """On to the review page, where all of it stands together."""
        row = self.get_object(request, object_id)
        if row is None or not self.has_view_permission(request, row):
            return super().change_view(request, object_id, form_url, extra_context)
        return HttpResponseRedirect(_review_url(self._public_id(row)))

    def _public_id(self, row: Any) -> str:
        for name in self.path_to_public_id.split("."):
            row = getattr(row, name)
        return str(row)

    @admin.display(description="submission")
    def submission(self, row: Model) -> str:
        """With the way to its review."""
        public_id = self._public_id(row)
        return format_html('<a href="{}">{}</a>', _review_url(public_id), public_id)


def _review_url(public_id: str) -> str:
    return reverse("admin:scoring_integrity_review", args=[public_id])


@admin.register(IntegrityFinding)
class IntegrityFindingAdmin(LookedAtAdmin):
    """What was noticed; open ones wait for a review."""

    path_to_public_id = "evaluation.submission.public_id"
    list_display = ["code", "submission", "holds", "is_open", "found_at"]
    list_filter = [OpenFilter, "holds", "code"]
    list_select_related = ["evaluation__submission"]
    search_fields = ["evaluation__submission__public_id", "evaluation__submission__display_name"]

    def get_urls(self) -> list[URLPattern]:
        """The review page beside the usual ones."""
        view = self.admin_site.admin_view(self.review_page)
        at = path("reviews/<str:public_id>/", view, name="scoring_integrity_review")
        return [at, *super().get_urls()]

    @admin.display(description="open", boolean=True)
    def is_open(self, row: IntegrityFinding) -> bool:
        """No review settled it."""
        return row.settled_by_id is None

    def review_page(self, request: HttpRequest, public_id: str) -> HttpResponse:
        """All there is about a submission, and the form of a review."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        page = review_page(public_id, request.user)
        look_note(request.user, door=Door.ADMIN, public_id=public_id)
        may_review = request.user.has_perm("scoring.add_integrityreview")
        form = ReviewForm(request.POST or None)
        if request.method == "POST" and may_review and form.is_valid():
            try:
                return self._record(request, public_id, form)
            except DomainError as refusal:
                form.add_error(None, refusal.detail)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": f"Review {public_id}",
            "page": page,
            "integrity": page.integrity,
            "form": form,
            "may_review": may_review,
        }
        return TemplateResponse(request, "admin/scoring/integrity/review.html", context)

    def _record(self, request: HttpRequest, public_id: str, form: ReviewForm) -> HttpResponse:
        assert isinstance(request.user, User)
        given = form.cleaned_data
        judgement = Judgement(
            verdict=ReviewVerdict(given["verdict"]), public_reason=given["public_reason"], note=given["note"]
        )
        review_record(public_id, judgement, actor=request.user)
        self.message_user(request, "On record, and on the board.", messages.SUCCESS)
        return HttpResponseRedirect(_review_url(public_id))


@admin.register(IntegrityReview)
class IntegrityReviewAdmin(LookedAtAdmin):
    """What was decided, newest first."""

    path_to_public_id = "submission.public_id"
    list_display = ["at", "about", "verdict", "by"]
    list_filter = ["verdict"]
    list_select_related = ["submission", "by"]
    search_fields = ["submission__public_id"]

    @admin.display(description="submission")
    def about(self, row: IntegrityReview) -> str:
        """With the way to its review page."""
        return self.submission(row)


@admin.register(Appeal)
class AppealAdmin(LookedAtAdmin):
    """What owners answered; a review answers them."""

    path_to_public_id = "review.submission.public_id"
    list_display = ["at", "submission", "by", "is_answered"]
    list_filter = [UnansweredFilter]
    list_select_related = ["review__submission", "by", "answer"]

    @admin.display(description="answered", boolean=True)
    def is_answered(self, row: Appeal) -> bool:
        """A later review says that it answers it."""
        return hasattr(row, "answer")

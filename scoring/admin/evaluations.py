"""Evaluations and boards in the admin: to look at, and to nudge."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.html import format_html

from scoring.forms import PublicReasonForm
from scoring.models import BoardRevision, Evaluation, LeaderboardEntry
from scoring.services import Judgement, evaluations_sweep, evaluations_verify, review_record
from scoring.states import Outcome, ReviewVerdict
from submissions.services import look_note, withdrawal_lift
from submissions.states import Door
from trek_site.accounts.selectors import User
from trek_site.shared.errors import DomainError

if TYPE_CHECKING:
    ReadOnlyBase = admin.ModelAdmin[Any]
else:
    ReadOnlyBase = admin.ModelAdmin


class ReadOnlyAdmin(ReadOnlyBase):
    """Results are facts: shown, never typed in and never deleted.

    Attributes:
        submission_by: For rows that tell of one submission, the way from it to the row; who looks is noted.
    """

    submission_by = ""

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Everything about one row."""
        response = super().change_view(request, object_id, form_url, extra_context)
        if self.submission_by and response.status_code == HTTPStatus.OK:
            which = {self.submission_by: object_id}
            look_note(request.user, door=Door.ADMIN, is_of_scores=True, **which)
        return response

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Rows come from workers."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """A single row is only looked at; the right is for the actions of the list."""
        return obj is None and super().has_change_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Results stay."""
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> list[str]:
        """Nothing is edited in place."""
        return [field.name for field in self.model._meta.fields]


@admin.register(Evaluation)
class EvaluationAdmin(ReadOnlyAdmin):
    """Where each evaluation is, and why one failed."""

    submission_by = "evaluations"

    list_display = [
        "pk",
        "submission",
        "evaluator_version",
        "state",
        "outcome",
        "attempts",
        "queued_at",
        "finished_at",
        "failure_id",
    ]
    list_filter = ["state", "outcome", "evaluator_version", "dataset_version"]
    list_select_related = ["submission"]
    search_fields = ["submission__public_id", "submission__label", "failure_id", "results_digest"]
    actions = ["verify", "ring"]
    fieldsets = [
        (None, {"fields": ["submission", "dataset_version", "evaluator_version"]}),
        ("Progress", {"fields": ["state", "outcome", "progress", "attempts", "failure_id"]}),
        ("Times", {"fields": ["queued_at", "started_at", "finished_at", "deadline_at", "lease_until"]}),
        ("What it rests on", {"fields": ["bundle_sha256", "release_digest", "results_digest"]}),
        ("Aggregates under their official keys", {"fields": ["aggregates"]}),
    ]

    @admin.display(description="tasks")
    def progress(self, evaluation: Evaluation) -> str:
        """Scored, of all."""
        return f"{evaluation.tasks_done} of {evaluation.tasks_total}"

    @admin.display(description="summary")
    def aggregates(self, evaluation: Evaluation) -> str:
        """The stored document, a line for each key."""
        text = json.dumps(evaluation.summary, indent=2, sort_keys=True, ensure_ascii=False)
        return format_html('<pre class="document" tabindex="0">{}</pre>', text)

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> list[str]:
        """The columns, and what is made of them."""
        return [*super().get_readonly_fields(request, obj), "progress", "aggregates"]

    @admin.action(description="Score again and compare the digests", permissions=["change"])
    def verify(self, request: HttpRequest, queryset: QuerySet[Evaluation]) -> None:
        """Say which of the selected ones are not reproduced."""
        scored = queryset.filter(outcome=Outcome.SCORED)
        found = evaluations_verify(scored.values_list("pk", flat=True))
        for fault in found.faults:
            self.message_user(request, fault, messages.ERROR)
        if not found.faults:
            self.message_user(request, f"Reproduced: {len(found.agreeing)}.", messages.SUCCESS)

    @admin.action(description="Sweep now: ring for everything left behind", permissions=["change"])
    def ring(self, request: HttpRequest, queryset: QuerySet[Evaluation]) -> None:
        """Sweep once, whatever is selected."""
        count = evaluations_sweep()
        self.message_user(request, f"Rung, queued or ended: {count}.", messages.SUCCESS)


@admin.register(LeaderboardEntry)
class LeaderboardEntryAdmin(ReadOnlyAdmin):
    """The boards, with moderation."""

    submission_by = "evaluations__entry"

    list_display = [
        "pk",
        "evaluation",
        "dataset_version",
        "evaluator_version",
        "rank",
        "unranked_reason",
        "overall",
    ]
    list_filter = ["dataset_version", "evaluator_version", "unranked_reason"]
    list_select_related = ["evaluation", "dataset_version"]
    search_fields = ["evaluation__submission__public_id", "evaluation__submission__display_name"]
    actions = ["withdraw", "lift"]

    @admin.action(description="Take off the board", permissions=["change"])
    def withdraw(self, request: HttpRequest, queryset: QuerySet[LeaderboardEntry]) -> TemplateResponse | None:
        """Asks for a reason, then withdraws the selected entries' submissions, each by a review."""
        form = PublicReasonForm(request.POST if "public_reason" in request.POST else None)
        # One submission may have an entry on several boards.
        chosen = list(dict.fromkeys(queryset.values_list("evaluation__submission__public_id", flat=True)))
        if form.is_valid():
            self._withdraw(request, chosen, form.cleaned_data["public_reason"])
            return None
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": "Take off the board",
            "form": form,
            "chosen": chosen,
            "selected": queryset.values_list("pk", flat=True),
            "selected_name": ACTION_CHECKBOX_NAME,
        }
        return TemplateResponse(request, "admin/scoring/leaderboardentry/withdraw.html", context)

    def _withdraw(self, request: HttpRequest, public_ids: list[str], reason: str) -> None:
        assert isinstance(request.user, User)
        judgement = Judgement(verdict=ReviewVerdict.WITHDRAWN, public_reason=reason)
        for public_id in public_ids:
            try:
                review_record(public_id, judgement, actor=request.user)
            except DomainError as refusal:
                self.message_user(request, f"{public_id}: {refusal.detail}", messages.WARNING)
            else:
                self.message_user(request, f"{public_id}: withdrawn.", messages.SUCCESS)

    @admin.action(description="Let owners publish again what was taken off", permissions=["change"])
    def lift(self, request: HttpRequest, queryset: QuerySet[LeaderboardEntry]) -> None:
        """Lift the withdrawals of moderators; those of owners are their own."""
        for entry in queryset.select_related("evaluation__submission"):
            public_id = entry.evaluation.submission.public_id
            try:
                is_lifted = withdrawal_lift(public_id, request.user)
            except DomainError as refusal:
                self.message_user(request, f"{public_id}: {refusal.detail}", messages.WARNING)
            else:
                said = "its owner may publish it again" if is_lifted else "no moderator took it off"
                self.message_user(request, f"{public_id}: {said}.", messages.SUCCESS)


@admin.register(BoardRevision)
class BoardRevisionAdmin(ReadOnlyAdmin):
    """How often each board has changed."""

    list_display = ["dataset_version", "evaluator_version", "revision", "changed_at"]
    list_select_related = ["dataset_version"]

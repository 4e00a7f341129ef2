"""Tables of prices in the admin: to look at, and to add."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse

from scoring.admin.evaluations import ReadOnlyAdmin
from scoring.models import PriceTable
from scoring.price_forms import PricesForm
from scoring.services import prices_add
from trek_site.accounts.selectors import User
from trek_site.shared.errors import DomainError


@admin.register(PriceTable)
class PriceTableAdmin(ReadOnlyAdmin):
    """What models cost, table by table; one that was added is never changed."""

    list_display = ["as_of", "source", "is_made_up", "added_at", "added_by"]
    list_filter = ["is_made_up"]
    list_select_related = ["added_by"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Curators add tables; nothing else here is theirs to change."""
        return request.user.has_perm("scoring.add_pricetable")

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """A day, a source and the rows as CSV; every fault is named before anything is kept."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        form = PricesForm(request.POST or None)
        if request.method == "POST" and form.is_valid():
            try:
                return self._add(request, form)
            except DomainError as refusal:
                form.add_error(None, refusal.detail)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": "Add prices",
            "form": form,
        }
        return TemplateResponse(request, "admin/scoring/pricetable/add.html", context)

    def _add(self, request: HttpRequest, form: PricesForm) -> HttpResponse:
        assert isinstance(request.user, User)
        given = form.cleaned_data
        prices_add(
            given["prices"],
            as_of=given["as_of"],
            source=given["source"],
            is_made_up=given["is_made_up"],
            actor=request.user,
        )
        self.message_user(request, "The prices are kept; boards are worked out with them.", messages.SUCCESS)
        return HttpResponseRedirect(reverse("admin:scoring_pricetable_changelist"))

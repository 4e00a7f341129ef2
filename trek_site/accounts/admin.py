"""Accounts in the admin: people as Django shows them, tokens to look at and revoke."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest

from trek_site.accounts.models import ApiToken, User
from trek_site.accounts.services import token_revoke

if TYPE_CHECKING:
    TokenAdminBase = admin.ModelAdmin[ApiToken]
else:
    TokenAdminBase = admin.ModelAdmin

admin.site.register(User, UserAdmin)


@admin.register(ApiToken)
class ApiTokenAdmin(TokenAdminBase):
    """Tokens are issued by their owners only; an operator can close one."""

    list_display = ["name", "prefix", "user", "created_at", "expires_at", "last_used_at", "revoked_at"]
    list_select_related = ["user"]
    search_fields = ["prefix", "user__username"]
    actions = ["revoke"]

    @admin.action(description="Revoke the selected tokens", permissions=["change"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[ApiToken]) -> None:
        """Close the tokens for ever."""
        for token in queryset.select_related("user"):
            token_revoke(token.user, token.pk)
        self.message_user(request, "Revoked.")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Secrets are shown once, to their owner."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: ApiToken | None = None) -> bool:
        """A revoked token stays as a record of who could do what."""
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: ApiToken | None = None) -> list[str]:
        """Nothing is edited in place."""
        return [field.name for field in ApiToken._meta.fields]

"""Accounts in the admin: people as Django shows them, tokens to revoke, and the log of curators to read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialApp, SocialToken
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group
from django.db import transaction
from django.db.models import ManyToManyField, QuerySet
from django.forms import CheckboxSelectMultiple
from django.http import HttpRequest, HttpResponse

from trek_site.accounts.models import ApiToken, AuditEvent, Membership, Organisation, User
from trek_site.accounts.services import token_revoke, tokens_revoke_all

if TYPE_CHECKING:
    TokenAdminBase = admin.ModelAdmin[ApiToken]
    AuditAdminBase = admin.ModelAdmin[AuditEvent]
    AnyAdminBase = admin.ModelAdmin[Any]
    TeamAdminBase = admin.ModelAdmin[Organisation]
    MembersBase = admin.TabularInline[Membership, Organisation]
    AccountAdminBase = UserAdmin[User]
else:
    TokenAdminBase = AuditAdminBase = AnyAdminBase = TeamAdminBase = admin.ModelAdmin
    MembersBase = admin.TabularInline
    AccountAdminBase = UserAdmin


# Django's double lists need scripts and label a list with text that no reader of screens may say there.
PLAIN_LISTS: Final[dict[Any, Any]] = {ManyToManyField: {"widget": CheckboxSelectMultiple}}


@admin.register(User)
class AccountAdmin(AccountAdminBase):
    """People as Django shows them; when they came is a fact, not a field."""

    readonly_fields = ["last_login", "date_joined"]
    filter_horizontal = ()
    formfield_overrides = PLAIN_LISTS

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        """Set somebody's password; as when they do it themselves, every token of theirs is revoked."""
        with transaction.atomic():
            before = self.get_object(request, id)
            response = super().user_change_password(request, id, form_url)
            after = self.get_object(request, id)
            if before is not None and after is not None and before.password != after.password:
                tokens_revoke_all(after)
        return response


class RoleAdmin(GroupAdmin):
    """Groups, such as that of the curators, with their rights as one plain list."""

    filter_horizontal = ()
    formfield_overrides = PLAIN_LISTS


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

    def has_change_permission(self, request: HttpRequest, obj: ApiToken | None = None) -> bool:
        """The right is for revoking; saving one would put back what was written meanwhile."""
        return obj is None and super().has_change_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: ApiToken | None = None) -> bool:
        """A revoked token stays as a record of who could do what."""
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: ApiToken | None = None) -> list[str]:
        """Nothing is edited in place."""
        return [field.name for field in ApiToken._meta.fields]


@admin.register(AuditEvent)
class AuditEventAdmin(AuditAdminBase):
    """The log of what curators did. The database itself refuses every change."""

    list_display = ["at", "actor", "action", "object_type", "object_id"]
    list_filter = ["action", "object_type"]
    list_select_related = ["actor"]
    search_fields = ["object_id", "actor__username"]
    date_hierarchy = "at"

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Events are written by what they are about."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: AuditEvent | None = None) -> bool:
        """The log only grows."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: AuditEvent | None = None) -> bool:
        """The log only grows."""
        return False


class Members(MembersBase):
    """Who is in a team, to be looked at."""

    model = Membership
    extra = 0
    can_delete = False
    readonly_fields = ["user", "role", "joined_at"]

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """People come in by invitation."""
        return False


@admin.register(Organisation)
class OrganisationAdmin(TeamAdminBase):
    """Teams, to be looked at: their owners look after them."""

    list_display = ["name", "public_id", "created_at"]
    search_fields = ["name", "public_id", "memberships__user__username"]
    readonly_fields = ["name", "name_skeleton", "public_id", "created_at"]
    inlines = [Members]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Whoever makes a team owns it."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Organisation | None = None) -> bool:
        """Their owners change them."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Organisation | None = None) -> bool:
        """Submissions belong to teams."""
        return False


class AuthenticatorAdmin(AnyAdminBase):
    """Second factors, without their secrets. An operator takes one off for somebody who lost it."""

    list_display = ["user", "type", "created_at", "last_used_at"]
    list_filter = ["type"]
    list_select_related = ["user"]
    search_fields = ["user__username"]
    fields = ["user", "type", "created_at", "last_used_at"]
    readonly_fields = ["user", "type", "created_at", "last_used_at"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """People set theirs up themselves."""
        return False


# Providers are configured by the environment, and what they gave out for a person is nobody's business.
admin.site.unregister([Group, SocialApp, SocialToken, Authenticator])
admin.site.register(Group, RoleAdmin)
admin.site.register(Authenticator, AuthenticatorAdmin)

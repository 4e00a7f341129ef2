"""The admin shows tokens without their secrets and can close them."""

import pytest
from django.contrib.admin.sites import site
from django.contrib.auth.models import Group, Permission
from django.test import RequestFactory
from django.urls import reverse

from tests.factories import user_make
from trek_site.accounts import selectors, services
from trek_site.accounts.models import ApiToken, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def curator(client):
    user = user_make(is_staff=True, is_superuser=True)
    client.force_login(user)
    return user


def test_a_token_is_shown_and_closed(client, curator):
    token, plain = services.token_issue(user_make(), name="laptop")
    page = client.get(reverse("admin:accounts_apitoken_change", args=[token.pk])).content.decode()
    assert plain not in page
    client.post(
        reverse("admin:accounts_apitoken_changelist"),
        {"action": "revoke", "_selected_action": [token.pk]},
        follow=True,
    )
    assert selectors.token_owner(plain) is None


def test_tokens_are_neither_made_nor_deleted_here(curator):
    request = RequestFactory().get("/")
    request.user = curator
    model_admin = site.get_model_admin(ApiToken)
    assert not model_admin.has_add_permission(request)
    assert not model_admin.has_delete_permission(request)
    assert set(model_admin.get_readonly_fields(request)) == {field.name for field in ApiToken._meta.fields}


def test_people_can_be_looked_up(client, curator):
    assert client.get(reverse("admin:accounts_user_changelist")).status_code == 200


def test_rights_are_given_by_plain_check_boxes(client, curator):
    """The double lists of Django's admin need scripts, and cannot be heard as they are labelled."""
    group, right = Group.objects.create(name="readers"), Permission.objects.first()
    for address in (
        reverse("admin:accounts_user_change", args=[curator.pk]),
        reverse("admin:auth_group_change", args=[group.pk]),
        reverse("admin:auth_group_add"),
    ):
        page = client.get(address).content.decode()
        assert "selectfilter" not in page
        assert f'type="checkbox" name="{"user_" if "user" in address else ""}permissions"' in page
    address = reverse("admin:auth_group_change", args=[group.pk])
    assert client.post(address, {"name": "readers", "permissions": [right.pk]}).status_code == 302
    assert list(group.permissions.all()) == [right]
    someone = user_make()
    address = reverse("admin:accounts_user_change", args=[someone.pk])
    typed = {"username": someone.username, "is_active": "on", "groups": [group.pk]}
    assert client.post(address, typed).status_code == 302
    assert list(User.objects.get(pk=someone.pk).groups.all()) == [group]

"""The admin shows tokens without their secrets and can close them."""

import pytest
from django.contrib.admin.sites import site
from django.test import RequestFactory
from django.urls import reverse

from tests.factories import user_make
from trek_site.accounts import selectors, services
from trek_site.accounts.models import ApiToken

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

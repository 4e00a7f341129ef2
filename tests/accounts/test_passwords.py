"""A password is changed by its owner or an operator, and with it every token and other session goes."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests.factories import user_make
from trek_site.accounts import attempts, selectors, services

pytestmark = pytest.mark.django_db

OLD = "correct horse battery"
NEW = "four unrelated words here"
ADDRESS = "/accounts/password/"


@pytest.fixture(autouse=True)
def _fresh_cache():
    cache.clear()


def typed(**changes):
    return {"old_password": OLD, "new_password1": NEW, "new_password2": NEW, **changes}


@pytest.fixture
def owner(client):
    user = user_make(username="ada")
    client.force_login(user)
    return user


def test_the_new_password_opens_and_the_old_one_does_not(client, owner):
    assert client.post(ADDRESS, typed()).url == reverse("accounts:token_list")
    assert Client().login(username="ada", password=NEW)
    assert not Client().login(username="ada", password=OLD)


def test_every_token_is_revoked_and_nobody_elses(client, owner):
    _, mine = services.token_issue(owner, name="mine")
    other, theirs = services.token_issue(user_make(), name="theirs")
    client.post(ADDRESS, typed())
    assert (selectors.token_owner(mine), selectors.token_owner(theirs)) == (None, other.user)


def test_other_sessions_end_and_this_one_goes_on(client, owner):
    elsewhere = Client()
    elsewhere.force_login(owner)
    client.post(ADDRESS, typed())
    assert client.get(ADDRESS).status_code == 200
    assert elsewhere.get(ADDRESS).status_code == 302


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"old_password": "wrong"}, "This is not your present password."),
        ({"new_password2": "another one entirely"}, "The two passwords differ."),
        ({"new_password1": "short", "new_password2": "short"}, "at least 12 characters"),
        ({"new_password1": "", "new_password2": ""}, "This field is required."),
    ],
)
def test_a_mistake_is_said_and_changes_nothing(client, owner, changes, said):
    _, plain = services.token_issue(owner, name="mine")
    assert said in client.post(ADDRESS, typed(**changes)).content.decode()
    assert selectors.token_owner(plain) == owner
    assert Client().login(username="ada", password=OLD)


def test_guessing_the_present_password_is_braked_like_a_sign_in(client, owner):
    for _ in range(attempts.FAILED_SIGN_INS_OF_NAME.limit):
        assert client.post(ADDRESS, typed(old_password="wrong")).status_code == 200
    assert client.post(ADDRESS, typed()).status_code == 429


def test_an_operator_who_sets_a_password_revokes_the_tokens_too(client):
    _, plain = services.token_issue(user_make(username="ada"), name="mine")
    owner = selectors.token_owner(plain)
    client.force_login(user_make(is_staff=True, is_superuser=True))
    address = reverse("admin:auth_user_password_change", args=[owner.pk])
    client.post(address, {"password1": NEW, "password2": "something else", "usable_password": "true"})
    assert selectors.token_owner(plain) == owner
    client.post(address, {"password1": NEW, "password2": NEW, "usable_password": "true"})
    assert selectors.token_owner(plain) is None
    assert Client().login(username="ada", password=NEW)


def test_the_admin_has_no_page_of_its_own_for_changing_ones_password(client):
    operator = user_make(is_staff=True, is_superuser=True)
    _, plain = services.token_issue(operator, name="mine")
    client.force_login(operator)
    for answer in (client.get("/admin/password_change/"), client.post("/admin/password_change/", typed())):
        assert (answer.status_code, answer.url) == (302, ADDRESS)
    assert selectors.token_owner(plain) == operator
    client.post(ADDRESS, typed())
    assert selectors.token_owner(plain) is None

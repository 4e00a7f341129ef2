"""A code beside the password, for those who want it."""

import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests.factories import user_make
from trek_site.accounts import attempts, selectors

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"
APP = "/accounts/second-factor/app/"
ASK = "/accounts/second-factor/ask/"


@pytest.fixture(autouse=True)
def _fresh_cache():
    cache.clear()


def code_of(secret):
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))


@pytest.fixture
def ada(client):
    """Signed in with the app set up; the secret of the app comes with it."""
    user = user_make(username="ada")
    client.post("/accounts/sign-in/", {"login": "ada", "password": PASSWORD})
    again = client.get(APP)
    if again.status_code == 302:
        client.post(again.url, {"password": PASSWORD})
    page = client.get(APP)
    user.secret = page.context["form"].secret
    assert user.secret in page.content.decode()
    assert "data:image/svg+xml" in page.content.decode()
    assert client.post(APP, {"code": code_of(user.secret)}).status_code == 302
    return user


def at_the_second_step():
    visitor = Client()
    answer = visitor.post("/accounts/sign-in/", {"login": "ada", "password": PASSWORD})
    assert (answer.status_code, answer.url) == (302, ASK)
    return visitor


def test_setting_it_up_brings_recovery_codes(client, ada):
    assert selectors.has_second_factor(ada)
    page = client.get(reverse("mfa_view_recovery_codes"))
    codes = page.context["unused_codes"]
    assert len(codes) == 10
    file = client.get(reverse("mfa_download_recovery_codes"))
    assert file.content.decode().split() == codes
    assert file.headers["Content-Disposition"].startswith("attachment")
    assert file.headers["Cache-Control"] == "private, no-store"


def test_the_password_alone_does_not_sign_in(ada):
    visitor = at_the_second_step()
    assert visitor.get("/accounts/").status_code == 302
    assert "_auth_user_id" not in visitor.session


def test_a_code_of_the_app_does(ada):
    cache.clear()  # A code is good once, and the set-up has used the present one.
    visitor = at_the_second_step()
    assert visitor.post(ASK, {"code": code_of(ada.secret)}).url == "/"
    assert visitor.session["_auth_user_id"] == str(ada.pk)


def test_a_recovery_code_does_once(client, ada):
    code = client.get(reverse("mfa_view_recovery_codes")).context["unused_codes"][0]
    assert at_the_second_step().post(ASK, {"code": code}).url == "/"
    assert "This code is not right." in at_the_second_step().post(ASK, {"code": code}).content.decode()


def test_guessing_codes_is_braked(ada):
    visitor = at_the_second_step()
    for _ in range(attempts.FAILED_CODES.limit):
        assert visitor.post(ASK, {"code": "000000"}).status_code == 200
    assert visitor.post(ASK, {"code": code_of(ada.secret)}).status_code == 429


def test_turning_it_off_takes_the_codes_along(client, ada):
    assert client.post("/accounts/second-factor/app/remove/").status_code == 302
    assert not selectors.has_second_factor(ada)
    assert Authenticator.objects.count() == 0


def test_the_admin_is_behind_it_too(client):
    answer = client.get("/admin/login/?next=/admin/")
    assert (answer.status_code, answer.url) == (302, "/accounts/sign-in/?next=%2Fadmin%2F")


def test_an_operator_takes_it_off_and_sees_no_secret(client, ada):
    operator = Client()
    operator.force_login(user_make(is_staff=True, is_superuser=True))
    row = Authenticator.objects.get(type=Authenticator.Type.TOTP)
    page = operator.get(reverse("admin:mfa_authenticator_change", args=[row.pk])).content.decode()
    assert ada.secret not in page
    assert row.data["secret"] not in page
    operator.post(reverse("admin:mfa_authenticator_delete", args=[row.pk]), {"post": "yes"})
    assert not selectors.has_second_factor(ada)

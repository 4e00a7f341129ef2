"""Signing in and up, and the page of tokens."""

import pytest
from django.core.cache import cache
from django.urls import reverse

from tests.factories import user_make
from trek_site.accounts import selectors, services

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_cache():
    cache.clear()


GOOD = {"username": "ada", "email": "ada@example.org", "password1": "x", "password2": "x"}
ISSUE = {"name": "laptop", "days": "30", "scopes": ["read", "submit"]}


class TestSigningIn:
    """One form, the same words for every way to fail."""

    def test_leads_to_where_the_visitor_wanted_to_go(self, client):
        user_make(username="ada")
        wanted = reverse("accounts:token_list")
        answer = client.post(
            reverse("accounts:sign_in"),
            {"login": "ada", "password": "correct horse battery", "next": wanted},
        )
        assert (answer.status_code, answer.url) == (302, wanted)

    def test_never_leads_to_another_site(self, client):
        user_make(username="ada")
        fields = {
            "login": "ada",
            "password": "correct horse battery",
            "next": "https://elsewhere.example/",
        }
        assert client.post(reverse("accounts:sign_in"), fields).url == "/"

    @pytest.mark.parametrize("username", ["ada", "nobody"])
    def test_says_the_same_for_a_wrong_name_and_a_wrong_password(self, client, username):
        user_make(username="ada")
        answer = client.post(reverse("accounts:sign_in"), {"login": username, "password": "wrong"})
        assert "Name and password do not match." in answer.content.decode()

    def test_a_nul_in_the_name_is_a_mistake_and_no_fault(self, client):
        answer = client.post(reverse("accounts:sign_in"), {"login": "a\0b", "password": "x"})
        assert answer.status_code == 200

    def test_signing_out_is_no_link(self, client):
        client.force_login(user_make())
        assert client.get(reverse("accounts:sign_out")).status_code == 405
        assert client.post(reverse("accounts:sign_out")).status_code == 302
        assert "_auth_user_id" not in client.session


class TestTheBrake:
    """Guessing is slowed down, for names that exist and for those that do not."""

    @pytest.mark.parametrize("username", ["ada", "nobody"])
    def test_the_eleventh_wrong_password_is_not_even_looked_at(self, client, username):
        user_make(username="ada")
        address = reverse("accounts:sign_in")
        for _ in range(10):
            assert client.post(address, {"login": username, "password": "wrong"}).status_code == 200
        answer = client.post(address, {"login": username.upper(), "password": "correct horse battery"})
        assert (answer.status_code, answer.headers["Retry-After"]) == (429, "300")
        assert "Too many attempts" in answer.content.decode()

    def test_one_address_cannot_try_many_names(self, client):
        for number in range(10):
            client.post(reverse("accounts:sign_in"), {"login": f"name{number}", "password": "wrong"})
        user_make(username="ada")
        typed = {"login": "ada", "password": "correct horse battery"}
        assert client.post(reverse("accounts:sign_in"), typed).status_code == 429
        assert client.post(reverse("accounts:sign_in"), typed, REMOTE_ADDR="192.0.2.7").status_code == 302

    def test_a_made_up_forwarded_address_changes_nothing(self, client):
        for number in range(11):
            answer = client.post(
                reverse("accounts:sign_in"),
                {"login": f"name{number}", "password": "wrong"},
                headers={"X-Forwarded-For": f"192.0.2.{number}"},
            )
        assert answer.status_code == 429

    def test_a_cache_that_is_away_keeps_nobody_out(self, client, settings, caplog):
        settings.CACHES = {
            "default": {
                "BACKEND": "django.core.cache.backends.redis.RedisCache",
                "LOCATION": "redis://127.0.0.1:1",
            }
        }
        user_make(username="ada")
        typed = {"login": "ada", "password": "correct horse battery"}
        assert client.post(reverse("accounts:sign_in"), typed).status_code == 302
        assert "the cache is away, nothing is counted" in caplog.text

    def test_one_address_cannot_make_many_accounts(self, client):
        for _ in range(20):
            client.post(reverse("accounts:sign_up"), {})
        assert client.post(reverse("accounts:sign_up"), GOOD).status_code == 429


class TestTokens:
    """A secret is shown once, to its owner."""

    def test_visitors_are_asked_to_sign_in(self, client):
        assert client.get(reverse("accounts:token_list")).status_code == 302

    def test_a_token_is_shown_in_the_answer_that_issues_it_and_never_again(self, client):
        user = user_make()
        client.force_login(user)
        answer = client.post(reverse("accounts:token_list"), {**ISSUE, "name": "cluster"})
        plain = answer.context["plain"]
        assert plain in answer.content.decode()
        assert selectors.token_owner(plain) == user
        assert answer.headers["Cache-Control"] == "private, no-store"
        assert plain not in client.get(reverse("accounts:token_list")).content.decode()

    @pytest.mark.parametrize(
        "fields",
        [
            {"name": "", "days": "30", "scopes": ["read"]},
            {"name": "x", "days": "365", "scopes": ["read"]},
            {"name": "x", "days": "7"},
            {},
        ],
    )
    def test_a_form_with_mistakes_issues_nothing(self, client, fields):
        user = user_make()
        client.force_login(user)
        assert client.post(reverse("accounts:token_list"), fields).status_code == 200
        assert selectors.tokens_of(user) == ()

    def test_the_limit_is_said_in_the_form(self, client):
        user = user_make()
        for number in range(services.TOKENS_MAX):
            services.token_issue(user, name=f"token {number}")
        client.force_login(user)
        answer = client.post(reverse("accounts:token_list"), ISSUE)
        assert "revoke one first" in answer.content.decode()

    def test_only_the_owner_revokes(self, client):
        token, plain = services.token_issue(user_make(), name="mine")
        client.force_login(user_make())
        address = reverse("accounts:token_revoke", args=[token.pk])
        assert client.post(address).status_code == 404
        client.force_login(token.user)
        assert client.get(address).status_code == 405
        assert client.post(address).status_code == 302
        assert selectors.token_owner(plain) is None

    def test_the_page_makes_few_queries(self, client, django_assert_max_num_queries):
        user = user_make()
        for number in range(10):
            services.token_issue(user, name=f"token {number}")
        client.force_login(user)
        with django_assert_max_num_queries(6):
            client.get(reverse("accounts:token_list"))

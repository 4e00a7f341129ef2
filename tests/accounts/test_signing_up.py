"""From a stranger to somebody whose address is known; and nobody learns who has an account."""

import re
from urllib.parse import urlsplit

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests.factories import user_make
from trek_site.accounts import selectors
from trek_site.accounts.models import User
from trek_site.accounts.services import token_issue

pytestmark = pytest.mark.django_db

PASSWORD = "four unrelated words here"
GOOD = {"username": "ada", "email": "ada@example.org", "password1": PASSWORD, "password2": PASSWORD}
SIGN_UP = "/accounts/sign-up/"
SIGN_IN = "/accounts/sign-in/"


@pytest.fixture(autouse=True)
def _fresh_cache():
    cache.clear()


def link_in(message):
    """The path of the one link that is not the site's own address."""
    links = [link for link in re.findall(r"http://\S+/", message.body) if len(urlsplit(link).path) > 1]
    return urlsplit(links[-1]).path


def sign_in(client, login="ada", password=PASSWORD):
    return client.post(SIGN_IN, {"login": login, "password": password})


class TestSigningUp:
    """An account takes a name, an address and a password, and opens once the link was."""

    def test_the_link_in_the_mail_opens_the_account(self, client):
        answer = client.post(SIGN_UP, GOOD)
        assert (answer.status_code, answer.url) == (302, "/accounts/confirm/")
        assert "_auth_user_id" not in client.session
        user = User.objects.get(username="ada")
        assert not selectors.has_confirmed_address(user)
        (message,) = mail.outbox
        assert message.to == ["ada@example.org"]
        path = link_in(message)
        assert "ada@example.org" in client.get(path).content.decode()
        assert not selectors.has_confirmed_address(user)
        assert client.post(path).status_code == 302
        assert selectors.has_confirmed_address(user)
        assert sign_in(client).url == "/"
        assert client.session["_auth_user_id"] == str(user.pk)

    def test_without_the_link_nobody_gets_in(self, client):
        client.post(SIGN_UP, GOOD)
        assert sign_in(client).url == "/accounts/confirm/"
        assert "_auth_user_id" not in client.session
        assert [message.to for message in mail.outbox] == [["ada@example.org"]] * 2

    def test_three_such_mails_go_to_one_mailbox_in_six_hours(self, client):
        client.post(SIGN_UP, GOOD)
        for _ in range(5):
            assert sign_in(client).url == "/accounts/confirm/"
        assert len(mail.outbox) == 3

    def test_links_lead_to_the_configured_address_whatever_the_request_says(self, client, settings):
        settings.TREK_SITE_URL = "https://board.example.org"
        settings.ALLOWED_HOSTS = ["*"]
        client.post(SIGN_UP, GOOD, headers={"host": "evil.example", "X-Forwarded-Host": "evil.example"})
        client.post("/accounts/reset/", {"email": "ada@example.org"}, headers={"host": "evil.example"})
        client.post("/accounts/reset/", {"email": "no@example.org"}, headers={"host": "evil.example"})
        assert len(mail.outbox) == 3
        for message in mail.outbox:
            assert "https://board.example.org/accounts/" in message.body
            assert "evil.example" not in message.body + message.subject

    def test_an_account_and_its_address_are_written_down_together(self, client, monkeypatch):
        def fail(*args, **kwargs):
            raise ZeroDivisionError

        monkeypatch.setattr("allauth.account.forms.setup_user_email", fail)
        with pytest.raises(ZeroDivisionError):
            client.post(SIGN_UP, GOOD)
        assert not User.objects.exists()

    @pytest.mark.parametrize(
        ("change", "said"),
        [
            ({"username": "ADA"}, "This user name is taken."),
            ({"username": "аda"}, "This user name is taken."),  # noqa: RUF001  # The first letter is Cyrillic.
            ({"username": "eve@example.org"}, "A user name has no @ in it."),
            ({"username": "eve\u3164"}, "no characters that nobody sees"),
            ({"username": "a\0b"}, "Null characters are not allowed."),
            ({"username": ""}, "This field is required."),
            ({"password2": "something else entirely"}, "You must type the same password each time."),
            ({"password1": "short", "password2": "short"}, "This password is too short."),
            ({"password1": "x" * 1025, "password2": "x" * 1025}, "at most 1024 characters"),
            ({"email": "nowhere"}, "Enter a valid email address."),
        ],
    )
    def test_says_what_is_wrong(self, client, change, said):
        user_make(username="ada")
        answer = client.post(SIGN_UP, {**GOOD, "username": "eve", **change})
        assert answer.status_code == 200
        assert said in answer.content.decode()
        assert User.objects.count() == 1
        assert mail.outbox == []

    def test_extra_members_give_no_rights(self, client):
        client.post(SIGN_UP, {**GOOD, "is_staff": "on", "is_superuser": "on", "is_active": ""})
        user = User.objects.get(username="ada")
        assert (user.is_staff, user.is_superuser, user.is_active) == (False, False, True)

    def test_a_mail_server_that_is_away_is_said(self, client, settings):
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
        answer = client.post(SIGN_UP, GOOD)
        assert answer.status_code == 503
        assert "Mail cannot be sent at the moment" in answer.content.decode()


class TestNobodyLearnsWhoHasAnAccount:
    """The same answer, and one mail, whether there is an account or not."""

    def test_signing_up_with_an_address_that_has_one(self, client):
        user_make(username="eve", email="ada@example.org")
        answer = client.post(SIGN_UP, GOOD)
        assert (answer.status_code, answer.url) == (302, "/accounts/confirm/")
        assert [message.subject for message in mail.outbox] == ["You have an account already"]
        assert User.objects.count() == 1

    def test_asking_for_another_password(self, client):
        user_make(email="ada@example.org")
        known = client.post("/accounts/reset/", {"email": "ada@example.org"})
        unknown = client.post("/accounts/reset/", {"email": "nobody@example.org"})
        assert (known.status_code, known.url) == (unknown.status_code, unknown.url)
        assert [message.to for message in mail.outbox] == [["ada@example.org"], ["nobody@example.org"]]

    @pytest.mark.parametrize("login", ["ada", "nobody", "ada@example.org", "nobody@example.org"])
    def test_every_wrong_sign_in_looks_up_one_password_and_says_the_same(self, client, login, monkeypatch):
        user_make(username="ada", email="ada@example.org")
        hashed = []
        original = MD5PasswordHasher.encode
        monkeypatch.setattr(MD5PasswordHasher, "encode", lambda *args: hashed.append(1) or original(*args))
        answer = sign_in(client, login, "wrong")
        assert "Name and password do not match." in answer.content.decode()
        assert len(hashed) == 1


class TestAccountsOfOperators:
    """Whoever made them answers for the address."""

    @pytest.mark.parametrize("login", ["ada", "Ada@Example.org"])
    def test_they_sign_in_with_name_or_address(self, client, login):
        user = user_make(username="ada", email="ada@example.org")
        assert selectors.has_confirmed_address(user)
        assert sign_in(client, login, "correct horse battery").url == "/"
        assert EmailAddress.objects.filter(user=user, verified=True, primary=True).count() == 1
        assert mail.outbox == []

    def test_they_need_no_address(self, client):
        user_make(username="ada", email="")
        assert sign_in(client, "ada", "correct horse battery").url == "/"
        assert sign_in(Client(), "ada", "correct horse battery").url == "/"

    def test_looking_at_the_addresses_does_not_unmake_them(self, client):
        user = user_make(username="ada", email="ada@example.org")
        sign_in(client, "ada", "correct horse battery")
        assert "confirmed" in client.get(reverse("account_email")).content.decode()
        assert selectors.has_confirmed_address(user)

    @pytest.mark.parametrize("method", ["get", "head"])
    def test_looking_at_the_addresses_writes_nothing(self, client, method):
        user = user_make(email="ada@example.org")
        client.force_login(user)
        assert getattr(client, method)(reverse("account_email")).status_code == 200
        assert EmailAddress.objects.count() == 0
        assert selectors.has_confirmed_address(user)

    def test_changing_the_addresses_keeps_the_operator_s_word(self, client):
        user = user_make(email="ada@example.org")
        client.force_login(user)
        client.post(reverse("account_email"), {"email": "ada@example.org", "action_primary": "1"})
        assert EmailAddress.objects.filter(user=user, verified=True, primary=True).count() == 1

    def test_a_blocked_one_does_not_get_in(self, client):
        user_make(username="ada", is_active=False)
        assert sign_in(client, "ada", "correct horse battery").url == "/accounts/inactive/"
        assert "_auth_user_id" not in client.session


class TestAddresses:
    """Several addresses, one of them the main one; a confirmed one always stays."""

    @pytest.fixture
    def ada(self, client):
        user_make(username="ada", email="ada@example.org")
        sign_in(client, "ada", "correct horse battery")
        client.post("/accounts/confirm-it-is-you/", {"password": "correct horse battery"})
        return User.objects.get()

    def test_another_one_is_added_confirmed_and_made_the_main_one(self, client, ada):
        client.post(reverse("account_email"), {"email": "new@example.org", "action_add": "1"})
        (message,) = mail.outbox
        assert message.to == ["new@example.org"]
        client.post(link_in(message))
        client.post(reverse("account_email"), {"email": "new@example.org", "action_primary": "1"})
        ada.refresh_from_db()
        assert ada.email == "new@example.org"
        client.post(reverse("account_email"), {"email": "ada@example.org", "action_remove": "1"})
        assert [row.email for row in EmailAddress.objects.all()] == ["new@example.org"]

    def test_the_main_one_cannot_be_removed(self, client, ada):
        client.post(reverse("account_email"), {"email": "ada@example.org", "action_remove": "1"})
        assert EmailAddress.objects.count() == 1

    def test_an_address_of_somebody_else_is_not_taken_over(self, client, ada):
        eve = user_make(email="eve@example.org")
        client.post(reverse("account_email"), {"email": "eve@example.org", "action_add": "1"})
        client.post(reverse("account_email"), {"email": "eve@example.org", "action_primary": "1"})
        ada.refresh_from_db()
        eve.refresh_from_db()
        assert (ada.email, eve.email) == ("ada@example.org", "eve@example.org")


class TestForgottenPasswords:
    """A link sets another one, once, and ends everything that the old one opened."""

    def test_the_link_works_once_and_ends_sessions_and_tokens(self, client):
        from_before = Client()
        user = user_make(username="ada", email="ada@example.org")
        from_before.force_login(user)
        _, plain = token_issue(user, name="laptop")
        client.post("/accounts/reset/", {"email": "ada@example.org"})
        path = link_in(mail.outbox[0])
        form = client.get(path, follow=True)
        typed = {"password1": PASSWORD, "password2": PASSWORD}
        assert client.post(form.redirect_chain[-1][0], typed).url == "/accounts/reset/done/"
        assert selectors.token_owner(plain) is None
        assert from_before.get("/accounts/").status_code == 302
        assert sign_in(client).url == "/"
        assert "not good any more" in Client().get(path, follow=True).content.decode()

    def test_it_does_not_stand_in_for_the_link_of_the_sign_up(self, client):
        client.post(SIGN_UP, GOOD)
        client.post("/accounts/reset/", {"email": "ada@example.org"})
        form = client.get(link_in(mail.outbox[-1]), follow=True)
        client.post(form.redirect_chain[-1][0], {"password1": PASSWORD, "password2": PASSWORD})
        assert sign_in(client).url == "/accounts/confirm/"

    def test_five_such_mails_go_to_one_mailbox_in_a_day(self, client):
        for _ in range(5):
            assert client.post("/accounts/reset/", {"email": "a@example.org"}).status_code == 302
        answer = client.post("/accounts/reset/", {"email": "A@example.org"})
        assert (answer.status_code, answer.headers["Retry-After"]) == (429, "86400")
        assert len(mail.outbox) == 5

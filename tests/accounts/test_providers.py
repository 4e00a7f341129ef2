"""Signing in with another account, tried against an OpenID Connect provider that runs in this test."""

import base64
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.core import mail
from django.core.cache import cache
from django.urls import clear_url_caches, include, path, reverse

from tests.factories import user_make
from trek_site.accounts import selectors
from trek_site.accounts.models import User
from trek_site.settings.identity import form_targets
from trek_site.urls import handler400, handler403, handler404, handler500
from trek_site.urls import urlpatterns as site

__all__ = ["handler400", "handler403", "handler404", "handler500"]

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]

# The addresses of the provider exist only where one is configured; here it comes and goes with each test.
urlpatterns = [*site, path("accounts/", include("allauth.socialaccount.providers.openid_connect.urls"))]


class Provider(BaseHTTPRequestHandler):
    """Knows one person, and hands out a token for whatever code it is asked with."""

    def log_message(self, *args):
        pass

    def do_GET(self):
        base = f"http://127.0.0.1:{self.server.server_port}"
        self._say(
            {
                "/.well-known/openid-configuration": {
                    "issuer": base,
                    "authorization_endpoint": f"{base}/authorize",
                    "token_endpoint": f"{base}/token",
                    "userinfo_endpoint": f"{base}/userinfo",
                    "jwks_uri": f"{base}/keys",
                    "token_endpoint_auth_methods_supported": ["client_secret_post"],
                },
                "/userinfo": self.server.person,
            }.get(urlsplit(self.path).path)
        )

    def do_POST(self):
        length = int(self.headers["Content-Length"])
        self.server.asked.append(parse_qs(self.rfile.read(length).decode()))
        self._say({"access_token": "made-up", "token_type": "Bearer", "id_token": self._id_token()})

    def _id_token(self):
        claims = {
            "iss": f"http://127.0.0.1:{self.server.server_port}",
            "aud": "trek",
            "exp": 4102444800,
            "iat": 1700000000,
            **self.server.person,
        }
        parts = ({"alg": "RS256", "kid": "1"}, claims)
        texts = [base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=") for part in parts]
        return ".".join([*texts, "c2lnbmF0dXJl"])

    def _say(self, document):
        content = json.dumps(document).encode()
        self.send_response(200 if document is not None else 404)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


@pytest.fixture
def provider(settings):
    cache.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Provider)
    server.asked = []
    server.person = {"sub": "42", "email": "ada@uni.example", "email_verified": True, "name": "Ada"}
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    settings.SOCIALACCOUNT_PROVIDERS = {
        "openid_connect": {
            "APPS": [
                {
                    "provider_id": "sso",
                    "name": "Example University",
                    "client_id": "trek",
                    "secret": "s3cret",
                    "settings": {
                        "server_url": f"http://127.0.0.1:{server.server_port}",
                        "oauth_pkce_enabled": True,
                    },
                }
            ]
        }
    }
    clear_url_caches()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


def go_and_come_back(client, process="login"):
    """Press the button, be known at the provider, return with its code."""
    away = client.post(f"/accounts/oidc/sso/login/?process={process}")
    assert away.status_code == 302
    asked = parse_qs(urlsplit(away.url).query)
    assert asked["code_challenge_method"] == ["S256"]
    state = asked["state"][0]
    return client.get("/accounts/oidc/sso/login/callback/", {"code": "given", "state": state})


def test_the_button_is_on_the_page_and_the_policy_lets_it_lead_there(client, provider, settings):
    assert "Sign in with Example University" in client.get("/accounts/sign-in/").content.decode()
    assert form_targets(settings.SOCIALACCOUNT_PROVIDERS) == [f"http://127.0.0.1:{provider.server_port}"]


def test_a_newcomer_chooses_a_name_and_is_in_with_the_address_that_the_provider_confirmed(client, provider):
    answer = go_and_come_back(client)
    assert answer.url == "/accounts/connections/sign-up/"
    assert "Example University" in client.get(answer.url).content.decode()
    done = client.post(answer.url, {"username": "ada", "email": "ada@uni.example"})
    assert done.status_code == 302
    user = User.objects.get(username="ada")
    assert client.session["_auth_user_id"] == str(user.pk)
    assert (user.has_usable_password(), selectors.has_confirmed_address(user)) == (False, True)
    assert provider.asked[0]["client_secret"] == ["s3cret"]
    assert mail.outbox == []


def test_another_address_than_the_confirmed_one_needs_its_link(client, provider):
    provider.person["email_verified"] = False
    answer = go_and_come_back(client)
    done = client.post(answer.url, {"username": "ada", "email": "ada@uni.example"})
    assert done.url == "/accounts/confirm/"
    assert "_auth_user_id" not in client.session
    assert not selectors.has_confirmed_address(User.objects.get())


def test_who_was_here_before_is_signed_in_at_once(client, provider):
    user = user_make()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    SocialAccount.objects.create(user=user, provider="sso", uid="42")
    assert go_and_come_back(client).url == "/"
    assert client.session["_auth_user_id"] == str(user.pk)


def test_an_account_with_that_address_is_not_taken_over(client, provider):
    owner = user_make(email="ada@uni.example")
    answer = go_and_come_back(client)
    client.post(answer.url, {"username": "eve", "email": "ada@uni.example"})
    assert "_auth_user_id" not in client.session
    assert list(User.objects.all()) == [owner]


def test_an_account_is_connected_and_disconnected(client, provider):
    user = user_make(username="ada")
    client.post("/accounts/sign-in/", {"login": "ada", "password": "correct horse battery"})
    client.post("/accounts/confirm-it-is-you/", {"password": "correct horse battery"})
    assert go_and_come_back(client, "connect").url == reverse("socialaccount_connections")
    row = SocialAccount.objects.get(user=user)
    assert "Example University" in client.get(reverse("socialaccount_connections")).content.decode()
    client.post(reverse("socialaccount_connections"), {"account": row.pk})
    assert not SocialAccount.objects.exists()


def test_a_made_up_state_signs_nobody_in(client, provider):
    client.post("/accounts/oidc/sso/login/")
    answer = client.get("/accounts/oidc/sso/login/callback/", {"code": "given", "state": "made-up"})
    assert "did not vouch for you" in answer.content.decode()
    assert "_auth_user_id" not in client.session


def test_a_get_does_not_set_out(client, provider):
    assert client.get("/accounts/oidc/sso/login/").status_code == 200


@pytest.mark.urls("trek_site.urls")
def test_without_configuration_there_is_no_such_address(client):
    clear_url_caches()
    assert client.post("/accounts/oidc/sso/login/").status_code == 404
    assert client.get("/accounts/github/login/").status_code == 404
    assert "Another account of yours" not in client.get("/accounts/sign-in/").content.decode()

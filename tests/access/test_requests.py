"""What a request brings with it: the host it names, its form's secret, its token, what it knows already."""

from __future__ import annotations

import hashlib
import itertools
import logging

import pytest
from django.core import mail
from django.test import Client

from tests.access.asking import ENDS_THE_SESSION, ask, body_of, fingerprint, is_let_in, leads_to_sign_in
from tests.access.policy import SCOPES, SITE, policy_of
from tests.access.routes import address, routes
from tests.access.world import clients_of
from tests.factories import user_make
from trek_site.accounts.models import ApiToken
from trek_site.accounts.services import token_issue
from trek_site.shared.scopes import Scope

pytestmark = pytest.mark.django_db

ROUTES = [route for route in routes() if route.name in SITE]
API = [route for route in ROUTES if route.pattern.startswith("api/v1/")]
CHANGING = [route for route in ROUTES if set(policy_of(route) or {}) & {"POST", "PATCH", "DELETE"}]
STATE = "private"


@pytest.fixture(autouse=True)
def quiet():
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@pytest.fixture
def tokens(world):
    """By scope a token of the owner that has every scope but this one; "all" has them all."""
    owner = world.people["owner"]
    found = {"all": token_issue(owner, name="all")[1]}
    for scope in Scope:
        others = [other for other in Scope if other != scope]
        found[scope.value] = token_issue(owner, name=f"without {scope.value}", scopes=others)[1]
    return found


def bearer(token):
    return {"HTTP_AUTHORIZATION": f"Bearer {token}"}


class TestTheHost:
    """Strangers choose the host of a request; the site answers to its own names only."""

    @pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
    def test_a_forged_host_is_a_bad_request_everywhere(self, world, route):
        client = world.clients["owner"]
        assert ask(client, "GET", address(route, world, STATE), HTTP_HOST="evil.example").status_code == 400

    def test_a_forwarded_host_is_not_believed(self, world):
        forged = {"HTTP_X_FORWARDED_HOST": "evil.example", "HTTP_X_FORWARDED_SERVER": "evil.example"}
        for route in ROUTES:
            answer = ask(world.clients["owner"], "GET", address(route, world, STATE), **forged)
            assert b"evil.example" not in body_of(answer) + repr(answer.headers).encode(), route.name

    def test_links_in_mail_begin_with_the_sites_own_address(self, world, settings):
        given = {"email": world.people["owner"].email}
        Client().post("/accounts/reset/", given, HTTP_X_FORWARDED_HOST="evil.example")
        bodies = "".join(str(message.body) for message in mail.outbox)
        assert "evil.example" not in bodies


class TestTheSecretOfAForm:
    """A session alone changes nothing."""

    @pytest.mark.parametrize("role", ["owner", "superuser"])
    def test_without_it_nothing_is_taken(self, world, role):
        client = clients_of(world, enforce_csrf_checks=True)[role]
        before, taken = fingerprint(), {}
        for route in CHANGING:
            for method in set(policy_of(route) or {}) & {"POST", "PATCH", "DELETE"}:
                answer = ask(client, method, address(route, world, STATE), keep=True)
                if answer.status_code != 403 and not leads_to_sign_in(answer):
                    taken[f"{method} {route.name}"] = answer.status_code
        assert taken == {}
        assert fingerprint() == before


class TestTokens:
    """A token stands in the header, opens what its scopes name, and is all that counts beside it."""

    def test_one_in_the_address_has_no_effect(self, world, tokens):
        for route, name in itertools.product(API, ("token", "access_token", "api_key", "Authorization")):
            where = address(route, world, STATE)
            for method in policy_of(route) or ():
                if is_let_in(route, method, "nobody", STATE):
                    continue
                answer = ask(Client(raise_request_exception=False), method, f"{where}?{name}={tokens['all']}")
                assert answer.status_code in {401, 404}, (method, route.name)

    def test_it_opens_what_its_scopes_name(self, world, tokens):
        reader = Client(raise_request_exception=False)
        found = {}
        for route in API:
            for method in policy_of(route) or ():
                needed = "read" if method in {"GET", "OPTIONS"} else SCOPES[route.name]
                where = address(route, world, STATE)
                lacking = ask(reader, method, where, **bearer(tokens[needed])).status_code
                having = ask(reader, method, where, **bearer(tokens["all"])).status_code
                if lacking != 403 or having in {401, 403, 404}:
                    found[f"{method} {route.name}"] = (lacking, having)
        assert found == {}

    def test_a_session_beside_it_counts_for_nothing(self, world):
        _, token = token_issue(world.people["stranger"], name="a stranger's")
        for route in API:
            if not route.is_of_submission:
                continue
            for method in policy_of(route) or ():
                where = address(route, world, STATE)
                answer = ask(world.clients["superuser"], method, where, **bearer(token))
                assert answer.status_code == 404, (method, route.name)

    @pytest.mark.parametrize("of_account", ["locked", "gone from the team"])
    def test_it_ends_with_the_rights_of_its_owner(self, world, of_account):
        person = world.people["former"]
        if of_account == "locked":
            person = user_make(is_superuser=True, is_staff=True)
        _, token = token_issue(person, name="old")
        if of_account == "locked":
            type(person).objects.filter(pk=person.pk).update(is_active=False)
        expected = 401 if of_account == "locked" else 404
        for route in API:
            if route.is_of_submission:
                where = address(route, world, STATE)
                method = next(iter(policy_of(route) or ()))
                assert ask(Client(), method, where, **bearer(token)).status_code == expected, route.name

    def test_none_is_kept_as_it_was_sent(self, world, tokens):
        kept = repr(list(ApiToken.objects.values_list()))
        assert not [token for token in tokens.values() if token in kept]


class TestWhatAReaderKnowsAlready:
    """An entity tag names the bytes that one reader gets, and opens nothing."""

    def test_two_readers_share_one_only_for_the_same_bytes(self, world):
        for route in API:
            seen = {}
            for role in ("nobody", "stranger", "member", "owner", "curator", "superuser"):
                for state in ("private", "anonymous", "public") if route.is_of_submission else (STATE,):
                    answer = ask(world.clients[role], "GET", address(route, world, state))
                    tag = answer.headers.get("ETag")
                    if tag is not None:
                        digest = hashlib.sha256(answer.content).hexdigest()
                        assert seen.setdefault((state, tag), digest) == digest, (route.name, role, state)

    def test_one_of_its_owner_tells_nobody_else_anything(self, world):
        for route in API:
            where = address(route, world, STATE)
            tag = ask(world.clients["owner"], "GET", where).headers.get("ETag")
            if tag is None or is_let_in(route, "GET", "stranger", STATE):
                continue
            for known in (tag, "*"):
                answer = ask(world.clients["stranger"], "GET", where, HTTP_IF_NONE_MATCH=known)
                assert (answer.status_code, answer.headers.get("ETag")) == (404, None), route.name


class TestWhatBrowsersKeep:
    """Nothing that was made for one person is kept for another."""

    def test_a_page_for_somebody_signed_in_is_never_stored(self, world):
        for route in ROUTES:
            if route.name in ENDS_THE_SESSION:
                continue
            answer = ask(world.clients["owner"], "GET", address(route, world, STATE))
            body_of(answer)
            assert answer.headers["Cache-Control"] == "private, no-store", route.name
            assert {"Cookie", "Authorization"} <= {
                name.strip() for name in answer.headers["Vary"].split(",")
            }, route.name

    def test_what_sets_a_cookie_is_never_stored(self, world):
        for route in ROUTES:
            answer = ask(Client(raise_request_exception=False), "GET", address(route, world, STATE))
            body_of(answer)
            if answer.cookies:
                assert answer.headers["Cache-Control"] == "private, no-store", route.name

    def test_signing_in_changes_the_name_of_the_session(self):
        person, client = user_make(), Client()
        client.get("/accounts/sign-in/")
        client.session["before"] = 1
        client.cookies["sessionid"] = "chosen-by-somebody-else-32-letters"
        client.post("/accounts/sign-in/", {"login": person.username, "password": "correct horse battery"})
        assert client.session.get("_auth_user_id") == str(person.pk)
        assert client.cookies["sessionid"].value != "chosen-by-somebody-else-32-letters"

"""Limits of requests: exact counts, however somebody says who they are, and nobody else pays for it."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.cache import cache
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from tests.factories import user_make
from trek_site import rates
from trek_site.accounts.services import token_issue
from trek_site.shared.errors import RateLimitedError

pytestmark = pytest.mark.django_db

READ = "/api/v1/dataset-versions/"
OWN = "/api/v1/me/submissions/"
WRITE = "/api/v1/submissions/abcdefghjkmn/confirm/"
LIMITS = {"address": 40, "guest": 4, "read": 6, "write": 2}
NOON = 1_900_000_040.0


@pytest.fixture(autouse=True)
def few(settings, monkeypatch):
    """Limits small enough to reach, at twenty seconds past a full minute that stands still."""
    settings.TREK_API_RATES = True
    few = {name: replace(rate, limit=LIMITS[name]) for name, rate in rates.RATES.items()}
    monkeypatch.setattr(rates, "RATES", few)
    at(monkeypatch, NOON)
    cache.clear()
    yield
    cache.clear()


def at(monkeypatch, seconds):
    monkeypatch.setattr(rates, "_now", lambda: seconds)


def with_token(user):
    _, plain = token_issue(user, name="test")
    return Client(headers={"Authorization": f"Bearer {plain}"})


def with_session(user):
    client = Client()
    client.force_login(user)
    return client


def guest(_user):
    return Client()


def statuses(client, address, number, *, method="get", **extra):
    return [getattr(client, method)(address, **extra).status_code for _ in range(number)]


@pytest.mark.parametrize(
    ("way", "address", "method", "limit", "first"),
    [
        (guest, READ, "get", LIMITS["guest"], 200),
        (with_token, READ, "get", LIMITS["read"], 200),
        (with_session, READ, "get", LIMITS["read"], 200),
        (with_token, WRITE, "post", LIMITS["write"], 404),
        (with_session, WRITE, "post", LIMITS["write"], 404),
    ],
)
def test_exactly_as_many_are_answered_as_the_table_says(way, address, method, limit, first):
    client, bystander = way(user_make()), with_token(user_make())
    # Another address is forged each time.
    forged = [{"HTTP_X_FORWARDED_FOR": f"198.51.100.{number}"} for number in range(5 * limit)]
    answers = [getattr(client, method)(address, **headers) for headers in forged]
    assert [answer.status_code for answer in answers] == [first] * limit + [429] * (4 * limit)
    assert {answer.headers["Retry-After"] for answer in answers[limit:]} == {"40"}
    assert getattr(bystander, method)(address).status_code == first


def test_token_and_session_of_one_account_are_counted_together():
    user = user_make()
    token, session = with_token(user), with_session(user)
    found = [client.get(OWN).status_code for _ in range(LIMITS["read"]) for client in (token, session)]
    assert found == [200] * LIMITS["read"] + [429] * LIMITS["read"]


def test_one_too_many_is_told_when_to_come_back_in_the_one_shape(monkeypatch):
    client = guest(None)
    statuses(client, READ, LIMITS["guest"])
    answer = client.get(READ)
    assert (answer.status_code, answer.headers["Content-Type"]) == (429, "application/problem+json")
    assert answer.json()["code"] == "rate_limited"
    assert standing(answer) == {"Limit": "4", "Remaining": "0", "Reset": "40"}
    assert answer.headers["Retry-After"] == "40"
    at(monkeypatch, NOON + 40)
    assert standing(client.get(READ)) == {"Limit": "4", "Remaining": "3", "Reset": "60"}


def standing(answer):
    return {name: answer.headers[f"RateLimit-{name}"] for name in ("Limit", "Remaining", "Reset")}


def test_every_answer_says_how_its_sender_stands_refusals_too():
    client = with_token(user_make())
    found = [standing(client.get(address)) for address in (READ, "/api/v1/boards/none/", OWN)]
    assert [one["Remaining"] for one in found] == ["5", "4", "3"]
    assert standing(Client().get(OWN)) == {"Limit": "40", "Remaining": "36", "Reset": "40"}
    assert "RateLimit-Limit" not in client.get("/about/").headers


def test_wrong_tokens_count_against_their_address():
    wrong = Client(headers={"Authorization": "Bearer tpk_wrong"})
    assert statuses(wrong, OWN, 5 * 40) == [401] * 40 + [429] * 160
    assert Client(REMOTE_ADDR="192.0.2.7").get(READ).status_code == 200


def test_behind_one_proxy_only_what_the_proxy_says_counts(settings):
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}
    client = guest(None)
    for number in range(5 * LIMITS["guest"]):
        chain = {"HTTP_X_FORWARDED_FOR": f"198.51.100.{number}, 203.0.113.5"}
        assert client.get(READ, **chain).status_code == (200 if number < LIMITS["guest"] else 429)
    assert client.get(READ, HTTP_X_FORWARDED_FOR="203.0.113.5, 203.0.113.6").status_code == 200


def test_requests_beside_each_other_are_all_counted():
    def take(_number):
        try:
            rates.rate_take("address", "one", {})
        except RateLimitedError:
            return 0
        return 1

    with ThreadPoolExecutor(20) as threads:
        assert sum(threads.map(take, range(200))) == LIMITS["address"]


def test_a_cache_that_is_away_keeps_nobody_out(monkeypatch):
    def away(*_args, **_kwargs):
        raise ConnectionError

    monkeypatch.setattr(cache, "add", away, raising=False)
    assert set(statuses(guest(None), READ, 3 * LIMITS["guest"])) == {200}


def test_the_table_in_the_documents_is_the_one_that_holds(monkeypatch):
    monkeypatch.undo()
    text = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
    section = text.partition("## How often")[2].partition("\n## ")[0]
    listed = re.findall(r"^\| `(\w+)` \| (\d+) \| (.+) \|$", section, re.MULTILINE)
    assert listed == [(name, str(rate.limit), rate.counted) for name, rate in rates.RATES.items()]


def test_every_operation_is_described_with_its_limits():
    schema = SchemaGenerator().get_schema(request=None, public=True)
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            assert "429" in operation["responses"], (method, path)
            for answer in operation["responses"].values():
                assert {"RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"} <= set(answer["headers"])

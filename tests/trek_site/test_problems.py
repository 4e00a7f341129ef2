"""Every refusal and fault becomes a page or a problem document, in one place."""

from __future__ import annotations

import inspect
import json
import re
from importlib import import_module
from pathlib import Path

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import Http404
from django.test import RequestFactory
from django.urls import URLResolver, get_resolver
from rest_framework import exceptions as drf

from tests.factories import user_make
from trek_site.shared import problems
from trek_site.shared.errors import (
    PUBLIC_TITLES,
    ConflictError,
    DomainError,
    NotFoundError,
    RateLimitedError,
    UnprocessableError,
)

ROOT = Path(__file__).resolve().parents[2]
MEMBERS = ["type", "title", "status", "detail", "code", "errors"]


def api_request():
    return RequestFactory().get("/api/v1/submissions/x")


def middleware():
    return problems.ProblemMiddleware(lambda request: None)


def every_refusal() -> set[type[DomainError]]:
    """Every subclass that a module of ours defines."""
    found: set[type[DomainError]] = set()
    for package in ("trek_site", "submissions", "scoring", "kb_browser"):
        for path in sorted((ROOT / package).rglob("*.py")):
            if "DomainError" not in path.read_text() and "Error)" not in path.read_text():
                continue
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            if {"settings", "migrations", "commands", "__main__"} & set(name.split(".")):
                continue
            for _, member in inspect.getmembers(import_module(name), inspect.isclass):
                if issubclass(member, DomainError):
                    found.add(member)
    return found


def test_every_code_has_one_public_text_and_every_text_a_code():
    framework = {code for _, code in problems._FRAMEWORK_CODES} | {"csrf_failed", "internal_error"}
    codes = {refusal.code for refusal in every_refusal()}

    assert codes | framework == set(PUBLIC_TITLES)


def test_a_refusal_is_a_document_for_programs():
    refusal = UnprocessableError("The label is empty.", errors=[{"pointer": "/label", "detail": "Empty."}])

    response = middleware().process_exception(api_request(), refusal)

    assert response.status_code == 422
    assert response.headers["Content-Type"] == "application/problem+json"
    assert response.headers["Cache-Control"] == "private, no-store"
    assert json.loads(response.content) == {
        "type": "urn:trek:problem:unprocessable",
        "title": "What was sent has mistakes.",
        "status": 422,
        "detail": "The label is empty.",
        "code": "unprocessable",
        "errors": [{"pointer": "/label", "code": "", "detail": "Empty."}],
    }


@pytest.mark.parametrize(
    ("fault", "status", "code"),
    [
        (NotFoundError(), 404, "not_found"),
        (ConflictError("Taken."), 409, "conflict"),
        (Http404(), 404, "not_found"),
        (PermissionDenied(), 403, "permission_refused"),
        (SuspiciousOperation(), 400, "bad_request"),
    ],
)
def test_faults_with_a_public_reason_are_translated(fault, status, code):
    response = middleware().process_exception(api_request(), fault)

    assert (response.status_code, json.loads(response.content)["code"]) == (status, code)


def test_a_bug_is_left_to_django_which_logs_it():
    assert middleware().process_exception(api_request(), ValueError("secret")) is None


def test_a_refusal_with_a_time_says_when_to_come_back():
    response = middleware().process_exception(api_request(), RateLimitedError(retry_after=30))

    assert response.headers["Retry-After"] == "30"


@pytest.mark.parametrize(
    ("fault", "status", "code"),
    [
        (drf.ParseError(), 400, "bad_request"),
        (drf.NotAuthenticated(), 401, "not_authenticated"),
        (drf.PermissionDenied(), 403, "permission_refused"),
        (drf.NotFound(), 404, "not_found"),
        (drf.MethodNotAllowed("PUT"), 405, "method_not_allowed"),
        (drf.NotAcceptable(), 406, "not_acceptable"),
        (drf.UnsupportedMediaType("text/x"), 415, "wrong_kind"),
        (drf.ValidationError({"label": ["Too long."]}), 422, "unprocessable"),
        (drf.Throttled(wait=12.3), 429, "rate_limited"),
        (NotFoundError(), 404, "not_found"),
    ],
)
def test_the_api_frameworks_own_errors_have_the_same_shape(fault, status, code):
    response = problems.problem_exception_handler(fault, {"request": api_request()})

    document = json.loads(response.content)
    assert (response.status_code, document["code"], list(document)) == (status, code, MEMBERS)


def test_mistakes_in_nested_fields_carry_a_pointer_each():
    fault = drf.ValidationError({"label": ["Too long."], "tasks": [{}, {"id": ["Missing."]}]})

    response = problems.problem_exception_handler(fault, {"request": api_request()})

    assert [(e["pointer"], e["detail"]) for e in json.loads(response.content)["errors"]] == [
        ("/label", "Too long."),
        ("/tasks/1/id", "Missing."),
    ]


def test_a_missing_sign_in_keeps_its_challenge():
    fault = drf.NotAuthenticated()
    fault.auth_header = "Bearer"

    response = problems.problem_exception_handler(fault, {"request": api_request()})

    assert response.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.django_db
def test_an_unknown_address_of_the_api_is_a_document(client):
    response = client.get("/api/v1/no-such-thing/")

    assert response.status_code == 404
    assert list(response.json()) == MEMBERS


@pytest.mark.django_db
def test_an_unknown_address_of_the_site_is_a_page(client):
    response = client.get("/no-such-page/")

    assert response.status_code == 404
    assert response.headers["Content-Type"].startswith("text/html")


def named_in_addresses() -> set[str]:
    """Every address of the site that names something by text, with a NUL for each such name."""
    found = set()

    def walk(patterns, before=""):
        for one in patterns:
            route = f"{before}{one.pattern}"
            if isinstance(one, URLResolver):
                walk(one.url_patterns, route)
            elif re.search(r"<(str:)?\w+>", route) and not route.startswith("admin/") and "(" not in route:
                found.add("/" + re.sub(r"<int:\w+>", "1", re.sub(r"<(str:)?\w+>", "%00", route)))

    walk(get_resolver().url_patterns)
    return {one for one in found if "<" not in one}


@pytest.mark.django_db
def test_a_nul_in_an_address_names_nothing(client):
    """No database is asked: PostgreSQL would refuse the question, and that would be a fault of ours."""
    addresses = named_in_addresses()
    assert {"/entries/%00/", "/badges/%00.svg", "/api/v1/entries/%00/receipt/", "/datasets/%00/"} <= addresses
    for user in (None, user_make()):
        if user is not None:
            client.force_login(user)
        assert {one: client.get(one).status_code for one in addresses} == dict.fromkeys(addresses, 404)


@pytest.mark.parametrize("status", [400, 403, 404, 409, 413, 415, 422, 429, 500, 503])
@pytest.mark.django_db
def test_every_refusal_has_a_page(rf, status):
    response = problems.problem_response(
        rf.get("/somewhere/"), problems.problem(status, "conflict", "A reason.")
    )

    assert response.status_code == status
    assert "<h1" in response.content.decode()


@pytest.mark.django_db
def test_a_bug_shows_an_id_and_nothing_else(rf):
    request = rf.get("/api/v1/x")

    document = json.loads(problems.server_error(request).content)

    assert (document["code"], document["errors"]) == ("internal_error", [])

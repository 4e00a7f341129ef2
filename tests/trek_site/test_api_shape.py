"""What holds at every endpoint: one shape of errors, methods as described, nothing undocumented."""

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver
from drf_spectacular.generators import SchemaGenerator

from submissions.states import Visibility
from tests.factories import entry_make, outcomes_make, user_make, valid_make
from trek_site.accounts.services import token_issue

pytestmark = pytest.mark.django_db

PROBLEM = {"type", "title", "status", "detail", "code", "errors"}
METHODS = ("get", "post", "put", "patch", "delete")


def routes():
    """Every address of the API with something in the place of its parameters, by its described path."""
    schema = SchemaGenerator().get_schema(request=None, public=True)
    values = {
        "{public_id}": "abcdefghjkmn",
        "{upload_id}": "abcdefghjkmn",
        "{query_index}": "7",
        "{track}": "trek",
    }
    for path, operations in schema["paths"].items():
        address = path
        for name, value in values.items():
            address = address.replace(name, value)
        yield address, frozenset(operations)


def is_problem(answer):
    return answer.headers["Content-Type"] == "application/problem+json" and set(answer.json()) == PROBLEM


def test_every_route_is_described():
    described = {address for address, _ in routes()}
    inner = [part for part in get_resolver().url_patterns if str(part.pattern) == "api/v1/"]
    known = [pattern for part in inner for pattern in part.url_patterns if isinstance(pattern, URLPattern)]
    assert len(described) == len(known)


@pytest.mark.parametrize("method", METHODS)
def test_a_method_that_is_not_described_is_refused_in_the_one_shape(method):
    _, plain = token_issue(user_make(), name="test")
    client = Client(headers={"Authorization": f"Bearer {plain}"})
    for address, described in routes():
        if method not in described:
            answer = getattr(client, method)(address)
            assert answer.status_code == 405, address
            assert is_problem(answer), address


@pytest.mark.parametrize("address", ["/api/v1/", "/api/v1/nothing/", "/api/nothing", "/api/v1/boards/none/"])
def test_what_is_not_there_is_a_problem_document(client, address):
    answer = client.get(address)
    assert answer.status_code in {200, 404}
    assert answer.status_code == 200 or is_problem(answer)


def test_what_nobody_may_see_is_a_problem_document(client):
    for address, described in routes():
        for method in described:
            answer = getattr(client, method)(address)
            assert answer.status_code < 500, address
            assert answer.status_code < 400 or is_problem(answer), address


def test_a_representation_that_we_do_not_have_is_a_problem_document(client):
    answer = client.get("/api/v1/dataset-versions/", headers={"Accept": "application/xml"})
    assert (answer.status_code, is_problem(answer)) == (406, True)


def test_a_fault_of_ours_is_a_problem_document_without_its_words(monkeypatch):
    def broken(*_args, **_kwargs):
        raise RuntimeError("secret words")

    monkeypatch.setattr("scoring.selectors.board_page", broken)
    answer = Client(raise_request_exception=False).get("/api/v1/boards/trek/")
    assert (answer.status_code, is_problem(answer), b"secret" in answer.content) == (500, True, False)


def test_the_description_is_openapi_3_1_and_names_both_ways_to_sign_in(client):
    schema = client.get("/api/schema/").json()
    assert schema["openapi"] == "3.1.0"
    assert set(schema["components"]["securitySchemes"]) == {"token", "cookieAuth"}


def test_everything_that_is_read_can_be_asked_for_again_by_its_tag():
    schema = SchemaGenerator().get_schema(request=None, public=True)
    without = {
        path
        for path, operations in schema["paths"].items()
        if "get" in operations
        and not (
            "304" in operations["get"]["responses"]
            and "If-None-Match" in {one["name"] for one in operations["get"]["parameters"]}
        )
    }
    assert without == {"/api/v1/uploads/", "/api/v1/uploads/{upload_id}/"}


def test_what_did_not_change_is_not_sent_again():
    owner = user_make()
    entry = entry_make(valid_make(owner=owner, visibility=Visibility.PUBLIC))
    outcomes_make(entry.evaluation, range(2))
    client = Client()
    client.force_login(owner)
    public_id = entry.evaluation.submission.public_id
    for address in (
        "/api/v1/dataset-versions/",
        "/api/v1/boards/trek/",
        f"/api/v1/entries/{public_id}/tasks/",
        "/api/v1/me/submissions/",
        f"/api/v1/submissions/{public_id}/report/",
    ):
        first = client.get(address)
        again = client.get(address, headers={"If-None-Match": first.headers["ETag"]})
        assert (first.status_code, again.status_code, again.content) == (200, 304, b""), address


def test_every_operation_has_words_and_says_how_it_refuses():
    schema = SchemaGenerator().get_schema(request=None, public=True)
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            assert operation["summary"], (method, path)
            refusals = [a for status, a in operation["responses"].items() if int(status) >= 400]
            assert all("application/problem+json" in answer["content"] for answer in refusals), (method, path)

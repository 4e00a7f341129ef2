"""Made-up requests against the API's own description: no fault, nothing undocumented, whoever asks.

The requests come from nobody, a token and a session in turn. `TREK_TEST_FUZZ_EXAMPLES` makes them more.
"""

import itertools
import os

import pytest
import schemathesis
from django.test import Client
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from scoring.services import board_refresh
from scoring.tracks import DEFAULT
from submissions.services import Announcement, resumable_begin
from submissions.states import Visibility
from tests.factories import entry_make, outcomes_make, user_make, valid_make, version_make
from trek_site.accounts.services import token_issue
from trek_site.wsgi import application

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
EXAMPLES = int(os.environ.get("TREK_TEST_FUZZ_EXAMPLES", "20"))
KNOWN_ID = "abcdefghjkmn"
CSRF = "c" * 32


def read_and_closed(environ, start_response):
    """The site; answers are closed as a server does, which removes the temporary files of uploads."""
    answer = application(environ, start_response)
    try:
        return [b"".join(answer)]
    finally:
        answer.close()


@schemathesis.serializer(
    "application/gzip", "application/x-ndjson", "application/zip", "application/offset+octet-stream"
)
def raw_body(_context, value):
    """Bodies that are the file itself are sent as they are."""
    return getattr(value, "data", value)


# Built at module level: under this pytest, a schema from a fixture cannot be collected.
schema = schemathesis.openapi.from_wsgi("/api/schema/", read_and_closed)


@pytest.fixture(autouse=True)
def _one_connection(one_connection):
    """Every request sees what the test made."""


@pytest.fixture
def ways(db):
    """A board with one entry and an upload under way; how nobody, a token and a session say who they are."""
    owner = user_make(is_staff=True)
    version = version_make()
    entry = entry_make(
        valid_make(public_id=KNOWN_ID, owner=owner, version=version, visibility=Visibility.PUBLIC)
    )
    outcomes_make(entry.evaluation, range(2))
    board_refresh(version.pk, DEFAULT, is_changed=True)
    upload, _ = resumable_begin(Announcement(file_name="trek_a.jsonl", declared_bytes=100), owner=owner)
    _, plain = token_issue(owner, name="fuzz")
    browser = Client()
    browser.force_login(owner)
    cookies = f"sessionid={browser.cookies['sessionid'].value}; csrftoken={CSRF}"
    ways = ({}, {"Authorization": f"Bearer {plain}"}, {"Cookie": cookies, "X-CSRFToken": CSRF})
    return {"public_id": KNOWN_ID, "upload_id": upload.public_id}, itertools.cycle(ways)


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
def test_no_request_finds_a_fault_or_an_undocumented_answer(case, ways):
    known, in_turn = ways
    # Half of the made-up names are replaced by one that exists, so that not every answer is 404.
    for name, value in known.items():
        if len(case.path_parameters.get(name, "")) % 2:
            case.path_parameters[name] = value
    answer = case.call(headers=next(in_turn))
    case.validate_response(answer, checks=CHECKS)


def test_each_way_of_saying_who_one_is_opens_what_it_should(ways):
    _, in_turn = ways
    client = Client(enforce_csrf_checks=True)
    found = []
    for headers in itertools.islice(in_turn, 3):
        read = client.get("/api/v1/me/submissions/", headers=headers)
        written = client.post("/api/v1/submissions/none/confirm/", headers=headers)
        found.append((read.status_code, written.status_code))
    assert found == [(401, 401), (200, 404), (200, 404)]

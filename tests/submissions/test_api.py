"""Uploading through the API."""

import gzip
import io
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from submissions.models import Submission
from tests.factories import LINE, user_make, version_make
from tests.manifests import manifest_make
from trek_site.accounts.services import token_issue

pytestmark = pytest.mark.django_db

ADDRESS = "/api/v1/submissions/"


@pytest.fixture
def program():
    """A client with a token, and no cookies."""
    _, plain = token_issue(user_make(), name="test")
    return Client(headers={"Authorization": f"Bearer {plain}"}, enforce_csrf_checks=True)


def upload(name="trek_run-1.jsonl", content=LINE):
    return SimpleUploadedFile(name, content)


def said(**changes):
    """The manifest as a member of a form."""
    return json.dumps(manifest_make(**changes))


class TestUploading:
    """A form with a file, or the file as the body: the same service, the same answer."""

    def test_a_form_is_accepted_with_where_to_look_next(self, program):
        version_make()
        answer = program.post(ADDRESS, {"file": upload(), "manifest": said(display_name="Agent")})
        submission = Submission.objects.get()
        assert answer.status_code == 202
        assert answer.json() == {
            "id": submission.public_id,
            "is_new": True,
            "status_url": f"/api/v1/submissions/{submission.public_id}/",
            "page_url": f"/submissions/{submission.public_id}/",
        }
        assert (submission.label, submission.display_name, submission.open_weights) == (
            "run-1",
            "Agent",
            "no",
        )
        assert submission.manifest["submitter"]["affiliation"] == "Example Lab"

    @pytest.mark.parametrize(
        ("kind", "name", "body"),
        [
            ("application/x-ndjson", "trek_raw.jsonl", LINE),
            ("application/gzip", "trek_raw.jsonl.gz", gzip.compress(LINE)),
            ("application/octet-stream", "trek_raw.jsonl", LINE),
        ],
    )
    def test_a_raw_body_to_be_checked_takes_its_members_from_the_query(self, program, kind, name, body):
        version_make()
        answer = program.post(f"{ADDRESS}?file_name={name}&purpose=check", body, content_type=kind)
        submission = Submission.objects.get()
        assert answer.status_code == 202
        assert (submission.purpose, submission.label, submission.file_bytes) == ("check", "", len(body))

    @pytest.mark.parametrize("kind", ["application/zip", "application/octet-stream"])
    def test_an_archive_brings_its_manifest_along(self, program, kind):
        version_make()
        body = b"PK\x03\x04rest"
        answer = program.post(f"{ADDRESS}?file_name=run.zip", body, content_type=kind)
        submission = Submission.objects.get()
        assert answer.status_code == 202
        assert (submission.kind, submission.label, submission.manifest) == ("zip", "", {})

    def test_an_older_version_can_be_named(self, program):
        older = version_make(name="older")
        version_make(name="newer")
        program.post(ADDRESS, {"file": upload(), "manifest": said(), "dataset_version": "older"})
        assert Submission.objects.get().dataset_version_id == older.pk

    def test_a_repeated_request_gets_the_same_submission(self, program):
        version_make()
        key = {"Idempotency-Key": "run-1-attempt"}
        first = program.post(ADDRESS, {"file": upload(), "manifest": said()}, headers=key)
        again = program.post(ADDRESS, {"file": upload(), "manifest": said()}, headers=key)
        given = {"file": upload("trek_x.jsonl", LINE * 2), "manifest": said()}
        other = program.post(ADDRESS, given, headers=key)
        assert (first.status_code, again.status_code, other.status_code) == (202, 202, 409)
        assert first.json()["id"] == again.json()["id"]
        assert (first.json()["is_new"], again.json()["is_new"]) == (True, False)


class TestRefusals:
    """One shape for everything that is wrong, with all mistakes at once."""

    @pytest.mark.parametrize(
        ("fields", "status", "pointers"),
        [
            ({}, 422, {"/file"}),
            ({"purpose": "check"}, 422, {"/file"}),
            ({"file": upload()}, 422, {"/manifest"}),
            ({"file": upload(), "manifest": said(), "sate": "x", "owner": "1"}, 422, {"/sate", "/owner"}),
            (
                {"file": upload(), "manifest": said(label="no spaces", track="custom")},
                422,
                {"/manifest/entry/label", "/manifest/entry/description"},
            ),
            (
                {"file": upload(), "manifest": said(track="other", visibility="x")},
                422,
                {"/manifest/entry/track", "/manifest/entry/visibility"},
            ),
            (
                {"file": upload(), "manifest": said(display_name="x" * 81)},
                422,
                {"/manifest/entry/display_name"},
            ),
            ({"file": upload(), "manifest": "{"}, 422, {"/manifest"}),
            ({"file": upload(), "manifest": said(), "team": "none"}, 422, {"/team"}),
            (
                {"file": upload(), "manifest": said(supersedes="abc")},
                422,
                {"/manifest/entry/supersedes"},
            ),
            ({"file": upload(content=b""), "manifest": said()}, 422, {""}),
            ({"file": upload("trek_a.jsonl", b"PK\x03\x04"), "manifest": said()}, 415, {""}),
            ({"file": upload(), "manifest": said(), "dataset_version": "none"}, 404, set()),
        ],
    )
    def test_name_each_mistake_and_its_place(self, program, fields, status, pointers):
        version_make()
        answer = program.post(ADDRESS, fields)
        assert answer.status_code == status
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert {mistake["pointer"] for mistake in answer.json()["errors"]} == pointers
        assert not Submission.objects.exists()

    def test_a_taken_label_is_a_conflict(self, program):
        version_make()
        program.post(ADDRESS, {"file": upload(), "manifest": said()})
        answer = program.post(ADDRESS, {"file": upload(), "manifest": said()})
        assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (409, "/manifest/entry/label")

    def test_a_used_up_quota_says_when_to_come_back(self, program):
        version_make()
        for number in range(2):
            program.post(ADDRESS, {"file": upload(f"trek_{number}.jsonl"), "manifest": said()})
        answer = program.post(ADDRESS, {"file": upload("trek_3.jsonl"), "manifest": said()})
        assert (answer.status_code, int(answer.headers["Retry-After"]) > 0) == (429, True)

    def test_a_kind_of_body_that_we_do_not_read_is_refused(self, program):
        version_make()
        answer = program.post(ADDRESS, {"file": "x"}, content_type="text/xml")
        assert (answer.status_code, answer.json()["code"]) == (415, "wrong_kind")

    @pytest.mark.parametrize(
        ("fields", "pointer"),
        [
            ({"file": [upload(), upload("trek_other.jsonl")]}, "/file"),
            ({"file": upload(), "purpose": ["entry", "check"]}, "/purpose"),
        ],
    )
    def test_of_two_values_none_is_ignored_in_silence(self, program, fields, pointer):
        version_make()
        answer = program.post(ADDRESS, fields)
        assert (answer.status_code, [one["pointer"] for one in answer.json()["errors"]]) == (422, [pointer])
        assert not Submission.objects.exists()

    def test_a_repeated_parameter_is_a_mistake(self, program):
        version_make()
        address = f"{ADDRESS}?file_name=trek_a.jsonl&team=one&team=other"
        answer = program.post(address, LINE, content_type="application/gzip")
        assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "/team")

    @pytest.mark.parametrize("kind", ["application/x-ndjson", "application/gzip", "application/octet-stream"])
    def test_an_empty_body_is_an_empty_upload(self, program, kind):
        version_make()
        # The test client leaves the kind of an empty body out; other clients do not.
        answer = program.post(
            f"{ADDRESS}?file_name=trek_a.jsonl&purpose=check", b"", content_type=kind, CONTENT_TYPE=kind
        )
        assert (answer.status_code, answer.json()["errors"][0]["code"]) == (422, "F002")

    def test_a_body_that_broke_off_is_no_upload(self, program):
        version_make()
        answer = program.post(
            f"{ADDRESS}?file_name=trek_a.jsonl&purpose=check",
            LINE,
            content_type="application/x-ndjson",
            CONTENT_LENGTH=str(len(LINE) + 1),
            **{"wsgi.input": io.BytesIO(LINE)},
        )
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
        assert f"after {len(LINE)} of {len(LINE) + 1} bytes" in answer.json()["detail"]
        assert not Submission.objects.exists()

    def test_without_a_version_there_is_nothing_to_answer(self, program):
        assert program.post(ADDRESS, {"file": upload()}).status_code == 404


class TestWhoMay:
    """People with a token, or signed in with the form's secret."""

    def test_nobody_in_particular_may_not(self):
        answer = Client().post(ADDRESS, {"file": upload()})
        assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")
        assert answer.headers["WWW-Authenticate"] == "Bearer"

    @pytest.mark.parametrize("token", ["tpk_wrong", "tpk_" + "x" * 500, "", "tpk_\xe9"])
    def test_a_wrong_token_opens_nothing(self, token):
        client = Client(headers={"Authorization": f"Bearer {token}"})
        client.force_login(user_make())
        assert client.post(ADDRESS, {"file": upload()}).status_code == 401

    def test_a_session_needs_the_secret_of_a_form(self):
        client = Client(enforce_csrf_checks=True)
        client.force_login(user_make())
        assert client.post(ADDRESS, {"file": upload()}).status_code == 403

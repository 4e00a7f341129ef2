"""Uploads in portions over HTTP: the protocol's headers, the API's errors, and the way to a submission."""

from __future__ import annotations

import base64
import hashlib
import json

import pytest
from django.test import Client

from submissions.limits import RESUMABLE
from submissions.models import ResumableUpload, Submission
from tests.factories import LINE, manifest_make, user_make, version_make
from trek_site.accounts.services import token_issue
from trek_site.shared.scopes import Scope

pytestmark = pytest.mark.django_db

ADDRESS = "/api/v1/uploads/"
CONTENT = LINE * 20
SHA256 = hashlib.sha256(CONTENT)
OCTETS = "application/offset+octet-stream"


def metadata(**said):
    return ",".join(f"{name} {base64.b64encode(value.encode()).decode()}" for name, value in said.items())


def announced(**changes):
    said = {"filename": "trek_run-1.jsonl", "sha256": SHA256.hexdigest()}
    return {"Upload-Length": str(len(CONTENT)), "Upload-Metadata": metadata(**said), **changes}


def bearer(user, *scopes):
    _, plain = token_issue(user, name="test", scopes=scopes or tuple(Scope))
    return Client(headers={"Authorization": f"Bearer {plain}"}, enforce_csrf_checks=True)


@pytest.fixture
def owner():
    return user_make()


@pytest.fixture
def client(owner):
    return bearer(owner)


@pytest.fixture
def address(client):
    return client.post(ADDRESS, headers=announced())["Location"]


def patch(client, address, offset, body, **headers):
    return client.patch(address, body, content_type=OCTETS, headers={"Upload-Offset": str(offset), **headers})


def state(answer):
    return {name: answer.headers.get(name) for name in ("Tus-Resumable", "Upload-Offset", "Upload-Length")}


def code_of(answer):
    return answer.status_code, answer.json()["code"]


def test_a_file_in_portions_becomes_a_submission(client, owner):
    begun = client.post(ADDRESS, headers=announced())
    assert begun.status_code == 201
    assert begun.json() == {
        "id": begun.json()["id"],
        "file_name": "trek_run-1.jsonl",
        "bytes": len(CONTENT),
        "sha256": SHA256.hexdigest(),
        "offset": 0,
        "is_complete": False,
        "submission": "",
        "created_at": begun.json()["created_at"],
        "expires_at": begun.json()["expires_at"],
    }
    address = begun["Location"]
    assert address == f"{ADDRESS}{begun.json()['id']}/"
    assert client.get(ADDRESS).json() == {"results": [begun.json()]}

    first = patch(client, address, 0, CONTENT[:500])
    assert (first.status_code, first.content) == (204, b"")
    expected = {"Tus-Resumable": "1.0.0", "Upload-Offset": "500", "Upload-Length": str(len(CONTENT))}
    assert state(first) == state(client.head(address)) == expected
    assert patch(client, address, 500, CONTENT[500:]).headers["Upload-Offset"] == str(len(CONTENT))

    version = version_make()
    said = {"upload": begun.json()["id"], "manifest": manifest_make(version=version, label="run-1")}
    taken = client.post("/api/v1/submissions/", said, content_type="application/json")
    assert (taken.status_code, taken.json()["is_new"]) == (202, True)
    assert client.get(address).json()["submission"] == taken.json()["id"]
    again = client.post("/api/v1/submissions/", said, content_type="application/json")
    assert (again.json()["id"], again.json()["is_new"]) == (taken.json()["id"], False)
    row = Submission.objects.get()
    assert (row.owner, row.file_sha256, row.label) == (owner, SHA256.hexdigest(), "run-1")


def test_what_the_protocol_offers_is_told(client):
    for address in (ADDRESS, f"{ADDRESS}abcdefghjkmn/"):
        answer = client.options(address)
        assert answer.status_code == 204
        assert answer.headers["Tus-Version"] == answer.headers["Tus-Resumable"] == "1.0.0"
        assert answer.headers["Tus-Extension"] == "creation,expiration,checksum,termination"
        assert answer.headers["Tus-Max-Size"] == str(RESUMABLE.upload_bytes)
        assert answer.headers["Tus-Checksum-Algorithm"] == "sha256"


def test_another_version_of_the_protocol_is_refused(client, address):
    for act in (client.get, client.delete, client.head):
        answer = act(address, headers={"Tus-Resumable": "0.2.2"})
        assert (answer.status_code, answer.headers["Tus-Version"]) == (412, "1.0.0")
    assert code_of(client.get(address, headers={"Tus-Resumable": "2"})) == (412, "precondition_failed")
    assert client.get(address, headers={"Tus-Resumable": "1.0.0"}).status_code == 200


def test_a_wrong_offset_is_answered_with_the_right_one(client, address):
    patch(client, address, 0, CONTENT[:10])
    answer = patch(client, address, 0, CONTENT[:10])
    assert code_of(answer) == (409, "conflict")
    assert (answer.headers["Upload-Offset"], answer.headers["Tus-Resumable"]) == ("10", "1.0.0")


def test_a_checksum_decides_whether_a_portion_counts(client, address):
    digest = base64.b64encode(hashlib.sha256(CONTENT[:10]).digest()).decode()
    wrong = patch(client, address, 0, CONTENT[1:11], **{"Upload-Checksum": f"sha256 {digest}"})
    assert code_of(wrong) == (460, "checksum_mismatch")
    assert client.get(address).json()["offset"] == 0
    right = patch(client, address, 0, CONTENT[:10], **{"Upload-Checksum": f"sha256 {digest}"})
    assert right.headers["Upload-Offset"] == "10"
    for unknown in ("md5 AAAA", "sha256 AAAA", "sha256 ?", "sha256"):
        assert patch(client, address, 10, b"x", **{"Upload-Checksum": unknown}).status_code == 422


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"Upload-Length": "x"}, 422),
        ({"Upload-Length": "-1"}, 422),
        ({"Upload-Length": "9" * 16}, 422),
        ({"Upload-Length": "0"}, 422),
        ({"Upload-Length": str(RESUMABLE.upload_bytes + 1)}, 413),
        ({"Upload-Metadata": ""}, 422),
        ({"Upload-Metadata": "filename ?"}, 422),
        ({"Upload-Metadata": "filename /w=="}, 422),
        ({"Upload-Metadata": f"{metadata(filename='a.zip')},{metadata(filename='b.zip')}"}, 422),
        ({"Upload-Metadata": metadata(filename="plan.pdf")}, 415),
        ({"Upload-Metadata": metadata(filename="a.zip", sha256="no")}, 422),
        ({"Idempotency-Key": "k" * 201}, 422),
    ],
)
def test_an_announcement_that_will_not_do_is_refused(client, changes, status):
    answer = client.post(ADDRESS, headers=announced(**changes))
    assert (answer.status_code, answer.headers["Content-Type"]) == (status, "application/problem+json")
    assert ResumableUpload.objects.count() == 0


def test_the_same_key_begins_one_upload(client):
    keyed = announced(**{"Idempotency-Key": "run-1"})
    ids = {client.post(ADDRESS, headers=keyed).json()["id"] for _ in range(3)}
    assert (len(ids), ResumableUpload.objects.count()) == (1, 1)
    other = client.post(ADDRESS, headers={**keyed, "Upload-Length": "3"})
    assert code_of(other) == (409, "conflict")


def test_a_portion_of_another_kind_or_without_its_place_is_refused(client, address):
    json_sent = client.patch(address, "{}", content_type="application/json", headers={"Upload-Offset": "0"})
    assert code_of(json_sent) == (415, "wrong_kind")
    assert code_of(client.patch(address, b"x", content_type=OCTETS)) == (422, "unprocessable")
    too_much = patch(client, address, 0, CONTENT + b"x")
    assert code_of(too_much) == (413, "too_large")


def test_a_portion_without_bytes_changes_nothing(client, address):
    answer = client.patch(address, headers={"Upload-Offset": "0"})
    assert (answer.status_code, answer.headers["Upload-Offset"]) == (204, "0")


def test_what_is_thrown_away_is_gone(client, address):
    assert client.delete(address).status_code == 204
    assert [client.delete(address).status_code, client.get(address).status_code] == [404, 404]


def test_nobody_else_knows_of_it(address):
    stranger = bearer(user_make(is_staff=True))
    assert stranger.get(ADDRESS).json() == {"results": []}
    for answer in (stranger.get(address), stranger.delete(address), patch(stranger, address, 0, b"x")):
        assert code_of(answer) == (404, "not_found")
    said = {"upload": address.split("/")[-2], "purpose": "check"}
    version_make()
    assert stranger.post("/api/v1/submissions/", said, content_type="application/json").status_code == 404
    nobody = Client()
    assert [nobody.get(address).status_code, nobody.post(ADDRESS).status_code] == [401, 401]


def test_a_token_needs_the_scope_for_it(owner, address):
    reader = bearer(owner, Scope.READ)
    assert reader.get(address).status_code == 200
    for answer in (patch(reader, address, 0, b"x"), reader.delete(address), reader.post(ADDRESS)):
        assert code_of(answer) == (403, "permission_refused")


def test_a_session_needs_the_secret_of_a_form(owner, address):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(owner)
    assert browser.get(address).status_code == 200
    assert patch(browser, address, 0, b"x").status_code == 403


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("{", 400),
        ('{"upload": "a", "upload": "b"}', 400),
        ('{"upload": NaN}', 400),
        ("[" * 100_000, 400),
        ("[]", 422),
        ('{"upload": "\\ud800"}', 422),
        ('{"upload": "a\\u0000"}', 422),
        ('{"upload": "abcdefghjkmn", "score": 1}', 422),
        ('{"purpose": "check"}', 422),
        ('{"upload": "abcdefghjkmn", "manifest": "text"}', 422),
        (json.dumps({"upload": "a", "team": "x" * 1024 * 1024}), 413),
    ],
)
def test_a_body_that_names_no_upload_properly_is_refused(client, body, status):
    version_make()
    answer = client.post("/api/v1/submissions/", body, content_type="application/json")
    assert (answer.status_code, answer.headers["Content-Type"]) == (status, "application/problem+json")


def test_mistakes_in_the_manifest_leave_the_upload_for_another_try(client, address):
    patch(client, address, 0, CONTENT)
    version = version_make()
    said = {"upload": address.split("/")[-2], "manifest": {"manifest_version": "1"}}
    refused = client.post("/api/v1/submissions/", said, content_type="application/json")
    assert code_of(refused) == (422, "unprocessable")
    assert all(mistake["pointer"].startswith("/manifest") for mistake in refused.json()["errors"])
    said["manifest"] = manifest_make(version=version, label="run-1")
    assert client.post("/api/v1/submissions/", said, content_type="application/json").status_code == 202

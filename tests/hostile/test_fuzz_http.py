"""Five hundred grown bundles sent over HTTP: every answer is one that the API's description knows."""

from __future__ import annotations

import http.client
import json
from collections import Counter
from random import Random
from urllib.parse import quote, urlsplit

import pytest
from django.core.management import call_command

from submissions.models import Submission
from tests.factories import small_world, user_make
from tests.hostile.growing import damaged, grown
from tests.submissions.uploads import files
from trek_site.accounts.services import token_issue

ADDRESS = "/api/v1/submissions/"
BUNDLES = 500
# Far below what one account may send in a day.
OF_ONE_ACCOUNT = 10
KINDS = ("application/x-ndjson", "application/gzip", "application/zip", "application/octet-stream")


@pytest.fixture
def documented(tmp_path):
    """The statuses that uploading may answer with."""
    target = tmp_path / "schema.json"
    call_command("spectacular", file=str(target), format="openapi-json")
    answers = json.loads(target.read_text())["paths"][ADDRESS]["post"]["responses"]
    return {int(status) for status in answers}


def about(bundle, world):
    """The bundle's manifest, made to be about this world where it is about anything."""
    members = dict(bundle.manifest or {})
    if isinstance(members.get("benchmark"), dict) and "task_set" in members["benchmark"]:
        members["benchmark"] = {**members["benchmark"], "task_set": f"trek-{world.task_count}"}
    return json.dumps(members) if members else ""


def as_form(chance, bundle, world):
    """The bundle as a form, sometimes with more or less in it than belongs there."""
    mark = "grown-boundary"
    purpose = "check" if bundle.mode == "check" else "entry"
    members = [("purpose", purpose), ("manifest", about(bundle, world))]
    if chance.random() < 0.1:
        members.append(
            chance.choice((("label", "x"), ("state", "checked"), ("purpose", "entry"), ("team", "\0")))
        )
    parts = [
        f'--{mark}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in members
    ]
    head = f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="{bundle.name}"\r\n'
    parts.append(head.encode() + b"Content-Type: application/octet-stream\r\n\r\n" + bundle.content + b"\r\n")
    body = b"".join(parts) + f"--{mark}--\r\n".encode()
    if chance.random() < 0.15:
        body = damaged(chance, body)
    return ADDRESS, {"Content-Type": f"multipart/form-data; boundary={mark}"}, body


def as_body(chance, bundle, world):
    """The bundle as the whole body."""
    purpose = "check" if bundle.mode != "entry" else "entry"
    query = f"?file_name={quote(bundle.name)}&purpose={purpose}"
    if chance.random() < 0.1:
        query += chance.choice(
            ("&x=1", "&purpose=check", "&team=%00", "&dataset_version=%ff", "&file_name=%00")
        )
    return ADDRESS + query, {"Content-Type": chance.choice(KINDS)}, bundle.content


def asked(place, method, address, headers=None, body=None):
    connection = http.client.HTTPConnection(place.hostname, place.port, timeout=60)
    try:
        connection.request(method, address, body=body, headers=headers or {})
        answer = connection.getresponse()
        return answer.status, answer.headers.get_content_type(), answer.read()
    finally:
        connection.close()


@pytest.mark.django_db(transaction=True)
def test_five_hundred_bundles_sent_over_http_get_documented_answers(
    live_server, documented, settings, tmp_path
):
    settings.TREK_DATA_DIR = tmp_path / "data"
    world = small_world()
    place = urlsplit(live_server.url)
    answers, wrong = Counter(), []
    for number in range(BUNDLES):
        if number % OF_ONE_ACCOUNT == 0:
            _, token = token_issue(user_make(), name="fuzz")
        chance = Random(-number)
        send = chance.choice((as_form, as_form, as_body))
        address, headers, body = send(chance, grown(number), world)
        key = {"Authorization": f"Bearer {token}"}
        status, kind, text = asked(place, "POST", address, {**headers, **key}, body)
        answers[status] += 1
        expected = "application/json" if status == 202 else "application/problem+json"
        if status not in documented or status >= 500 or kind != expected:
            wrong.append((number, status, kind, text[:200]))
        elif status == 202:
            address = json.loads(text)["status_url"]
            status, _, text = asked(place, "GET", address, key)
            if status != 200 or "state" not in json.loads(text):
                wrong.append((number, address, status, text[:200]))
    assert wrong == []
    assert sum(answers.values()) == BUNDLES
    assert answers[202] > BUNDLES // 4
    assert len(answers) >= 4
    rows = Submission.objects.values_list("file_sha256", flat=True)
    assert len(rows) == answers[202]
    assert {path.name for path in files()} == set(rows)
    assert not Submission.objects.filter(state="failed").exists()

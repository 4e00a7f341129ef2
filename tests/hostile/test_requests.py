"""B6, B13, B16, B24: what a request can do before there is a file, and what its names do afterwards."""

from __future__ import annotations

import base64
import json

import pytest
from django.test import Client

from submissions.models import Submission
from tests.factories import LINE, user_make, version_make
from tests.hostile.records import DECEPTIVE, FORMULAS, MARKUP, NAMES
from tests.manifests import manifest_make
from tests.submissions.uploads import files
from trek_site.accounts.services import token_issue

pytestmark = pytest.mark.django_db

ADDRESS = "/api/v1/submissions/"
MARK = "hostile-boundary"
FORM = f"multipart/form-data; boundary={MARK}"


@pytest.fixture(autouse=True)
def _own_files(settings, tmp_path):
    settings.TREK_DATA_DIR = tmp_path / "data"


@pytest.fixture
def owner():
    version_make()
    return user_make()


@pytest.fixture
def program(owner):
    _, plain = token_issue(owner, name="test")
    return Client(headers={"Authorization": f"Bearer {plain}"}, raise_request_exception=True)


def part(name, content=b"x", *, file="", more=""):
    named = f'; filename="{file}"' if file else ""
    head = f'--{MARK}\r\nContent-Disposition: form-data; name="{name}"{named}\r\n{more}\r\n'
    return head.encode("utf-8", "surrogateescape") + content + b"\r\n"


def form(*parts):
    return b"".join(parts) + f"--{MARK}--\r\n".encode()


FILE = part("file", LINE, file="trek_run.jsonl")
CHECK = part("purpose", b"check")

FORMS = {
    "a thousand and one fields": (form(FILE, CHECK, *(part(f"x{n}") for n in range(1_001))), FORM, {400}),
    "a thousand and one files": (
        form(CHECK, *(part(f"f{n}", file="a.jsonl") for n in range(1_001))),
        FORM,
        {413},
    ),
    "two files under one field": (form(FILE, FILE, CHECK), FORM, {400, 422}),
    "a file that is Base64 and no Base64": (
        form(part("file", b"!" * 10**6, file="a.jsonl", more="Content-Transfer-Encoding: base64\r\n"), CHECK),
        FORM,
        {400, 422},
    ),
    "a file that is Base64": (
        form(
            part(
                "file",
                base64.b64encode(LINE),
                file="trek_run.jsonl",
                more="Content-Transfer-Encoding: base64\r\n",
            ),
            CHECK,
        ),
        FORM,
        {202},
    ),
    "no boundary": (form(FILE, CHECK), "multipart/form-data", {400}),
    "an endless boundary": (form(FILE, CHECK), f"multipart/form-data; boundary={'x' * 500}", {415}),
    "another boundary": (form(FILE, CHECK), "multipart/form-data; boundary=other", {400, 422}),
    "no end": (form(FILE, CHECK)[:-40], FORM, {202, 400, 422}),
    "no file": (form(CHECK), FORM, {400, 422}),
    "a NUL in a field": (form(FILE, part("purpose", b"che\0ck")), FORM, {400, 422}),
    "half a surrogate pair in the manifest": (
        form(FILE, part("manifest", b'{"a": "\\ud800"}')),
        FORM,
        {400, 422},
    ),
    "a field that is not UTF-8": (form(FILE, part("team", b"\xff\xfe"), CHECK), FORM, {202, 400, 404, 422}),
}


@pytest.mark.parametrize("name", FORMS)
def test_every_hostile_form_is_answered_and_leaves_what_it_says(program, name):
    body, kind, expected = FORMS[name]
    answer = program.post(ADDRESS, body, content_type=kind)
    assert answer.status_code in expected, answer.content[:300]
    is_taken = answer.status_code == 202
    assert (Submission.objects.count(), len(files())) == (int(is_taken), int(is_taken))
    if not is_taken:
        assert answer.headers["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("name", "detail"),
    [
        ("a thousand and one fields", "A request holds at most 100 fields."),
        ("a thousand and one files", "A form holds at most 2 files."),
    ],
)
def test_a_form_of_too_many_parts_is_told_how_many_it_may_have(program, name, detail):
    body, kind, _ = FORMS[name]
    assert program.post(ADDRESS, body, content_type=kind).json()["detail"] == detail


@pytest.mark.parametrize(
    "query", ["file_name=%00.jsonl", "file_name=a.jsonl&team=%00", "file_name=a%ff.jsonl"]
)
def test_odd_characters_in_a_query_are_answered(program, query):
    answer = program.post(f"{ADDRESS}?purpose=check&{query}", LINE, content_type="application/octet-stream")
    assert answer.status_code in {202, 400, 404, 422}
    assert len(files()) == Submission.objects.count()


@pytest.mark.parametrize("what", NAMES)
def test_a_hostile_file_name_is_inert_in_headers_and_pages(program, owner, what):
    name = NAMES[what].replace('"', "%22").replace("\r\n", "%0D%0A")
    body = form(part("file", LINE, file=name.encode("utf-8", "replace").decode()), CHECK)
    answer = program.post(ADDRESS, body, content_type=FORM)
    assert answer.status_code in {202, 400, 415, 422}
    if answer.status_code != 202:
        return
    client = Client()
    client.force_login(owner)
    page = client.get(answer.json()["page_url"])
    assert page.status_code == 200
    text = page.content.decode()
    assert "<svg onload" not in text
    assert "\u202e" not in text
    assert "Set-Cookie" not in page.headers or "a=b" not in page.headers["Set-Cookie"]


SHOWN = [text for text in (*MARKUP, *FORMULAS, *DECEPTIVE) if len(text) <= 80]


@pytest.mark.parametrize("text", SHOWN)
def test_whatever_a_name_holds_it_is_refused_or_inert_on_the_page(program, owner, text):
    manifest = json.dumps(manifest_make(display_name=text, organisation=text, model={"name": text}))
    answer = program.post(ADDRESS, form(FILE, part("manifest", manifest.encode())), content_type=FORM)
    assert answer.status_code in {202, 422}
    if answer.status_code == 422:
        assert all(one["code"].startswith("F2") for one in answer.json()["errors"])
        return
    client = Client()
    client.force_login(owner)
    page = client.get(answer.json()["page_url"]).content.decode()
    for markup in ("<script>alert", "<img src=x", "<svg/onload", 'href="javascript:', ">49<"):
        assert markup not in page


class TestCollisions:
    """B24: the same bytes, the same key, somebody else."""

    def send(self, program, content, key):
        return program.post(
            f"{ADDRESS}?file_name=trek_run.jsonl&purpose=check",
            content,
            content_type="application/octet-stream",
            headers={"Idempotency-Key": key},
        )

    def test_the_same_key_with_other_bytes_is_a_conflict(self, program):
        first = self.send(program, LINE, "one")
        assert self.send(program, LINE, "one").json()["id"] == first.json()["id"]
        assert self.send(program, LINE * 2, "one").status_code == 409
        assert Submission.objects.count() == len(files()) == 1

    def test_the_same_key_and_bytes_of_two_accounts_are_two_submissions_of_one_file(self, program):
        _, other = token_issue(user_make(), name="other")
        stranger = Client(headers={"Authorization": f"Bearer {other}"})
        ids = {self.send(each, LINE, "one").json()["id"] for each in (program, stranger)}
        assert (len(ids), Submission.objects.count(), len(files())) == (2, 2, 1)

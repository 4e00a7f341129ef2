"""What is refused by its declaration alone, and what is never believed."""

from io import BytesIO
from wsgiref.util import setup_testing_defaults

import pytest
from django.test import Client

from trek_site.limits import BODY_BYTES_MAX
from trek_site.wsgi import application

pytestmark = pytest.mark.django_db

SIGN_IN = "/accounts/sign-in/"
# Python knows them all. Some cannot read a text, some cannot put up with a mistake, none is UTF-8.
STRANGE = [
    "idna",
    "punycode",
    "undefined",
    "rot13",
    "base64",
    "zlib_codec",
    "utf-7",
    "utf-16",
    "latin-1",
    "\0",
]


def asked(method, address, kind, body=b""):
    """Status and body of the answer to a request that no client of Django's would build."""
    path, _, query = address.partition("?")
    environ = {
        "REQUEST_METHOD": method,
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "CONTENT_TYPE": kind,
        "CONTENT_LENGTH": str(len(body)),
        "HTTP_HOST": "testserver",
        "wsgi.input": BytesIO(body),
    }
    setup_testing_defaults(environ)
    told = []
    answer = application(environ, lambda status, headers: told.append(status))
    try:
        content = b"".join(answer)
    finally:
        answer.close()
    return int(told[0].split()[0]), content.decode()


@pytest.mark.usefixtures("one_connection")
class TestCharsets:
    """The site reads UTF-8; a header cannot make it read anything else."""

    @pytest.mark.parametrize("charset", STRANGE)
    @pytest.mark.parametrize(
        ("method", "address"),
        [("GET", "/?organisation=%C3%A9"), ("GET", "/api/v1/boards/trek/?version=%FF"), ("POST", SIGN_IN)],
    )
    def test_another_one_is_refused_before_anything_is_read(self, charset, method, address):
        kind = f"application/x-www-form-urlencoded; charset={charset}"
        assert asked(method, address, kind, b"username=%C3%A9&password=x")[0] == 415

    @pytest.mark.parametrize("spelled", ["charset*=utf-8''idna", 'Charset="idna"', "charset = idna"])
    def test_however_it_is_spelled(self, spelled):
        assert asked("GET", "/?page=%C3%A9", f"text/plain; {spelled}")[0] == 415

    @pytest.mark.parametrize("charset", ["utf-8", "UTF-8", "us-ascii", "utf8", ""])
    def test_names_of_utf_8_are_taken(self, charset):
        kind = f"multipart/form-data; charset={charset}; boundary=b"
        body = '--b\r\nContent-Disposition: form-data; name="label"\r\n\r\né\r\n--b--\r\n'
        # Read, and refused for the secret of the form that is missing.
        assert asked("POST", SIGN_IN, kind, body.encode())[0] == 403

    def test_too_many_parameters_are_a_mistake_with_a_charset_too(self):
        assert asked("GET", "/?" + "a&" * 150, "text/plain; charset=utf-8")[0] == 400


@pytest.mark.parametrize("address", [SIGN_IN, "/api/v1/submissions/"])
def test_a_body_without_its_length_is_refused_and_not_taken_for_an_empty_one(address):
    answer = Client().post(address, headers={"Transfer-Encoding": "chunked"}, CONTENT_LENGTH="")
    assert answer.status_code == 411
    if address.startswith("/api/"):
        assert answer.json()["code"] == "length_required"


@pytest.mark.parametrize("length", [str(BODY_BYTES_MAX + 1), "9" * 40])
def test_a_body_longer_than_any_limit_is_refused(length):
    assert Client().post(SIGN_IN, {}, CONTENT_LENGTH=length).status_code == 413


@pytest.mark.parametrize("version", ["%0d%0aX-Evil:%201", "%00", "1", "\u202e"])
def test_the_api_is_described_whatever_version_is_asked_for(version):
    answer = Client().get(f"/api/schema/?version={version}")
    assert answer.status_code == 200
    assert "X-Evil" not in answer.headers
    assert answer.content == Client().get("/api/schema/").content

"""`docs/api.md` lists every endpoint, member and code, and none that does not exist."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from drf_spectacular.generators import SchemaGenerator

from submissions.api import (
    MultipartSubmissionSerializer,
    NamedSubmissionSerializer,
    RawSubmissionSerializer,
)
from submissions.limits import MIB, RESUMABLE
from submissions.services.resumable_writing import WRITER_LEASE_S
from trek_site.shared.errors import PUBLIC_TITLES

TEXT = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")


def test_the_endpoints_listed_are_those_that_exist():
    schema = SchemaGenerator().get_schema(request=None, public=True)
    existing = {(m.upper(), path) for path, operations in schema["paths"].items() for m in operations}
    listed = set(re.findall(r"^\| `(GET|POST|PUT|PATCH|DELETE) (/api/v1/[^`]*)`", TEXT, re.MULTILINE))
    assert listed == existing


MEMBERS = [MultipartSubmissionSerializer, RawSubmissionSerializer, NamedSubmissionSerializer]


@pytest.mark.parametrize("serializer", MEMBERS)
def test_every_member_of_an_upload_is_explained(serializer):
    assert {name for name in serializer().fields if f"`{name}`" not in TEXT} == set()


def test_every_code_is_explained():
    # This one is only met in forms.
    assert {code for code in PUBLIC_TITLES if f"`{code}`" not in TEXT} == {"csrf_failed"}


def test_the_limits_of_uploads_in_portions_are_those_that_hold():
    text = " ".join(TEXT.split())
    assert (
        f"at most {RESUMABLE.open_uploads} open uploads of {RESUMABLE.open_bytes // MIB} MiB together" in text
    )
    assert f"at most {RESUMABLE.attempts} requests" in text
    assert f"at most {WRITER_LEASE_S} seconds" in text
    assert RESUMABLE.lifetime == timedelta(days=1)

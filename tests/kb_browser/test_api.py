"""Dataset versions in the API."""

import pytest

from tests.factories import version_make

pytestmark = pytest.mark.django_db


def test_published_versions_are_listed_the_newest_first_and_drafts_are_not(client):
    for name, is_published in (("first", True), ("second", True), ("draft", False)):
        version_make(name=name, is_published=is_published)
    answer = client.get("/api/v1/dataset-versions/")
    assert answer.status_code == 200
    assert [version["name"] for version in answer.json()["results"]] == ["second", "first"]


def test_the_number_of_queries_does_not_grow(client, django_assert_max_num_queries):
    for _ in range(5):
        version_make()
    with django_assert_max_num_queries(2):
        client.get("/api/v1/dataset-versions/")

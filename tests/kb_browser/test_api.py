"""Dataset versions in the API: what the pages show, in documented shapes."""

import pytest
from django.contrib.auth.models import Permission

from kb_browser.downloads import exports_folder, exports_path
from kb_browser.exports.making import exports_make
from kb_browser.world.bundles import SMALL_WORLD
from tests.factories import small_world, user_make, version_make

pytestmark = pytest.mark.django_db

LIST = "/api/v1/dataset-versions/"
QUERIES_MAX = 12


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.TREK_DATA_DIR = tmp_path / "data"


@pytest.fixture
def shelf():
    """A superseded version, a current one and a draft."""
    for name, is_published in (("first", True), ("second", True), ("draft", False)):
        version_make(name=name, is_published=is_published)


@pytest.fixture
def curator(client):
    """The browser of somebody who may see drafts."""
    person = user_make()
    person.user_permissions.add(Permission.objects.get(codename="view_datasetversion"))
    client.force_login(person)
    return client


@pytest.fixture
def exported(tmp_path):
    """The small world with its downloads."""
    version = small_world()
    exports_folder().mkdir(parents=True)
    exports_make(SMALL_WORLD, exports_path(version.digest), say=lambda _message: None)
    return version


def test_published_versions_are_listed_the_newest_first_and_drafts_are_not(client, shelf):
    answer = client.get(LIST)
    assert answer.status_code == 200
    assert [(one["name"], one["state"], one["is_current"]) for one in answer.json()["results"]] == [
        ("second", "published", True),
        ("first", "superseded", False),
    ]
    assert answer.json()["results"][0]["supersedes"] == ["first"]
    assert answer.json()["results"][1]["superseded_by"] == "second"


def test_curators_see_drafts_too(curator, shelf):
    assert [one["name"] for one in curator.get(LIST).json()["results"]] == ["second", "first", "draft"]
    assert curator.get(f"{LIST}draft/").json()["downloads"]["state"] == "closed"


@pytest.mark.parametrize("address", ["draft/", "draft/downloads/", "nothing/"])
def test_for_everybody_else_a_draft_does_not_exist(client, shelf, address):
    answer = client.get(f"{LIST}{address}")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_version_comes_with_everything_its_page_shows(client, exported):
    shown = client.get("/datasets/small/").context["page"]
    told = client.get(f"{LIST}small/").json()
    assert told["version"]["digest"] == exported.digest
    assert told["version"]["url"] == "/datasets/small/"
    assert [figure["key"] for figure in told["figures"]] == [figure.key for figure in shown.figures]
    assert told["figures"][0]["rows"] == [
        {"label": row.label, "cells": [{"text": cell.text} for cell in row.cells]}
        for row in shown.figures[0].rows
    ]
    assert [group["title"] for group in told["compared"]] == [group.title for group in shown.compared]
    assert [line["code"] for line in told["report"]["sentences"]] == [
        line.code for line in shown.report.sentences
    ]
    assert len(told["checksums"]) == shown.checksum_count == 40
    assert set(told["checksums"]) >= {"trek_queries.csv", "api/data/v2/flight_data/flights.csv"}
    assert exported.digest in told["bibtex"]


def test_downloads_are_listed_with_addresses_that_work(client, exported):
    told = client.get(f"{LIST}small/downloads/").json()
    assert told == client.get(f"{LIST}small/").json()["downloads"]
    assert (told["state"], told["failure_id"]) == ("ready", "")
    for file in told["files"]:
        answer = client.head(file["url"])
        assert (answer.status_code, answer.headers["Content-Length"]) == (200, str(file["size_bytes"]))
        assert answer.headers["ETag"] == f'"{file["sha256"]}"'
    assert client.head(told["croissant_url"]).status_code == 200


def test_downloads_that_are_not_made_yet_are_pending(client, shelf):
    told = client.get(f"{LIST}second/downloads/").json()
    assert (told["state"], told["files"]) == ("pending", [])


@pytest.mark.parametrize("address", ["", "second/", "second/downloads/"])
def test_who_has_it_is_told_so_until_something_changes(client, shelf, address):
    first = client.get(f"{LIST}{address}")
    again = client.get(f"{LIST}{address}", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    if address == "second/downloads/":
        return
    version_make(name="third")
    assert client.get(f"{LIST}{address}", headers={"If-None-Match": first.headers["ETag"]}).status_code == 200


@pytest.mark.parametrize("address", ["", "v0/", "v0/downloads/"])
def test_the_number_of_queries_does_not_grow(
    client, address, django_assert_max_num_queries, django_assert_num_queries
):
    version_make(name="v0")
    with django_assert_max_num_queries(QUERIES_MAX) as few:
        client.get(f"{LIST}{address}")
    for _ in range(5):
        version_make()
    with django_assert_num_queries(len(few)):
        client.get(f"{LIST}{address}")

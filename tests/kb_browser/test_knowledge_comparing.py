"""A record beside the same one of another version, which corrected a price and lost a hotel."""

import csv
import shutil

import pytest

from kb_browser.knowledge.making import knowledge_make
from kb_browser.knowledge_files import knowledge_path
from kb_browser.release_files import ReleaseFolder
from kb_browser.world.bundles import SMALL_WORLD
from tests.factories import version_make

pytestmark = pytest.mark.django_db

HOTELS = "api/data/v2/hotel_data/Łęgowice_hotel.csv"
HOTEL = "hotels/legowice.legowice-copper-lodge-7/"
ROOT = "/datasets/small/kb/"
API = "/api/v1/dataset-versions/small/kb/"


@pytest.fixture(scope="module")
def corrected(tmp_path_factory):
    """The corrected release, and the name of the hotel that it lacks."""
    folder = tmp_path_factory.mktemp("corrected") / "release"
    shutil.copytree(SMALL_WORLD, folder)
    lines = (folder / HOTELS).read_text(encoding="utf-8").splitlines(keepends=True)
    place = next(place for place, line in enumerate(lines) if "Łęgowice Copper Lodge 7" in line)
    lines[place] = lines[place].replace("57.0", "58.0")
    lost = next(line for line in lines[1:] if "Copper Lodge 7" not in line)
    lines.remove(lost)
    (folder / HOTELS).write_text("".join(lines), encoding="utf-8")
    return folder, next(csv.DictReader([lines[0], lost]))["name"]


@pytest.fixture
def versions(browsed, corrected):
    """Both versions, the corrected one current."""
    digest = ReleaseFolder(corrected[0]).digest()
    knowledge_make(corrected[0], knowledge_path(digest), say=lambda _message: None)
    return version_make(name="corrected", digest=digest, task_count=40)


def test_a_corrected_price_is_told(client, versions, django_assert_max_num_queries):
    with django_assert_max_num_queries(12):
        page = client.get(f"{ROOT}{HOTEL}compare/?with=corrected").context["page"]
    differing = {field.name: (field.here, field.there) for field in page.fields if field.is_different}
    assert differing["price"] == ("57.0", "58.0")
    assert set(differing) == {"price", "about"}
    told = client.get(f"{API}{HOTEL}compare/?with=corrected").json()
    assert told["different_count"] == page.different_count == 2


def test_what_is_the_same_is_said_to_be(client, versions):
    page = client.get(f"{ROOT}flights/wu-2454/compare/?with=corrected").context["page"]
    assert (page.different_count, len(page.fields)) == (0, 19)


def test_a_record_that_the_other_lacks_is_told(client, versions, corrected):
    search = client.get(f"{API}search/", {"q": corrected[1]}).json()
    group = next(group for group in search["groups"] if group["kind"] == "hotels")
    record = next(record for record in group["records"] if record["name"] == corrected[1])
    answer = client.get(f"{record['url']}compare/?with=corrected")
    assert (answer.status_code, answer.context["page"].there) == (200, None)
    assert client.get(f"{record['api_url']}compare/?with=corrected").json()["there"] is None


def test_the_record_leads_to_every_other_version(client, versions):
    assert f"{ROOT}{HOTEL}compare/?with=corrected" in client.get(ROOT + HOTEL).content.decode()


@pytest.mark.parametrize(("asked", "status"), [("", 200), ("?with=none", 404), ("?with=%00", 404)])
def test_a_version_has_to_be_named(client, versions, asked, status):
    assert client.get(f"{ROOT}{HOTEL}compare/{asked}").status_code == status


def test_drafts_are_not_compared_with(client, versions):
    version_make(name="draft", is_published=False)
    assert client.get(f"{ROOT}{HOTEL}compare/?with=draft").status_code == 404


def test_programs_have_to_name_one(client, versions):
    assert client.get(f"{API}{HOTEL}compare/").status_code == 422

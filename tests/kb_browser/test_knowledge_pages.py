"""The pages of the knowledge base: what they show, what they cost, what hostile questions get."""

from urllib.parse import quote

import pytest
from django.urls import reverse

from kb_browser.knowledge.shelf import Kind
from kb_browser.knowledge_pages.frame import record_api_url, record_url
from tests.factories import version_make

pytestmark = pytest.mark.django_db

QUERIES_MAX = 12
HOME = "/datasets/small/kb/"
HOSTILE = (
    "\x00", "a\x00b", "%", "_%", "\\", "'; DROP TABLE record; --", '"', "NEAR(a b)", "a AND", "OR OR OR",
    "a*", "name : x", "^a", "-a", "{words}: a", "\u202eevil", "\u2066\u2069", "\U0001f98a", "\ufdfa",
    "x" * 10_000, "a b " * 3_000, "\u0130", "\u01c6", "\ud7ff", "NULL", "../../etc/passwd",
    "<script>alert(1)</script>",
)  # fmt: skip


def asked(address, **values):
    return f"{address}?{'&'.join(f'{name}={quote(value)}' for name, value in values.items())}"


class TestWhoSeesIt:
    """Published versions are everybody's; others do not exist."""

    def test_a_version_without_its_file_is_being_prepared(self, client):
        version_make(name="fresh")
        answer = client.get("/datasets/fresh/kb/")
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "60")
        assert "is being prepared" in answer.content.decode()

    @pytest.mark.parametrize("rest", ["", "search/", "hotels/", "cities/x/", "hotels/x/"])
    def test_a_draft_does_not_exist(self, client, rest):
        version_make(name="draft", is_published=False)
        assert client.get(f"/datasets/draft/kb/{rest}").status_code == 404

    def test_the_short_address_leads_to_the_current_version(self, client, browsed):
        assert client.get("/kb/").headers["Location"] == HOME

    def test_and_to_the_datasets_while_there_is_none(self, client):
        assert client.get("/kb/").headers["Location"] == "/datasets/"


class TestPages:
    """What each shows."""

    @pytest.mark.parametrize(
        "rest",
        [
            "", "search/?q=spa", "search/", "search/?q=qqqq", "hotels/", "attractions/", "cars/", "flights/",
            "hotels/?q=spa&persona=road+trip&price_max=900&page=2", "hotels/?price_min=99999",
            "cities/osterlund/", "hotels/legowice.legowice-copper-lodge-7/",
            "flights/wu-2454/", "cars/osterlund.3/",
            "attractions/legowice.vessaly-gorge-walk/",
        ],
    )  # fmt: skip
    def test_it_is_there_for_few_queries(self, client, browsed, rest, django_assert_max_num_queries):
        with django_assert_max_num_queries(QUERIES_MAX):
            answer = client.get(HOME + rest)
        assert answer.status_code == 200

    def test_a_record_shows_every_field_and_the_tasks_that_use_it(self, client, browsed):
        page = client.get(f"{HOME}hotels/legowice.legowice-copper-lodge-7/").context["page"]
        assert [field.name for field in page.fields][:5] == [
            "hotel_id",
            "city_name",
            "country",
            "name",
            "about",
        ]
        assert {field.name: field.text for field in page.fields}["price"] == "57.0"
        assert (1, ["reference plan", "request"]) in [(use.query_index, use.how) for use in page.uses]
        assert page.city_url == f"{HOME}cities/legowice/"

    def test_names_that_fold_alike_keep_addresses_of_their_own(self, client, browsed):
        names = {
            slug: client.get(f"{HOME}cities/{slug}/").context["page"].city.name
            for slug in ("san-mareno", "san-mareno-2")
        }
        assert names == {"san-mareno": "San Mareno", "san-mareno-2": "San Mareño"}

    @pytest.mark.parametrize("kind", list(Kind))
    def test_addresses_are_those_that_exist(self, kind):
        slug = "a.b-2 é%?"
        known = "api_knowledge_city" if kind is Kind.CITY else "api_knowledge_record"
        args = ["v 1", slug] if kind is Kind.CITY else ["v 1", kind.value, slug]
        assert record_api_url("v 1", kind, slug) == reverse(known, args=args)
        assert record_url("v 1", kind, slug) == reverse(
            "kb_browser:knowledge_record", args=["v 1", kind.value, slug]
        )

    def test_the_masthead_leads_there(self, client, browsed):
        assert 'href="/kb/"' in client.get("/datasets/").content.decode()

    @pytest.mark.parametrize(
        "rest", ["planes/", "hotels/none/", "cities/none/", "flights/none/", "planes/none/"]
    )
    def test_what_is_not_there_is_not_found(self, client, browsed, rest):
        assert client.get(HOME + rest).status_code == 404


class TestRoutes:
    """Two cities, every flight between them, or plain words why there is none."""

    def test_all_flights_there_and_back(self, client, browsed):
        answer = client.get(f"{HOME}routes/?from=osterlund&to=legowice")
        there, back = answer.context["page"].directions
        listed = client.get(f"{HOME}flights/?city=osterlund&to=legowice").context["page"]
        assert len(there.flights) == listed.total > 0
        assert "WU 2454" in [flight.number for flight in there.flights]
        assert (back.start.name, back.goal.name) == ("Łęgowice", "Østerlund")

    @pytest.mark.parametrize(
        ("asked", "told"),
        [
            ("", []),
            ("?from=osterlund&to=osterlund", ["A route joins two different cities."]),
            ("?from=osterlund", []),
            ("?from=atlantis&to=osterlund", ["“atlantis” is none of the cities."]),
            ("?from=%00&to=%ff", ["“\x00” is none of the cities.", "“\ufffd” is none of the cities."]),
        ],
    )
    def test_what_is_no_route_is_said(self, client, browsed, asked, told):
        answer = client.get(f"{HOME}routes/{asked}")
        assert (answer.status_code, answer.context["page"].mistakes) == (200, told)
        assert client.get(f"/api/v1/dataset-versions/small/kb/routes/{asked}").status_code == 422

    def test_programs_get_the_same(self, client, browsed):
        asked = "routes/?from=osterlund&to=legowice"
        page = client.get(HOME + asked).context["page"]
        told = client.get(f"/api/v1/dataset-versions/small/kb/{asked}").json()
        assert told["distance_km"] == page.distance_km
        assert [len(way["flights"]) for way in told["directions"]] == [
            len(way.flights) for way in page.directions
        ]


class TestHostile:
    """Any text is a question; none is an error of ours."""

    def test_a_search_answers(self, client, browsed):
        search = "/api/v1/dataset-versions/small/kb/search/"
        found = {
            client.get(address).status_code
            for text in HOSTILE
            for address in (
                asked(f"{HOME}search/", q=text),
                asked(f"{HOME}hotels/", q=text, order=text, city=text, price_min=text, persona=text),
                asked(search, q=text),
            )
        }
        assert found == {200}

    def test_no_address_is_an_error(self, client, browsed):
        found = {
            client.get(f"{HOME}{quote(kind, safe='')}/{quote(slug, safe='')}/").status_code
            for text in HOSTILE
            for kind, slug in (("hotels", text), (text, "x"), ("cities", text))
        }
        assert found == {404}

    @pytest.mark.parametrize("number", ["-1", "0", "1e9", "99999999999999999999", "x", "\uff11", "", "\x00"])
    def test_any_page_number_shows_a_page(self, client, browsed, number):
        page = client.get(asked(f"{HOME}hotels/", page=number)).context["page"]
        assert len(page.rows) == 25

    def test_a_page_beyond_the_end_is_the_last(self, client, browsed):
        page = client.get(asked(f"{HOME}cars/", page="99999")).context["page"]
        assert page.links.number == page.links.page_count
        assert page.rows

    def test_what_is_not_understood_is_said(self, client, browsed):
        mistaken = {"price_min": "nan", "star": "1e999", "city": "Atlantis", "order": "random()"}
        answer = client.get(asked(f"{HOME}hotels/", **mistaken))
        assert list(answer.context["page"].mistakes) == ["order", "city", "price_min", "star"]
        assert answer.context["page"].total == 360


class TestApi:
    """The same for programs."""

    ROOT = "/api/v1/dataset-versions/small/kb/"

    def test_a_list_can_be_walked_to_its_end(self, client, browsed):
        found, cursor = [], ""
        while cursor is not None:
            answer = client.get(
                asked(f"{self.ROOT}cars/", city="osterlund", order="price", cursor=cursor)
            ).json()
            found += [row["record"]["api_url"] for row in answer["results"]]
            cursor = answer["next"]
        assert (len(found), len(set(found))) == (27, 27)
        assert client.get(found[0]).json()["record"]["api_url"] == found[0]

    def test_what_is_not_understood_is_refused(self, client, browsed):
        answer = client.get(asked(f"{self.ROOT}hotels/", price_min="nan"))
        assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "/price_min")

    def test_cities_are_told_with_what_they_have(self, client, browsed):
        cities = client.get(f"{self.ROOT}cities/").json()["results"]
        assert len(cities) == 12
        one = client.get(cities[0]["api_url"]).json()
        assert one["city"] == cities[0]

    def test_an_answer_is_not_sent_twice(self, client, browsed):
        address = reverse("api_knowledge_search", args=["small"]) + "?q=spa"
        known = client.get(address).headers["ETag"]
        assert client.get(address, headers={"If-None-Match": known}).status_code == 304

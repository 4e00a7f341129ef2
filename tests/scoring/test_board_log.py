"""The log of boards: every change with its one cause, what it did to the ranks, publications between."""

import xml.etree.ElementTree as ET
from datetime import datetime

import pytest

from scoring import services
from scoring.board_feed import CONTENT_TYPE
from scoring.board_filters import LogFilters
from scoring.board_text import CAUSES
from scoring.models import BoardRevision
from scoring.selectors import board_log, rank_effects
from scoring.services import Judgement, review_record
from scoring.states import Cause, ReviewVerdict
from tests.factories import board_make, curator_make, entry_make, user_make, valid_make, version_make
from tests.scoring.runs import TASKS, refresh, run
from trek_site.shared.errors import NotFoundError

pytestmark = pytest.mark.django_db

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def version():
    return version_make(task_count=TASKS)


def changes(**asked):
    return [line for line in board_log(LogFilters(**asked), None).lines if line.kind == "change"]


def feed(client, **headers):
    return client.get("/leaderboard/log.atom", headers=headers)


class TestLines:
    """Newest first; one cause each, in words."""

    def test_every_cause_has_words(self):
        assert set(CAUSES) == set(Cause)

    def test_each_says_what_it_did_to_the_ranks(self, version):
        low, high = run(version, 10), run(version, 30)
        refresh(version)
        judgement = Judgement(verdict=ReviewVerdict.HELD, public_reason="Looked at.")
        review_record(high.public_id, judgement, actor=curator_make())
        services.entry_withdraw(low.public_id, low.owner)
        assert [(line.revision, line.cause, line.effect) for line in changes()] == [
            (4, "withdrawn", "It held rank 1."),
            (3, "held", "It held rank 1. 1 other entry moved up by one."),
            (2, "entered", "Now rank 1. 1 other entry moved down by one."),
            (1, "entered", "Now rank 1."),
        ]
        assert [line.entry_id for line in changes()] == [
            low.public_id,
            high.public_id,
            high.public_id,
            low.public_id,
        ]

    def test_an_equal_moves_nobody(self, version):
        run(version, 10)
        refresh(version)
        run(version, 10)
        refresh(version)
        line = changes()[0]
        assert (line.rank_after, line.others_moved, line.effect) == (1, 0, "Now rank 1.")

    def test_each_links_to_its_entry_and_to_the_board_from_then_on(self, client, version):
        run(version, 10)
        refresh(version)
        (line,) = changes()
        for address in (line.entry_url, line.url):
            assert client.get(address).status_code == 200
        assert f"revision={line.revision}" in line.url

    def test_publications_stand_between_the_changes(self, version):
        run(version, 10)
        refresh(version)
        newer = version_make()
        lines = board_log(LogFilters(), None).lines
        assert {(line.kind, line.version_name) for line in lines} == {
            ("change", version.name),
            ("evaluator", version.name),
            ("dataset", version.name),
            ("dataset", newer.name),
        }

    def test_a_filter_keeps_to_one_board(self, version):
        run(version, 10)
        refresh(version)
        newer = version_make(task_count=TASKS)
        other = run(newer, 20)
        refresh(newer)
        assert [line.entry_id for line in changes(version=newer.name)] == [other.public_id]
        with pytest.raises(NotFoundError):
            board_log(LogFilters(version="none"), None)

    def test_pages_hold_every_line_once(self, version):
        board_make(120, version=version)
        pages = [board_log(LogFilters(page=number), None) for number in (1, 2, 3)]
        lines = [line for page in pages for line in page.lines]
        assert len({line.id for line in lines}) == len(lines)
        assert sorted(line.revision for line in lines if line.kind == "change") == list(range(1, 121))
        assert [line.at for line in lines] == sorted((line.at for line in lines), reverse=True)
        assert {line.kind for line in lines} == {"change", "dataset", "evaluator"}

    def test_nothing_private_is_told(self, version):
        private = valid_make(version=version, owner=user_make(), display_name="Nobody-Zq")
        entry_make(private)
        run(version, 10)
        refresh(version)
        for viewer in (None, private.owner, curator_make()):
            lines = board_log(LogFilters(), viewer).lines
            assert private.public_id not in {line.entry_id for line in lines}

    @pytest.mark.parametrize("count", [3, 30])
    def test_it_takes_as_many_queries_with_3_entries_as_with_30(
        self, version, count, client, django_assert_num_queries, monkeypatch
    ):
        # Another test's board may have had the same key.
        monkeypatch.setattr(rank_effects, "_replays", {})
        board_make(count, version=version)
        board_make(count, version=version_make())
        with django_assert_num_queries(5):
            client.get("/leaderboard/log/")

    def test_the_page_and_the_api_say_the_same(self, client, version):
        run(version, 10, display_name="Wayfarer")
        refresh(version)
        text = client.get("/leaderboard/log/").content.decode()
        assert "Wayfarer" in text
        assert "Now rank 1." in text
        answer = client.get("/api/v1/boards/trek/log/")
        assert [one["id"] for one in answer.json()["results"]] == [
            line.id for line in board_log(LogFilters(), None).lines
        ]
        known = client.get("/api/v1/boards/trek/log/", headers={"if-none-match": answer["ETag"]})
        assert known.status_code == 304

    def test_before_anything_happened_it_says_so(self, client):
        assert "Nothing has happened yet" in client.get("/leaderboard/log/").content.decode()


class TestFeed:
    """Atom: whole, with ids for good."""

    def entries(self, answer):
        return ET.fromstring(answer.content).findall(f"{ATOM}entry")

    def test_it_has_all_that_the_standard_demands(self, client, version):
        run(version, 10, display_name="A & B <c>")
        refresh(version)
        answer = feed(client)
        assert answer["Content-Type"] == CONTENT_TYPE
        root = ET.fromstring(answer.content)
        assert root.tag == f"{ATOM}feed"
        for parent in (root, *root.findall(f"{ATOM}entry")):
            for name in ("id", "title", "updated"):
                assert parent.find(f"{ATOM}{name}").text
            assert datetime.fromisoformat(parent.find(f"{ATOM}updated").text).tzinfo is not None
        assert root.find(f"{ATOM}author/{ATOM}name").text
        links = {link.get("rel"): link.get("href") for link in root.findall(f"{ATOM}link")}
        assert links == {
            "self": "http://testserver/leaderboard/log.atom",
            "alternate": "http://testserver/leaderboard/log/",
        }
        ids = [entry.find(f"{ATOM}id").text for entry in self.entries(answer)]
        assert len(set(ids)) == len(ids) == 3
        assert all(one.startswith("urn:uuid:") for one in ids)
        assert "A & B <c> was published" in {
            entry.find(f"{ATOM}title").text for entry in self.entries(answer)
        }
        newest = max(entry.find(f"{ATOM}updated").text for entry in self.entries(answer))
        assert root.find(f"{ATOM}updated").text == newest

    def test_ids_stay_when_more_happens(self, client, version):
        run(version, 10)
        refresh(version)
        before = {entry.find(f"{ATOM}id").text for entry in self.entries(feed(client))}
        run(version, 20)
        refresh(version)
        after = {entry.find(f"{ATOM}id").text for entry in self.entries(feed(client))}
        assert before < after

    def test_who_has_it_already_gets_nothing(self, client, version):
        run(version, 10)
        refresh(version)
        answer = feed(client)
        assert feed(client, **{"if-none-match": answer["ETag"]}).status_code == 304
        assert feed(client, **{"if-modified-since": answer["Last-Modified"]}).status_code == 304
        run(version, 20)
        refresh(version)
        newer = feed(client, **{"if-none-match": answer["ETag"]})
        assert (newer.status_code, newer["ETag"] != answer["ETag"]) == (200, True)

    def test_an_empty_one_is_valid_too(self, client):
        root = ET.fromstring(feed(client).content)
        assert root.find(f"{ATOM}updated").text.startswith("1970-01-01")

    def test_it_is_the_visitors_whoever_asks(self, client, version):
        run(version, 10)
        refresh(version)
        before = feed(client).content
        client.force_login(user_make())
        assert feed(client).content == before

    def test_the_board_leads_to_it(self, client, version):
        assert 'type="application/atom+xml"' in client.get("/").content.decode()
        assert BoardRevision.objects.count() == 0

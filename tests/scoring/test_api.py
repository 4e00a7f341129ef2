"""Boards, entries, task results and submissions in the API: the same values as on the pages."""

import pytest
from django.test import Client

from scoring.services import board_refresh
from scoring.tracks import DEFAULT
from submissions.states import Outcome, State, Visibility
from tests.factories import (
    board_make,
    curator_make,
    entry_make,
    outcomes_make,
    submission_make,
    user_make,
    valid_make,
    version_make,
)
from trek_site.accounts.services import token_issue

pytestmark = pytest.mark.django_db

BOARD = "/api/v1/boards/trek/"


def client_of(user):
    _, plain = token_issue(user, name="test")
    return Client(headers={"Authorization": f"Bearer {plain}"}, enforce_csrf_checks=True)


def entry_of(owner=None, *, task_count=2, visibility=Visibility.PUBLIC):
    version = version_make(task_count=task_count)
    entry = entry_make(valid_make(version=version, visibility=visibility, owner=owner or user_make()))
    outcomes_make(entry.evaluation, range(task_count))
    board_refresh(version.pk, DEFAULT, is_changed=True)
    return entry.evaluation.submission.public_id


class TestTheBoard:
    """The page's rows with unrounded figures, under the revision as entity tag."""

    def test_says_what_the_page_says(self, client):
        board_make(3, version=version_make())
        page = client.get("/", {"sort": "overall", "direction": "asc"}).context["page"]
        body = client.get(BOARD, {"sort": "overall", "direction": "asc"}).json()
        assert [row["id"] for row in body["rows"]] == [row.public_id for row in page.rows]
        assert [cell["text"] for cell in body["rows"][0]["cells"]] == [
            cell.text for cell in page.rows[0].cells
        ]
        assert body["revision"] == page.revision

    def test_is_answered_without_a_body_until_it_changes(self, client):
        version = version_make()
        board_make(1, version=version)
        tag = client.get(BOARD).headers["ETag"]
        assert client.get(BOARD, headers={"If-None-Match": f'"other", {tag}'}).status_code == 304
        board_make(1, version=version)
        assert client.get(BOARD, headers={"If-None-Match": tag}).status_code == 200

    def test_another_view_has_another_tag(self, client):
        board_make(1, version=version_make())
        assert client.get(BOARD).headers["ETag"] != client.get(BOARD, {"mean": "harmonic"}).headers["ETag"]

    def test_before_the_first_version_it_is_empty(self, client):
        assert client.get(BOARD).json()["version"] is None

    @pytest.mark.parametrize("track", ["nope", "TREK", "%00", "trek%20"])
    def test_there_is_none_of_an_unknown_track(self, client, track):
        assert client.get(f"/api/v1/boards/{track}/").status_code == 404

    def test_a_version_that_is_not_there_is_not_found(self, client):
        version_make()
        assert client.get(BOARD, {"version": "none"}).status_code == 404

    @pytest.mark.parametrize("count", [1, 30])
    def test_the_number_of_queries_does_not_grow(self, client, django_assert_max_num_queries, count):
        board_make(count, version=version_make())
        with django_assert_max_num_queries(10):
            client.get(BOARD)


class TestEntries:
    """Everything on the entry's page can be had."""

    def test_an_entry_has_every_aggregate_and_what_it_rests_on(self, client):
        body = client.get(f"/api/v1/entries/{entry_of()}/").json()
        assert body["summary"]["d0_keyword"] == 0.5
        assert body["results_digest"] == "d" * 64
        assert len(body["dimensions"]) == 10

    def test_tasks_come_in_pages_that_a_cursor_leads_through(self, client):
        address = f"/api/v1/entries/{entry_of(task_count=120)}/tasks/"
        seen, cursor = [], ""
        while cursor is not None:
            body = client.get(address, {"cursor": cursor}).json()
            seen += [task["query_index"] for task in body["results"]]
            cursor = body["next"]
        assert seen == list(range(120))
        assert body["total"] == 120

    def test_tasks_are_filtered(self, client):
        address = f"/api/v1/entries/{entry_of(task_count=6)}/tasks/"
        body = client.get(address, {"failed": "d3_budget", "kind": "infeasible"}).json()
        assert [task["query_index"] for task in body["results"]] == [1, 3, 5]

    @pytest.mark.parametrize("cursor", ["x", "cGFnZTow", "cGFnZTo5OTk5OTk5", "é", "a" * 500, "\0"])
    def test_a_made_up_cursor_is_a_mistake(self, client, cursor):
        answer = client.get(f"/api/v1/entries/{entry_of()}/tasks/", {"cursor": cursor})
        assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "/cursor")

    def test_a_task_has_every_check(self, client):
        body = client.get(f"/api/v1/entries/{entry_of()}/tasks/1/").json()
        assert (body["query_index"], body["kind"], len(body["dimensions"])) == (1, "infeasible", 10)

    def test_who_may_read_a_private_one(self):
        owner = user_make()
        public_id = entry_of(owner, visibility=Visibility.PRIVATE)
        people = {"owner": owner, "other": user_make(), "staff": curator_make()}
        for part in ("", "tasks/", "tasks/0/"):
            address = f"/api/v1/entries/{public_id}/{part}"
            may = {
                name for name, person in people.items() if client_of(person).get(address).status_code == 200
            }
            assert may == {"owner", "staff"}
            assert Client().get(address).status_code == 404


class TestSubmissions:
    """An owner follows and decides; nobody else learns that there is anything."""

    def test_the_status_says_what_the_page_says(self):
        owner = user_make()
        submission = submission_make(owner=owner)
        program = client_of(owner)
        answer = program.get(f"/api/v1/submissions/{submission.public_id}/")
        body = answer.json()
        assert (body["id"], body["state"], body["is_final"]) == (submission.public_id, "received", False)
        tag = {"If-None-Match": answer.headers["ETag"]}
        assert program.get(f"/api/v1/submissions/{submission.public_id}/", headers=tag).status_code == 304

    def test_the_report_is_the_validator_s_document(self):
        owner = user_make()
        counts = {"totals": {"F": 0}, "counts": {"records": 1}, "not_shown": {}, "validator": "1.0.0"}
        submission = submission_make(owner=owner, state=State.CHECKED, outcome=Outcome.VALID, counts=counts)
        body = client_of(owner).get(f"/api/v1/submissions/{submission.public_id}/report/").json()
        assert (body["bundle"], body["findings"], body["counts"]) == (
            submission.public_id,
            [],
            {"records": 1},
        )

    def test_one_s_own_are_listed_and_nobody_else_s(self):
        owner = user_make()
        version = version_make()
        mine = [submission_make(owner=owner, version=version).public_id for _ in range(3)]
        submission_make(version=version)
        body = client_of(owner).get("/api/v1/me/submissions/").json()
        assert [line["id"] for line in body["results"]] == mine[::-1]
        assert (body["total"], body["next"]) == (3, None)

    @pytest.mark.parametrize(
        ("method", "action", "answers"),
        [
            ("get", "", {"nobody": 401, "other": 404, "staff": 200, "owner": 200}),
            ("get", "report/", {"nobody": 401, "other": 404, "staff": 200, "owner": 200}),
            ("post", "confirm/", {"nobody": 401, "other": 404, "staff": 403, "owner": 200}),
            ("post", "publish/", {"nobody": 401, "other": 404, "staff": 403, "owner": 409}),
            ("post", "withdraw/", {"nobody": 401, "other": 404, "staff": 409, "owner": 409}),
        ],
    )
    def test_who_may_do_what(self, method, action, answers):
        owner = user_make()
        submission = submission_make(owner=owner, state=State.CHECKED, outcome=Outcome.NEEDS_CONFIRMATION)
        people = {
            "nobody": Client(),
            "other": client_of(user_make()),
            "staff": client_of(curator_make()),
            "owner": client_of(owner),
        }
        address = f"/api/v1/submissions/{submission.public_id}/{action}"
        assert {name: getattr(who, method)(address).status_code for name, who in people.items()} == answers

    def test_publishing_and_withdrawing_answer_with_the_new_state(self):
        owner = user_make()
        public_id = entry_of(owner, visibility=Visibility.PRIVATE)
        program = client_of(owner)
        assert program.post(f"/api/v1/submissions/{public_id}/publish/").json()["state"] == "published"
        assert program.post(f"/api/v1/submissions/{public_id}/withdraw/").json()["state"] == "withdrawn"

"""Leaderboard, entry, task of an entry, and the status of a submission, as people see them."""

import csv
import io
import re

import pytest
from django.urls import reverse

from scoring.models import TaskOutcome
from scoring.services import board_refresh
from scoring.tracks import DEFAULT
from submissions.models import SubmissionFinding
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

pytestmark = pytest.mark.django_db

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "\u202egnp.exe",
    "{{ 7|add:1 }}{% now 'Y' %}",
    "=HYPERLINK(1)",
]


def seen(client, address, **query):
    answer = client.get(address, query)
    assert answer.status_code == 200, answer.status_code
    return answer.content.decode()


def published_entry(version=None, *, tasks=True, **changes):
    version = version or version_make()
    entry = entry_make(valid_make(version=version, visibility=Visibility.PUBLIC, **changes))
    if tasks:
        outcomes_make(entry.evaluation, range(version.task_count))
    board_refresh(version.pk, DEFAULT, is_changed=True)
    entry.refresh_from_db()
    return entry


class TestTheBoard:
    """Ranks as stored, in the order that the address asks for."""

    def test_before_the_first_version_it_says_so(self, client):
        assert "No dataset version is published yet" in seen(client, "/")

    def test_before_the_first_entry_it_says_so(self, client):
        version_make()
        assert "No ranked entry yet" in seen(client, "/")

    def test_a_filter_that_leaves_nothing_says_so(self, client):
        published_entry()
        assert "No entry matches these filters" in seen(client, "/", division="custom")

    def test_a_version_that_is_not_there_is_not_found(self, client):
        version_make()
        assert client.get("/", {"version": "none"}).status_code == 404

    def test_rows_stand_in_the_order_asked_for_with_their_own_rank(self, client):
        board_make(3, version=version_make())
        shown = client.get("/", {"sort": "overall", "direction": "asc"}).context["page"]
        assert [row.rank for row in shown.rows] == [3, 2, 1]

    def test_head_of_the_sorted_column_says_which_way(self, client):
        board_make(2, version=version_make())
        assert 'aria-sort="descending"' in seen(client, "/", sort="overall")

    def test_an_owner_sees_the_own_private_entry_apart(self, client):
        owner = user_make()
        version = version_make()
        entry = entry_make(valid_make(version=version, owner=owner, display_name="Mine alone"))
        board_refresh(version.pk, DEFAULT)
        assert "Mine alone" not in seen(client, "/")
        client.force_login(owner)
        assert "Mine alone" in seen(client, "/")
        assert entry.rank is None

    def test_what_a_visitor_and_an_owner_see_is_never_mixed_up(self, client):
        owner = published_entry().evaluation.submission.owner
        for _ in range(2):
            client.logout()
            assert "badge--mine" not in seen(client, "/")
            client.force_login(owner)
            assert "badge--mine" in seen(client, "/")

    @pytest.mark.parametrize("count", [1, 40])
    def test_the_number_of_queries_does_not_grow(self, client, django_assert_max_num_queries, count):
        board_make(count, version=version_make())
        client.force_login(user_make())
        with django_assert_max_num_queries(12):
            seen(client, "/")

    @pytest.mark.parametrize(
        "query",
        ["version=a%00b", "organisation=%00", "sort=pk", "page=99999999999", "mean=%ff", "direction=x"],
    )
    def test_odd_questions_are_answered_without_a_fault(self, client, query):
        board_make(1, version=version_make())
        assert client.get(f"/?{query}").status_code in {200, 404}


class TestTheDownload:
    """Exactly what is shown, and nothing that a spreadsheet would run."""

    def test_holds_the_rows_shown_in_their_order(self, client):
        board_make(3, version=version_make())
        answer = client.get("/leaderboard.csv", {"sort": "overall", "direction": "asc"})
        rows = list(csv.DictReader(io.StringIO(answer.content.decode())))
        assert [row["rank"] for row in rows if row["place"] == "ranked"] == ["3", "2", "1"]
        assert answer.headers["Content-Disposition"] == 'attachment; filename="trek-leaderboard.csv"'

    @pytest.mark.parametrize("start", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
    def test_formulas_are_quoted(self, client, start):
        published_entry(display_name=start, organisation=start, model_name=start, tasks=False)
        (row,) = csv.DictReader(
            io.StringIO(client.get("/leaderboard.csv?source=evaluated").content.decode(), newline="")
        )
        assert {row["display_name"], row["organisation"], row["model"]} == {f"'{start}"}

    def test_what_does_not_exist_is_empty_and_no_zero(self, client):
        version = version_make()
        entry_make(valid_make(version=version, visibility=Visibility.PUBLIC), overall=None)
        board_refresh(version.pk, DEFAULT)
        (row,) = csv.DictReader(io.StringIO(client.get("/leaderboard.csv?source=evaluated").content.decode()))
        assert (row["overall"], row["satisfaction"]) == ("", "50.0")


class TestTheEntry:
    """Published entries are everybody's, private ones their owner's."""

    def test_who_may_see_a_private_one(self, client):
        owner = user_make()
        entry = entry_make(valid_make(owner=owner))
        outcomes_make(entry.evaluation, [0, 1])
        public_id = entry.evaluation.submission.public_id
        people = {"nobody": None, "other": user_make(), "owner": owner, "staff": curator_make()}
        addresses = [
            reverse("scoring:entry", args=[public_id]),
            reverse("scoring:entry_task", args=[public_id, 0]),
        ]
        for address in addresses:
            may = set()
            for name, person in people.items():
                client.logout()
                if person:
                    client.force_login(person)
                if client.get(address).status_code == 200:
                    may.add(name)
            assert may == {"owner", "staff"}

    def test_tasks_are_filtered_by_the_address(self, client):
        entry = published_entry(version_make(task_count=6))
        address = reverse("scoring:entry", args=[entry.evaluation.submission.public_id])
        shown = client.get(address, {"failed": "d3_budget"}).context["page"]
        assert [line.query_index for line in shown.tasks] == [1, 3, 5]
        assert "No task matches" in seen(client, address, text="no such words")

    def test_a_long_list_is_paged(self, client):
        entry = published_entry(version_make(task_count=60))
        address = reverse("scoring:entry", args=[entry.evaluation.submission.public_id])
        assert 'rel="next"' in seen(client, address)
        assert 'rel="prev"' in seen(client, address, page=2)

    @pytest.mark.parametrize("task_count", [2, 60])
    def test_the_number_of_queries_does_not_grow(self, client, django_assert_max_num_queries, task_count):
        entry = published_entry(version_make(task_count=task_count))
        address = reverse("scoring:entry", args=[entry.evaluation.submission.public_id])
        client.force_login(user_make())
        with django_assert_max_num_queries(12):
            seen(client, address)

    @pytest.mark.parametrize("query", ["text=%00", "failed=pk", "kind=%00", "page=-1", "text=" + "x" * 5000])
    def test_odd_questions_are_answered_without_a_fault(self, client, query):
        entry = published_entry()
        address = reverse("scoring:entry", args=[entry.evaluation.submission.public_id])
        assert client.get(f"{address}?{query}").status_code == 200


class TestTheTask:
    """Every verdict with its reason, from what was stored."""

    def test_explains_a_failed_check_in_words_and_facts(self, client):
        entry = published_entry()
        facts = {
            "name": "Harbour Museum",
            "city": "Sorrel Bay",
            "start": "18:30",
            "problem": "the visit is too short",
        }
        check = {
            "code": "trek.b2_opening_hours.visit_in_hours",
            "verdict": "failed",
            "path": "/day1",
            "facts": facts,
        }
        TaskOutcome.objects.filter(evaluation=entry.evaluation, query_index=0).update(
            outcomes=[check], b2_opening_hours=0.0
        )
        page = seen(client, reverse("scoring:entry_task", args=[entry.evaluation.submission.public_id, 0]))
        assert "the visit is too short" in page
        assert "Harbour Museum" in page
        assert "trek.b2_opening_hours.visit_in_hours" in page

    def test_a_fact_that_is_a_list_of_records_is_a_table(self, client):
        entry = published_entry()
        facts = {"cost": 10, "budget": 5, "lines": [{"part": "air", "price": n} for n in range(50)]}
        check = {"code": "trek.d3_budget.within_budget", "verdict": "failed", "path": "", "facts": facts}
        TaskOutcome.objects.filter(evaluation=entry.evaluation, query_index=1).update(outcomes=[check])
        address = reverse("scoring:entry_task", args=[entry.evaluation.submission.public_id, 1])
        (group,) = [group for group in client.get(address).context["page"].groups if group.failed]
        (table,) = group.failed[0].tables
        assert (table.heads, len(table.rows), table.more) == (["part", "price"], 40, 10)

    @pytest.mark.parametrize("query_index", [2, 10**6, 10**18])
    def test_a_task_that_is_not_there_is_not_found(self, client, query_index):
        public_id = published_entry().evaluation.submission.public_id
        assert client.get(f"/entries/{public_id}/tasks/{query_index}/").status_code == 404

    def test_leads_to_its_neighbours(self, client):
        public_id = published_entry(version_make(task_count=3)).evaluation.submission.public_id
        page = client.get(reverse("scoring:entry_task", args=[public_id, 0])).context["page"]
        assert (page.previous_url, page.next_url) == ("", reverse("scoring:entry_task", args=[public_id, 1]))

    def test_makes_few_queries(self, client, django_assert_max_num_queries):
        public_id = published_entry(version_make(task_count=3)).evaluation.submission.public_id
        with django_assert_max_num_queries(12):
            seen(client, reverse("scoring:entry_task", args=[public_id, 1]))


class TestTheStatus:
    """Where a submission is, to its owner and staff, and to nobody else."""

    def test_who_may_see_it(self, client):
        owner = user_make()
        submission = submission_make(owner=owner, visibility=Visibility.PRIVATE)
        people = {"other": user_make(), "owner": owner, "staff": curator_make()}
        answers = {}
        for name, person in people.items():
            client.force_login(person)
            answers[name] = client.get(f"/submissions/{submission.public_id}/").status_code
        client.logout()
        answers["nobody"] = client.get(f"/submissions/{submission.public_id}/").status_code
        assert answers == {"other": 404, "owner": 200, "staff": 200, "nobody": 302}

    def test_who_may_decide(self, client):
        owner = user_make()
        submission = submission_make(owner=owner, state=State.CHECKED, outcome=Outcome.NEEDS_CONFIRMATION)
        people = {"other": user_make(), "staff": curator_make(), "owner": owner}
        answers = {}
        for name, person in people.items():
            client.force_login(person)
            answers[name] = client.post(f"/submissions/{submission.public_id}/confirm/").status_code
        assert answers == {"other": 404, "staff": 403, "owner": 302}

    @pytest.mark.parametrize(
        ("action", "status"), [("confirm", 405), ("cancel", 405), ("publish", 200), ("withdraw", 200)]
    )
    def test_nothing_is_decided_by_a_link(self, client, action, status):
        owner = user_make()
        submission = valid_make(owner=owner)
        client.force_login(owner)
        assert client.get(f"/submissions/{submission.public_id}/{action}/").status_code == status
        submission.refresh_from_db()
        assert (submission.visibility, submission.state) == ("private", State.CHECKED)

    def test_what_cannot_be_decided_is_a_conflict(self, client):
        owner = user_make()
        submission = submission_make(owner=owner)
        client.force_login(owner)
        answer = client.post(f"/submissions/{submission.public_id}/publish/")
        assert answer.status_code == 409
        assert "Only a submission that can be scored can be published." in answer.content.decode()

    def test_publishing_and_withdrawing_move_the_entry_on_and_off_the_board(self, client):
        owner = user_make()
        version = version_make()
        entry = entry_make(valid_make(version=version, owner=owner))
        address = f"/submissions/{entry.evaluation.submission.public_id}"
        client.force_login(owner)
        client.post(f"{address}/publish/")
        assert len(client.get("/").context["page"].rows) == 1
        client.post(f"{address}/withdraw/")
        assert len(client.get("/").context["page"].rows) == 0

    def test_a_page_that_may_change_asks_again_with_and_without_scripts(self, client):
        owner = user_make()
        submission = submission_make(owner=owner)
        client.force_login(owner)
        page = seen(client, f"/submissions/{submission.public_id}/")
        assert "live-status.js" in page
        assert '<noscript><meta http-equiv="refresh"' in page

    def test_a_final_page_does_not(self, client):
        owner = user_make()
        submission = submission_make(owner=owner, state=State.FAILED)
        client.force_login(owner)
        page = seen(client, f"/submissions/{submission.public_id}/")
        assert "live-status.js" not in page
        assert "E-0123456789" in page

    def test_findings_have_their_place_and_many_of_one_code_fold(self, client):
        owner = user_make()
        submission = submission_make(owner=owner, state=State.CHECKED, outcome=Outcome.INVALID)
        SubmissionFinding.objects.bulk_create(
            SubmissionFinding(
                submission=submission,
                ordinal=n,
                code="R503",
                severity="R",
                stage="record",
                line=n + 1,
                column=88,
                byte=0,
                task=n,
                pointer="/is_feasible",
                message=f"Line {n + 1} is wrong.",
                hint="Mend it.",
            )
            for n in range(7)
        )
        client.force_login(owner)
        page = seen(client, f"/submissions/{submission.public_id}/")
        assert "line 1, column 88 · task 0 · <code><bdi>/is_feasible</bdi></code>" in page
        assert "3 more <code>R503</code>" in page
        assert page.count("Mend it.") == 7

    def test_pages_make_few_queries(self, client, django_assert_max_num_queries):
        owner = user_make()
        version = version_make()
        for _ in range(10):
            entry_make(valid_make(version=version, owner=owner))
        submission = submission_make(owner=owner, version=version)
        client.force_login(owner)
        for address in ("/submissions/", f"/submissions/{submission.public_id}/"):
            with django_assert_max_num_queries(12):
                seen(client, address)

    def test_a_list_without_submissions_says_so(self, client):
        client.force_login(user_make())
        assert "You have not submitted anything yet" in seen(client, "/submissions/")


class TestHostileTexts:
    """Whatever somebody calls an entry, it is text, and it cannot turn the line round."""

    @pytest.mark.parametrize("text", HOSTILE)
    def test_names_are_inert_on_every_page(self, client, text):
        owner = user_make()
        entry = published_entry(
            owner=owner, display_name=text, organisation=text, model_name=text, description=text
        )
        public_id = entry.evaluation.submission.public_id
        client.force_login(owner)
        addresses = (
            "/",
            f"/entries/{public_id}/",
            f"/entries/{public_id}/tasks/0/",
            f"/submissions/{public_id}/",
        )
        for address in addresses:
            page = seen(client, address)
            assert "<script>alert" not in page
            assert "<img src=x" not in page
            shown = re.sub(r'<option dir="auto".*?</option>', "", page.split("<main", 1)[1])
            assert all(before.endswith("<bdi>") for before in shown.split("\u202e")[:-1])


class TestHeaders:
    """What is made for one person stays with that person."""

    def test_an_anonymous_page_sets_no_cookie_and_may_be_asked_for_again(self, client):
        answer = client.get("/")
        assert not answer.cookies
        assert answer.headers["Cache-Control"] == "no-cache"

    def test_a_signed_in_page_is_kept_nowhere(self, client):
        client.force_login(user_make())
        assert client.get("/").headers["Cache-Control"] == "private, no-store"

    def test_pages_need_no_inline_script_or_style(self, client):
        published_entry()
        answer = client.get("/")
        page = answer.content.decode()
        assert "unsafe-inline" not in answer.headers["Content-Security-Policy"]
        assert " style=" not in page
        assert " onclick=" not in page
        assert "<style" not in page

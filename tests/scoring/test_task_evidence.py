"""The evidence on the page of one task: for whom, and what of it."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from scoring import services
from scoring.models import TaskOutcome
from scoring.selectors import bundles
from scoring.selectors.task_evidence import AWAY
from submissions.models import Submission
from submissions.services import submission_check, submission_confirm
from submissions.states import Outcome
from submissions.storage import upload_path
from tests.bundles import bundle_of
from tests.factories import curator_make, upload_make, user_make

pytestmark = pytest.mark.django_db

FEASIBLE, INFEASIBLE, REFUSED = 1, 0, 6


@pytest.fixture(autouse=True)
def _nothing_held():
    """What one test put on disk is not remembered in the next."""
    bundles._held.cache_clear()


@pytest.fixture
def owner(db):
    return user_make()


def scored(world, owner, *, consents=True, visibility="public", content=None):
    receipt = upload_make(
        content or bundle_of(failing={REFUSED}, missing={3}),
        owner=owner,
        version=world,
        visibility=visibility,
        sections={"consent": {"publish_plans": consents}},
    )
    submission_check(receipt.pk)
    if Submission.objects.get(pk=receipt.pk).outcome == Outcome.NEEDS_CONFIRMATION:
        submission_confirm(receipt.public_id, owner)
    services.submission_evaluate(receipt.pk)
    return Submission.objects.get(pk=receipt.pk)


def page_of(client, submission, task, viewer=None):
    if viewer is not None:
        client.force_login(viewer)
    answer = client.get(reverse("scoring:entry_task", args=[submission.public_id, task]))
    assert answer.status_code == 200
    return answer


def tables_of(answer):
    return {group.key: group.evidence for group in answer.context["page"].groups if group.evidence}


class TestWhoSeesIt:
    """Plans are shown with consent, to those who act on the submission, and to staff; to nobody else."""

    def test_everybody_where_plans_are_public(self, client, world, owner):
        answer = page_of(client, scored(world, owner), FEASIBLE)
        assert set(tables_of(answer)) >= {
            "d0_keyword", "d0_source", "d1_implicit", "d3_budget", "b2_opening_hours", "b3_spatiotemporal",
        }  # fmt: skip

    def test_nobody_else_where_they_are_not(self, client, world, owner):
        submission = scored(world, owner, consents=False)
        for viewer in (None, user_make()):
            answer = page_of(client, submission, FEASIBLE, viewer)
            page = answer.context["page"]
            assert tables_of(answer) == {}
            assert page.evidence_note == ""
            assert "evidence__" not in answer.content.decode()
            assert any(group.others for group in page.groups)

    def test_the_owner_and_staff_at_any_time(self, client, world, owner):
        submission = scored(world, owner, consents=False, visibility="private")
        for viewer in (owner, curator_make()):
            assert tables_of(page_of(client, submission, FEASIBLE, viewer))

    def test_the_api_alike(self, client, world, owner):
        consenting, silent = scored(world, owner), scored(world, user_make(), consents=False)
        for submission, is_shown in ((consenting, True), (silent, False)):
            address = reverse("api_task_result", args=[submission.public_id, FEASIBLE])
            groups = client.get(address).json()["dimensions"]
            assert any(group["evidence"] for group in groups) is is_shown


class TestWhatItSays:
    """The evaluator's own findings, laid out."""

    def test_the_bill_ends_in_what_is_left(self, client, world, owner):
        submission = scored(world, owner)
        bill = tables_of(page_of(client, submission, FEASIBLE))["d3_budget"]
        outcome = TaskOutcome.objects.get(evaluation__submission=submission, query_index=FEASIBLE)
        sums = {title.text: amount.value for title, amount in bill.sums}
        assert sums["Total"] == outcome.run["total_cost"]
        assert sums["Left"] == pytest.approx(sums["Budget"] - sums["Total"])

    def test_a_refusal_shows_both_causes(self, client, world, owner):
        answer = page_of(client, scored(world, owner), INFEASIBLE)
        table = tables_of(answer)["d4_impossible"]
        assert [[cell.text for cell in row[:2]] for row in table.rows] == [
            ["Derived", "budget"], ["Stated", "budget"],
        ]  # fmt: skip
        assert '<mark class="asked">budget</mark>' in answer.content.decode()

    def test_the_request_has_its_constraints_marked(self, client, world, owner):
        answer = page_of(client, scored(world, owner, consents=False), FEASIBLE)
        page = answer.context["page"]
        assert "".join(piece.text for piece in page.request) == page.query
        assert {"city", "budget", "days"} <= {piece.kind for piece in page.request}

    @pytest.mark.parametrize("task", [REFUSED, 3])
    def test_where_there_is_no_plan_there_is_nothing(self, client, world, owner, task):
        answer = page_of(client, scored(world, owner), task)
        assert tables_of(answer) == {}
        assert answer.context["page"].evidence_note == ""

    def test_the_api_says_what_the_page_shows(self, client, world, owner):
        submission = scored(world, owner)
        shown = tables_of(page_of(client, submission, FEASIBLE))
        said = client.get(reverse("api_task_result", args=[submission.public_id, FEASIBLE])).json()
        for group in said["dimensions"]:
            table = shown.get(group["key"])
            if table is None:
                assert group["evidence"] is None
            else:
                assert [[cell["text"] for cell in row] for row in group["evidence"]["rows"]] == [
                    [cell.text for cell in row] for row in table.rows
                ]
        assert "".join(piece["text"] for piece in said["request"]) == said["query"]


class TestWhenItCannotBeRead:
    """The stored verdicts are shown whatever became of the files, and nothing fails."""

    def test_without_the_bundle(self, client, world, owner):
        submission = scored(world, owner)
        upload_path(submission.file_sha256).unlink()
        answer = page_of(client, submission, FEASIBLE)
        assert AWAY in answer.content.decode()
        assert any(group.others for group in answer.context["page"].groups)

    def test_with_other_bytes(self, client, world, owner):
        submission = scored(world, owner)
        upload_path(submission.file_sha256).write_bytes(bundle_of())
        assert AWAY in page_of(client, submission, FEASIBLE).content.decode()

    def test_what_differs_from_the_stored_verdicts_is_not_shown(self, client, world, owner):
        submission = scored(world, owner)
        TaskOutcome.objects.filter(evaluation__submission=submission, query_index=FEASIBLE).update(
            d3_budget=0.5
        )
        answer = page_of(client, submission, FEASIBLE)
        assert tables_of(answer) == {}
        assert AWAY in answer.content.decode()

    def test_too_much_time_shows_nothing(self, client, world, owner, monkeypatch):
        submission = scored(world, owner)
        monkeypatch.setattr(bundles, "READING_S_MAX", -1.0)
        assert AWAY in page_of(client, submission, FEASIBLE).content.decode()

    def test_a_record_that_is_too_long_shows_nothing(self, client, world, owner, monkeypatch):
        submission = scored(world, owner)
        monkeypatch.setattr(bundles, "RECORD_BYTES_MAX", 10)
        assert AWAY in page_of(client, submission, FEASIBLE).content.decode()


class TestWhatItCosts:
    """The same few queries, and the bundle is read once."""

    def test_queries(self, client, world, owner, django_assert_max_num_queries):
        submission = scored(world, owner)
        with django_assert_max_num_queries(12):
            page_of(client, submission, FEASIBLE)

    def test_the_bundle_is_read_once(self, client, world, owner, monkeypatch):
        submission = scored(world, owner)
        read = []
        whole = bundles.bundle_read
        monkeypatch.setattr(
            bundles, "bundle_read", lambda *given, **more: read.append(1) or whole(*given, **more)
        )
        for task in (FEASIBLE, INFEASIBLE, FEASIBLE, 3):
            page_of(client, submission, task)
        assert len(read) == 1


def test_hostile_plans_do_no_harm(client, world, owner):
    """Markup, endless words and odd numbers of a plan are text, and short."""
    lines = [json.loads(line) for line in bundle_of().splitlines()]
    hostile = "<script>alert(1)</script>" * 2
    for line in lines:
        for day in line["plan"].values():
            for visit in day.get("attractions", []):
                visit |= {"name": hostile, "visit_start": "99999:00", "visit_end": "-1:30"}
            for flight in day.get("flights", []):
                flight |= {"flight_number": hostile, "price": 1e300}
    content = ("\n".join(map(json.dumps, lines)) + "\n").encode()
    submission = scored(world, owner, content=content)
    answer = page_of(client, submission, FEASIBLE)
    assert "<script>alert" not in answer.content.decode()
    assert tables_of(answer)
    assert client.get(reverse("api_task_result", args=[submission.public_id, FEASIBLE])).status_code == 200


class TestTheTimeline:
    """The plan's days for whoever may see the plan, and the gold's beside where the address says so."""

    def test_the_gold_is_beside_where_it_is_asked_for(self, client, world, owner):
        submission = scored(world, owner)
        alone = page_of(client, submission, FEASIBLE).context["page"]
        assert (alone.timeline.shows_gold, "beside" in alone.next_url) == (False, False)
        answer = client.get(alone.timeline.gold_url)
        beside = answer.context["page"]
        assert (beside.timeline.shows_gold, "beside=gold" in beside.next_url) == (True, True)
        assert client.get(beside.timeline.gold_url).context["page"].timeline == alone.timeline
        assert "timeline__lane--gold" in answer.content.decode()

    def test_nobody_sees_it_without_the_plan(self, client, world, owner):
        submission = scored(world, owner, consents=False)
        address = reverse("scoring:entry_task", args=[submission.public_id, FEASIBLE])
        answer = client.get(address, {"beside": "gold"})
        assert answer.context["page"].timeline is None
        assert "timeline" not in answer.content.decode()

    def test_an_infeasible_task_has_none(self, client, world, owner):
        assert page_of(client, scored(world, owner), INFEASIBLE).context["page"].timeline is None

    def test_the_api_has_the_same_table(self, client, world, owner):
        submission = scored(world, owner)
        address = reverse("api_task_result", args=[submission.public_id, FEASIBLE])
        said = {beside: client.get(address, {"beside": beside}).json()["timeline"] for beside in ("", "gold")}
        page = page_of(client, submission, FEASIBLE).context["page"]
        assert [[cell["text"] for cell in row] for row in said[""]["rows"]] == [
            [cell.text for cell in row] for row in page.timeline.table.rows
        ]
        assert len(said["gold"]["rows"]) > len(said[""]["rows"])

    def test_without_the_gold_the_plan_stands_alone(self, client, world, owner, monkeypatch):
        def away(digest):
            raise OSError

        submission = scored(world, owner)
        monkeypatch.setattr(bundles, "_gold_lines", away)
        address = reverse("scoring:entry_task", args=[submission.public_id, FEASIBLE])
        page = client.get(address, {"beside": "gold"}).context["page"]
        assert page.timeline.shows_gold is False


class TestTheRoute:
    """On a map of our own, for the same readers."""

    def test_map_and_table_are_on_the_page(self, client, world, owner):
        submission = scored(world, owner)
        answer = page_of(client, submission, FEASIBLE)
        page, content = answer.context["page"], answer.content.decode()
        assert page.route.legs
        assert "route__leg" in content
        said = client.get(reverse("api_task_result", args=[submission.public_id, FEASIBLE])).json()
        assert len(said["route"]["rows"]) == len(page.route.table.rows)

    def test_nobody_sees_it_without_the_plan(self, client, world, owner):
        submission = scored(world, owner, consents=False)
        assert page_of(client, submission, FEASIBLE).context["page"].route is None
        said = client.get(reverse("api_task_result", args=[submission.public_id, FEASIBLE])).json()
        assert (said["route"], said["timeline"]) == (None, None)

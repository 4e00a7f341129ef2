"""The one status that people read, and the list of one's own submissions."""

from functools import partial

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db.models.functions import Now

from scoring.selectors import my_submissions, my_submissions_page, submission_status
from scoring.services import board_refresh
from scoring.states import Outcome as Ending
from scoring.states import State as EvaluationState
from scoring.submission_filters import STATES_ASKED, SubmissionFilters
from scoring.tracks import DEFAULT
from scoring.wording import STATES, expected
from submissions.models import Submission, SubmissionFinding
from submissions.states import Outcome, State
from tests.factories import (
    curator_make,
    entry_make,
    evaluation_make,
    submission_make,
    team_make,
    user_make,
    valid_make,
    version_make,
)
from trek_site.shared.errors import NotFoundError
from trek_site.shared.leases import seconds_from_now

pytestmark = pytest.mark.django_db

RUNNING = EvaluationState.RUNNING
NOW = seconds_from_now(0)


def status_of(submission, viewer=None):
    return submission_status(submission.public_id, viewer or submission.owner)


def scored(**changes):
    return entry_make(valid_make(**changes)).evaluation.submission


def with_evaluation(**changes):
    return evaluation_make(**changes).submission


def withdrawn():
    submission = scored(visibility="public")
    Submission.objects.filter(pk=submission.pk).update(withdrawn_at=seconds_from_now(0))
    return submission


def superseded():
    submission = scored(visibility="public")
    Submission.objects.filter(pk=submission.pk).update(superseded_at=seconds_from_now(0))
    return submission


MAKERS = {
    "received": submission_make,
    "checking": lambda: submission_make(state=State.CHECKING),
    "invalid": lambda: submission_make(state=State.CHECKED, outcome=Outcome.INVALID),
    "needs_confirmation": lambda: submission_make(state=State.CHECKED, outcome=Outcome.NEEDS_CONFIRMATION),
    "queued": valid_make,
    "scoring": lambda: with_evaluation(state=EvaluationState.RUNNING, tasks_done=10, tasks_total=40),
    "scored": scored,
    "published": lambda: scored(visibility="public"),
    "anonymous": lambda: scored(visibility="anonymous"),
    "superseded": superseded,
    "withdrawn": withdrawn,
    "checked": lambda: submission_make(state=State.CHECKED, outcome=Outcome.VALID, purpose="check"),
    "cancelled": lambda: submission_make(state=State.CANCELLED),
    "failed": lambda: submission_make(state=State.FAILED),
}


CHECKED = {"state": State.CHECKED}
IN_GROUPS = {
    "received": ("under_way", submission_make),
    "checking": ("under_way", partial(submission_make, state=State.CHECKING)),
    "queued": ("under_way", valid_make),
    "scoring": ("under_way", lambda **of: with_evaluation(submission=valid_make(**of), state=RUNNING)),
    "needs_confirmation": (
        "to_confirm",
        partial(submission_make, **CHECKED, outcome=Outcome.NEEDS_CONFIRMATION),
    ),
    "scored": ("scored", scored),
    "published": ("shown", partial(scored, visibility="public")),
    "anonymous": ("shown", partial(scored, visibility="anonymous")),
    "withdrawn": ("off", partial(scored, visibility="public", withdrawn_at=NOW)),
    "superseded": ("off", partial(scored, visibility="public", superseded_at=NOW)),
    "invalid": ("refused", partial(submission_make, **CHECKED, outcome=Outcome.INVALID)),
    "checked": ("checked", partial(submission_make, **CHECKED, outcome=Outcome.VALID, purpose="check")),
    "cancelled": ("ended", partial(submission_make, state=State.CANCELLED)),
    "failed": ("ended", partial(submission_make, state=State.FAILED)),
}


class TestStatus:
    """Computed in one place from submission, evaluation and publication."""

    def test_every_status_can_be_reached(self):
        assert set(MAKERS) == set(STATES)

    @pytest.mark.parametrize("key", MAKERS)
    def test_it_says_where_why_and_whether_to_ask_again(self, key):
        status = status_of(MAKERS[key]())
        text = STATES[key]
        assert (status.state_key, status.state_title, status.state_reason) == (key, text.title, text.reason)
        assert status.is_final == (status.poll_seconds == 0)
        # One that waits for its first evaluation has none to take the deadline from.
        assert (status.deadline_at is not None) == bool(text.deadline) or key == "queued"
        assert bool(text.deadline) == bool(text.at_deadline)
        assert bool(status.entry_url) == (
            key in {"scored", "published", "anonymous", "superseded", "withdrawn"}
        )
        way = ["received", "check", "score", "publish"]
        assert [step.key for step in status.steps] == (way[:2] if key == "checked" else way)
        assert (status.failure_id != "") == status.is_failure == (key == "failed")

    @pytest.mark.parametrize(
        ("key", "states"),
        [
            ("received", ["done", "now", "todo", "todo"]),
            ("invalid", ["done", "failed", "todo", "todo"]),
            ("scoring", ["done", "done", "now", "todo"]),
            ("published", ["done", "done", "done", "done"]),
            ("failed", ["done", "failed", "todo", "todo"]),
        ],
    )
    def test_steps_show_how_far_it_got(self, key, states):
        status = status_of(MAKERS[key]())
        assert [step.state for step in status.steps] == states
        assert all((step.at is not None) == (step.state == "done") for step in status.steps)

    def test_a_failed_evaluation_is_our_fault_after_a_sound_check(self):
        submission = with_evaluation(state=EvaluationState.FINISHED, outcome=Ending.FAILED)
        status = status_of(submission)
        assert (status.state_key, status.failure_id, status.entry_url) == ("failed", "E-0123456789", "")
        assert [step.state for step in status.steps] == ["done", "done", "failed", "todo"]

    def test_progress_is_shown_while_scoring(self):
        status = status_of(MAKERS["scoring"]())
        assert (status.progress_done, status.progress_total, status.progress_percent) == (10, 40, 25)

    def test_the_position_counts_those_ahead(self):
        version = version_make()
        for _ in range(3):
            last = submission_make(version=version)
        assert status_of(last).position == 2
        evaluation_make()
        waiting = evaluation_make().submission
        assert status_of(waiting).position == 1
        assert status_of(valid_make()).position == 2

    def test_the_expected_time_comes_from_the_latest_checks_and_evaluations(self):
        evaluation_make(
            valid_make(claimed_at=seconds_from_now(-120), state_at=Now()),
            state=EvaluationState.FINISHED,
            started_at=seconds_from_now(-100),
            finished_at=seconds_from_now(-40),
        )
        assert status_of(submission_make()).expected_text == "in about 2 minutes"
        assert status_of(evaluation_make().submission).expected_text == "in about a minute"
        assert status_of(evaluation_make().submission).expected_text == "in about 2 minutes"
        assert [expected(s) for s in (None, 5, 60, 600)] == [
            "",
            "in less than a minute",
            "in about a minute",
            "in about 10 minutes",
        ]

    @pytest.mark.parametrize(
        ("key", "may"),
        [
            ("needs_confirmation", {"confirm", "cancel"}),
            ("checking", {"cancel"}),
            ("queued", {"publish", "cancel"}),
            ("scoring", {"publish", "cancel"}),
            ("scored", {"publish"}),
            ("published", {"withdraw"}),
            ("anonymous", {"publish", "withdraw"}),
            ("superseded", {"withdraw"}),
            ("withdrawn", {"publish"}),
            ("cancelled", set()),
            ("checked", set()),
            ("invalid", set()),
            ("failed", set()),
            ("received", {"cancel"}),
        ],
    )
    def test_it_says_what_its_owner_may_do_now(self, key, may):
        status = status_of(MAKERS[key]())
        flags = {
            "confirm": status.can_confirm,
            "cancel": status.can_cancel,
            "publish": status.can_publish,
            "withdraw": status.can_withdraw,
        }
        assert {name for name, is_allowed in flags.items() if is_allowed} == may

    @pytest.mark.parametrize("visibility", ["private", "public"])
    def test_exactly_these_may_follow_it(self, visibility):
        submission = scored(visibility=visibility)
        viewers = {"stranger": user_make(), "anonymous": AnonymousUser(), "nobody": None}
        for viewer in viewers.values():
            with pytest.raises(NotFoundError):
                submission_status(submission.public_id, viewer)
        staff = status_of(submission, curator_make())
        assert {staff.is_mine, staff.can_confirm, staff.can_publish, staff.can_withdraw} == {False}

    def test_its_etag_changes_with_what_is_shown(self):
        submission = submission_make()
        first = status_of(submission).etag
        assert status_of(submission).etag == first
        Submission.objects.filter(pk=submission.pk).update(state=State.CHECKING)
        assert status_of(submission).etag != first

    @pytest.mark.parametrize("column", ["anonymous_until", "deadline_at"])
    def test_its_etag_changes_with_when_something_ends(self, column):
        submission = scored(visibility="anonymous") if column == "anonymous_until" else submission_make()
        first = status_of(submission).etag
        Submission.objects.filter(pk=submission.pk).update(**{column: seconds_from_now(900000)})
        assert status_of(submission).etag != first


class TestFindings:
    """Twenty of each code are listed, the others are counted."""

    def test_they_are_listed_in_order_with_totals(self):
        submission = submission_make(
            state=State.CHECKED,
            outcome=Outcome.NEEDS_CONFIRMATION,
            counts={
                "counts": {"records": 39},
                "totals": {"F": 0, "R": 25, "W": 1, "I": 0},
                "not_shown": {"R401": 5},
                "validator": "1.0.0",
            },
        )
        SubmissionFinding.objects.bulk_create(
            SubmissionFinding(
                submission=submission,
                ordinal=n,
                code=code,
                severity=code[0],
                stage="json",
                line=n,
                message="m",
            )
            for n, code in enumerate(["R401"] * 25 + ["W606"])
        )
        status = status_of(submission)
        assert [line.code for line in status.findings] == ["R401"] * 20 + ["W606"]
        assert status.findings[0].severity_title == "Cannot be scored"
        assert [(total.severity, total.total) for total in status.findings_totals] == [("R", 25), ("W", 1)]
        assert (status.not_shown, status.counts) == ({"R401": 5}, {"records": 39})
        assert status.report["bundle"] == submission.public_id
        assert status.report["validator"] == "1.0.0"
        assert len(status.report["findings"]) == 21

    @pytest.mark.parametrize("count", [10, 200])
    def test_it_makes_as_many_queries_with_10_findings_as_with_200(self, count, django_assert_num_queries):
        submission = evaluation_make().submission
        SubmissionFinding.objects.bulk_create(
            SubmissionFinding(
                submission=submission, ordinal=n, code=f"W{n}", severity="W", stage="s", message="m"
            )
            for n in range(count)
        )
        owner = submission.owner
        with django_assert_num_queries(9):
            status = submission_status(submission.public_id, owner)
        assert len(status.findings) == count


class TestMine:
    """Everything the viewer has sent, newest first, and nobody else's."""

    def test_every_status_is_found_under_its_group_and_under_no_other(self):
        owner, version = user_make(), version_make()
        made = {}
        for key, (group, make) in IN_GROUPS.items():
            made.setdefault(group, set()).add(make(owner=owner, version=version).public_id)
            assert status_of(Submission.objects.filter(owner=owner).latest("pk")).state_key == key
        for group in STATES_ASKED:
            page = my_submissions_page(owner, SubmissionFilters(state=group))
            assert {line.public_id for line in page.lines} == made[group]

    def test_teams_and_purposes_are_filtered_too(self):
        owner, version = user_make(), version_make()
        team = team_make(owner)
        ours = submission_make(owner=owner, version=version, team=team)
        mine = submission_make(owner=owner, version=version)
        check = submission_make(owner=owner, version=version, purpose="check")
        submission_make(owner=user_make(), version=version)

        def found(**asked):
            page = my_submissions_page(owner, SubmissionFilters(**asked))
            return {line.public_id for line in page.lines}

        assert found(team=team.public_id) == {ours.public_id}
        assert found(team="none") == {mine.public_id, check.public_id}
        assert found(team="elsewhere") == set()
        assert found(purpose="check") == {check.public_id}

    def test_links_to_other_pages_keep_the_filter(self):
        owner, version = user_make(), version_make()
        for _ in range(51):
            submission_make(owner=owner, version=version)
        page = my_submissions_page(owner, SubmissionFilters(state="under_way", page=9))
        assert (page.links.number, page.links.previous_query, len(page.lines)) == (2, "?state=under_way", 1)

    def test_nobody_has_none(self):
        submission_make()
        for viewer in (None, AnonymousUser()):
            assert my_submissions(viewer).lines == []

    def test_lines_say_state_overall_and_rank(self):
        owner, version = user_make(), version_make()
        entry_make(valid_make(owner=owner, version=version, visibility="public"), share=0.75)
        board_refresh(version.pk, DEFAULT)
        submission_make(owner=owner, version=version)
        submission_make()
        page = my_submissions(owner)
        assert [(line.state_key, line.overall_text, line.rank) for line in page.lines] == [
            ("received", "–", None),
            ("published", "75.0", 1),
        ]
        assert [bool(line.entry_url) for line in page.lines] == [False, True]
        assert (page.waiting, page.waiting_limit, page.uploads_today, page.uploads_today_limit) == (
            1,
            2,
            2,
            20,
        )

    def test_a_page_beyond_the_last_is_the_last(self):
        owner = user_make()
        submission_make(owner=owner)
        page = my_submissions(owner, page=99)
        assert (page.links.number, len(page.lines)) == (1, 1)

    def test_staff_have_no_limits_to_show(self):
        page = my_submissions(user_make(is_staff=True))
        assert (page.waiting_limit, page.uploads_today_limit) == (None, None)

    @pytest.mark.parametrize("count", [10, 200])
    def test_it_makes_as_many_queries_with_10_lines_as_with_200(self, count, django_assert_num_queries):
        # Without limits: how long one is used up is asked only of those who used it up.
        owner, version = user_make(is_staff=True), version_make()
        for _ in range(count):
            entry_make(valid_make(owner=owner, version=version))
        with django_assert_num_queries(7):
            page = my_submissions(owner)
        assert len(page.lines) == min(count, 50)

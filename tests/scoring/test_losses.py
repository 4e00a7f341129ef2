"""What an entry lost tasks on: counted by bits, and again from the results; links list as many tasks."""

import pytest

from scoring import services
from scoring.engine.display import decimal
from scoring.filters import TaskFilters
from scoring.models import LeaderboardEntry, ScoreSheet, TaskOutcome
from scoring.selectors import entry_page
from scoring.selectors.task_pages import DIMENSION_KEYS
from scoring.tracks import DEFAULT, evaluator
from submissions.services import submission_check, submission_confirm
from tests.factories import board_make, bundle_of, entry_make, small_world, upload_make, user_make, valid_make

pytestmark = pytest.mark.django_db

JUDGED = [text.key for text in evaluator(DEFAULT).dimensions if text.is_judged]


@pytest.fixture
def entry():
    owner = user_make(is_staff=True)
    content = bundle_of(failing=range(12), missing=[30])
    receipt = upload_make(content, owner=owner, version=small_world(), visibility="public")
    submission_check(receipt.pk)
    submission_confirm(receipt.public_id, owner)
    services.submission_evaluate(receipt.pk)
    return LeaderboardEntry.objects.select_related("evaluation__submission").get()


def page_of(entry, query="", viewer=None):
    raw = dict(pair.split("=") for pair in query.removeprefix("?").split("&") if pair)
    filters = TaskFilters.from_query(raw, dimensions=DIMENSION_KEYS)
    return entry_page(entry.evaluation.submission.public_id, filters, viewer)


def failed_by_task(entry):
    """By unsolved task, what it fails."""
    rows = TaskOutcome.objects.filter(evaluation=entry.evaluation_id, is_perfect=False)
    return {
        row.query_index: {key for key in JUDGED if getattr(row, key) is not None and getattr(row, key) < 1}
        for row in rows
    }


def test_counts_are_those_of_the_results(entry):
    found = page_of(entry).losses.losses
    failed = failed_by_task(entry)
    assert (found.tasks, found.lost) == (40, len(failed))
    assert found.near == sum(len(one) == 1 for one in failed.values())
    assert found.gated == sum(not one for one in failed.values())
    assert {line.key: (line.failing, line.alone) for line in found.lines} == {
        key: (
            sum(key in one for one in failed.values()),
            sum(one == {key} for one in failed.values()),
        )
        for key in JUDGED
        if any(key in one for one in failed.values())
    }
    counts = [line.failing for line in found.lines]
    assert counts == sorted(counts, reverse=True)


def test_links_list_exactly_the_tasks_that_are_counted(entry):
    found = page_of(entry).losses.losses
    assert page_of(entry, found.near_query).links.total == found.near
    for line in found.lines:
        if line.alone:
            assert page_of(entry, line.alone_query).links.total == line.alone
        listed = page_of(entry, line.failing_query)
        assert listed.links.total >= line.failing


def test_calls_stand_beside_the_least_that_is_needed(entry):
    calls = page_of(entry).losses.calls
    least = [
        fact["facts"]["least"]
        for outcomes in entry.evaluation.task_outcomes.values_list("outcomes", flat=True)
        for fact in outcomes
        if fact["code"] == "trek.d5_retry.least_calls"
    ]
    assert least
    assert calls.tasks >= len(least)
    assert calls.within + calls.over == calls.tasks
    assert decimal(min(least), 1) <= calls.least_text


def test_the_field_is_that_of_the_other_ranked_entries(entry):
    version = small_world()
    for share in (0.0, 0.1, 1.0):
        entry_make(valid_make(version=version, visibility="public"), share=share)
    entry_make(valid_make(version=version), share=0.0)
    services.board_refresh(version.pk, DEFAULT)
    lines = {line.key: line for line in page_of(entry).losses.field}
    assert (lines["tp_feasible"].worse, lines["tp_feasible"].among) == (2, 3)
    assert lines["tp_feasible"].best_text == "100.0"


def test_without_a_sheet_the_rest_is_there(entry):
    ScoreSheet.objects.all().delete()
    page = page_of(entry, "?alone=any")
    assert page.losses.losses is None
    assert page.links.total == 40


def test_queries_stay_few_and_do_not_grow(entry, client, django_assert_max_num_queries):
    address = f"/entries/{entry.evaluation.submission.public_id}/"
    client.get(address)
    with django_assert_max_num_queries(12) as few:
        client.get(address)
    board_make(30, version=small_world())
    with django_assert_max_num_queries(12) as many:
        client.get(address)
    assert len(many) == len(few)

"""A storm over a whole site: what was accepted is scored, once, whatever died meanwhile.

The control is the same storm over workers that never look at rows nobody told them of; it has to fail.
"""

from __future__ import annotations

import hashlib

import pytest

from tests.journeys.stack import Stack
from tests.journeys.storm import TASKS, Told, Weather, storm
from tests.processes import wait_until_quiet

pytestmark = [pytest.mark.stack, pytest.mark.own_services]

STORM = Weather(submissions=120, clients=6, lasts_s=40)
CONTROL = Weather(
    submissions=24, clients=3, lasts_s=6, kill_every_s=2, settings="tests.journeys.settings_without_sweeps"
)
UNDONE = {
    "submissions_submission": "NOT (state = 'checked' AND outcome = 'valid')",
    "scoring_evaluation": "NOT (state = 'finished' AND outcome = 'scored')",
}


def test_a_storm_loses_nothing_and_counts_nothing_twice(redis_stack):
    with storm(redis_stack, STORM) as told:
        redis_stack.wait_for(
            "scoring_evaluation", "outcome = 'scored'", count=STORM.submissions, within_s=120
        )
    assert_all_there_once(redis_stack, told, STORM.submissions)
    assert_as_sent(redis_stack, told)
    assert set(told.reads) == {200}
    assert told.retries >= STORM.submissions // 5
    assert (told.kills["child"], told.kills["worker"]) == (6, 4)
    assert_run_again_only_where_killed(redis_stack, told)


def test_control_the_same_without_sweeps_leaves_something_behind(redis_stack):
    with storm(redis_stack, CONTROL) as told:
        wait_until_quiet(redis_stack.folder.glob("worker-*.log"), for_s=8)
    assert sum(told.kills.values()) >= 3
    with pytest.raises(AssertionError):
        assert_all_there_once(redis_stack, told, CONTROL.submissions)
    # All were accepted all the same: what is missing was lost on the way, not refused.
    assert len(told.digests) == redis_stack.count("submissions_submission") == CONTROL.submissions


def assert_all_there_once(stack: Stack, told: Told, number: int) -> None:
    """As many accepted as rows and results, none twice, and nothing that still has to end."""
    assert len(told.digests) == number
    assert {table: stack.count(table, undone) for table, undone in UNDONE.items()} == dict.fromkeys(UNDONE, 0)
    ids = stack.rows("SELECT public_id FROM submissions_submission")
    assert sorted(told.digests) == sorted(public_id for (public_id,) in ids)
    for table in ("scoring_evaluation", "scoring_leaderboardentry"):
        assert stack.count(table) == number, table
    assert stack.count("scoring_taskoutcome") == TASKS * number
    doubles = "SELECT evaluation_id FROM scoring_taskoutcome GROUP BY evaluation_id HAVING count(*) <> {}"
    assert stack.rows(doubles.format(TASKS)) == []


def assert_as_sent(stack: Stack, told: Told) -> None:
    """Files are what was sent, results are of those files, and scoring them again gives the same bytes."""
    rows = stack.rows(
        "SELECT s.public_id, s.file_sha256, e.bundle_sha256 FROM submissions_submission s "
        "JOIN scoring_evaluation e ON e.submission_id = s.id"
    )
    assert {public_id: (stored, scored) for public_id, stored, scored in rows} == {
        public_id: (digest, digest) for public_id, digest in told.digests.items()
    }
    for digest in told.digests.values():
        path = stack.folder / "uploads" / digest[:2] / digest
        assert hashlib.sha256(path.read_bytes()).hexdigest() == digest
    assert stack.act("verify") == {"agreeing": len(rows), "faults": []}


def assert_run_again_only_where_killed(stack: Stack, told: Told) -> None:
    """The kills met work, and nothing was begun anew but what one of them may have met."""
    ((checks,),) = stack.rows("SELECT sum(attempts - 1) FROM submissions_submission")
    ((evaluations,),) = stack.rows("SELECT sum(attempts - 1) FROM scoring_evaluation")
    at_most = told.kills["child"] + STORM.concurrency * told.kills["worker"]
    assert 0 < checks + evaluations <= at_most

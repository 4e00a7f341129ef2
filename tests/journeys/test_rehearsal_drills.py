"""Workers that die in the middle of a rehearsal lose nothing of it, and it comes true."""

from __future__ import annotations

import pytest

from tests.journeys.test_drills import WITHOUT_SWEEPS, wait_until_quiet

pytestmark = [pytest.mark.stack, pytest.mark.own_services]

# As in the other drills: reading takes a second or more, so that a kill meets an evaluation in its middle.
SLOW = 20_000
SUBMISSIONS = 3
KILLS = 2
RUNNING = "state = 'running'"
SCORED = "outcome = 'scored'"
BOARD = ("scoring_evaluation", "scoring_taskoutcome", "scoring_leaderboardentry", "scoring_boardrevision")


def board_rows(stack):
    """Everything that a board is made of."""
    return [stack.rows(f"SELECT * FROM {table} ORDER BY id") for table in BOARD]


def kill_in_the_middle(stack, times, *, settings="trek_site.settings.dev"):
    """SIGKILL whole worker groups, each while it rehearses."""
    met = 0
    while met < times:
        with stack.worker(settings=settings) as worker:
            stack.wait_for("scoring_rehearsedevaluation", f"{RUNNING} AND lease_until > {stack.now}")
            worker.kill()
        # One that ended in the moment of the kill was not met by it.
        met += stack.count("scoring_rehearsedevaluation", RUNNING) > 0


def test_workers_killed_in_a_rehearsal_lose_nothing_and_it_comes_true(stack):
    stack.act("submit", str(SUBMISSIONS), "--padding", str(SLOW))
    with stack.worker():
        stack.wait_for("scoring_evaluation", SCORED, count=SUBMISSIONS, within_s=120)
    before = board_rows(stack)

    stack.act("rehearse")
    kill_in_the_middle(stack, KILLS)
    with stack.worker():
        # Late and repeated deliveries on top of it.
        stack.act("rehearse_again", "2")
        stack.wait_for("scoring_rehearsal", "outcome = 'reported'", within_s=120)
    assert stack.rows("SELECT state, outcome, count(*) FROM scoring_rehearsedevaluation GROUP BY 1, 2") == [
        ("finished", "scored", SUBMISSIONS)
    ]
    # The kills really met evaluations: some were begun more than once.
    (attempts,) = stack.rows("SELECT sum(attempts) FROM scoring_rehearsedevaluation")[0]
    assert attempts > SUBMISSIONS
    for table in ("scoring_rehearsal", "scoring_rehearsedevaluation"):
        assert stack.count(table, "lease_token IS NOT NULL OR deadline_at IS NOT NULL") == 0
    assert board_rows(stack) == before

    assert stack.act("publish") == "corrected"
    with stack.worker():
        stack.wait_for("scoring_evaluation", SCORED, count=2 * SUBMISSIONS, within_s=120)
    assert stack.act("fulfilled") == {"is_complete": True, "expected": SUBMISSIONS, "missing": []}


def test_control_without_the_sweep_the_same_kills_leave_the_rehearsal_without_an_end(stack):
    stack.act("submit", str(SUBMISSIONS), "--padding", str(SLOW))
    with stack.worker():
        stack.wait_for("scoring_evaluation", SCORED, count=SUBMISSIONS, within_s=120)

    stack.act("rehearse")
    kill_in_the_middle(stack, 1, settings=WITHOUT_SWEEPS)
    with stack.worker(settings=WITHOUT_SWEEPS) as worker:
        # Past the lease of what was killed, and until everything that anybody was told of is done.
        wait_until_quiet([worker.log], for_s=6)
    assert stack.count("scoring_rehearsedevaluation", SCORED) < SUBMISSIONS
    assert stack.count("scoring_rehearsal", "state = 'running'") == 1

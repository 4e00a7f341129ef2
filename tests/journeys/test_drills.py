"""Workers that die, hang or are poisoned, brokers that are away: nothing lost, nothing twice.

A drill counts only if its control fails: the same killing without the sweep leaves submissions behind.
"""

from __future__ import annotations

import os
import signal
import socket
import threading
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

import pytest

from tests.journeys.poison import REASON
from tests.processes import wait_until, wait_until_quiet

pytestmark = [pytest.mark.stack, pytest.mark.own_services]

RUNNING = "state = 'running'"
SCORED = "outcome = 'scored'"
# Numbers in each record: reading takes a second or more, so that a kill meets an evaluation in its middle.
SLOW = 20_000
SUBMISSIONS = 3
KILLS = 2
WITHOUT_SWEEPS = "tests.journeys.settings_without_sweeps"
POISONED = "tests.journeys.settings_poisoned"


def submit(stack, number, *, padding=SLOW, reason=""):
    answers = stack.act("submit", str(number), "--padding", str(padding), "--reason", reason)
    assert [answer["status"] for answer in answers] == [202] * number
    return answers


def kill_in_the_middle(stack, times, *, settings):
    """SIGKILL whole worker groups, each while it evaluates; the next worker is left to the caller."""
    met = 0
    while met < times:
        with stack.worker(settings=settings) as worker:
            stack.wait_for("scoring_evaluation", f"{RUNNING} AND lease_until > {stack.now}")
            worker.kill()
        # An evaluation that ended in the moment of the kill was not met by it.
        met += stack.count("scoring_evaluation", RUNNING) > 0


def assert_scored_exactly_once(stack, count):
    """Every row at its end, every result there once, and nothing left over."""
    assert stack.count("submissions_submission") == count
    assert stack.count("submissions_submission", "state = 'checked' AND outcome = 'valid'") == count
    assert stack.count("scoring_evaluation") == count
    assert stack.count("scoring_evaluation", f"state = 'finished' AND {SCORED}") == count
    assert stack.count("scoring_taskoutcome") == 40 * count
    assert stack.count("scoring_leaderboardentry") == count
    assert stack.rows("SELECT revision FROM scoring_boardrevision") == [(count,)]
    ranks = stack.rows("SELECT rank FROM scoring_leaderboardentry ORDER BY rank")
    assert ranks == [(rank,) for rank in range(1, count + 1)]
    for table in ("submissions_submission", "scoring_evaluation"):
        assert stack.count(table, "lease_token IS NOT NULL OR deadline_at IS NOT NULL") == 0
    assert list((stack.folder / "uploads" / "incoming").iterdir()) == []


def test_workers_killed_in_the_middle_lose_nothing_and_count_nothing_twice(stack):
    submit(stack, SUBMISSIONS)
    kill_in_the_middle(stack, KILLS, settings="trek_site.settings.dev")
    with stack.worker():
        # Late and repeated deliveries on top of it.
        stack.act("deliver_again", "2")
        stack.wait_for("scoring_evaluation", SCORED, count=SUBMISSIONS, within_s=120)
    assert_scored_exactly_once(stack, SUBMISSIONS)
    # The kills really met evaluations: some were begun more than once.
    (attempts,) = stack.rows("SELECT sum(attempts) FROM scoring_evaluation")[0]
    assert attempts > SUBMISSIONS
    board = stack.act("board")
    assert board["status"] == 200


def test_control_without_the_sweep_the_same_kills_leave_submissions_behind(stack):
    submit(stack, SUBMISSIONS)
    kill_in_the_middle(stack, 1, settings=WITHOUT_SWEEPS)
    with stack.worker(settings=WITHOUT_SWEEPS) as worker:
        wait_until(lambda: b"succeeded" in worker.log.read_bytes(), within_s=60)
        wait_until_quiet([worker.log], for_s=6)
    assert stack.count("scoring_evaluation", SCORED) < SUBMISSIONS


def test_a_worker_that_was_paused_past_its_lease_writes_nothing(stack):
    submit(stack, 1)
    with stack.worker(concurrency=1) as paused:
        stack.wait_for("scoring_evaluation", RUNNING)
        os.killpg(paused.process.pid, signal.SIGSTOP)
        try:
            with stack.worker(concurrency=1):
                stack.wait_for("scoring_evaluation", SCORED, within_s=90)
                before = snapshot(stack)
        finally:
            os.killpg(paused.process.pid, signal.SIGCONT)
        wait_until(
            lambda: b"lease lost" in paused.log.read_bytes(), within_s=60, otherwise=paused.log.read_text
        )
    assert snapshot(stack) == before
    assert stack.rows("SELECT attempts FROM scoring_evaluation") == [(2,)]
    assert_scored_exactly_once(stack, 1)


def snapshot(stack):
    """Everything that an evaluation writes."""
    return [
        stack.rows(f"SELECT * FROM {table} ORDER BY id")
        for table in ("scoring_evaluation", "scoring_taskoutcome", "scoring_leaderboardentry")
    ]


def test_poison_ends_as_our_fault_and_holds_nobody_up(stack):
    submit(stack, 1, padding=0, reason=REASON)
    submit(stack, 3, padding=0)
    # Nothing slow is evaluated here, so that a short lease is kept; it decides how long five deaths take.
    with stack.worker(settings=POISONED, lease_s=2):
        stack.wait_for("scoring_evaluation", SCORED, count=3, within_s=60)
        assert stack.count("scoring_evaluation", "outcome = 'failed'") == 0
        stack.wait_for("scoring_evaluation", "outcome = 'failed'", within_s=150)
    ((attempts, failure_id),) = stack.rows(
        "SELECT attempts, failure_id FROM scoring_evaluation WHERE outcome = 'failed'"
    )
    assert attempts == 5
    assert failure_id.startswith("E-")
    assert stack.count("scoring_leaderboardentry") == 3
    assert stack.count("scoring_taskoutcome") == 3 * 40


@contextmanager
def hung_up_on(url):
    """Somebody at the broker's address who hangs up on every caller; the callers so far."""
    address = urlsplit(url)
    callers = []
    with socket.create_server((address.hostname, address.port)) as server:

        def answer():
            with suppress(OSError):
                while True:
                    caller, where = server.accept()
                    callers.append(where)
                    caller.close()

        thread = threading.Thread(target=answer)
        thread.start()
        try:
            yield callers
        finally:
            # Wakes whoever waits for a caller, which closing alone does not.
            server.shutdown(socket.SHUT_RDWR)
            thread.join()


def test_a_broker_that_is_down_costs_nobody_an_upload(redis_stack):
    stack = redis_stack
    stack.broker.stop(signal.SIGKILL)
    with hung_up_on(stack.broker.url) as attempts:
        submit(stack, 3, padding=0)
    # Each upload tries to ring a worker, once more, and leaves it to the sweep.
    assert len(attempts) == 3 * 2
    assert stack.count("submissions_submission", "state = 'received'") == 3
    stack.broker.start()
    with stack.worker():
        stack.wait_for("scoring_evaluation", SCORED, count=3, within_s=60)
    assert_scored_exactly_once(stack, 3)


def test_a_broker_that_forgets_everything_is_a_boring_event(redis_stack):
    stack = redis_stack
    submit(stack, 3, padding=0)
    stack.broker.stop(signal.SIGKILL)
    stack.broker.start()
    with stack.worker():
        stack.wait_for("scoring_evaluation", SCORED, count=3, within_s=90)
    assert_scored_exactly_once(stack, 3)


def test_a_broker_folder_that_cannot_be_written_costs_nobody_an_upload(embedded_stack):
    stack = embedded_stack
    folder = stack.folder / "broker" / "messages"
    folder.parent.mkdir(exist_ok=True)
    folder.write_text("a file where a folder should be")
    submit(stack, 2, padding=0)
    folder.unlink()
    with stack.worker():
        stack.wait_for("scoring_evaluation", SCORED, count=2, within_s=60)
    assert_scored_exactly_once(stack, 2)
